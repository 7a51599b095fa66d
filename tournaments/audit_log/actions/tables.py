"""Actions at a table: hands, score slips, and verdicts on its sheet."""

from scorekeeper.engine.hand import Side
from tournaments.audit_log.actions.action import (
    JOINT,
    Action,
    ActionScope,
    Data,
    DataByAction,
    Speaker,
)
from tournaments.audit_log.actions.games import GAME_ACTS, play_act
from tournaments.audit_log.actions.rounds import round_of
from tournaments.audit_log.actions.types import ActionType, gettext_noop
from tournaments.audit_log.chain import ChainEntry
from tournaments.audit_log.replay.document import SAID
from tournaments.audit_log.replay.meeting_fields import SQUADS
from tournaments.audit_log.replay.outcomes import penalties_of, receipt, score_sheet
from tournaments.audit_log.replay.phases import DECIDED
from tournaments.audit_log.replay.shape import Flag, Text, Whole, open_fields
from tournaments.audit_log.replay.state import MatchState, State
from tournaments.audit_log.replay.values import COUNT, NOTE, NUMBER, RECEIPT


def _match(state: State, link: ChainEntry) -> MatchState:
    """Return the table of an action; raises LookupError."""
    return round_of(state, link).at_table(link.table_number)


def _receipt_and_penalties(state: State, link: ChainEntry, match: MatchState) -> tuple[str, int]:
    """Return the receipt and the number of penalties of a table's sheet; raises LookupError."""
    if match.sheet is None:
        raise LookupError("sheet")
    scored = score_sheet(state, match.sheet)
    played = round_of(state, link)
    return receipt(state, played, match, scored), penalties_of(match.sheet, scored)


class GameAction(Action, kind=ActionType.GAME):
    """The game of a table was changed, by its phone or by an organiser."""

    title = gettext_noop("At the table")
    data = DataByAction({name: done.data for name, done in GAME_ACTS.items()})
    where = ActionScope.TABLE

    def replay(self, state: State, link: ChainEntry) -> None:
        match = _match(state, link)
        is_looked_at = match.is_signed or match.check_note
        before = _receipt_and_penalties(state, link, match) if is_looked_at else None
        play_act(match, link)
        if before and (match.is_signed or match.check_note):
            after = _receipt_and_penalties(state, link, match)
            # Signatures and checks were made for the sheet as it was before.
            match.is_signed = match.is_signed and before[0] == after[0]
            match.check_note = match.check_note if before == after else ""

    def heading(self, link: ChainEntry, say: Speaker) -> str:
        text = say.game_act(link.data["act"])
        return f"{text} {link.data['hand']}" if link.data.get("hand") else text

    def before(self, link: ChainEntry, say: Speaker) -> str:
        return say.sheet(link, link.data.get("before"))

    def words(self, link: ChainEntry, say: Speaker) -> str:
        return say.sheet(link, link.data.get("after"))


class SlipTyped(Action, kind=ActionType.SLIP):
    """A score slip was entered at the desk; follows the `game` entry of its table."""

    title = gettext_noop("Slip typed at the desk")
    data = open_fields(
        hands=COUNT,
        total_a=Whole(),
        total_b=Whole(),
        capots_a=COUNT,
        capots_b=COUNT,
        reason=NOTE,
        signed=Flag(),
        to_check=Flag(),
        note=NOTE,
    )
    where = ActionScope.TABLE

    def replay(self, state: State, link: ChainEntry) -> None:
        match, data = _match(state, link), link.data
        if match.sheet is None or not match.sheet.is_slip:
            raise LookupError("slip")
        match.needs_check = data["to_check"]
        match.check_note = data["note"]
        match.is_signed = data["signed"]
        match.verdicts.clear()
        match.sheet.stop_reason = data["reason"]
        match.sheet.capots = {Side.A: data["capots_a"], Side.B: data["capots_b"]}

    def words(self, link: ChainEntry, say: Speaker) -> str:
        data, hands = link.data, link.data["hands"]
        text = say.ngettext(
            "%(a)s – %(b)s after %(hands)d hand", "%(a)s – %(b)s after %(hands)d hands", hands
        )
        words = [text % {**_totals(data, say), "hands": hands}]
        capots = {"a": data.get("capots_a") or 0, "b": data.get("capots_b") or 0}
        if any(capots.values()):
            words.append(say.gettext("capots %(a)d and %(b)d") % capots)
        words.append(data.get("reason") or "")
        if data.get("to_check"):
            words.append(say.gettext("impossible, kept to be checked"))
        if not data.get("signed", True):
            words.append(say.gettext("not signed yet"))
        words.append(data.get("note") or "")
        return JOINT.join(filter(None, words))


