"""A whole season by one command: quick, and as if every hand had been written at its table."""

import io
import random
import uuid
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any, Final

import pytest
from django.core.management import CommandError, call_command
from django.db.models import Model
from django.urls import reverse
from django.utils import timezone

from scorekeeper.engine.hand import Seat, Side
from scorekeeper.games.services.hands import record_hand
from scorekeeper.models import Club, ClubRuleSet, Game, GameEvent, GameSeat, Hand, Player
from scorekeeper.models.authors import Author
from scorekeeper.rules.queries import find_choice, preset_choice
from tests.pages import count_queries, member_of, visitor
from tests.table import NOW, make_club
from tournaments import draw_secrets
from tournaments.audit_log.queries.logs import verify_tournament
from tournaments.extensions.demo import contest as contest_demo
from tournaments.extensions.demo.contest import DemoPlan
from tournaments.extensions.demo.season import SeasonPlan, play_season
from tournaments.extensions.demo.tables import HAND_TIME, believable_hand
from tournaments.models import (
    Entry,
    LogEntry,
    Match,
    MatchSeat,
    Round,
    Season,
    SheetVerdict,
    Tournament,
)
from tournaments.seasons.queries.credits import credited_players
from tournaments.seasons.queries.tables import table_of
from tournaments.tables.services import accept_sheet

pytestmark = pytest.mark.django_db

SMALL: Final = ("--teams", "4", "--rounds", "2", "--hands", "3")
# Keys of the database and addresses that nobody shall guess.
UNLIKE: Final = {
    *("id", "token", "mark", "game", "match", "round", "entry", "tournament", "player", "club"),
}
ROWS: Final[dict[type[Model], tuple[str, ...]]] = {
    Tournament: ("date",),
    Entry: ("tournament__date", "number"),
    Round: ("tournament__date", "number"),
    Match: ("round__tournament__date", "round__number", "table_number"),
    MatchSeat: ("round__tournament__date", "round__number", "entry__number"),
    SheetVerdict: ("match__round__tournament__date", "match__round__number", "match", "side"),
    LogEntry: ("tournament__date", "number"),
    Game: ("match__round__tournament__date", "match__round__number", "table_number"),
    GameSeat: ("game", "seat"),
    GameEvent: ("game", "pk"),
    Hand: ("game", "number"),
}


def demo(*options: str) -> Season:
    """Play a season and return the one whose number is the last line of the output."""
    out = io.StringIO()
    call_command("demo", "--season", *options, stdout=out)
    pk = int(out.getvalue().splitlines()[-1])
    return Season.objects.select_related("league__club").get(pk=pk)


def play_by_hand(
    *, round_id: int, dice: random.Random, begin: datetime, progress: Callable[[], object]
) -> datetime:
    """Play a round as `play_tables` does, every hand through the service that people use."""
    playing = Round.objects.select_related("tournament").get(pk=round_id)
    matches = list(
        playing.matches.filter(game__isnull=False).select_related("game").order_by("table_number")
    )
    now = begin
    for _hand in range(playing.hands):
        now += HAND_TIME
        for match in matches:
            record_hand(
                game_id=match.game_id or 0,
                written=believable_hand(dice, playing.tournament.ruleset),
                submission_key=uuid.UUID(int=dice.getrandbits(128), version=4),
                author=scorer(match, Side.A),
                now=now,
            )
            progress()
    now += HAND_TIME
    for match in matches:
        match.refresh_from_db()
        for side in Side:
            accept_sheet(
                match_id=match.pk,
                side=side,
                receipt=match.receipt,
                author=scorer(match, side),
                now=now,
            )
    return now


def scorer(match: Match, side: Side) -> Author:
    assert match.game
    return Author(match.game.seats.get(seat=Seat(f"{side}1")).name)


