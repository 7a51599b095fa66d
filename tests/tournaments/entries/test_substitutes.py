"""Add a substitute: who sat there before keeps what was played, whoever came has the rest."""

import json
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.games.services.games import stop_game
from scorekeeper.models import Club, Game, GameSeat, Player
from scorekeeper.refusals import Refused
from tests.contest import games_of, make_contest, play, play_round, start_round
from tests.pages import words_on
from tests.table import make_member
from tests.tournaments.audit_log.replay.eventful import BY, By, organiser
from tests.tournaments.audit_log.test_verify import verified
from tournaments.audit_log.queries.documents import document_of, document_text
from tournaments.audit_log.services import import_tournament
from tournaments.doctor.examine import examine
from tournaments.entries.services.entries import NewEntry, PersonTakenError, change_entry
from tournaments.entries.services.substitutes import (
    Substitute,
    substitute,
    take_back_substitute,
)
from tournaments.entries.services.withdrawals import withdraw_entry
from tournaments.lineups import TO_COME
from tournaments.models import Entry, Tournament
from tournaments.people.services.names import anonymise_player, show_name
from tournaments.tables.services import close_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def contest(club: Club) -> Tournament:
    """Return a contest of eight teams with round 1 played and round 2 under way."""
    tournament = make_contest(club, teams=8, rounds=3, hands=4)
    play_round(tournament)
    start_round(tournament)
    tournament.refresh_from_db()
    return tournament


def sits_in(tournament: Tournament, number: int, name: str, *when: int, place: int = 1) -> None:
    """Let somebody take a place of an entry, from a round and perhaps a hand on."""
    from_round, from_hand = (*when, 1)[:2]
    wanted = Substitute(place=place, name=name, from_round=from_round, from_hand=from_hand)
    substitute(tournament_id=tournament.pk, number=number, wanted=wanted, **BY)


def at_table(tournament: Tournament, number: int, round_number: int) -> Game:
    """Return the game that an entry plays in a round."""
    entry = tournament.entries.get(number=number)
    return Game.objects.get(
        match__seats__entry=entry, match__seats__counts=True, match__round__number=round_number
    )


def chairs(game: Game, *names: str) -> dict[str, tuple[int, int | None]]:
    """Return from which hand to which those of that name sat at a table."""
    rows = GameSeat.every.filter(game=game, name__in=names)
    return {row.name: (row.first_hand, row.last_hand) for row in rows}


def finish_round(tournament: Tournament, by: By) -> None:
    playing = tournament.rounds.get(status="playing")
    for match in games_of(playing):
        if match.game and not match.game.is_finished:
            play(match, [100] * (4 - match.game.hand_count))
    close_round(round_id=playing.pk, **by)


def test_who_left_keeps_what_was_played_before(contest: Tournament) -> None:
    sits_in(contest, 1, "Nadia", 2)
    assert contest.entries.get(number=1).names == ["Nadia", "Player 2"]
    assert chairs(at_table(contest, 1, 1), "Player 1", "Nadia") == {"Player 1": (1, None)}
    assert chairs(at_table(contest, 1, 2), "Player 1", "Nadia") == {"Nadia": (1, None)}
    assert Player.objects.filter(name="Player 1").exists()
    assert verified(contest)[0] == 0


def test_a_game_in_which_somebody_sat_in_is_shared_by_its_hands(contest: Tournament) -> None:
    game = at_table(contest, 1, 2)
    match = game.match
    play(match, [100, 62])
    sits_in(contest, 1, "Nadia", 2, 3)
    assert chairs(game, "Player 1", "Nadia") == {"Player 1": (1, 2), "Nadia": (3, None)}
    play(match, [100, 100])
    left, came = (GameSeat.every.get(game=game, name=name) for name in ("Player 1", "Nadia"))
    game.refresh_from_db()
    total = game.total_a if left.seat[0] == "A" else game.total_b
    assert (left.hands, came.hands) == (2, 2)
    assert left.points + came.points == total
    taken = 4 if left.seat == "A1" else 0
    assert left.taken + came.taken == taken
    assert left.is_won == came.is_won
    assert verified(contest)[0] == 0
    assert not list(examine([contest.club]).findings)


