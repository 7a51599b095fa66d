"""The prize list: what is set, who gets what, what is handed over, drawn, and kept in the log."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from hashlib import sha256
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from scorekeeper.models import Club
from scorekeeper.models.authors import Author
from scorekeeper.refusals import Refused
from tests.contest import entry_of, games_of, make_contest, play_round, start_round
from tests.pages import text_of, visitor, words_on
from tests.table import NOW, SCORER, make_club
from tests.tournaments.extensions.prizes.before import brought_in_with_a_list
from tests.tournaments.extensions.prizes.lists import set_list
from tests.tournaments.rankings.ranking_pages import see, two_tied_winners
from tournaments.audit_log.chain import mark_of
from tournaments.audit_log.locks import FinishedError
from tournaments.audit_log.log import append
from tournaments.audit_log.payments import book_of
from tournaments.audit_log.queries.documents import CODEC, document_of
from tournaments.audit_log.queries.logs import verify_tournament
from tournaments.audit_log.replay.prizes import POT, lot_order
from tournaments.audit_log.replay.verification import verify_document
from tournaments.audit_log.services import import_tournament
from tournaments.audit_log.standings import contest_of, counted_seats
from tournaments.contests.queries.next_step import next_step
from tournaments.contests.services import finish_tournament, resume_tournament
from tournaments.draw_secrets import announced_secret, secret_for, spend
from tournaments.entries.services.entries import NewEntry, change_entry
from tournaments.entries.services.withdrawals import withdraw_entry
from tournaments.extensions.prizes import services
from tournaments.extensions.prizes.queries import PrizeList, plan_of, prizes_of, winners
from tournaments.extensions.prizes.services import (
    Handed,
    draw_prize,
    hand_over,
    set_prizes,
    take_back,
)
from tournaments.models import LogEntry, MatchSeat, Round, Tournament
from tournaments.rankings.queries.rankings import ranking_of
from tournaments.standings.prizes import PrizePlan
from tournaments.tables.services import (
    TableSlip,
    close_round,
    record_table_slip,
    reopen_round,
)

pytestmark = pytest.mark.django_db

BY: dict[str, Any] = {"author": SCORER, "now": NOW}
LIST = """1er 50 %, offert par la Boulangerie Petit
2e 30 %
3e jambon chacun
4-5 une bouteille
Dernier: saucisson
1re dame: fleurs
Tirage: panier"""


def played(club: Club, text: str = LIST, *, teams: int = 8, **settings: Any) -> Tournament:
    """Return a contest of one round with prizes, played; number 8's team are ladies."""
    tournament = make_contest(club, teams=teams, rounds=1, hands=2, tags=("ladies",), **settings)
    names = tuple(entry_of(tournament, teams).names)
    ladies = NewEntry(names=names, tags=("ladies",))
    change_entry(tournament_id=tournament.pk, number=teams, changed=ladies, **BY)
    play_round(tournament)
    return set_list(tournament, text)


def told(prizes: PrizeList) -> dict[str, tuple[tuple[int, ...], str]]:
    return {one.label: (one.numbers, one.what) for one in prizes.won}


def post(client: Client, name: str, *args: int, **data: Any) -> str:
    """Send a form of the room and return what the next page says."""
    return words_on(client.post(reverse(f"tournaments:{name}", args=args), data, follow=True))


def test_a_pasted_list_is_set_shown_and_parted(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=6, rounds=1, hands=2)
    assert "Start from a usual list" in see(member, tournament, "prizes-edit")
    page = post(member, "prizes-edit", tournament.pk, prizes="1er 50 %\n2e 30 %\nham\nLast: ladle")
    assert "4 prizes are added." in page
    shown = text_of(member.get(reverse("tournaments:prizes-edit", args=[tournament.pk])))
    main = shown.split("<main")[1].split("</main>")[0]
    assert main.count("button--primary") == 1
    assert re.search(r"See the prizes.*To the contest", main)
    page = post(
        member, "prizes-terms", tournament.pk, several="", fund="121", rounding="five_euros",
        rest="first", pot_each="2",
    )  # fmt: skip
    assert "Place 1 · 61.80 €" in page
    assert "Place 2 · 35 €" in page
    assert "Prize fund 121 €, of which 24.20 € stays in the till." in page
    play_round(tournament)
    tournament.refresh_from_db()
    lines = ranking_of(tournament).lines
    assert told(prizes_of(tournament)) == {
        "Place 1": ((lines[0].number,), "61.80\xa0€"),
        "Place 2": ((lines[1].number,), "35\xa0€"),
        "Place 3": ((lines[2].number,), "ham"),
        "The last": ((lines[-1].number,), "ladle"),
    }
    page = see(member, tournament, "prizes")
    assert re.search(r"61.80 €.*35 €.*ham.*ladle", page)
    assert "No capot yet." in page
    assert "Best game" in page
    assert verify_tournament(tournament).is_whole


