"""Entries: numbers, names, one person in one entry; and the pages an organiser types them on."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from scorekeeper.models import Club, GameSeat, Player
from scorekeeper.services.players import archive_player, find_or_add_player
from tests.contest import entry_of, games_of, make_contest, play, start_round
from tests.pages import count_queries, member_of, text_of, visitor, words_on
from tests.table import NOW, SCORER, make_club
from tournaments.models import LogEntry, Match, Tournament
from tournaments.services.draws import draw_round
from tournaments.services.entries import (
    CannotJoinError,
    NewEntry,
    PersonTakenError,
    SeatedError,
    add_entries,
    change_entry,
    check_in,
    join_entries,
    remove_entry,
    set_paid,
)
from tournaments.services.log import append
from tournaments.services.tournaments import finish_tournament
from tournaments.services.withdrawals import withdraw_entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def contest(club: Club) -> Tournament:
    return make_contest(club, teams=0)


def add(tournament: Tournament, *teams: str, **state: Any) -> list[int]:
    """Add teams written as "Anne & Paul"; return their numbers."""
    wanted = [NewEntry(names=tuple(team.split(" & ")), **state) for team in teams]
    added = add_entries(tournament_id=tournament.pk, entries=wanted, author=SCORER, now=NOW)
    return [entry.number for entry in added]


def change(tournament: Tournament, number: int, names: str, **other: Any) -> None:
    changed = NewEntry(names=tuple(names.split(" & ")), **other)
    change_entry(
        tournament_id=tournament.pk, number=number, changed=changed, author=SCORER, now=NOW
    )


def titles(tournament: Tournament) -> dict[int, str]:
    return {entry.number: entry.title for entry in tournament.entries.by_number()}


def acts(tournament: Tournament) -> list[tuple[str, dict[str, object]]]:
    """Return what the log holds after the contest's creation."""
    return list(tournament.log.order_by("number").values_list("kind", "data"))[1:]


def test_numbers_are_given_in_order(contest: Tournament) -> None:
    assert add(contest, "Anne & Paul", "Rose & Ali") == [1, 2]
    assert add(contest, "Zoé") == [3]
    assert titles(contest) == {1: "Anne & Paul", 2: "Rose & Ali", 3: "Zoé"}


def test_every_entry_is_in_the_log(contest: Tournament) -> None:
    add(contest, "Anne & Paul", "Rose & Ali", is_here=True)
    assert acts(contest) == [
        ("entry_added", {"number": 1, "players": ["Anne", "Paul"], "tags": []}),
        ("entry_added", {"number": 2, "players": ["Rose", "Ali"], "tags": []}),
        ("checked_in", {"numbers": [1, 2], "here": True}),
    ]


def test_names_are_those_of_the_clubs_players(club: Club, contest: Tournament) -> None:
    anne = find_or_add_player(club=club, name="Anne", now=NOW)
    archive_player(player=anne, now=NOW)
    add(contest, "ANNE & Paul")
    assert titles(contest) == {1: "Anne & Paul"}
    anne.refresh_from_db()
    assert anne.archived_at is None
    assert Player.objects.of_club(club).count() == 2


@pytest.mark.parametrize(
    ("team", "number"), [("Hélène & Max", 1), ("Max & HELENE", 1), ("Max & max", None)]
)
def test_one_person_is_in_one_entry(contest: Tournament, team: str, number: int | None) -> None:
    add(contest, "Helene & Paul")
    with pytest.raises(PersonTakenError) as raised:
        add(contest, "Rose & Ali", team)
    assert raised.value.number == number
    assert titles(contest) == {1: "Helene & Paul"}


def test_a_renamed_player_is_still_the_same_person(contest: Tournament) -> None:
    add(contest, "Anne & Paul")
    Player.objects.filter(name="Anne").update(name="Anne-Marie")
    with pytest.raises(PersonTakenError):
        add(contest, "Anne-Marie & Max")


def test_who_left_before_any_game_may_come_with_another(contest: Tournament) -> None:
    add(contest, "Anne & Paul")
    withdraw_entry(tournament_id=contest.pk, number=1, from_round=1, author=SCORER, now=NOW)
    assert add(contest, "Anne & Rose") == [2]


