"""A club with a row of each kind, and what people see of it whatever the keys of its rows are."""

import json
import zipfile
from collections.abc import Mapping, Sequence
from datetime import timedelta
from io import BytesIO
from typing import Any

from django.contrib.auth.models import User
from django.urls import reverse

from scorekeeper.clubs.services.members import invite_member
from scorekeeper.clubs.services.players import find_player
from scorekeeper.engine.hand import Side
from scorekeeper.evenings.services import change_evening
from scorekeeper.models import Club, ClubRuleSet, Hand, Membership, Player, SentHand
from scorekeeper.roles import Role
from tests.access.world import fill
from tests.pages import visitor, words_on
from tests.table import NOW, SCORER
from tests.tournaments.seasons import meetings
from tests.tournaments.seasons.leagues import make_season, past_contest, play_contest, week
from tournaments.audit_log.queries.documents import document_of, document_text
from tournaments.entries.services.substitutes import Substitute, substitute
from tournaments.extensions.club_export.queries import write_club
from tournaments.extensions.club_export.rows import kinds
from tournaments.models import (
    ArrivedName,
    ContestSummary,
    Entry,
    Fixture,
    HallComputer,
    League,
    ListColumns,
    Match,
    PhotoKeeping,
    Season,
    SeasonEvent,
    SeasonPenalty,
    SentContest,
    SentEvening,
    SentVerdict,
    ServerLink,
    Tournament,
)
from tournaments.people.services.merges import merge_players
from tournaments.ratings.services import rebuild_ratings
from tournaments.seasons.services.fixtures import freeze_fixtures
from tournaments.seasons.services.seasons import freeze_season
from tournaments.tables.services import accept_sheet

POINTS: Mapping[tuple[str, ...], Sequence[int]] = {
    ("Yves", "Wanda"): (920, 700),
    ("Zoe", "Victor"): (700, 800),
    ("Ugo", "Tom"): (600, 410),
    ("Sam", "Rita"): (600, 500),
}


def make_whole_club(name: str) -> Club:
    """Return a club with a row of each kind, founded at a moment of its own."""
    club = fill(name).club
    club.created_at = NOW + timedelta(microseconds=club.pk)
    club.save()
    rules = ClubRuleSet.objects.get(club=club)
    evening = club.evenings.order_by("pk")[0]
    change_evening(
        evening=evening,
        name=evening.name,
        date=evening.date,
        ruleset_key=f"club-{rules.pk}",
        now=NOW,
    )
    _add_seasons(club)
    _add_merge(club)
    _add_rest(club)
    return club


def _add_seasons(club: Club) -> None:
    """Freeze a season of players, one of teams and one of fixed teams."""
    play_contest(club, POINTS, day=week(3), name="Third week")
    for kind in (League.Kind.PLAYERS, League.Kind.TEAMS):
        season = make_season(club, kind=kind, tags=["dame"])
        payer = {"player": find_player(club=club, name="Yves")}
        SeasonPenalty.objects.create(
            season=season, points=10, reason="Late", author_name="Élise", at=NOW, **payer
        )
        freeze_season(season_id=season.pk, now=NOW)
    chosen = Tournament.objects.get(club=club, name="Third week")
    SeasonEvent.objects.create(season=season, tournament=chosen, counts=False)
    fixed = Season.objects.get(league__club=club, league__kind=League.Kind.FIXTURES)
    meetings.slip(Fixture.objects.filter(season=fixed).order_by("pk")[0], 1000, 944)
    freeze_fixtures(season_id=fixed.pk, now=NOW)


def _add_merge(club: Club) -> None:
    """Make one of two who played a contest and have a line of the past."""
    past_contest(club, [(1, 4100, ("Zoé", "Wanda")), (2, 3900, ("Ugo", "Tom"))], day=week(2))
    kept, gone = (find_player(club=club, name=name) for name in ("Zoé", "Zoe"))
    assert kept
    assert gone
    merge_players(kept_id=kept.pk, gone_id=gone.pk, author=SCORER, now=NOW)


