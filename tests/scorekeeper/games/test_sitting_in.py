"""Outside contests somebody sits in from a hand on: what was played before stays whose it is."""

from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.utils.html import strip_tags

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
from scorekeeper.engine.rulesets import GameFormat
from scorekeeper.evenings.queries import evening_rankings
from scorekeeper.evenings.services import open_evening
from scorekeeper.games.services.actions import GameIsOverError
from scorekeeper.games.services.games import (
    Seating,
    SitsElsewhereError,
    edit_game,
    reopen_game,
    stop_game,
)
from scorekeeper.games.services.hands import withdraw_hand
from scorekeeper.games.services.substitutes import sit_in, take_back_sitting_in
from scorekeeper.models import Club, Evening, Game, GameSeat, Player
from scorekeeper.refusals import ClubRefusal, Refused
from tests.pages import visitor, words_on
from tests.sending import new_game_data, url
from tests.table import NAMES, NOW, SCORER, make_club, make_game, takes, write

pytestmark = pytest.mark.django_db

BY: dict[str, Any] = {"author": SCORER, "now": NOW}
BELOTE = HandEntry(taker=Seat.A1, card_points=100, belote=Side.A, belote_seat=Seat.A1)


@pytest.fixture
def evening(club: Club) -> Evening:
    return open_evening(
        club=club, name="Vendredi", date=date(2026, 11, 20), ruleset_key="classic", now=NOW
    )


@pytest.fixture
def game(club: Club, evening: Evening) -> Game:
    """Return a game in which Anne has played two hands and a belote."""
    game = make_game(club, rules="classic", evening=evening, table_number=1)
    write(game, BELOTE, takes(Seat.B1, 62))
    return game


def comes(game: Game, name: str, hand: int, seat: Seat = Seat.A1) -> None:
    sit_in(game_id=game.pk, seat=seat, name=name, from_hand=hand, **BY)


def goes_back(game: Game, seat: Seat = Seat.A1) -> None:
    take_back_sitting_in(game_id=game.pk, seat=seat, **BY)


def stop(game: Game) -> None:
    stop_game(game_id=game.pk, reason="late", **BY)


def points(evening: Evening) -> dict[str, int]:
    (ranking,) = evening_rankings(evening)
    return {line["name"]: line["points"] for line in ranking.lines}


def kept(game: Game, name: str) -> tuple[int, int, int, bool]:
    """Return what is kept of somebody for leaderboards: hands, points, belotes, whether won."""
    found = GameSeat.every.filter(game=game, player__name=name, is_counted=True)
    (row,) = found.values_list("hands", "points", "belotes", "is_won")
    return row


def test_who_sits_in_has_the_hands_from_then_on(game: Game, evening: Evening) -> None:
    comes(game, "Zoé", 3)
    write(game, takes(Seat.A1, 90))
    # 100 and a belote, 162 as Bruno failed, 90.
    assert points(evening) == {"Anne": 282, "Zoé": 90, "Chloé": 372, "Bruno": 134, "David": 134}
    stop(game)
    assert kept(game, "Anne") == (2, 282, 1, True)
    assert kept(game, "Zoé") == (1, 90, 0, True)


def test_noticed_late_the_hands_since_then_are_theirs(game: Game, evening: Evening) -> None:
    before = points(evening)["Anne"]
    write(game, takes(Seat.A1, 90), takes(Seat.A1, 95))
    comes(game, "Zoé", 4)
    assert points(evening)["Zoé"] == 95
    assert points(evening)["Anne"] == before + 90


def test_taken_back_nobody_sat_in(game: Game, evening: Evening) -> None:
    before = points(evening)
    comes(game, "Zoé", 2)
    assert points(evening) != before
    goes_back(game)
    assert points(evening) == before
    assert not Game.objects.get(pk=game.pk).has_substitutes


def test_who_comes_back_has_the_hands_of_both_times(game: Game, evening: Evening) -> None:
    comes(game, "Zoé", 2)
    comes(game, "Anne", 3)
    write(game, takes(Seat.A1, 90))
    whole = points(evening)["Chloé"]
    assert points(evening)["Anne"] + points(evening)["Zoé"] == whole
    stop(game)
    assert kept(game, "Anne")[0] == 2
    assert kept(game, "Anne")[1] == points(evening)["Anne"]
    assert kept(game, "Anne")[2] == 1
    (ranking,) = evening_rankings(evening)
    assert {line["name"]: line["games"] for line in ranking.lines}["Anne"] == 1
    reopen_game(game_id=game.pk, **BY)
    goes_back(game)
    assert points(evening)["Anne"] + points(evening)["Zoé"] == whole
    assert kept_rows(game) == ["Anne 1-1", "Zoé 2-"]


