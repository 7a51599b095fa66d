"""Declarations, several belotes, a penalty with its bid: typed without a script, stored, shown."""

import uuid
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from scorekeeper.engine.choices import AllTrumpBelotes, DeclarationsTie, PenaltyMarks, Rounding
from scorekeeper.engine.columns import entry_from_values, entry_values
from scorekeeper.engine.hand import (
    Contract,
    Declaration,
    DeclarationKind,
    HandEntry,
    Multiplier,
    Rank,
    Seat,
    Side,
    Trump,
)
from scorekeeper.engine.presets import PRESETS
from scorekeeper.engine.rulesets import GameFormat, RuleSet
from scorekeeper.games.queries.log import load_log
from scorekeeper.games.queries.sheets import load_sheet, plain_entry
from scorekeeper.games.services.hands import HandInput, correct_hand
from scorekeeper.games.services.sent_hands import agree
from scorekeeper.models import Club, Game, Hand
from scorekeeper.rules.queries import preset_choice
from tests.rulesets import text_of
from tests.sending import send, url
from tests.table import NOW, SCORER, make_game, takes, write

pytestmark = pytest.mark.django_db

COINCHE = replace(
    PRESETS["coinche_ffb"],
    all_trump_belotes=AllTrumpBelotes.UP_TO_FOUR,
    penalty_marks=PenaltyMarks.BASE_AND_BID,
)
TIERCE = Declaration(side=Side.A, kind=DeclarationKind.TIERCE, high=Rank.KING)
JACKS = Declaration(side=Side.B, kind=DeclarationKind.FOUR_JACKS)
EVERYTHING = HandEntry(
    taker=Seat.A1,
    card_points=200,
    trump=Trump.ALL_TRUMP,
    contract=Contract(bid=120, multiplier=Multiplier.DOUBLED),
    belote=Side.A,
    belote_seat=Seat.A2,
    further_belotes=(Side.B, Side.B),
    declarations=(TIERCE,),
)


def playing(club: Club, ruleset: RuleSet = COINCHE) -> Game:
    return make_game(club, choice=replace(preset_choice("coinche_ffb"), ruleset=ruleset))


def test_everything_is_stored_and_read_back(club: Club) -> None:
    game = playing(club)
    (hand,) = write(game, EVERYTHING)
    assert Hand.objects.get(pk=hand.pk).entry == EVERYTHING
    assert hand.declarations == [["A", "tierce", "king"]]
    with translation.override("en"):
        text = load_log(load_sheet(game))[0].after
    assert "Tierce to the king (20)" in text
    assert "Belotes of Bruno & David: 2" in text


def test_what_was_stored_before_keeps_its_values_and_its_tag() -> None:
    """Receipts on paper, tags on phones and logs are made of these values."""
    values = entry_values(HandEntry(taker=Seat.A1, card_points=92))
    assert "further_belotes" not in values
    old = {**values, "declarations": [["A", "tierce"]]}
    declared = (Declaration(side=Side.A, kind=DeclarationKind.TIERCE),)
    assert entry_from_values(old).declarations == declared
    assert entry_values(entry_from_values(old)) == old


def test_a_correction_takes_further_belotes_away(club: Club) -> None:
    game = playing(club)
    write(game, EVERYTHING)
    written = HandInput(entry=replace(EVERYTHING, further_belotes=()))
    correct_hand(game_id=game.pk, number=1, written=written, author=SCORER, now=NOW)
    assert game.hands.get().further_belotes == []


