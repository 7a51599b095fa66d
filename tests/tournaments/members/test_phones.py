"""A phone says “That is me”, an organiser answers, the phone has a page of its own."""

from datetime import timedelta
from html import unescape

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from scorekeeper.models import Attendance, Club, Player, PlayerMerge
from tests.pages import count_queries, member_of, visitor, words_on
from tests.table import NOW, SCORER, make_club
from tests.tournaments.members.phones import ask, at, joined, make_evening, own, season_of_today
from tests.tournaments.people.named import everything_stored, forget
from tests.tournaments.seasons.leagues import player
from tournaments.members.services import MOST_FOR_ONE, PATIENCE, confirm_phone
from tournaments.models import PlayerPhone
from tournaments.people.services.merges import merge_players, undo_merge
from tournaments.people.services.names import show_name
from tournaments.visitors import COOKIE, keep_key, key_of

pytestmark = pytest.mark.django_db


def see(client: Client, address: str) -> str:
    answer = client.get(address, follow=True)
    assert answer.status_code == 200
    return unescape(words_on(answer))


@pytest.fixture
def anne(club: Club) -> Player:
    """Return a player who won the one contest of the season."""
    season_of_today(club)
    return player(club, "Anne Petit")


def answer(organiser: Client, phone: PlayerPhone, said: str, **more: str) -> str:
    address = reverse("tournaments:phone-answer", args=[phone.pk])
    sent = organiser.post(address, {"answer": said, **more}, follow=True)
    return unescape(words_on(sent))


def test_a_phone_asks_and_has_its_page_once_an_organiser_said_yes(
    club: Club, anne: Player, organiser: Client
) -> None:
    evening = make_evening(club)
    phone = joined(evening)
    asked = ask(phone, anne)
    assert "waits for a yes" in see(phone, at(club, "club-me"))
    assert phone.get(at(club, "club-me", asked=1)).headers.get("HX-Refresh") is None
    home = see(organiser, reverse("scorekeeper:home"))
    assert "Anne Petit signs as Léa · iPhone, Safari" in home
    assert "Another phone" not in home
    assert "now belongs to Anne Petit" in answer(organiser, asked, "confirm", back="home")
    assert phone.get(at(club, "club-me", asked=1)).headers["HX-Refresh"] == "true"
    page = see(phone, at(club, "club-me"))
    assert "Anne Petit" in page
    assert "200 points · 1 event 1 of 4" in page
    assert "Partners" in page
    assert "Bruno" in page
    assert "“That is me”" not in see(organiser, reverse("scorekeeper:home"))
    assert "confirmed by" in see(organiser, reverse("tournaments:phone-list"))


def test_beside_names_a_phone_says_who_it_is(club: Club, anne: Player) -> None:
    evening = make_evening(club)
    Attendance.objects.create(evening=evening, player=anne)
    shown = reverse("scorekeeper:evening-detail", args=[evening.pk])
    season = at(club, "club-season")
    page = at(club, "club-player", anne.pk)
    phone = joined(evening)
    way = at(club, "player-ask", anne.pk)
    for address in (shown, season, page):
        assert way in phone.get(address, follow=True).content.decode()
    ask(phone, anne)
    for address in (shown, season, page):
        assert way not in phone.get(address, follow=True).content.decode()
    mine = own(evening, anne)
    assert "Anne Petit you" in see(mine, shown)
    assert "Anne Petit you" in see(mine, season)
    # An organiser's lists say nothing of it.
    assert way not in member_of(club).get(shown).content.decode()


def test_only_a_phone_that_joined_may_ask(club: Club, anne: Player) -> None:
    club.opens_rankings = True
    club.save()
    for other in (visitor(), joined(make_evening(make_club("Elsewhere")))):
        assert other.post(at(club, "player-ask", anne.pk), {"signed": "X"}).status_code == 404
    assert not PlayerPhone.objects.exists()