def test_a_list_does_not_load_the_club_for_each_name(club: Club) -> None:
    def added(names: list[str]) -> int:
        contest = make_contest(club, teams=0)
        return count_queries(lambda: add(contest, *names))

    few = added(["A & B"])
    many = added([f"Player {number} & Partner {number}" for number in range(10)])
    assert many - few <= 9 * 3  # its line in the log


def chairs(match: Match) -> dict[str, str]:
    """Return who sits where, as the sheet names them and as the club knows them."""
    seats = GameSeat.objects.filter(game=match.game).values_list("seat", "name", "player__name")
    assert all(name == known for _seat, name, known in seats)
    return {seat: name for seat, name, _known in seats}


def test_new_names_are_on_the_sheets_of_every_round(club: Club) -> None:
    contest = make_contest(club, teams=4, hands=1)
    match = games_of(start_round(contest))[0]
    entry = match.seats.get(side="B").entry
    game, before = match.game, chairs(match)
    assert game is not None
    version = game.version
    change(contest, entry.number, f"Zoé & {entry.names[1]}")
    assert chairs(match) == {**before, "B1": "Zoé"}
    game.refresh_from_db()
    assert game.version > version
    play(match)


def test_who_sat_on_a_chair_stays_on_it(club: Club) -> None:
    contest = make_contest(club, teams=4, hands=1)
    match = games_of(start_round(contest))[0]
    entry = match.seats.get(side="B").entry
    before = chairs(match)
    first, second = entry.names
    change(contest, entry.number, f"{second} & {first}")
    assert chairs(match) == before
    change(contest, entry.number, f"{second} & Zoé")
    assert chairs(match) == {**before, "B1": "Zoé"}
    change(contest, entry.number, "Max & Lou")
    assert chairs(match) == {**before, "B1": "Max", "B2": "Lou"}


def test_in_a_melee_the_chair_of_that_player_alone_changes(club: Club) -> None:
    contest = make_contest(club, teams=4, hands=1, mode=Tournament.Mode.MELEE)
    match = games_of(start_round(contest))[0]
    seat = match.seats.get(side="A", position=2)
    before = chairs(match)
    change(contest, seat.entry.number, "Zoé")
    assert chairs(match) == {**before, "A2": "Zoé"}


def test_only_what_changes_is_logged(contest: Tournament) -> None:
    add(contest, "Anne & Paul")
    change(contest, 1, "Anne & Paul")
    assert len(acts(contest)) == 1
    change(contest, 1, "Anne & Paul", tags=("mixed",), is_here=True, has_paid=True)
    assert acts(contest)[1:] == [
        ("entry_changed", {"number": 1, "players": ["Anne", "Paul"], "tags": ["mixed"]}),
        ("checked_in", {"numbers": [1], "here": True}),
        ("paid", {"numbers": [1], "paid": True}),
    ]


def test_a_slip_of_the_finger_leaves_no_player_behind(club: Club, contest: Tournament) -> None:
    add(contest, "Anne & Pual")
    change(contest, 1, "Anne & Paul")
    assert sorted(Player.objects.of_club(club).values_list("name", flat=True)) == ["Anne", "Paul"]


def test_a_drawn_team_keeps_two_names(club: Club) -> None:
    contest = make_contest(club, teams=4)
    start_round(contest)
    with pytest.raises(SeatedError):
        change(contest, 1, "Player 1")


def test_a_preview_that_seats_a_team_no_more_is_discarded(club: Club) -> None:
    contest = make_contest(club, teams=4)
    draw_round(tournament_id=contest.pk, seed=1, author=SCORER, now=NOW)
    change(contest, 1, "Player 1")
    assert not contest.rounds.exists()
    draw_round(tournament_id=contest.pk, seed=1, author=SCORER, now=NOW)
    remove_entry(tournament_id=contest.pk, number=1, author=SCORER, now=NOW)
    assert contest.rounds.exists()
    remove_entry(tournament_id=contest.pk, number=2, author=SCORER, now=NOW)
    assert not contest.rounds.exists()
    assert list(titles(contest)) == [3, 4]