def _totals(data: Data, say: Speaker) -> dict[str, str]:
    """Return both totals in words, with a dash for a missing one."""
    totals = {"a": data.get("total_a"), "b": data.get("total_b")}
    return {key: "–" if total is None else say.points(total) for key, total in totals.items()}


class Checked(Action, kind=ActionType.CHECKED):
    """A table that needed a check was checked."""

    title = gettext_noop("Slip checked")
    data = open_fields(note=NOTE)
    where = ActionScope.TABLE

    def replay(self, state: State, link: ChainEntry) -> None:
        match = _match(state, link)
        match.needs_check = False
        match.check_note = link.data["note"]


class _OnSheet(Action):
    """A verdict on the sheet with a certain receipt."""

    where = ActionScope.TABLE

    def replay(self, state: State, link: ChainEntry) -> None:
        match = _match(state, link)
        stood = _receipt_and_penalties(state, link, match)[0]
        if stood != link.data["receipt"]:
            raise ValueError(f"receipt {link.data['receipt']}, {stood}")
        self.note(match, link)

    def note(self, match: MatchState, link: ChainEntry) -> None:
        match.is_signed = True
        match.check_note = link.data["note"] or match.check_note

    def words(self, link: ChainEntry, say: Speaker) -> str:
        words = [say.gettext("receipt %(receipt)s") % {"receipt": link.data["receipt"]}]
        if not link.data.get("agrees", True):
            words.append(say.gettext("it should say %(a)s – %(b)s") % _totals(link.data, say))
        return JOINT.join([*words, *filter(None, [link.data.get("note")])])


class Accepted(_OnSheet, kind=ActionType.ACCEPTED):
    """A side accepted its sheet, on its own phone or the organiser's."""

    title = gettext_noop("Sheet accepted")
    data = open_fields(**SAID)

    def note(self, match: MatchState, link: ChainEntry) -> None:
        names = ("agrees", "receipt", "total_a", "total_b", "note")
        said = {name: link.data[name] for name in names}
        match.verdicts[Side(link.data["side"])] = {**said, "author": link.author, "at": link.at}

    def words(self, link: ChainEntry, say: Speaker) -> str:
        return f"{say.side(link, link.data['side'])} · {super().words(link, say)}"


class Disputed(Accepted, kind=ActionType.DISPUTED):
    """A side disputed its sheet and claimed other totals."""

    title = gettext_noop("Sheet not accepted")


class Ruled(_OnSheet, kind=ActionType.RULED):
    """The referee confirmed a sheet."""

    title = gettext_noop("Ruling")
    data = open_fields(receipt=RECEIPT, note=NOTE)


class Signed(Ruled, kind=ActionType.SIGNED):
    """Both sides signed on paper."""

    title = gettext_noop("Signed on paper")


class Photographed(Action, kind=ActionType.PHOTOGRAPHED):
    """The sheet of paper of a table was photographed; the photo itself is in no document."""

    title = gettext_noop("Sheet photographed")
    data = open_fields(sha256=Text(64, 64))
    where = ActionScope.TABLE

    def words(self, link: ChainEntry, say: Speaker) -> str:
        return say.gettext("photo %(code)s") % {"code": link.data["sha256"][:8]}


class Decided(Action, kind=ActionType.DECIDED):
    """The winner of a bracket game with equal totals was decided."""

    title = gettext_noop("Who goes on")
    data = open_fields({"squads": SQUADS}, winner=NUMBER, by=DECIDED)
    where = ActionScope.TABLE

    def replay(self, state: State, link: ChainEntry) -> None:
        match = _match(state, link)
        seated = state.format.meeting_of(seat.entry for seat in match.seats)
        if link.data["winner"] not in seated:
            raise LookupError(link.data["winner"])
        match.decided_for, match.decided_by = link.data["winner"], link.data["by"]

    def words(self, link: ChainEntry, say: Speaker) -> str:
        ways = {
            "hand": say.gettext("by one more hand"),
            "lot": say.gettext("by a lot"),
            "ruling": say.gettext("as the organiser ruled"),
        }
        winner = link.data["squads"][0] if "squads" in link.data else say.who(link.data["winner"])
        return JOINT.join([winner, ways[link.data["by"]]])
