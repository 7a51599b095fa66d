"""The entries of a contest: list, counts, check-in, cards, export, free seats."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.models import Club, Player
from scorekeeper.models.sort_names import folded, name_key, words_of
from tournaments.audit_log.actions.entries import substituted_text
from tournaments.audit_log.payments import purse_of
from tournaments.cash.purses import Purse
from tournaments.entries.labels import euros_text, paid_text
from tournaments.files.spreadsheets import Cell, Column, ExportedList
from tournaments.formats.contest_format import format_of
from tournaments.lineups import TO_COME, titled
from tournaments.models import Entry, LogEntry, Match, MatchSeat, Round, Tournament
from tournaments.models.rounds import count_entered
from tournaments.name_matching import Names
from tournaments.rounds.queries.draws import latecomers_of
from tournaments.seating import named_entries, table_of
from tournaments.tags import tag_label

MISSING, UNPAID, SOLO, GONE = "missing", "unpaid", "solo", "gone"


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryLine:
    """An entry in a list; `sort_name` is for sorting and searching."""

    entry: Entry
    number: int
    title: str
    sort_name: str
    lacks_partner: bool
    purse: Purse
    fee: int

    @property
    def owes(self) -> int:
        """Return the cents still owed."""
        return self.purse.owes(self.fee)

    @property
    def is_unpaid(self) -> bool:
        """Return whether it takes part and owes something."""
        return self.owes > 0 and self.entry.withdrawn_from is None

    @property
    def owes_text(self) -> str:
        return euros_text(self.owes) if self.owes else ""

    @property
    def is_plain_fee(self) -> bool:
        """Return whether exactly the fee was paid."""
        return not self.entry.purse

    @property
    def paid_text(self) -> str:
        return paid_text(self.purse, self.fee)

    @property
    def has_money(self) -> bool:
        """Return whether something was paid, or is owed that is no plain fee."""
        return self.entry.has_paid or bool(self.entry.purse)

    @property
    def is_here(self) -> bool:
        return self.entry.checked_in_at is not None

    @property
    def is_solo(self) -> bool:
        """Return whether a partner is wanted."""
        return self.lacks_partner and self.entry.withdrawn_from is None

    @property
    def tag_labels(self) -> list[str]:
        return [tag_label(tag) for tag in self.entry.tags]


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryCounts:
    """The numbers of entries; withdrawn ones are counted apart. Money is in cents.

    `paid` includes withdrawn entries that have paid; `unpaid` are those who take part and owe
    something.
    `has_money`: there is a fee, or somebody owes or has paid something.
    """

    entries: int
    here: int
    paid: int
    unpaid: int
    solo: int
    gone: int
    fees: int
    fees_expected: int
    has_money: bool

    @property
    def paid_expected(self) -> int:
        """Return how many have paid when nobody owes anything any more."""
        return self.paid + self.unpaid

    @property
    def fees_text(self) -> str:
        return euros_text(self.fees)

    @property
    def expected_text(self) -> str:
        """Return the amount, in euros, when everybody has paid."""
        return euros_text(self.fees_expected)


def entry_lines(tournament: Tournament) -> list[EntryLine]:
    """Return all entries by number, in two queries."""
    size = tournament.format.entry_size
    return [_line(tournament, entry, size) for entry in tournament.entries.by_number()]


def _line(tournament: Tournament, entry: Entry, size: int) -> EntryLine:
    names = entry.names
    return EntryLine(
        entry=entry,
        number=entry.number,
        title=entry.title,
        sort_name=" ".join([*map(name_key, names), *words_of(entry.team_name)]),
        lacks_partner=len(names) < size,
        purse=purse_of(entry),
        fee=tournament.fee_cents,
    )


def entry_counts(tournament: Tournament, lines: Iterable[EntryLine]) -> EntryCounts:
    """Return the counts of entries, those present and those paid; withdrawn ones may have paid."""
    every = list(lines)
    stay = [line for line in every if line.entry.withdrawn_from is None]
    paid = sum(line.entry.has_paid for line in every)
    fees = sum(line.purse.kept(line.fee) for line in every)
    return EntryCounts(
        entries=len(stay),
        here=sum(line.is_here for line in stay),
        paid=paid,
        unpaid=sum(line.is_unpaid for line in every),
        solo=sum(line.is_solo for line in stay),
        gone=len(every) - len(stay),
        fees=fees,
        fees_expected=fees + sum(line.owes for line in stay),
        has_money=bool(tournament.fee_cents or any(line.has_money for line in every)),
    )


def unpaid_lines(tournament: Tournament) -> list[EntryLine]:
    """Return the entries that take part and owe something; two queries."""
    return [line for line in entry_lines(tournament) if line.is_unpaid]


def found_lines(
    lines: Iterable[EntryLine], *, search: str = "", show: str = "", also: int | None = None
) -> list[EntryLine]:
    """Return the lines for a search by number or parts of names, and for a state or a tag.

    The line with the number `also` is among them in any case. The search runs in Python because
    the database cannot ignore accents.
    """
    words = words_of(search)
    return [
        line
        for line in lines
        if line.number == also
        or (
            _is_shown(line, show)
            and (
                search.strip() == str(line.number) or all(word in line.sort_name for word in words)
            )
        )
    ]


def takes_money(tournament: Tournament) -> bool:
    """Return `EntryCounts.has_money` where nothing else is counted; one query at most."""
    moved = Q(has_paid=True) | ~Q(purse={})
    return bool(tournament.fee_cents) or tournament.entries.filter(moved).exists()


def filters_of(
    tournament: Tournament, lines: Sequence[EntryLine], counts: EntryCounts, *, show: str
) -> list[tuple[str, str]]:
    """Return the filters of the list with their labels, except those without entries.

    The one that is set stays when its last entry is done: beside it is the way to everybody.
    """
    states = [
        (MISSING, _("Not here yet"), counts.here < counts.entries),
        (UNPAID, _("Not paid"), counts.unpaid > 0),
        (SOLO, _("Without a partner"), counts.solo > 0),
        (GONE, _("Withdrawals"), counts.gone > 0),
    ]
    tags = used_tags(tournament, (tag for line in lines for tag in line.entry.tags))
    found = [(key, label) for key, label, is_used in states if is_used or key == show]
    return [("", _("Everybody")), *found, *tags]


def _is_shown(line: EntryLine, show: str) -> bool:
    states = {
        "": True,
        MISSING: not line.is_here and line.entry.withdrawn_from is None,
        UNPAID: line.is_unpaid,
        SOLO: line.is_solo,
        GONE: line.entry.withdrawn_from is not None,
    }
    return states.get(show, show in line.entry.tags)


def used_tags(tournament: Tournament, others: Iterable[str] = ()) -> list[tuple[str, str]]:
    return [(tag, tag_label(tag)) for tag in dict.fromkeys([*tournament.tags, *others])]


def entered_names(tournament: Tournament, *, without: Collection[int] = ()) -> dict[str, int]:
    """Return the names of all entries with their numbers, in one query.

    Includes the name as entered and the player's present name. A player who left before having a
    seat may enter again; if second entries are allowed, so may a player whose entry left before
    that one plays.
    """
    people = Entry.objects.filter(tournament=tournament).exclude(number__in=without)
    stay = people.exclude(withdrawn_from__isnull=False, seats__isnull=True)
    if tournament.second_entries:
        stay = stay.exclude(withdrawn_from__lte=_plays_from(tournament, without))
    rows = stay.values_list("players__name", "players__player__name", "number").distinct()
    in_order = rows.order_by("number")
    nobody = (None, TO_COME)
    return {name: number for *names, number in in_order for name in names if name not in nobody}


def _plays_from(tournament: Tournament, numbers: Collection[int]) -> int:
    """Return the first round of an entry; of a new entry, the first that it can play."""
    seats = MatchSeat.objects.filter(round__tournament=tournament, entry__number__in=numbers)
    first = seats.order_by("round__number").values_list("round__number", flat=True).first()
    if first is not None:
        return first
    last = tournament.rounds.exclude(status=Round.Status.DRAWN).order_by("number").last()
    return last.number + last.is_closed if last else 1


def entered_people(tournament: Tournament, *, without: Collection[int] = ()) -> dict[str, int]:
    names = entered_names(tournament, without=without)
    return {folded(name): number for name, number in names.items()}


def other_names(club: Club) -> dict[str, str]:
    """Return the present names for the names of merged players; all folded."""
    merged = Player.objects.of_club(club).filter(merged_into__isnull=False)
    rows = merged.values_list("name", "merged_into__name")
    return {folded(name): folded(kept) for name, kept in rows}


@dataclass(frozen=True, slots=True, kw_only=True)
class Namesake:
    """A person whom a name may mean: in an entry, on a line of a list, or only in the club."""

    name: str
    entry: int | None = None
    line: int | None = None

    @property
    def is_entered(self) -> bool:
        """Return whether the same person would be entered twice."""
        return self.entry is not None or self.line is not None


class KnownPeople:
    """Everybody whom a typed name may mean: people in entries, and the club's players."""

    def __init__(self, tournament: Tournament, *, without: Collection[int] = ()) -> None:
        """Load both, in two queries; merged players are found by either name."""
        self.entered = entered_names(tournament, without=without)
        self.numbers = {folded(name): number for name, number in self.entered.items()}
        rows = Player.objects.of_club(tournament.club).values_list(
            "name", "merged_into__name", "shown"
        )
        self._players = {name.casefold() for name, _kept, _shown in rows}
        self._kept = {name: kept for name, kept, _shown in rows if kept}
        for name, kept in self._kept.items():
            if number := self.numbers.get(folded(kept)):
                self.numbers.setdefault(folded(name), number)
        named = [name for name, _kept, shown in rows if shown != Player.Shown.ANONYMOUS]
        # Most people in entries are players of the club too: keep each name once.
        self._names = Names([*self.entered, *named])

    def number_of(self, name: str) -> int | None:
        return self.numbers.get(folded(name))

    def others(self, name: str) -> list[Namesake]:
        """Return the people whom an unknown name may mean, those in entries first."""
        meant = (self._kept.get(one, one) for one in self._names.alike(name))
        alike = [one for one in dict.fromkeys(meant) if one.casefold() != name.casefold()]
        entered = [
            Namesake(name=one, entry=self.entered[one]) for one in alike if one in self.entered
        ]
        if name.casefold() in self._players:
            return entered
        club = [Namesake(name=one) for one in alike if folded(one) not in self.numbers]
        return [*entered, *club]