def test_who_was_drawn_is_not_removed(club: Club) -> None:
    contest = make_contest(club, teams=4)
    start_round(contest)
    with pytest.raises(SeatedError):
        remove_entry(tournament_id=contest.pk, number=1, author=SCORER, now=NOW)


def join(contest: Tournament, one: int, other: int) -> None:
    join_entries(tournament_id=contest.pk, one=one, other=other, author=SCORER, now=NOW)


def test_two_solo_entrants_become_a_team(contest: Tournament) -> None:
    add(contest, "Zoé", is_here=True, has_paid=True)
    add(contest, "Anne & Paul", "Max")
    join(contest, 3, 1)
    assert titles(contest) == {1: "Zoé & Max", 2: "Anne & Paul"}
    team = entry_of(contest, 1)
    assert (team.checked_in_at, team.has_paid) == (None, False)
    assert [kind for kind, _data in acts(contest)[-4:]] == [
        "entry_changed",
        "entry_removed",
        "checked_in",
        "paid",
    ]
    assert acts(contest)[-4][1] == {"number": 1, "players": ["Zoé", "Max"], "tags": []}


@pytest.mark.parametrize(("one", "other"), [(1, 2), (1, 1), (1, 9), (1, 4)])
def test_who_cannot_be_joined(contest: Tournament, one: int, other: int) -> None:
    add(contest, "Zoé", "Anne & Paul", "Max", "Lou")
    withdraw_entry(tournament_id=contest.pk, number=4, from_round=1, author=SCORER, now=NOW)
    with pytest.raises(CannotJoinError):
        join(contest, one, other)


def test_being_here_and_having_paid_are_said_once(contest: Tournament) -> None:
    add(contest, "Anne & Paul", "Rose & Ali")
    who = {"tournament_id": contest.pk, "author": SCORER, "now": NOW}
    assert check_in(numbers=[1, 2], **who) == [1, 2]  # type: ignore[arg-type]
    assert check_in(numbers=[2], **who) == []  # type: ignore[arg-type]
    assert check_in(numbers=[2], is_here=False, **who) == [2]  # type: ignore[arg-type]
    assert set_paid(numbers=[1, 7], **who) == [1]  # type: ignore[arg-type]
    assert acts(contest)[2:] == [
        ("checked_in", {"numbers": [1, 2], "here": True}),
        ("checked_in", {"numbers": [2], "here": False}),
        ("paid", {"numbers": [1], "paid": True}),
    ]


# --- Pages ---------------------------------------------------------------------------------------


@pytest.fixture
def member(club: Club) -> Client:
    return member_of(club)


def page(tournament: Tournament, name: str, *args: int) -> str:
    return reverse(f"tournaments:entry-{name}", args=[tournament.pk, *args])


def post(member: Client, tournament: Tournament, name: str, *args: int, **data: object) -> str:
    """Send a form, follow where it leads, and return what is read there."""
    return words_on(member.post(page(tournament, name, *args), data, follow=True))


def test_a_line_is_typed_and_the_next_may_follow(member: Client, contest: Tournament) -> None:
    data = {"name_1": "Anne", "name_2": "Paul", "is_here": "on"}
    answer = member.post(page(contest, "new"), data, follow=True)
    assert "Number 1: Anne &amp; Paul." in words_on(answer)
    assert 'id="id_name_1"' in text_of(answer).split("autofocus")[1]
    assert '<option value="Anne">' in text_of(answer)
    assert entry_of(contest, 1).checked_in_at


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("", ""), "Type a name."),
        (("Rose", "rose"), "That is the first player’s name."),
        (("Rose", "PAUL"), "PAUL is entered already: number 1."),
        (("Rose", "?!"), "A name has at least one letter."),
        (("Rose", "x" * 81), "80"),
    ],
)
def test_what_is_wrong_stands_beside_the_name(
    member: Client, contest: Tournament, names: tuple[str, str], said: str
) -> None:
    add(contest, "Anne & Paul")
    assert said in post(member, contest, "new", name_1=names[0], name_2=names[1])
    assert len(titles(contest)) == 1


