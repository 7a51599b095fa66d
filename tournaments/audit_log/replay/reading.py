"""Builds a contest's state from its document, without derived values."""

from dataclasses import fields
from typing import Any, Final

from scorekeeper.engine.hand import Seat, Side
from scorekeeper.engine.rulesets import GameFormat
from tournaments.audit_log.replay.document import SettingsFields, entry_numbers
from tournaments.audit_log.replay.fields import declared
from tournaments.audit_log.replay.hands import Codec, as_columns
from tournaments.audit_log.replay.state import (
    Authorship,
    EntryState,
    MatchState,
    RoundState,
    SeatState,
    SheetState,
    State,
)
from tournaments.standings.results import ResultKind

NO_DRAW: Final[dict[str, Any]] = {"request": {}, "certificate": {}, "swaps": []}
"""The stored draw of a round that was not drawn by this program."""


def settings_in(document: dict[str, Any]) -> dict[str, Any]:
    """Return the settings of a document as plain values."""
    known = declared(SettingsFields)
    return {name: value for name, value in document["tournament"].items() if name in known}


def remembered(state: type, plain: dict[str, Any], *without: str) -> dict[str, Any]:
    """Return the fields of a part that a state keeps under the same name."""
    names = [one.name for one in fields(state) if one.name in plain and one.name not in without]
    return {name: plain[name] for name in names}


def all_hands(match: dict[str, Any]) -> list[dict[str, Any]]:
    """Return all hands at a table, in order, counted or not."""
    hands = [*match["hands"], *match["hands_not_counted"]]
    return sorted(hands, key=lambda hand: int(hand["number"]))


def state_of(document: dict[str, Any], codec: Codec) -> State:
    """Return the state of a contest from a document of the right shape; raises ValueError."""
    return State(
        codec=codec,
        settings=settings_in(document),
        entries={entry["number"]: EntryState(**entry) for entry in document["entries"]},
        rounds={played["number"]: _round(played) for played in document["rounds"]},
        **remembered(State, document["tournament"]),
    )


def _round(played: dict[str, Any]) -> RoundState:
    draw = played["draw"] or NO_DRAW
    return RoundState(
        matches=[_match(match) for match in played["matches"]],
        fingerprint=str(draw["certificate"].get("fingerprint", "")),
        swaps=draw["swaps"],
        **remembered(RoundState, played, "matches"),
    )


def _match(match: dict[str, Any]) -> MatchState:
    results = {result["entry"]: result for result in match["results"]}
    seats = [
        SeatState(
            entry,
            side,
            counts=results[entry]["counts"],
            kind=ResultKind(results[entry]["kind"]),
        )
        for side, numbers in ((Side.A, match["a"]), (Side.B, match["b"]))
        for entry in entry_numbers(numbers)
    ]
    sheet = _sheet(match) if match["sheet"] else None
    if sheet and sheet.is_slip:
        sheet.capots |= {seat.side: results[seat.entry]["capots"] for seat in seats}
    return MatchState(
        seats=seats,
        sheet=sheet,
        verdicts={
            Side(verdict["side"]): {name: verdict[name] for name in verdict if name != "side"}
            for verdict in match["verdicts"]
        },
        **remembered(MatchState, match, "sheet", "verdicts"),
    )


def _sheet(match: dict[str, Any]) -> SheetState:
    sheet, hands = match["sheet"], all_hands(match)
    return SheetState(
        planned=GameFormat(**sheet["planned"]),
        hands=[as_columns(hand) for hand in hands],
        authorships=[
            Authorship(hand["recorded_by"], hand["recorded_at"], hand.get("changed_at"))
            for hand in hands
        ],
        slips=match["slips"],
        first_dealer=Seat(sheet["first_dealer"]),
        **remembered(SheetState, sheet, "planned", "first_dealer"),
    )
