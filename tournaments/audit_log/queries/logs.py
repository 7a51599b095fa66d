"""The log of a contest in words, and its verification."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.db.models import F, Q, QuerySet
from django.utils import translation
from django.utils.dateparse import parse_date
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scorekeeper.engine.hand import Seat, Side
from scorekeeper.engine.rulesets import GameFormat
from scorekeeper.engine.tally import Tally
from scorekeeper.extensions import optional_url
from scorekeeper.games.queries.log import act_in_words
from scorekeeper.games.queries.sheets import GameSheet
from scorekeeper.labels.sheets import points_text
from scorekeeper.models import Game, GameEvent, GameSeat
from tournaments.audit_log.actions import ACTIONS
from tournaments.audit_log.chain import ChainEntry, LogHead, first_break, mark_of, vouched
from tournaments.audit_log.queries.documents import CODEC, document_of, moment
from tournaments.audit_log.queries.records import record_differences
from tournaments.audit_log.replay.announcement import sponsors_from_dict
from tournaments.audit_log.replay.document import SettingsFields
from tournaments.audit_log.replay.fields import labelled
from tournaments.audit_log.replay.game_logs import TableAction, TableLogs
from tournaments.audit_log.replay.game_records import Chairs, GameRecords
from tournaments.audit_log.replay.refusals import broken_problem
from tournaments.audit_log.replay.verification import Verification, verify_document
from tournaments.contests.labels import criteria_text, format_text, rules_name, setting_label
from tournaments.draw.request import Method
from tournaments.entries.labels import euros_text
from tournaments.models import LogEntry, Match, MatchSeat, Tournament
from tournaments.rounds.labels import METHOD_LABELS
from tournaments.sanctions import list_text
from tournaments.standings.sanctions import listed_from_dict
from tournaments.tags import tag_label

Settings = Mapping[str, Any]


def _day(value: str) -> str:
    day = parse_date(value)
    return date_format(day, "j F Y") if day else value


def _listed(values: Sequence[str] | None) -> str:
    # Fields that are stored only if set were empty before.
    return ", ".join(values or ())


def _minutes(value: int | None) -> str:
    return str(value) if value else ""


def _forfeits(points: int | None) -> str:
    return _("by the hands of the round") if points is None else points_text(points)


def _allowed(is_allowed: bool | None) -> str:
    return _("allowed") if is_allowed else _("not allowed")


def _announced(value: Mapping[str, Any] | None) -> str:
    return _listed([*map(str, (value or {}).values())])


def _sponsors(value: Sequence[Mapping[str, str]] | None) -> str:
    return _listed([one.text for one in sponsors_from_dict(value or ())])


def _mode(code: str) -> str:
    return str(dict(Tournament.Mode.choices).get(code, code))


def _yes_or_no(value: bool | None) -> str:
    return _("yes") if value else _("no")


_TEXTS: Final[Mapping[str, Callable[[Any], str]]] = {
    "date": _day,
    "format.mode": _mode,
    "format.round_hands": format_text,
    "rules": lambda rules: rules_name(rules["key"], rules["name"]),
    "next_draw": lambda code: str(Tournament.NextDraw(code).label),
    "ranking.criteria": criteria_text,
    "ranking.ties": lambda code: str(Tournament.Ties(code).label),
    "given.exempt": lambda code: str(Tournament.Exempt(code).label),
    "given.exempt_points": points_text,
    "given.forfeit_points": _forfeits,
    "round_minutes": _minutes,
    "fee_cents": euros_text,
    "tags": lambda tags: _listed([*map(tag_label, tags or ())]),
    "prizes": _listed,
    "second_entries": _allowed,
    "sanction_list": lambda plain: list_text(listed_from_dict(plain or ())),
    "announcement": _announced,
    "sponsors": _sponsors,
}
"""Functions that put a setting's value in words; other values are yes, no or text."""
SHOWN_AT_FIRST: Final = ("format.round_hands", "format.mode", "rules")
SETTINGS_READ: Final = tuple(
    dict.fromkeys(["name", "date", *SHOWN_AT_FIRST, *labelled(SettingsFields)])
)
"""Every setting by its path, in the order in which changes are listed."""


def _text(path: str, value: Any) -> str:
    usual = _yes_or_no if labelled(SettingsFields)[path].is_yes_no else str
    return _TEXTS.get(path, usual)(value)


def first_settings(settings: Settings) -> str:
    """Return a summary of the settings that a contest was created with."""
    return " · ".join(_text(path, _at(settings, path)) for path in SHOWN_AT_FIRST)


def changed_settings(before: Settings, after: Settings) -> tuple[str, str]:
    """Return the changed settings by label, before and after."""
    was, became = [], []
    for path in SETTINGS_READ:
        old, new = _at(before, path), _at(after, path)
        if _what_counts(old) != _what_counts(new):
            was.append(_line(path, _text(path, old)))
            became.append(_line(path, _text(path, new)))
    return " · ".join(was), " · ".join(became)


def _what_counts(value: Any) -> Any:
    """Return a setting without its display name: presets have names in the current language."""
    is_rules = isinstance(value, dict) and "key" in value
    return (value["key"], value["values"]) if is_rules else value


