"""Printing sheets, and entering what was read of them."""

from dataclasses import replace
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from scorekeeper.engine.hand import Seat
from scorekeeper.games.queries.sheets import load_sheet
from scorekeeper.games.services.hands import pass_deal
from scorekeeper.models import Club, Game, Hand
from tests.contest import games_of, make_contest, start_round, write_hand
from tests.pages import member_of, words_on
from tests.table import NOW, SCORER, takes
from tests.tournaments.extensions.scan.test_judging import read
from tournaments.audit_log.queries.logs import verify_tournament
from tournaments.extensions.scan import views
from tournaments.extensions.scan.layout import SheetCode, cells
from tournaments.extensions.scan.reader import SeenSheet, UnreadSheetError
from tournaments.extensions.scan.templatetags import scan as tags
from tournaments.hall.queries.prints import seated_tables
from tournaments.models import Round, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def member(club: Club) -> Client:
    return member_of(club)


@pytest.fixture
def playing(club: Club) -> Round:
    return start_round(make_contest(club, teams=4, rounds=2, hands=2))


def at(played: Round, name: str = "scan") -> str:
    return reverse(f"tournaments:{name}", args=[played.tournament_id, played.number])


def seen(code: SheetCode, line: str) -> SeenSheet:
    """Return a sheet whose first line says that, and the second nothing."""
    cells = tuple(read(line, hands=code.hands))
    return SeenSheet(code, cells, ("AAAA",) * (code.hands + 1), b"\xff\xd8")


def send(
    member: Client, played: Round, monkeypatch: pytest.MonkeyPatch, *found: SeenSheet | str
) -> Any:
    """Send a picture for each; it is read as that sheet, or refused with that fault."""
    answers = iter(found)

    def read_picture(_data: bytes, _club: int) -> SeenSheet:
        answer = next(answers)
        if isinstance(answer, str):
            raise UnreadSheetError(answer)
        return answer

    monkeypatch.setattr(views, "read_picture", read_picture)
    monkeypatch.setattr(views, "is_installed", lambda: True)
    pictures = [SimpleUploadedFile(f"{place}.jpg", b"x") for place in range(len(found))]
    return member.post(at(played), {"pictures": pictures})


def code_at(played: Round, table: int = 1) -> SheetCode:
    (seated,) = [one for one in seated_tables(played) if one.number == table]
    mark = views.seats_mark(seated)
    return SheetCode(played.tournament_id, played.number, table, played.hands, mark)


def typed(table: int = 1, line: dict[str, str] | None = None) -> dict[str, str]:
    first = {"taker": "A1", "points_a": "92", "points_b": "70", "belote": "A"} | (line or {})
    second = {"taker": "B2", "points_a": "100", "points_b": "62"}
    return {
        "table": str(table),
        "rows": "2",
        **{f"1-{name}": value for name, value in first.items()},
        **{f"2-{name}": value for name, value in second.items()},
    }


def hands_at(played: Round, table: int = 1) -> list[Hand]:
    game = Game.objects.get(match__round=played, match__table_number=table)
    return list(game.hands.order_by("number"))


def test_the_sheets_to_print_have_every_box(member: Client, playing: Round) -> None:
    text = member.get(at(playing, "paper-sheets")).content.decode()
    assert text.count('class="readable print-page"') == 2
    assert text.count('class="readable__box"') == 2 * len(cells(2))
    assert "Player 1" in text


def test_contests_with_bids_have_the_usual_sheets(club: Club, member: Client) -> None:
    played = start_round(make_contest(club, teams=4, hands=2, rules="contree_ffb"))
    for name in ("paper-sheets", "scan"):
        assert "it is for hands without bids" in words_on(member.get(at(played, name)))


def test_without_what_reads_pictures_the_page_says_what_to_install(
    member: Client, playing: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "is_installed", lambda: False)
    assert 'pip install "belote[scan]"' in words_on(member.get(at(playing)))


def test_what_was_read_is_shown_and_entered_after_a_look(
    member: Client, playing: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = seen(code_at(playing), "A1  92  70 A- -- --")
    words = words_on(send(member, playing, monkeypatch, sheet, "no_code"))
    assert "1.jpg – The square code of the sheet cannot be read" in words
    assert "Table 1" in words
    assert not Hand.objects.exists()
    answer = member.post(at(playing), typed(), follow=True)
    assert "Table 1: 2 hands entered." in words_on(answer)
    first, second = hands_at(playing)
    assert (first.taker, first.card_points, first.belote) == ("A1", 92, "A")
    assert (second.taker, second.card_points) == ("B2", 62)
    assert verify_tournament(Tournament.objects.get()).is_whole


def test_a_line_that_is_not_clear_is_marked(
    member: Client, playing: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = seen(code_at(playing), "A1  92  71 -- -- --")
    answer = send(member, playing, monkeypatch, sheet)
    assert "1 line is not clear" in words_on(answer)
    text = answer.content.decode()
    assert text.count("scanned__row--open") == 1
    # As it stands on the paper, though 70 would belong to 92.
    assert 'value="71"' in text


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ({"contest": 999}, "another contest or another round"),
        ({"round": 2}, "another contest or another round"),
        ({"table": 9}, "no such table any more"),
        ({"hands": 3}, "another number of hands"),
        ({"seats": "0123abcd"}, "before another draw"),
    ],
)
def test_a_sheet_from_elsewhere_is_refused(
    member: Client,
    playing: Round,
    monkeypatch: pytest.MonkeyPatch,
    code: dict[str, Any],
    reason: str,
) -> None:
    sheet = seen(replace(code_at(playing), **code), "A1  92  70 -- -- --")
    assert reason in words_on(send(member, playing, monkeypatch, sheet))


