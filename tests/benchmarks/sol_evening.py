"""An evening of SoL, of its model layer alone: run by `measures/sol.py` with SoL's own Python.

Prints the milliseconds of each step as JSON. It uses nothing of this program. With `anew` each step
reads what it needs, as SoL's server does for each request; else what is loaded stays loaded.
"""

import json
import random
import sys
import time
from collections.abc import Callable
from datetime import date
from typing import Any


def main(teams: int, rounds: int, *, anew: bool) -> None:
    """Enter the teams, draw and rank the rounds, in a database in memory."""
    from sol.models import (  # type: ignore[import-not-found] # it lies in an environment of its own
        Base,
        Championship,
        Club,
        Competitor,
        Player,
        Tourney,
    )
    from sqlalchemy import create_engine
    from sqlalchemy.orm import Session

    dice = random.Random(14)
    times: dict[str, list[float]] = {}
    engine = create_engine("sqlite://")
    Base.metadata.create_all(engine)
    session = Session(engine, autoflush=False, expire_on_commit=False)

    club = Club(description="Club", couplings="serial", prizes="asis")
    league = Championship(
        club=club, description="League", prizes="asis", couplings="serial", playersperteam=2
    )
    tourney = Tourney(
        championship=league, date=date(2026, 11, 21), description="Evening", system="swiss",
        couplings="serial",
    )  # fmt: skip
    session.add_all([club, league, tourney])
    session.commit()

    def timed(step: str, act: Callable[[Any], Any]) -> None:
        """Take the time from reading to storing."""
        nonlocal tourney
        start = time.perf_counter()
        if anew:
            session.expunge_all()
            tourney = session.get(Tourney, key)
        act(tourney)
        session.commit()
        times.setdefault(step, []).append(1000 * (time.perf_counter() - start))

    def enter(tourney: Any) -> None:
        for number in range(teams):
            one, other = (
                Player(firstname="Player", lastname=f"No. {2 * number + place}", citizenship=True)
                for place in (1, 2)
            )
            tourney.competitors.append(Competitor(player1=one, player2=other))

    key = tourney.idtourney
    timed("entering", enter)
    for _ in range(rounds):
        timed("drawing", lambda tourney: tourney.makeNextTurn())
        for match in tourney.matches:
            if match.turn == tourney.currentturn:
                match.score1, match.score2 = dice.choice(((25, dice.randint(0, 24)), (3, 25)))
        session.commit()
        timed("ranking", lambda tourney: (tourney.updateRanking(), tourney.ranking))
    sys.stdout.write(json.dumps(times))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]), anew="anew" in sys.argv[3:])
