"""Actions on the entries of a contest."""

from collections.abc import Callable

from tournaments.audit_log.actions.action import (
    JOINT,
    NUMBERS,
    Action,
    Data,
    DataByAction,
    Speaker,
    named,
)
from tournaments.audit_log.actions.money import follow
from tournaments.audit_log.actions.types import ActionType, gettext_noop
from tournaments.audit_log.chain import ChainEntry
from tournaments.audit_log.replay.document import ENTERED
from tournaments.audit_log.replay.money_fields import CENTS
from tournaments.audit_log.replay.shape import Flag, ListOf, Whole, open_fields
from tournaments.audit_log.replay.state import EntryState, MatchState, RoundState, SeatState, State
from tournaments.audit_log.replay.values import COUNT, NAME, NUMBER
from tournaments.lineups import titled
from tournaments.standings.leaving import kind_on_return, leave
from tournaments.standings.results import ResultKind


class EntryAdded(Action, kind=ActionType.ENTRY_ADDED):
    """An entry was added."""

    title = gettext_noop("Entry")
    data = ENTERED

    def replay(self, state: State, link: ChainEntry) -> None:
        number = link.data["number"]
        if number in state.entries:
            raise LookupError(number)
        state.entries[number] = EntryState(number, [], created_at=link.at)
        self.write(state, link)

    def write(self, state: State, link: ChainEntry) -> None:
        """Set an entry's data; raises LookupError."""
        state.entries[link.data["number"]].take(link.data)

    def words(self, link: ChainEntry, say: Speaker) -> str:
        number = say.gettext("No. %(number)d") % {"number": link.data["number"]}
        return f"{number} · {_entry_text(link.data, say)}"


class EntryChanged(EntryAdded, kind=ActionType.ENTRY_CHANGED):
    """An entry's players or tags were changed."""

    title = gettext_noop("Entry changed")

    def replay(self, state: State, link: ChainEntry) -> None:
        self.write(state, link)

    def before(self, link: ChainEntry, say: Speaker) -> str:
        older = say.older(link)
        return _entry_text(older, say) if older else ""


def _entry_text(data: Data, say: Speaker) -> str:
    """Return an entry in words: "Anne & Paul · Ladies"."""
    names = titled(data.get("players") or [], data.get("team_name") or "")
    return JOINT.join([names, *map(say.tag, data.get("tags") or [])])


class EntryRemoved(Action, kind=ActionType.ENTRY_REMOVED):
    """An entry that was never drawn was removed; its payments may move to another one."""

    title = gettext_noop("Entry removed")
    data = open_fields({"into": NUMBER, "to": NUMBER}, number=NUMBER)

    def replay(self, state: State, link: ChainEntry) -> None:
        number, data = link.data["number"], link.data
        del state.entries[number]
        follow(state, link, [data[name] for name in ("into", "to") if name in data])

    def words(self, link: ChainEntry, say: Speaker) -> str:
        return say.who(link.data["number"])


class CheckedIn(Action, kind=ActionType.CHECKED_IN):
    """Entries were checked in, or the check-in was withdrawn."""

    title = gettext_noop("Check-in")
    data = open_fields(numbers=NUMBERS, here=Flag())

    def replay(self, state: State, link: ChainEntry) -> None:
        for number in link.data["numbers"]:
            state.entries[number].checked_in_at = link.at if link.data["here"] else None

    def words(self, link: ChainEntry, say: Speaker) -> str:
        here, away = say.gettext("Here: %(who)s"), say.gettext("Not here after all: %(who)s")
        return (here if link.data["here"] else away) % {"who": named(link.data["numbers"], say)}


class Paid(Action, kind=ActionType.PAID):
    """Entries paid their fee, or the payment was withdrawn."""

    title = gettext_noop("Fee")
    data = open_fields({"cents": ListOf(CENTS)}, numbers=NUMBERS, paid=Flag())

    def replay(self, state: State, link: ChainEntry) -> None:
        follow(state, link, link.data["numbers"])

    def words(self, link: ChainEntry, say: Speaker) -> str:
        paid, unpaid = say.gettext("Paid: %(who)s"), say.gettext("Not paid after all: %(who)s")
        return (paid if link.data["paid"] else unpaid) % {"who": named(link.data["numbers"], say)}