def stored(club: Club) -> dict[str, list[dict[str, Any]]]:
    """Return every row of the club's contests, in an order that follows from what it holds."""
    owners = {
        Tournament: "club",
        Entry: "tournament__club",
        Round: "tournament__club",
        Match: "round__tournament__club",
        MatchSeat: "round__tournament__club",
        SheetVerdict: "match__round__tournament__club",
        LogEntry: "tournament__club",
        Game: "club",
        GameSeat: "game__club",
        GameEvent: "game__club",
        Hand: "game__club",
    }
    return {
        model.__name__: [
            plain(row)
            for row in model._default_manager.filter(**{owners[model]: club}).order_by(*order)
        ]
        for model, order in ROWS.items()
    }


def plain(row: Model) -> dict[str, Any]:
    fields: Iterable[Any] = row._meta.concrete_fields
    return {
        field.name: field.value_from_object(row) for field in fields if field.name not in UNLIKE
    }


CONTRÉE = "contrée"


@pytest.mark.parametrize(
    ("rules", "options"),
    [
        pytest.param("contest", {}, id="a contest"),
        pytest.param("contest", {"is_odd": True}, id="somebody is exempt"),
        pytest.param("salon", {}, id="points are held"),
        pytest.param("classic", {"is_melee": True}, id="mêlée"),
        pytest.param(CONTRÉE, {}, id="bids"),
    ],
)
def test_every_row_is_as_if_written_at_the_table(
    rules: str, options: dict[str, bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(draw_secrets, "token_hex", lambda size: "5e" * size)
    plan = SeasonPlan(evening=DemoPlan(teams=6, rounds=2, hands=5, seed=11, **options), evenings=2)
    found = []
    for is_at_once in (True, False):
        club = make_club()
        if not is_at_once:
            monkeypatch.setattr(contest_demo, "play_tables", play_by_hand)
        key = contrée(club) if rules == CONTRÉE else rules
        chosen = find_choice(club, key)
        assert chosen
        play_season(club=club, plan=plan, rules=chosen, now=NOW)
        found.append(stored(club))
    at_once, by_hand = found
    for name, rows in by_hand.items():
        assert at_once[name] == rows, name
    assert len(by_hand["Hand"]) == plan.all_hands


def contrée(club: Club) -> str:
    """Return the key of a rule set with bids; the key of the second club's is the same."""
    known = ClubRuleSet.objects.filter(name=CONTRÉE).first()
    if known:
        ClubRuleSet.objects.filter(pk=known.pk).update(club=club)
        return f"club-{known.pk}"
    own = ClubRuleSet.objects.create(
        club=club,
        name=CONTRÉE,
        based_on="contest",
        values={"bidding": "points_and_bid"},
        practice={},
        changed_at=NOW,
        created_at=NOW,
    )
    return f"club-{own.pk}"


def test_a_season_is_played_week_by_week_with_changing_partners() -> None:
    season = demo("--evenings", "5", *SMALL, "--seed", "3")
    contests = list(Tournament.objects.order_by("date"))
    days = [contest.date for contest in contests]
    assert [later - day for day, later in pairwise(days)] == [timedelta(weeks=1)] * 4
    assert (days[0], days[-1]) == (season.starts_on, season.ends_on)
    assert abs(days[-1] - timezone.localdate()) <= timedelta(days=1)
    assert 8 < Player.objects.count() <= 12
    assert Hand.objects.count() == 5 * 2 * 2 * 3
    partners = {frozenset(entry.names) for entry in Entry.objects.prefetch_related("players")}
    assert len(partners) > 12
    for contest in contests:
        assert contest.finished_at is not None
        assert contest.entries.exclude(checked_in_at=None).filter(has_paid=True).count() == 4
        assert verify_tournament(contest).is_whole


def test_its_table_counts_the_best_half_of_the_evenings() -> None:
    season = demo("--evenings", "4", *SMALL)
    table = table_of(season)
    assert [item.name for item in table.items] == [
        f"Demonstration contest {number}" for number in (1, 2, 3, 4)
    ]
    names = dict(Player.objects.values_list("pk", "name"))
    for place in table.ranking:
        (pk,) = credited_players(place.entrant)
        points = MatchSeat.objects.filter(entry__players__player=pk)
        evenings: dict[int, int] = {}
        for contest, made in points.values_list("round__tournament", "points"):
            evenings[contest] = evenings.get(contest, 0) + made
        best = sum(sorted(evenings.values())[-2:])
        assert table.scores[place.entrant].score == best, names[pk]


def test_the_same_seed_plays_the_same_season() -> None:
    def hands(season: Season) -> list[Any]:
        own = Hand.objects.filter(game__match__round__tournament__season_events__season=season)
        in_order = own.order_by(
            "game__match__round__tournament__date",
            "game__match__round__number",
            "game__table_number",
            "number",
        )
        return list(in_order.values_list("game__seats__name", "taker", "card_points", "belote"))

    first, again, other = (demo("--evenings", "2", *SMALL, "--seed", seed) for seed in "558")
    assert sorted(hands(first)) == sorted(hands(again))
    assert sorted(hands(first)) != sorted(hands(other))
    leagues = [season.league.name for season in (first, again, other)]
    assert leagues == [
        "Demonstration league",
        "Demonstration league 2",
        "Demonstration league 3",
    ]


def test_other_contests_of_the_club_stay_out_of_it() -> None:
    call_command("demo", *SMALL, stdout=io.StringIO())
    season = demo("--evenings", "2", *SMALL)
    assert len(table_of(season).items) == 2
    assert Tournament.objects.count() == 3


def test_forty_evenings_of_sixty_teams_unless_told_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plans: list[SeasonPlan] = []

    def remember(*, plan: SeasonPlan, **_others: object) -> Season:
        plans.append(plan)
        return Season(pk=1)

    command = "tournaments.extensions.demo.management.commands.demo"
    monkeypatch.setattr(f"{command}.play_season", remember)
    call_command("demo", "--season", stdout=io.StringIO())
    (plan,) = plans
    assert (plan.evenings, plan.evening.teams, plan.all_hands) == (40, 60, 43_200)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--teams", "4", "--evenings", "3"), "--evenings goes with --season"),
        (("--season", "--evenings", "0"), "--evenings: .*60"),
        (("--season", "--evenings", "61"), "--evenings"),
        (("--season", "--teams", "1"), "--teams"),
        ((), "--teams: .*2"),
    ],
)
def test_what_cannot_be_played_is_said(options: tuple[str, ...], words: str) -> None:
    with pytest.raises(CommandError, match=words):
        call_command("demo", *options, stdout=io.StringIO())
    assert not Tournament.objects.exists()


