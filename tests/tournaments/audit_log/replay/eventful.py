"""Contests in which everything happens that can, for what has to survive everything."""

import uuid
from typing import Any

from django.contrib.auth.models import User

from scorekeeper.engine.hand import HandEntry, Seat, Side
from scorekeeper.games.services.games import reopen_game, stop_game
from scorekeeper.games.services.hands import (
    HandInput,
    correct_hand,
    pass_deal,
    record_hand,
    withdraw_hand,
)
from scorekeeper.models import Club
from scorekeeper.models.authors import Author
from tests.contest import games_of, make_contest, play, play_round, start_round, write_hand
from tests.table import NOW, SCORER, make_member
from tests.tournaments.extensions.prizes.lists import set_list
from tournaments.contests.services import draw_lot, record_lot
from tournaments.draw.halls import Halls
from tournaments.entries.services.entries import (
    NewEntry,
    add_entries,
    change_entry,
    check_in,
    set_paid,
)
from tournaments.entries.services.substitutes import (
    Substitute,
    substitute,
    take_back_substitute,
)
from tournaments.entries.services.withdrawals import (
    return_entry,
    seat_late_entry,
    start_catch_up,
    withdraw_entry,
)
from tournaments.extensions.prizes.queries import prizes_of
from tournaments.extensions.prizes.services import Handed, draw_prize, hand_over, take_back
from tournaments.models import Match, Round, Tournament
from tournaments.rounds.services import (
    discard_draw,
    draw_round,
    publish_round,
    reseat,
    swap_in_draw,
    take_back_round,
)
from tournaments.tables.services import (
    Claim,
    TableSlip,
    accept_sheet,
    close_round,
    dispute_sheet,
    mark_checked,
    record_table_slip,
    reopen_round,
    rule_on_sheet,
    set_timer,
    sign_on_paper,
    start_timer,
    withdraw_table_slip,
)
from tournaments.wishes.services import WishedGroup, keep_apart, set_halls

By = dict[str, Any]
BY: By = {"author": SCORER, "now": NOW}


def organiser(club: Club) -> By:
    """Return who runs the club, and when: phones may not touch what is settled."""
    username = f"organiser-{club.pk}"
    user = User.objects.filter(username=username).first() or make_member(club, username)
    return {"author": Author.of_user(user), "now": NOW}


def fresh(match: Match) -> Match:
    """Return a match as it is stored now."""
    return Match.objects.select_related("game", "round").get(pk=match.pk)


def first_round(tournament: Tournament, by: By) -> Round:
    """Play a round in which hands are mended, slips typed and sheets fought about."""
    key = tournament.pk
    discard_draw(round_id=draw_round(tournament_id=key, seed=3, **by).pk, **by)
    drawn = draw_round(tournament_id=key, seed=4, **by)
    numbers = [entrant.number for entrant in drawn.draw_request.entrants]
    swap_in_draw(round_id=drawn.pk, one=numbers[0], other=numbers[-1], **by)
    take_back_round(round_id=publish_round(round_id=drawn.pk, **by).pk, **by)
    playing = publish_round(round_id=drawn.pk, **by)
    set_timer(round_id=playing.pk, minutes=40, **by)
    start_timer(round_id=playing.pk, **by)
    first, second, third, *_rest = games_of(playing)
    _mended(first, by)
    _argued(second, by)
    _by_slip(third, by)
    return playing


