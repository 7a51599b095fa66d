"""Use cases of entries: add, change, remove and join them, check in, record payments."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Unpack

from django.db import transaction

from scorekeeper.clubs.services.players import give_licences, tidy_name
from scorekeeper.models import Club
from scorekeeper.models.authors import Actor, Author
from scorekeeper.models.sort_names import folded
from scorekeeper.refusals import Refused
from tournaments.audit_log.locks import FinishedError, lock_unfinished
from tournaments.audit_log.log import append, append_links, lock_tournament, touch_results, unsealed
from tournaments.audit_log.payments import log_paid, pay_rest, purse_of, take_back_paid
from tournaments.audit_log.replay.document import EntryFields
from tournaments.audit_log.replay.fields import APART, TYPED, marked, to_document
from tournaments.entries.queries.entries import entered_people, other_names
from tournaments.entries.services.players import (
    club_players,
    follow_players,
    forget_players,
    sitter_of,
)
from tournaments.lineups import TO_COME
from tournaments.models import Entry, EntryPlayer, LogEntry, Round, Tournament
from tournaments.refusals import ContestRefusal
from tournaments.rounds.services import discard_draw

TYPED_COLUMNS = [one.name for one in marked(EntryFields, TYPED) if APART not in one.marks]


class PersonTakenError(ValueError):
    """A person would be in two entries of a contest, or twice in one."""

    def __init__(self, name: str, number: int | None) -> None:
        """Keep the name and the number of the other entry, None for the same or a new one."""
        super().__init__(name)
        self.name = name
        self.number = number


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEntry:
    """An entry to add: one name in a mêlée or for a solo entrant, otherwise two.

    `TO_COME` is the name of a partner who is not known yet; the entry can play nevertheless.
    """

    names: tuple[str, ...]
    team_name: str = ""
    tags: tuple[str, ...] = ()
    is_here: bool = False
    has_paid: bool = False


@transaction.atomic
def add_list(
    *,
    tournament_id: int,
    entries: Sequence[NewEntry],
    licences: Mapping[str, str],
    author: Author,
    now: datetime,
) -> tuple[list[Entry], list[str]]:
    """Add the entries of a list, and the licence numbers of their players.

    Return the entries, and the players who keep another licence number. Raises the same errors as
    `add_entries`.
    """
    added = add_entries(tournament_id=tournament_id, entries=entries, author=author, now=now)
    if not licences:
        return added, []
    club = Club.objects.get(tournaments=tournament_id)
    return added, give_licences(club=club, licences=licences)


@transaction.atomic
def add_entries(
    *, tournament_id: int, entries: Sequence[NewEntry], author: Author, now: datetime
) -> list[Entry]:
    """Add entries, all or none; they get the next numbers in order.

    Raises PersonTakenError, Refused and FinishedError.
    """
    tournament = lock_unfinished(tournament_id)
    _refuse_nameless(entries)
    _refuse_double(tournament, entries, entered_people(tournament))
    names = [name for wanted in entries for name in wanted.names]
    players = club_players(club=tournament.club, names=names, now=now)
    last = _last_number(tournament)
    added = Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            number=number,
            **_typed(wanted),
            checked_in_at=now if wanted.is_here else None,
            has_paid=wanted.has_paid,
            created_at=now,
        )
        for number, wanted in enumerate(entries, start=last + 1)
    )
    teams = [[sitter_of(players, name) for name in wanted.names] for wanted in entries]
    EntryPlayer.objects.bulk_create(
        EntryPlayer(entry_id=entry.pk, position=position, player_id=player.player, name=player.name)
        for entry, team in zip(added, teams, strict=True)
        for position, player in enumerate(team, start=1)
    )
    lines = (
        _plain(entry, [player.name for player in team])
        for entry, team in zip(added, teams, strict=True)
    )
    kind = LogEntry.Kind.ENTRY_ADDED
    links = [unsealed(kind, data, author=author.name, at=now) for data in lines]
    append_links(tournament, links, author.user)
    here = [entry.number for entry in added if entry.checked_in_at]
    _log_here(tournament, here, True, author=author, now=now)
    paid = [entry.number for entry in added if entry.has_paid]
    log_paid(tournament, paid, [tournament.fee_cents] * len(paid), author=author, now=now)
    touch_results(tournament)
    return added


def _last_number(tournament: Tournament) -> int:
    """Return the highest number ever given: the card of a removed entry never becomes another's."""
    added = tournament.log.filter(kind=LogEntry.Kind.ENTRY_ADDED)
    given = [number for number in added.values_list("data__number", flat=True) if number]
    return max([*given, *tournament.entries.values_list("number", flat=True)], default=0)