def test_the_pages_take_as_many_queries_for_a_longer_season() -> None:
    """As many for 6 evenings of 12 teams as for 2 of 4; forty of sixty are only larger."""
    counts = []
    for evenings, teams in ((2, 4), (6, 12)):
        club = make_club()
        plan = SeasonPlan(evening=DemoPlan(teams=teams, rounds=2, hands=2), evenings=evenings)
        season = play_season(club=club, plan=plan, rules=preset_choice("contest"), now=NOW)
        member = member_of(club, f"member-{teams}")
        leader = credited_players(table_of(_loaded(season)).ranking[0].entrant)[0]
        oldest = Tournament.objects.filter(club=club).earliest("date")
        code = f"season-{season.pk}"
        addresses = {
            "season": reverse("tournaments:season-detail", args=[season.pk]),
            "leagues": reverse("tournaments:league-list"),
            "leaderboard": reverse("tournaments:leaderboard"),
            "leaderboard of it": reverse("tournaments:leaderboard", query={"when": code}),
            "player": reverse("tournaments:player-detail", args=[leader]),
            "player in it": reverse(
                "tournaments:player-detail", args=[leader], query={"season": season.pk}
            ),
            "ranking": reverse("tournaments:ranking", args=[oldest.pk]),
        }
        found = {name: queries(member, address) for name, address in addresses.items()}
        public = reverse("tournaments:season-public", args=[season.token])
        counts.append(found | {"for everybody": queries(visitor(), public)})
    assert counts[0] == counts[1]


def _loaded(season: Season) -> Season:
    return Season.objects.select_related("league__club").get(pk=season.pk)


def queries(client: Any, address: str) -> int:
    """Return how many queries the second look at a page takes."""
    assert client.get(address).status_code == 200
    return count_queries(lambda: client.get(address))