def kept_rows(game: Game, seat: Seat = Seat.A1) -> list[str]:
    rows = GameSeat.every.filter(game=game, seat=seat).order_by("first_hand")
    return [f"{row.name} {row.first_hand}-{row.last_hand or ''}" for row in rows]


@pytest.mark.parametrize(
    ("name", "hand", "error"),
    [
        pytest.param("Zoé", 1, Refused, id="from the first hand on"),
        pytest.param("Zoé", 4, Refused, id="after the next hand"),
        pytest.param("Bruno", 3, SitsElsewhereError, id="already has a seat"),
        pytest.param("anne", 3, SitsElsewhereError, id="sits there"),
    ],
)
def test_what_cannot_be(game: Game, name: str, hand: int, error: type[Exception]) -> None:
    with pytest.raises(error):
        comes(game, name, hand)
    assert kept_rows(game) == ["Anne 1-"]


def test_who_sits_elsewhere_by_now_does_not_come_back(game: Game) -> None:
    comes(game, "Zoé", 2)
    comes(game, "Anne", 3, Seat.B1)
    with pytest.raises(SitsElsewhereError):
        goes_back(game)
    with pytest.raises(Refused) as refused:
        goes_back(game, Seat.B2)
    assert refused.value.code is ClubRefusal.NOBODY_SITS_IN


@pytest.fixture
def after_two(game: Game) -> Game:
    """Return a game of four hands in which Zoé has sat in for Anne since hand 3."""
    write(game, takes(Seat.A1, 90), takes(Seat.B1, 95))
    comes(game, "Zoé", 3)
    return game


def put_right(game: Game, **names: str) -> None:
    present = dict(game.seats.values_list("seat", "name"))
    seating = Seating(
        names={Seat(seat): names.get(seat.lower(), name) for seat, name in present.items()},
        evening=game.evening,
        table_number=1,
    )
    edit_game(game_id=game.pk, seating=seating, game_format=GameFormat(target=1000), **BY)


def where(error: SitsElsewhereError) -> tuple[str, Seat, int, int | None]:
    return error.name, error.seat, error.first, error.last


def test_who_left_sits_in_for_another_from_then_on_only(after_two: Game) -> None:
    with pytest.raises(SitsElsewhereError) as refused:
        comes(after_two, "anne", 2, Seat.B1)
    assert where(refused.value) == ("Anne", Seat.A1, 2, 2)
    assert kept_rows(after_two, Seat.B1) == ["Bruno 1-"]
    comes(after_two, "Anne", 3, Seat.B1)
    assert kept_rows(after_two, Seat.B1) == ["Bruno 1-2", "Anne 3-"]


def test_a_name_is_not_put_right_to_somebody_who_sat_elsewhere(after_two: Game) -> None:
    with pytest.raises(SitsElsewhereError) as refused:
        put_right(after_two, b2="Anne")
    assert where(refused.value) == ("Anne", Seat.A1, 1, 2)
    assert kept_rows(after_two, Seat.B2) == ["David 1-"]
    # Two seats that were written the wrong way round change their people.
    put_right(after_two, b1="David", b2="Bruno")
    assert kept_rows(after_two, Seat.B1) == ["David 1-"]


def test_the_name_of_who_sat_in_is_put_right_to_somebody_who_left_before(after_two: Game) -> None:
    comes(after_two, "Yves", 4, Seat.B1)
    put_right(after_two, b1="Anne")
    assert kept_rows(after_two, Seat.B1) == ["Bruno 1-3", "Anne 4-"]


def test_who_sat_elsewhere_meanwhile_does_not_come_back(after_two: Game) -> None:
    comes(after_two, "Anne", 3, Seat.B1)
    comes(after_two, "Yves", 4, Seat.B1)
    with pytest.raises(SitsElsewhereError) as refused:
        goes_back(after_two)
    assert where(refused.value) == ("Anne", Seat.B1, 3, 3)
    assert kept_rows(after_two) == ["Anne 1-2", "Zoé 3-"]
    goes_back(after_two, Seat.B1)
    goes_back(after_two, Seat.B1)
    goes_back(after_two)
    assert kept_rows(after_two) == ["Anne 1-"]