def test_what_cannot_be_a_prize_is_said_and_nothing_is_lost(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=2)
    page = member.post(
        reverse("tournaments:prizes-edit", args=[tournament.pk]), {"prizes": "1er ham\n2e:"}
    )
    assert "“2e:”: say who it is for and what it is" in words_on(page)
    assert "1er ham\n2e:" in page.content.decode()
    page = member.post(
        reverse("tournaments:prize-new", args=[tournament.pk]),
        {"aim": "tag:ladies", "first": "3", "last": "2", "money": "many", "sponsor": "The baker"},
    )
    assert "Write an amount like 200 €" in words_on(page)
    assert 'value="The baker"' in page.content.decode()
    assert not Tournament.objects.get().prize_plan


def test_a_line_is_changed_exchanged_and_taken_out(club: Club, member: Client) -> None:
    tournament = set_list(make_contest(club, teams=4), "1er ham\n2-3 bottle\n4e cup")
    page = post(
        member, "prize-edit", tournament.pk, 3,
        aim="place", first="4", money="7,50 €", goods="cup", sponsor="The baker", each="on",
    )  # fmt: skip
    assert "Place 4 · 7.50 € + cup for each player" in page
    assert "given by The baker" in page
    page = post(member, "prize-up", tournament.pk, 2)
    assert re.search(r"Places 1–2 · bottle.*Place 3 · ham.*Place 4", page)
    page = post(member, "prize-remove", tournament.pk, 2)
    assert "· bottle" not in page
    page = post(member, "prize-new", tournament.pk, aim="tag:ladies", first="1", money="20")
    assert "Ladies · 20 €" in page
    assert see(member, tournament, "tournament-rules").count("Ladies 20 €") == 1
    assert verify_tournament(Tournament.objects.get()).is_whole


def test_those_who_share_a_place_share_its_prizes(club: Club, member: Client) -> None:
    tournament, tied = two_tied_winners(club, ties=Tournament.Ties.SHARED)
    set_list(tournament, "Ham\n30 €\nCup")
    first, third = prizes_of(tournament).places
    assert sorted(line.number for line in first.winners) == tied
    assert [prize.what for prize in first.prizes] == ["Ham", "30\xa0€"]
    assert [prize.what for prize in third.prizes] == ["Cup"]
    page = see(member, tournament, "prizes")
    assert "They share the place and its 2 prizes. 15 € for each." in page
    assert "They share the place and its prize." in page


def test_without_written_prizes_the_first_ten_are_read_out(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=24, rounds=1, hands=1)
    assert "No result yet" in see(member, tournament, "prizes")
    play_round(tournament)
    assert len(prizes_of(tournament).places) == 10
    assert "There are no prizes yet." in see(member, tournament, "prizes")


def test_a_winner_who_has_left_and_the_first_of_a_tag_are_named(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=4, rounds=2, hands=2)
    set_list(tournament, "Ham")
    play_round(tournament)
    lines = ranking_of(tournament).lines
    winner, junior = lines[0].number, lines[2].number
    withdraw_entry(tournament_id=tournament.pk, number=winner, from_round=2, **BY)
    tagged = entry_of(tournament, junior)
    tagged.tags = ["juniors"]
    tagged.save()
    page = see(member, tournament, "prizes")
    assert "withdrawn before round 2" in page
    assert f"Juniors · {lines[2].title}" in page
    assert "place 3 of all" in page