@pytest.mark.parametrize("gone", ["archived", "anonymous", "another club"])
def test_a_phone_asks_for_those_who_come_alone(club: Club, anne: Player, gone: str) -> None:
    phone = joined(make_evening(club))
    address = at(club, "player-ask", anne.pk)
    if gone == "archived":
        Player.objects.filter(pk=anne.pk).update(archived_at=NOW)
    elif gone == "anonymous":
        forget(anne)
    else:
        address = at(club, "player-ask", player(make_club("Elsewhere"), "Foreign").pk)
    assert phone.post(address, {"signed": "X"}).status_code == 404


def test_who_neither_played_nor_is_here_is_not_told(club: Club, anne: Player) -> None:
    evening = make_evening(club)
    phone, absent = joined(evening), player(club, "Zoé Absente")
    address = at(club, "player-ask", absent.pk)
    assert phone.get(address).status_code == 404
    Attendance.objects.create(evening=make_evening(club), player=absent)
    assert phone.get(address).status_code == 404
    Attendance.objects.create(evening=evening, player=absent)
    assert "Are you Zoé Absente?" in see(phone, address)


def test_another_phone_takes_nothing_over(club: Club, anne: Player, organiser: Client) -> None:
    evening = make_evening(club)
    first = own(evening, anne)
    other = joined(evening, "Zoé")
    asked = ask(other, anne, "Zoé")
    home = see(organiser, reverse("scorekeeper:home"))
    assert "Another phone already belongs to this player: ask who this is." in home
    assert "waits for a yes" in see(other, at(club, "club-me"))
    answer(organiser, asked, "refuse")
    assert "This phone belongs to nobody here" in see(other, at(club, "club-me"))
    assert "My places" in see(first, at(club, "club-me"))


def test_two_phones_that_ask_for_one_are_shown_as_such(
    club: Club, anne: Player, organiser: Client
) -> None:
    evening = make_evening(club)
    for name in ("Léa", "Zoé"):
        ask(joined(evening, name), anne, name)
    home = see(organiser, reverse("scorekeeper:home"))
    assert home.count("Another phone asks to be the same player.") == 2


def test_requests_are_limited_and_old_ones_go(club: Club, anne: Player) -> None:
    evening = make_evening(club)
    for _number in range(MOST_FOR_ONE):
        ask(joined(evening), anne)
    late = joined(evening)
    answered = late.post(at(club, "player-ask", anne.pk), {"signed": "Too late"})
    page = unescape(answered.content.decode())
    assert "Too many phones are waiting for the organiser at the moment." in page
    assert 'value="Too late"' in page
    assert PlayerPhone.objects.count() == MOST_FOR_ONE
    PlayerPhone.objects.update(asked_at=timezone.now() - PATIENCE - timedelta(days=1))
    ask(late, anne)
    assert PlayerPhone.objects.count() == 1


