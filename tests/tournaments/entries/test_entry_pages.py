"""The pages of entries: typed one by one, found, changed, withdrawn, and checked in at the door."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.models import Club
from scorekeeper.roles import Role
from tests.contest import entry_of, games_of, make_contest, play, play_round, start_round
from tests.pages import count_queries, member_of, text_of, visitor, words_on
from tests.table import NOW, SCORER
from tests.tournaments.entries.typed import add, page, post, titles
from tournaments.audit_log.log import append
from tournaments.contests.services import finish_tournament
from tournaments.entries.services.entries import remove_entry, set_paid
from tournaments.entries.services.withdrawals import withdraw_entry
from tournaments.models import LogEntry, Tournament

pytestmark = pytest.mark.django_db


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
        (("Rose", "PAUL"), "PAUL is already entered: number 1."),
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
    for counted in ("Teams2", "Here1", "Paid 1 of 2", "12.50 €of 25 €"):
        assert counted in text
    assert shown() == [1, 2, 3]
    assert shown(q="helene") == [1]
    assert shown(q="3") == [3]
    assert shown(show="missing") == [3]
    assert shown(show="unpaid") == [3]
    assert shown(show="solo") == [3]
    set_paid(tournament_id=contest.pk, numbers=[3], author=SCORER, now=NOW)
    assert "Nobody is in this list any more" in words_on(
        member.get(page(contest, "list"), {"show": "unpaid"})
    )
    assert shown(show="gone") == [2]
    assert shown(show="ladies") == []
    assert shown(sort="-title") == [3, 2, 1]


def test_who_left_and_has_paid_does_not_hide_who_still_owes(member: Client, club: Club) -> None:
    contest = make_contest(club, teams=12, fee_cents=1000)
    set_paid(tournament_id=contest.pk, numbers=range(1, 12), author=SCORER, now=NOW)
    withdraw_entry(tournament_id=contest.pk, number=1, from_round=1, author=SCORER, now=NOW)
    for name in ("list", "checkin"):
        text = words_on(member.get(page(contest, name)))
        assert "Teams11" in text
        assert "Paid 11 of 12" in text
        assert "110 €of 120 €" in text


def test_when_the_last_one_has_paid_there_is_a_way_from_the_filter_to_everybody(
    member: Client, club: Club
) -> None:
    contest = make_contest(club, teams=2, fee_cents=1000)
    contest.entries.update(has_paid=True, checked_in_at=NOW)
    # The line that was pressed stays in sight: the list is not empty.
    answer = member.get(page(contest, "list"), {"show": "unpaid", "at": "2"})
    assert 'id="entry-2"' in text_of(answer)
    filters = text_of(answer).split('class="entry-filters')[1].split("</nav>")[0]
    assert re.search(r'href="\?"\s*>Everybody</a>', filters)
    assert re.search(r'aria-current="page">Not paid</a>', filters)
    answer = member.get(page(contest, "list"), {"show": "unpaid"})
    assert f'href="{page(contest, "list")}">Show everybody<' in text_of(answer)
    assert "Not paid" not in words_on(member.get(page(contest, "list")))


def test_the_list_takes_as_many_queries_however_many_teams(member: Client, club: Club) -> None:
    few, many = make_contest(club, teams=2), make_contest(club, teams=40)
    for name in ("list", "checkin", "cards", "join", "paste"):
        member.get(page(few, name))
        counts = {count_queries(member.get, page(it, name)) for it in (few, many)}
        assert len(counts) == 1, name


def test_buttons_of_the_list_come_back_to_the_same_page(
    member: Client, contest: Tournament
) -> None:
    add(contest, "Anne & Paul")
    add(contest, "Rose & Ali")
    data = {"act": "here:1", "back": "show=missing&at=2&added=1"}
    answer = member.post(page(contest, "checkin"), data)
    shown = f"{page(contest, 'list')}?show=missing&at=1"
    assert answer.headers["Location"] == f"{shown}#entry-1"
    # Nothing is inserted above the list, and the line that was pressed stays in it, at its place.
    answer = member.get(shown)
    assert 'class="messages"' not in text_of(answer)
    assert 'id="entry-1"' in text_of(answer)
    assert 'id="entry-1"' not in text_of(member.get(f"{page(contest, 'list')}?show=missing"))
    assert 'href="?show=missing"' in text_of(answer)
    member.post(page(contest, "checkin"), {"act": "paid:1", "back": ""})
    assert (bool(entry_of(contest, 1).checked_in_at), entry_of(contest, 1).has_paid) == (True, True)


def test_an_entry_is_changed_and_its_history_told(member: Client, club: Club) -> None:
    contest = make_contest(club, teams=0, fee_cents=500)
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
    assert "was already drawn: withdraw it instead" in said
    assert len(titles(contest)) == 4


def test_once_a_round_is_drawn_the_list_comes_before_one_more_entry(
    member: Client, club: Club
) -> None:
    contest = make_contest(club, teams=4)

    def shown() -> str:
        return text_of(member.get(page(contest, "list")))

    assert shown().index('class="card form entry-add"') < shown().index('class="entry-counts"')
    assert "#who-leaves" not in shown()
    start_round(contest)
    assert shown().index('class="card form entry-add"') > shown().index('class="entry-counts"')
    assert "#who-leaves" in shown()


def test_who_is_here_and_has_not_paid_is_said_at_the_door(member: Client, club: Club) -> None:
    contest = make_contest(club, teams=3, fee_cents=1000)
    contest.entries.filter(number=2).update(checked_in_at=NOW)
    said = words_on(member.get(page(contest, "checkin")))
    said = said.split("Here, not paid yet:")[1].split("still missing")[0]
    assert "Player 3" in said
    assert "Player 1" not in said
    assert "Here, not paid yet" not in post(member, contest, "checkin", number=2, act="paid")


def test_a_withdrawal_says_what_the_opponents_get(member: Client, club: Club) -> None:
    contest = make_contest(club, teams=4, hands=1)
    match = games_of(start_round(contest))[0]
    number = match.seats.get(side="A").entry.number
    other = match.seats.get(side="B").entry.title.replace("&", "&amp;")
    seen = words_on(member.get(page(contest, "withdraw", number)))
    assert "Round 1, now being played" in seen
    assert f"and {other} get 92 points." in seen
    said = post(member, contest, "withdraw", number, from_round=1)
    assert f"Number {number} no longer plays from round 1 on." in said
    assert match.seats.get(side="B").points == 92
    assert "Withdrawn: no longer plays from round 1 on." in said
    # The page goes on with the contest.
    step = member.get(page(contest, "edit", number))
    assert f"/contests/{contest.pk}/rounds/1/slips/" in text_of(step).split('"main-action')[1]
    main = text_of(step).split("<main")[1].split("</main>")[0]
    assert main.count("button--primary") == 1
    assert "plays again" in post(member, contest, "return", number)
    assert entry_of(contest, number).withdrawn_from is None


def test_a_referee_lets_a_team_leave_from_the_page_of_the_round(club: Club) -> None:
    contest = make_contest(club, teams=4, hands=1)
    played = start_round(contest)
    referee, desk = member_of(club, "rea", Role.REFEREE), member_of(club, "dede", Role.DESK)
    on_round = reverse("tournaments:round-detail", args=[contest.pk, played.number])
    assert "Withdraw a team" in words_on(referee.get(on_round))
    assert "Withdraw a team" not in words_on(desk.get(on_round))
    chosen = {"number": "3", "act": "withdraw"}
    form = referee.get(reverse("tournaments:substitute-list", args=[contest.pk]), chosen)
    assert form["Location"] == page(contest, "withdraw", 3)
    answer = referee.post(form["Location"], {"from_round": 2}, follow=True)
    assert answer.status_code == 200
    assert "Number 3 no longer plays from round 2 on." in words_on(answer)
    assert entry_of(contest, 3).withdrawn_from == 2


def test_in_a_melee_it_is_a_player_who_leaves(member: Client, club: Club) -> None:
    contest = make_contest(club, teams=8, hands=1, mode=Tournament.Mode.MELEE)
    played = start_round(contest)
    on_round = reverse("tournaments:round-detail", args=[contest.pk, played.number])
    assert "Withdraw a player" in words_on(member.get(on_round))


def test_whether_somebody_is_here_is_asked_as_long_as_a_draw_asks(
    member: Client, club: Club
) -> None:
    contest = make_contest(club, teams=4, rounds=2, hands=1)
    post(member, contest, "checkin", number=1, act="here")
    edit = page(contest, "edit", 1)
    told = "Whoever leaves for good is withdrawn"
    before = words_on(member.get(edit))
    assert "Is here" in before
    assert told not in before
    play_round(contest)
    between = words_on(member.get(edit))
    assert "Is here" in between
    assert told in between
    # No draw follows the last round.
    start_round(contest, seed=2)
    last = words_on(member.get(edit))
    assert "Is here" not in last
    assert told not in last
    member.post(edit, {"name_1": "Anne", "name_2": "Paul"})
    assert entry_of(contest, 1).names == ["Anne", "Paul"]
    assert entry_of(contest, 1).checked_in_at


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
    assert "Anne is already entered: number 2." in post(member, contest, "return", 1)
    assert entry_of(contest, 1).withdrawn_from == 1


def test_two_who_look_for_a_partner_are_joined_on_their_page(
    member: Client, contest: Tournament
) -> None:
    add(contest, "Zoé", "Max")
    form = member.get(page(contest, "join"), {"one": "2"}).context["form"]
    assert form["one"].value() == 2
    assert "Choose two different people." in post(member, contest, "join", one=1, other=1)
    assert "Zoé &amp; Max are a team: number 1." in post(member, contest, "join", one=2, other=1)
    assert "Nobody is looking for a partner" in words_on(member.get(page(contest, "join")))


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
    assert "Check in and mark as paid" in words_on(answer)
    assert not entry_of(contest, 1).checked_in_at
    post(member, contest, "checkin", number="1", act="both")
    assert (bool(entry_of(contest, 1).checked_in_at), entry_of(contest, 1).has_paid) == (True, True)


def test_a_name_that_is_pressed_at_the_door_opens_at_its_place(member: Client, club: Club) -> None:
    contest = make_contest(club, teams=3)
    door = page(contest, "checkin")
    assert 'href="?n=2&amp;row=1#entry-2"' in text_of(member.get(door))
    asked = text_of(member.get(door, {"n": 2, "row": 1}))
    line = asked.split('id="entry-2"')[1].split('id="entry-3"')[0]
    assert asked.count("entry-door__who") == line.count("entry-door__who") == 1
    answer = member.post(door, {"number": 2, "act": "here", "row": 1})
    assert answer.headers["Location"] == f"{door}?n=2&row=1#entry-2"
    # It stays between the others until the next name is pressed.
    answer = member.get(door, {"n": 2, "row": 1})
    shown = text_of(answer)
    line = shown.split('id="entry-2"')[1].split('id="entry-3"')[0]
    assert "Here since" in line
    assert "2 still missing" in words_on(answer)
    assert 'id="entry-2"' not in text_of(member.get(door, {"n": 3, "row": 1}))
    # The last one who came is told there too.
    contest.entries.update(checked_in_at=NOW)
    answer = member.get(door, {"n": 2, "row": 1})
    assert "Everybody is here" in words_on(answer)
    assert "Here since" in text_of(answer).split('id="entry-2"')[1]


@pytest.mark.parametrize("fee_cents", [0, 1000])
def test_a_number_typed_at_the_door_is_checked_in_and_paid_at_once_where_there_is_a_fee(
    club: Club, member: Client, fee_cents: int
) -> None:
    contest = make_contest(club, teams=2, fee_cents=fee_cents)
    typed = text_of(member.get(page(contest, "checkin"))).split('name="number"')[1]
    line = typed.split("</form>")[0]
    assert ("Check in and mark as paid" in line) is bool(fee_cents)
    # Enter presses the first one: whoever has not paid yet is never recorded as paid by it.
    assert line.index('value="here"') < line.find('value="both"') or not fee_cents
    if fee_cents:
        # Whoever was looked up waits for the one button of that name.
        found = text_of(member.get(page(contest, "checkin"), {"n": "1"}))
        assert found.count('value="both"') == 1
        assert "Fee paid" in post(member, contest, "checkin", number="2", act="both")
        assert entry_of(contest, 2).checked_in_at


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
    assert [card["number"] for card in answer.context["pages"][0]] == [3, 4]
    assert "<svg" in text_of(answer)


def test_many_cards_are_shown_in_parts(
    member: Client, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.entries.views.CARDS_AT_ONCE", 2)
    contest = make_contest(club, teams=5)
    answer = member.get(page(contest, "cards"))
    assert [card["number"] for card in answer.context["pages"][0]] == [1, 2]
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
    assert "Add a team" not in words_on(member.get(page(contest, "checkin")))


@pytest.mark.parametrize(("mode", "said"), [("teams", "Add a team"), ("melee", "Add a player")])
def test_whoever_comes_late_is_added_from_the_check_in(club: Club, mode: str, said: str) -> None:
    contest = make_contest(club, teams=4, mode=mode)
    answer = member_of(club, "desk", Role.DESK).get(page(contest, "checkin"))
    assert f'href="{page(contest, "new")}">{said}<' in text_of(answer)


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


def test_without_a_fee_nothing_speaks_of_money_until_somebody_pays(
    member: Client, contest: Tournament
) -> None:
    add(contest, "Anne & Paul")
    door = page(contest, "checkin") + "?n=1"
    pages = (page(contest, "list"), door, page(contest, "edit", 1))
    words = ("Fee", "Paid", "Has paid", "paid")
    for address in pages:
        said = text_of(member.get(address))
        assert not [word for word in words if f">{word}<" in said or "as paid" in said]
    contest.entries.update(has_paid=True)
    assert ">Has paid<" in text_of(member.get(page(contest, "edit", 1)))
    assert ">Paid<" in text_of(member.get(page(contest, "list")))
    assert "Undo: not paid" in words_on(member.get(door))


def test_with_a_fee_it_can_be_ticked_everywhere(member: Client, club: Club) -> None:
    contest = make_contest(club, teams=0, fee_cents=500)
    add(contest, "Anne & Paul")
    for address in (page(contest, "list"), page(contest, "checkin") + "?n=1"):
        assert "Mark as paid" in words_on(member.get(address))
    assert ">Has paid<" in text_of(member.get(page(contest, "edit", 1)))


def test_a_late_team_is_offered_the_place_of_the_exempt_one(member: Client, club: Club) -> None:
    contest = make_contest(club, teams=5)
    start_round(contest)
    add(contest, "Zoé & Yann")
    here = {"number": 6, "act": "here"}
    assert "for whoever comes late" not in words_on(member.get(page(contest, "checkin"), {"n": 6}))
    assert "for whoever comes late" not in post(member, contest, "checkin", number=1, act="here")
    answer = post(member, contest, "checkin", **here)
    assert "Round 1 is being played, and there is a place for whoever comes late." in answer
    desk = member_of(club, "desk", Role.DESK)
    assert "tell the referee" in words_on(desk.get(page(contest, "checkin"), {"n": 6}))
    late = reverse("tournaments:late-entry", args=[contest.pk, 1])
    assert f'action="{late}"' in text_of(member.get(page(contest, "checkin"), {"n": 6}))
    assert "Number 6 plays at table 3." in words_on(member.post(late, {"number": 6}, follow=True))
    assert "for whoever comes late" not in words_on(member.get(page(contest, "checkin"), {"n": 6}))


def test_who_has_left_is_not_shown_as_here(member: Client, club: Club) -> None:
    contest = make_contest(club, teams=4)
    post(member, contest, "checkin", number=1, act="here")
    start_round(contest)
    withdraw_entry(tournament_id=contest.pk, number=1, from_round=2, author=SCORER, now=NOW)
    assert "Undo: not here" not in words_on(member.get(page(contest, "checkin"), {"n": 1}))
    edit = page(contest, "edit", 1)
    assert "Is here" not in words_on(member.get(edit))
    before = entry_of(contest, 1).checked_in_at
    member.post(edit, {"name_1": "Anne", "name_2": "Paul"})
    assert entry_of(contest, 1).names == ["Anne", "Paul"]
    assert entry_of(contest, 1).checked_in_at == before
