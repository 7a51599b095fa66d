"""An evening of SoL, of its model layer alone: run by `measures/sol.py` with SoL's own Python.

Prints the milliseconds of each step as JSON. It uses nothing of this program.
"""

import json
import random
import sys
import time
from collections.abc import Callable
from datetime import date
from typing import Any


def main(teams: int, rounds: int) -> None:
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
    # What is loaded stays loaded, so that its logic asks the database for nothing.
    session = Session(engine, autoflush=False, expire_on_commit=False)

    def timed(step: str, act: Callable[[], Any]) -> None:
        start = time.perf_counter()
        act()
        thought = time.perf_counter()
        session.commit()
        stored = time.perf_counter()
        times.setdefault(step, []).append(1000 * (thought - start))
        times.setdefault(f"{step} and storing", []).append(1000 * (stored - start))

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

    def enter() -> None:
        for number in range(teams):
            one, other = (
                Player(firstname="Player", lastname=f"No. {2 * number + place}", citizenship=True)
                for place in (1, 2)
            )
            tourney.competitors.append(Competitor(player1=one, player2=other))

    timed("entering", enter)
    for _ in range(rounds):
        timed("drawing", tourney.makeNextTurn)
        for match in tourney.matches:
            if match.turn == tourney.currentturn:
                match.score1, match.score2 = dice.choice(((25, dice.randint(0, 24)), (3, 25)))
        session.commit()
        timed("ranking", lambda: (tourney.updateRanking(), tourney.ranking))
    sys.stdout.write(json.dumps(times))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
