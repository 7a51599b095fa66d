"""What was done at a table, done again to its sheet: the acts of a game's own log."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from scorekeeper.engine.hand import Seat, Side
from scorekeeper.engine.rulesets import GameFormat
from tournaments.replay.state import MatchState, SheetState

Data: TypeAlias = dict[str, Any]


def _started(_match: MatchState, _sheet: SheetState, _data: Data) -> None:
    """Do nothing: a game starts with its table."""


def _recorded(_match: MatchState, sheet: SheetState, data: Data) -> None:
    if data["hand"] != len(sheet.hands) + 1:
        raise LookupError("hand")
    sheet.hands.append(data["after"])
    sheet.passed_deals = 0


def _corrected(_match: MatchState, sheet: SheetState, data: Data) -> None:
    if data["hand"] < 1:
        raise LookupError("hand")
    sheet.hands[data["hand"] - 1] = data["after"]


def _withdrawn(_match: MatchState, sheet: SheetState, data: Data) -> None:
    if data["hand"] < 1:
        raise LookupError("hand")
    hand = sheet.hands.pop(data["hand"] - 1)
    if data["hand"] == len(sheet.hands) + 1:
        sheet.passed_deals = hand["passed_deals"]


def _passed(_match: MatchState, sheet: SheetState, _data: Data) -> None:
    sheet.passed_deals += 1


def _restored(_match: MatchState, sheet: SheetState, _data: Data) -> None:
    sheet.passed_deals -= 1


def _edited(_match: MatchState, sheet: SheetState, data: Data) -> None:
    after = data["after"]
    sheet.first_dealer = Seat(after["first_dealer"])
    if "hands" in after:
        sheet.planned = GameFormat(
            target=after["target"], hands=after["hands"], games=after["games"]
        )


def _stopped(_match: MatchState, sheet: SheetState, data: Data) -> None:
    sheet.is_finished = True
    sheet.stop_reason = data["after"]["reason"]


def _finished(_match: MatchState, sheet: SheetState, _data: Data) -> None:
    sheet.is_finished = True


def _reopened(_match: MatchState, sheet: SheetState, _data: Data) -> None:
    sheet.is_finished = False
    sheet.stop_reason = ""


def _slip(_match: MatchState, sheet: SheetState, data: Data) -> None:
    sheet.is_slip = sheet.is_finished = True
    sheet.slips = list(data["after"]["slips"])


def _slip_withdrawn(match: MatchState, sheet: SheetState, _data: Data) -> None:
    sheet.is_slip = sheet.is_finished = False
    sheet.slips = []
    sheet.stop_reason = ""
    sheet.capots = dict.fromkeys(Side, 0)
    match.needs_check = match.is_signed = False
    match.check_note = ""


GAME_ACTS: Final[Mapping[str, Callable[[MatchState, SheetState, Data], None]]] = MappingProxyType(
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


def play_act(match: MatchState, data: Data) -> None:
    """Do an act of a table's game again.

    Raises LookupError, TypeError or ValueError where it cannot have been done.
    """
    if match.sheet is None:
        raise LookupError("sheet")
    GAME_ACTS[data["act"]](match, match.sheet, data)
