"""What was done at a table, done again to its sheet: the acts of a game's own log."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from scorekeeper.engine.hand import Seat, Side
from scorekeeper.engine.rulesets import GameFormat
from tournaments.chain import Link
from tournaments.replay.state import MatchState, SheetState, Written

Data: TypeAlias = dict[str, Any]


def _started(_match: MatchState, sheet: SheetState, link: Link) -> None:
    """Start a game; in a contest it starts with its table."""
    sheet.started_at = link.at
    if link.data["after"]:
        _describe(sheet, link.data["after"])


def _recorded(_match: MatchState, sheet: SheetState, link: Link) -> None:
    if link.data["hand"] != len(sheet.hands) + 1:
        raise LookupError(link.data["hand"])
    sheet.hands.append(link.data["after"])
    sheet.written.append(Written(link.author, link.at))
    sheet.passed_deals = 0


def _corrected(_match: MatchState, sheet: SheetState, link: Link) -> None:
    index = _stood(sheet, link.data)
    sheet.hands[index] = link.data["after"]
    sheet.written[index].changed_at = link.at


def _withdrawn(_match: MatchState, sheet: SheetState, link: Link) -> None:
    index = _stood(sheet, link.data)
    hand = sheet.hands.pop(index)
    sheet.written.pop(index)
    if index == len(sheet.hands):
        sheet.passed_deals = hand["passed_deals"]


def _stood(sheet: SheetState, data: Data) -> int:
    """Return the index of the hand that an act changed.

    Raises LookupError where there is none, ValueError where another stood there than the act says.
    """
    index = data["hand"] - 1
    stood, said = sheet.hands[index], data["before"] or {}
    if any(stood[name] != value for name, value in said.items() if name in stood):
        raise ValueError(f"hand {data['hand']}")
    return int(index)


def _passed(_match: MatchState, sheet: SheetState, _link: Link) -> None:
    sheet.passed_deals += 1


def _restored(_match: MatchState, sheet: SheetState, _link: Link) -> None:
    if sheet.passed_deals < 1:
        raise ValueError(sheet.passed_deals)
    sheet.passed_deals -= 1


def _edited(_match: MatchState, sheet: SheetState, link: Link) -> None:
    _describe(sheet, link.data["after"])


def _describe(sheet: SheetState, after: Data) -> None:
    """Let a game be played as somebody said."""
    sheet.first_dealer = Seat(after["first_dealer"])
    if "hands" in after:
        sheet.planned = GameFormat(
            target=after["target"], hands=after["hands"], games=after["games"]
        )


def _stopped(match: MatchState, sheet: SheetState, link: Link) -> None:
    _finished(match, sheet, link)
    sheet.stop_reason = link.data["after"]["reason"]


def _finished(_match: MatchState, sheet: SheetState, link: Link) -> None:
    sheet.is_finished = True
    sheet.finished_at = link.at


def _reopened(_match: MatchState, sheet: SheetState, _link: Link) -> None:
    sheet.is_finished = False
    sheet.finished_at = None
    sheet.stop_reason = ""


def _slip(_match: MatchState, sheet: SheetState, link: Link) -> None:
    sheet.is_slip = sheet.is_finished = True
    sheet.finished_at = sheet.finished_at or link.at
    sheet.slips = list(link.data["after"]["slips"])


def _slip_withdrawn(match: MatchState, sheet: SheetState, _link: Link) -> None:
    sheet.is_slip = sheet.is_finished = False
    sheet.finished_at = None
    sheet.slips = []
    sheet.stop_reason = ""
    sheet.capots = dict.fromkeys(Side, 0)
    match.needs_check = match.is_signed = False
    match.check_note = ""


GAME_ACTS: Final[Mapping[str, Callable[[MatchState, SheetState, Link], None]]] = MappingProxyType(
    {
        "started": _started,
        "hand_recorded": _recorded,
        "hand_corrected": _corrected,
        "hand_withdrawn": _withdrawn,
        "deal_passed": _passed,
        "deal_restored": _restored,
        "edited": _edited,
        "stopped": _stopped,
        "finished": _finished,
        "reopened": _reopened,
        "slip_recorded": _slip,
        "slip_corrected": _slip,
        "slip_withdrawn": _slip_withdrawn,
    }
)


def play_act(match: MatchState, link: Link) -> None:
    """Do an act of a table's game again.

    Raises LookupError, TypeError or ValueError where it cannot have been done.
    """
    if match.sheet is None:
        raise LookupError("sheet")
    match.sheet.scored = None
    GAME_ACTS[link.data["act"]](match, match.sheet, link)
