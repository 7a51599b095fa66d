"""A contest for tests: entries, rounds, and verbs that play tables as people do."""

import uuid
from collections.abc import Sequence
from datetime import date
from typing import Any
from unittest.mock import patch

from scorekeeper.engine.hand import HandEntry, Seat
from scorekeeper.games.services.hands import HandInput, record_hand
from scorekeeper.models import Club, Game
from scorekeeper.rules.queries import RuleSetChoice, preset_choice
from tests.table import NOW, SCORER
from tournaments import draw_secrets
from tournaments.contests.services import Settings, create_tournament
from tournaments.entries.services.entries import NewEntry, add_entries
from tournaments.formats.contest_format import format_of
from tournaments.models import Entry, Match, Round, Tournament
from tournaments.rounds.services import draw_round, publish_round
from tournaments.tables.services import close_round


def make_contest(
    club: Club, *, teams: int = 8, rounds: int = 3, hands: int = 12, **settings: Any
) -> Tournament:
    """Return a contest of that many complete teams (players in mêlée), not drawn yet."""
    rules = settings.pop("rules", "contest")
    mode = settings.get("mode", Tournament.Mode.TEAMS)
    # Nobody may guess the secrets of a real contest; in tests a draw comes out the same each time.
    with patch.object(draw_secrets, "token_hex", return_value="5e" * 32):
        tournament = create_tournament(
            club=club,
            settings=Settings(
                name=settings.pop("name", "Concours de la Saint-Martin"),
                date=date(2026, 11, 21),
                rules=rules if isinstance(rules, RuleSetChoice) else preset_choice(rules),
                round_hands=(hands,) * rounds,
                **settings,
            ),
            author=SCORER,
            now=NOW,
            seed=7,
        )
    size = format_of(mode).entry_size
    names = [f"Player {number}" for number in range(1, teams * size + 1)]
    wanted = [
        NewEntry(names=tuple(names[place : place + size])) for place in range(0, len(names), size)
    ]
    if wanted:
        add_entries(tournament_id=tournament.pk, entries=wanted, author=SCORER, now=NOW)
    tournament.refresh_from_db()
    return tournament


def start_round(tournament: Tournament, *, seed: int = 1, **options: Any) -> Round:
    """Draw and publish the next round."""
    drawn = draw_round(tournament_id=tournament.pk, seed=seed, author=SCORER, now=NOW, **options)
    return publish_round(round_id=drawn.pk, author=SCORER, now=NOW)


def games_of(playing: Round) -> list[Match]:
    """Return the tables of a round that play cards, by table."""
    matches = playing.matches.filter(game__isnull=False).select_related("game")
    return list(matches.order_by("table_number"))


def play(match: Match, points: Sequence[int] | None = None) -> None:
    """Play a table to its end: side A takes every hand with those card points, 100 each else."""
    game = match.game
    assert game is not None
    hands = points or [100] * (game.hands_per_game or 0)
    for made in hands:
        write_hand(game, HandEntry(taker=Seat.A1, card_points=made))


def write_hand(game: Game | None, entry: HandEntry) -> None:
    """Write one hand at a table, which has a game."""
    assert game is not None
    record_hand(
        game_id=game.pk,
        written=HandInput(entry=entry),
        submission_key=uuid.uuid4(),
        author=SCORER,
        now=NOW,
    )


def play_round(tournament: Tournament, *, seed: int = 1) -> Round:
    """Draw, publish, play and close a round: table 1 is won the highest."""
    playing = start_round(tournament, seed=seed)
    for match in games_of(playing):
        hands = match.game.hands_per_game if match.game else 0
        play(match, [90 + (match.table_number or 0) % 60] * (hands or 0))
    return close_round(round_id=playing.pk, author=SCORER, now=NOW)


def entry_of(tournament: Tournament, number: int) -> Entry:
    """Return the entry of that number."""
    return tournament.entries.get(number=number)
