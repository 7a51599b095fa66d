"""Seasons of fixed teams for tests: their calendar, their meetings, their table."""

from datetime import date
from typing import Any

from django.urls import reverse
from django.utils import translation

from scorekeeper.models import Club, Game
from scorekeeper.rules.queries import preset_choice
from scorekeeper.slips.services import Slip
from tests.table import NOW, SCORER
from tournaments.models import Fixture, League, LeagueTeam, Season
from tournaments.seasons.queries.fixtures import Shown, fixture_page
from tournaments.seasons.services import fixtures
from tournaments.seasons.services.seasons import create_league

TODAY = date(2026, 11, 21)
NAMES = ("Tilleuls", "Platanes", "Marronniers", "Acacias", "Cèdres", "Ormes", "Saules", "Pins")


def make_season(club: Club, *, teams: int = 4, **settings: Any) -> Season:
    season = create_league(
        club=club,
        name=settings.pop("league", "Coupe des équipes"),
        kind=settings.pop("kind", League.Kind.FIXTURES),
        settings={
            "name": "2026–2027",
            "starts_on": date(2026, 9, 1),
            "ends_on": date(2027, 8, 31),
            **settings,
        },
        now=NOW,
    )
    for number in range(teams):
        name = NAMES[number % len(NAMES)] + " bis" * (number // len(NAMES))
        players = [f"{name} un", f"{name} deux"]
        fixtures.add_team(season_id=season.pk, name=name, players=players, now=NOW)
    return season


def with_calendar(season: Season, *, twice: bool = False) -> list[Fixture]:
    fixtures.make_calendar(
        season_id=season.pk, twice=twice, starts_on=date(2026, 11, 6), every_days=7
    )
    return list(season.fixtures.order_by("day", "pk").select_related("home", "away"))


def teams_at(page: Shown) -> list[str]:
    return [row["name"] for row in page["rows"]]


def table(season: Season) -> Shown:
    season.refresh_from_db()
    with translation.override("en"):
        return fixture_page(season, today=TODAY)


def row_of(season: Season, team: LeagueTeam) -> Shown:
    return next(row for row in table(season)["rows"] if row["number"] == team.number)


def facts(row: Shown) -> tuple[int, int, int, int, str]:
    return row["wins"], row["ties"], row["losses"], row["points"], row["score"]


def slip(fixture: Fixture, home: int, away: int, hands: int = 12) -> Game:
    seating = fixtures.fixture_seating(
        list(fixture.home.players.all()), list(fixture.away.players.all())
    )
    return fixtures.record_fixture_slip(
        fixture_id=fixture.pk,
        seating=seating,
        rules=preset_choice("contest"),
        slip=Slip(hands=hands, total_a=home, total_b=away),
        author=SCORER,
        now=NOW,
    )


def at(fixture: Fixture) -> str:
    return reverse("tournaments:fixture-detail", args=[fixture.pk])


def page_of(season: Season, name: str = "fixture-list") -> str:
    return reverse(f"tournaments:{name}", args=[season.pk])


def sent(act: str, **values: Any) -> dict[str, Any]:
    return {"act": act, **{f"{act}-{name}": value for name, value in values.items()}}


def players_of(fixture: Fixture) -> dict[str, Any]:
    return {
        "home": [player.pk for player in fixture.home.players.all()],
        "away": [player.pk for player in fixture.away.players.all()],
        "ruleset_key": "contest",
    }