def _add_rest(club: Club) -> None:
    """Add what nothing else left so far."""
    invite_member(club=club, name="Fanny", role=Role.DESK, author=SCORER, now=NOW)
    playing = Match.objects.filter(round__tournament__club=club, round__status="playing")
    match = playing.exclude(receipt="")[0]
    contest, player = Tournament.objects.of_club(club)[0], Player.objects.filter(club=club)[0]
    accept_sheet(match_id=match.pk, side=Side.A, receipt=match.receipt, author=SCORER, now=NOW)
    hand = Hand.objects.filter(game=match.game)[0]
    SentHand.objects.create(game=hand.game, key=hand.submission_key, hand=hand, digest="0" * 64)
    rebuild_ratings(club)
    SentVerdict.objects.create(match=match, key="00000000-0000-4000-8000-00000000000a")
    ListColumns.objects.create(club=club, kind="entries", heading="0" * 16, used_at=NOW)
    PhotoKeeping.objects.create(club=club, days=7)
    computer, link = HallComputer.objects.get(club=club), ServerLink.objects.get(club=club)
    ArrivedName.objects.create(computer=computer, name="Nadia", player=player)
    SentContest.objects.create(link=link, tournament=contest)
    SentEvening.objects.create(link=link, evening=club.evenings.all()[0])
    ContestSummary.objects.create(
        tournament=contest, version=0, results_version=0, first_hash="0" * 64, games=[], firsts=[]
    )
    entry = Entry.objects.filter(seats__match=match)[0]
    sits_in = Substitute(place=1, name="Odile", from_round=match.round.number, from_hand=1)
    substitute(
        tournament_id=entry.tournament_id,
        number=entry.number,
        wanted=sits_in,
        author=SCORER,
        now=NOW,
    )


def exported(club: Club) -> BytesIO:
    file = BytesIO()
    write_club(club, file, now=NOW)
    file.seek(0)
    return file


def packed_anew(file: BytesIO, **changed: bytes | None) -> BytesIO:
    """Return the same zip with other parts under these names, or without them."""
    again = BytesIO()
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(again, "w") as new:
        for name in old.namelist():
            content = changed.get(name, old.read(name))
            if content is not None:
                new.writestr(name, content)
    again.seek(0)
    return again


def manifest_of(file: BytesIO) -> dict[str, Any]:
    with zipfile.ZipFile(file) as archive:
        plain: dict[str, Any] = json.loads(archive.read("manifest.json"))
        return plain


def rows_of(club: Club) -> dict[str, list[dict[str, Any]]]:
    """Return every row of a club, as it is stored."""
    return {kind.name: list(kind.rows(club).order_by("pk").values()) for kind in kinds()}


def documents_of(club: Club) -> dict[str, str]:
    contests = Tournament.objects.of_club(club)
    return {contest.name: document_text(document_of(contest)) for contest in contests}


def codes_of(club: Club) -> set[str]:
    """Return every code that opens something of the club."""
    return {
        row.token
        for kind in kinds()
        if any(field.name == "token" for field in kind.model._meta.concrete_fields)
        for row in kind.rows(club)
    }


def shown_of(club: Club) -> dict[str, str]:
    """Return the words on the pages of a club, as its owner sees them."""
    owner = User.objects.filter(memberships__club=club, memberships__role=Role.OWNER)[0]
    browser = visitor()
    browser.force_login(owner, backend="django.contrib.auth.backends.ModelBackend")
    browser.post(reverse("scorekeeper:club-choose"), {"club": club.pk})
    lists = (
        *("scorekeeper:player-list", "scorekeeper:evening-list", "scorekeeper:ruleset-list"),
        *("scorekeeper:game-list", "tournaments:tournament-list", "tournaments:league-list"),
        *("tournaments:leaderboard", "tournaments:past-list"),
    )
    pages = {name: reverse(name) for name in lists}
    for season in Season.objects.filter(league__club=club).select_related("league"):
        fixed = season.league.kind == League.Kind.FIXTURES
        name = "fixture-list" if fixed else "season-detail"
        pages[f"{season.league} {season}"] = reverse(f"tournaments:{name}", args=[season.pk])
    for contest in Tournament.objects.of_club(club):
        pages[contest.name] = reverse("tournaments:ranking", args=[contest.pk])
    return {name: words_on(browser.get(page)) for name, page in pages.items()}


def owners_of(club: Club) -> list[str]:
    members = Membership.objects.filter(club=club, role=Role.OWNER).select_related("user")
    return [member.user.first_name for member in members]
