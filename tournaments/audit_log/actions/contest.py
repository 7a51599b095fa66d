"""Actions on a contest as a whole."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any

from tournaments.audit_log.actions.action import (
    CHANCE,
    JOINT,
    NUMBERS,
    Action,
    ActionScope,
    Speaker,
    called_text,
    follow_secrets,
    named,
)
from tournaments.audit_log.actions.money import follow
from tournaments.audit_log.actions.types import ActionType, gettext_noop
from tournaments.audit_log.chain import VOUCHED, ChainEntry
from tournaments.audit_log.replay.cash_book import PAID_IS_KEPT
from tournaments.audit_log.replay.document import BROUGHT_IN, OUTCOMES, SETTINGS
from tournaments.audit_log.replay.meeting_fields import MEETINGS
from tournaments.audit_log.replay.outcomes import final_ranks, outcomes_of
from tournaments.audit_log.replay.reading import state_of
from tournaments.audit_log.replay.shape import (
    Anything,
    DocumentProblem,
    Flag,
    ListOf,
    Text,
    Whole,
    open_fields,
)
from tournaments.audit_log.replay.state import State
from tournaments.audit_log.replay.values import COUNT, NUMBER, POINTS
from tournaments.audit_log.replay.wishes import HALLS, known_by
from tournaments.draw.commitment import order_of
from tournaments.draw.halls import halls_from_dict
from tournaments.formats.meetings import meetings_from_dict
from tournaments.standings.brackets import BEFORE


def is_brought_in(link: ChainEntry) -> bool:
    """Return whether an action imported the contest from a program without a log."""
    return link.kind == ActionType.CREATED and "document" in link.data


class Changed(Action, kind=ActionType.CHANGED):
    """The settings were changed."""

    title = gettext_noop("Contest changed")
    data = open_fields(
        {PAID_IS_KEPT: Flag(), OUTCOMES: Text(64, 64)}, settings=SETTINGS, before=SETTINGS
    )

    def replay(self, state: State, link: ChainEntry) -> None:
        state.settings = dict(link.data["settings"])
        state.outcomes = link.data.get(OUTCOMES, state.outcomes)
        for played in state.rounds.values():
            for match in played.matches:
                if match.sheet:
                    match.sheet.scored = None
        follow(state, link)
        # Parse now: invalid rules would otherwise only fail at the next table.
        _ = state.ruleset, state.ranking_rules

    def before(self, link: ChainEntry, say: Speaker) -> str:
        return say.changes(link.data["before"], link.data["settings"])[0]

    def words(self, link: ChainEntry, say: Speaker) -> str:
        return say.changes(link.data["before"], link.data["settings"])[1]


class Created(Changed, kind=ActionType.CREATED):
    """The contest was created, or imported without a log."""

    title = gettext_noop("Contest created")
    data = open_fields(
        {"document": BROUGHT_IN, OUTCOMES: Text(64, 64), "chain": CHANCE["chain"]},
        settings=SETTINGS,
    )

    def replay(self, state: State, link: ChainEntry) -> None:
        if is_brought_in(link):
            brought = state_of(link.data["document"], state.codec)
            for one in fields(brought):
                setattr(state, one.name, getattr(brought, one.name))
        else:
            state.created_at = link.at
        follow_secrets(state, link.data)
        super().replay(state, link)

    def before(self, link: ChainEntry, say: Speaker) -> str:
        return ""

    def words(self, link: ChainEntry, say: Speaker) -> str:
        words = say.settings(link.data["settings"])
        if not is_brought_in(link):
            return words
        without_log = say.gettext("imported without a log")
        return f"{words} · {without_log}"


class LotDrawn(Action, kind=ActionType.LOT):
    """Lots were drawn between tied entrants."""

    title = gettext_noop("Lot drawn")
    data = open_fields({**CHANCE}, order=NUMBERS)

    def replay(self, state: State, link: ChainEntry) -> None:
        follow_secrets(state, link.data)
        if called := link.data.get("called"):
            order = link.data["order"]
            if order != order_of(set(order), link.data["secret"], called):
                raise ValueError("order")
        ranking = state.settings["ranking"]
        lots = [link.data["order"], *ranking["drawn_lots"]]
        state.settings = {**state.settings, "ranking": {**ranking, "drawn_lots": lots}}

    def words(self, link: ChainEntry, say: Speaker) -> str:
        return JOINT.join([named(link.data["order"], say), *called_text(link.data, say)])


class CodeMade(Action, kind=ActionType.CODE):
    """A table of the contest got a new code."""

    title = gettext_noop("New code for a table")
    where = ActionScope.CODE


class HallsSet(Action, kind=ActionType.HALLS):
    """The tables were set: how many, in which halls, which numbers are skipped."""

    title = gettext_noop("Tables and halls")
    data = open_fields(halls=HALLS)

    def replay(self, state: State, link: ChainEntry) -> None:
        halls_from_dict(link.data["halls"])
        state.halls = link.data["halls"]

    def words(self, link: ChainEntry, say: Speaker) -> str:
        halls = halls_from_dict(link.data["halls"])
        words = [f"{hall.name} {hall.first}–{hall.last}" for hall in halls.halls]
        if halls.count:
            text = say.ngettext("%(count)d table", "%(count)d tables", halls.count)
            words.insert(0, text % {"count": halls.count})
        if halls.skipped:
            text = say.gettext("without %(numbers)s")
            words.append(text % {"numbers": ", ".join(map(str, halls.skipped))})
        return JOINT.join(words)


class Wished(Action, kind=ActionType.WISHED):
    """The wishes for the draws were changed; the entry has only their hash, as they are private."""

    title = gettext_noop("Wishes for the draw")
    data = open_fields(mark=Text(64), groups=COUNT, seats=COUNT)

    def replay(self, state: State, link: ChainEntry) -> None:
        state.wishes = known_by(link.data["mark"])

    def words(self, link: ChainEntry, say: Speaker) -> str:
        groups, seats = link.data["groups"], link.data["seats"]
        if not groups and not seats:
            return say.gettext("none")
        apart = say.ngettext("%(count)d group apart", "%(count)d groups apart", groups)
        fixed = say.ngettext("%(count)d fixed seat", "%(count)d fixed seats", seats)
        counted = ((groups, apart), (seats, fixed))
        return JOINT.join(text % {"count": count} for count, text in counted if count)


class MeetingsSet(Action, kind=ActionType.MEETINGS):
    """The club teams were set: their line-ups, and how their meetings are won."""

    title = gettext_noop("Club teams")
    data = open_fields(meetings=MEETINGS)

    def replay(self, state: State, link: ChainEntry) -> None:
        played = {seat.entry for one in state.rounds.values() for _, seat in one.counting()}
        after = meetings_from_dict(link.data["meetings"])
        state.format.refuse_meetings(after, played, begun=bool(state.rounds))
        state.meetings = link.data["meetings"]

    def words(self, link: ChainEntry, say: Speaker) -> str:
        meetings = meetings_from_dict(link.data["meetings"])
        if meetings is None:
            return say.gettext("none")
        return JOINT.join(
            f"{squad.name} {', '.join(map(str, squad.entries))}" for squad in meetings.squads
        )


class Finished(Action, kind=ActionType.FINISHED):
    """The contest was finished, with the ranking of the entry."""

    title = gettext_noop("Contest finished")
    data = open_fields({"ranking": ListOf(ListOf(POINTS, 3, 3)), "brackets": NUMBER})

    def replay(self, state: State, link: ChainEntry) -> None:
        state.finished_at = link.at
        state.bracket_version = link.data.get("brackets", BEFORE)
        # Logs of earlier versions have no ranking here.
        ranking = link.data.get("ranking")
        if ranking is not None and ranking != final_ranks(outcomes_of(state).standings):
            raise ValueError("ranking")


class Resumed(Action, kind=ActionType.RESUMED):
    """A finished contest was reopened."""

    title = gettext_noop("Contest opened again")

    def replay(self, state: State, link: ChainEntry) -> None:
        state.finished_at = None
        state.bracket_version = BEFORE


@dataclass(frozen=True, slots=True)
class _Voucher:
    """A redacted entry's number, and the hash of what is left of it."""

    def problems(self, value: Any, path: str) -> Iterator[DocumentProblem]:
        if isinstance(value, list) and len(value) == 2:
            yield from Whole(1).problems(value[0], f"{path}[0]")
            yield from Text(64, 64).problems(value[1], f"{path}[1]")
        else:
            yield from ListOf(Anything(), 2, 2).problems(value, path)


class Redacted(Action, kind=ActionType.REDACTED):
    """A name was removed from earlier entries; this entry vouches for what is left of them."""

    title = gettext_noop("Name taken out")
    data = open_fields(**{VOUCHED: ListOf(_Voucher())})

    def replay(self, state: State, link: ChainEntry) -> None:
        # The authors of earlier hands may be redacted too, so they cannot be compared.
        for played in state.rounds.values():
            for match in played.matches:
                for verdict in match.verdicts.values():
                    verdict["author"] = None
                for authorship in match.sheet.authorships if match.sheet else ():
                    authorship.by = None

    def words(self, link: ChainEntry, say: Speaker) -> str:
        count = len(link.data.get(VOUCHED) or ())
        return say.ngettext(
            "A player asked to be anonymous: the name was removed from %(count)d line. It "
            "keeps the fingerprint it had; this line certifies what is left.",
            "A player asked to be anonymous: the name was removed from %(count)d lines. They "
            "keep the fingerprints they had; this line certifies what is left.",
            count,
        ) % {"count": count}