class TestTyped:
    """The form as it is where no script runs."""

    BID = {"bid": 120, "multiplier": 0, "trump": "all_trump"}

    def test_declarations_and_belotes(self, club: Club, member: Client) -> None:
        game = playing(club)
        typed = {
            **self.BID,
            "multiplier": 1,
            "points_a": 200,
            "belote": "A2",
            "further_b": 2,
            "declared_1": "A:tierce:king",
        }
        send(member, game, **typed)
        assert game.hands.get().entry == EVERYTHING

    def test_the_same_is_shown_to_be_corrected(self, club: Club, member: Client) -> None:
        game = playing(club)
        write(game, EVERYTHING)
        page = member.get(url("hand-edit", game.pk, 1))
        form = page.context["form"]
        assert form["declared_1"].value() == "A:tierce:king"
        assert form["further_b"].value() == 2
        shown = {
            bound.name: bound.value() for bound in form if bound.value() not in (None, "", False)
        }
        send_to = url("hand-edit", game.pk, 1)
        member.post(send_to, {**shown, "kind": "hand", "submission_key": uuid.uuid4()})
        assert game.hands.get().entry == EVERYTHING

    @pytest.mark.parametrize(
        ("declared", "text"),
        [
            pytest.param(["A:four_jacks", "B:four_jacks"], "cannot show all of this", id="twice"),
            pytest.param(
                ["A:four_kings", "B:cinquante:ace"], "cannot show all of this", id="a king of both"
            ),
            pytest.param(["A:tierce", "B:tierce"], "Say whose it is", id="who is best"),
            pytest.param(["A:tierce:seven"], "not one of the available", id="no such choice"),
        ],
    )
    def test_what_cannot_be_is_refused_and_kept(
        self, club: Club, member: Client, declared: list[str], text: str
    ) -> None:
        game = playing(club)
        fields = {f"declared_{n}": value for n, value in enumerate(declared, start=1)}
        page = send(member, game, **self.BID, points_a=200, **fields)
        assert text in text_of(page)
        assert not game.hands.exists()
        assert page.context["form"]["declared_1"].value() == declared[0]

    @pytest.mark.parametrize(
        ("tie", "text"),
        [
            (DeclarationsTie.NOBODY, "nobody scores, leave both out"),
            (DeclarationsTie.FIRST_SPEAKER, "the side that spoke first"),
        ],
    )
    def test_the_question_says_what_becomes_of_equal_ones(
        self, club: Club, member: Client, tie: DeclarationsTie, text: str
    ) -> None:
        game = playing(club, replace(COINCHE, declarations_tie=tie))
        assert text in text_of(member.get(url("game-detail", game.pk)))

    def test_in_plain_belote_too(self, club: Club, member: Client) -> None:
        game = playing(club, replace(PRESETS["contest"], declarations=True))
        send(member, game, points_a=92, declared_1="A:cent")
        assert game.hands.get().score_a == 92 + 100

    @pytest.mark.parametrize(("bid", "marked"), [("", 160), ("100", 260)])
    def test_a_penalty_with_its_bid(
        self, club: Club, member: Client, bid: str, marked: int
    ) -> None:
        game = playing(club)
        typed = {"kind": "penalty", "penalty": "A", "reason": "misdeal", "taker": ""}
        page = send(member, game, **typed, penalty_bid=bid, penalty_multiplier=0)
        assert game.hands.get().score_b == marked
        told = text_of(member.get(url("game-detail", game.pk)))
        assert page.status_code == 200
        assert "160 and the bid for the other side" in told


class TestTwoPhones:
    """Two people write the same hand; one of them says more of its declarations."""

    HAND = replace(takes(Seat.A1, 92), contract=Contract(bid=80))
    BARE = Declaration(side=Side.A, kind=DeclarationKind.TIERCE)

    def agrees(self, one: HandEntry, other: HandEntry) -> bool:
        return agree(HandInput(entry=one), HandInput(entry=other), COINCHE)

    def test_a_card_that_only_one_said(self) -> None:
        said = replace(self.HAND, declarations=(TIERCE,))
        assert self.agrees(said, replace(self.HAND, declarations=(self.BARE,)))
        queen = replace(TIERCE, high=Rank.QUEEN)
        assert not self.agrees(said, replace(self.HAND, declarations=(queen,)))

    def test_another_best(self) -> None:
        both = (self.BARE, replace(self.BARE, side=Side.B))
        a, b = (replace(self.HAND, declarations=both, best_declaration=best) for best in Side)
        assert self.agrees(a, a)
        assert not self.agrees(a, b)

    def test_belotes_are_counted_by_side(self) -> None:
        one = replace(self.HAND, trump=Trump.ALL_TRUMP, belote=Side.A, further_belotes=(Side.B,))
        other = replace(one, belote=Side.B, further_belotes=(Side.A,))
        assert self.agrees(one, other)
        assert not self.agrees(one, replace(one, further_belotes=(Side.A,)))


class TestShownTotals:
    def test_in_tens_with_the_exact_ones_found(self, club: Club, member: Client) -> None:
        game = playing(club, replace(COINCHE, rounding=Rounding.TOTAL_ONLY))
        write(game, replace(takes(Seat.A1, 93), contract=Contract(bid=80)))
        page = member.get(url("game-detail", game.pk))
        shown = page.context["sheet"].shown_totals
        assert (shown.a, shown.b) == (170, 70)
        assert "Exactly 173 – 69" in text_of(page)
        assert "exactly 173 – 69" in text_of(page)
        assert page.context["table_data"]["sheet"]["rules"]["shown_in_tens"]

    def test_others_say_nothing_of_it(self, club: Club, member: Client) -> None:
        game = playing(club)
        write(game, replace(takes(Seat.A1, 93), contract=Contract(bid=80)))
        assert "xactly" not in text_of(member.get(url("game-detail", game.pk)))

    def test_the_hand_that_ends_the_game_was_marked_exactly(
        self, club: Club, member: Client
    ) -> None:
        """Cannes 2016: bid 100, 104 made, 204 and 58."""
        rules = replace(PRESETS["contree_cannes"], format=GameFormat(target=204))
        game = playing(club, rules)
        write(game, replace(takes(Seat.A1, 104), contract=Contract(bid=100)))
        page = member.get(url("game-detail", game.pk))
        assert "scored exactly: it ends the game" in text_of(page)
        assert (page.context["sheet"].totals.a, page.context["sheet"].totals.b) == (204, 58)


def test_the_interface_tells_all_of_it() -> None:
    plain: dict[str, Any] = plain_entry(EVERYTHING)
    assert plain["further_belotes"] == ["B", "B"]
    assert plain["declarations"] == [{"side": "A", "kind": "tierce", "high": "king"}]