def _seats_from(
    state: State, number: int, from_round: int
) -> list[tuple[RoundState, MatchState, SeatState]]:
    """Return an entry's seats from a round on."""
    return [
        (played, match, seat)
        for played in state.in_order()
        if played.number >= from_round
        for match, seat in played.counting()
        if seat.entry == number
    ]


class Withdrawn(Action, kind=ActionType.WITHDRAWN):
    """An entry withdrew before a round; its tables from then on are forfeits."""

    title = gettext_noop("Withdrawal")
    data = open_fields(**{"number": NUMBER, "from": COUNT})

    def replay(self, state: State, link: ChainEntry) -> None:
        number, from_round = link.data["number"], link.data["from"]
        state.entries[number].withdrawn_from = from_round
        for _played, match, own in _seats_from(state, number, from_round):
            for seat, kind in leave(own, match.seats):
                seat.kind = kind
            if match.kind != "exempt":
                match.kind = "forfeit"

    def words(self, link: ChainEntry, say: Speaker) -> str:
        return say.gettext("%(who)s, from round %(round)d on") % {
            "who": say.who(link.data["number"]),
            "round": link.data["from"],
        }


class Returned(Action, kind=ActionType.RETURNED):
    """A withdrawal was cancelled; tables of the `revived` rounds are played after all."""

    title = gettext_noop("Withdrawal taken back")
    data = open_fields({"revived": NUMBERS}, number=NUMBER)

    def replay(self, state: State, link: ChainEntry) -> None:
        entry, revived = state.entries[link.data["number"]], link.data.get("revived")
        if entry.withdrawn_from is None:
            return
        seats = _seats_from(state, entry.number, entry.withdrawn_from)
        entry.withdrawn_from = None
        for played, match, seat in seats:
            # Older logs do not have `revived`: there only the running round is.
            if played.number in revived if revived is not None else played.status == "playing":
                come_back(state, played, match, seat)

    def words(self, link: ChainEntry, say: Speaker) -> str:
        return say.who(link.data["number"])


class Substituted(Action, kind=ActionType.SUBSTITUTED):
    """A substitute took a place of an entry from a hand of a round on, or this was cancelled."""

    title = gettext_noop("Somebody sits in")
    data = DataByAction(
        {
            None: open_fields(
                **{"number": NUMBER, "place": Whole(1, 2), "from": NUMBER, "hand": NUMBER},
                left=NAME,
                came=NAME,
            ),
            "taken_back": open_fields(number=NUMBER, place=Whole(1, 2), left=NAME, came=NAME),
        }
    )

    def replay(self, state: State, link: ChainEntry) -> None:
        entry, place = state.entries[link.data["number"]], link.data["place"]
        if "act" in link.data:
            entry.rise(place)
        else:
            if place > len(entry.players):
                raise LookupError(place)
            entry.sit_down(place, link.data["came"], link.data["from"], link.data["hand"])

    def heading(self, link: ChainEntry, say: Speaker) -> str:
        if "act" in link.data:
            return say.gettext("A substitute cancelled")
        return super().heading(link, say)

    def words(self, link: ChainEntry, say: Speaker) -> str:
        number = say.gettext("No. %(number)d") % {"number": link.data["number"]}
        return f"{number} · {substituted_text(link.data, say.gettext)}"


def substituted_text(data: Data, gettext: Callable[[str], str]) -> str:
    """Return who replaces whom from when on, or that this was cancelled."""
    if "act" in data:
        text = gettext("%(came)s never sat there: %(left)s had not left")
    elif data["hand"] > 1:
        text = gettext("%(came)s for %(left)s, from hand %(hand)d of round %(round)d on")
    else:
        text = gettext("%(came)s for %(left)s, from round %(round)d on")
    return text % {**data, "round": data.get("from")}


def come_back(state: State, played: RoundState, match: MatchState, own: SeatState) -> None:
    """Restore the seat of an entry that had left."""
    if match.kind == "exempt":
        own.kind = ResultKind.EXEMPT
    elif match.sheet:
        is_whole = all(_plays(state, seat, played.number) for seat in match.seats)
        own.kind = kind_on_return(match.seats, is_whole=is_whole)
        if own.kind.is_game:
            match.kind = "catch_up" if own.kind is ResultKind.CATCH_UP else "game"
            for seat in match.seats:
                seat.kind = own.kind


def _plays(state: State, seat: SeatState, number: int) -> bool:
    left = state.entries[seat.entry].withdrawn_from
    return left is None or number < left