def _typed(wanted: NewEntry) -> dict[str, Any]:
    """Return the columns with what people typed of an entry, except its players."""
    typed = {name: getattr(wanted, name) for name in TYPED_COLUMNS}
    return {**typed, "tags": list(wanted.tags)}


def _plain(entry: Entry, names: Sequence[str]) -> dict[str, Any]:
    """Return an entry as plain values for the log."""
    plain = to_document(EntryFields, entry, players=list(names))
    return {name: plain[name] for name in ("number", "players", *TYPED_COLUMNS) if name in plain}


def _refuse_nameless(entries: Sequence[NewEntry]) -> None:
    """Raise Refused if an entry has no name, or one of invisible characters."""
    for wanted in entries:
        if not wanted.names or not all(map(_is_seen, wanted.names)):
            raise Refused(ContestRefusal.NAMELESS)


def _is_seen(name: str) -> bool:
    return any(mark.isprintable() and not mark.isspace() for mark in name)


def _refuse_double(
    tournament: Tournament, entries: Sequence[NewEntry], entered: Mapping[str, int]
) -> None:
    """Raise PersonTakenError if somebody is already entered, or is twice in the list."""
    seen: set[str] = set()
    others = other_names(tournament.club)
    for wanted in entries:
        for name in wanted.names:
            if name == TO_COME:
                if wanted.names.count(TO_COME) > 1:  # two of these could not be distinguished
                    raise PersonTakenError(name, None)
                continue
            person = folded(tidy_name(name))
            person = others.get(person, person)
            if person in entered:
                raise PersonTakenError(name, entered[person])
            if person in seen:
                raise PersonTakenError(name, None)
            seen.add(person)


@transaction.atomic
def change_entry(
    *, tournament_id: int, number: int, changed: NewEntry, **by: Unpack[Actor]
) -> Entry:
    """Change an entry's players, tags, fee and check-in, and the names on its sheets.

    Only differences are logged. Raises PersonTakenError. Raises Refused, for example if the number
    of players would change after the entry was drawn or had a substitute. Raises FinishedError if a
    name or a tag differs, because prizes depend on both.
    """
    tournament = lock_tournament(tournament_id)
    _refuse_nameless([changed])
    entry = tournament.entries.by_number().get(number=number)
    names = [tidy_name(name) for name in changed.names]
    if len(names) > 1 and entry.former.exists():
        names = _in_place(names, entry.names)
    typed = _typed(changed)
    is_other = names != entry.names or any(getattr(entry, name) != typed[name] for name in typed)
    if is_other and tournament.finished_at is not None:
        raise FinishedError(tournament)
    if names != entry.names:
        _change_players(tournament, entry, names, **by)
    if is_other:
        for name, value in typed.items():
            setattr(entry, name, value)
        entry.save(update_fields=[*typed])
        data = _plain(entry, names)
        append(tournament, LogEntry.Kind.ENTRY_CHANGED, data, **by)
        touch_results(tournament)
    _set_here(tournament, [number], changed.is_here, **by)
    _set_paid(tournament, [number], changed.has_paid, **by)
    return tournament.entries.by_number().get(number=number)


def _in_place(names: list[str], before: list[str]) -> list[str]:
    """Return names in the order of the present places, so that the changed place is known."""
    moved = any(name in before and before.index(name) != place for place, name in enumerate(names))
    return names[::-1] if moved else names


def _change_players(
    tournament: Tournament, entry: Entry, names: Sequence[str], **by: Unpack[Actor]
) -> None:
    entered = entered_people(tournament, without=[entry.number])
    # Players here may have come from a team that left; that was checked at that time.
    others, had = other_names(tournament.club), {folded(name) for name in entry.names}
    had |= {others.get(name, name) for name in had}
    entered = {name: number for name, number in entered.items() if name not in had}
    _refuse_double(tournament, [NewEntry(names=tuple(names))], entered)
    if len(names) != len(entry.names):
        # A former player would otherwise have left a place that no longer exists.
        if entry.seats.exists() or entry.former.exists():
            raise Refused(ContestRefusal.SEATED)
        _discard_previews(tournament, [entry.number], **by)
    before = [person.player_id for person in entry.players.all() if person.player_id]
    players = club_players(club=tournament.club, names=names, now=by["now"])
    EntryPlayer.objects.filter(entry=entry).delete()
    EntryPlayer.objects.bulk_create(
        EntryPlayer(
            entry=entry,
            position=position,
            player_id=sitter_of(players, name).player,
            name=name,
        )
        for position, name in enumerate(names, start=1)
    )
    follow_players(entry)
    forget_players(before, came_at=entry.created_at)


