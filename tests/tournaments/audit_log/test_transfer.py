"""A contest leaves as a document and arrives the same elsewhere; with a fault it does not."""

import copy
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.engine.choices import AllTrumpBelotes, PenaltyMarks
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
from scorekeeper.engine.tally import tally
from scorekeeper.games.services.hands import correct_hand
from scorekeeper.models import Club, Game, GameEvent, GameSeat, Hand, Player
from scorekeeper.models.hands import HandInput
from scorekeeper.rules.queries import preset_choice
from tests.contest import games_of, make_contest, play, play_round, start_round, write_hand
from tests.pages import count_queries
from tests.table import NOW, make_club
from tests.tournaments.audit_log.conftest import exported
from tests.tournaments.audit_log.mutations import Document
from tests.tournaments.audit_log.replay.eventful import (
    BY,
    eventful_melee,
    eventful_teams,
    forfeits_in_melee,
)
from tournaments.audit_log.labels import document_difference_text, document_problem_text
from tournaments.audit_log.queries.documents import CODEC, document_of, document_text
from tournaments.audit_log.queries.logs import verify_tournament
from tournaments.audit_log.replay.hands import as_columns
from tournaments.audit_log.services import DocumentError, import_tournament, read_document
from tournaments.models import TableCode, Tournament
from tournaments.rounds.services import draw_round
from tournaments.tables.services import close_round

pytestmark = pytest.mark.django_db


def bring(document: Document) -> Tournament:
    """Import a document into another club."""
    return import_tournament(document=document, club=make_club("Elsewhere"), now=NOW)


def drawn_only(club: Club) -> Tournament:
    tournament = make_contest(club, teams=3)
    play_round(tournament)
    draw_round(tournament_id=tournament.pk, seed=2, **BY)
    return tournament


def twelve_hands(club: Club) -> Tournament:
    """Return a contest by other rules, finished tables and one that has not begun."""
    tournament = make_contest(club, teams=4, rounds=2, hands=3, rules="twelve_hands", ties="shared")
    play(games_of(start_round(tournament))[0])
    return tournament


def coinche(club: Club) -> Tournament:
    """Return a contest with everything that a hand of coinche can say."""
    rules = replace(
        PRESETS["coinche_ffb"],
        all_trump_belotes=AllTrumpBelotes.UP_TO_FOUR,
        penalty_marks=PenaltyMarks.BASE_AND_BID,
    )
    choice = replace(preset_choice("coinche_ffb"), ruleset=rules)
    tournament = make_contest(club, teams=2, rounds=1, hands=3, rules=choice)
    (match,) = games_of(start_round(tournament))
    bid = Contract(bid=120, multiplier=Multiplier.DOUBLED)
    declared = (
        Declaration(side=Side.A, kind=DeclarationKind.TIERCE, high=Rank.KING),
        Declaration(side=Side.B, kind=DeclarationKind.FOUR_ACES),
    )
    hand = HandEntry(
        taker=Seat.A1,
        card_points=200,
        trump=Trump.ALL_TRUMP,
        contract=bid,
        belote=Side.A,
        further_belotes=(Side.B,),
        declarations=declared,
    )
    write_hand(match.game, hand)
    write_hand(match.game, HandEntry(penalty=Side.A, contract=bid))
    mended = HandInput(entry=replace(hand, further_belotes=(Side.B, Side.A)))
    assert match.game
    correct_hand(game_id=match.game.pk, number=1, written=mended, **BY)
    return tournament


CONTESTS: dict[str, Callable[[Club], Tournament]] = {
    "empty": lambda club: make_contest(club, teams=0),
    "one team": lambda club: make_contest(club, teams=1),
    "drawn, not published": drawn_only,
    "other rules": twelve_hands,
    "everything": eventful_teams,
    "coinche": coinche,
    "mêlée": eventful_melee,
    "forfeits in mêlée": forfeits_in_melee,
}


@pytest.mark.parametrize("make", CONTESTS.values(), ids=CONTESTS)
def test_a_contest_arrives_as_it_left(club: Club, make: Callable[[Club], Tournament]) -> None:
    tournament = make(club)
    document = exported(tournament)
    arrived = bring(document)
    assert exported(arrived) == document
    assert verify_tournament(tournament).is_whole
    assert verify_tournament(arrived).is_whole