def test_a_slip_shares_its_points_as_the_hands(contest: Tournament) -> None:
    game = at_table(contest, 1, 2)
    play(game.match, [100])
    sits_in(contest, 1, "Nadia", 2, 2)
    stop_game(game_id=game.pk, reason="Late", **BY)
    rows = [GameSeat.every.get(game=game, name=name) for name in ("Player 1", "Nadia")]
    assert [row.hands for row in rows] == [1, 0]
    # Nadia never played: it is a game of Player 1 alone.
    assert [row.is_counted for row in rows] == [True, False]
    assert [row.is_won for row in rows[1:]] == [row.is_tied for row in rows[1:]] == [False]
    assert not list(examine([contest.club]).findings)


def test_noticed_too_late_a_closed_round_is_put_right(contest: Tournament) -> None:
    before = document_of(contest)["standings"]
    sits_in(contest, 2, "Nadia", 1)
    assert chairs(at_table(contest, 2, 1), "Player 3", "Nadia") == {"Nadia": (1, None)}
    assert document_of(contest)["standings"] == before
    assert verified(contest)[0] == 0


def test_a_substitute_is_taken_back_and_nobody_remains_who_never_was(contest: Tournament) -> None:
    as_before = document_of(contest)["entries"]
    sits_in(contest, 1, "Nadia", 2, 3)
    take_back_substitute(tournament_id=contest.pk, number=1, place=1, **BY)
    assert document_of(contest)["entries"] == as_before
    assert chairs(at_table(contest, 1, 2), "Player 1", "Nadia") == {"Player 1": (1, None)}
    assert not Player.objects.filter(name="Nadia").exists()
    assert verified(contest)[0] == 0
    with pytest.raises(Refused, match="There is no substitute there"):
        take_back_substitute(tournament_id=contest.pk, number=1, place=1, **BY)


def test_a_substitute_is_put_right_in_one_step(contest: Tournament) -> None:
    sits_in(contest, 1, "Nadja", 2)
    wanted = Substitute(place=1, name="Nadia", from_round=1, from_hand=2)
    substitute(tournament_id=contest.pk, number=1, wanted=wanted, instead=True, **BY)
    assert chairs(at_table(contest, 1, 1), "Player 1", "Nadia") == {
        "Player 1": (1, 1),
        "Nadia": (2, None),
    }
    assert not Player.objects.filter(name="Nadja").exists()
    assert verified(contest)[0] == 0


@pytest.mark.parametrize(
    "when", [(4, 1), (2, 5), (1, 2), (1, 3)], ids=["later", "no hand", "before", "the same"]
)
def test_a_moment_that_cannot_be_is_refused(contest: Tournament, when: tuple[int, int]) -> None:
    sits_in(contest, 1, "Nadia", 1, 3)
    with pytest.raises(Refused, match="That round has no such hand"):
        sits_in(contest, 1, "Zoé", *when)


def test_before_the_first_round_the_names_are_simply_changed(club: Club) -> None:
    tournament = make_contest(club, teams=4)
    with pytest.raises(Refused, match="That round has no such hand"):
        sits_in(tournament, 1, "Nadia", 1)


def test_nobody_sits_in_two_entries_at_once_but_who_left_may(contest: Tournament) -> None:
    with pytest.raises(PersonTakenError):
        sits_in(contest, 1, "player 5", 2)
    finish_round(contest, organiser(contest.club))
    withdraw_entry(tournament_id=contest.pk, number=3, from_round=3, **BY)
    sits_in(contest, 1, "Player 5", 3)
    assert contest.entries.get(number=1).names == ["Player 5", "Player 2"]
    assert verified(contest)[0] == 0


def test_a_name_put_right_leaves_who_sat_there_before(contest: Tournament) -> None:
    sits_in(contest, 1, "Nadia", 2)
    changed = NewEntry(names=("Player 2", "Nadja"))
    change_entry(tournament_id=contest.pk, number=1, changed=changed, **BY)
    assert contest.entries.get(number=1).names == ["Nadja", "Player 2"]
    assert chairs(at_table(contest, 1, 1), "Player 1", "Nadja") == {"Player 1": (1, None)}
    assert verified(contest)[0] == 0