def test_a_hall_full_of_requests_is_enough(
    club: Club, anne: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.members.services.MOST_OPEN", 1)
    evening = make_evening(club)
    ask(joined(evening), anne)
    bruno = player(club, "Bruno Grand")
    page = joined(evening).post(at(club, "player-ask", bruno.pk), {"signed": "Léa"})
    assert "Too many phones are waiting" in unescape(words_on(page))
    assert PlayerPhone.objects.count() == 1


def test_all_who_ask_are_refused_at_once(club: Club, anne: Player, organiser: Client) -> None:
    evening = make_evening(club)
    own(evening, anne)
    for _number in range(2):
        ask(joined(evening), player(club, "Bruno Grand"))
    page = reverse("tournaments:phone-list")
    assert "Refuse all" in see(organiser, page)
    assert joined(evening).post(page).status_code == 302
    assert PlayerPhone.objects.count() == 3
    organiser.post(page)
    assert [phone.player for phone in PlayerPhone.objects.all()] == [anne]


def test_a_phone_is_one_player_in_a_club(club: Club, anne: Player) -> None:
    phone = own(make_evening(club), anne)
    answered = phone.post(at(club, "player-ask", player(club, "Bruno Grand").pk), {"signed": "Léa"})
    assert answered.headers["Location"] == at(club, "club-me")
    assert PlayerPhone.objects.count() == 1


def test_only_the_hash_of_the_key_is_stored(club: Club, anne: Player) -> None:
    phone = own(make_evening(club), anne)
    cookie = phone.cookies[COOKIE]
    assert cookie["httponly"]
    assert cookie["max-age"] > 365 * 24 * 60 * 60
    assert cookie.value not in everything_stored()
    stolen = visitor()
    stolen.cookies[COOKIE] = PlayerPhone.objects.get().key_hash
    assert stolen.get(at(club, "club-me")).status_code == 404


def test_a_key_somebody_made_up_is_not_taken(club: Club, anne: Player) -> None:
    phone = joined(make_evening(club))
    phone.cookies[COOKIE] = "1"
    ask(phone, anne)
    assert len(phone.cookies[COOKIE].value) == 32


def test_a_button_touched_twice_asks_once(club: Club, anne: Player) -> None:
    """Both are on their way before either is answered: neither brings a new key along."""
    phone, way = joined(make_evening(club)), at(club, "player-ask", anne.pk)
    phone.get(way)
    again = visitor()
    again.cookies.load({name: cookie.value for name, cookie in phone.cookies.items()})
    assert ask(phone, anne) == ask(again, anne)
    for touched in (phone, again):
        assert "waits for a yes" in see(touched, at(club, "club-me"))


@pytest.mark.parametrize("made_up", ["日" * 32, "é" * 32, "a b" * 11, "a" * 33, ""])
def test_nor_one_that_no_header_can_carry(made_up: str) -> None:
    request = RequestFactory().get("/")
    request.COOKIES[COOKIE] = made_up
    answer = HttpResponse()
    keep_key(answer, key_of(request))
    assert answer.cookies[COOKIE].OutputString().isascii()
    assert answer.cookies[COOKIE].value != made_up


def test_the_own_page_needs_the_session_no_more(club: Club, anne: Player) -> None:
    phone = own(make_evening(club), anne)
    later = visitor()
    later.cookies[COOKIE] = phone.cookies[COOKIE].value
    assert "Anne Petit" in see(later, at(club, "club-me"))
    assert at(club, "club-me") in later.get(reverse("scorekeeper:home")).content.decode()
    assert later.get(at(club, "club-season"), follow=True).status_code == 200
    assert later.get(at(make_club("Elsewhere"))).status_code == 404


def test_the_phone_ends_it_itself(club: Club, anne: Player) -> None:
    phone = own(make_evening(club), anne)
    phone.post(at(club, "club-me-end"))
    assert not PlayerPhone.objects.exists()
    assert "nobody here" in see(phone, at(club, "club-me"))


def test_an_organiser_ends_it(club: Club, anne: Player, organiser: Client) -> None:
    phone = own(make_evening(club), anne)
    linked = PlayerPhone.objects.get()
    assert "does not belong to Anne Petit" in answer(organiser, linked, "end")
    assert "nobody here" in see(phone, at(club, "club-me"))
    assert "already answered this phone" in answer(organiser, linked, "confirm")


def test_an_organiser_of_another_club_answers_nothing(club: Club, anne: Player) -> None:
    asked = ask(joined(make_evening(club)), anne)
    stranger = member_of(make_club("Elsewhere"), "other")
    for said in ("confirm", "end"):
        answer(stranger, asked, said)
    asked.refresh_from_db()
    assert asked.confirmed_at is None
    assert "Anne" not in see(stranger, reverse("tournaments:phone-list"))
    address = reverse("tournaments:phone-answer", args=[asked.pk])
    assert visitor().post(address, {"answer": "confirm"}).status_code == 302
    asked.refresh_from_db()
    assert asked.confirmed_at is None


def test_a_player_says_how_the_own_name_is_shown(club: Club, anne: Player) -> None:
    phone = own(make_evening(club), anne)
    phone.post(at(club, "club-me"), {"shown": "initials"})
    anne.refresh_from_db()
    assert (anne.shown, anne.has_page) == (Player.Shown.INITIALS, False)
    assert "Anne Petit" in see(phone, at(club, "club-me"))
    assert "A. P. you" in see(phone, at(club, "club-season"))
    # What takes the name away for ever is the organiser's.
    phone.post(at(club, "club-me"), {"shown": "anonymous"})
    anne.refresh_from_db()
    assert anne.shown == Player.Shown.INITIALS


def test_a_phone_that_waits_changes_nothing(club: Club, anne: Player) -> None:
    phone = joined(make_evening(club))
    ask(phone, anne)
    phone.post(at(club, "club-me"), {"shown": "initials"})
    anne.refresh_from_db()
    assert anne.shown == Player.Shown.FULL


def test_a_phone_that_waits_sees_no_more_of_the_name(club: Club, anne: Player) -> None:
    show_name(player_id=anne.pk, shown=Player.Shown.INITIALS)
    phone = joined(make_evening(club))
    ask(phone, anne)
    for address in (at(club), reverse("scorekeeper:home"), at(club, "club-me")):
        page = see(phone, address)
        assert "That is me: A. P." in page
        assert "Petit" not in page


def test_organisers_say_it_too(club: Club, anne: Player, organiser: Client) -> None:
    page = reverse("tournaments:player-privacy", args=[anne.pk])
    organiser.post(page, {"shown": "full"})
    anne.refresh_from_db()
    assert (anne.shown, anne.has_page) == (Player.Shown.FULL, False)
    organiser.post(page, {"shown": "full", "has_page": "on"})
    anne.refresh_from_db()
    assert anne.has_page


def test_a_name_that_is_erased_takes_its_phones_along(club: Club, anne: Player) -> None:
    evening = make_evening(club)
    phone = own(evening, anne)
    ask(joined(evening), player(club, "Bruno Grand"), signed="Anne Petit")
    forget(anne)
    assert "nobody here" in see(phone, at(club, "club-me"))
    assert PlayerPhone.objects.count() == 1
    assert "Anne Petit" not in everything_stored(but=("Session",))


def test_phones_go_along_with_a_merge_and_come_back(club: Club, anne: Player) -> None:
    evening = make_evening(club)
    gone = player(club, "Anne Pettit")
    Attendance.objects.create(evening=evening, player=gone)
    phone = own(evening, gone)
    show_name(player_id=gone.pk, shown=Player.Shown.FULL, has_page=False)
    merge = merge_players(kept_id=anne.pk, gone_id=gone.pk, author=SCORER, now=NOW)
    assert "Anne Petit" in see(phone, at(club, "club-me"))
    anne.refresh_from_db()
    assert not anne.has_page
    undo_merge(merge_id=merge.pk)
    assert "Anne Pettit" in see(phone, at(club, "club-me"))
    anne.refresh_from_db()
    assert anne.has_page


def test_a_merge_of_before_there_were_phones_is_undone(club: Club, anne: Player) -> None:
    gone = player(club, "Anne Pettit")
    merge = merge_players(kept_id=anne.pk, gone_id=gone.pk, author=SCORER, now=NOW)
    known = {key: rows for key, rows in merge.moved.items() if key not in {"phones", "has_page"}}
    PlayerMerge.objects.update(moved=known)
    undo_merge(merge_id=merge.pk)
    gone.refresh_from_db()
    assert gone.merged_into is None


def test_more_phones_take_no_more_queries(club: Club, anne: Player, organiser: Client) -> None:
    evening = make_evening(club)
    ask(joined(evening), anne)
    pages = [reverse("tournaments:phone-list"), reverse("scorekeeper:home")]
    before = [count_queries(organiser.get, page) for page in pages]
    for name in ("Bruno Grand", "Chloé", "David"):
        phone = ask(joined(evening), player(club, name))
    confirm_phone(club=club, phone_id=phone.pk, by="Élise", now=NOW)
    assert [count_queries(organiser.get, page) for page in pages] == before