def test_a_name_that_may_be_somebodys_is_asked_about(member: Client, contest: Tournament) -> None:
    add(contest, "Jeanne Dupont & Paul")
    data = {"name_1": "Jeanne Dupond", "name_2": "Max"}
    answer = member.post(page(contest, "new"), data)
    assert "Is Jeanne Dupond the Jeanne Dupont of number 1?" in words_on(answer)
    ticked = answer.context["form"].confirm_value
    post(member, contest, "new", **data, confirmed=ticked)
    assert titles(contest)[2] == "Jeanne Dupond & Max"


def test_tags_of_the_contest_are_offered(member: Client, club: Club) -> None:
    contest = make_contest(club, teams=0, tags=("ladies", "Veterans"))
    assert "Ladies" in words_on(member.get(page(contest, "list")))
    post(member, contest, "new", name_1="Anne", tags=["ladies", "Veterans"])
    assert entry_of(contest, 1).tags == ["ladies", "Veterans"]
    assert "Select a valid choice" in post(member, contest, "new", name_1="Max", tags=["mixed"])


def test_the_list_counts_and_finds(member: Client, club: Club) -> None:
    contest = make_contest(club, teams=0, fee_cents=1250, tags=("ladies",))
    add(contest, "Hélène & Paul", is_here=True, has_paid=True)
    add(contest, "Rose & Ali", "Zoé")
    withdraw_entry(tournament_id=contest.pk, number=2, from_round=1, author=SCORER, now=NOW)

    def shown(**query: str) -> list[int]:
        table = member.get(page(contest, "list"), query).context["table"]
        return [row.record.number for row in table.rows]

    text = words_on(member.get(page(contest, "list")))
    for counted in ("Teams2", "Here1", "Paid1", "12.50 €of 25 €"):
        assert counted in text
    assert shown() == [1, 2, 3]
    assert shown(q="helene") == [1]
    assert shown(q="3") == [3]
    assert shown(show="missing") == [3]
    assert shown(show="unpaid") == [3]
    assert shown(show="solo") == [3]
    assert shown(show="gone") == [2]
    assert shown(show="ladies") == []
    assert shown(sort="-title") == [3, 2, 1]


def test_the_list_takes_as_many_queries_however_many_teams(member: Client, club: Club) -> None:
    few, many = make_contest(club, teams=1), make_contest(club, teams=40)
    for name in ("list", "checkin", "cards", "join", "paste"):
        member.get(page(few, name))
        counts = {count_queries(member.get, page(it, name)) for it in (few, many)}
        assert len(counts) == 1, name


def test_buttons_of_the_list_come_back_to_the_same_page(
    member: Client, contest: Tournament
) -> None:
    add(contest, "Anne & Paul")
    data = {"act": "here:1", "back": "show=missing&page=2"}
    answer = member.post(page(contest, "checkin"), data)
    assert answer.headers["Location"] == f"{page(contest, 'list')}?show=missing&page=2"
    member.post(page(contest, "checkin"), {"act": "paid:1", "back": ""})
    assert (bool(entry_of(contest, 1).checked_in_at), entry_of(contest, 1).has_paid) == (True, True)


LIST = "Nom 1;Nom 2\nAnne;Paul\nRose;Ali\nZoé;"


def test_a_pasted_list_is_seen_before_it_is_entered(member: Client, contest: Tournament) -> None:
    seen = post(member, contest, "paste", text=LIST)
    assert "3 entries were read" in seen
    assert "Line 4 Zoé looks for a partner" in seen
    assert not titles(contest)
    said = post(member, contest, "paste", text=LIST, enter="1")
    assert "3 entries added, numbers 1 to 3." in said
    assert titles(contest) == {1: "Anne & Paul", 2: "Rose & Ali", 3: "Zoé"}