def test_points_of_an_exempt_round_win_no_prize_for_the_best_game(club: Club) -> None:
    tournament = make_contest(
        club, teams=3, rounds=1, hands=2, exempt=Tournament.Exempt.FIXED, exempt_points=900
    )
    play_round(tournament)
    (best,) = prizes_of(tournament).best_games
    assert best["points"] < 900
    assert ranking_of(tournament).lines[0].total == 900


def main_button(member: Client, address: str) -> str:
    """Return the words of the only main action of the prize that is being read."""
    now = text_of(member.get(address)).partition('id="now"')[2].partition("</section>")[0]
    (label,) = re.findall(r'button--primary"[^>]*>([^<]+)<', now)
    return str(label).strip()


def test_prizes_are_handed_over_one_after_the_other(club: Club, member: Client) -> None:
    tournament = played(club)
    finish_tournament(tournament_id=tournament.pk, **BY)
    lines = ranking_of(tournament).lines
    first = lines[0].number
    page = see(member, tournament, "prizes-read")
    assert "1 of 7 · 0 of 7 handed over" in page
    assert "Previous prize" not in page
    # Green is what comes next: to hand it over, then to go on.
    reading = reverse("tournaments:prizes-read", args=[tournament.pk])
    assert main_button(member, f"{reading}?at=7") == "Hand over this prize"
    assert page.index("Place 1") > page.index("Place 2") > page.index("The last")
    page = post(member, "prize-hand", tournament.pk, 1, 1, entries=first, note="his wife", at=7)
    assert "7 of 7 · 1 of 7 handed over" in page
    assert "collected by his wife" in page
    assert main_button(member, f"{reading}?at=7") == "Finish reading"
    again = post(member, "prize-hand", tournament.pk, 1, 1, entries=first)
    assert "Not saved" not in again
    assert "his wife" in again
    other = post(member, "prize-hand", tournament.pk, 1, 1, entries=lines[1].number)
    assert "Not saved" in other
    assert "Not saved" in post(member, "prize-hand", tournament.pk, 2, 2, entries=first)
    assert "Not saved" in post(member, "prize-hand", tournament.pk, 2, 2, entries="x")
    post(member, "prize-hand", tournament.pk, 3, 3, entries=lines[2].number)
    page = post(member, "prize-hand", tournament.pk, 3, 3, back=1)
    assert page.count("Undo: not handed over") == 1
    tournament.refresh_from_db()
    assert verify_tournament(tournament).is_whole
    log = see(member, tournament, "tournament-log")
    assert re.search(r"Prize taken back.*Prize handed over.*Contest finished", log)
    with pytest.raises(FinishedError):
        set_list(tournament, "1er ham")


def test_a_prize_that_was_forgotten_is_added_after_the_end(club: Club, member: Client) -> None:
    tournament = played(club, "1er ham")
    finish_tournament(tournament_id=tournament.pk, **BY)
    page = see(member, tournament, "prizes")
    assert "Set the prizes" in page
    page = see(member, tournament, "prizes-edit")
    assert "a prize that was forgotten can still be added" in page
    assert "Remove" not in page
    page = post(member, "prizes-edit", tournament.pk, prizes="Draw: basket")
    assert "1 prize is added." in page
    page = post(member, "prize-draw", tournament.pk, 2, present=[1])
    assert "Drawn: no. 1" in page
    tournament.refresh_from_db()
    assert [prize.goods for prize in plan_of(tournament).prizes] == ["ham", "basket"]
    assert verify_tournament(tournament).is_whole
    assert verify_document(document_of(tournament), CODEC).is_whole


@pytest.mark.parametrize(
    "change",
    [
        lambda plan: plan.without(1),
        lambda plan: replace(plan, several=True),
        lambda plan: replace(plan, prizes=(replace(plan.prizes[0], goods="cup"),)),
    ],
    ids=["removed", "terms", "changed"],
)
def test_after_the_end_nothing_that_was_promised_changes(
    club: Club, change: Callable[[PrizePlan], PrizePlan]
) -> None:
    tournament = played(club, "1er ham")
    finish_tournament(tournament_id=tournament.pk, **BY)
    with pytest.raises(FinishedError):
        set_prizes(tournament_id=tournament.pk, change=change, **BY)