def test_two_names_of_one_person_are_one(after_two: Game, club: Club) -> None:
    anne = Player.objects.get(name="Anne")
    Player.objects.create(club=club, name="Annie", created_at=NOW, merged_into=anne)
    with pytest.raises(SitsElsewhereError):
        comes(after_two, "Annie", 2, Seat.B1)
    with pytest.raises(SitsElsewhereError):
        put_right(after_two, b1="Annie")
    # A chair that keeps the name alone is taken by the person too.
    GameSeat.every.filter(game=after_two, seat=Seat.A1, last_hand=2).update(
        player=None, name="Annie"
    )
    with pytest.raises(SitsElsewhereError):
        comes(after_two, "Anne", 2, Seat.B1)


def test_a_game_with_somebody_on_two_seats_goes_on_and_is_mended(
    after_two: Game, evening: Evening
) -> None:
    """As versions of before let it be written."""
    comes(after_two, "Yves", 2, Seat.B1)
    anne = Player.objects.get(name="Anne")
    GameSeat.every.filter(game=after_two, name="Yves").update(player=anne, name="Anne")
    write(after_two, takes(Seat.A1, 81))
    points(evening)
    put_right(after_two, b2="Denise")
    goes_back(after_two, Seat.B1)
    assert kept_rows(after_two, Seat.B1) == ["Bruno 1-"]


def test_hands_that_move_up_stay_with_who_played_them(game: Game, evening: Evening) -> None:
    write(game, takes(Seat.A1, 90))
    comes(game, "Zoé", 3)
    withdraw_hand(game_id=game.pk, number=1, **BY)
    assert kept_rows(game) == ["Anne 1-1", "Zoé 2-"]
    assert points(evening)["Zoé"] == 90


def test_the_last_hand_written_again_is_of_who_played_it(game: Game) -> None:
    comes(game, "Zoé", 3)
    withdraw_hand(game_id=game.pk, number=2, **BY)
    write(game, takes(Seat.B1, 60))
    assert kept_rows(game) == ["Anne 1-2", "Zoé 3-"]


def test_a_name_put_right_takes_all_the_hands_of_that_seat(game: Game, evening: Evening) -> None:
    comes(game, "Zoé", 3)
    before = points(evening)
    names = {**NAMES, Seat.A1: "Zoé", Seat.A2: "Clara"}
    seating = Seating(names=names, evening=evening, table_number=1)
    edit_game(game_id=game.pk, seating=seating, game_format=GameFormat(target=1000), **BY)
    after = points(evening)
    assert after["Clara"] == before["Chloé"]
    assert "Chloé" not in after
    assert after["Anne"] == before["Anne"]


def test_an_evening_with_a_substitute_goes_to_another_computer(
    game: Game, evening: Evening
) -> None:
    before = document_of_evening(evening)
    assert '"first_hand"' not in before.text()
    comes(game, "Zoé", 2)
    comes(game, "Anne", 3)
    write(game, takes(Seat.A1, 90))
    stop(game)
    text = document_of_evening(Evening.objects.get()).text()
    assert course_of(before, read_evening(text)) is Course.NEWER
    there = import_evening(club=make_club("Fédération"), document=read_evening(text), now=NOW)
    assert document_of_evening(there).text() == text
    assert points(there) == points(evening)
    assert kept(there.games.get(), "Anne") == kept(game, "Anne")
    assert there.games.get().has_substitutes


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        pytest.param('"first_hand": 3', '"first_hand": 4', id="a hand without anybody"),
        pytest.param('"last_hand": 2', '"last_hand": 3', id="two in one hand"),
    ],
)
def test_a_document_in_which_a_hand_has_not_one_person_is_refused(
    game: Game, evening: Evening, wrong: str, right: str
) -> None:
    comes(game, "Zoé", 3)
    text = document_of_evening(evening).text()
    assert wrong in text
    with pytest.raises(EveningDocumentError):
        read_evening(text.replace(wrong, right))


def test_a_document_with_somebody_on_two_seats_of_a_hand_is_refused(
    after_two: Game, evening: Evening
) -> None:
    comes(after_two, "Anne", 3, Seat.B1)
    comes(after_two, "Anouk", 4, Seat.B2)
    text = document_of_evening(evening).text()
    assert read_evening(text)
    twice = text.replace('"name": "Anouk"', '"name": "anne"')
    with pytest.raises(EveningDocumentError) as refused:
        read_evening(twice)
    assert refused.value.problems == ((EveningProblem.TWO_SEATS, "games[0] (Anne, B1, B2, 4–)"),)


