"""A whole contest with believable hands, by one command."""

import io
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from scorekeeper.engine.rulesets import GameFormat
from scorekeeper.engine.tally import tally
from scorekeeper.models import Club, ClubRuleSet, Game, Hand
from tests.table import NOW, make_club
from tournaments.audit_log.queries.documents import CODEC, document_of
from tournaments.audit_log.queries.logs import verify_tournament
from tournaments.audit_log.replay.hands import as_columns
from tournaments.models import Match, Round, SheetVerdict, Tournament

pytestmark = pytest.mark.django_db


def demo(*options: str) -> Tournament:
    """Play a contest and return the one whose number is the last line of the output."""
    out = io.StringIO()
    call_command("demo", *options, stdout=out)
    return Tournament.objects.get(pk=int(out.getvalue().splitlines()[-1]))


def written(tournament: Tournament) -> list[Any]:
    hands = Hand.objects.filter(game__match__round__tournament=tournament)
    return list(
        hands.order_by("game__match__round__number", "game__table_number", "number").values_list(
            "game__match__seats__entry__number", "taker", "card_points", "belote", "penalty"
        )
    )


def test_a_whole_contest_is_played() -> None:
    contest = demo("--teams", "8", "--rounds", "3", "--hands", "4", "--seed", "7")
    assert contest.finished_at is not None
    assert contest.round_hands == [4, 4, 4]
    assert contest.ruleset_key == "contest"
    assert list(contest.rounds.values_list("status", flat=True)) == [Round.Status.CLOSED] * 3
    games = Game.objects.filter(match__round__tournament=contest)
    assert games.count() == 12
    assert all(game.is_finished and game.hand_count == 4 for game in games)
    assert SheetVerdict.objects.filter(agrees=True).count() == 24
    assert contest.entries.exclude(checked_in_at=None).filter(has_paid=True).count() == 8
    names = [name for entry in contest.entries.by_number() for name in entry.names]
    assert len({name.casefold() for name in names}) == 16


def test_exported_totals_are_those_of_the_hands() -> None:
    """The contest of 200 teams that the issue asks for is this one, only larger."""
    contest = demo("--teams", "20", "--rounds", "3", "--hands", "12", "--odd", "--seed", "3")
    document = document_of(contest)
    third = document["rounds"][2]
    assert third["status"] == "closed"
    totals: dict[int, int] = {}
    for played in document["rounds"]:
        for match in played["matches"]:
            if match["bye"]:
                points = [match["total_a"]]
            else:
                entries = [CODEC.read(as_columns(hand)) for hand in match["hands"]]
                found = tally(entries, contest.ruleset, GameFormat(hands=12)).totals
                points = [found.a, found.b]
                assert points == [match["total_a"], match["total_b"]]
            for side, made in zip("ab", points, strict=False):
                totals[match[side]] = totals.get(match[side], 0) + made
    assert {line["entry"]: line["total"] for line in document["standings"]} == totals
    assert verify_tournament(contest).is_whole


def test_the_same_seed_plays_the_same_contest() -> None:
    options = ("--teams", "6", "--rounds", "2", "--hands", "3")
    first, again, other = (demo(*options, "--seed", seed) for seed in ("5", "5", "6"))
    assert written(first) == written(again)
    assert written(first) != written(other)
    names = [[entry.names for entry in one.entries.by_number()] for one in (first, again)]
    assert names[0] == names[1]


@pytest.mark.parametrize(
    ("options", "entries", "exempt"),
    [
        pytest.param(("--teams", "6"), 6, 0, id="even"),
        pytest.param(("--teams", "6", "--odd"), 7, 1, id="made odd"),
        pytest.param(("--teams", "7", "--odd"), 7, 1, id="odd already"),
        pytest.param(("--teams", "2"), 2, 0, id="the fewest"),
        pytest.param(("--teams", "3"), 3, 1, id="three"),
        pytest.param(("--teams", "4", "--melee"), 8, 0, id="mêlée"),
        pytest.param(("--teams", "4", "--melee", "--odd"), 9, 1, id="mêlée, odd"),
        pytest.param(("--teams", "3", "--melee"), 6, 2, id="mêlée with half a table too many"),
    ],
)
def test_how_many_play(options: tuple[str, ...], entries: int, exempt: int) -> None:
    contest = demo(*options, "--rounds", "2", "--hands", "1")
    assert contest.entries.count() == entries
    assert contest.format.has_teams == ("--melee" not in options)
    first = contest.rounds.get(number=1)
    assert first.matches.filter(kind=Match.Kind.EXEMPT).count() == exempt
    assert verify_tournament(contest).is_whole


def test_the_oldest_club_plays_and_one_is_made_where_there_is_none() -> None:
    assert demo("--teams", "2", "--rounds", "1", "--hands", "1").club == Club.objects.get()
    make_club("Newer")
    again = demo("--teams", "2", "--rounds", "1", "--hands", "1")
    assert again.club == Club.objects.earliest("pk")


@pytest.mark.parametrize("rules", ["classic", "salon", "twelve_hands"])
def test_any_rule_set(rules: str) -> None:
    contest = demo("--teams", "4", "--rounds", "2", "--hands", "6", "--rules", rules)
    assert contest.ruleset_key == rules
    assert verify_tournament(contest).is_whole


def test_a_rule_set_of_the_club_with_bids() -> None:
    club = make_club()
    own = ClubRuleSet.objects.create(
        club=club,
        name="Contrée",
        based_on="contest",
        values={"bidding": "points_and_bid"},
        practice={},
        changed_at=NOW,
        created_at=NOW,
    )
    contest = demo("--teams", "4", "--rounds", "1", "--hands", "12", "--rules", f"club-{own.pk}")
    hands = Hand.objects.filter(game__match__round__tournament=contest, penalty="")
    assert hands.exists()
    assert not hands.filter(bid=None).exists()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--teams", "1"), "--teams: .*2"),
        (("--teams", "100000"), "--teams: .*1000"),
        (("--teams", "4", "--rounds", "0"), "--rounds"),
        (("--teams", "4", "--hands", "101"), "--hands: .*100"),
        (("--teams", "4", "--seed", "-1"), "--seed"),
        (("--teams", "4", "--rules", "poker"), "poker.*salon"),
    ],
)
def test_what_cannot_be_played_is_said(options: tuple[str, ...], words: str) -> None:
    with pytest.raises(CommandError, match=words):
        demo(*options)
    assert not Tournament.objects.exists()


def test_progress_is_shown_apart_from_the_number(capfd: pytest.CaptureFixture[str]) -> None:
    call_command("demo", "--teams", "2", "--rounds", "1", "--hands", "2")
    told = capfd.readouterr()
    assert told.out.strip() == str(Tournament.objects.get().pk)
    assert "2/2" in told.err
