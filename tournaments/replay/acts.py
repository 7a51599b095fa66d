"""The log of a contest, done again act by act."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Final

from scorekeeper.engine.hand import Side
from scorekeeper.engine.rulesets import GameFormat
from tournaments.chain import Link
from tournaments.replay.game_acts import play_act
from tournaments.replay.hands import Codec
from tournaments.replay.leaving import come_back, leave
from tournaments.replay.links import link_problems
from tournaments.replay.outcomes import (
    draw_facts,
    final_ranks,
    outcomes_of,
    penalties_of,
    receipt,
    score_sheet,
)
from tournaments.replay.reading import state_of
from tournaments.replay.refusals import BROKEN, ReplayError, broken_problem
from tournaments.replay.shape import DocumentProblem, ShapeCode
from tournaments.replay.state import (
    EntryState,
    MatchState,
    RoundState,
    SheetState,
    State,
    exempt_match,
    seats_of,
)
from tournaments.standings.results import ResultKind


def replay(links: Iterable[Link], codec: Codec) -> State:
    """Return the contest that its log tells of; raises ReplayError."""
    state = State(codec)
    for link in links:
        place = f"log[{link.number - 1}]"
        if problems := _refusals(state, link):
            raise ReplayError(link, [problem.below(place) for problem in problems])
        try:
            ACTS[link.kind](state, link)
        except BROKEN as error:
            raise ReplayError(link, [broken_problem(error, place)]) from error
    return state


def _refusals(state: State, link: Link) -> list[DocumentProblem]:
    """Return why no contest can have done that act then."""
    if bool(state.settings) == (link.kind == BEGINNING):
        return [
            DocumentProblem("", ShapeCode.BEGUN_TWICE if state.settings else ShapeCode.NOT_BEGUN)
        ]
    return link_problems(link)


def is_brought_in(link: Link) -> bool:
    """Return whether a contest came with that act from a program that kept no log."""
    return link.kind == BEGINNING and "document" in link.data


def _nothing(_state: State, _link: Link) -> None:
    """Do nothing: neither a result nor a ranking hangs on it."""


def _created(state: State, link: Link) -> None:
    if is_brought_in(link):
        brought = state_of(link.data["document"], state.codec)
        for name in ("entries", "rounds", "created_at", "finished_at"):
            setattr(state, name, getattr(brought, name))
    else:
        state.created_at = link.at
    _settings(state, link)


def _settings(state: State, link: Link) -> None:
    state.settings = dict(link.data["settings"])
    for played in state.rounds.values():
        for match in played.matches:
            if match.sheet:
                match.sheet.scored = None
    # Read once: rules that nobody can play by would be told of the next table instead.
    _ = state.ruleset, state.ranking_rules


def _lot(state: State, link: Link) -> None:
    ranking = state.settings["ranking"]
    lots = [link.data["order"], *ranking["drawn_lots"]]
    state.settings = {**state.settings, "ranking": {**ranking, "drawn_lots": lots}}


def _finished(state: State, link: Link) -> None:
    state.finished_at = link.at
    # Logs of earlier versions do not say how everybody stood.
    ranking = link.data.get("ranking")
    if ranking is not None and ranking != final_ranks(outcomes_of(state).standings):
        raise ValueError("ranking")


def _resumed(state: State, _link: Link) -> None:
    state.finished_at = None


def _redacted(state: State, _link: Link) -> None:
    """Forget who wrote what: a name that was taken out may stand there in other words now."""
    for played in state.rounds.values():
        for match in played.matches:
            for verdict in match.verdicts.values():
                verdict["author"] = None
            for written in match.sheet.written if match.sheet else ():
                written.by = None


def _entry(state: State, link: Link) -> None:
    number = link.data["number"]
    known = state.entries.get(number)
    if (known is None) != (link.kind == "entry_added"):
        raise LookupError(number)
    entry = known or EntryState(number, [], created_at=link.at)
    entry.take(link.data)
    state.entries[number] = entry


def _entry_removed(state: State, link: Link) -> None:
    del state.entries[link.data["number"]]


def _checked_in(state: State, link: Link) -> None:
    for number in link.data["numbers"]:
        state.entries[number].checked_in_at = link.at if link.data["here"] else None


def _paid(state: State, link: Link) -> None:
    for number in link.data["numbers"]:
        state.entries[number].has_paid = link.data["paid"]


def _withdrawn(state: State, link: Link) -> None:
    leave(state, link.data["number"], link.data["from"])


def _returned(state: State, link: Link) -> None:
    come_back(state, link.data["number"], link.data.get("revived"))


def _round(state: State, link: Link) -> RoundState:
    """Return the round of an act; raises LookupError."""
    return state.rounds[link.round_number or 0]


def _drawn(state: State, link: Link) -> None:
    number = link.round_number
    if number is None:
        raise LookupError("round")
    # A preview that was not published is replaced.
    if state.rounds and (last := state.rounds[max(state.rounds)]).status == "drawn":
        del state.rounds[last.number]
    if number != len(state.rounds) + 1:
        raise LookupError(number)
    state.rounds[number] = RoundState(
        number,
        state.hands_of_round(number),
        fingerprint=link.data["fingerprint"],
        facts=draw_facts(state, number),
        drawn_at=link.at,
    )


def _swapped(state: State, link: Link) -> None:
    _round(state, link).swaps.append([link.data["one"], link.data["other"]])


def _discarded(state: State, link: Link) -> None:
    del state.rounds[_round(state, link).number]


def _published(state: State, link: Link) -> None:
    played = _round(state, link)
    if played.status != "drawn":
        raise ValueError(played.status)
    played.status = "playing"
    played.hands = link.data["hands"]
    played.published = link.data["matches"]
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


def _sheet_of(played: RoundState, link: Link) -> SheetState:
    """Return the empty sheet of a table that an act opens."""
    return SheetState(GameFormat(hands=played.hands), started_at=link.at)


def _unpublished(state: State, link: Link) -> None:
    played = _round(state, link)
    played.status = "drawn"
    played.matches, played.published = [], []
    played.published_at = played.timer_left = played.timer_ends_at = None


def _reseated(state: State, link: Link) -> None:
    acts = {"late": _late, "catch_up": _catch_up, "cancelled": _cancelled}
    if "act" in link.data:
        acts[link.data["act"]](_round(state, link), link)
    else:
        _exchanged(_round(state, link), link.data["one"], link.data["other"])


def _exchanged(played: RoundState, one: int, other: int) -> None:
    """Let two entries sit in each other's seats; what their tables wrote stays there."""
    seats = {seat.entry: (match, seat) for match, seat in played.counting()}
    for number in (one, other):
        match, _seat = seats[number]
        if match.sheet is not None:
            match.verdicts.clear()
            match.is_signed = False
            if match.is_game and match.sheet.is_finished:
                # Its receipt names those who sit there.
                match.check_note = ""
    seats[one][1].entry, seats[other][1].entry = other, one


