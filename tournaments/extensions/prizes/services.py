"""Use cases of prizes: set, draw, hand over and take back; each is logged."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from secrets import token_hex
from typing import Final, Unpack

from django.db import transaction

from scorekeeper.models.authors import Actor
from scorekeeper.refusals import Refused
from tournaments.audit_log.log import append, lock_tournament, unfinished
from tournaments.audit_log.replay.prizes import POT, lot_order, lots_of, place_of, won_of
from tournaments.audit_log.standings import contest_of, eligible_now
from tournaments.draw.commitment import order_of
from tournaments.draw_secrets import secret_for, spend
from tournaments.extensions.prizes.queries import plan_of
from tournaments.models import LogEntry, Tournament
from tournaments.refusals import ContestRefusal
from tournaments.standings.awards import Slot
from tournaments.standings.prizes import PrizeKind, PrizePlan

RANDOM_BYTES: Final = 16


@transaction.atomic
def set_prizes(
    *, tournament_id: int, change: Callable[[PrizePlan], PrizePlan], **by: Unpack[Actor]
) -> Tournament:
    """Change the prizes; once the contest is finished, some can only be added.

    Raises FinishedError, Refused and PlanError.
    """
    tournament = lock_tournament(tournament_id)
    before = plan_of(tournament)
    plan = change(before)
    if plan == before:
        return tournament
    if replace(plan, prizes=plan.prizes[: len(before.prizes)]) != before:
        unfinished(tournament)
    kept = {prize.key: prize for prize in plan.prizes}
    handed = {one["prize"] for one in tournament.handed_over}
    is_pot_other = POT in handed and plan.pot != before.pot
    if is_pot_other or any(kept.get(key) != before.prize(key) for key in handed - {POT}):
        raise Refused(ContestRefusal.HANDED_OVER)
    drawn = {lot["prize"] for lot in tournament.prize_lots}
    if any(key in kept and kept[key] != before.prize(key) for key in drawn):
        raise Refused(ContestRefusal.PRIZE_DRAWN)
    tournament.prize_plan = plain = plan.to_dict()
    tournament.prizes, tournament.prize_for_last = [], ""
    tournament.prize_lots = lots_of(tournament.prize_lots, plain)
    tournament.save(update_fields=["prize_plan", "prizes", "prize_for_last", "prize_lots"])
    append(tournament, LogEntry.Kind.PRIZES, {"plan": plain}, **by)
    return tournament


@transaction.atomic
def draw_prize(
    *,
    tournament_id: int,
    prize: int,
    present: Iterable[int],
    called: str = "",
    announced: str = "",
    **by: Unpack[Actor],
) -> list[int]:
    """Draw a prize among those present; return them in the order of the lot.

    What decides follows from the contest's next secret and the number `called` in the hall, or is
    random without one; `announced` is its fingerprint where the number was typed. Everybody can
    repeat it: see `lot_order`. Raises Refused.
    """
    tournament = lock_tournament(tournament_id)
    aims = {one.key: one.aim for one in plan_of(tournament).prizes}
    if aims.get(prize) is not PrizeKind.PRESENT:
        raise Refused(ContestRefusal.PRIZES_CHANGED)
    if any(one["prize"] == prize for one in tournament.handed_over):
        raise Refused(ContestRefusal.HANDED_OVER)
    known = set(tournament.entries.values_list("number", flat=True))
    if not (among := set(present)) or not among <= known:
        raise Refused(ContestRefusal.PRIZES_CHANGED)
    secret = secret_for(tournament, called, announced)
    decides = spend(tournament, called, secret)
    if called:
        order = order_of(among, secret, called)
    else:
        # Made after those present are entered, so that nobody can know the order before.
        decides["random"] = token_hex(RANDOM_BYTES)
        seed, mark = tournament.lot_seed, tournament.log_hash
        order = lot_order(among, seed=seed, mark=mark, prize=prize, random=decides["random"])
    others = [lot for lot in tournament.prize_lots if lot["prize"] != prize]
    drawn = {"prize": prize, "order": order}
    tournament.prize_lots = [*others, drawn]
    tournament.save(update_fields=["prize_lots"])
    append(tournament, LogEntry.Kind.PRIZE_LOT, {**drawn, **decides}, **by)
    return order


@dataclass(frozen=True, slots=True, kw_only=True)
class Handed:
    """A prize or a part of the pot that is handed over; `note` says who took it for the winner.

    `cents` is the amount for one player if each gets one, `paid` the total.
    """

    prize: int
    place: int
    entries: tuple[int, ...]
    cents: int = 0
    goods: str = ""
    note: str = ""
    paid: int = 0


@transaction.atomic
def hand_over(*, tournament_id: int, handed: Handed, **by: Unpack[Actor]) -> None:
    """Record that a prize was handed over to its winner, even after the end.

    Repeating it changes nothing. Raises Refused.
    """
    tournament = lock_tournament(tournament_id)
    place = Slot(handed.prize, handed.place)
    done = place_of(tournament.handed_over, *place)
    if done is not None:
        if tuple(tournament.handed_over[done]["entries"]) != handed.entries:
            raise Refused(ContestRefusal.PRIZES_CHANGED)
        return
    won = won_of(plan_of(tournament), eligible_now(tournament, contest_of(tournament)))
    if not handed.entries or won.get(place) != handed.entries:
        raise Refused(ContestRefusal.PRIZES_CHANGED)
    plain = {
        "prize": handed.prize,
        "place": handed.place,
        "entries": list(handed.entries),
        "note": handed.note,
    }
    tournament.handed_over = [*tournament.handed_over, plain]
    tournament.save(update_fields=["handed_over"])
    data = {**plain, "cents": handed.cents, "goods": handed.goods}
    if handed.paid:
        data["paid"] = handed.paid
    data |= tournament.format.logged_reading(tournament.reading)
    append(tournament, LogEntry.Kind.HANDED_OVER, data, **by)


@transaction.atomic
def take_back(*, tournament_id: int, prize: int, place: int, **by: Unpack[Actor]) -> None:
    """Record that a prize was not handed over after all."""
    tournament = lock_tournament(tournament_id)
    at = place_of(tournament.handed_over, prize, place)
    if at is None:
        return
    handed = [*tournament.handed_over]
    gone = handed.pop(at)
    tournament.handed_over = handed
    tournament.save(update_fields=["handed_over"])
    data = {"prize": prize, "place": place, "entries": gone["entries"]}
    append(tournament, LogEntry.Kind.HANDED_BACK, data, **by)