def _line(path: str, text: str) -> str:
    return _("%(rule)s: %(value)s") % {"rule": setting_label(path), "value": text or "–"}


def _at(settings: Settings, path: str) -> Any:
    found: Any = settings
    for name in path.split("."):
        found = found.get(name)
    return found


def verify_tournament(tournament: Tournament) -> Verification:
    """Replay the log of a contest and compare the result with what is stored.

    Also compares the number of log entries, the names on the chairs of tables, the games' own logs,
    and what else a document does not contain. Never raises: a contest that cannot be read says so.
    """
    try:
        records = GameRecords(chairs=_chairs_of(tournament), events=_events_of(tournament))
        found = verify_document(document_of(tournament), CODEC, records=records)
        found = replace(found, differences=[*found.differences, *record_differences(tournament)])
        is_cut_off = found.broken_at is None and found.acts < tournament.version
    except Exception as error:  # the database may hold anything
        return Verification(problems=[broken_problem(error, "")])
    return replace(found, broken_at=found.acts + 1) if is_cut_off else found


def _chairs_of(tournament: Tournament) -> Chairs:
    """Return the names on the chairs of every table."""
    chairs: dict[tuple[int, int], dict[Side, list[str]]] = {}
    seats = GameSeat.objects.filter(game__match__round__tournament=tournament).order_by("seat")
    places = seats.values_list(
        "game__match__round__number", "game__match__table_number", "seat", "name"
    )
    for number, table, seat, name in places:
        sides = chairs.setdefault((number, table or 0), {side: [] for side in Side})
        sides[Seat(seat).side].append(name)
    return chairs


def _events_of(tournament: Tournament) -> TableLogs:
    """Return the events in the own logs of a contest's games."""
    found: dict[tuple[int, int], list[TableAction]] = {}
    events = GameEvent.objects.filter(game__match__round__tournament=tournament).order_by("pk")
    for number, table, kind, author, at, hand, before, after in events.values_list(
        "game__match__round__number",
        "game__match__table_number",
        *("kind", "author_name", "at", "hand_number", "before", "after"),
    ):
        act = TableAction(kind, author, moment(at) or "", hand, before, after)
        found.setdefault((number, table or 0), []).append(act)
    return found


_Kind = LogEntry.Kind
Data = dict[str, Any]
HASH_SHOWN: Final = 8
CHECKED_AT_ONCE: Final = 2000

Place = tuple[int, int]
"""The numbers of a round and of a table in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LogCheck:
    """The result of checking the whole chain; fields are None if it was not checked.

    `vouched` is the number of entries from which a name was removed.
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
    """Return the log, latest entry first, of the contest or of a round, a table or an entry."""
    log = tournament.log.order_by("-number")
    if round_number is not None:
        log = log.filter(round_number=round_number)
    if table_number is not None:
        log = log.filter(table_number=table_number)
    if entry_number is not None:
        log = log.filter(_about(tournament, entry_number))
    return log


def _about(tournament: Tournament, number: int) -> Q:
    """Return a filter for actions that name an entry, or happened at a table while it sat there."""
    of_contest = tournament.log.filter(table_number=None).values_list("number", "data")
    named = [act for act, data in of_contest if number in mentioned(data)]
    found = Q(number__in=named)
    seats = MatchSeat.objects.filter(
        round__tournament=tournament, entry__number=number, match__table_number__isnull=False
    )
    for played, table in seats.values_list("round__number", "match__table_number"):
        found |= Q(round_number=played, table_number=table)
    return found


def mentioned(data: Data) -> set[int]:
    """Return the numbers of the entries that a log entry names."""
    found: set[int] = set()
    for key in ("number", "one", "other", "winner", "entry"):
        if isinstance(data.get(key), int):
            found.add(data[key])
    for key in ("numbers", "order", "entries", "exempt", "a", "b"):
        found.update(data.get(key) or ())
    for match in data.get("matches") or ():
        found.update([*match["a"], *match["b"]])
    return found


def log_head(tournament: Tournament) -> LogHead:
    """Return the position of the log; one query. Number 0 without digits if it is empty."""
    last = tournament.log.order_by("-number").values_list("number", "hash").first()
    number, seal = last or (0, "")
    return LogHead(number, mark_of(seal).strip())


def holds(tournament: Tournament, head: LogHead) -> bool:
    """Return whether the log still has the entry that was printed, with the same hash."""
    line = tournament.log.filter(number=head.number).values_list("hash", flat=True).first()
    return line is not None and head.names(line)


def check_log(tournament: Tournament, *, always: bool = False) -> LogCheck:
    """Check the chain; a long log is only checked if `always` is set."""
    count = tournament.version
    if count > CHECKED_AT_ONCE and not always:
        return LogCheck(count=count, is_done=False)
    links = (entry.link for entry in tournament.log.order_by("number").iterator())
    broken_at = first_break(links)
    # No entry refers to a truncated end, but the contest counts its entries.
    if broken_at is None and (kept := tournament.log.count()) < count:
        broken_at = kept + 1
    return LogCheck(
        count=count, is_done=True, broken_at=broken_at, vouched=len(_vouched_lines(tournament))
    )