def _mended(match: Match, by: By) -> None:
    """Write hands, change one, take one back, let one pass, end with a litige."""
    game = match.game
    assert game is not None
    play(match, [100, 100])
    pass_deal(game_id=game.pk, **by)
    record_hand(
        game_id=game.pk,
        written=HandInput(entry=HandEntry(penalty=Side.A), penalty_reason="Wrong card"),
        submission_key=uuid.uuid4(),
        **by,
    )
    mended = HandEntry(taker=Seat.B1, card_points=162, capot=Side.B, belote=Side.B)
    correct_hand(game_id=game.pk, number=1, written=HandInput(entry=mended), **by)
    withdraw_hand(game_id=game.pk, number=2, **by)
    write_hand(game, HandEntry(taker=Seat.A2, card_points=40, passed_deals=2))
    stop_game(game_id=game.pk, reason="Late", **by)
    reopen_game(game_id=game.pk, **by)
    write_hand(game, HandEntry(taker=Seat.A2, card_points=81))
    match = fresh(match)
    assert match.receipt
    accept_sheet(match_id=match.pk, side=Side.A, receipt=match.receipt, **by)
    accept_sheet(match_id=match.pk, side=Side.B, receipt=match.receipt, **by)


def _argued(match: Match, by: By) -> None:
    """Let both sides differ and the referee decide."""
    play(match)
    match = fresh(match)
    claim = Claim(total_a=300, total_b=100, note="The belote is missing")
    accept_sheet(match_id=match.pk, side=Side.A, receipt=match.receipt, **by)
    dispute_sheet(match_id=match.pk, side=Side.B, receipt=match.receipt, claim=claim, **by)
    rule_on_sheet(match_id=match.pk, receipt=match.receipt, note="It stands", **by)


def _by_slip(match: Match, by: By) -> None:
    """Type a slip over hands, take it back, and type one that cannot be."""
    play(match, [90])
    slip = TableSlip(hands=4, total_a=400, total_b=248, capots_a=1)
    record_table_slip(match_id=match.pk, slip=slip, **by)
    withdraw_table_slip(match_id=match.pk, **by)
    odd = TableSlip(hands=3, total_a=999, total_b=2, capots_b=1, reason="Time", is_signed=False)
    record_table_slip(match_id=match.pk, slip=odd, keep_to_check=True, note="Who wrote?", **by)


def eventful_teams(club: Club) -> Tournament:
    """Return a contest of teams, stopped in the middle of its third round."""
    by = organiser(club)
    tournament = make_contest(
        club, teams=9, rounds=3, hands=4, tags=("ladies",), exempt="round_average"
    )
    key = tournament.pk
    check_in(tournament_id=key, numbers=range(1, 9), **by)
    set_paid(tournament_id=key, numbers=[1, 2], **by)
    changed = NewEntry(names=("Émile Petit", "Rose Petit"), tags=("ladies",), is_here=True)
    change_entry(tournament_id=key, number=2, changed=changed, **by)
    add_entries(tournament_id=key, entries=[NewEntry(names=("Alone",))], **by)
    playing = first_round(tournament, by)
    fourth = games_of(playing)[3]
    play(fourth, [120])
    leaver = fourth.seats.get(side=Side.B).entry.number
    withdraw_entry(tournament_id=key, number=leaver, from_round=1, **by)
    return_entry(tournament_id=key, number=leaver, **by)
    withdraw_entry(tournament_id=key, number=leaver, from_round=1, **by)
    exempt = playing.seats.get(match__kind=Match.Kind.EXEMPT).entry.number
    done = games_of(playing)[1].seats.get(side=Side.A).entry.number
    play(start_catch_up(round_id=playing.pk, side_a=[exempt], side_b=[done], **by))
    close_round(round_id=playing.pk, **by)
    reopen_round(round_id=playing.pk, **by)
    close_round(round_id=playing.pk, **by)
    mark_checked(match_id=games_of(playing)[2].pk, note="They wrote it so", **by)
    _second_round(tournament, by)
    record_lot(tournament_id=key, order=[3, 1, 2], **by)
    draw_lot(tournament_id=key, among=[4, 5], called="7001", **by)
    draw_round(tournament_id=key, called="0471", **by)
    third = start_round(tournament, seed=6)
    play(games_of(third)[0])
    play(games_of(third)[1], [90])
    set_halls(tournament_id=key, halls=Halls(None, (13,)), **by)
    group = WishedGroup(kind="family", name="Petit", entrants=(2, 3), rounds=0)
    keep_apart(tournament_id=key, group=group, **by)
    _prizes(tournament, by)
    return Tournament.objects.get(pk=key)