def test_nothing_of_a_list_with_a_bad_line_is_entered(member: Client, contest: Tournament) -> None:
    add(contest, "Max & Tom")
    bad = f"{LIST}\nA & B & C\nMAX & Lou\nAli & Jo\n"
    seen = post(member, contest, "paste", text=bad, enter="1")
    assert "3 lines cannot be entered" in seen
    assert "Line 5 A &amp; B &amp; C More than two names." in seen
    assert "MAX is entered already: number 1." in seen
    assert "Ali stands on line 3 already." in seen
    assert len(titles(contest)) == 1
    rest = member.post(page(contest, "paste"), {"text": bad, "without_bad": "1"})
    kept = rest.context["preview"].text
    assert "cannot be entered" not in words_on(rest)
    post(member, contest, "paste", text=kept, enter="1")
    assert len(titles(contest)) == 4


def test_names_that_may_be_somebodys_are_asked_about_first(
    member: Client, club: Club, contest: Tournament
) -> None:
    find_or_add_player(club=club, name="René Petit", now=NOW)
    find_or_add_player(club=club, name="Catherine Moreau", now=NOW)
    add(contest, "Jeanne Dupont & Paul")
    text = "Rene Petit & Max\nCatherine Morau & Tom\nJeanne Dupond & Lou\nTom Bernard & Ali Haddad"
    text += "\nTom Bernart & Zoé"
    answer = member.post(page(contest, "paste"), {"text": text})
    seen = words_on(answer)
    for question in (
        "Is Rene Petit the club’s René Petit?",
        "Is Catherine Morau the club’s Catherine Moreau?",
        "Is Jeanne Dupond the Jeanne Dupont of number 1?",
        "Is Tom Bernart the Tom Bernard of line 4?",
    ):
        assert question in seen
    form = answer.context["answers"]
    assert form["answer-1-0"].initial == "0"
    assert form["answer-2-0"].initial is None
    unanswered = post(member, contest, "paste", text=text, enter="1", **{"answer-1-0": "0"})
    assert "Choose one." in unanswered
    answers = {
        "answer-1-0": "0",
        "answer-2-0": "keep",
        "answer-3-0": "out",
        "answer-5-0": "keep",
    }
    post(member, contest, "paste", text=text, enter="1", **answers)
    assert list(titles(contest).values())[1:] == [
        "René Petit & Max",
        "Catherine Morau & Tom",
        "Tom Bernard & Ali Haddad",
        "Tom Bernart & Zoé",
    ]


def test_two_lines_made_one_person_by_the_answers_are_refused(
    member: Client, club: Club, contest: Tournament
) -> None:
    find_or_add_player(club=club, name="Catherine Moreau", now=NOW)
    text = "Catherine Morau & Tom\nCatherine Mooreau & Lou"
    answers = {"answer-1-0": "0", "answer-2-0": "1"}
    seen = post(member, contest, "paste", text=text, enter="1", **answers)
    assert "Catherine Moreau stands there twice." in seen
    assert not titles(contest)


def test_words_that_are_no_tags_are_left_out_only_when_ticked(
    member: Client, contest: Tournament
) -> None:
    text = "Anne;Paul;Lyon"
    assert "Line 1: “Lyon”" in post(member, contest, "paste", text=text)
    assert "Tick this" in post(member, contest, "paste", text=text, enter="1")
    post(member, contest, "paste", text=text, enter="1", left_out="on")
    assert titles(contest) == {1: "Anne & Paul"}


def test_a_file_becomes_a_list_that_can_be_mended(member: Client, contest: Tournament) -> None:
    file = SimpleUploadedFile("list.csv", "N°;Joueur 1;Joueur 2\n7;Zoé;Noël\n".encode("cp1252"))
    answer = member.post(page(contest, "paste"), {"text": "", "file": file})
    assert "Zoé &amp; Noël" in words_on(answer)
    assert "The numbers in the list are not kept" in words_on(answer)
    assert "7;Zoé;Noël" in answer.content.decode()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\x89PNG\0", "is no list that can be read"),
        (b"a" * 1_000_001, "more than one megabyte"),
        (b"", "There is no name in it"),
    ],
    ids=["picture", "large", "empty"],
)
def test_a_file_that_is_no_list_says_what_helps(
    member: Client, contest: Tournament, data: bytes, said: str
) -> None:
    file = SimpleUploadedFile("list.csv", data)
    assert said in post(member, contest, "paste", file=file)