@transaction.atomic
def remove_entry(
    *, tournament_id: int, number: int, heir: Entry | None = None, **by: Unpack[Actor]
) -> None:
    """Remove an entry that never had a seat. Raises Refused (others withdraw), FinishedError.

    Its number is not used again; its payments move to its `heir`.
    """
    tournament = lock_unfinished(tournament_id)
    entry = tournament.entries.by_number().get(number=number)
    if entry.seats.exists():
        raise Refused(ContestRefusal.DRAWN_ALREADY, number=number)
    _discard_previews(tournament, [number], **by)
    players = [person.player_id for person in entry.players.all() if person.player_id]
    entry.players.all().delete()
    forget_players(players, came_at=entry.created_at)
    entry.delete()
    data = {"number": number}
    if heir is not None and (entry.has_paid or entry.purse or heir.has_paid or heir.purse):
        Entry.objects.filter(pk=heir.pk).update(has_paid=entry.has_paid, purse=entry.purse)
        data["to"] = heir.number
    append(tournament, LogEntry.Kind.ENTRY_REMOVED, data, **by)
    touch_results(tournament)


@transaction.atomic
def join_entries(*, tournament_id: int, one: int, other: int, **by: Unpack[Actor]) -> Entry:
    """Join two solo entrants into a team under the lower number.

    The team is present, and has paid, if both are and have. Raises Refused, FinishedError.
    """
    tournament = lock_unfinished(tournament_id)
    pair = list(tournament.entries.by_number().filter(number__in=[one, other]))
    if (
        len(pair) != 2
        or not tournament.format.has_teams
        or any(len(entry.names) != 1 or entry.withdrawn_from for entry in pair)
    ):
        raise Refused(ContestRefusal.CANNOT_JOIN)
    kept, joined = pair
    names = [*kept.names, *joined.names]
    joined.players.update(entry=kept, position=2)
    joined.delete()
    was_here = kept.checked_in_at
    kept.tags = list(dict.fromkeys([*kept.tags, *joined.tags]))
    kept.checked_in_at = was_here if joined.checked_in_at else None
    removed = {"number": joined.number}
    if any(entry.has_paid or entry.purse for entry in pair):
        purse = purse_of(kept)
        purse.take(purse_of(joined), tournament.fee_cents)
        kept.has_paid, kept.purse = purse.has_paid, purse.to_dict(tournament.fee_cents)
        removed["into"] = kept.number
    kept.save()
    data = _plain(kept, names)
    append(tournament, LogEntry.Kind.ENTRY_CHANGED, data, **by)
    append(tournament, LogEntry.Kind.ENTRY_REMOVED, removed, **by)
    if was_here != kept.checked_in_at:
        _log_here(tournament, [kept.number], False, **by)
    touch_results(tournament)
    return tournament.entries.by_number().get(number=kept.number)


@transaction.atomic
def check_in(
    *, tournament_id: int, numbers: Collection[int], is_here: bool = True, **by: Unpack[Actor]
) -> list[int]:
    """Set whether entries are present; return the numbers for which that changed."""
    return _set_here(lock_tournament(tournament_id), numbers, is_here, **by)


def _set_here(
    tournament: Tournament, numbers: Collection[int], is_here: bool, **by: Unpack[Actor]
) -> list[int]:
    entries = tournament.entries.filter(number__in=numbers, checked_in_at__isnull=is_here)
    changed = sorted(entries.values_list("number", flat=True))
    entries.update(checked_in_at=by["now"] if is_here else None)
    _log_here(tournament, changed, is_here, **by)
    return changed


@transaction.atomic
def set_paid(
    *, tournament_id: int, numbers: Collection[int], has_paid: bool = True, **by: Unpack[Actor]
) -> list[int]:
    """Record or cancel the payments of entries; return the numbers for which that changed."""
    return _set_paid(lock_tournament(tournament_id), numbers, has_paid, **by)


def _set_paid(
    tournament: Tournament, numbers: Collection[int], has_paid: bool, **by: Unpack[Actor]
) -> list[int]:
    entries = tournament.entries.filter(number__in=numbers, has_paid=not has_paid)
    changed = list(entries.order_by("number"))
    (pay_rest if has_paid else take_back_paid)(tournament, changed, **by)
    return [entry.number for entry in changed]


def _log_here(
    tournament: Tournament, numbers: Sequence[int], is_here: bool, **by: Unpack[Actor]
) -> None:
    if numbers:
        data = {"numbers": list(numbers), "here": is_here}
        append(tournament, LogEntry.Kind.CHECKED_IN, data, **by)


def _discard_previews(
    tournament: Tournament, numbers: Collection[int], **by: Unpack[Actor]
) -> None:
    """Discard an unpublished draw with an entry that can no longer be seated."""
    if not tournament.format.drops_draws:
        return
    for preview in tournament.rounds.filter(status=Round.Status.DRAWN):
        if any(entrant.number in numbers for entrant in preview.draw_request.entrants):
            discard_draw(round_id=preview.pk, **by)