def test_what_is_entered_already_stays(
    member: Client, playing: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = games_of(playing)[0].game
    assert game
    write_hand(game, takes(Seat.A1, 100))
    table = games_of(playing)[0].table_number or 0
    sheet = seen(code_at(playing, table), "A1  92  70 -- -- --")
    words = words_on(send(member, playing, monkeypatch, sheet))
    assert "entered already; compare them with the sheet" in words
    assert "Entered already: A1 · 100 – 62" in words
    words = words_on(member.post(at(playing), typed(table)))
    assert "entered already" in words
    assert [hand.card_points for hand in hands_at(playing, table)] == [100]


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ({"points_b": "71"}, "162"),
        ({"taker": ""}, "say who took"),
        ({"points_a": "x"}, "number"),
        ({"capot": "A"}, "capot"),
        ({"points_b": ""}, "points of both sides"),
    ],
    ids=["not together", "no taker", "no number", "capot with less", "one side alone"],
)
def test_nothing_is_entered_and_nothing_lost_while_a_line_is_wrong(
    member: Client, playing: Round, line: dict[str, str], error: str
) -> None:
    strip = "data:image/jpeg;base64,AAAA"
    answer = member.post(at(playing), {**typed(line=line), "1-strip": strip})
    assert error.lower() in words_on(answer).lower()
    text = answer.content.decode()
    assert f'src="{strip}"' in text
    assert 'value="100"' in text
    assert not Hand.objects.exists()


def test_totals_on_the_sheet_are_a_witness(member: Client, playing: Round) -> None:
    # 92 and a belote for A; 100 for A, and B2, who took, has failed: 274 and 70.
    strip = "data:image/jpeg;base64,AAAA"
    sent = {**typed(), "total-a": "264", "total-b": "", "total-strip": strip}
    answer = member.post(at(playing), sent)
    assert "The sheet says 264 : ?, these hands make 274 : 70" in words_on(answer)
    assert f'src="{strip}"' in answer.content.decode()
    assert not Hand.objects.exists()
    member.post(at(playing), {**sent, "totals": "274 : 70"})
    assert len(hands_at(playing)) == 2


def test_deals_that_the_phone_counted_go_with_the_first_hand(
    member: Client, playing: Round
) -> None:
    match = games_of(playing)[0]
    assert match.game
    pass_deal(game_id=match.game.pk, author=SCORER, now=NOW)
    table = match.table_number or 0
    member.post(at(playing), typed(table))
    assert [hand.passed_deals for hand in hands_at(playing, table)] == [1, 0]


def test_a_file_that_is_too_large_is_not_read(
    member: Client, playing: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "LARGEST", 0)
    assert "too large" in words_on(send(member, playing, monkeypatch, "no_code"))


@pytest.mark.parametrize(("is_there", "rules"), [(False, "contest"), (True, "contree_ffb")])
def test_the_round_offers_sheets_only_where_they_can_be_read(
    club: Club, member: Client, monkeypatch: pytest.MonkeyPatch, is_there: bool, rules: str
) -> None:
    played = start_round(make_contest(club, teams=4, hands=2, rules=rules))
    monkeypatch.setattr(tags, "is_installed", lambda: True)
    offered = "Photograph a sheet" in words_on(member.get(at(played, "round-detail")))
    assert offered is (rules == "contest")
    monkeypatch.setattr(tags, "is_installed", lambda: is_there)
    assert "Photograph a sheet" not in words_on(member.get(at(played, "round-detail")))


def test_an_unclear_line_is_entered_once_somebody_has_looked(
    member: Client, playing: Round
) -> None:
    words = words_on(member.post(at(playing), typed(line={"doubtful": "1"})))
    assert "1 line is not clear" in words
    assert not Hand.objects.exists()
    member.post(at(playing), typed(line={"doubtful": "1", "looked": "1"}))
    assert len(hands_at(playing)) == 2


def test_a_line_can_be_left_out(member: Client, playing: Round) -> None:
    nothing = {"taker": "", "points_a": "", "points_b": "", "belote": ""}
    member.post(at(playing), typed(line=nothing))
    assert [hand.taker for hand in hands_at(playing)] == ["B2"]


def test_something_unusual_is_asked_once(member: Client, playing: Round) -> None:
    unusual = {"points_a": "162", "points_b": "0"}
    answer = member.post(at(playing), typed(line=unusual))
    assert "It is so" in words_on(answer)
    (row, _other) = answer.context["sheets"][0].rows
    member.post(at(playing), typed(line={**unusual, "confirmed": row.confirm}))
    assert len(hands_at(playing)) == 2


def test_a_hand_from_a_phone_in_the_meantime_is_not_doubled(
    member: Client, playing: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = games_of(playing)[0].game
    assert game

    def loaded(*given: Any) -> Any:
        sheet = load_sheet(*given)
        write_hand(Game.objects.get(pk=game.pk), takes(Seat.B1, 81))
        return sheet

    monkeypatch.setattr(views, "load_sheet", loaded)
    table = games_of(playing)[0].table_number or 0
    assert "in the meantime" in words_on(member.post(at(playing), typed(table)))
    assert [hand.taker for hand in hands_at(playing, table)] == ["B1"]


def test_sheets_of_a_closed_round_are_not_entered(member: Client, playing: Round) -> None:
    Round.objects.update(status=Round.Status.CLOSED)
    answer = member.post(at(playing), typed(), follow=True)
    assert "while their round is played" in words_on(answer)
    assert not Hand.objects.exists()


def test_a_strip_that_is_no_picture_is_not_shown(member: Client, playing: Round) -> None:
    answer = member.post(
        at(playing), {**typed(line={"taker": ""}), "1-strip": "javascript:alert(1)"}
    )
    assert "javascript:" not in answer.content.decode()
