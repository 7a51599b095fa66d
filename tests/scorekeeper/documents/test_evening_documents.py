"""An evening goes to another computer whole, or not at all: what it says is scored again."""

import io
import json
import math
import uuid
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.urls import reverse

from scorekeeper import limited_json
from scorekeeper.demo import fill_demo
from scorekeeper.documents import document as parts
from scorekeeper.documents.document import EveningDocument
from scorekeeper.documents.queries import document_of_evening
from scorekeeper.documents.services import import_evening
from scorekeeper.documents.verifying import (
    Course,
    EveningDocumentError,
    EveningProblem,
    course_of,
    read_evening,
)
from scorekeeper.engine.hand import HandEntry, Seat, Side
from scorekeeper.engine.totals import ReportedCounts
from scorekeeper.evenings.services import close_evening, open_evening, set_attendance
from scorekeeper.games.services.games import stop_game
from scorekeeper.games.services.hands import HandInput, correct_hand, record_hand, withdraw_hand
from scorekeeper.models import Club, Evening, Game, GameEvent, GameSeat, Player
from scorekeeper.models.evenings import EveningAction
from scorekeeper.slips.services import Slip
from tests.pages import member_of
from tests.table import NOW, SCORER, make_club, make_game, make_slip, takes, write

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(club: Club) -> Evening:
    """Return an evening on which hands were corrected, withdrawn and given up."""
    evening = open_evening(
        club=club, name="Soirée du vendredi", date=NOW.date(), ruleset_key="salon", now=NOW
    )
    set_attendance(evening=evening, players=(), new_names=["Zoé"], now=NOW)
    game = make_game(club, evening=evening, table_number=1)
    write(game, takes(Seat.A1, 92), takes(Seat.B1, 70, belote=Side.B), takes(Seat.A2, 120))
    mended = HandInput(entry=takes(Seat.A1, 102))
    correct_hand(game_id=game.pk, number=1, written=mended, author=SCORER, now=NOW)
    withdraw_hand(game_id=game.pk, number=2, author=SCORER, now=NOW)
    fault = HandInput(entry=HandEntry(penalty=Side.A), penalty_reason="Renonce")
    record_hand(game_id=game.pk, written=fault, submission_key=uuid.uuid4(), author=SCORER, now=NOW)
    stop_game(game_id=game.pk, reason="Il est tard", author=SCORER, now=NOW)
    other = make_game(club, evening=evening, table_number=2)
    write(other, takes(Seat.B2, 81))
    close_evening(evening=evening, now=NOW + timedelta(hours=1))
    return evening


def text_of(evening: Evening) -> str:
    return document_of_evening(evening).text()


def test_the_codes_of_a_document_are_those_of_the_models() -> None:
    def said(part: type[parts.DocumentPart], field: str) -> set[str]:
        return set(part.model_json_schema()["properties"][field]["enum"])

    assert said(parts.EventPart, "kind") == set(GameEvent.Kind.values)
    assert said(parts.GamePart, "kind") == set(Game.Kind.values)
    assert said(parts.GamePart, "status") == set(Game.Status.values)
    assert said(parts.ActPart, "act") == {act.value for act in EveningAction}
    assert said(parts.SeatPart, "seat") == {seat.value for seat in Seat}


def test_what_is_brought_in_is_what_was_taken_along(evening: Evening) -> None:
    text = text_of(evening)
    there = make_club("Fédération")
    put_up = import_evening(club=there, document=read_evening(text), now=NOW)
    assert text_of(put_up) == text
    assert "Renonce" in text
    assert "Il est tard" in text
    kept = GameSeat.objects.filter(game__club=there, is_counted=True)
    own = GameSeat.objects.filter(game__club=evening.club, is_counted=True)
    columns = ("seat", "points", "against", "hands", "is_won", "taken", "made", "failed")
    assert list(kept.values(*columns)) == list(own.values(*columns))
    names = Player.objects.filter(club=there).values_list("name", flat=True)
    assert sorted(names) == ["Anne", "Bruno", "Chloé", "David", "Zoé"]