def _prizes(tournament: Tournament, by: By) -> None:
    """Set prizes, draw one and hand two over, one of them by mistake."""
    set_list(
        tournament, "1er 50 %, given by Émile Petit\n1er tour: wine\nLadies: flowers\nDraw: cup"
    )
    draw_prize(tournament_id=tournament.pk, prize=4, present=[1, 3, 5], **by)
    tournament.refresh_from_db()
    won = {one.prize.key: one.numbers for one in prizes_of(tournament).won}
    for key, note in ((2, "Émile Petit"), (4, "")):
        handed = Handed(prize=key, place=1, entries=won[key], goods="wine", note=note)
        hand_over(tournament_id=tournament.pk, handed=handed, **by)
    take_back(tournament_id=tournament.pk, prize=4, place=1, **by)


def _second_round(tournament: Tournament, by: By) -> None:
    add_entries(
        tournament_id=tournament.pk, entries=[NewEntry(names=("Zoé", "Max"), is_here=True)], **by
    )
    playing = start_round(tournament, seed=5)
    add_entries(tournament_id=tournament.pk, entries=[NewEntry(names=("Inès", "Ali"))], **by)
    if playing.seats.filter(match__kind=Match.Kind.EXEMPT).exists():
        late = tournament.entries.order_by("-number")[0].number
        play(seat_late_entry(round_id=playing.pk, number=late, **by))
    tables = games_of(playing)
    for match in tables[:-1]:
        if not fresh(match).receipt:
            play(match)
    sign_on_paper(match_id=tables[0].pk, receipt=fresh(tables[0]).receipt, **by)
    one, other = (match.seats.get(side=Side.A).entry.number for match in tables[:2])
    reseat(round_id=playing.pk, one=one, other=other, **by)
    _substituted(tournament, other, by)
    close_round(round_id=playing.pk, **by)


def _substituted(tournament: Tournament, number: int, by: By) -> None:
    """Let somebody sit in during round 2, somebody else by mistake, and one from round 1 on."""
    who: dict[str, Any] = {"tournament_id": tournament.pk, "number": number}
    late = Substitute(place=2, name="Nadia", from_round=2, from_hand=3)
    substitute(**who, wanted=late, **by)
    substitute(**who, wanted=Substitute(place=1, name="Slip", from_round=3), **by)
    take_back_substitute(**who, place=1, **by)
    substitute(**who, wanted=Substitute(place=1, name="Ousmane", from_round=1), **by)


def eventful_melee(club: Club) -> Tournament:
    """Return a mêlée of 14 players with one round played and one drawn but not published."""
    by = organiser(club)
    tournament = make_contest(club, teams=14, rounds=2, hands=4, mode=Tournament.Mode.MELEE)
    playing = first_round(tournament, by)
    leaver = games_of(playing)[0].seats.get(side=Side.A, position=2).entry.number
    withdraw_entry(tournament_id=tournament.pk, number=leaver, from_round=2, **by)
    close_round(round_id=playing.pk, **by)
    draw_round(tournament_id=tournament.pk, seed=9, **by)
    return Tournament.objects.get(pk=tournament.pk)


def forfeits_in_melee(club: Club) -> Tournament:
    """Return a mêlée in which somebody left during a game."""
    by = organiser(club)
    tournament = make_contest(club, teams=8, rounds=2, hands=4, mode=Tournament.Mode.MELEE)
    play_round(tournament)
    playing = start_round(tournament)
    table = games_of(playing)[0]
    play(table, [90, 100])
    leaver = table.seats.get(side=Side.A, position=2).entry.number
    withdraw_entry(tournament_id=tournament.pk, number=leaver, from_round=2, **by)
    return Tournament.objects.get(pk=tournament.pk)
