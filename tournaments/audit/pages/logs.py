"""The log of a contest in words: who did what, when, and what was there before."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _

from scorekeeper.engine.hand import Seat, Side
from scorekeeper.engine.rulesets import GameFormat
from scorekeeper.engine.tally import Tally
from scorekeeper.games.pages.log import act_in_words
from scorekeeper.hands.pages.sheets import GameSheet
from scorekeeper.models import Game, GameEvent
from tournaments.audit.labels.log import act_text, entry_text, mentioned
from tournaments.audit.pages.settings import changed_settings, first_settings
from tournaments.chain import LogHead, first_break, mark_of, vouched
from tournaments.models import LogEntry, Match, MatchSeat, Tournament

_Kind = LogEntry.Kind
HASH_SHOWN: Final = 8
CHECKED_AT_ONCE: Final = 2000
_OF_A_SIDE = {_Kind.ACCEPTED, _Kind.DISPUTED}

Place = tuple[int, int]
"""A round and a table in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestLogLine:
    """One act. `before` and `after` are in words, empty where there was nothing."""

    number: int
    at: datetime
    author: str
    place: str
    text: str
    before: str
    after: str
    short_hash: str
    is_true: bool
    is_vouched: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LogCheck:
    """What a check of the whole chain found: None where it was not looked at.

    `vouched` is how many lines are without a name that stood there.
    """

    count: int
    is_done: bool
    broken_at: int | None = None
    vouched: int = 0


def log_of(
    tournament: Tournament,
    *,
    round_number: int | None = None,
    table_number: int | None = None,
    entry_number: int | None = None,
) -> QuerySet[LogEntry]:
    """Return the log, the latest act first: all of it, or of a round, a table, an entry."""
    log = tournament.log.order_by("-number")
    if round_number is not None:
        log = log.filter(round_number=round_number)
    if table_number is not None:
        log = log.filter(table_number=table_number)
    if entry_number is not None:
        log = log.filter(_about(tournament, entry_number))
    return log


def _about(tournament: Tournament, number: int) -> Q:
    """Return what finds the acts that name an entry, and those at the tables where it sat."""
    of_contest = tournament.log.filter(table_number=None).values_list("number", "data")
    named = [act for act, data in of_contest if number in mentioned(data)]
    found = Q(number__in=named)
    seats = MatchSeat.objects.filter(
        round__tournament=tournament, entry__number=number, match__table_number__isnull=False
    )
    for played, table in seats.values_list("round__number", "match__table_number"):
        found |= Q(round_number=played, table_number=table)
    return found


def log_head(tournament: Tournament) -> LogHead:
    """Return how far the log has come; one query. Number 0 and no digits where it is empty."""
    last = tournament.log.order_by("-number").values_list("number", "hash").first()
    number, seal = last or (0, "")
    return LogHead(number, mark_of(seal).strip())


def holds(tournament: Tournament, head: LogHead) -> bool:
    """Return whether the log still has the line that was printed, under the same mark."""
    line = tournament.log.filter(number=head.number).values_list("hash", flat=True).first()
    return line is not None and head.names(line)


def check_log(tournament: Tournament, *, always: bool = False) -> LogCheck:
    """Return whether the chain is whole; a long log is only looked at when asked for."""
    count = tournament.version
    if count > CHECKED_AT_ONCE and not always:
        return LogCheck(count=count, is_done=False)
    links = (entry.link for entry in tournament.log.order_by("number").iterator())
    broken_at = first_break(links)
    # What was cut off at the end nothing names that follows, but the contest counts its lines.
    if broken_at is None and (kept := tournament.log.count()) < count:
        broken_at = kept + 1
    return LogCheck(
        count=count, is_done=True, broken_at=broken_at, vouched=len(_vouched_lines(tournament))
    )


def _vouched_lines(tournament: Tournament) -> dict[int, str]:
    """Return what later acts vouch for, by the number of the line."""
    found: dict[int, str] = {}
    for voucher in tournament.log.filter(kind=_Kind.REDACTED).order_by("number"):
        found |= vouched(voucher.link)
    return found


def log_lines(tournament: Tournament, entries: Sequence[LogEntry]) -> list[ContestLogLine]:
    """Return a page of the log in words, in a fixed number of queries."""
    words = _Words(tournament, entries)
    return [words.line(entry) for entry in entries]