def test_the_document_goes_round_with_everybody_who_sat_there(
    contest: Tournament, club: Club
) -> None:
    play(at_table(contest, 1, 2).match, [100, 62])
    sits_in(contest, 1, "Nadia", 2, 3)
    finish_round(contest, organiser(club))
    sits_in(contest, 1, "Zoé", 3)
    text = document_text(document_of(contest))
    assert json.loads(text)["entries"][0]["former"] == [
        {"place": 1, "round": 2, "hand": 3, "player": "Player 1"},
        {"place": 1, "round": 3, "hand": 1, "player": "Nadia"},
    ]
    other = Club.objects.create(name="Elsewhere", created_at=BY["now"])
    brought = import_tournament(document=json.loads(text), club=other, now=BY["now"])
    assert document_text(document_of(brought)) == text

    def kept(tournament: Tournament) -> list[Any]:
        rows = GameSeat.every.filter(game__match__round__tournament=tournament)
        columns = ("game__match__table_number", "seat", "name", "first_hand", "last_hand")
        return sorted(map(str, rows.values_list(*columns, "points", "hands", "taken", "is_won")))

    assert kept(brought) == kept(contest)
    assert verified(brought)[0] == 0


def test_a_contest_without_substitutes_says_nothing_of_them(contest: Tournament) -> None:
    assert "former" not in document_text(document_of(contest))


def test_a_name_taken_away_goes_from_where_the_place_was_left(
    contest: Tournament, club: Club
) -> None:
    play(at_table(contest, 1, 2).match, [100])
    sits_in(contest, 1, "Nadia", 2, 2)
    left = Player.objects.get(name="Player 1")
    anonymise_player(player_id=left.pk, **organiser(club))
    contest.refresh_from_db()
    names = {entry["player"] for entry in document_of(contest)["entries"][0]["former"]}
    assert names == {f"Anonymous {left.pk}"}
    assert '"Player 1"' not in document_text(document_of(contest))
    assert not GameSeat.every.filter(name="Player 1").exists()
    assert verified(contest)[0] == 0


def sent(client: Client, tournament: Tournament, number: int, **typed: object) -> str:
    """Send the page on which somebody sits in, and return what it says then."""
    address = reverse("tournaments:entry-substitute", args=[tournament.pk, number])
    place = typed.pop("corrects", "")
    return unescape(words_on(client.post(f"{address}?place={place}", typed, follow=True)))


@pytest.fixture
def client(club: Club) -> Client:
    """Return the organiser's browser, in English."""
    browser = Client(headers={"accept-language": "en"})
    browser.force_login(make_member(club, "organiser"))
    return browser


def test_an_organiser_lets_somebody_sit_in_puts_it_right_and_takes_it_back(
    contest: Tournament, client: Client
) -> None:
    first = {"place": 1, "name": "Nadja", "from_round": 2, "from_hand": 3}
    assert "Nadja is the substitute for number 1." in sent(client, contest, 1, **first)
    right = {**first, "name": "Nadia", "from_hand": 2}
    said = sent(client, contest, 1, corrects=1, **right)
    assert "Player 1 (until hand 1 of round 2), then Nadia" in said
    assert contest.entries.get(number=1).names == ["Nadia", "Player 2"]
    edit = client.get(reverse("tournaments:entry-edit", args=[contest.pk, 1]))
    assert "Nadia for Player 1, from hand 2 of round 2 on" in words_on(edit)
    listed = client.get(reverse("tournaments:substitute-list", args=[contest.pk]))
    assert "Player 1 (until hand 1 of round 2), then Nadia" in words_on(listed)
    back = reverse("tournaments:substitute-back", args=[contest.pk, 1])
    assert "everybody is back in their place" in words_on(
        client.post(back, {"place": 1}, follow=True)
    )
    assert contest.entries.get(number=1).names == ["Player 1", "Player 2"]