def test_the_document_says_what_others_need(club: Club) -> None:
    document = exported(eventful_teams(club))
    parts = ["tournament", "entries", "rounds", "standings", "awards", "outcomes", "log"]
    assert list(document) == parts
    assert document["tournament"]["name"] == "Concours de la Saint-Martin"
    assert document["tournament"]["rules"]["values"]["belote_points"] == 20
    assert document["entries"][1] | {"created_at": ""} == {
        "number": 2,
        "players": ["Émile Petit", "Rose Petit"],
        "tags": ["ladies"],
        "withdrawn_from": None,
        "checked_in_at": NOW.isoformat(),
        "has_paid": False,
        "created_at": "",
    }
    first = document["rounds"][0]["matches"][0]
    hand = first["hands"][0]
    assert (hand["taker"], hand["points"], hand["capot"], hand["belote"]) == ("B1", 162, "B", "B")
    assert (hand["score_a"], hand["score_b"]) == (0, 272)
    assert first["hands"][1]["penalty"] == "A"
    assert first["hands"][1]["penalty_reason"] == "Wrong card"
    byes = [match for match in document["rounds"][0]["matches"] if match["bye"]]
    assert byes == []  # played an early finisher instead
    kinds = [match["kind"] for match in document["rounds"][0]["matches"]]
    assert kinds == ["game", "game", "game", "forfeit", "catch_up"]
    line = document["standings"][0]
    assert list(line) == ["rank", "entry", "total", "wins", "best_game", "exempt", "decided_by"]
    assert document["standings"][-1]["decided_by"] is None


def test_in_melee_a_side_is_two_numbers(club: Club) -> None:
    document = exported(eventful_melee(club))
    *tables, first_exempt, _second = document["rounds"][0]["matches"]
    assert all(len(match["a"]) == len(match["b"]) == 2 for match in tables)
    assert (len(first_exempt["a"]), first_exempt["b"]) == (1, None)
    assert first_exempt["bye"] is True
    assert first_exempt["total_a"] == 324


def test_totals_are_those_of_the_hands(club: Club) -> None:
    document = exported(eventful_teams(club))
    ruleset = RuleSet.from_values(document["tournament"]["rules"]["values"])
    counted = 0
    for played in document["rounds"]:
        for match in played["matches"]:
            entries = [CODEC.read(as_columns(hand)) for hand in match["hands"]]
            if entries:
                totals = tally(entries, ruleset, GameFormat(hands=played["hands"])).totals
                assert (totals.a, totals.b) == (match["total_a"], match["total_b"])
                for side in ("a", "b"):
                    scores = sum(hand[f"score_{side}"] for hand in match["hands"])
                    assert scores + match["sheet"][f"returned_{side}"] == match[f"total_{side}"]
                counted += 1
    assert counted > 5


def test_nothing_secret_leaves(club: Club) -> None:
    tournament = eventful_teams(club)
    text = document_text(document_of(tournament))
    tokens = [tournament.token, *tournament.codes.values_list("token", flat=True)]
    tokens += Game.objects.values_list("token", flat=True)
    assert len(tokens) > 5
    assert not [token for token in tokens if token in text]


def test_people_are_known_by_their_names_and_tables_get_codes(club: Club) -> None:
    document = exported(eventful_teams(club))
    elsewhere = make_club("Elsewhere")
    known = Player.objects.create(club=elsewhere, name="émile petit", created_at=NOW)
    arrived = import_tournament(document=document, club=elsewhere, now=NOW)
    assert arrived.entries.get(number=2).players.get(position=1).player == known
    assert arrived.entries.get(number=2).names == ["Émile Petit", "Rose Petit"]
    assert GameSeat.objects.filter(game__club=elsewhere, player=known).exists()
    assert list(arrived.codes.order_by("number").values_list("number", flat=True)) == [
        1,
        2,
        3,
        4,
        5,
    ]
    assert (
        not TableCode.objects.values("token")
        .exclude(tournament=arrived)
        .filter(token__in=arrived.codes.values("token"))
    )


def test_the_history_of_a_table_and_what_players_brought_home_arrive(club: Club) -> None:
    tournament = eventful_teams(club)
    arrived = bring(exported(tournament))

    def history(contest: Tournament) -> list[Any]:
        events = GameEvent.objects.filter(game__match__round__tournament=contest)
        return list(
            events.order_by("game__match__round__number", "game__table_number", "pk").values_list(
                "kind", "hand_number", "before", "after", "author_name", "at"
            )
        )

    def kept(contest: Tournament) -> list[Any]:
        seats = GameSeat.objects.filter(game__match__round__tournament=contest)
        return list(
            seats.order_by("game__match__round__number", "game__table_number", "seat").values_list(
                "name", "points", "hands", "is_won", "taken", "capots"
            )
        )

    assert history(arrived) == history(tournament)
    assert kept(arrived) == kept(tournament)


def test_an_imported_contest_goes_on(club: Club) -> None:
    tournament = make_contest(club, teams=4, rounds=2, hands=2)
    play(games_of(start_round(tournament))[0])
    arrived = bring(exported(tournament))
    playing = arrived.rounds.get()
    play(games_of(playing)[1])
    close_round(round_id=playing.pk, **BY)
    play_round(arrived, seed=3)
    assert verify_tournament(arrived).is_whole
    assert arrived.log.count() > tournament.log.count()


def _set(*path: Any, to: Any) -> Callable[[Document], None]:
    def change(document: Document) -> None:
        place: Any = document
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = to(place[path[-1]]) if callable(to) else to

    return change


