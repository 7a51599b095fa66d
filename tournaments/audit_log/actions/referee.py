"""Actions of the referee: warnings, penalties, answered calls."""

from tournaments.audit_log.actions.action import (
    JOINT,
    Action,
    ActionScope,
    Data,
    DataByAction,
    Speaker,
)
from tournaments.audit_log.actions.types import CALLED_FOR, ActionType, gettext_noop
from tournaments.audit_log.chain import ChainEntry
from tournaments.audit_log.replay.sanctions import GIVEN, RULE
from tournaments.audit_log.replay.shape import OneOf, open_fields
from tournaments.audit_log.replay.state import State
from tournaments.audit_log.replay.values import NOTE, NUMBER
from tournaments.standings.sanctions import countered_plain


class Sanctioned(Action, kind=ActionType.SANCTION):
    """An entry was warned or penalised, or a sanction was countered and no longer counts."""

    title = gettext_noop("Warning or penalty")
    data = DataByAction(
        {
            None: open_fields({"reason": NOTE}, number=NUMBER, entry=NUMBER, **GIVEN),
            "countered": open_fields(number=NUMBER, entry=NUMBER, reason=NOTE),
        }
    )
    where = ActionScope.ROUND_OR_TABLE

    def replay(self, state: State, link: ChainEntry) -> None:
        data = link.data
        if "act" in data:
            state.sanctions = countered_plain(state.sanctions, data["number"], data["reason"])
            return
        if data["number"] != len(state.sanctions) + 1 or link.round_number is None:
            raise LookupError(data["number"])
        _ = state.entries[data["entry"]]
        state.sanctions = [*state.sanctions, plain_sanction(link)]

    def heading(self, link: ChainEntry, say: Speaker) -> str:
        if "act" in link.data:
            return say.gettext("Warning or penalty countered")
        points = link.data["points"]
        return say.gettext("Penalty") if points else say.gettext("Warning")

    def words(self, link: ChainEntry, say: Speaker) -> str:
        data = link.data
        said = [say.who(data["entry"])]
        if "act" not in data:
            said.append(data["name"])
            if data["points"]:
                said.append(_points_text(data, say))
        return JOINT.join([*said, *filter(None, [data.get("reason")])])


def plain_sanction(link: ChainEntry) -> Data:
    """Return the sanction of a log entry as the document holds it."""
    names = ("number", "entry", "name", "points", "from", "reason")
    plain = {name: link.data[name] for name in names if name in link.data}
    plain["round"] = link.round_number
    if link.table_number is not None:
        plain["table"] = link.table_number
    return plain


def _points_text(data: Data, say: Speaker) -> str:
    if data["from"] == "game":
        text = say.gettext("−%(points)s off the game")
    else:
        text = say.gettext("−%(points)s off the total")
    return text % {"points": say.points(data["points"])}


class CallAnswered(Action, kind=ActionType.CALL):
    """The referee answered a call from a table; does not affect results."""

    title = gettext_noop("Ruling on a call")
    data = open_fields({"reason": NOTE, "rule": RULE}, about=OneOf([*CALLED_FOR]), note=NOTE)
    where = ActionScope.TABLE_OR_CODE

    def words(self, link: ChainEntry, say: Speaker) -> str:
        data = link.data
        about = say.gettext(CALLED_FOR[data["about"]])
        return JOINT.join(filter(None, [about, data.get("reason"), data["note"], data.get("rule")]))
