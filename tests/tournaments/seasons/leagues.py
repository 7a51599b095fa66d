"""Leagues, seasons and evenings for tests."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from scorekeeper.engine.hand import Seat
from scorekeeper.evenings.services import open_evening
from scorekeeper.games.services.games import Seating
from scorekeeper.models import Club, Evening, Game, Player
from scorekeeper.rules.queries import preset_choice
from scorekeeper.slips.services import Slip, record_slip
from tests.contest import games_of, start_round
from tests.table import NOW, SCORER
from tournaments.contests.services import Settings, create_tournament
from tournaments.entries.services.entries import NewEntry, add_entries
from tournaments.models import League, Match, PastContest, Season, Tournament
from tournaments.seasons.services.seasons import COPIED, change_season, create_league
from tournaments.tables.services import TableSlip, close_round, record_table_slip

FIRST_DAY = date(2026, 9, 1)
LAST_DAY = date(2027, 6, 30)
FRIDAY = date(2026, 9, 4)
DATES: dict[str, Any] = {"name": "2026–2027", "starts_on": FIRST_DAY, "ends_on": LAST_DAY}


def make_season(club: Club, *, kind: str = League.Kind.PLAYERS, **values: Any) -> Season:
    """Return the first season of a new league."""
    season = create_league(
        club=club,
        name=f"League {League.objects.count() + 1}",
        kind=kind,
        settings={**DATES, **values},
        now=NOW,
    )
    return Season.objects.select_related("league__club").get(pk=season.pk)


def change(season: Season, **values: Any) -> Season:
    """Give a season the usual settings, and these."""
    usual = {name: getattr(Season(), name) for name in COPIED}
    change_season(season_id=season.pk, settings={**usual, **DATES, **values})
    return Season.objects.select_related("league__club").get(pk=season.pk)


def week(number: int) -> date:
    """Return the Friday of a week of the season, the first is 1."""
    return FRIDAY + timedelta(weeks=number - 1)


def play_contest(
    club: Club,
    points: Mapping[tuple[str, ...], Sequence[int]],
    *,
    day: date = FRIDAY,
    name: str = "",
    tags: Mapping[tuple[str, ...], tuple[str, ...]] | None = None,
    **settings: Any,
) -> Tournament:
    """Play a contest: who enters, and the points of each round, whoever sits opposite."""
    hands = settings.pop("hands", 2)
    rounds = max(len(own) for own in points.values())
    tournament = create_tournament(
        club=club,
        settings=Settings(
            name=name or f"Contest {day}",
            date=day,
            rules=preset_choice("contest"),
            round_hands=(hands,) * max(rounds, 1),
            **settings,
        ),
        author=SCORER,
        now=NOW,
        seed=7,
    )
    entries = [NewEntry(names=names, tags=(tags or {}).get(names, ())) for names in points]
    add_entries(tournament_id=tournament.pk, entries=entries, author=SCORER, now=NOW)
    for number in range(rounds):
        playing = start_round(tournament, seed=number + 1)
        for match in games_of(playing):
            totals = {
                seat.side: points[tuple(seat.entry.names)][number] for seat in match.seats.all()
            }
            write_slip(match, totals["A"], totals["B"], hands=hands)
        close_round(round_id=playing.pk, author=SCORER, now=NOW)
    tournament.refresh_from_db()
    return tournament


def write_slip(match: Match, total_a: int, total_b: int, *, hands: int = 2) -> None:
    """Type the slip of a table, whatever it says."""
    slip = TableSlip(hands=hands, total_a=total_a, total_b=total_b)
    record_table_slip(match_id=match.pk, slip=slip, author=SCORER, now=NOW, keep_to_check=True)


def make_evening(club: Club, day: date = FRIDAY, name: str = "") -> Evening:
    """Open a club evening."""
    return open_evening(
        club=club,
        name=name or f"Evening {day}",
        date=day,
        ruleset_key="contest",
        now=NOW,
    )


def play_game(
    club: Club, evening: Evening, names: Sequence[str], totals: tuple[int, int], *, hands: int = 2
) -> Game:
    """Write the slip of a game: the first two names play against the last two."""
    seats = dict(zip((Seat.A1, Seat.A2, Seat.B1, Seat.B2), names, strict=True))
    return record_slip(
        club=club,
        seating=Seating(names=seats, evening=evening),
        rules=preset_choice("contest"),
        slips=[Slip(hands=hands, total_a=totals[0], total_b=totals[1])],
        author=SCORER,
        now=NOW,
    )


def past_contest(
    club: Club, lines: Sequence[tuple[int, int, tuple[str, ...]]], *, day: date = FRIDAY
) -> PastContest:
    """Write a past contest: place, total and names of each line."""
    contest = PastContest.objects.create(club=club, name=f"Past {day}", date=day, created_at=NOW)
    for place, total, names in lines:
        result = contest.results.create(place=place, total=total, names=" & ".join(names))
        result.players.set([player(club, name) for name in names])
    return contest


def player(club: Club, name: str) -> Player:
    """Return the club's player of that name, adding who is new."""
    known = Player.objects.filter(club=club, name=name).first()
    return known or Player.objects.create(club=club, name=name, created_at=NOW)