def _without(*path: Any) -> Callable[[Document], None]:
    def change(document: Document) -> None:
        place: Any = document
        for key in path[:-1]:
            place = place[key]
        del place[path[-1]]

    return change


TABLE = ("rounds", 0, "matches", 1)
FAULTS: dict[str, tuple[Callable[[Document], None], str]] = {
    "rounds[0].matches[1].total_a": (_set(*TABLE, "total_a", to=4000), "it contains 4000"),
    "rounds[0].matches[1].hands[2].score_b": (_set(*TABLE, "hands", 2, "score_b", to=0), "follows"),
    "rounds[0].matches[1].hands[0].points": (
        _set(*TABLE, "hands", 0, "points", to="ninety"),
        "'ninety' is not a whole number",
    ),
    "rounds[0].matches[1].hands": (_set(*TABLE, "hands", 0, "points", to=162.0), "whole number"),
    "rounds[0].matches[1].sheet.winner": (_set(*TABLE, "sheet", "winner", to="B"), "it contains B"),
    "rounds[0].matches[1].results[0].points": (
        _set(*TABLE, "results", 0, "points", to=1),
        "it contains 1,",
    ),
    "rounds[0].matches[1].receipt": (
        _set(*TABLE, "receipt", to="0000-0000"),
        "it contains 0000-0000",
    ),
    "rounds[0].matches[1].a": (_set(*TABLE, "a", to=77), "there is no entry 77"),
    "rounds[0].matches[1].b": (_set(*TABLE, "b", to=[1, 2]), "too many or too few"),
    "rounds[0].matches": (_set(*TABLE, "table", to=1), "1 is there twice"),
    "rounds[1].number": (_set("rounds", 1, "number", to=5), "5 is not the next number"),
    "rounds[0].draw": (_set("rounds", 0, "draw", "swaps", to=[[98, 99]]), "cannot be read"),
    "rounds[0].status": (_set("rounds", 0, "status", to="over"), "'over' is not known here"),
    "entries[0].players": (_without("entries", 0, "players"), "is missing"),
    "entries[0].nickname": (
        lambda document: document["entries"][0].update(nickname="Titi"),
        "is not known here",
    ),
    "entries": (_set("entries", 1, "number", to=1), "1 is there twice"),
    "entries[3].players[0]": (_set("entries", 3, "players", 0, to="x" * 81), "too long"),
    "entries[2].has_paid": (_set("entries", 2, "has_paid", to=1), "neither true nor false"),
    "standings[0].total": (_set("standings", 0, "total", to=99_999), "it contains 99999"),
    "standings[1].rank": (_set("standings", 1, "rank", to=1), "it contains 1,"),
    "tournament.date": (_set("tournament", "date", to="21/11/2026"), "is not a date"),
    "tournament.created_at": (_set("tournament", "created_at", to="2026-11-21"), "not a time"),
    "tournament.rules.values": (
        _set("tournament", "rules", "values", "capot_points", to=3),
        "rules cannot be read",
    ),
    "tournament.ranking": (
        _set("tournament", "ranking", "criteria", to=["points", "points"]),
        "ranking cannot be read",
    ),
    "log[4]": (_set("log", 4, "author", to="Somebody else"), "line 5 of the log was changed"),
    "log[7]": (_without("log", 7), "line 8 of the log was changed, removed"),
    "log": (_set("log", to={}), "is not a list"),
}


@pytest.mark.parametrize(("place", "fault"), FAULTS.items(), ids=FAULTS)
def test_a_document_with_a_fault_is_refused(
    document: Document, place: str, fault: tuple[Callable[[Document], None], str]
) -> None:
    change, words = fault
    faulty = copy.deepcopy(document)
    change(faulty)
    with pytest.raises(DocumentError) as refused:
        bring(faulty)
    texts = [document_problem_text(problem) for problem in refused.value.problems]
    texts += [document_difference_text(one) for one in refused.value.differences]
    assert any(text.startswith(place) and words in text for text in texts), texts
    assert not Tournament.objects.exists()
    assert not Player.objects.exists()
    assert not Hand.objects.exists()


@pytest.mark.parametrize("wrong", ["", "[1, 2", "[" * 100_000, "null", "[]", '"contest"', "3"])
def test_what_is_no_document_at_all(wrong: str) -> None:
    with pytest.raises(DocumentError):
        bring(read_document(wrong))


def test_the_untouched_document_is_taken(document: Document) -> None:
    assert exported(bring(document)) == document


@pytest.mark.parametrize("teams", [(4, 8)])
def test_exporting_does_not_query_more_as_teams_grow(club: Club, teams: tuple[int, int]) -> None:
    counts = []
    for number in teams:
        tournament = make_contest(make_club(f"Club {number}"), teams=number, rounds=1, hands=1)
        play_round(tournament)
        counts.append(count_queries(document_of, tournament))
    assert counts[0] == counts[1]
