"""Prizes in a document: the plan, lots among those present, and prizes handed over. Pure.

The winners follow from these and from the results.
"""

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Annotated, Any, Final

from tournaments.audit_log.replay.fields import WHERE_SET, WORDED
from tournaments.audit_log.replay.fields import Words as _
from tournaments.audit_log.replay.shape import (
    SMALL,
    Fields,
    Flag,
    ListOf,
    Maybe,
    OneOf,
    Parsed,
    Text,
    Whole,
)
from tournaments.audit_log.replay.values import NAME, NOTE, NUMBER
from tournaments.standings.awards import Award, Eligible, Slot, awards_of
from tournaments.standings.contest import RankedContest
from tournaments.standings.fund import WHOLE, Rest, ShareRounding, split_pot
from tournaments.standings.prizes import (
    MOST_PLACES,
    MOST_PRIZES,
    PrizeKind,
    PrizePlan,
    plan_from_dict,
    plan_of_list,
)

CENTS: Final = Whole(0, 100_000_00)
_PLACE: Final = Whole(1, MOST_PLACES)
_PLAN: Final = Fields(
    {
        "prizes": ListOf(
            Fields(
                {
                    "key": NUMBER,
                    "aim": OneOf([aim.value for aim in PrizeKind]),
                    "first": _PLACE,
                    "last": _PLACE,
                },
                {
                    "tag": NAME,
                    "cents": CENTS,
                    "percent": Whole(0, WHOLE),
                    "parts": Whole(0, 1000),
                    "goods": NOTE,
                    "sponsor": NAME,
                    "each": Flag(),
                },
            ),
            0,
            MOST_PRIZES,
        ),
        "several": Flag(),
        "fund": Fields(
            {
                "cents": Maybe(CENTS),
                "rounding": OneOf([one.value for one in ShareRounding]),
                "rest": OneOf([one.value for one in Rest]),
                "may_exceed": Flag(),
            },
            {},
        ),
        "pot": Fields({"cents": CENTS, "each": CENTS}, {}),
    },
    {},
)


PLAN: Final = Parsed(_PLAN, plan_from_dict, or_nothing=True)
"""The prize plan; empty if the prizes are a list of names, or there are none."""
LOT: Final[Mapping[str, Any]] = {"prize": NUMBER, "order": ListOf(NUMBER, 1)}
RANDOM: Final = Text(64)
"""The random value of a lot, in hexadecimal digits."""
POT: Final = 0
"""The key for handing over parts of the pot for capots, by the entry's number."""
HANDED: Final[Mapping[str, Any]] = {
    "prize": Whole(POT, SMALL),
    "place": NUMBER,
    "entries": ListOf(NUMBER, 1),
    "note": Text(200),
}
PlanField = Annotated[dict[str, Any], PLAN, WHERE_SET, WORDED, _("the prizes")]
LotsField = Annotated[list[Any], ListOf(Fields(LOT, {})), WHERE_SET, _("the lots for prizes")]
HandedField = Annotated[
    list[Any], ListOf(Fields(HANDED, {})), WHERE_SET, WORDED, _("what was handed over")
]


def lot_order(
    present: Iterable[int], *, seed: int, mark: str, prize: int, random: str = ""
) -> list[int]:
    """Return those present in the order of their lot for a prize, first drawn first.

    The order depends on the seed in the first log entry, on the hash of the entry before the lot,
    and on a random value in the lot's own entry, made at that moment. Nobody can know it before,
    and everybody with the log can check it. Lots of earlier versions have no random value.
    """
    ending = f":{random}" if random else ""

    def number(who: int) -> str:
        return sha256(f"{seed}:{mark}:{prize}:{who}{ending}".encode()).hexdigest()

    return sorted(set(present), key=number)


def lots_of(lots: Iterable[Mapping[str, Any]], plan: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the lots for prizes that are still in a plan."""
    keys = {one["key"] for one in plan["prizes"]}
    return [dict(lot) for lot in lots if lot["prize"] in keys]


def plan_in(contest: Mapping[str, Any], plan: Mapping[str, Any]) -> PrizePlan:
    """Return the prizes of a contest: its plan, or its list of names in earlier versions."""
    if plan:
        return plan_from_dict(plan)
    return plan_of_list(contest["prizes"], contest["prize_for_last"])


def eligible_in(
    contest: RankedContest, lots: Iterable[Mapping[str, Any]], *, planned: int, is_over: bool
) -> Eligible:
    """Return who can win which prize; the last round is the last of those planned."""
    last = max(contest.rounds, default=0)
    return Eligible(
        contest=contest,
        last_round=last if last and (is_over or last >= planned) else None,
        drawn={lot["prize"]: tuple(lot["order"]) for lot in lots},
    )


def awards_fields(plan: Mapping[str, Any], eligible: Eligible) -> dict[str, Any]:
    """Return the winners as a document has them; empty without a plan."""
    if not plan:
        return {}
    return {"awards": [plain_award(one) for one in awards_of(plan_from_dict(plan), eligible)]}


def won_of(plan: PrizePlan, eligible: Eligible) -> dict[Slot, tuple[int, ...]]:
    """Return the winners of everything that can be handed over: prizes and parts of the pot."""
    won = {award.slot: tuple(sorted(award.winners)) for award in awards_of(plan, eligible)}
    capots = {line.entrant: line.record.capots for line in eligible.ranked}
    pot = {Slot(POT, number): (number,) for number in split_pot(plan.pot, capots).paid}
    return won | pot


def plain_award(award: Award) -> dict[str, Any]:
    """Return one prize and its winners as a document has it."""
    return {
        "prize": award.prize.key,
        "place": award.place,
        "entries": sorted(award.winners),
    }


def place_of(handed: Sequence[Mapping[str, Any]], prize: int, place: int) -> int | None:
    """Return the index of a prize among those handed over, None if it was not."""
    for at, one in enumerate(handed):
        if (one["prize"], one["place"]) == (prize, place):
            return at
    return None