_KINDS = (
    LogEntry.Kind.ENTRY_ADDED,
    LogEntry.Kind.ENTRY_CHANGED,
    LogEntry.Kind.CHECKED_IN,
    LogEntry.Kind.PAID,
    LogEntry.Kind.WITHDRAWN,
    LogEntry.Kind.RETURNED,
    LogEntry.Kind.SUBSTITUTED,
)


def entry_history(tournament: Tournament, number: int) -> list[tuple[LogEntry, str]]:
    """Return the actions on an entry, latest first, each with its details; one query."""
    found = []
    for act in tournament.log.filter(kind__in=_KINDS).order_by("-number"):
        data: dict[str, Any] = act.data
        if data.get("number") == number or number in data.get("numbers", ()):
            found.append((act, _detail(data)))
            if act.kind == LogEntry.Kind.ENTRY_ADDED:
                break  # before that, the number belonged to another entry
    return found


def _detail(data: dict[str, Any]) -> str:
    if "players" in data:
        title = titled(data["players"], data.get("team_name", ""))
        return ", ".join([title, *map(tag_label, data["tags"])])
    if "came" in data:
        return substituted_text(data, _)
    if "here" in data:
        return _("here") if data["here"] else _("not here")
    if "paid" in data:
        return _("paid") if data["paid"] else _("not paid")
    if "from" in data:
        return _("from round %(number)d on") % {"number": data["from"]}
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaving:
    """The rounds from which an entry can withdraw, the likeliest one, and others at its table."""

    rounds: Sequence[int]
    usual: int
    playing: int | None
    table: int | None
    opponents: str
    forfeit_points: int
    partner: str


