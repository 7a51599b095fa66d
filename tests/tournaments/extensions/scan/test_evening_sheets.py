"""Blank sheets of club evenings: printed, photographed with a game, entered as its hands."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.engine.hand import Seat
from scorekeeper.engine.rulesets import GameFormat
from scorekeeper.evenings.services import close_evening, open_evening
from scorekeeper.games.services.games import stop_game
from scorekeeper.models import Club, Evening, Game, Hand, Player
from scorekeeper.roles import Role
from tests.contest import make_contest, start_round
from tests.pages import member_of, words_on
from tests.table import NOW, SCORER, make_game, takes, write
from tests.tournaments.extensions.scan.test_scan_pages import LINES, code_at, seen, typed
from tournaments.doctor.examine import examine
from tournaments.extensions.scan import evening_views, services
from tournaments.extensions.scan.layout import BLANK, cells
from tournaments.extensions.scan.queries import photos_naming
from tournaments.extensions.scan.reader import SeenSheet, UnreadSheetError
from tournaments.models import SheetPhoto

pytestmark = pytest.mark.django_db


@pytest.fixture
def member(club: Club, monkeypatch: pytest.MonkeyPatch) -> Client:
    monkeypatch.setattr(evening_views, "is_installed", lambda: True)
    return member_of(club)


@pytest.fixture
def evening(club: Club) -> Evening:
    return open_evening(club=club, name="Friday", date=NOW.date(), ruleset_key="contest", now=NOW)


@pytest.fixture
def game(club: Club, evening: Evening) -> Game:
    """Return a game of four hands at table 3, by rules whose hands fit on a sheet."""
    return make_game(club, game_format=GameFormat(hands=4), evening=evening, table_number=3)


def at(game: Game) -> str:
    return reverse("tournaments:game-sheet", args=[game.pk])


def photograph(game: Game, *lines: str) -> SheetPhoto:
    return services.keep_game_photo(
        game_id=game.pk, seen=seen(BLANK, *lines), author=SCORER, now=NOW
    )


def send(
    member: Client,
    game: Game,
    monkeypatch: pytest.MonkeyPatch,
    *found: SeenSheet | str,
    **more: Any,
) -> Any:
    monkeypatch.setattr(services, "read_pages", lambda _data, _club: found)
    return member.post(at(game), {"pictures": SimpleUploadedFile("1.jpg", b"x")}, **more)


def badges(page: Any) -> list[str]:
    """Return what is said of the games in the list."""
    listed = page.content.decode().partition('<ul class="list">')[2]
    return re.findall(r'<span class="badge">(.*?)</span>', listed)


def points(game: Game) -> list[int | None]:
    return [hand.card_points for hand in game.hands.order_by("number")]


def test_the_evening_prints_a_blank_sheet_and_lists_games_without_hands(
    club: Club, member: Client, evening: Evening, game: Game
) -> None:
    begun = make_game(
        club, evening=evening, table_number=4, names=dict(zip(Seat, "QRST", strict=True))
    )
    write(begun, takes(Seat.A1, 92))
    address = reverse("tournaments:evening-sheets", args=[evening.pk])
    page = member.get(address)
    assert page.content.decode().count('class="readable__box"') == len(cells(BLANK.hands))
    assert at(game) in page.content.decode()
    assert at(begun) not in page.content.decode()
    assert "Friday" in words_on(page)
    # Photos that wait on this phone are sent from here too.
    assert "<sheet-camera" in page.content.decode()
    reader = member_of(club, "reader", Role.READER)
    assert at(game) not in reader.get(address).content.decode()
    assert "<sheet-camera" not in reader.get(address).content.decode()


def test_a_photo_of_a_game_that_is_over_waits_for_nobody(
    member: Client, evening: Evening, game: Game
) -> None:
    photograph(game, *LINES)
    address = reverse("tournaments:evening-sheets", args=[evening.pk])
    assert badges(member.get(address)) == ["to look at"]
    stop_game(game_id=game.pk, reason="late", author=SCORER, now=NOW)
    assert badges(member.get(address)) == ["over"]


@pytest.mark.parametrize("uses", [[], ["scan"]])
def test_the_evening_leads_there_where_the_club_uses_it(
    club: Club, member: Client, evening: Evening, uses: list[str]
) -> None:
    club.uses = uses
    club.save()
    page = member.get(reverse("scorekeeper:evening-detail", args=[evening.pk]))
    address = reverse("tournaments:evening-sheets", args=[evening.pk])
    assert (address in page.content.decode()) is bool(uses)


def test_a_photo_is_shown_and_entered_after_a_look(
    member: Client, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "<sheet-camera" in member.get(at(game)).content.decode()
    page = send(member, game, monkeypatch, seen(BLANK, *LINES), follow=True)
    words = words_on(page)
    assert "Hand 1 · A1 · 92 – 70 · Belote A" in words
    assert "Only 2 lines of 4 are filled in." in words
    assert "Not signed yet" not in words
    assert not Hand.objects.exists()
    (photo,) = SheetPhoto.objects.all()
    picture = member.get(reverse("tournaments:game-photo", args=[game.pk, photo.pk]))
    assert picture.content == bytes(photo.picture)
    answer = member.post(at(game), {"photo": str(photo.pk), **typed()}, follow=True)
    assert "Table 3: 2 hands entered, 174 – 170." in words_on(answer)
    assert points(game) == [92, 100]
    # What is entered stays, and the sheet can be compared with it.
    words = words_on(member.get(at(game)))
    assert "entered already; compare them with the sheet" in words
    assert "Entered already: A1 · 92 – 70 · Belote A" in words


def test_a_phone_that_sends_photos_is_told_where_the_sheet_is(
    member: Client, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    json = {"accept": "application/json"}
    told = send(member, game, monkeypatch, seen(BLANK, *LINES), headers=json).json()
    assert told == {"kept": [{"name": "Table 3", "address": at(game)}], "refused": []}
    Game.objects.filter(pk=game.pk).update(table_number=None)
    told = send(member, game, monkeypatch, seen(BLANK, *LINES), headers=json).json()
    assert told["kept"] == [{"name": "Sheet of the game", "address": at(game)}]
    write(game, takes(Seat.A1, 92))
    told = send(member, game, monkeypatch, seen(BLANK, *LINES), headers=json).json()
    assert told["refused"] == ["Hands of this game are entered already, or it is over."]


def test_a_pile_is_not_the_sheet_of_one_game(
    member: Client, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = seen(BLANK, *LINES), seen(BLANK, LINES[0])
    page = send(member, game, monkeypatch, one, "empty_page", other, follow=True)
    assert "There are several sheets in this file" in words_on(page)
    assert not SheetPhoto.objects.exists()
    send(member, game, monkeypatch, one, "empty_page")
    assert SheetPhoto.objects.count() == 1


def test_the_names_on_the_sheet_stand_beside_those_of_the_game(member: Client, game: Game) -> None:
    photograph(game, *LINES)
    assert 'aria-label="The names on the sheet"' in member.get(at(game)).content.decode()


def test_a_sheet_of_a_contest_is_not_one_of_an_evening(
    club: Club, member: Client, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = start_round(make_contest(club, teams=4, hands=2))
    page = send(member, game, monkeypatch, seen(code_at(played), *LINES), follow=True)
    assert "This is a sheet of a contest" in words_on(page)
    with pytest.raises(UnreadSheetError, match="of_evening"):
        services.match_of(BLANK, played)
    assert not SheetPhoto.objects.exists()


def test_lines_after_the_end_of_the_game_are_asked_about(
    club: Club, member: Client, evening: Evening
) -> None:
    game = make_game(club, game_format=GameFormat(hands=1), evening=evening)
    photo = photograph(game, LINES[0], LINES[0])
    # Said at the first look where nothing is unclear.
    assert "The game is over before this line" in words_on(member.get(at(game)))
    answer = member.post(at(game), {"photo": str(photo.pk), **typed()})
    assert "The game is over before this line" in words_on(answer)
    assert not Hand.objects.exists()
    emptied = {f"2-{name}": "" for name in ("taker", "points_a", "points_b")}
    answer = member.post(at(game), {"photo": str(photo.pk), **typed(), **emptied}, follow=True)
    assert "1 hand entered, " in words_on(answer)
    assert points(game) == [92]


def test_rules_with_bids_have_no_sheet(club: Club, member: Client, evening: Evening) -> None:
    game = make_game(club, rules="contree_ffb", evening=evening)
    assert "it is for rules without bids" in words_on(member.get(at(game)))
    Evening.objects.update(ruleset_key="contree_ffb")
    page = member.get(reverse("tournaments:evening-sheets", args=[evening.pk]))
    assert "it is for rules without bids" in words_on(page)


def test_without_what_reads_pictures_the_pages_say_what_to_install(
    member: Client, evening: Evening, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evening_views, "is_installed", lambda: False)
    for address in (at(game), reverse("tournaments:evening-sheets", args=[evening.pk])):
        assert 'pip install "belote[scan]"' in words_on(member.get(address))


def test_an_evening_of_another_computer_is_photographed_there(
    member: Client, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    Evening.objects.update(is_mirror=True)
    Game.objects.update(is_mirror=True)
    assert send(member, game, monkeypatch, seen(BLANK, *LINES)).status_code == 409
    assert not SheetPhoto.objects.exists()


def test_the_game_of_a_contest_has_no_such_page(club: Club, member: Client) -> None:
    played = start_round(make_contest(club, teams=4, hands=2))
    game = Game.objects.filter(match__round=played)[0]
    assert member.get(at(game)).status_code == 404


def test_photos_go_as_long_after_the_evening_as_the_club_says(game: Game) -> None:
    taken = photograph(game, *LINES).taken_at
    assert services.forget_photos(now=taken + timedelta(days=60 + 364)) == 0
    ended = timezone.now()
    close_evening(evening=Evening.objects.get(), now=ended)
    assert services.forget_photos(now=ended + timedelta(days=59)) == 0
    assert services.forget_photos(now=ended + timedelta(days=61)) == 1
    # A sheet of long ago is photographed later: there is time to enter it.
    SheetPhoto.objects.filter(pk=photograph(game, *LINES).pk).update(
        taken_at=ended + timedelta(days=90)
    )
    assert services.forget_photos(now=ended + timedelta(days=91)) == 0
    assert services.forget_photos(now=ended + timedelta(days=151)) == 1


def test_the_photos_of_a_players_games_can_be_deleted(
    club: Club, member: Client, game: Game
) -> None:
    photograph(game, *LINES)
    anne = Player.objects.get(club=club, name="Anne")
    assert [photo.game for photo in photos_naming(anne)] == [game]
    member.post(reverse("tournaments:photos-delete", args=[anne.pk]))
    assert not SheetPhoto.objects.exists()


def test_the_club_counts_and_doctor_accepts_photos_of_evenings(
    club: Club, member: Client, game: Game
) -> None:
    photo = photograph(game, *LINES)
    assert photograph(game, *LINES) == photo
    page = member.get(reverse("tournaments:photo-keeping"))
    assert "1 photo of a sheet is kept" in words_on(page)
    assert examine([club]).is_whole
    SheetPhoto.objects.update(picture=b"another")
    (finding,) = examine([club]).findings
    assert "the photo of a sheet is not the one that was kept" in finding.text