def _late(played: RoundState, link: Link) -> None:
    _open_table(played, link, "game")


def _catch_up(played: RoundState, link: Link) -> None:
    match = _open_table(played, link, "catch_up")
    for seat in match.seats:
        seat.kind = ResultKind.CATCH_UP


def _open_table(played: RoundState, link: Link, kind: str) -> MatchState:
    data = link.data
    seats = seats_of(data["a"], data["b"], counting=data["count"])
    here = {seat.entry for seat in seats}
    played.matches = [
        match
        for match in played.matches
        if match.kind != "exempt" or here.isdisjoint(seat.entry for seat in match.seats)
    ]
    match = MatchState(kind, seats, link.table_number, _sheet_of(played, link))
    played.matches.append(match)
    return match


def _cancelled(played: RoundState, link: Link) -> None:
    played.matches.remove(played.at_table(link.table_number))
    played.matches += [exempt_match(number) for number in link.data["exempt"]]


def _closed(state: State, link: Link) -> None:
    played = _round(state, link)
    played.status = "closed"
    played.closed_at = link.at
    played.timer_left = played.timer_ends_at = None


def _reopened(state: State, link: Link) -> None:
    played = _round(state, link)
    played.status = "playing"
    played.closed_at = None


def _timer(state: State, link: Link) -> None:
    """Set the clock of a round; one that runs goes on running."""
    played, seconds = _round(state, link), link.data["seconds_left"]
    runs = link.data["act"] == "started" or (
        link.data["act"] == "set" and played.timer_ends_at is not None
    )
    if link.data["act"] != "started":
        played.timer_left = seconds
    ends = datetime.fromisoformat(link.at) + timedelta(seconds=seconds or 0)
    played.timer_ends_at = ends.isoformat() if runs and seconds else None


