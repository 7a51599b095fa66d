"""Printing sheets, keeping photos of them, and entering what was read of them."""

import hashlib
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.engine.hand import Seat
from scorekeeper.games.queries.sheets import load_sheet
from scorekeeper.games.services.hands import pass_deal
from scorekeeper.models import Club, Game, Hand, Player
from scorekeeper.roles import Role
from tests.contest import games_of, make_contest, play, start_round, write_hand
from tests.pages import member_of, words_on
from tests.table import NOW, SCORER, takes
from tests.tournaments.extensions.scan.test_judging import read
from tournaments.audit_log.queries.logs import verify_tournament
from tournaments.doctor.examine import examine
from tournaments.entries.services.substitutes import Substitute, substitute
from tournaments.entries.services.withdrawals import withdraw_entry
from tournaments.extensions.scan import labels, queries, services, views
from tournaments.extensions.scan.layout import MOST_HANDS, ReadCell, SheetCode, cells
from tournaments.extensions.scan.queries import photos_naming, seats_now, waiting_table
from tournaments.extensions.scan.reader import SeenSheet
from tournaments.extensions.scan.services import keep_photo
from tournaments.extensions.scan.templatetags import scan as tags
from tournaments.hall.queries.prints import seated_tables
from tournaments.models import LogEntry, PhotoKeeping, Round, SheetPhoto, Tournament
from tournaments.models.sheet_photos import KEPT_DAYS
from tournaments.rounds.services import HandsWrittenError, reseat, take_back_round
from tournaments.tables.services import close_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def member(club: Club) -> Client:
    return member_of(club)


@pytest.fixture
def playing(club: Club) -> Round:
    return start_round(make_contest(club, teams=4, rounds=2, hands=2))


def at(played: Round, name: str = "scan", *more: int) -> str:
    return reverse(f"tournaments:{name}", args=[played.tournament_id, played.number, *more])


def seen(code: SheetCode, *lines: str) -> SeenSheet:
    """Return a sheet that says these lines, and nothing in the others."""
    boxes = list(cells(code.hands))
    found = [ReadCell(box, 0.0) for box in boxes]
    for row, line in enumerate(lines):
        of_line = [one for one in read(line) if one.cell.row]
        start = row * len(of_line)
        for place, one in enumerate(of_line, start):
            found[place] = replace(one, cell=boxes[place])
    return SeenSheet(code, tuple(found), repr((code, lines)).encode())


def send(
    member: Client, played: Round, monkeypatch: pytest.MonkeyPatch, *found: SeenSheet | str
) -> Any:
    """Send a picture for each; it is read as that sheet, or refused with that fault."""
    answers = iter(found)
    monkeypatch.setattr(services, "read_pages", lambda _data, _club: [next(answers)])
    monkeypatch.setattr(views, "is_installed", lambda: True)
    pictures = [SimpleUploadedFile(f"{place}.jpg", b"x") for place in range(len(found))]
    return member.post(at(played), {"pictures": pictures}, follow=True)


def code_at(played: Round, table: int = 1) -> SheetCode:
    mark = seats_now(played, table)
    return SheetCode(played.tournament_id, played.number, table, played.hands, mark)


def photograph(played: Round, *lines: str, table: int = 1) -> SheetPhoto:
    """Keep a photo of a table's sheet that says these lines."""
    match = played.matches.get(table_number=table)
    return keep_photo(
        match_id=match.pk, seen=seen(code_at(played, table), *lines), author=SCORER, now=NOW
    )


LINES = ("A1  92  70 A- -- --", "B2  62 100 -- -- --")