def left_closed_rounds(entry: Entry) -> bool:
    return entry.seats.filter(
        kind=MatchSeat.Kind.ABSENT, round__status=Round.Status.CLOSED
    ).exists()


def leaving(tournament: Tournament, entry: Entry) -> Leaving:
    """Return the options for a withdrawal; it cannot start in a round with a finished game."""
    seats = list(
        entry.seats.filter(counts=True)
        .select_related("match", "round")
        .defer("round__request", "round__certificate")
        .order_by("round__number")
    )
    done = [seat.round.number for seat in seats if seat.has_result and seat.match.is_game]
    first = max(done, default=0) + 1
    begun = tournament.rounds.exclude(status="drawn").count()
    now = next((s for s in seats if s.round.is_playing and s.round.number >= first), None)
    coming = max(first, begun + 1)
    last = max(coming, tournament.round_count)
    opponents, partner = _others_at(now) if now else ("", "")
    return Leaving(
        rounds=range(first, last + 1),
        usual=now.round.number if now else coming,
        playing=now.round.number if now else None,
        table=now.match.table_number if now and now.match.kind != Match.Kind.EXEMPT else None,
        opponents=opponents,
        forfeit_points=tournament.points_of_forfeit(now.round.hands) if now else 0,
        partner=partner,
    )


def _others_at(seat: MatchSeat) -> tuple[str, str]:
    """Return the other entries at a table: opponents, and partners; two queries."""
    seat.match.round = seat.round
    entries = named_entries(seat.round.tournament_id, at=seat.match)
    others = [one for one in table_of(seat.match, entries).entries if one.seat != seat]
    opponents = [one.title for one in others if one.seat.side != seat.side]
    partners = [one.title for one in others if one.seat.side == seat.side]
    return " & ".join(opponents), " & ".join(partners)