def test_five_hundred_lines_are_entered_at_once(member: Client, contest: Tournament) -> None:
    text = "\n".join(f"Player {number} & Partner {number}" for number in range(500))
    said = post(member, contest, "paste", text=text, enter="1")
    assert "500 entries added, numbers 1 to 500." in said


def test_an_entry_is_changed_and_its_history_told(member: Client, contest: Tournament) -> None:
    add(contest, "Anne & Pual")
    data = {"name_1": "Anne", "name_2": "Paul", "has_paid": "on"}
    assert "Number 1 is changed." in post(member, contest, "edit", 1, **data)
    seen = words_on(member.get(page(contest, "edit", 1)))
    assert "Fee – paid" in seen
    assert "Entry – Anne &amp; Pual" in seen
    assert "Entry changed – Anne &amp; Paul" in seen


def test_the_history_begins_with_this_entry(member: Client, contest: Tournament) -> None:
    add(contest, "Anne & Paul")
    remove_entry(tournament_id=contest.pk, number=1, author=SCORER, now=NOW)
    add(contest, "Rose & Ali")
    # Numbers of removed entries were once given again: such contests are still read.
    contest.entries.update(number=1)
    data = {"number": 1, "players": ["Rose", "Ali"], "tags": []}
    contest.refresh_from_db()
    append(contest, LogEntry.Kind.ENTRY_ADDED, data, author=SCORER, now=NOW)
    history = words_on(member.get(page(contest, "edit", 1)))
    assert "Rose &amp; Ali" in history
    assert "Anne" not in history


def test_a_drawn_team_needs_two_names_on_its_page(member: Client, club: Club) -> None:
    contest = make_contest(club, teams=4)
    start_round(contest)
    said = post(member, contest, "edit", 1, name_1="Player 1", name_2="")
    assert "it needs two names" in said


def test_an_entry_is_removed_before_it_is_drawn_only(member: Client, club: Club) -> None:
    contest = make_contest(club, teams=5)
    assert "is removed." in post(member, contest, "remove", 5)
    start_round(contest)
    said = post(member, contest, "remove", 1)
    assert "was drawn already: withdraw it instead" in said
    assert len(titles(contest)) == 4


def test_a_withdrawal_says_what_the_opponents_get(member: Client, club: Club) -> None:
    contest = make_contest(club, teams=4, hands=1)
    match = games_of(start_round(contest))[0]
    number = match.seats.get(side="A").entry.number
    other = match.seats.get(side="B").entry.title.replace("&", "&amp;")
    seen = words_on(member.get(page(contest, "withdraw", number)))
    assert "Round 1, now being played" in seen
    assert f"and {other} get 1,100 points." in seen
    said = post(member, contest, "withdraw", number, from_round=1)
    assert f"Number {number} plays no more from round 1 on." in said
    assert match.seats.get(side="B").points == 1100
    assert "plays again" in post(member, contest, "return", number)
    assert entry_of(contest, number).withdrawn_from is None


def test_a_round_that_was_played_cannot_be_left(member: Client, club: Club) -> None:
    contest = make_contest(club, teams=4, hands=1)
    match = games_of(start_round(contest))[0]
    play(match)
    number = match.seats.get(side="A").entry.number
    form = member.get(page(contest, "withdraw", number)).context["form"]
    assert [value for value, _label in form.fields["from_round"].choices] == [2, 3]
    post(member, contest, "withdraw", number, from_round=1)
    assert entry_of(contest, number).withdrawn_from is None


def test_who_plays_in_another_entry_by_now_does_not_return(
    member: Client, contest: Tournament
) -> None:
    add(contest, "Anne & Paul")
    withdraw_entry(tournament_id=contest.pk, number=1, from_round=1, author=SCORER, now=NOW)
    add(contest, "Anne & Rose")
    assert "Anne is entered already: number 2." in post(member, contest, "return", 1)
    assert entry_of(contest, 1).withdrawn_from == 1