def _vouched_lines(tournament: Tournament) -> dict[int, str]:
    """Return the hashes of redacted entries that later entries vouch for, by number."""
    found: dict[int, str] = {}
    for voucher in tournament.log.filter(kind=_Kind.REDACTED).order_by("number"):
        found |= vouched(voucher.link)
    return found


def log_lines(tournament: Tournament, entries: Sequence[LogEntry]) -> list[dict[str, Any]]:
    """Return a page of the log in words, in a fixed number of queries.

    `before` and `after` are empty if there was nothing.
    """
    words = _Words(tournament, entries)
    return [words.line(entry) for entry in entries]


class _Words:
    """The `Speaker` of several actions; loads the names that they need once."""

    gettext = staticmethod(translation.gettext)
    ngettext = staticmethod(translation.ngettext)
    points = staticmethod(points_text)
    euros = staticmethod(euros_text)
    tag = staticmethod(tag_label)
    settings = staticmethod(first_settings)
    changes = staticmethod(changed_settings)

    def __init__(self, tournament: Tournament, acts: Sequence[LogEntry]) -> None:
        self.tournament = tournament
        self.titles = self._find_titles(acts)
        self.tables = self._find_tables(acts)
        self.olders = self._find_older(acts)
        self.seals = {act.number: act.link.true_hash() for act in acts}
        self.vouched = self._find_vouched(acts)

    def line(self, entry: LogEntry) -> dict[str, Any]:
        link, act = entry.link, ACTIONS[entry.kind]
        is_whole = self.seals[entry.number] == entry.hash
        is_vouched = not is_whole and self.vouched.get(entry.number) == self.seals[entry.number]
        return {
            "number": entry.number,
            "at": entry.at,
            "author": entry.author_name,
            "place": line_place(entry),
            "text": act.heading(link, self),
            "before": act.before(link, self),
            "after": act.words(link, self),
            "page": self._page_of(entry),
            "short_hash": entry.hash[:HASH_SHOWN],
            "is_true": is_whole or is_vouched,
            "is_vouched": is_vouched,
        }

    def _page_of(self, entry: LogEntry) -> str:
        """Return the page with what was done, empty if only the log has it."""
        if entry.kind != LogEntry.Kind.PHOTOGRAPHED:
            return ""
        place = self.tournament.pk, entry.round_number, entry.table_number
        return optional_url("tournaments:paper-sheet", *place)

    def who(self, number: int) -> str:
        """Return an entry by number and names, only by number if it was removed."""
        title = self.titles.get(number)
        if title:
            return _("No. %(number)d (%(names)s)") % {"number": number, "names": title}
        return _("No. %(number)d") % {"number": number}

    def method(self, code: str) -> str:
        return str(METHOD_LABELS[Method(code)])

    def older(self, link: ChainEntry) -> Data | None:
        return self.olders.get(link.number)

    def side(self, link: ChainEntry, code: str) -> str:
        return self._sheet(link).sides[Side(code)]

    def sheet(self, link: ChainEntry, values: Data | None) -> str:
        return act_in_words(values, self._sheet(link))

    def game_act(self, code: str) -> str:
        return str(GameEvent.Kind(code).label)

    def _sheet(self, link: ChainEntry) -> GameSheet:
        """Return an empty sheet with the names at the table, for the wording of hands."""
        names = self.tables.get((link.round_number or 0, link.table_number or 0), {})
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
        """Return the names at the tables of actions, by seat."""
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
        """Return the hashes that later entries vouch for, if one of these entries was redacted."""
        if all(self.seals[act.number] == act.hash for act in acts):
            return {}
        return _vouched_lines(self.tournament)

    def _find_older(self, acts: Sequence[LogEntry]) -> dict[int, Data]:
        changes = [act for act in acts if act.kind == _Kind.ENTRY_CHANGED]
        written = self.tournament.log.filter(
            kind__in=[_Kind.ENTRY_ADDED, _Kind.ENTRY_CHANGED, _Kind.SUBSTITUTED],
            data__number__in=[act.data["number"] for act in changes],
        )
        found: dict[int, Data] = {}
        for number, data in written.order_by("number").values_list("number", "data"):
            for act in changes:
                if act.data["number"] == data["number"] and number < act.number:
                    found[act.number] = _with_substitute(found.get(act.number), data)
        return found


def _with_substitute(before: Data | None, data: Data) -> Data:
    """Return an entry's data after a log entry; a substitution only names the place."""
    if "players" in data or before is None:
        return data
    players = list(before["players"])
    place = data["place"] - 1
    players[place : place + 1] = [data["left"] if "act" in data else data["came"]]
    return {**before, "players": players}


def _names_at(match: Match) -> dict[str, str]:
    return {seat.seat: seat.name for seat in match.game.seats.all()} if match.game else {}


def line_place(act: LogEntry) -> str:
    words = []
    if act.round_number is not None:
        words.append(_("Round %(number)d") % {"number": act.round_number})
    if act.table_number is not None:
        words.append(_("Table %(number)s") % {"number": act.table_number})
    return " · ".join(words)