def test_capots_that_a_slip_says_go_along(club: Club) -> None:
    slips = [
        Slip(hands=12, total_a=1254, total_b=780, seen=ReportedCounts(capots_a=1, capots_b=0)),
        Slip(hands=12, total_a=1000, total_b=944),
    ]
    game = slip_of_an_evening(club, *slips)
    assert game.evening
    text = text_of(game.evening)
    parts = json.loads(text)["games"][0]["slips"]
    assert [(one.get("capots_a"), one.get("capots_b")) for one in parts] == [(1, 0), (None, None)]
    there = make_club("Fédération")
    put_up = import_evening(club=there, document=read_evening(text), now=NOW)
    assert text_of(put_up) == text
    brought = GameSeat.objects.filter(game__club=there).order_by("seat")
    assert list(brought.values_list("capots", flat=True)) == [1, 1, 0, 0]


def test_a_slip_has_no_more_capots_than_hands(club: Club) -> None:
    slip = Slip(hands=1, total_a=252, total_b=0, seen=ReportedCounts(capots_a=1))
    game = slip_of_an_evening(club, slip)
    assert game.evening
    text = text_of(game.evening)
    with pytest.raises(EveningDocumentError) as refused:
        read_evening(text.replace('"capots_a": 1', '"capots_a": 2'))
    assert (EveningProblem.HANDS, "games[0]") in refused.value.problems


def slip_of_an_evening(club: Club, *slips: Slip) -> Game:
    evening = open_evening(
        club=club, name="Soirée", date=NOW.date(), ruleset_key="contest", now=NOW
    )
    return make_slip(club, *slips, evening=evening)


def test_a_child_finds_what_is_found_here(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limited_json, "READ_DIRECTLY", 0)
    text = text_of(evening)
    assert read_evening(text) == document_of_evening(evening)
    with pytest.raises(EveningDocumentError) as refused:
        read_evening(text.replace('"here": [', '"here": [' + "0," * 300))
    assert refused.value.count == 300
    assert refused.value.problems[0] == (EveningProblem.SHAPE, "here.0")
    assert len(refused.value.problems) == 100


@pytest.mark.parametrize(
    ("name", "value", "most"), [("games", {}, 2_000), ("here", 0, 5_000), ("acts", {}, 20_000)]
)
def test_of_a_list_longer_than_any_evenings_only_that_is_told(
    name: str, value: object, most: int
) -> None:
    with pytest.raises(EveningDocumentError) as refused:
        read_evening(json.dumps({name: [value] * (most + 1)}))
    places = [place for _code, place in refused.value.problems]
    assert name in places
    assert not [place for place in places if place.startswith(f"{name}.")]


def test_more_values_than_an_evening_has_are_not_read() -> None:
    with pytest.raises(EveningDocumentError) as refused:
        read_evening("[" + "0," * 3_000_000 + "0]")
    assert refused.value.problems == ((EveningProblem.TOO_LARGE, ""),)


def test_an_evening_of_every_kind_of_rules_stands_the_test(club: Club) -> None:
    assert fill_demo(now=NOW, club=club)
    text = text_of(Evening.objects.get())
    there = make_club("Fédération")
    assert text_of(import_evening(club=there, document=read_evening(text), now=NOW)) == text


def test_nothing_secret_stands_in_a_document(evening: Evening) -> None:
    text = text_of(evening)
    codes = [evening.token, *evening.games.values_list("token", flat=True)]
    assert not [code for code in codes if code in text]


def test_an_evening_is_not_brought_in_twice(evening: Evening) -> None:
    with pytest.raises(EveningDocumentError):
        import_evening(club=evening.club, document=document_of_evening(evening), now=NOW)


def _first_hand(plain: Any) -> Any:
    return plain["games"][0]["hands"][0]


def _other_points(plain: Any) -> None:
    _first_hand(plain)["card_points"] = 110


def _other_score(plain: Any) -> None:
    _first_hand(plain)["score_a"] += 10


def _other_total(plain: Any) -> None:
    plain["games"][0]["total_a"] += 10


def _other_winner(plain: Any) -> None:
    game = plain["games"][0]
    game["winner"] = "A" if game["winner"] == "B" else "B"


def _lost_hand(plain: Any) -> None:
    plain["games"][0]["hands"].pop()


def _lost_act(plain: Any) -> None:
    plain["games"][0]["events"].pop(2)


def _two_in_one_seat(plain: Any) -> None:
    plain["games"][0]["seats"][1]["seat"] = "A1"


def _other_rules(plain: Any) -> None:
    plain["games"][0]["ruleset_values"]["capot"] = "a lot"


def _other_field(plain: Any) -> None:
    plain["evening"]["token"] = "abc"


def _text_for_a_number(plain: Any) -> None:
    plain["games"][0]["total_a"] = "100"


def _no_number(plain: Any) -> None:
    plain["games"][0]["events"][0]["before"] = [math.nan]


