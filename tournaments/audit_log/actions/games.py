"""Actions at a table that a game's own log has too: their data and their replay.

The log of a contest has them in entries of kind `game`; the score keeper has their wording.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from scorekeeper.engine.hand import BID_LIMITS, Seat, Side, Trump
from scorekeeper.engine.rulesets import GameFormat
from tournaments.audit_log.chain import ChainEntry
from tournaments.audit_log.replay.shape import (
    DocumentProblem,
    Fields,
    Flag,
    ListOf,
    Maybe,
    Nothing,
    OneOf,
    Spec,
    Text,
    Whole,
    open_fields,
)
from tournaments.audit_log.replay.state import Authorship, MatchState, SheetState
from tournaments.audit_log.replay.values import (
    COUNT,
    DECLARATION,
    FURTHER_BELOTES,
    NOTE,
    NUMBER,
    SEAT,
)

Data: TypeAlias = dict[str, Any]

_NO_SIDE: Final = OneOf(["", *(side.value for side in Side)])
_NO_SEAT: Final = OneOf(["", *(seat.value for seat in Seat)])

_COLUMNS: Final = open_fields(
    {"penalty_reason": NOTE, "further_belotes": FURTHER_BELOTES},
    taker=_NO_SEAT,
    card_points=Maybe(Whole(0, 258)),
    belote=_NO_SIDE,
    belote_seat=_NO_SEAT,
    capot=_NO_SIDE,
    penalty=_NO_SIDE,
    defenders_count=Maybe(COUNT),
    tricks=Maybe(COUNT),
    last_trick=_NO_SIDE,
    trump=OneOf(["", *(trump.value for trump in Trump)]),
    bid=Maybe(Whole(*BID_LIMITS)),
    multiplier=Whole(0, 2),
    taker_alone=Flag(),
    declarations=ListOf(DECLARATION),
    best_declaration=_NO_SIDE,
    passed_deals=Whole(0, 100),
)
"""The columns of a hand in the score keeper's database."""

_CAPOTS: Final = {"capots_a": COUNT, "capots_b": COUNT}
_SLIPS: Final = open_fields(
    slips=ListOf(open_fields(_CAPOTS, hands=COUNT, total_a=Whole(), total_b=Whole()), 1, 20)
)
_NOTHING: Final = Nothing()
_REASON: Final = open_fields(reason=NOTE)


@dataclass(frozen=True, slots=True)
class _Edited:
    """The edited fields of a game: the first dealer only, or all of them."""

    def problems(self, value: Any, path: str) -> Iterator[DocumentProblem]:
        whole = isinstance(value, dict) and "names" in value
        yield from (_DESCRIBED if whole else open_fields(first_dealer=SEAT)).problems(value, path)


_DESCRIBED: Final = open_fields(
    names=Fields({}, {seat.value: Text(80) for seat in Seat}),
    rules=Text(80),
    target=Maybe(Whole(1, 100_000)),
    hands=Maybe(Whole(1, 100)),
    games=Whole(1, 20),
    first_dealer=SEAT,
    table=Maybe(COUNT),
)


def _started(_match: MatchState, sheet: SheetState, link: ChainEntry) -> None:
    """Start a game; `after` holds its settings unless its table determines them."""
    sheet.started_at = link.at
    if link.data["after"]:
        _describe(sheet, link.data["after"])


def _recorded(_match: MatchState, sheet: SheetState, link: ChainEntry) -> None:
    if link.data["hand"] != len(sheet.hands) + 1:
        raise LookupError(link.data["hand"])
    sheet.hands.append(link.data["after"])
    sheet.authorships.append(Authorship(link.author, link.at))
    sheet.passed_deals = 0


def _corrected(_match: MatchState, sheet: SheetState, link: ChainEntry) -> None:
    index = _stood(sheet, link.data)
    sheet.hands[index] = link.data["after"]
    sheet.authorships[index].changed_at = link.at


def _withdrawn(_match: MatchState, sheet: SheetState, link: ChainEntry) -> None:
    index = _stood(sheet, link.data)
    hand = sheet.hands.pop(index)
    sheet.authorships.pop(index)
    if index == len(sheet.hands):
        sheet.passed_deals = hand["passed_deals"]