def entries_too_large(tournament: Tournament, mode: str) -> int:
    """Return how many entries have more names than that mode allows."""
    if format_of(mode).has_teams:
        return 0
    return tournament.entries.filter(players__position__gt=1).distinct().count()


def solo_entries(tournament: Tournament) -> list[EntryLine]:
    return [line for line in entry_lines(tournament) if line.is_solo]


def added_text(tournament: Tournament, added: Sequence[Entry]) -> str:
    """Return the message for added entries: their numbers, and their first round."""
    if len(added) == 1:
        values = {"number": added[0].number, "names": added[0].title}
        text = _("Number %(number)d: %(names)s.") % values
    else:
        text = ngettext(
            "%(count)d entry added, numbers %(first)d to %(last)d.",
            "%(count)d entries added, numbers %(first)d to %(last)d.",
            len(added),
        ) % {"count": len(added), "first": added[0].number, "last": added[-1].number}
    begun = tournament.rounds.exclude(status="drawn").count()
    if begun:
        text += " " + _("Playing from round %(number)d on.") % {"number": begun + 1}
    return text


def late_round(tournament: Tournament, late: EntryLine) -> Round | None:
    """Return the round being played in which an entry without a seat can still get one."""
    playing = tournament.rounds.filter(status=Round.Status.PLAYING).last()
    if playing is None or late.lacks_partner or not late.entry.plays_round(playing.number):
        return None
    if playing.seats.filter(entry=late.entry, counts=True).exists():
        return None
    how = tournament.format
    plays_exempt = how.has_teams and how.has_catch_up and playing.may_reseat
    if plays_exempt and exempt_seats(playing).exists():
        return playing
    takes_seat = not late.entry.seats.exists() and free_seats(playing, late.entry)
    return playing if takes_seat else None


def drawn_without(tournament: Tournament, late: EntryLine) -> Round | None:
    """Return the preview of a round that was drawn before an entry was checked in."""
    drawn = tournament.rounds.filter(status=Round.Status.DRAWN).last()
    if drawn and late.number in {entry.number for entry in latecomers_of(drawn)}:
        return drawn
    return None


def exempt_seats(playing: Round) -> QuerySet[MatchSeat]:
    """Return the seats of those who are exempt and play no catch-up game, by number."""
    return playing.seats.filter(
        counts=True, kind=MatchSeat.Kind.EXEMPT, match__kind=Match.Kind.EXEMPT
    ).order_by("entry__number")


def free_seats(playing: Round, late: Entry | None = None) -> list[MatchSeat]:
    """Return the seats left before anything was entered at their table, by table.

    The opponents are still waiting there. In pools and brackets only the number of a team that
    never played can be taken over. A `late` entry of a club team cannot take a seat of another club
    team.
    """
    how = playing.tournament.format
    own = late.number if late else None
    left = playing.seats.filter(
        counts=True,
        kind=MatchSeat.Kind.ABSENT,
        match__kind=Match.Kind.FORFEIT,
        entry__withdrawn_from=playing.number,
    )
    places = ("match__table_number", "side", "position")
    return [
        seat
        for seat in left.select_related("entry", "match").order_by(*places)
        if seat.match.seats.filter(kind=MatchSeat.Kind.FORFEIT, counts=True).exists()
        and not count_entered([seat.match])
        and how.may_take_seat_of(own, seat.entry.number)
        and (playing.may_reseat or gives_its_number(seat, playing.tournament))
    ]


def gives_its_number(seat: MatchSeat, tournament: Tournament) -> bool:
    """Return whether a free seat comes with its number, because the team that left never played."""
    own = seat.entry
    has_played = own.seats.exclude(pk=seat.pk).exists() or own.former.exists()
    return tournament.format.passes_numbers_on and not has_played


NAME_WIDTH: Final = 28


def entries_sheet(tournament: Tournament) -> ExportedList:
    """Return the entries for printing, without withdrawn ones."""
    names = [
        Column(_("Player %(number)d") % {"number": number}, NAME_WIDTH)
        for number in range(1, tournament.format.entry_size + 1)
    ]
    columns = (Column(_("No.")), *names, Column(_("Categories"), NAME_WIDTH), Column(_("Paid")))
    return ExportedList(title=_("Entries"), columns=columns, rows=_rows(tournament, len(names)))


def _rows(tournament: Tournament, places: int) -> Iterator[list[Cell]]:
    for line in entry_lines(tournament):
        if line.entry.withdrawn_from is None:
            names = [name for name in line.entry.names if name != TO_COME]
            yield [
                line.number,
                *(names + [""] * places)[:places],
                ", ".join(line.tag_labels),
                _("yes") if line.entry.has_paid else "",
            ]