class _Words:
    """Puts acts into words; looks up once whom they name."""

    def __init__(self, tournament: Tournament, acts: Sequence[LogEntry]) -> None:
        self.tournament = tournament
        self.titles = self._find_titles(acts)
        self.tables = self._find_tables(acts)
        self.older = self._find_older(acts)
        self.seals = {act.number: act.link.true_hash() for act in acts}
        self.vouched = self._find_vouched(acts)

    def line(self, act: LogEntry) -> ContestLogLine:
        before, after = self._before_and_after(act)
        is_whole = self.seals[act.number] == act.hash
        is_vouched = not is_whole and self.vouched.get(act.number) == self.seals[act.number]
        return ContestLogLine(
            number=act.number,
            at=act.at,
            author=act.author_name,
            place=line_place(act),
            text=self._heading(act),
            before=before,
            after=after,
            short_hash=act.hash[:HASH_SHOWN],
            is_true=is_whole or is_vouched,
            is_vouched=is_vouched,
        )

    def who(self, number: int) -> str:
        """Return an entry by number and names; by its number alone once it is removed."""
        title = self.titles.get(number)
        if title:
            return _("No. %(number)d (%(names)s)") % {"number": number, "names": title}
        return _("No. %(number)d") % {"number": number}

    def _heading(self, act: LogEntry) -> str:
        if act.kind == _Kind.GAME:
            text = str(GameEvent.Kind(act.data["act"]).label)
            return f"{text} {act.data['hand']}" if act.data.get("hand") else text
        return act.get_kind_display()

    def _before_and_after(self, act: LogEntry) -> tuple[str, str]:
        data: dict[str, Any] = act.data
        if act.kind == _Kind.GAME:
            return self._at_table(act, data.get("before")), self._at_table(act, data.get("after"))
        if act.kind == _Kind.CREATED:
            words = first_settings(data["settings"])
            is_new = "document" not in data
            return "", words if is_new else f"{words} · {_('brought in without a log')}"
        if act.kind == _Kind.CHANGED:
            return changed_settings(data["before"], data["settings"])
        text = act_text(act.kind, data, self.who)
        if act.kind in _OF_A_SIDE:
            side = self._sheet(act).sides[Side(data["side"])]
            return "", f"{side} · {text}"
        older = self.older.get(act.number)
        return (entry_text(older) if older else ""), text

    def _at_table(self, act: LogEntry, values: dict[str, Any] | None) -> str:
        return act_in_words(values, self._sheet(act))

    def _sheet(self, act: LogEntry) -> GameSheet:
        """Return an empty sheet with the names round that table, as hands are told by."""
        names = self.tables.get((act.round_number or 0, act.table_number or 0), {})
        tally = Tally(ruleset=self.tournament.ruleset, format=GameFormat(hands=1))
        return GameSheet(
            game=Game(),
            names={seat: names.get(seat) or seat.value for seat in Seat},
            hands=(),
            tally=tally,
            slips=(),
        )

    def _find_titles(self, acts: Sequence[LogEntry]) -> dict[int, str]:
        numbers = {number for act in acts for number in mentioned(act.data)}
        entries = self.tournament.entries.by_number().filter(number__in=numbers)
        return {entry.number: entry.title for entry in entries}

    def _find_tables(self, acts: Sequence[LogEntry]) -> dict[Place, Mapping[str, str]]:
        """Return the names round the tables that acts happened at, by seat."""
        wanted = Q(pk=None)
        for act in acts:
            if act.table_number is not None:
                wanted |= Q(round__number=act.round_number, table_number=act.table_number)
        matches = Match.objects.filter(wanted, round__tournament=self.tournament)
        found = matches.annotate(number=F("round__number")).select_related("game")
        return {
            (match.number, match.table_number or 0): _names_at(match)
            for match in found.prefetch_related("game__seats")
        }

    def _find_vouched(self, acts: Sequence[LogEntry]) -> dict[int, str]:
        """Return what later acts vouch for, where a line is not as it was written."""
        if all(self.seals[act.number] == act.hash for act in acts):
            return {}
        return _vouched_lines(self.tournament)

    def _find_older(self, acts: Sequence[LogEntry]) -> dict[int, dict[str, Any]]:
        """Return what changed entries were before, by the number of the change."""
        changes = [act for act in acts if act.kind == _Kind.ENTRY_CHANGED]
        written = self.tournament.log.filter(
            kind__in=[_Kind.ENTRY_ADDED, _Kind.ENTRY_CHANGED],
            data__number__in=[act.data["number"] for act in changes],
        )
        found: dict[int, dict[str, Any]] = {}
        for number, data in written.order_by("number").values_list("number", "data"):
            for act in changes:
                if act.data["number"] == data["number"] and number < act.number:
                    found[act.number] = data
        return found


def _names_at(match: Match) -> dict[str, str]:
    return {seat.seat: seat.name for seat in match.game.seats.all()} if match.game else {}


def line_place(act: LogEntry) -> str:
    """Return "Round 2 · table 4"."""
    words = []
    if act.round_number is not None:
        words.append(_("Round %(number)d") % {"number": act.round_number})
    if act.table_number is not None:
        words.append(_("Table %(number)s") % {"number": act.table_number})
    return " · ".join(words)