def _stood(sheet: SheetState, data: Data) -> int:
    """Return the index of the hand that an action changed.

    Raises LookupError if there is none, ValueError if its values differ from those in the entry.
    """
    index = data["hand"] - 1
    stood, said = sheet.hands[index], data["before"] or {}
    if any(stood[name] != value for name, value in said.items() if name in stood):
        raise ValueError(f"hand {data['hand']}")
    return int(index)


def _passed(_match: MatchState, sheet: SheetState, _link: ChainEntry) -> None:
    sheet.passed_deals += 1


def _restored(_match: MatchState, sheet: SheetState, _link: ChainEntry) -> None:
    if sheet.passed_deals < 1:
        raise ValueError(sheet.passed_deals)
    sheet.passed_deals -= 1


def _edited(_match: MatchState, sheet: SheetState, link: ChainEntry) -> None:
    _describe(sheet, link.data["after"])


def _describe(sheet: SheetState, after: Data) -> None:
    """Set the fields of a game that were edited."""
    sheet.first_dealer = Seat(after["first_dealer"])
    if "hands" in after:
        sheet.planned = GameFormat(
            target=after["target"], hands=after["hands"], games=after["games"]
        )


def _stopped(match: MatchState, sheet: SheetState, link: ChainEntry) -> None:
    _finished(match, sheet, link)
    sheet.stop_reason = link.data["after"]["reason"]


def _finished(_match: MatchState, sheet: SheetState, link: ChainEntry) -> None:
    sheet.is_finished = True
    sheet.finished_at = link.at


def _reopened(_match: MatchState, sheet: SheetState, _link: ChainEntry) -> None:
    sheet.is_finished = False
    sheet.finished_at = None
    sheet.stop_reason = ""


def _slip(_match: MatchState, sheet: SheetState, link: ChainEntry) -> None:
    sheet.is_slip = sheet.is_finished = True
    sheet.finished_at = sheet.finished_at or link.at
    sheet.slips = list(link.data["after"]["slips"])


def _slip_withdrawn(match: MatchState, sheet: SheetState, _link: ChainEntry) -> None:
    sheet.is_slip = sheet.is_finished = False
    sheet.finished_at = None
    sheet.slips = []
    sheet.stop_reason = ""
    sheet.capots = dict.fromkeys(Side, 0)
    match.needs_check = match.is_signed = False
    match.check_note = ""


@dataclass(frozen=True, slots=True)
class DoneAtTable:
    """An action on a game: its replay, and the shape of its data before and after."""

    replay: Callable[[MatchState, SheetState, ChainEntry], None]
    before: Spec = _NOTHING
    after: Spec = _NOTHING
    hand: Spec = _NOTHING

    @property
    def data(self) -> Spec:
        return open_fields(hand=self.hand, before=self.before, after=self.after)


GAME_ACTS: Final[Mapping[str, DoneAtTable]] = {
    "started": DoneAtTable(_started, after=Maybe(_DESCRIBED)),
    "hand_recorded": DoneAtTable(_recorded, after=_COLUMNS, hand=NUMBER),
    "hand_corrected": DoneAtTable(_corrected, Maybe(_COLUMNS), _COLUMNS, NUMBER),
    "hand_withdrawn": DoneAtTable(_withdrawn, Maybe(_COLUMNS), hand=NUMBER),
    "deal_passed": DoneAtTable(_passed),
    "deal_restored": DoneAtTable(_restored),
    "edited": DoneAtTable(_edited, Maybe(_Edited()), _Edited()),
    "stopped": DoneAtTable(_stopped, after=_REASON),
    "finished": DoneAtTable(_finished),
    "reopened": DoneAtTable(_reopened, Maybe(_REASON)),
    "slip_recorded": DoneAtTable(_slip, Maybe(_SLIPS), _SLIPS),
    "slip_corrected": DoneAtTable(_slip, Maybe(_SLIPS), _SLIPS),
    "slip_withdrawn": DoneAtTable(_slip_withdrawn, Maybe(_SLIPS)),
}
"""By kind of `GameEvent`, which has their wording."""


def play_act(match: MatchState, link: ChainEntry) -> None:
    """Replay an action on a table's game.

    Raises LookupError, TypeError or ValueError if it is impossible.
    """
    if match.sheet is None:
        raise LookupError("sheet")
    match.sheet.scored = None
    GAME_ACTS[link.data["act"]].replay(match, match.sheet, link)
