"""The prizes to be set: what each comes to, how they are changed."""

from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.prizes.labels import aim_text, what_text
from tournaments.prizes.pages.funds import amounts_of, plan_of
from tournaments.seating import named_entries
from tournaments.standings.awards import Slot
from tournaments.standings.prizes import Aim, Prize, PrizePlan
from tournaments.tags import USUAL_TAGS


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedPrize:
    """A line of prizes with what it comes to; `can_rise`: there is a place above it."""

    prize: Prize
    aim: str
    what: str
    can_rise: bool
    is_handed: bool


def plan_page(tournament: Tournament, *, teams: int | None = None) -> dict[str, Any]:
    """Return the prizes with what they come to, with as many teams as there are or as asked."""
    plan = plan_of(tournament)
    teams = teams or tournament.entries.filter(withdrawn_from=None).count()
    amounts = amounts_of(tournament, plan, teams=teams)
    handed = {one["prize"] for one in tournament.handed_over}
    places = [prize.key for prize in plan.in_order if prize.aim is Aim.PLACE]
    return {
        "lines": tuple(
            PlannedPrize(
                prize=prize,
                aim=aim_text(prize),
                what=what_text(prize, amounts.cents.get(Slot(prize.key, prize.first))),
                can_rise=prize.key in places[1:],
                is_handed=prize.key in handed,
            )
            for prize in plan.in_order
        ),
        "teams": teams,
        "count": sum(len(prize.places) for prize in plan.prizes),
        "amounts": amounts,
        "paid": amounts.fund - amounts.rest,
        "is_old": not tournament.prize_plan and bool(plan.prizes),
    }


def tags_offered(tournament: Tournament) -> list[str]:
    """Return the tags that a prize may be for: those of the contest, then the usual ones."""
    own: list[str] = tournament.tags
    return [*dict.fromkeys([*own, *USUAL_TAGS])]


def usual_text() -> str:
    """Return a list to begin with: shares for the first, something for the last and the ladies."""
    return _("1st 30 %\n2nd 20 %\n3rd 15 %\n4-6 a bottle\nLast: a saucisson\nLadies: flowers")


def with_prize(plan: PrizePlan, prize: Prize) -> PrizePlan:
    """Return a plan with a line changed, or one more."""
    others = [one for one in plan.prizes if one.key != prize.key]
    return replace(plan, prizes=(*others, prize))


def with_prizes(plan: PrizePlan, *added: Prize) -> PrizePlan:
    """Return a plan with more lines, each under a key of its own."""
    keyed = (replace(prize, key=plan.next_key + at) for at, prize in enumerate(added))
    return replace(plan, prizes=(*plan.prizes, *keyed))


def without_prize(plan: PrizePlan, key: int) -> PrizePlan:
    """Return a plan without a line."""
    return replace(plan, prizes=tuple(one for one in plan.prizes if one.key != key))


def exchanged(plan: PrizePlan, key: int) -> PrizePlan:
    """Return a plan in which a prize by place stands above the one that was above it."""
    by_place = [prize for prize in plan.in_order if prize.aim is Aim.PLACE]
    at = next((at for at, prize in enumerate(by_place) if prize.key == key), 0)
    if at == 0:
        return plan
    above, below = by_place[at - 1], by_place[at]
    # As many as before get each.
    risen = replace(below, first=above.first, last=above.first + len(below.places) - 1)
    sunk = replace(above, first=below.last - len(above.places) + 1, last=below.last)
    return with_prize(with_prize(plan, risen), sunk)


def present_entries(tournament: Tournament) -> list[tuple[int, str]]:
    """Return who may be present at a draw: everybody who has not left; one query."""
    entries = named_entries(tournament.pk)
    return [(number, one.title) for number, one in entries.items() if one.left_from is None]