def test_two_who_look_for_a_partner_are_joined_on_their_page(
    member: Client, contest: Tournament
) -> None:
    add(contest, "Zoé", "Max")
    form = member.get(page(contest, "join"), {"one": "2"}).context["form"]
    assert form["one"].value() == 2
    assert "Choose two different people." in post(member, contest, "join", one=1, other=1)
    assert "Zoé &amp; Max are a team: number 1." in post(member, contest, "join", one=2, other=1)
    assert "Nobody looks for a partner" in words_on(member.get(page(contest, "join")))


def test_enter_checks_a_number_in_at_the_door(member: Client, club: Club) -> None:
    contest = make_contest(club, teams=2, fee_cents=1000)
    seen = post(member, contest, "checkin", number="2", act="here")
    assert "Here since" in seen
    assert "10 € to pay" in seen
    assert "1 still missing" in seen
    assert entry_of(contest, 2).checked_in_at
    assert "Fee paid" in post(member, contest, "checkin", number="2", act="paid")
    assert "Not checked in yet" in post(member, contest, "checkin", number="2", act="away")
    assert not entry_of(contest, 2).checked_in_at


def test_a_scanned_code_waits_for_the_finger(member: Client, club: Club) -> None:
    contest = make_contest(club, teams=2, fee_cents=1000)
    answer = member.get(page(contest, "checkin"), {"n": "1"})
    assert 'value="here" autofocus' in text_of(answer)
    assert "Here, and has paid" in words_on(answer)
    assert not entry_of(contest, 1).checked_in_at
    post(member, contest, "checkin", number="1", act="both")
    assert (bool(entry_of(contest, 1).checked_in_at), entry_of(contest, 1).has_paid) == (True, True)


@pytest.mark.parametrize(
    ("number", "said"),
    [("9", "Nobody has number 9."), ("", "Type a number."), ("²", "Type a number.")],
)
def test_numbers_that_nobody_has(
    member: Client, contest: Tournament, number: str, said: str
) -> None:
    add(contest, "Anne & Paul")
    assert said in post(member, contest, "checkin", number=number, act="here")
    if said.startswith("Nobody"):
        assert said in words_on(member.get(page(contest, "checkin"), {"n": number}))


def test_cards_hold_the_code_of_the_door(member: Client, club: Club) -> None:
    contest = make_contest(club, teams=12)
    pages = member.get(page(contest, "cards")).context["pages"]
    assert [len(cards) for cards in pages] == [10, 2]
    answer = member.get(page(contest, "cards"), {"from": "3", "to": "4"})
    assert [card.number for card in answer.context["pages"][0]] == [3, 4]
    assert "<svg" in text_of(answer)


def test_many_cards_are_shown_in_parts(
    member: Client, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("selectors.checkins", "views.entries"):
        monkeypatch.setattr(f"tournaments.{module}.CARDS_AT_ONCE", 2)
    contest = make_contest(club, teams=5)
    answer = member.get(page(contest, "cards"))
    assert [card.number for card in answer.context["pages"][0]] == [1, 2]
    assert "1–2 3–4 5–5" in words_on(answer)


def test_a_code_leads_to_the_check_in_after_signing_in(contest: Tournament) -> None:
    answer = visitor().get(page(contest, "checkin"), {"n": "1"})
    assert answer.status_code == 302
    assert "checkin/%3Fn%3D1" in answer.headers["Location"]


def test_a_finished_contest_takes_no_more_entries(member: Client, club: Club) -> None:
    contest = make_contest(club, teams=4)
    finish_tournament(tournament_id=contest.pk, author=SCORER, now=NOW)
    text = words_on(member.get(page(contest, "list")))
    assert "Add an entry" not in text
    assert "This contest is finished." in text


def test_a_late_entry_is_told_its_first_round(member: Client, club: Club) -> None:
    contest = make_contest(club, teams=4)
    start_round(contest)
    said = post(member, contest, "new", name_1="Zoé", name_2="Max")
    assert "Number 5: Zoé &amp; Max. Playing from round 2 on." in said


@pytest.mark.parametrize("name", ["edit", "withdraw"])
def test_numbers_without_an_entry_are_not_found(
    member: Client, contest: Tournament, name: str
) -> None:
    assert member.get(page(contest, name, 7)).status_code == 404
