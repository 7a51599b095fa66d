"""The document of a contest: its keys and what they may hold. The README tells what they mean."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from scorekeeper.engine.hand import BIDS, DeclarationKind, Seat, Side, Trump
from scorekeeper.engine.rulesets import PRESETS
from tournaments.draw.request import Method
from tournaments.replay.shape import (
    SMALL,
    Anything,
    DocumentProblem,
    Fields,
    Flag,
    IsoDay,
    ListOf,
    Maybe,
    Moment,
    OneOf,
    Spec,
    Text,
    Whole,
    fields,
    joined,
)
from tournaments.standings.criteria import CRITERIA
from tournaments.standings.given import ExemptCode
from tournaments.standings.ranking import LastResort
from tournaments.standings.results import GameOutcome, ResultKind

NAME: Final = Text(80, 1)
NOTE: Final = Text(200)
RECEIPT: Final = Text(16)
NUMBER: Final = Whole(1, SMALL)
COUNT: Final = Whole(0, SMALL)
POINTS: Final = Whole(-1_000_000, 1_000_000)
SIDE: Final = OneOf([side.value for side in Side])
SEAT: Final = OneOf([seat.value for seat in Seat])
SEAT_COUNTS: Final = {"teams": 1, "melee": 2}
"""How many entries a side of a table has."""
PLAYER_COUNTS: Final = {"teams": 2, "melee": 1}
"""How many players an entry has that can be drawn."""
BIG_SEED: Final = Whole(0, 2**63 - 1)


class _Winner:
    """A side, or empty where nobody won."""

    def problems(self, value: Any, path: str) -> Any:
        return OneOf(["", *Side]).problems(value, path)


class _Numbers:
    """A number, in mêlée a list of numbers; null where the side is empty."""

    def problems(self, value: Any, path: str) -> Any:
        spec: Spec = ListOf(NUMBER, 1, 2) if isinstance(value, list) else Maybe(NUMBER)
        return spec.problems(value, path)


class _Declared:
    """A side and what it declared."""

    def problems(self, value: Any, path: str) -> Any:
        yield from ListOf(Text(20), 2, 2).problems(value, path)
        if isinstance(value, list) and len(value) == 2:
            yield from SIDE.problems(value[0], f"{path}[0]")
            yield from OneOf([kind.value for kind in DeclarationKind]).problems(
                value[1], f"{path}[1]"
            )


class _Practice:
    """How the table plays: words by the field that they are about."""

    def problems(self, value: Any, path: str) -> Iterator[DocumentProblem]:
        yield from Anything().problems(value, path)
        for name, words in value.items() if isinstance(value, dict) else ():
            yield from NOTE.problems(words, joined(path, name))


DECLARATION: Final = _Declared()

SETTINGS: Final = fields(
    name=NAME,
    date=IsoDay(),
    format=fields(mode=OneOf(["teams", "melee"]), round_hands=ListOf(Whole(1, 100), 1, 100)),
    rules=fields(
        key=Text(40, 1),
        name=NAME,
        based_on=OneOf([*PRESETS]),
        values=Anything(),
        practice=_Practice(),
    ),
    next_draw=OneOf([Method.RANKING, Method.LOT, Method.MOVEMENT]),
    ranking=fields(
        criteria=ListOf(OneOf([code.value for code in CRITERIA]), 1),
        ties=OneOf([resort.value for resort in LastResort]),
        lot_seed=BIG_SEED,
        drawn_lots=ListOf(ListOf(NUMBER)),
    ),
    given=fields(
        exempt=OneOf([code.value for code in ExemptCode]),
        exempt_points=Whole(0),
        forfeit_points=Whole(0),
    ),
    round_minutes=Maybe(COUNT),
    fee_cents=Whole(0),
    tags=ListOf(NAME),
    prizes=ListOf(Text(200)),
    prize_for_last=Text(80),
)
"""What is settled of a contest, as its log writes it too."""

TOURNAMENT: Final = replace(
    SETTINGS,
    needed={**SETTINGS.needed, "created_at": Moment(), "finished_at": Maybe(Moment())},
)

ENTRY: Final = fields(
    number=NUMBER,
    players=ListOf(NAME, 0, 2),
    tags=ListOf(NAME),
    withdrawn_from=Maybe(COUNT),
    checked_in_at=Maybe(Moment()),
    has_paid=Flag(),
    created_at=Moment(),
)

HAND: Final = Fields(
    {
        "number": NUMBER,
        "taker": Maybe(SEAT),
        "points": Maybe(Whole(0, 258)),
        "belote": Maybe(SIDE),
        "capot": Maybe(SIDE),
        "penalty": Maybe(SIDE),
        "score_a": POINTS,
        "score_b": POINTS,
        "recorded_by": Text(80),
        "recorded_at": Moment(),
    },
    {
        "belote_seat": SEAT,
        "penalty_reason": NOTE,
        "defenders_count": COUNT,
        "tricks": COUNT,
        "last_trick": SIDE,
        "trump": OneOf([trump.value for trump in Trump]),
        "bid": Whole(min(BIDS), max(BIDS)),
        "multiplier": Whole(0, 2),
        "taker_alone": Flag(),
        "declarations": ListOf(DECLARATION),
        "best_declaration": SIDE,
        "passed_deals": Whole(0, 100),
        "changed_at": Moment(),
    },
)

SHEET: Final = fields(
    is_finished=Flag(),
    is_slip=Flag(),
    planned=fields(target=Maybe(Whole(1, 100_000)), hands=Maybe(Whole(1, 100)), games=Whole(1, 20)),
    hand_count=COUNT,
    held=POINTS,
    returned_a=POINTS,
    returned_b=POINTS,
    winner=_Winner(),
    first_dealer=SEAT,
    passed_deals=Whole(0, 100),
    stop_reason=NOTE,
    started_at=Moment(),
    finished_at=Maybe(Moment()),
)

RESULT: Final = fields(
    entry=NUMBER,
    counts=Flag(),
    kind=OneOf([kind.value for kind in ResultKind]),
    has_result=Flag(),
    points=POINTS,
    outcome=OneOf(["", *(outcome.value for outcome in GameOutcome)]),
    capots=COUNT,
    failed=COUNT,
    hands=COUNT,
)

SAID: Final[Mapping[str, Spec]] = {
    "side": SIDE,
    "agrees": Flag(),
    "receipt": RECEIPT,
    "total_a": Maybe(Whole()),
    "total_b": Maybe(Whole()),
    "note": NOTE,
}
"""What a side says of a sheet, as the log writes it too."""

VERDICT: Final = fields(**SAID, author=Text(80), at=Moment())

MATCH: Final = fields(
    table=Maybe(NUMBER),
    kind=OneOf(["game", "catch_up", "exempt", "forfeit"]),
    a=_Numbers(),
    b=_Numbers(),
    bye=Flag(),
    hands=ListOf(HAND),
    hands_not_counted=ListOf(HAND),
    slips=ListOf(fields(hands=COUNT, total_a=Whole(), total_b=Whole()), 0, 20),
    total_a=Maybe(POINTS),
    total_b=Maybe(POINTS),
    sheet=Maybe(SHEET),
    results=ListOf(RESULT, 1, 4),
    needs_check=Flag(),
    check_note=NOTE,
    is_signed=Flag(),
    receipt=RECEIPT,
    penalties=COUNT,
    verdicts=ListOf(VERDICT, 0, 2),
)

DRAW: Final = fields(
    request=Anything(),
    certificate=Anything(),
    swaps=ListOf(ListOf(NUMBER, 2, 2)),
)

ROUND: Final = fields(
    number=NUMBER,
    hands=Whole(1, 100),
    status=OneOf(["drawn", "playing", "closed"]),
    draw=Maybe(DRAW),
    drawn_at=Moment(),
    published_at=Maybe(Moment()),
    closed_at=Maybe(Moment()),
    timer_left=Maybe(Whole()),
    timer_ends_at=Maybe(Moment()),
    matches=ListOf(MATCH),
)

STANDING: Final = fields(
    rank=Whole(1),
    entry=NUMBER,
    total=POINTS,
    wins=COUNT,
    best_game=Maybe(POINTS),
    exempt=COUNT,
    decided_by=Maybe(Text(20)),
)

LINK: Final = fields(
    number=Whole(1),
    kind=Text(16, 1),
    round_number=Maybe(NUMBER),
    table_number=Maybe(NUMBER),
    data=Anything(),
    author=Text(80),
    at=Moment(),
    previous_hash=Text(64),
    hash=Text(64, 64),
)

DOCUMENT: Final = fields(
    tournament=TOURNAMENT,
    entries=ListOf(ENTRY),
    rounds=ListOf(ROUND),
    standings=ListOf(STANDING),
    log=ListOf(LINK, 1),
)

BROUGHT_IN: Final = fields(
    tournament=TOURNAMENT, entries=DOCUMENT.needed["entries"], rounds=DOCUMENT.needed["rounds"]
)
"""What of a document without a log its first line keeps."""


def entry_numbers(side: int | list[int] | None) -> list[int]:
    """Return the entries of one side of a match."""
    if side is None:
        return []
    return list(side) if isinstance(side, list) else [side]
