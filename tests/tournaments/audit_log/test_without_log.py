"""A contest of another program has no log: it is worked out, compared, and told from here on."""

import copy
import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.urls import reverse

import tournaments
from scorekeeper.models import Club
from scorekeeper.models.authors import Author
from tests.contest import games_of, play_round, start_round
from tests.pages import member_of, visitor, words_on
from tests.table import NOW, make_club
from tests.tournaments.audit_log.replay.eventful import (
    eventful_melee,
    eventful_teams,
    forfeits_in_melee,
)
from tests.tournaments.test_every_page import addresses, public_addresses
from tournaments.audit_log.labels import document_difference_text, document_problem_text
from tournaments.audit_log.queries.documents import document_of, document_text
from tournaments.audit_log.queries.logs import verify_tournament
from tournaments.audit_log.services import DocumentError, import_tournament, read_document
from tournaments.models import Tournament
from tournaments.rounds.services import HandsWrittenError, take_back_round
from tournaments.tables.services import reopen_round

pytestmark = pytest.mark.django_db

Document = dict[str, Any]
CLERK = Author("Camille")


def example() -> Document:
    """Return the document that the README shows."""
    text = (Path(tournaments.__file__).parent / "README.md").read_text("utf-8")
    (found,) = re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    document: Document = json.loads(found)
    return document


def bring(document: Document) -> Tournament:
    """Import a document of another program."""
    stored = import_tournament(
        document=document, club=make_club("Elsewhere"), now=NOW, without_log=CLERK
    )
    return Tournament.objects.get(pk=stored.pk)


def exported(tournament: Tournament) -> Document:
    document: Document = read_document(document_text(document_of(tournament)))
    return document


def test_the_readmes_example_is_worked_out() -> None:
    tournament = bring(example())
    document = exported(tournament)
    first, second = document["rounds"]
    table = first["matches"][0]
    assert (table["total_a"], table["total_b"], table["sheet"]["winner"]) == (112, 322, "B")
    assert [hand["score_b"] for hand in table["hands"]] == [70, 252]
    assert second["matches"][0]["slips"] == [{"hands": 2, "total_a": 200, "total_b": 124}]
    totals = {line["entry"]: line["total"] for line in document["standings"]}
    assert totals == {2: 322 + 162, 1: 112 + 124, 3: 162 + 200}
    assert first["draw"] is None


def test_its_log_says_by_whom_and_when_it_came() -> None:
    tournament = bring(example())
    (line,) = tournament.log.all()
    assert (line.kind, line.author_name, line.at) == ("created", "Camille", NOW)
    found = verify_tournament(tournament)
    assert found.is_whole
    assert found.brought_in is not None
    out = io.StringIO()
    call_command("verify_tournament", str(tournament.pk), stdout=out)
    told = out.getvalue()
    assert "was imported without a log by Camille" in told
    assert "nobody can check what was done before that" in told
    page = member_of(tournament.club).get(
        reverse("tournaments:tournament-log", args=[tournament.pk])
    )
    assert "imported without a log" in words_on(page)


def test_it_leaves_and_arrives_like_any_other() -> None:
    tournament = bring(example())
    document = exported(tournament)
    again = import_tournament(document=document, club=make_club("Third"), now=NOW)
    assert exported(again) == document
    assert verify_tournament(again).is_whole


def test_every_page_of_it_opens() -> None:
    club = make_club("Elsewhere")
    tournament = import_tournament(document=example(), club=club, now=NOW, without_log=CLERK)
    member, somebody = member_of(club), visitor()
    for address in addresses(tournament):
        allowed = {200, 404} if "certificate" in address else {200}
        assert member.get(address, follow=True).status_code in allowed, address
    for address in public_addresses(tournament):
        assert somebody.get(address, follow=True).status_code == 200, address


def test_it_goes_on_here() -> None:
    document = example()
    document["tournament"]["format"] = {"round_hands": [2, 2, 2, 2]}
    tournament = bring(document)
    play_round(tournament)
    playing = start_round(tournament, seed=3)
    assert games_of(playing)
    assert verify_tournament(tournament).is_whole