def test_prizes_of_the_ranking_wait_for_the_end(club: Club, member: Client) -> None:
    tournament = played(club, "1er ham\nTirage: panier\nMeilleur score du 1er tour: cake")
    first = ranking_of(tournament).lines[0].number
    draw_prize(tournament_id=tournament.pk, prize=2, present=[5], **BY)
    ham = reverse("tournaments:prize-hand", args=[tournament.pk, 1, 1])
    answer = member.get(reverse("tournaments:prizes", args=[tournament.pk]))
    assert "Prizes of the ranking are handed over once the contest is finished" in words_on(answer)
    offered = answer.content.decode()
    assert f'action="{ham}"' not in offered
    assert offered.count(">Hand over this prize<") == 2
    refused = words_on(member.post(ham, {"entries": first}, follow=True))
    assert "Finish the contest first" in refused
    assert "0 of 3 handed over" in see(member, tournament, "prizes-read")
    raffled = post(member, "prize-hand", tournament.pk, 2, 1, entries=5)
    assert "Finish the contest first" not in raffled
    assert "1 of 3 handed over" in see(member, tournament, "prizes-read")
    finish_tournament(tournament_id=tournament.pk, **BY)
    page = post(member, "prize-hand", tournament.pk, 1, 1, entries=first)
    assert "are handed over once the contest is finished" not in page
    assert "2 of 3 handed over" in see(member, tournament, "prizes-read")


def test_what_is_drawn_among_those_present_does_not_wait_for_the_end(
    club: Club, member: Client
) -> None:
    tournament = played(club, "1er ham\nTirage: panier")
    said = "What is drawn among those present can be drawn and handed over before."
    assert said in see(member, tournament, "prizes")
    drawn = reverse("tournaments:prize-draw", args=[tournament.pk, 2])
    answer = words_on(member.post(drawn, {"present": ["5"]}, follow=True))
    assert "Drawn: no. 5, Player 9 &amp; Player 10." in answer
    assert said not in answer
    # Lots decided, not places and points.
    assert "– A draw among those present Player 9 &amp; Player 10 no. 5" in answer