def typed(line: dict[str, str] | None = None) -> dict[str, str]:
    """Return what the page posts of a sheet on which nothing was changed but that."""
    first = {"taker": "A1", "points_a": "92", "points_b": "70", "belote": "A"} | (line or {})
    second = {"taker": "B2", "points_a": "62", "points_b": "100"}
    return {
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
        assert "it is for rules without bids or declarations" in words_on(
            member.get(at(played, name))
        )


def test_without_what_reads_pictures_the_page_says_what_to_install(
    member: Client, playing: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "is_installed", lambda: False)
    assert 'pip install "belote[scan]"' in words_on(member.get(at(playing)))
    # A phone that sends what it kept may do so to another computer than before.
    sent = {"pictures": SimpleUploadedFile("one.jpg", b"x")}
    told = member.post(at(playing), sent, headers={"accept": "application/json"}).json()
    assert told["refused"] == [labels.FAULTS["not_installed"]]


def test_a_photo_is_kept_shown_and_entered_after_a_look(
    member: Client, playing: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = send(member, playing, monkeypatch, seen(code_at(playing), *LINES))
    words = words_on(page)
    assert "Sheet of table 1" in words
    assert "Hand 1 · A1 · 92 – 70 · Belote A" in words
    assert not Hand.objects.exists()
    (photo,) = SheetPhoto.objects.all()
    picture = member.get(at(playing, "sheet-photo", 1, photo.pk))
    assert picture["Content-Type"] == "image/jpeg"
    assert picture.content == bytes(photo.picture)
    answer = member.post(at(playing, "paper-sheet", 1), typed(), follow=True)
    assert "Table 1: 2 hands entered, 174 – 170." in words_on(answer)
    first, second = hands_at(playing)
    assert (first.taker, first.card_points, first.belote) == ("A1", 92, "A")
    assert (second.taker, second.card_points) == ("B2", 100)
    assert verify_tournament(Tournament.objects.get()).is_whole


@pytest.mark.parametrize("is_signed", [True, False])
def test_a_sheet_on_paper_is_signed_unless_somebody_says_so(
    member: Client, playing: Round, *, is_signed: bool
) -> None:
    photograph(playing, *LINES)
    sent = typed() if is_signed else typed() | {"is_unsigned": "on"}
    member.post(at(playing, "paper-sheet", 1), sent)
    assert playing.matches.get(table_number=1).is_signed is is_signed


def test_the_log_has_the_hash_of_a_photo_once(member: Client, playing: Round) -> None:
    photo = photograph(playing, *LINES)
    assert photograph(playing, *LINES) == photo
    (line,) = LogEntry.objects.filter(kind="photographed")
    assert line.data == {"sha256": photo.sha256}
    log = member.get(reverse("tournaments:tournament-log", args=[playing.tournament_id]))
    assert "Sheet photographed" in words_on(log)
    assert photo.sha256[:8] in words_on(log)


def test_each_of_several_pictures_is_answered_for(
    member: Client, playing: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [seen(code_at(playing, table), *LINES) for table in (2, 1)]
    words = words_on(send(member, playing, monkeypatch, *found, "no_code"))
    assert "2.jpg – The QR code of the sheet cannot be read" in words
    assert "2 sheets read." in words
    assert "Look at the sheet of table 1" in words
    # After the first the second is shown, and after the last the round.
    answer = member.post(at(playing, "paper-sheet", 1), typed(), follow=True)
    assert "Sheet of table 2" in words_on(answer)
    answer = member.post(at(playing, "paper-sheet", 2), typed(), follow=True)
    assert answer.request["PATH_INFO"] == at(playing, "round-detail")


def test_a_page_that_sends_one_by_one_is_told_what_was_read(
    member: Client, playing: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    send(member, playing, monkeypatch)  # Nothing is read yet.
    answers = iter([seen(code_at(playing), *LINES), "corner_missing"])
    monkeypatch.setattr(services, "read_pages", lambda _data, _club: [next(answers)])
    sent = {"pictures": [SimpleUploadedFile("one.jpg", b"x"), SimpleUploadedFile("two.jpg", b"x")]}
    told = member.post(at(playing), sent, headers={"accept": "application/json"}).json()
    assert told["kept"] == [{"name": "Table 1", "address": at(playing, "paper-sheet", 1)}]
    (refused,) = told["refused"]
    assert "two.jpg – A corner is missing" in refused
    told = member.post(at(playing), {}, headers={"accept": "application/json"}).json()
    assert told == {"kept": [], "refused": ["Take a photo, or choose pictures."]}


def test_a_page_that_sends_one_by_one_sends_again_what_nobody_had_time_to_read(
    member: Client, playing: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    send(member, playing, monkeypatch)  # Nothing is read yet.
    monkeypatch.setattr(services, "read_pages", lambda _data, _club: ["busy"])
    sent = {"pictures": SimpleUploadedFile("one.jpg", b"x")}
    assert member.post(at(playing), sent, headers={"accept": "application/json"}).status_code == 503


def test_a_page_that_sends_one_by_one_is_told_that_the_round_is_over(
    member: Client, playing: Round
) -> None:
    Round.objects.update(status=Round.Status.CLOSED)
    sent = {"pictures": SimpleUploadedFile("one.jpg", b"x")}
    told = member.post(at(playing), sent, headers={"accept": "application/json"}).json()
    assert told == {"kept": [], "refused": ["Sheets are read while their round is played."]}
    # What a phone still keeps is answered for there.
    assert "<sheet-camera" in member.get(at(playing)).content.decode()


def test_a_line_that_is_not_clear_has_to_be_decided(member: Client, playing: Round) -> None:
    photograph(playing, "A1  92  71 -- -- --", LINES[1])
    text = member.get(at(playing, "paper-sheet", 1)).content.decode()
    assert "1 line is not clear" in text
    assert text.count("scanned__row--open") == 1
    # As it stands on the paper, though 70 would belong to 92.
    assert 'value="71"' in text
    untouched = typed({"points_b": "71", "belote": ""})
    answer = member.post(at(playing, "paper-sheet", 1), untouched)
    assert "1 line is not clear" in words_on(answer)
    answer = member.post(at(playing, "paper-sheet", 1), {**untouched, "1-pick": "typed"})
    assert "162" in words_on(answer)
    assert not Hand.objects.exists()
    right = typed({"belote": ""}) | {"1-pick": "typed"}
    member.post(at(playing, "paper-sheet", 1), right)
    assert [hand.card_points for hand in hands_at(playing)] == [92, 100]


def test_what_a_line_may_say_is_one_press_away(member: Client, playing: Round) -> None:
    photograph(playing, "A1  92  71 -- -- --", LINES[1])
    shown = member.get(at(playing, "paper-sheet", 1)).context["shown"]
    words = [one.words for one in shown.rows[0].likely]
    place = words.index("A1 · 92 – 70")
    sent = typed({"points_b": "71", "belote": ""}) | {"1-pick": str(place)}
    member.post(at(playing, "paper-sheet", 1), sent)
    assert [hand.card_points for hand in hands_at(playing)] == [92, 100]


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
    sheet = seen(replace(code_at(playing), **code), *LINES[:1])
    assert reason in words_on(send(member, playing, monkeypatch, sheet))
    assert not SheetPhoto.objects.exists()


def test_a_contest_that_another_computer_writes_says_where_to_photograph(
    member: Client, playing: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    Tournament.objects.update(is_mirror=True)
    words = words_on(send(member, playing, monkeypatch, seen(code_at(playing), *LINES)))
    assert "run on another computer" in words
    assert not SheetPhoto.objects.exists()


def test_a_sheet_is_not_entered_for_others_who_sit_there_by_now(
    member: Client, playing: Round
) -> None:
    photograph(playing, *LINES)
    SheetPhoto.objects.update(seats="0123abcd")
    answer = member.post(at(playing, "paper-sheet", 1), typed())
    assert "before another draw" in words_on(answer)
    assert not Hand.objects.exists()


def test_a_table_with_others_does_not_keep_back_those_after_it(club: Club) -> None:
    played = start_round(make_contest(club, teams=6, rounds=2, hands=2))
    for table in (1, 2, 3):
        photograph(played, *LINES, table=table)
    one, other = (
        played.seats.filter(match__table_number=table)[0].entry.number for table in (1, 2)
    )
    reseat(round_id=played.pk, one=one, other=other, author=SCORER, now=NOW)
    assert waiting_table(played) == 3


def test_sheets_of_another_contest_with_the_same_seats_differ(club: Club, playing: Round) -> None:
    # On another computer a contest may have the same key.
    other = start_round(make_contest(club, teams=4, rounds=2, hands=2, name="Second"))
    numbers = [{table.sides[0].numbers for table in seated_tables(one)} for one in (playing, other)]
    assert numbers[0] == numbers[1]
    assert seats_now(playing, 1) != seats_now(other, 1)


def test_what_was_typed_of_a_deleted_photo_is_not_entered_for_another(
    member: Client, playing: Round
) -> None:
    deleted = photograph(playing, *LINES)
    photograph(playing, LINES[1])
    sent = typed() | {"photo": str(deleted.pk)}
    deleted.delete()
    assert member.post(at(playing, "paper-sheet", 1), sent).status_code == 404
    assert not Hand.objects.exists()


def test_what_is_entered_already_stays(member: Client, playing: Round) -> None:
    game = games_of(playing)[0].game
    assert game
    write_hand(game, takes(Seat.A1, 100))
    table = games_of(playing)[0].table_number or 0
    photograph(playing, *LINES, table=table)
    words = words_on(member.get(at(playing, "paper-sheet", table)))
    assert "entered already; compare them with the sheet" in words
    assert "Entered already: A1 · 100 – 62" in words
    words = words_on(member.post(at(playing, "paper-sheet", table), typed()))
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
    photograph(playing, *LINES)
    sent = typed(line) | {"2-points_a": "60", "2-points_b": "102"}
    answer = member.post(at(playing, "paper-sheet", 1), sent)
    assert error.lower() in words_on(answer).lower()
    assert 'value="102"' in answer.content.decode()
    assert not Hand.objects.exists()


def test_totals_on_the_sheet_are_a_witness(
    member: Client, playing: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    # 92 and a belote for A; 100 for B, who took: 174 and 170.
    monkeypatch.setattr(queries, "written_totals", lambda _cells: (1640, None))
    photograph(playing, *LINES)
    answer = member.post(at(playing, "paper-sheet", 1), typed())
    assert "The sheet says 1,640 – ?, these hands make 174 – 170" in words_on(answer)
    assert not Hand.objects.exists()
    member.post(at(playing, "paper-sheet", 1), typed() | {"totals": "174 – 170"})
    assert len(hands_at(playing)) == 2


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ((174, 170), "These hands make 174 – 170, as the sheet says."),
        ((174, None), "These hands make 174 – 170."),
    ],
)
def test_what_the_hands_make_stands_beside_the_totals_of_the_sheet(
    member: Client,
    playing: Round,
    monkeypatch: pytest.MonkeyPatch,
    written: tuple[int | None, int | None],
    said: str,
) -> None:
    monkeypatch.setattr(queries, "written_totals", lambda _cells: written)
    photograph(playing, *LINES)
    assert said in words_on(member.get(at(playing, "paper-sheet", 1)))


def test_deals_that_the_phone_counted_go_with_the_first_hand(
    member: Client, playing: Round
) -> None:
    match = games_of(playing)[0]
    assert match.game
    pass_deal(game_id=match.game.pk, author=SCORER, now=NOW)
    table = match.table_number or 0
    photograph(playing, *LINES, table=table)
    member.post(at(playing, "paper-sheet", table), typed())
    assert [hand.passed_deals for hand in hands_at(playing, table)] == [1, 0]


@pytest.mark.parametrize(("is_there", "rules"), [(False, "contest"), (True, "contree_ffb")])
def test_the_round_offers_sheets_only_where_they_can_be_read(
    club: Club, member: Client, monkeypatch: pytest.MonkeyPatch, is_there: bool, rules: str
) -> None:
    played = start_round(make_contest(club, teams=4, hands=2, rules=rules))
    monkeypatch.setattr(tags, "is_installed", lambda: True)
    for page in ("round-detail", "slip-desk"):
        offered = at(played) in member.get(at(played, page)).content.decode()
        assert offered is (rules == "contest")
    monkeypatch.setattr(tags, "is_installed", lambda: is_there)
    for page in ("round-detail", "slip-desk"):
        assert "Photograph a sheet" not in words_on(member.get(at(played, page)))


def test_sheets_of_a_round_that_is_over_are_not_to_be_photographed(
    member: Client, playing: Round
) -> None:
    Round.objects.update(status=Round.Status.CLOSED)
    for page in ("round-detail", "slip-desk"):
        assert "Photograph a sheet" not in words_on(member.get(at(playing, page)))


def test_a_line_can_be_left_out(member: Client, playing: Round) -> None:
    photograph(playing, *LINES)
    nothing = {"taker": "", "points_a": "", "points_b": "", "belote": ""}
    member.post(at(playing, "paper-sheet", 1), typed(nothing))
    assert [hand.taker for hand in hands_at(playing)] == ["B2"]


def test_a_sheet_without_a_line_says_that_there_is_nothing_to_enter(
    member: Client, playing: Round
) -> None:
    photograph(playing, *LINES)
    nothing = {f"{row}-{name}": "" for row in (1, 2) for name in ("taker", "points_a", "points_b")}
    answer = member.post(at(playing, "paper-sheet", 1), typed({"belote": ""}) | nothing)
    assert "there is nothing to enter" in words_on(answer)
    photograph(playing, table=2)
    words = words_on(member.get(at(playing, "paper-sheet", 2)))
    assert "Nothing is written on this sheet" in words
    assert "Enter 0 hands" not in words


def test_no_sum_of_before_stands_beside_lines_that_are_wrong_now(
    member: Client, playing: Round
) -> None:
    photograph(playing, *LINES)
    assert "These hands make 174" in words_on(member.get(at(playing, "paper-sheet", 1)))
    answer = member.post(at(playing, "paper-sheet", 1), typed({"points_b": "71"}))
    assert "These hands make" not in words_on(answer)


def test_something_unusual_is_asked_once(member: Client, playing: Round) -> None:
    photograph(playing, *LINES)
    unusual = {"points_a": "162", "points_b": "0"}
    answer = member.post(at(playing, "paper-sheet", 1), typed(unusual))
    assert "It is so" in words_on(answer)
    (row, _other) = answer.context["shown"].rows
    sent = typed({**unusual, "confirmed": row.confirm})
    member.post(at(playing, "paper-sheet", 1), sent)
    assert len(hands_at(playing)) == 2


def test_a_hand_from_a_phone_in_the_meantime_is_not_doubled(
    member: Client, playing: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = games_of(playing)[0].game
    assert game
    table = games_of(playing)[0].table_number or 0
    photograph(playing, *LINES, table=table)

    def loaded(*given: Any) -> Any:
        sheet = load_sheet(*given)
        write_hand(Game.objects.get(pk=game.pk), takes(Seat.B1, 81))
        return sheet

    monkeypatch.setattr(views, "load_sheet", loaded)
    answer = member.post(at(playing, "paper-sheet", table), typed())
    assert "in the meantime" in words_on(answer)
    assert [hand.taker for hand in hands_at(playing, table)] == ["B1"]


def test_sheets_of_a_closed_round_are_not_entered(
    member: Client, playing: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    photograph(playing, *LINES)
    Round.objects.update(status=Round.Status.CLOSED)
    answer = member.post(at(playing, "paper-sheet", 1), typed())
    assert "while their round is played" in words_on(answer)
    assert not Hand.objects.exists()
    send(member, playing, monkeypatch, seen(code_at(playing), *LINES))
    assert SheetPhoto.objects.count() == 1


@pytest.mark.parametrize("change", ["picture", "picture and hash", "table"])
def test_doctor_finds_a_photo_that_is_not_the_one_that_was_logged(
    club: Club, playing: Round, change: str
) -> None:
    photo = photograph(playing, *LINES)
    assert examine([club]).is_whole
    other: dict[str, Any] = {"picture": b"another"}
    if change == "picture and hash":
        other["sha256"] = hashlib.sha256(b"another").hexdigest()
    if change == "table":
        other = {"game": playing.matches.get(table_number=2).game}
    SheetPhoto.objects.filter(pk=photo.pk).update(**other)
    (finding,) = examine([club]).findings
    assert "the photo of the sheet is not the one that was logged" in finding.text


@pytest.mark.parametrize(
    ("limit", "words"), [("MOST_OF_A_TABLE", "six photos already"), ("MOST_BYTES", "all the room")]
)
def test_photos_take_a_limited_room(
    member: Client, playing: Round, monkeypatch: pytest.MonkeyPatch, limit: str, words: str
) -> None:
    photograph(playing, *LINES)
    monkeypatch.setattr(services, limit, 1)
    other = seen(code_at(playing), LINES[1])
    assert words in words_on(send(member, playing, monkeypatch, other))
    assert SheetPhoto.objects.count() == 1


def test_a_dispute_and_the_log_lead_to_the_photo(
    club: Club, member: Client, playing: Round
) -> None:
    assert "Photo of the sheet" not in words_on(member.get(at(playing, "sheet-ruling", 1)))
    photograph(playing, *LINES)
    member.post(at(playing, "paper-sheet", 1), typed())
    log = reverse("tournaments:tournament-log", args=[playing.tournament_id])
    for address in (at(playing, "sheet-ruling", 1), log):
        assert at(playing, "paper-sheet", 1) in member.get(address).content.decode()
    reader = member_of(club, "reader", Role.READER)
    assert at(playing, "paper-sheet", 1) not in reader.get(log).content.decode()
    SheetPhoto.objects.all().delete()
    answer = member.get(at(playing, "paper-sheet", 1), follow=True)
    assert "There is no photo of this sheet any more." in words_on(answer)


def test_photos_are_deleted_when_the_club_says(club: Club, member: Client, playing: Round) -> None:
    photograph(playing, *LINES)
    finished = timezone.now()
    Tournament.objects.update(finished_at=finished)
    assert services.forget_photos(now=finished + timedelta(days=59)) == 0
    page = member.get(reverse("tournaments:photo-keeping"))
    assert "1 photo of a sheet is kept" in words_on(page)
    member.post(reverse("tournaments:photo-keeping"), {"days": "7"})
    assert PhotoKeeping.objects.get().days == 7
    assert services.forget_photos(now=finished + timedelta(days=6)) == 0
    assert services.forget_photos(now=finished + timedelta(days=8)) == 1
    assert not SheetPhoto.objects.exists()


def test_photos_of_a_contest_that_nobody_finished_stay_a_year_longer(playing: Round) -> None:
    taken = photograph(playing, *LINES).taken_at
    assert services.forget_photos(now=taken + timedelta(days=60 + 364)) == 0
    assert services.forget_photos(now=taken + timedelta(days=60 + 366)) == 1


def test_a_draw_with_photos_is_not_taken_back(playing: Round) -> None:
    photograph(playing, *LINES)
    with pytest.raises(HandsWrittenError):
        take_back_round(round_id=playing.pk, author=SCORER, now=NOW)
    assert SheetPhoto.objects.exists()


def test_the_photos_that_bear_a_name_can_be_deleted(member: Client, playing: Round) -> None:
    photograph(playing, *LINES)
    at_table = Player.objects.filter(entries__entry__seats__match__table_number=1).first()
    elsewhere = Player.objects.filter(entries__entry__seats__match__table_number=2).first()
    assert at_table
    assert elsewhere
    other = member.get(reverse("tournaments:player-privacy", args=[elsewhere.pk]))
    assert "Delete the photos" not in words_on(other)
    page = member.get(reverse("tournaments:player-privacy", args=[at_table.pk]))
    assert "The name is on 1 photo of a sheet" in words_on(page)
    address = reverse("tournaments:photos-delete", args=[at_table.pk])
    assert "1 photo deleted" in words_on(member.post(address, follow=True))
    assert not SheetPhoto.objects.exists()


def test_a_scanned_pile_is_sorted_by_the_codes(
    club: Club, playing: Round, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    other = start_round(make_contest(club, teams=4, hands=2, name="Second"))
    pile = [
        seen(code_at(other, 2), *LINES),
        "no_sheet",
        "empty_page",
        seen(code_at(playing, 1), *LINES),
        seen(replace(code_at(playing, 1), contest=999), *LINES),
    ]
    monkeypatch.setattr(services, "read_pages", lambda _data, _club: pile)
    (tmp_path / "pile.pdf").write_bytes(b"x")
    (tmp_path / ".DS_Store").write_bytes(b"x")
    with pytest.raises(SystemExit):
        call_command("scan", str(tmp_path), by="Odile")
    said = capsys.readouterr()
    assert said.out.splitlines() == [
        "pile.pdf:1: Second, round 1, table 2",
        f"pile.pdf:4: {playing.tournament.name}, round 1, table 1",
    ]
    assert "pile.pdf:2: No sheet is to be seen" in said.err
    assert "pile.pdf:5: This is a sheet of another contest" in said.err
    assert "pile.pdf:3" not in said.err
    assert [photo.author_name for photo in SheetPhoto.objects.all()] == ["Odile"] * 2


def test_who_sat_in_later_is_named_on_the_sheets_from_then_on(club: Club) -> None:
    contest = make_contest(club, teams=4, rounds=2, hands=2)
    first = start_round(contest)
    photograph(first, *LINES)
    entry = first.seats.filter(match__table_number=1)[0].entry
    left = entry.players.get(position=1).player
    for match in games_of(first):
        play(match)
    close_round(round_id=first.pk, author=SCORER, now=NOW)
    later = Substitute(place=1, name="Rose Later", from_round=2)
    substitute(tournament_id=contest.pk, number=entry.number, wanted=later, author=SCORER, now=NOW)
    second = start_round(contest, seed=2)
    table = second.seats.get(entry=entry).match.table_number or 0
    photograph(second, *LINES, table=table)
    assert left
    rounds = {
        person.name: [*photos_naming(person).values_list("game__match__round__number", flat=True)]
        for person in (left, Player.objects.get(name="Rose Later"))
    }
    assert rounds == {left.name: [1], "Rose Later": [2]}


def test_the_table_of_a_pair_that_left_is_not_entered(club: Club, member: Client) -> None:
    played = start_round(make_contest(club, teams=4, rounds=2, hands=2))
    photograph(played, *LINES)
    number = played.seats.filter(match__table_number=1)[0].entry.number
    withdraw_entry(
        tournament_id=played.tournament_id, number=number, from_round=1, author=SCORER, now=NOW
    )
    answer = member.get(at(played, "paper-sheet", 1))
    assert "This game is over." in words_on(answer)
    assert "Enter 2 hands" not in words_on(answer)


def test_whoever_becomes_anonymous_is_offered_to_have_the_photos_deleted(
    member: Client, playing: Round
) -> None:
    photograph(playing, *LINES)
    player = Player.objects.filter(entries__entry__seats__match__table_number=1)[0]
    address = reverse("tournaments:player-privacy", args=[player.pk])
    answer = member.post(address, {"understood": "on", "sure": "1"}, follow=True)
    assert "The name is gone for ever" in words_on(answer)
    assert "The name is on 1 photo of a sheet" in words_on(answer)


def test_the_owner_finds_how_long_photos_are_kept(
    club: Club, member: Client, playing: Round
) -> None:
    kept = reverse("tournaments:photo-keeping")
    assert kept in member.get(at(playing)).content.decode()
    desk = member_of(club, "desk", Role.DESK)
    assert kept not in desk.get(at(playing)).content.decode()


def test_the_photos_of_a_closed_round_are_found_from_its_page(
    member: Client, playing: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    photograph(playing, *LINES)
    for match in games_of(playing):
        play(match)
    close_round(round_id=playing.pk, author=SCORER, now=NOW)
    monkeypatch.setattr(tags, "is_installed", lambda: True)
    page = member.get(at(playing, "round-detail"))
    assert "Photos of sheets" in words_on(page)
    monkeypatch.setattr(views, "is_installed", lambda: True)
    found = member.get(at(playing))
    assert "Photos of sheets" in words_on(found)
    assert "Photograph a sheet" not in words_on(found)
    assert at(playing, "paper-sheet", 1) in found.content.decode()
    SheetPhoto.objects.all().delete()
    assert "There are no photos of this round." in words_on(member.get(at(playing)))


def test_the_help_names_the_limits_that_hold(member: Client) -> None:
    words = words_on(member.get(reverse("scorekeeper:help")))
    assert f"at most {MOST_HANDS} hands a round" in words
    assert f"It is deleted {KEPT_DAYS} days after the contest" in words