def test_two_names_in_a_document_that_are_one_person_here_have_one_seat(
    after_two: Game, evening: Evening
) -> None:
    text = document_of_evening(evening).text()
    there = make_club("Fédération")
    bruno = Player.objects.create(club=there, name="Bruno", created_at=NOW)
    Player.objects.create(club=there, name="Anne", created_at=NOW, merged_into=bruno)
    import_evening(club=there, document=read_evening(text), now=NOW)
    rows = GameSeat.every.filter(game__club=there, player=bruno)
    assert [row.seat for row in rows] == [Seat.A1]


class TestPages:
    def test_somebody_sits_in(self, member: Client, game: Game) -> None:
        address = url("game-sit-in", game.pk)
        page = member.get(address)
        assert 'value="3"' in page.content.decode()
        member.post(address, {"seat": "A1", "name": "Zoé", "from_hand": "3"})
        sheet = words_on(member.get(url("game-detail", game.pk)))
        assert "Zoé is the substitute for Anne from hand 3 on" in sheet
        assert "Anne took" in words_on(member.get(url("game-history", game.pk)))
        # The first hands still say who took.
        assert "1 Anne" in sheet
        member.post(url("game-sit-in-back", game.pk), {"seat": "A1"})
        history = words_on(member.get(url("game-history", game.pk)))
        assert "Zoé is the substitute for Anne from hand 3 on" in history
        assert kept_rows(game) == ["Anne 1-"]

    @pytest.mark.parametrize(
        ("typed", "message"),
        [
            pytest.param({"seat": ""}, "Choose who leaves", id="nobody leaves"),
            pytest.param({"name": ""}, "Write a name", id="nobody comes"),
            pytest.param(
                {"name": "Bruno"},
                "Bruno already has a seat from hand 3 on: first player of team B",
                id="sits there",
            ),
            pytest.param({"from_hand": "1"}, "from 2 to 3", id="from the first hand on"),
            pytest.param({"from_hand": "9"}, "from 2 to 3", id="a hand to come"),
        ],
    )
    def test_what_is_refused_is_said_and_kept(
        self, member: Client, game: Game, typed: dict[str, str], message: str
    ) -> None:
        data = {"seat": "A1", "name": "Marguerite", "from_hand": "3"} | typed
        page = member.post(url("game-sit-in", game.pk), data)
        assert message in words_on(page)
        assert f'value="{data["name"]}"' in page.content.decode() or not data["name"]

    def test_noticed_after_the_end_the_game_is_opened_again_and_ended_as_it_was(
        self, member: Client, game: Game
    ) -> None:
        stop(game)
        page = member.get(url("game-detail", game.pk))
        assert url("game-sit-in", game.pk) in page.content.decode()
        page = member.get(url("game-sit-in", game.pk))
        assert "Open it again to name the substitute" in words_on(page)
        assert "Who leaves the table?" not in words_on(page)
        reopened = member.post(url("game-reopen", game.pk), {"sit_in": "1"}, follow=True)
        assert "Who leaves the table?" in words_on(reopened)
        data = {"seat": "A1", "name": "Zoé", "from_hand": "2"}
        member.post(url("game-sit-in", game.pk), data)
        page = member.get(url("game-stop", game.pk))
        reason = page.context["form"]["reason"].value()
        assert reason == "late"
        member.post(url("game-stop", game.pk), {"reason": reason})
        assert Game.objects.get(pk=game.pk).is_finished
        assert kept(game, "Anne")[0] == kept(game, "Zoé")[0] == 1

    def test_a_phone_at_the_table_is_told_who_opens_a_finished_game(
        self, game: Game, evening: Evening
    ) -> None:
        client = visitor()
        client.post(url("evening-join", evening.token), {"name": "Anne"})
        stop(game)
        page = client.get(url("game-sit-in", game.pk))
        assert "Only the organiser can open it again." in words_on(page)
        assert url("game-reopen", game.pk) not in page.content.decode()

    def test_somebody_stops_the_game_while_the_form_is_open(
        self, member: Client, game: Game, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def ended(**_by: object) -> None:
            raise GameIsOverError

        monkeypatch.setattr("scorekeeper.games.services.substitutes.sit_in", ended)
        data = {"seat": "A1", "name": "Zoé", "from_hand": "2"}
        answer = member.post(url("game-sit-in", game.pk), data)
        assert answer["Location"] == url("game-sit-in", game.pk)

    def test_who_corrects_a_hand_is_shown_who_sat_there_then(
        self, member: Client, game: Game
    ) -> None:
        comes(game, "Zoé", 2)
        first, last = (
            member.get(url("hand-edit", game.pk, number)).context["form"]["taker"]
            for number in (1, 2)
        )
        assert [strip_tags(name) for _seat, name in first.field.choices][:2] == ["Anne", "Bruno"]
        assert [strip_tags(name) for _seat, name in last.field.choices][:2] == ["Zoé", "Bruno"]

    def test_who_sat_elsewhere_then_is_named_with_seat_and_hands(
        self, member: Client, after_two: Game
    ) -> None:
        data = {"seat": "B1", "name": "Anne", "from_hand": "2"}
        said = words_on(member.post(url("game-sit-in", after_two.pk), data))
        assert "Anne already has a seat in hand 2: first player of team A." in said
        assert "From hand 3 on Anne can be the substitute here." in said
        data = new_game_data(game_format="1000", name_a1="Zoé", name_b2="Anne", sure="x")
        page = member.post(url("game-edit", after_two.pk), data)
        sure = page.context["form"].typed
        page = member.post(url("game-edit", after_two.pk), {**data, "sure": sure})
        said = words_on(page)
        assert "Anne already has a seat in hands 1 to 2: first player of team A." in said
        assert 'value="Anne"' in page.content.decode()
        comes(after_two, "Anne", 3, Seat.B1)
        page = member.post(url("game-sit-in-back", after_two.pk), {"seat": "A1"}, follow=True)
        said = words_on(page)
        assert "Anne already has a seat from hand 3 on: first player of team B." in said

    def test_putting_a_name_right_says_what_it_changes(self, member: Client, game: Game) -> None:
        points_of_anne = Game.objects.get(pk=game.pk).total_a
        data = new_game_data(game_format="1000", name_a1="Zoé")
        page = member.post(url("game-edit", game.pk), data)
        said = f"From Anne to Zoé: 2 hands, 1 belote, {points_of_anne} points."
        assert said in words_on(page)
        assert kept_rows(game) == ["Anne 1-"]
        sure = page.context["form"].typed
        member.post(url("game-edit", game.pk), {**data, "sure": sure})
        assert kept_rows(game) == ["Zoé 1-"]

    def test_a_phone_is_asked_by_the_names_that_it_is_shown(
        self, game: Game, evening: Evening
    ) -> None:
        client = visitor()
        sit_in(game_id=game.pk, seat=Seat.B2, name="Philomène Discrète", from_hand=2, **BY)
        take_back_sitting_in(game_id=game.pk, seat=Seat.B2, **BY)
        Player.objects.filter(name="Philomène Discrète").update(shown=Player.Shown.INITIALS)
        client.post(url("evening-join", evening.token), {"name": "Anne"})
        data = new_game_data(game_format="1000", name_a1="P. D.")
        page = client.post(url("game-edit", game.pk), data)
        assert "From Anne to P. D.: 2 hands, 1 belote" in words_on(page)
        assert "Philomène" not in page.content.decode()
        data["sure"] = page.context["form"].typed
        client.post(url("game-edit", game.pk), data)
        assert kept_rows(game) == ["Philomène Discrète 1-"]
        # She sits there now: another name is put right.
        page = client.post(url("game-edit", game.pk), data | {"name_b2": "Denise"})
        assert "From David to Denise" in words_on(page)
        assert "Philomène" not in page.content.decode()

    def test_names_nobody_changed_are_not_asked_about(self, member: Client, game: Game) -> None:
        response = member.post(url("game-edit", game.pk), new_game_data(game_format="1000"))
        assert response.status_code == 302

    def test_the_form_offers_who_is_here_and_free(
        self, member: Client, game: Game, evening: Evening, club: Club
    ) -> None:
        other = make_game(
            club, evening=evening, names=dict(zip(Seat, ("Zoé", "Yves", "Léa", "Max"), strict=True))
        )
        stop(other)
        page = member.get(url("game-new"), {"evening": evening.pk})
        assert page.context["form"].names.here == ("Léa", "Max", "Yves", "Zoé")