def test_who_gets_a_drawn_prize_is_said_if_the_first_has_one_already(
    club: Club, member: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = played(club, "1er cup\nTirage: ham")
    finish_tournament(tournament_id=tournament.pk, **BY)
    asked = words_on(member.get(reverse("tournaments:prize-draw", args=[tournament.pk, 2])))
    assert "The first three and those who have won money stay ticked too" in asked
    best = contest_of(tournament).standings().order[0]
    order = [best, *(number for number in range(1, 9) if number != best)]
    monkeypatch.setattr(services, "lot_order", lambda *_among, **_how: order)
    answer = post(member, "prize-draw", tournament.pk, 2, present=order)
    assert f"It goes to no. {order[1]}, " in answer
    assert f"no. {best} was drawn first, but has a prize." in answer


def test_the_next_step_after_the_end_are_the_prizes(club: Club, member: Client) -> None:
    # Nobody wins the place behind the last one: it is not left to hand over.
    tournament = set_list(played(club), "1er ham\n99e soap", several=True)
    first = ranking_of(tournament).lines[0].number
    for name in ("tournament-detail", "ranking", "prizes"):
        assert "finish the contest, then comes “Hand over the prizes”" in (
            see(member, tournament, name)
        )
    finish_tournament(tournament_id=tournament.pk, **BY)
    step = next_step(Tournament.objects.get(pk=tournament.pk))
    assert (step.label, step.url) == (
        "Hand over the prizes",
        reverse("tournaments:prizes", args=[tournament.pk]),
    )
    post(member, "prize-hand", tournament.pk, 1, 1, entries=first)
    assert next_step(Tournament.objects.get(pk=tournament.pk)).label == "See the ranking"


def test_who_would_not_get_it_any_more_is_told(club: Club, member: Client) -> None:
    tournament = played(club, "1er ham")
    lines = ranking_of(tournament).lines
    winner = lines[0].number
    hand_over(tournament_id=tournament.pk, handed=Handed(prize=1, place=1, entries=(winner,)), **BY)
    with pytest.raises(Refused, match="was handed over"):
        set_list(tournament, "1er wine")
    seat = next(seat for seat in counted_seats(tournament) if seat.entry.number == winner)
    a, b = (324, 0) if seat.side == "B" else (0, 324)
    reopen_round(round_id=seat.round_id, **BY)
    slip = TableSlip(hands=2, total_a=a, total_b=b, reason="A mistake")
    record_table_slip(match_id=seat.match_id, slip=slip, **BY)
    assert "in the present ranking it is no longer theirs" in see(member, tournament, "prizes")
    tournament.refresh_from_db()
    assert verify_tournament(tournament).is_whole


def test_a_prize_is_drawn_among_those_present_and_anybody_draws_it_again(
    club: Club, member: Client
) -> None:
    tournament = played(club)
    key = tournament.prize_plan["prizes"][-1]["key"]
    assert "Draw it" in see(member, tournament, "prizes")
    page = post(member, "prize-draw", tournament.pk, key, present=["2", "5", "7"])
    tournament.refresh_from_db()
    (lot,) = tournament.prize_lots
    assert sorted(lot["order"]) == [2, 5, 7]
    (winner,) = told(prizes_of(tournament))["A draw among those present"][0]
    assert winner in lot["order"]
    assert f"no. {winner}, Player " in page
    assert verify_tournament(tournament).is_whole
    link = tournament.log.latest("number")
    link.data = {**link.data, "order": lot["order"][::-1]}
    link.save()
    assert not verify_tournament(tournament).is_whole
    with pytest.raises(Refused, match="the list has changed"):
        draw_prize(tournament_id=tournament.pk, prize=key, present=[99], **BY)
    with pytest.raises(Refused, match="the list has changed"):
        draw_prize(tournament_id=tournament.pk, prize=1, present=[1], **BY)


def test_what_is_known_before_a_draw_leads_to_no_order(club: Club) -> None:
    tournament = played(club)
    key = tournament.prize_plan["prizes"][-1]["key"]
    present = [*range(1, 9)]
    seed, mark = tournament.lot_seed, tournament.log_hash
    foretold = lot_order(present, seed=seed, mark=mark, prize=key)
    order = draw_prize(tournament_id=tournament.pk, prize=key, present=present, **BY)
    line = tournament.log.latest("number")
    random = line.data["random"]
    # One in 40 320 comes out the same by chance.
    assert order != foretold
    assert order == lot_order(present, seed=seed, mark=mark, prize=key, random=random)
    assert verify_tournament(Tournament.objects.get(pk=tournament.pk)).is_whole
    line.data = {**line.data, "random": "0" * len(random)}
    line.save()
    assert not verify_tournament(Tournament.objects.get(pk=tournament.pk)).is_whole


def test_a_prize_is_drawn_from_a_number_called_in_the_hall(club: Club, member: Client) -> None:
    tournament = played(club)
    key = tournament.prize_plan["prizes"][-1]["key"]
    announced = announced_secret(tournament)
    draw_prize(tournament_id=tournament.pk, prize=key, present=[1, 2, 3], called="0815", **BY)
    data = tournament.log.latest("number").data
    assert sha256(data["secret"].encode()).hexdigest() == announced
    # Nothing else decides: not who is offered, not what was written into the log before.
    mixed = sha256(f"{data['secret']}:0815".encode()).hexdigest()
    assert data["order"] == sorted(
        [1, 2, 3], key=lambda who: sha256(f"{mixed}:{who}".encode()).hexdigest()
    )
    assert "among 3 present · number 0815 called in the hall" in see(member, tournament, "prizes")
    assert verify_tournament(Tournament.objects.get(pk=tournament.pk)).is_whole


def test_a_drawn_prize_stays_what_it_was(club: Club) -> None:
    tournament = played(club)
    plan = plan_of(tournament)
    drawn = plan.prizes[-1]
    draw_prize(tournament_id=tournament.pk, prize=drawn.key, present=[1, 2], called="1", **BY)
    other = replace(drawn, goods="ham", cents=0)
    changed = replace(plan, prizes=(*plan.prizes[:-1], other))
    with pytest.raises(Refused, match="Remove it, and add another one instead"):
        set_prizes(tournament_id=tournament.pk, change=lambda _plan: changed, **BY)
    set_prizes(tournament_id=tournament.pk, change=lambda plan: plan.without(drawn.key), **BY)
    assert verify_tournament(Tournament.objects.get(pk=tournament.pk)).is_whole


def test_a_prize_is_drawn_once_by_a_form_sent_twice(club: Club, member: Client) -> None:
    tournament = played(club)
    key = tournament.prize_plan["prizes"][-1]["key"]
    announced = mark_of(announced_secret(tournament))
    address = reverse("tournaments:prize-draw", args=[tournament.pk, key])
    sent = {"present": ["1", "2", "3"], "called": "0815", "announced": announced}
    member.post(address, sent)
    words = words_on(member.post(address, sent, follow=True))
    assert "Another draw needs another number" in words
    assert tournament.log.filter(kind=LogEntry.Kind.PRIZE_LOT).count() == 1


def test_a_called_lot_of_before_is_worked_out_as_it_was_drawn(club: Club) -> None:
    tournament = played(club)
    key = tournament.prize_plan["prizes"][-1]["key"]
    decided = spend(tournament, "0815", secret_for(tournament, "0815"))
    decided["random"] = sha256(f"{decided['secret']}:0815".encode()).hexdigest()
    seed, mark = tournament.lot_seed, tournament.log_hash
    order = lot_order([2, 5, 7], seed=seed, mark=mark, prize=key, random=decided["random"])
    drawn = {"prize": key, "order": order}
    tournament.prize_lots = [drawn]
    tournament.save()
    append(tournament, LogEntry.Kind.PRIZE_LOT, {**drawn, **decided}, **BY)
    assert verify_tournament(tournament).is_whole


def test_a_lot_of_before_is_worked_out_as_it_was_drawn(club: Club) -> None:
    tournament = played(club)
    key = tournament.prize_plan["prizes"][-1]["key"]
    seed, mark = tournament.lot_seed, tournament.log_hash
    drawn = {"prize": key, "order": lot_order([2, 5, 7], seed=seed, mark=mark, prize=key)}
    tournament.prize_lots = [drawn]
    tournament.save()
    append(tournament, LogEntry.Kind.PRIZE_LOT, drawn, **BY)
    assert verify_tournament(tournament).is_whole


def test_everybody_sees_that_a_prize_was_drawn_again(club: Club, member: Client) -> None:
    tournament = played(club)
    key = tournament.prize_plan["prizes"][-1]["key"]
    orders = [
        draw_prize(
            tournament_id=tournament.pk,
            prize=key,
            present=present,
            author=SCORER,
            now=NOW + timedelta(minutes=minutes),
        )
        for minutes, present in ((0, [2, 5, 7]), (6, [2, 5]))
    ]
    finish_tournament(tournament_id=tournament.pk, **BY)
    drawn = [entry_of(tournament, order[0]).names for order in orders]
    first, second = (" & ".join(names) for names in drawn)
    told = (
        f"Drawn among those present {first} no. {orders[0][0]} panier · 20 November at 21:30 "
        f"· among 3 present {second} no. {orders[1][0]} draw 2 for this prize panier "
        "· 20 November at 21:36 · among 2 present"
    )
    for page in (
        words_on(visitor().get(reverse("tournaments:results", args=[tournament.token]))),
        see(member, tournament, "prizes"),
    ):
        assert told in unescape(page)


def test_capots_are_paid_and_what_nobody_knows_is_said(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=4, rounds=1, hands=2)
    playing = start_round(tournament)
    for capots, match in zip((1, 2), games_of(playing), strict=True):
        slip = TableSlip(hands=2, total_a=504 if capots == 2 else 414, total_b=0, capots_a=capots)
        record_table_slip(match_id=match.pk, slip=slip, keep_to_check=True, **BY)
    post(
        member, "prizes-terms", tournament.pk, several="1", fund="", rounding="euro", rest="till",
        pot_each="5", pot="12",
    )  # fmt: skip
    page = see(member, tournament, "prizes")
    assert "4 € for each capot." in page
    assert re.search(r"2 capots .*8 €.*1 capot .*4 €", page)
    assert "2 slips have only the totals" in page


def test_the_pot_is_handed_over_and_leaves_the_till(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=4, rounds=1, hands=2)
    playing = start_round(tournament)
    for capots, match in zip((1, 2), games_of(playing), strict=True):
        slip = TableSlip(hands=2, total_a=504 if capots == 2 else 414, total_b=0, capots_a=capots)
        record_table_slip(match_id=match.pk, slip=slip, keep_to_check=True, **BY)
    terms = {"several": "1", "fund": "", "rounding": "euro", "rest": "till"}
    post(member, "prizes-terms", tournament.pk, **terms, pot_each="5", pot="12")
    finish(tournament, playing)
    one, other = (seats_of(match.pk) for match in games_of(playing))
    page = post(member, "prize-hand", tournament.pk, POT, other[0], entries=f"{other[0]}")
    assert re.search(r"2 capots Handed over at \d\d:\d\d .*8 €.*1 capot .*4 €", page)
    # Neither twice, nor to who made none, nor out of another pot than the one it came from.
    post(member, "prize-hand", tournament.pk, POT, other[0], entries=f"{other[0]}")
    page = post(member, "prize-hand", tournament.pk, POT, one[1], entries=f"{one[1]}")
    assert "Not saved: the list has changed." in page
    resume_tournament(tournament_id=tournament.pk, **BY)
    page = post(member, "prizes-terms", tournament.pk, **terms, pot_each="4", pot="")
    assert "This prize was handed over: undo that first." in page
    finish_tournament(tournament_id=tournament.pk, **BY)
    post(member, "prize-hand", tournament.pk, POT, one[0], entries=f"{one[0]}", note="A cousin")
    tournament.refresh_from_db()
    assert book_of(tournament).cash == -1_200
    assert verify_tournament(tournament).is_whole
    log = see(member, tournament, "tournament-log")
    assert re.search(r"Prize handed over .* pot for capots · 4 € · A cousin", log)
    document = document_of(tournament)
    brought = import_tournament(document=document, club=make_club("Elsewhere"), now=NOW)
    assert document_of(brought) == document
    post(member, "prize-hand", tournament.pk, POT, other[0], back="1")
    tournament.refresh_from_db()
    assert book_of(tournament).cash == -400
    assert verify_tournament(tournament).is_whole


def test_what_the_pot_paid_before_a_correction_is_said(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=4, rounds=1, hands=2)
    playing = start_round(tournament)
    matches = games_of(playing)

    def capots(match: int, count: int) -> None:
        slip = TableSlip(hands=2, total_a=504 if count == 2 else 414, total_b=0, capots_a=count)
        author = Author.of_user(User.objects.get())
        record_table_slip(match_id=match, slip=slip, keep_to_check=True, author=author, now=NOW)

    capots(matches[0].pk, 2)
    capots(matches[1].pk, 1)
    terms = {"several": "1", "fund": "", "rounding": "euro", "rest": "till"}
    post(member, "prizes-terms", tournament.pk, **terms, pot_each="", pot="30")
    finish(tournament, playing)
    first = seats_of(matches[0].pk)[0]
    page = post(member, "prize-hand", tournament.pk, POT, first, entries=f"{first}")
    assert "as things stand" not in page
    resume_tournament(tournament_id=tournament.pk, **BY)
    capots(matches[0].pk, 1)
    page = see(member, tournament, "prizes")
    assert "20 € were handed over; it is now 15 €." in page
    assert "5 € more than the pot" in page


def finish(tournament: Tournament, playing: Round) -> None:
    """Close the last round and finish the contest."""
    close_round(round_id=playing.pk, **BY)
    finish_tournament(tournament_id=tournament.pk, **BY)


def seats_of(match: int) -> list[int]:
    """Return who sits at a table: the number of side A, then that of side B."""
    seats = MatchSeat.objects.filter(match=match).order_by("side")
    return list(seats.values_list("entry__number", flat=True))


def test_the_document_says_who_gets_what_and_a_forged_one_is_found(club: Club) -> None:
    tournament = played(club)
    handed = prizes_of(tournament).won[0]
    hand_over(
        tournament_id=tournament.pk,
        handed=Handed(prize=1, place=1, entries=handed.numbers, cents=100),
        now=NOW + timedelta(minutes=1),
        author=SCORER,
    )
    document = document_of(Tournament.objects.get())
    assert document["awards"][0] == {"prize": 1, "place": 1, "entries": list(handed.numbers)}
    brought = import_tournament(document=document, club=club, now=NOW)
    assert document_of(brought) == document
    assert prizes_of(brought).won[0].handed
    document["awards"][0]["entries"] = [4]
    assert [found.field for found in verify_document(document, CODEC).differences] == ["entries"]
    del document["awards"]
    assert verify_document(document, CODEC).differences


def test_a_contest_of_before_opens_as_it_was(club: Club, member: Client) -> None:
    tournament = brought_in_with_a_list(club)
    before = document_of(tournament)
    assert "prize_plan" not in before["tournament"]
    assert "awards" not in before
    assert told(prizes_of(tournament)) == {
        "Place 1": ((1,), "Ham"),
        "Place 2": ((3,), "Wine"),
        "The last": ((2,), "Ladle"),
    }
    assert re.search(r"Ham.*Wine.*Ladle", see(member, tournament, "prizes"))
    hand_over(tournament_id=tournament.pk, handed=Handed(prize=1, place=1, entries=(1,)), **BY)
    take_back(tournament_id=tournament.pk, prize=1, place=1, **BY)
    post(member, "prizes-edit", tournament.pk, prizes="3e cup")
    tournament.refresh_from_db()
    assert (tournament.prizes, tournament.prize_for_last) == ([], "")
    assert [one.what for one in prizes_of(tournament).won] == ["Ham", "Wine", "cup", "Ladle"]
    assert verify_tournament(tournament).is_whole


def test_a_document_without_a_log_may_have_prizes_as_things(club: Club) -> None:
    plan = set_list(make_contest(club, teams=2), "1er ham").prize_plan
    document = {
        "tournament": {"name": "Elsewhere", "date": "2024-06-22", "prize_plan": plan},
        "entries": [{"number": n, "players": [f"A{n}", f"B{n}"]} for n in (1, 2)],
        "rounds": [{"matches": [{"a": 1, "b": 2, "total_a": 900, "total_b": 100}]}],
    }
    for awards in ({}, {"awards": [{"prize": 1, "place": 1, "entries": [1]}]}):
        tournament = import_tournament(
            document=document | awards, club=make_club(), now=NOW, without_log=SCORER
        )
        assert told(prizes_of(tournament)) == {"Place 1": ((1,), "ham")}
        assert verify_tournament(tournament).is_whole


def test_nothing_is_handed_to_who_has_not_won(club: Club) -> None:
    tournament = played(club)
    with pytest.raises(Refused, match="the list has changed"):
        hand_over(tournament_id=tournament.pk, handed=Handed(prize=1, place=2, entries=(1,)), **BY)
    with pytest.raises(Refused, match="the list has changed"):
        hand_over(tournament_id=tournament.pk, handed=Handed(prize=8, place=1, entries=()), **BY)
    set_prizes(tournament_id=tournament.pk, change=lambda _plan: PrizePlan(), **BY)
    tournament.refresh_from_db()
    assert not prizes_of(tournament).has_prizes


def test_winners_are_told_the_first_place_first_with_the_sponsors(club: Club) -> None:
    found = winners(played(club))
    by_place = [one for one in found if one.place.startswith("Place")]
    assert [one.place for one in by_place] == [f"Place {one.rank}" for one in by_place]
    assert [one.rank for one in by_place] == sorted(one.rank for one in by_place)
    assert {one.place for one in found} >= {"Place 1", "Place 2", "Place 3", "The last"}
    assert found[0].sponsors == ("la Boulangerie Petit",)
    assert found[2].prizes == ("jambon for each player",)
