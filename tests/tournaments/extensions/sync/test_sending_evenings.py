"""Club evenings of a hall are on its server as contests are: once, whole, or not at all."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.urls import reverse

from scorekeeper.backups.erasures import Erasures, player_key
from scorekeeper.clubs.services.players import add_players
from scorekeeper.documents.document import EveningDocument
from scorekeeper.documents.queries import document_of_evening
from scorekeeper.documents.services import store_evening
from scorekeeper.engine.hand import Seat
from scorekeeper.evenings.services import (
    change_evening,
    close_evening,
    open_evening,
    set_attendance,
)
from scorekeeper.game_chain import hash_of_events
from scorekeeper.games.services.games import stop_game
from scorekeeper.games.services.substitutes import sit_in, take_back_sitting_in
from scorekeeper.models import Club, Evening, Game, GameSeat, Player
from scorekeeper.models.evenings import KeptElsewhereError
from tests.pages import member_of, visitor, words_on
from tests.table import NOW, SCORER, make_game, takes, write
from tests.tournaments.extensions.sync.line import ADDRESS, Cut, LineToServer, answer_of_a_fault
from tests.tournaments.extensions.sync.pair import Pair
from tournaments.extensions.sync.errors import DocumentRefusal, ServerProblem
from tournaments.extensions.sync.queries import sending_of
from tournaments.extensions.sync.server import Server
from tournaments.extensions.sync.services import arriving
from tournaments.extensions.sync.services.arriving import EVENINGS
from tournaments.extensions.sync.services.pairing import (
    add_computer,
    end_computer,
    go_on_as,
    link_server,
)
from tournaments.extensions.sync.services.sending import try_again
from tournaments.extensions.sync.services.taking import go_on_here, prefer_hall
from tournaments.models import ArrivedEvening, HallComputer, ServerLink
from tournaments.people.services.erasures import erase_again
from tournaments.people.services.names import anonymise_player, show_name

pytestmark = pytest.mark.django_db


def make_evening(club: Club, name: str = "Friday") -> Evening:
    evening = open_evening(club=club, name=name, date=NOW.date(), ruleset_key="contest", now=NOW)
    set_attendance(evening=evening, players=(), new_names=["Zoé"], now=NOW)
    return evening


@pytest.fixture
def game(pair: Pair) -> Game:
    """Begin a game on an evening of the hall."""
    game = make_game(pair.hall, evening=make_evening(pair.hall), table_number=1)
    write(game, takes(Seat.A1, 92))
    return game


def is_up(pair: Pair) -> bool:
    """Return whether the evening on the server is the one of the hall."""
    written = Evening.objects.get(club=pair.hall)
    return document_of_evening(pair.arrived_evening()) == document_of_evening(written)


def go_back(pair: Pair, document: EveningDocument) -> Game:
    """Put an older copy of the evening back in the hall, as `restore` would."""
    evening = Evening.objects.get(club=pair.hall)
    store_evening(evening=evening, document=document, now=NOW)
    return evening.games.get()


def refusal() -> str:
    """Return why the last document was not taken, of an evening that is there or of none."""
    computer = HallComputer.objects.get()
    return computer.refused or computer.evenings.get().refused


def test_an_evening_goes_up_when_it_changed_and_only_then(pair: Pair, game: Game) -> None:
    assert len(pair.send().asked) == 1
    assert is_up(pair)
    address = pair.arrived_evening().games.get().pk
    assert not pair.send().asked
    write(game, takes(Seat.B1, 70))
    stop_game(game_id=game.pk, reason="Late", author=SCORER, now=NOW)
    pair.send()
    assert is_up(pair)
    # Its page has the same address: only what is written there is another.
    assert pair.arrived_evening().games.get().pk == address
    close_evening(evening=Evening.objects.get(club=pair.hall), now=NOW)
    pair.send()
    assert pair.arrived_evening().closed_at == NOW


def test_who_sat_in_has_the_own_hands_on_the_server_too(pair: Pair, game: Game) -> None:
    pair.send()
    write(game, takes(Seat.B1, 70))
    sit_in(game_id=game.pk, seat=Seat.A1, name="Zoé", from_hand=2, author=SCORER, now=NOW)
    stop_game(game_id=game.pk, reason="Late", author=SCORER, now=NOW)
    pair.send()
    assert is_up(pair)
    seats = GameSeat.every.filter(game__club=pair.there, seat="A1").order_by("first_hand")
    kept = [(row.player.name, row.hands) for row in seats.select_related("player") if row.player]
    assert kept == [("Anne", 1), ("Zoé", 1)]


def test_an_evening_with_somebody_on_two_seats_of_a_hand_is_not_taken(
    pair: Pair, game: Game
) -> None:
    write(game, takes(Seat.B1, 70))
    sit_in(game_id=game.pk, seat=Seat.A1, name="Zoé", from_hand=2, author=SCORER, now=NOW)
    came = GameSeat.every.filter(game=game, name="Zoé")
    # As a version of before let it be written.
    came.update(name=game.seats.get(seat="B1").name)
    pair.send()
    assert refusal() == DocumentRefusal.WRONG
    take_back_sitting_in(game_id=game.pk, seat=Seat.A1, author=SCORER, now=NOW)
    try_again(link=pair.link)
    pair.send()
    assert is_up(pair)


@pytest.mark.parametrize("cut", [Cut.BEFORE, Cut.WITHIN, Cut.AFTER])
def test_cut_anywhere_nothing_is_doubled_and_nothing_lost(pair: Pair, game: Game, cut: Cut) -> None:
    for points in (70, 81):
        ServerLink.objects.update(trouble="")
        assert pair.send(cut).asked[0].startswith("PUT ")
        assert pair.link.trouble == ServerProblem.AWAY
        write(game, takes(Seat.B1, points))
        pair.send(cut)
    pair.send()
    assert is_up(pair)
    assert Game.objects.filter(club=pair.there).count() == 1


def test_a_computer_that_forgot_what_it_sent_sends_it_once_more(pair: Pair, game: Game) -> None:
    pair.send()
    pair.link.evenings.all().delete()
    pair.send()
    assert is_up(pair)
    assert Evening.objects.filter(club=pair.there).count() == 1


def test_an_evening_in_trouble_holds_up_no_other(pair: Pair, game: Game) -> None:
    make_evening(pair.hall, "Saturday")
    key = str(Evening.objects.get(club=pair.hall, name="Friday").key)
    pair.send(faults={key: answer_of_a_fault(500)})
    assert pair.arrived_evening().name == "Saturday"
    shown = sending_of(pair.hall)
    assert shown
    assert [one.name for one in shown.troubled] == ["Friday"]


def test_the_mirror_is_read_only(pair: Pair, game: Game) -> None:
    pair.send()
    evening, mirror = pair.arrived_evening(), Game.objects.get(club=pair.there)
    with pytest.raises(KeptElsewhereError):
        write(mirror, takes(Seat.B1, 70))
    with pytest.raises(KeptElsewhereError):
        make_game(pair.there, evening=evening)
    with pytest.raises(KeptElsewhereError):
        change_evening(evening=evening, name="x", date=NOW.date(), ruleset_key="salon", now=NOW)
    member = member_of(pair.there, "max")
    said = words_on(member.get(reverse("scorekeeper:evening-detail", args=[evening.pk])))
    assert "Written on the hall’s computer (Laptop). Last news:" in said
    assert "Start a game" not in said
    assert "Change name, date or rules" not in said
    page = member.get(reverse("scorekeeper:game-detail", args=[mirror.pk]))
    assert 'id="id_points_a"' not in page.content.decode()
    for address in (
        reverse("scorekeeper:evening-close", args=[evening.pk]),
        reverse("scorekeeper:game-stop", args=[mirror.pk]),
        f"{reverse('scorekeeper:game-new')}?evening={evening.pk}",
    ):
        refused = member.post(address)
        assert refused.status_code == 409
        assert "Do it on the hall’s computer" in words_on(refused)
    key = "00000000-0000-4000-8000-000000000001"
    entry = {"taker": "B1", "points_a": 70}
    headers = {"authorization": f"Bearer {mirror.token}"}
    sent = visitor().put(
        f"/api/v1/games/{mirror.pk}/hands/{key}",
        {"number": 2, "entry": entry},
        content_type="application/json",
        headers=headers,
    )
    assert sent.status_code in {409, 422}
    assert is_up(pair)


def test_an_older_copy_is_refused_until_somebody_decides(pair: Pair, game: Game) -> None:
    before = document_of_evening(Evening.objects.get(club=pair.hall))
    write(game, takes(Seat.B1, 70))
    pair.send()
    go_back(pair, before)
    pair.send()
    assert refusal() == DocumentRefusal.OLDER
    shown = sending_of(pair.hall)
    assert shown
    assert "was an older copy restored here" in str(shown.refused[0].reason)
    said = words_on(member_of(pair.there, "max").get(reverse("tournaments:hall-computers")))
    assert "Use the one from the hall" in said

    prefer_hall(EVENINGS, arrived=ArrivedEvening.objects.get())
    try_again(link=pair.link)
    pair.send()
    assert is_up(pair)


def test_two_courses_of_one_evening_are_refused(pair: Pair, game: Game) -> None:
    before = document_of_evening(Evening.objects.get(club=pair.hall))
    write(game, takes(Seat.B1, 70))
    pair.send()
    back = go_back(pair, before)
    for points in (81, 90):
        write(back, takes(Seat.B1, points))
    log = Game.objects.get(pk=back.pk).events.order_by("pk")
    log.filter(hand_number=2).update(at=NOW + timedelta(minutes=1))
    Game.objects.filter(pk=back.pk).update(log_hash=hash_of_events(log.all()))
    pair.send()
    assert refusal() == DocumentRefusal.PARTED

    go_on_here(EVENINGS, arrived=ArrivedEvening.objects.get())
    try_again(link=pair.link)
    pair.send()
    assert refusal() == DocumentRefusal.ELSEWHERE
    write(Game.objects.get(club=pair.there), takes(Seat.B1, 81))


def test_a_computer_that_was_sent_away_leaves_its_evenings_here(pair: Pair, game: Game) -> None:
    pair.send()
    end_computer(computer=HallComputer.objects.get(), now=NOW)
    write(Game.objects.get(club=pair.there), takes(Seat.B1, 81))
    assert not pair.arrived_evening().is_mirror


@pytest.mark.parametrize("was_ended", [False, True], ids=["still connected", "ended before"])
def test_the_same_computer_goes_on_with_its_evenings(
    pair: Pair, game: Game, was_ended: bool
) -> None:
    pair.send()
    old = HallComputer.objects.get()
    if was_ended:
        end_computer(computer=old, now=NOW)
    pair.server = Server(ADDRESS, add_computer(club=pair.there, name="Anew", now=NOW))
    server = replace(pair.server, opener=LineToServer())
    pair.link = link_server(club=pair.hall, server=server, now=NOW)
    pair.send()
    new = HallComputer.objects.get(name="Anew")
    assert new.evenings.get().refused == DocumentRefusal.COMPUTER
    said = words_on(member_of(pair.there, "max").get(reverse("tournaments:hall-computers")))
    assert ("The same as Laptop" in said) == (not was_ended or old.pk != new.pk)
    go_on_as(computer=new, before=old, now=NOW)
    write(game, takes(Seat.B1, 81))
    pair.send(later=timedelta(minutes=1))
    assert is_up(pair)
    assert pair.arrived_evening().is_mirror


def test_a_player_is_found_once_and_remembered(pair: Pair, game: Game) -> None:
    pair.send()
    known = Player.objects.get(club=pair.there, name="Anne")
    known.name = "Put right on the server"
    known.save()
    kept = add_players(club=pair.there, names=["The same person"], now=NOW)["the same person"]
    Player.objects.filter(club=pair.there, name="Bruno").update(merged_into=kept)
    write(game, takes(Seat.B1, 70))
    pair.send()
    seats = GameSeat.objects.filter(game__club=pair.there)
    assert seats.get(seat=Seat.A1).player == known
    assert seats.get(seat=Seat.B1).player == kept
    assert not Player.objects.filter(club=pair.there, name="Anne").exists()
    assert is_up(pair)


def test_a_name_that_is_taken_out_in_the_hall_goes_from_the_server_too(
    pair: Pair, game: Game
) -> None:
    pair.send()
    for name in ("Anne", "Zoé"):
        gone = Player.objects.get(club=pair.hall, name=name)
        anonymise_player(player_id=gone.pk, author=SCORER, now=NOW)
    pair.send()
    assert is_up(pair)
    text = document_of_evening(pair.arrived_evening()).text()
    assert "Anne" not in text
    assert "Zoé" not in text


def test_a_name_is_taken_out_in_the_hall_first(pair: Pair, game: Game) -> None:
    pair.send()
    sits, is_here = (Player.objects.get(club=pair.there, name=name) for name in ("Anne", "Zoé"))
    for one in (sits, is_here):
        with pytest.raises(KeptElsewhereError):
            anonymise_player(player_id=one.pk, author=SCORER, now=NOW)
    # An older copy that is put back does not fail for it.
    gone = Erasures(anonymous=frozenset({player_key(sits.pk, sits.created_at)}))
    assert erase_again(gone, now=NOW) == 0
    address = reverse("tournaments:player-privacy", args=[sits.pk])
    page = member_of(pair.there, "max").post(address, {"sure": "1", "understood": "on"})
    assert "Do it on the hall’s computer" in words_on(page)
    write(game, takes(Seat.B1, 70))
    pair.send()
    assert is_up(pair)


def test_a_hidden_name_does_not_keep_the_hall_from_going_on(pair: Pair, game: Game) -> None:
    pair.send()
    version = pair.arrived_evening().games.get().version
    show_name(player_id=Player.objects.get(club=pair.there, name="Anne").pk, shown="initials")
    # A phone that follows the table asks for it anew.
    assert pair.arrived_evening().games.get().version > version
    old = HallComputer.objects.get()
    key = add_computer(club=pair.there, name="Anew", now=NOW)
    end_computer(computer=old, now=NOW)
    go_on_as(computer=HallComputer.objects.get(name="Anew"), before=old, now=NOW)
    pair.server = Server(ADDRESS, key)
    write(game, takes(Seat.B1, 70))
    pair.send(later=timedelta(days=1))
    assert is_up(pair)
    assert pair.arrived_evening().is_mirror


def test_leaderboards_of_the_server_count_the_evening(pair: Pair, game: Game) -> None:
    stop_game(game_id=game.pk, reason="Late", author=SCORER, now=NOW)
    pair.send()
    said = words_on(member_of(pair.there, "max").get(reverse("tournaments:leaderboard")))
    assert "Anne" in said


def test_a_document_goes_to_its_own_address_only(pair: Pair, game: Game) -> None:
    evening = Evening.objects.get(club=pair.hall)
    text = document_of_evening(evening).text()
    other = replace(pair.server, opener=LineToServer())
    with pytest.raises(Exception, match="wrong"):
        other.send("hall/evenings/00000000-0000-4000-8000-000000000001", "Friday", text)
    assert not Evening.objects.filter(club=pair.there).exists()


def test_what_no_database_keeps_is_refused(
    pair: Pair, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def doubled(**_asked: object) -> None:
        GameSeat.objects.create(game=game, seat=Seat.A1.value, name="x")

    monkeypatch.setattr(arriving, "store_evening", doubled)
    pair.send()
    assert refusal() == DocumentRefusal.WRONG
    assert not Evening.objects.filter(club=pair.there).exists()