def _match(state: State, link: Link) -> MatchState:
    """Return the table of an act; raises LookupError."""
    return _round(state, link).at_table(link.table_number)


def _game(state: State, link: Link) -> None:
    match = _match(state, link)
    is_looked_at = match.is_signed or match.check_note
    before = _receipt_and_penalties(state, link, match) if is_looked_at else None
    play_act(match, link)
    if before and (match.is_signed or match.check_note):
        after = _receipt_and_penalties(state, link, match)
        # Whoever signed, signed another sheet; whoever looked at it, saw less.
        match.is_signed = match.is_signed and before[0] == after[0]
        match.check_note = match.check_note if before == after else ""


def _receipt_and_penalties(state: State, link: Link, match: MatchState) -> tuple[str, int]:
    if match.sheet is None:
        raise LookupError("sheet")
    scored = score_sheet(state, match.sheet)
    played = _round(state, link)
    return receipt(state, played, match, scored), penalties_of(match.sheet, scored)


def _slip(state: State, link: Link) -> None:
    match, data = _match(state, link), link.data
    if match.sheet is None or not match.sheet.is_slip:
        raise LookupError("slip")
    match.needs_check = data["to_check"]
    match.check_note = data["note"]
    match.is_signed = data["signed"]
    match.verdicts.clear()
    match.sheet.stop_reason = data["reason"]
    match.sheet.capots = {Side.A: data["capots_a"], Side.B: data["capots_b"]}


def _checked(state: State, link: Link) -> None:
    match = _match(state, link)
    match.needs_check = False
    match.check_note = link.data["note"]


def _said(state: State, link: Link) -> None:
    """Note what a side says of the sheet it looked at, which is the one that stood then."""
    match, data = _match(state, link), link.data
    _refuse_other_sheet(state, link, match)
    names = ("agrees", "receipt", "total_a", "total_b", "note")
    said = {name: data[name] for name in names}
    match.verdicts[Side(data["side"])] = {**said, "author": link.author, "at": link.at}


def _receipt(state: State, link: Link, match: MatchState) -> str:
    """Return the receipt of a table's sheet as it stands; raises LookupError without one."""
    return _receipt_and_penalties(state, link, match)[0]


def _settled(state: State, link: Link) -> None:
    match = _match(state, link)
    _refuse_other_sheet(state, link, match)
    match.is_signed = True
    match.check_note = link.data["note"] or match.check_note


def _refuse_other_sheet(state: State, link: Link, match: MatchState) -> None:
    """Raise ValueError where the receipt is not that of the sheet as the log tells it."""
    stood = _receipt(state, link, match)
    if stood != link.data["receipt"]:
        raise ValueError(f"receipt {link.data['receipt']}, {stood}")


BEGINNING: Final = "created"
"""With that, and with nothing else, a log begins."""

ACTS: Final[Mapping[str, Callable[[State, Link], None]]] = MappingProxyType(
    {
        "created": _created,
        "changed": _settings,
        "entry_added": _entry,
        "entry_changed": _entry,
        "entry_removed": _entry_removed,
        "checked_in": _checked_in,
        "paid": _paid,
        "withdrawn": _withdrawn,
        "returned": _returned,
        "drawn": _drawn,
        "swapped": _swapped,
        "discarded": _discarded,
        "published": _published,
        "reseated": _reseated,
        "unpublished": _unpublished,
        "timer": _timer,
        "game": _game,
        "slip": _slip,
        "checked": _checked,
        "accepted": _said,
        "disputed": _said,
        "ruled": _settled,
        "signed": _settled,
        "closed": _closed,
        "reopened": _reopened,
        "lot": _lot,
        "code": _nothing,
        "finished": _finished,
        "resumed": _resumed,
        "redacted": _redacted,
    }
)
"""Every kind of act; the kinds are those of the stored log."""
