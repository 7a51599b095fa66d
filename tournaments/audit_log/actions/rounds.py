"""Actions on a round: its draw, its tables, its clock, its end."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from scorekeeper.engine.rulesets import GameFormat
from tournaments.audit_log.actions.action import (
    CHANCE,
    JOINT,
    NUMBERS,
    Action,
    ActionScope,
    DataByAction,
    Speaker,
    called_text,
    follow_secrets,
    named,
)
from tournaments.audit_log.actions.entries import come_back
from tournaments.audit_log.actions.types import REDRAWN_FOR, ActionType, gettext_noop
from tournaments.audit_log.chain import ChainEntry
from tournaments.audit_log.replay.document import BIG_SEED
from tournaments.audit_log.replay.meeting_fields import MOVED_SQUADS, SQUADS
from tournaments.audit_log.replay.meetings import line_ups_in, moved_now
from tournaments.audit_log.replay.outcomes import draw_facts
from tournaments.audit_log.replay.phases import GROUPS, MOVED
from tournaments.audit_log.replay.shape import Flag, ListOf, Maybe, OneOf, Text, Whole, open_fields
from tournaments.audit_log.replay.state import (
    MatchState,
    RoundState,
    SheetState,
    State,
    exempt_match,
    seats_of,
)
from tournaments.audit_log.replay.values import COUNT, NUMBER
from tournaments.draw.commitment import seed_of
from tournaments.draw.groups import MAIN
from tournaments.draw.request import PHASED, Method
from tournaments.standings.brackets import BEFORE
from tournaments.standings.results import ResultKind


def round_of(state: State, link: ChainEntry) -> RoundState:
    """Return the round of an action; raises LookupError."""
    return state.rounds[link.round_number or 0]


class _InRound(Action):
    """An action on an existing round."""

    where = ActionScope.ROUND

    def replay(self, state: State, link: ChainEntry) -> None:
        self.in_round(round_of(state, link), link)

    def in_round(self, played: RoundState, link: ChainEntry) -> None:
        """Apply the action to its round."""


class Drawn(Action, kind=ActionType.DRAWN):
    """A round was drawn as a preview; replaces an unpublished draw.

    Older entries do not say whether the seed was typed; `brackets` is the version of the bracket
    rules, `reason` why the round was drawn again.
    """

    title = gettext_noop("Round drawn")
    data = open_fields(
        {
            "repeats": ListOf(open_fields(kind=Text(16), entrants=NUMBERS, times=COUNT)),
            "typed": Flag(),
            "brackets": NUMBER,
            "reason": Text(16),
            **CHANCE,
        },
        method=OneOf([*Method]),
        seed=BIG_SEED,
        fingerprint=Text(64, 1),
    )
    where = ActionScope.ROUND

    def replay(self, state: State, link: ChainEntry) -> None:
        number = link.round_number
        if number is None:
            raise LookupError("round")
        if state.rounds and (last := state.rounds[max(state.rounds)]).status == "drawn":
            del state.rounds[last.number]
        if number != len(state.rounds) + 1:
            raise LookupError(number)
        follow_secrets(state, link.data)
        called = link.data.get("called")
        if called and link.data["seed"] != seed_of(link.data["secret"], called):
            raise ValueError("seed")
        version = link.data.get("brackets", BEFORE)
        state.rounds[number] = RoundState(
            number,
            state.hands_of_round(number),
            fingerprint=link.data["fingerprint"],
            facts=draw_facts(state, number, version),
            drawn_at=link.at,
        )

    def words(self, link: ChainEntry, say: Speaker) -> str:
        data, repeats = link.data, len(link.data.get("repeats") or ())
        typed, by_lot = say.gettext("typed seed %(seed)s"), say.gettext("seed %(seed)s")
        reason = REDRAWN_FOR.get(data.get("reason", ""))
        again = say.ngettext("%(count)d repeat", "%(count)d repeats", repeats) % {"count": repeats}
        return JOINT.join(
            [
                say.method(data["method"]),
                *called_text(data, say),
                (typed if data.get("typed") else by_lot) % {"seed": data["seed"]},
                *([again] if repeats else []),
                *(
                    []
                    if repeats or data["method"] in PHASED
                    else [say.gettext("nobody meets again")]
                ),
                *([say.gettext(reason)] if reason else []),
            ]
        )


class Swapped(_InRound, kind=ActionType.SWAPPED):
    """Two entries swapped places in a preview."""

    title = gettext_noop("Exchanged by hand before publishing")
    data = open_fields({"repeats": COUNT, "squads": SQUADS}, one=NUMBER, other=NUMBER)

    def in_round(self, played: RoundState, link: ChainEntry) -> None:
        played.swaps.append([link.data["one"], link.data["other"]])

    def words(self, link: ChainEntry, say: Speaker) -> str:
        return _swap_text(link, say)


def _swap_text(link: ChainEntry, say: Speaker) -> str:
    numbers = (link.data["one"], link.data["other"])
    one, other = link.data.get("squads") or map(say.who, numbers)
    return say.gettext("%(one)s and %(other)s change places") % {"one": one, "other": other}


class Discarded(_InRound, kind=ActionType.DISCARDED):
    """A preview was discarded."""

    title = gettext_noop("Draw discarded")

    def replay(self, state: State, link: ChainEntry) -> None:
        del state.rounds[round_of(state, link).number]


class Published(_InRound, kind=ActionType.PUBLISHED):
    """A preview was published: seats as in the entry, exempt entries without a table."""

    title = gettext_noop("Draw published")
    data = open_fields(
        {
            "swaps": ListOf(ListOf(NUMBER, 2, 2)),
            "fingerprint": Text(64),
            "groups": GROUPS,
            "capot_fails": Flag(),
        },
        hands=Whole(1, 100),
        matches=ListOf(
            open_fields(table=Maybe(NUMBER), a=ListOf(NUMBER, 1, 2), b=ListOf(NUMBER, 0, 2))
        ),
    )

    def replay(self, state: State, link: ChainEntry) -> None:
        played = round_of(state, link)
        if played.status != "drawn":
            raise ValueError(played.status)
        played.status = "playing"
        played.hands = link.data["hands"]
        played.published = link.data["matches"]
        played.groups = link.data.get("groups", [])
        played.capot_fails = link.data.get("capot_fails", False)
        played.line_ups = line_ups_in(state, played.number)
        played.published_at = link.at
        minutes = state.settings["round_minutes"]
        played.timer_left = minutes * 60 if minutes else None
        played.matches = [
            exempt_match(match["a"][0])
            if match["table"] is None
            else MatchState(
                "game", seats_of(match["a"], match["b"]), match["table"], _sheet_of(played, link)
            )
            for match in played.published
        ]
        for _match, seat in played.counting():
            _ = state.entries[seat.entry]

    def words(self, link: ChainEntry, say: Speaker) -> str:
        matches = link.data["matches"]
        exempt = [number for one in matches if one["table"] is None for number in one["a"]]
        tables = sum(one["table"] is not None for one in matches)
        words = say.ngettext("%(count)d table", "%(count)d tables", tables) % {"count": tables}
        if not exempt:
            return words
        return words + JOINT + say.gettext("exempt: %(who)s") % {"who": named(exempt, say)}


def _sheet_of(played: RoundState, link: ChainEntry) -> SheetState:
    """Return the empty sheet of a table that an action opens."""
    return SheetState(GameFormat(hands=played.hands), started_at=link.at)


class Unpublished(_InRound, kind=ActionType.UNPUBLISHED):
    """A published round without a hand became a preview again."""

    title = gettext_noop("Draw taken back")
    data = open_fields({"moved": MOVED, "squads": MOVED_SQUADS})

    def replay(self, state: State, link: ChainEntry) -> None:
        if "moved" in link.data:
            _refuse_other(state, link)
        super().replay(state, link)

    def words(self, link: ChainEntry, say: Speaker) -> str:
        return _moved_text(link.data, say)

    def in_round(self, played: RoundState, link: ChainEntry) -> None:
        played.status = "drawn"
        played.matches, played.published, played.groups, played.moved = [], [], [], []
        played.line_ups = None
        played.published_at = played.timer_left = played.timer_ends_at = None


class BracketsKept(_InRound, kind=ActionType.KEPT):
    """The brackets were kept as drawn, although others qualify by the corrected results."""

    title = gettext_noop("The brackets stay as they were drawn")
    data = open_fields({"squads": MOVED_SQUADS}, moved=MOVED)

    def replay(self, state: State, link: ChainEntry) -> None:
        _refuse_other(state, link)
        round_of(state, link).moved = link.data["moved"]

    def words(self, link: ChainEntry, say: Speaker) -> str:
        return _moved_text(link.data, say)


def _refuse_other(state: State, link: ChainEntry) -> None:
    """Raise ValueError if the entries that qualify elsewhere differ from those in the log entry."""
    known = moved_now(state, round_of(state, link).number)
    if known is not None and known != link.data["moved"]:
        raise ValueError(known)


def _moved_text(data: Mapping[str, Any], say: Speaker) -> str:
    """Return who would be in the main bracket by now, and instead of whom."""
    moved = data.get("moved", ())
    everybody = [one["entrant"] for one in moved]
    squads = dict(zip(everybody, data.get("squads", ()), strict=False))

    def who(numbers: Iterable[int]) -> str:
        if squads:
            return ", ".join(squads.get(number, str(number)) for number in numbers)
        return named(numbers, say)

    came = [one["entrant"] for one in moved if one["now"] == MAIN]
    gone = [one["entrant"] for one in moved if one["drawn"] == MAIN]
    if not came or not gone:
        return who(everybody)
    text = say.gettext("main bracket: %(came)s instead of %(gone)s")
    return text % {"came": who(came), "gone": who(gone)}


_OPENED: Final = open_fields(a=ListOf(NUMBER, 1, 2), b=ListOf(NUMBER, 1, 2), count=NUMBERS)


class Reseated(_InRound, kind=ActionType.RESEATED):
    """Two entries changed seats, a late entry got a free seat, or a table was opened or closed.

    Tables are opened for late entries and for early finishers.
    """

    title = gettext_noop("Tables changed after publishing")
    data = DataByAction(
        {
            None: open_fields(one=NUMBER, other=NUMBER),
            "late": _OPENED,
            "catch_up": _OPENED,
            "seated": open_fields(one=NUMBER, other=NUMBER),
            "cancelled": open_fields(exempt=NUMBERS),
        }
    )
    where = ActionScope.ROUND_OR_TABLE

    def replay(self, state: State, link: ChainEntry) -> None:
        if link.data.get("act") == "seated":
            _sit_down(state, round_of(state, link), link.data["one"], link.data["other"])
        else:
            super().replay(state, link)

    def in_round(self, played: RoundState, link: ChainEntry) -> None:
        acts = {"late": _open_table, "catch_up": _open_table, "cancelled": _close_table}
        if "act" in link.data:
            acts[link.data["act"]](played, link)
        else:
            _exchange(played, link.data["one"], link.data["other"])

    def words(self, link: ChainEntry, say: Speaker) -> str:
        data, act = link.data, link.data.get("act")
        if act is None:
            return _swap_text(link, say)
        if act == "seated":
            text = say.gettext("%(other)s takes the seat of %(one)s")
            return text % {"one": say.who(data["one"]), "other": say.who(data["other"])}
        if act == "cancelled":
            text = say.gettext("The table is closed: %(who)s exempt again")
            return text % {"who": named(data["exempt"], say)}
        sides = {"a": named(data["a"], say), "b": named(data["b"], say)}
        if act == "catch_up":
            text = say.gettext("Catch-up game: %(a)s against %(b)s; it counts for %(counted)s")
            return text % {**sides, "counted": named(data["count"], say)}
        return say.gettext("Late entry: %(a)s against %(b)s") % sides


def _exchange(played: RoundState, one: int, other: int) -> None:
    """Exchange the seats of two entries; scores stay with the tables."""
    seats = {seat.entry: (match, seat) for match, seat in played.counting()}
    for number in (one, other):
        match, _seat = seats[number]
        if match.sheet is not None:
            match.verdicts.clear()
            match.is_signed = False
            if match.is_game and match.sheet.is_finished:
                # The receipt depends on who sits at the table.
                match.check_note = ""
    seats[one][1].entry, seats[other][1].entry = other, one


def _sit_down(state: State, played: RoundState, one: int, other: int) -> None:
    """Seat a late entry where another has left before anything was played."""
    match, seat = next(found for found in played.counting() if found[1].entry == one)
    seat.entry = other
    match.verdicts.clear()
    match.is_signed = False
    come_back(state, played, match, seat)


def _open_table(played: RoundState, link: ChainEntry) -> None:
    kind = "game" if link.data["act"] == "late" else "catch_up"
    seats = seats_of(link.data["a"], link.data["b"], counting=link.data["count"])
    here = {seat.entry for seat in seats}
    played.matches = [
        match
        for match in played.matches
        if match.kind != "exempt" or here.isdisjoint(seat.entry for seat in match.seats)
    ]
    played.matches.append(MatchState(kind, seats, link.table_number, _sheet_of(played, link)))
    if kind == "catch_up":
        for seat in seats:
            seat.kind = ResultKind.CATCH_UP


def _close_table(played: RoundState, link: ChainEntry) -> None:
    played.matches.remove(played.at_table(link.table_number))
    played.matches += [exempt_match(number) for number in link.data["exempt"]]


class Timer(_InRound, kind=ActionType.TIMER):
    """The clock was started, stopped or set; that of a closed round runs until the next one."""

    title = gettext_noop("Clock")
    data = open_fields(act=OneOf(["started", "paused", "set"]), seconds_left=Maybe(COUNT))

    def in_round(self, played: RoundState, link: ChainEntry) -> None:
        seconds = link.data["seconds_left"]
        runs = link.data["act"] == "started" or (
            link.data["act"] == "set" and played.timer_ends_at is not None
        )
        if link.data["act"] != "started":
            played.timer_left = seconds
        ends = datetime.fromisoformat(link.at) + timedelta(seconds=seconds or 0)
        played.timer_ends_at = ends.isoformat() if runs and seconds else None

    def words(self, link: ChainEntry, say: Speaker) -> str:
        acts = {
            "started": say.gettext("started"),
            "paused": say.gettext("paused"),
            "set": say.gettext("set"),
        }
        minutes, seconds = divmod(link.data.get("seconds_left") or 0, 60)
        left = say.gettext("%(time)s left") % {"time": f"{minutes}:{seconds:02}"}
        return acts[link.data["act"]] + JOINT + left


class Closed(_InRound, kind=ActionType.CLOSED):
    """A round was closed; some tables may have no result."""

    title = gettext_noop("Round closed")
    data = open_fields(missing=NUMBERS)

    def in_round(self, played: RoundState, link: ChainEntry) -> None:
        played.status = "closed"
        played.closed_at = link.at
        played.timer_left = played.timer_ends_at = None

    def words(self, link: ChainEntry, say: Speaker) -> str:
        missing = link.data.get("missing") or []
        if not missing:
            return ""
        text = say.ngettext("without table %(tables)s", "without tables %(tables)s", len(missing))
        return text % {"tables": ", ".join(map(str, missing))}


class Reopened(_InRound, kind=ActionType.REOPENED):
    """A round was reopened."""

    title = gettext_noop("Round reopened")

    def in_round(self, played: RoundState, link: ChainEntry) -> None:
        played.status = "playing"
        played.closed_at = played.timer_ends_at = None