def _no_end(plain: Any) -> None:
    plain["games"][0]["events"][0]["after"] = -math.inf


@pytest.mark.parametrize(
    "spoil",
    [
        _no_number,
        _no_end,
        _other_points,
        _other_score,
        _other_total,
        _other_winner,
        _lost_hand,
        _lost_act,
        _two_in_one_seat,
        _other_rules,
        _other_field,
        _text_for_a_number,
    ],
    ids=lambda spoil: spoil.__name__.strip("_"),
)
def test_what_does_not_score_so_is_refused(evening: Evening, spoil: Callable[[Any], None]) -> None:
    plain = json.loads(text_of(evening))
    spoil(plain)
    with pytest.raises(EveningDocumentError):
        read_evening(json.dumps(plain))


def test_a_number_as_large_as_none_is_refused(evening: Evening) -> None:
    plain = json.loads(text_of(evening))
    plain["games"][0]["events"][0]["before"] = "a number"
    with pytest.raises(EveningDocumentError):
        read_evening(json.dumps(plain).replace('"a number"', "1e999"))


def _as_slips(evening: Evening, *numbers: int) -> Any:
    """Return the evening's document, its first game written on slips."""
    plain = json.loads(text_of(evening))
    slips = [{"number": number, "hands": 1, "total_a": 10, "total_b": 5} for number in numbers]
    many = len(slips)
    said = {"total_a": 10 * many, "total_b": 5 * many, "hand_count": many, "held": 0}
    plain["games"][0] |= {"kind": "slip", "hands": [], "slips": slips, "winner": "A", **said}
    return plain


def test_slips_are_numbered_and_their_rules_can_be_read(evening: Evening) -> None:
    right = _as_slips(evening, 1, 2)
    assert read_evening(json.dumps(right)).games[0].kind == "slip"
    for numbers in ((1, 1), (2, 3), (2, 1)):
        with pytest.raises(EveningDocumentError) as caught:
            read_evening(json.dumps(_as_slips(evening, *numbers)))
        assert caught.value.problems == ((EveningProblem.HANDS, "games[0]"),)
    endless = {"target": None, "hands_per_game": None}
    for spoilt in ({"ruleset_values": {"x": 1}}, endless):
        plain = _as_slips(evening, 1)
        plain["games"][0] |= spoilt
        with pytest.raises(EveningDocumentError) as caught:
            read_evening(json.dumps(plain))
        assert caught.value.problems == ((EveningProblem.RULES, "games[0]"),)


@pytest.mark.parametrize("text", ["", "[]", "{", '{"format": 1}', '"\\u0000"', "[" * 10_000])
def test_what_is_no_document_of_an_evening_is_refused(text: str) -> None:
    with pytest.raises(EveningDocumentError):
        read_evening(text)


def _without_last_act(document: EveningDocument) -> EveningDocument:
    return document.model_copy(update={"acts": document.acts[:-1]})


def test_what_goes_on_from_what_is_told_from_what_does_not(evening: Evening) -> None:
    document = document_of_evening(evening)
    older = _without_last_act(document)
    moved = document.acts[-1].model_copy(update={"at": NOW})
    parted = document.model_copy(update={"acts": [*document.acts[:-1], moved]})
    assert course_of(document, document) == Course.SAME
    assert course_of(older, document) == Course.NEWER
    assert course_of(document, older) == Course.OLDER
    assert course_of(document, parted) == Course.PARTED
    fewer = older.model_copy(update={"games": document.games[:1]})
    assert course_of(fewer, document) == Course.NEWER
    assert course_of(fewer.model_copy(update={"acts": document.acts}), older) == Course.PARTED


def test_the_page_and_the_commands_say_the_same(evening: Evening, tmp_path: Path) -> None:
    address = reverse("scorekeeper:evening-document", args=[evening.pk])
    page = member_of(evening.club).get(address)
    assert page.headers["Content-Disposition"].endswith('.json"')
    file = tmp_path / "evening.json"
    call_command("export_evening", str(evening.pk), output=str(file))
    assert file.read_bytes() == page.content
    make_club("Fédération")
    said = io.StringIO()
    call_command("import_evening", str(file), club="Fédération", stdout=said)
    put_up = Evening.objects.get(pk=said.getvalue().strip())
    assert put_up.club.name == "Fédération"
    with pytest.raises(SystemExit):
        call_command("import_evening", str(file), club="Fédération", stderr=io.StringIO())
