"""The prize fund of a contest, and what each prize takes of it."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.models import Tournament
from tournaments.replay.prized import plan_in
from tournaments.standings.awards import Slot
from tournaments.standings.fund import split_fund
from tournaments.standings.prizes import Aim, PrizePlan
from tournaments.till.pages.fund import fund_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Amounts:
    """Cents of each prize, `each` player's where each gets one; what is left of the fund.

    Without a fund amounts are paid as they were said, and shares come to nothing yet.
    """

    fund: int
    cents: Mapping[Slot, int]
    rest: int
    is_short: bool

    @property
    def is_over(self) -> bool:
        """Return whether more is paid than there is."""
        return self.rest < 0

    @property
    def missing(self) -> int:
        return -self.rest


def plan_of(tournament: Tournament) -> PrizePlan:
    """Return the prizes of a contest, those of before as they were written."""
    before = {"prizes": tournament.prizes, "prize_for_last": tournament.prize_for_last}
    return plan_in(before, tournament.prize_plan)


def fund_cents_of(tournament: Tournament) -> int:
    """Return the prize fund in cents: the typed sum, else what the till sets aside; 0 for none."""
    plan = plan_of(tournament)
    if plan.fund.cents is not None:
        return plan.fund.cents
    # Where no till is kept, amounts are paid as they were said; shares are of what was given.
    has_shares = any(prize.percent or prize.parts for prize in plan.prizes)
    return fund_of(tournament) if tournament.till or has_shares else 0


def amounts_of(tournament: Tournament, plan: PrizePlan, *, teams: int) -> Amounts:
    """Return what each prize comes to with so many teams: places beyond them take nothing."""
    fund = fund_cents_of(tournament)
    slots = [
        (prize, place)
        for prize in plan.in_order
        for place in prize.places
        if prize.aim is not Aim.PLACE or place <= teams
    ]
    people = tournament.players_per_entry
    shares = [(prize.share, people if prize.each else 1) for prize, _place in slots]
    if not fund:
        return Amounts(
            fund=0,
            cents={Slot(prize.key, place): prize.cents for prize, place in slots},
            rest=0,
            is_short=False,
        )
    split = split_fund(fund, shares, plan.fund)
    found = {
        Slot(prize.key, place): cents
        for (prize, place), cents in zip(slots, split.cents, strict=True)
    }
    return Amounts(fund=fund, cents=found, rest=split.rest, is_short=split.is_short)