def test_a_round_that_nobody_drew_here_is_not_taken_back() -> None:
    document = example()
    document["rounds"][1]["matches"][0] = {"a": 3, "b": 1, "hands": []}
    last = bring(document).rounds.get(number=2)
    opened = reopen_round(round_id=last.pk, author=CLERK, now=NOW)
    with pytest.raises(HandsWrittenError):
        take_back_round(round_id=opened.pk, author=CLERK, now=NOW)


@pytest.mark.parametrize("make", [eventful_teams, eventful_melee, forfeits_in_melee])
def test_one_of_ours_without_its_log(club: Club, make: Callable[[Club], Tournament]) -> None:
    document = exported(make(club))
    del document["log"]
    arrived = exported(bring(document))
    del arrived["log"]
    assert arrived == document


def _total(document: Document) -> None:
    document["rounds"][0]["matches"][0]["total_a"] = 113


def _winner(document: Document) -> None:
    document["rounds"][0]["matches"][0]["sheet"] = {"winner": "A"}


def _ranking(document: Document) -> None:
    document["standings"] = [
        {"rank": 1, "entry": 1, "total": 9, "wins": 0, "best_game": 0, "exempt": 0}
        | {"decided_by": None}
    ]


def _hand(document: Document) -> None:
    document["rounds"][0]["matches"][0]["hands"][0]["points"] = 161


def _stranger(document: Document) -> None:
    document["rounds"][0]["matches"][0]["b"] = 9


def _rules(document: Document) -> None:
    document["tournament"]["rules"] = {"key": "of the house"}


def _nobody(document: Document) -> None:
    document["entries"] = {}


def _nameless(document: Document) -> None:
    del document["tournament"]["name"]


def _scored_otherwise(document: Document) -> None:
    document["outcomes"] = {"cards": {"last_trick": 20}}


@pytest.mark.parametrize(
    ("spoil", "place"),
    [
        (_total, "rounds[0].matches[0].total_a: it contains 113, but 112 follows"),
        (_winner, "rounds[0].matches[0].sheet.winner: it contains A"),
        (_ranking, "standings"),
        (_hand, "rounds"),
        (_rules, "tournament.rules.key: 'of the house' is not known here"),
        (_stranger, "rounds[0].matches[0].b: there is no entry 9"),
        (_nobody, "entries: {} is not a list"),
        (_nameless, "tournament.name: is missing"),
        (_scored_otherwise, "outcomes"),
    ],
)
def test_what_does_not_follow_is_refused(spoil: Callable[[Document], None], place: str) -> None:
    document = copy.deepcopy(example())
    spoil(document)
    with pytest.raises(DocumentError) as refused:
        bring(document)
    texts = [document_problem_text(problem) for problem in refused.value.problems]
    texts += [document_difference_text(one) for one in refused.value.differences]
    assert any(text.startswith(place) for text in texts), texts
    assert not Tournament.objects.exists()


def test_rules_of_a_houses_own_come_with_their_values() -> None:
    document = example()
    document["tournament"]["rules"] = {
        "key": "ours",
        "name": "Ours",
        "values": {"capot_points": 250},
    }
    tournament = bring(document)
    assert (tournament.ruleset_name, tournament.ruleset.capot_points) == ("Ours", 250)


@pytest.mark.parametrize("log", [None, []])
def test_without_the_option_it_is_refused_with_its_name(log: Any, club: Club) -> None:
    document = {**example(), "log": log} if log is not None else example()
    with pytest.raises(DocumentError) as refused:
        import_tournament(document=document, club=club, now=NOW)
    (problem,) = refused.value.problems
    assert "--without-log" in document_problem_text(problem)


def test_the_command_takes_it(club: Club, tmp_path: Path) -> None:
    file = tmp_path / "contest.json"
    file.write_text(json.dumps(example()), encoding="utf-8")
    out = io.StringIO()
    call_command("import_tournament", str(file), "--without-log", "--by", "Élise", stdout=out)
    stored = Tournament.objects.get(pk=int(out.getvalue()))
    assert stored.log.get().author_name == "Élise"