def test_the_next_hand_is_proposed_and_after_the_last_one_the_next_round(
    contest: Tournament, client: Client
) -> None:
    address = reverse("tournaments:entry-substitute", args=[contest.pk, 1])
    game = at_table(contest, 1, 2)
    play(game.match, [100])
    proposed = client.get(address).context["form"]
    assert (proposed["from_round"].initial, proposed["from_hand"].initial) == (2, 2)
    game.refresh_from_db()
    play(game.match, [100] * 3)
    proposed = client.get(address).context["form"]
    assert (proposed["from_round"].initial, proposed["from_hand"].initial) == (3, 1)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"name": "Player 5"}, "Player 5 is already entered: number 3"),
        ({"name": "…"}, "at least one letter"),
        ({"name": ""}, "Type a name."),
        ({"from_hand": 5}, "has no such hand"),
        ({"from_round": 4}, "Select a valid choice"),
        ({"place": 3}, "Select a valid choice"),
    ],
    ids=["taken", "no letter", "no name", "no hand", "no round", "no place"],
)
def test_what_cannot_be_is_said_and_what_was_typed_stays(
    contest: Tournament, client: Client, typed: dict[str, Any], said: str
) -> None:
    wanted = {"place": 1, "name": "Nadia", "from_round": 2, "from_hand": 1, **typed}
    assert said in sent(client, contest, 1, **wanted)
    assert contest.entries.get(number=1).names == ["Player 1", "Player 2"]


def test_pages_name_who_plays_now_and_who_played_then(contest: Tournament, client: Client) -> None:
    sits_in(contest, 1, "Nadia", 2)

    def shown(name: str, *args: object) -> str:
        return unescape(words_on(client.get(reverse(f"tournaments:{name}", args=args))))

    first, second = (shown("round-detail", contest.pk, number) for number in (1, 2))
    assert "1 · Player 1 & Player 2" in first
    assert "1 · Nadia & Player 2" in second
    assert "Player 1 (round 1), then Nadia" in shown("ranking", contest.pk)
    assert "Player 1 (round 1), then Nadia" in shown("public-entry", contest.token, 1)
    hidden = Player.objects.get(name="Player 1")
    show_name(player_id=hidden.pk, shown=Player.Shown.INITIALS)
    assert "Player 1 (" not in shown("public-entry", contest.token, 1)


def test_a_partner_who_is_still_to_come_plays_and_sits_down_later(
    club: Club, client: Client
) -> None:
    tournament = make_contest(club, teams=3, rounds=2, hands=4)
    typed = {"name_1": "Marie", "name_2": "", "partner_comes": "on"}
    client.post(reverse("tournaments:entry-new", args=[tournament.pk]), typed)
    tournament.refresh_from_db()
    playing = start_round(tournament)
    game = at_table(tournament, 4, 1)
    play(game.match, [100])
    assert chairs(game, "Marie", TO_COME) == {"Marie": (1, None), TO_COME: (1, None)}
    assert not Player.objects.filter(name=TO_COME).exists()
    text = document_text(document_of(tournament))
    other = Club.objects.create(name="Elsewhere", created_at=BY["now"])
    brought = import_tournament(document=json.loads(text), club=other, now=BY["now"])
    assert document_text(document_of(brought)) == text
    assert not other.players.filter(name=TO_COME).exists()
    said = sent(client, tournament, 4, place=2, name="Paul", from_round=1, from_hand=2)
    assert "still to come (until hand 1 of round 1), then Paul" in said
    assert chairs(game, "Paul") == {"Paul": (2, None)}
    assert playing.number == 1
    tournament.refresh_from_db()
    assert verified(tournament)[0] == 0
    take_back_substitute(tournament_id=tournament.pk, number=4, place=2, **BY)
    assert tournament.entries.get(number=4).names == ["Marie", TO_COME]


def test_in_a_melee_a_player_is_replaced_alone(club: Club) -> None:
    tournament = make_contest(club, teams=8, rounds=2, hands=4, mode=Tournament.Mode.MELEE)
    play_round(tournament)
    playing = start_round(tournament)
    play(games_of(playing)[0], [100])
    number = Entry.objects.get(
        seats__match=games_of(playing)[0], seats__side="A", seats__position=2
    )
    sits_in(tournament, number.number, "Nadia", 2, 2)
    tournament.refresh_from_db()
    assert verified(tournament)[0] == 0


def test_a_name_taken_out_goes_from_a_chair_that_was_left(contest: Tournament, club: Club) -> None:
    sits_in(contest, 1, "Zoé", 2, 2)
    # Somebody who sits down again where they sat before.
    sits_in(contest, 1, "Player 1", 2, 3)
    anonymise_player(player_id=Player.objects.get(name="Player 1").pk, **organiser(club))
    assert not GameSeat.every.filter(name="Player 1").exists()
