"""The log of a contest: every act in words, filtered, and whether it is whole."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.engine.hand import HandEntry, Seat, Side
from scorekeeper.games.services.games import stop_game
from scorekeeper.games.services.hands import HandInput, correct_hand
from scorekeeper.models import Club
from scorekeeper.qr import qr_svg
from tests.contest import games_of, make_contest, play, play_round, start_round, write_hand
from tests.pages import count_queries, words_on
from tests.table import NOW, SCORER
from tournaments.audit_log.chain import LogHead
from tournaments.audit_log.queries import logs
from tournaments.contests.services import finish_tournament, record_lot
from tournaments.draw_secrets import secret_fingerprint
from tournaments.entries.services.entries import NewEntry, change_entry, check_in, set_paid
from tournaments.entries.services.withdrawals import return_entry, start_catch_up, withdraw_entry
from tournaments.models import LogEntry, Match, Tournament
from tournaments.rounds.services import draw_round, publish_round, reseat, swap_in_draw
from tournaments.tables.services import (
    Claim,
    TableSlip,
    accept_sheet,
    close_round,
    dispute_sheet,
    record_table_slip,
    rule_on_sheet,
    set_timer,
    start_timer,
)

pytestmark = pytest.mark.django_db


def page(tournament: Tournament, **query: Any) -> str:
    asked = "&".join(f"{name}={value}" for name, value in query.items())
    return reverse("tournaments:tournament-log", args=[tournament.pk]) + f"?{asked}"


def lines(member: Client, tournament: Tournament, **query: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = member.get(page(tournament, **query)).context["lines"]
    return found


def last(member: Client, tournament: Tournament) -> tuple[str, str, str, str]:
    """Return heading, place, what was before and what is after of the latest act."""
    line = lines(member, tournament)[0]
    return line["text"], line["place"], line["before"], line["after"]


def by(tournament: Tournament) -> dict[str, Any]:
    return {"tournament_id": tournament.pk, "author": SCORER, "now": NOW}


def table(tournament: Tournament, **settings: Any) -> Match:
    """Return the only table of a contest of two teams with one hand to play."""
    return games_of(start_round(tournament))[0]


def test_creating_and_changing_the_contest(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=0)
    assert last(member, tournament) == (
        "Contest created",
        "",
        "",
        "3 × 12 · Teams formed in advance · Contest, twelve hands",
    )
    edit = reverse("tournaments:tournament-edit", args=[tournament.pk])
    form = member.get(edit).context["form"]
    values = {bound.name: bound.value() for bound in form if bound.value() not in (None, "")}
    member.post(edit, {**values, "format": "4x12", "fee": "5", "ties": "shared"})
    assert last(member, tournament) == (
        "Contest changed",
        "",
        "Rounds: 3 × 12 · When equal: A lot decides · Fee: 0\N{NO-BREAK SPACE}€",
        "Rounds: 4 × 12 · When equal: They share the place · Fee: 5\N{NO-BREAK SPACE}€",
    )


def test_entries(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=8)
    changed = NewEntry(names=("Anne", "Paul"), tags=("mixed",))
    assert last(member, tournament) == ("Entry", "", "", "No. 8 · Player 15 & Player 16")
    change_entry(number=8, changed=changed, **by(tournament))
    assert last(member, tournament) == (
        "Entry changed",
        "",
        "Player 15 & Player 16",
        "No. 8 · Anne & Paul · Mixed",
    )
    check_in(numbers=[8], is_here=True, **by(tournament))
    assert last(member, tournament)[-1] == "Here: No. 8 (Anne & Paul)"
    set_paid(numbers=range(1, 9), has_paid=True, **by(tournament))
    assert last(member, tournament)[-1].endswith("No. 6 (Player 11 & Player 12) and 2 more")
    withdraw_entry(number=8, from_round=2, **by(tournament))
    assert last(member, tournament)[-1] == "No. 8 (Anne & Paul), from round 2 on"
    return_entry(number=8, **by(tournament))
    assert last(member, tournament)[-1] == "No. 8 (Anne & Paul)"


def test_draws(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=5)
    drawn = draw_round(seed=3, **by(tournament))
    act: dict[str, Any] = {"round_id": drawn.pk, "author": SCORER, "now": NOW}
    assert last(member, tournament) == (
        "Round drawn",
        "Round 1",
        "",
        "By lot · typed seed 3 · nobody meets again",
    )
    swap_in_draw(one=1, other=4, **act)
    assert last(member, tournament)[-1] == (
        "No. 1 (Player 1 & Player 2) and No. 4 (Player 7 & Player 8) change places"
    )
    publish_round(**act)
    assert last(member, tournament)[-1].startswith("2 tables · exempt: No. ")
    reseat(one=1, other=4, **act)
    assert last(member, tournament)[-1].endswith("change places")
    set_timer(minutes=75, **act)
    start_timer(**act)
    assert last(member, tournament) == ("Clock", "Round 1", "", "started · 75:00 left")
    close_round(**act)
    assert last(member, tournament)[-1] == "without tables 1, 2"


def test_a_catch_up_game(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=3, hands=1)
    playing = start_round(tournament)
    played = games_of(playing)[0]
    play(played)
    alone = playing.seats.get(kind="exempt").entry.number
    other = played.seats.get(side="A").entry.number
    start_catch_up(round_id=playing.pk, side_a=[alone], side_b=[other], author=SCORER, now=NOW)
    heading, place, _before, after = last(member, tournament)
    assert (heading, place) == ("Tables changed after publishing", "Round 1 · Table 2")
    assert after.startswith("Catch-up game: ")
    assert f"it counts for No. {alone} (" in after


def test_hands_at_a_table(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=2, hands=3)
    match = table(tournament)
    assert match.game
    write_hand(match.game, HandEntry(taker=Seat.A1, card_points=92, belote=Side.B))
    names = {seat.seat: seat.name for seat in match.game.seats.all()}
    first = f"{names['A1']} took, 92 – 70, belote {names['B1']} & {names['B2']}"
    assert last(member, tournament) == ("Hand entered 1", "Round 1 · Table 1", "", first)
    correct_hand(
        game_id=match.game.pk,
        number=1,
        written=HandInput(entry=HandEntry(taker=Seat.B2, card_points=100)),
        author=SCORER,
        now=NOW,
    )
    assert last(member, tournament) == (
        "Hand corrected 1",
        "Round 1 · Table 1",
        first,
        f"{names['B2']} took, 100 – 62",
    )
    stop_game(game_id=match.game.pk, reason="late", author=SCORER, now=NOW)
    assert last(member, tournament)[-1] == "late"


def test_slips_and_signatures(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=2, hands=1)
    match = table(tournament)
    slip = TableSlip(hands=1, total_a=92, total_b=70, capots_a=1, is_signed=False)
    record_table_slip(match_id=match.pk, slip=slip, author=SCORER, now=NOW)
    texts = {line["text"]: line for line in lines(member, tournament)}
    assert texts["Slip typed at the desk"]["after"] == (
        "92 – 70 after 1 hand · capots 1 and 0 · not signed yet"
    )
    match.refresh_from_db()
    side = " & ".join(match.seats.get(side="A").entry.names)
    act: dict[str, Any] = {"match_id": match.pk, "author": SCORER, "now": NOW}
    accept_sheet(side=Side.A, receipt=match.receipt, **act)
    assert last(member, tournament) == (
        "Sheet accepted",
        "Round 1 · Table 1",
        "",
        f"{side} · receipt {match.receipt}",
    )
    claim = Claim(total_a=70, total_b=92, note="swapped")
    dispute_sheet(side=Side.B, receipt=match.receipt, claim=claim, **act)
    assert last(member, tournament)[-1].endswith("it should say 70 – 92 · swapped")
    rule_on_sheet(receipt=match.receipt, note="heard both", **act)
    assert last(member, tournament)[-1] == f"receipt {match.receipt} · heard both"


def test_lots_and_the_end(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=2)
    record_lot(order=[2, 1], **by(tournament))
    assert last(member, tournament)[-1] == (
        "No. 2 (Player 3 & Player 4), No. 1 (Player 1 & Player 2)"
    )
    finish_tournament(**by(tournament))
    assert last(member, tournament)[0] == "Contest finished"


def test_the_log_of_a_round_a_table_an_entry(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=6, hands=1)
    play_round(tournament)
    start_round(tournament, seed=2)
    assert {line["place"].split(" ·")[0] for line in lines(member, tournament, round_number=2)} == {
        "Round 2"
    }
    assert {line["place"] for line in lines(member, tournament, table_number=3)} == {
        "Round 1 · Table 3"
    }
    match = Match.objects.get(round__number=1, table_number=2)
    number = match.seats.get(side="A").entry.number
    about = [
        (line["text"], line["place"]) for line in lines(member, tournament, entry_number=number)
    ]
    assert about == [
        ("Draw published", "Round 2"),
        ("Game closed", "Round 1 · Table 2"),
        ("Hand entered 1", "Round 1 · Table 2"),
        ("Draw published", "Round 1"),
        ("Entry", ""),
    ]
    assert lines(member, tournament, entry_number=99) == []
    answer = member.get(page(tournament, entry_number=99))
    assert "Nothing was done there." in words_on(answer)


@pytest.mark.parametrize("value", ["x", "-1", "99999999999999999999", ""])
def test_what_is_no_number_asks_for_nothing(club: Club, member: Client, value: str) -> None:
    tournament = make_contest(club, teams=2)
    assert len(lines(member, tournament, round_number=value, page=value)) == 3


def test_fifty_lines_a_page(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=60)
    assert [line["number"] for line in lines(member, tournament)][::49] == [61, 12]
    assert [line["number"] for line in lines(member, tournament, page=2)] == list(range(11, 0, -1))


def test_the_head_names_the_last_line_and_its_mark(club: Club) -> None:
    tournament = make_contest(club, teams=2)
    last = tournament.log.latest("number")
    head = logs.log_head(tournament)
    assert (head.number, head.digits.replace(" ", "")) == (3, last.hash[:16])
    assert [len(group) for group in head.digits.split(" ")] == [4, 4, 4, 4]
    assert str(head) == f"3 · {head.digits}"
    tournament.log.all().delete()
    assert logs.log_head(tournament) == LogHead(0, "")


def test_what_was_printed_is_compared_with_the_log(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=2)
    head = logs.log_head(tournament)
    check_in(numbers=[1], is_here=True, **by(tournament))
    still = "Line 3 still has the fingerprint on your paper"
    assert still in words_on(member.get(page(tournament), {"head": str(head)}))
    other = f"3:{'0' * 16}"
    answer = words_on(member.get(page(tournament), {"head": other}))
    assert "Line 3 does not have the fingerprint on your paper" in answer
    assert "That is not a line of a log" in words_on(member.get(page(tournament), {"head": "x"}))


def test_a_mark_that_still_stands_does_not_vouch_for_a_line_that_was_changed(
    club: Club, member: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logs, "CHECKED_AT_ONCE", 0)
    tournament = make_contest(club, teams=2)
    head = logs.log_head(tournament)
    tournament.log.filter(number=2).update(author_name="somebody")
    answer = words_on(member.get(page(tournament), {"head": str(head)}))
    assert "but line 2 no longer fits it" in answer
    assert "the log is the same" not in answer


def test_lines_cut_off_at_the_end_are_found(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=2)
    tournament.log.filter(number=3).delete()
    assert "The log is not intact: line 3 was" in words_on(member.get(page(tournament)))


PRIZES = pytest.param("prizes", marks=pytest.mark.extensions)


@pytest.mark.parametrize("name", ["ranking", PRIZES, "draw-detail", "seat-list"])
def test_what_is_printed_carries_the_head_of_the_log(club: Club, member: Client, name: str) -> None:
    tournament = make_contest(club, teams=4, hands=1)
    play_round(tournament)
    round_pages = [1] if name in {"draw-detail", "seat-list"} else []
    answer = member.get(reverse(f"tournaments:{name}", args=[tournament.pk, *round_pages]))
    head = logs.log_head(tournament)
    assert f"Contest check: {head.number} · {head.digits}" in words_on(answer)


@pytest.mark.extensions
def test_the_code_on_paper_opens_the_page_that_compares_it(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=4, hands=1)
    play_round(tournament)
    check = reverse("tournaments:contest-check", args=[tournament.token])
    query = f"?head={logs.log_head(tournament).typed}"
    code = str(qr_svg(f"http://testserver{check}{query}"))
    answer = member.get(reverse("tournaments:ranking", args=[tournament.pk]))
    assert code in answer.content.decode()
    opened = member.get(check + query)
    assert f">{logs.log_head(tournament).typed}</textarea>" in opened.content.decode()


def test_table_sheets_carry_it_too(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=4, hands=1)
    start_round(tournament)
    answer = words_on(member.get(reverse("tournaments:table-sheets", args=[tournament.pk, 1])))
    assert logs.log_head(tournament).digits in answer


def test_the_board_carries_what_the_hall_can_use_at_that_moment(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=4, rounds=2, hands=1)

    def board() -> str:
        return words_on(member.get(reverse("tournaments:board", args=[tournament.token])))

    assert f"Proof of the next draw: {secret_fingerprint(tournament)}" in board()
    round_one = start_round(tournament)
    assert "Proof" not in board()
    for match in games_of(round_one):
        play(match)
    assert "Contest check" not in board()
    close_round(round_id=round_one.pk, author=SCORER, now=NOW)
    assert f"Proof of the next draw: {secret_fingerprint(tournament)}" in board()
    finish_tournament(tournament_id=tournament.pk, author=SCORER, now=NOW)
    head = logs.log_head(tournament)
    assert f"Contest check: {head.number} · {head.digits}" in board()
    assert "Proof" not in board()


def test_the_page_says_what_it_cannot_find(club: Club, member: Client) -> None:
    text = words_on(member.get(page(make_contest(club, teams=2))))
    assert "unnoticed" not in text
    assert "cannot find by itself that somebody with access to the computer rewrote" in text


def test_the_log_is_whole(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=2)
    answer = member.get(page(tournament))
    assert "The log is intact: 3 lines, each as it was written." in words_on(answer)


def test_a_line_changed_behind_the_programs_back_is_seen(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=4)
    LogEntry.objects.filter(number=3).update(author_name="Nobody")
    answer = member.get(page(tournament))
    assert "The log is not intact: line 3 was changed, removed or added." in words_on(answer)
    assert [line["number"] for line in answer.context["lines"] if not line["is_true"]] == [3]
    assert "changed afterwards" in words_on(answer)


def test_a_line_left_out_is_seen(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=4)
    LogEntry.objects.filter(number=3).delete()
    assert "line 3 was changed, removed" in words_on(member.get(page(tournament)))


def test_a_long_log_is_checked_when_asked_for(
    club: Club, member: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logs, "CHECKED_AT_ONCE", 2)
    tournament = make_contest(club, teams=2)
    assert "Check the whole log" in words_on(member.get(page(tournament)))
    assert "The log is intact" in words_on(member.get(page(tournament, check=1)))


def test_the_log_asks_no_more_as_it_grows(club: Club, member: Client) -> None:
    counts = []
    for teams in (6, 16):
        tournament = make_contest(club, teams=teams, hands=1)
        playing = start_round(tournament)
        for match in games_of(playing):
            play(match)
        change_entry(number=1, changed=NewEntry(names=("A", str(teams))), **by(tournament))
        counts.append(count_queries(member.get, page(tournament)))
    assert counts[0] == counts[1]
