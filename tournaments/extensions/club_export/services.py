"""Importing a club from its file, erasing it, and removing names of people who no longer come."""

import json
import logging
import secrets
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any, BinaryIO, Final

from django.contrib.admin.models import LogEntry as AdminEntry
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.db import DatabaseError, transaction
from django.db.models import Model, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.backups.erasures import empty_written_log
from scorekeeper.clubs.services.accounts import FIRST_USERNAME, create_sign_in_link
from scorekeeper.clubs.services.members import note_member_event
from scorekeeper.clubs.services.players import AnonymousError
from scorekeeper.limited_json import MOST_BYTES, read_json
from scorekeeper.models import Club, MemberEvent, Membership, SignInLink
from scorekeeper.models.authors import Author
from scorekeeper.models.clubs import NAME_LENGTH
from scorekeeper.models.evenings import KeptElsewhereError
from scorekeeper.refusals import Refused
from scorekeeper.roles import Role
from tournaments.audit_log.log import FinishedError
from tournaments.audit_log.queries.documents import document_of, document_text
from tournaments.audit_log.queries.logs import verify_tournament
from tournaments.audit_log.room_left import most_contests
from tournaments.extensions.club_export.club_file import (
    CONTESTS,
    KEY,
    MANIFEST,
    PEOPLE,
    ROWS,
    BroughtInClub,
    ClubManifest,
    FilePart,
    Person,
    Plain,
    migrations_here,
    read_manifest,
)
from tournaments.extensions.club_export.mending import Keys, mend_club, new_codes
from tournaments.extensions.club_export.queries import (
    NameLeaving,
    accounts_of_this_club_alone,
    leaving,
    years_before,
)
from tournaments.extensions.club_export.rows import Kind, kinds, kinds_taken_along
from tournaments.extensions.sync.services.pairing import end_computer, hash_of
from tournaments.models import EntryRequest, HallComputer, NationalLine, SamePerson, Tournament
from tournaments.models.entry_requests import CONTACT_WEEKS
from tournaments.people.services.names import anonymise_player
from tournaments.refusals import ContestRefusal
from tournaments.standings.brackets import BEFORE

CHUNK: Final = 500
LARGEST_MANIFEST: Final = 10_000_000
MOST_UNPACKED: Final = 4_000_000_000
"""A thousand times the data of a club's year; limits what a zip bomb can unpack to."""
_BLOCK: Final = 1 << 20


def read_club_file(source: BinaryIO) -> tuple[zipfile.ZipFile, ClubManifest]:
    """Return a file after checking every part against its manifest; raises Refused."""
    try:
        archive = zipfile.ZipFile(source)
        named = {info.filename: info for info in archive.infolist()}
    except (zipfile.BadZipFile, OSError, ValueError):
        raise Refused(ContestRefusal.FILE_UNREADABLE) from None
    if MANIFEST not in named:
        raise Refused(ContestRefusal.FILE_FOREIGN)
    with _undamaged(MANIFEST), archive.open(MANIFEST) as front:
        manifest = read_manifest(front.read(LARGEST_MANIFEST))
    _refuse_other_version(manifest)
    if sum(part.bytes for part in manifest.parts.values()) > MOST_UNPACKED:
        raise Refused(ContestRefusal.FILE_TOO_LARGE)
    expected = {f"{ROWS}{kind.name}.jsonl" for kind in kinds_taken_along()} | {PEOPLE}
    if lacking := sorted(expected - {*manifest.parts}):
        raise Refused(ContestRefusal.FILE_DAMAGED, place=lacking[0])
    for name, part in manifest.parts.items():
        _check_part(archive, name, part)
    return archive, manifest


def _refuse_other_version(manifest: ClubManifest) -> None:
    """Raise Refused if the rows do not fit this version's tables."""
    for app, here in migrations_here().items():
        there = manifest.migrations.get(app, [])
        if not {*there} <= {*here}:
            raise Refused(ContestRefusal.FILE_NEWER, place=manifest.program)
        if {*there} != {*here}:
            raise Refused(ContestRefusal.FILE_OLDER, place=manifest.program)


def _check_part(archive: zipfile.ZipFile, name: str, part: FilePart) -> None:
    digest, size, rows = sha256(), 0, 0
    with _undamaged(name), archive.open(name) as content:
        # Never unpack more than the expected size, whatever the zip says.
        while size <= part.bytes and (block := content.read(_BLOCK)):
            digest.update(block)
            size += len(block)
            rows += block.count(b"\n")
    is_document = name.startswith(CONTESTS)
    if (size, digest.hexdigest()) != (part.bytes, part.sha256):
        raise Refused(ContestRefusal.FILE_DAMAGED, place=name)
    if not is_document and rows != part.rows:
        raise Refused(ContestRefusal.FILE_DAMAGED, place=name)


@contextmanager
def _undamaged(name: str) -> Iterator[None]:
    """Raise Refused if a part cannot be read in its format."""
    try:
        yield
    except (
        *(KeyError, ValueError, TypeError, AttributeError, RecursionError, EOFError),
        # NotImplementedError: a compression method that Python does not support.
        *(ValidationError, DatabaseError, zipfile.BadZipFile, zlib.error, NotImplementedError),
    ):
        raise Refused(ContestRefusal.FILE_DAMAGED, place=name) from None


def bring_in_club(*, source: BinaryIO, now: datetime, owner: User | None = None) -> BroughtInClub:
    """Import the club of a file as a new one.

    Without an `owner`, the club's owners get accounts; one who has an account here keeps it.
    Raises Refused; then nothing is stored.
    """
    archive, manifest = read_club_file(source)
    with archive, transaction.atomic():
        if Club.objects.filter(created_at=datetime.fromisoformat(manifest.created_at)).exists():
            raise Refused(ContestRefusal.FILE_PRESENT, place=manifest.club)
        storing = _Storing(archive, manifest, Keys())
        for kind in kinds_taken_along():
            storing.store(kind)
        club = Club.objects.get(pk=storing.keys.new(Club, storing.club_key))
        with _undamaged(ROWS):
            mend_club(club, storing.keys)
        imported = BroughtInClub(club, new_codes=storing.new_codes)
        imported.people = _store_people(storing.lines(PEOPLE), club, owner, now)
        _check_contests(storing, imported)
        for computer in HallComputer.objects.filter(club=club, ended_at=None):
            # The computer's key is not exported, so it must be connected again.
            end_computer(computer=computer, now=now)
    return imported


@dataclass(slots=True)
class _Storing:
    """The rows of a file while they are stored."""

    archive: zipfile.ZipFile
    manifest: ClubManifest
    keys: Keys
    new_codes: int = 0
    club_key: int = 0

    def lines(self, name: str) -> Iterator[Plain]:
        with _undamaged(name), self.archive.open(name) as part:
            while line := part.readline(MOST_BYTES + 1):
                yield read_json(line)

    def store(self, kind: Kind) -> None:
        """Store all rows of a kind; those they refer to are already stored."""
        name = f"{ROWS}{kind.name}.jsonl"
        if kind.model is Club:
            self._store_club(kind, name)
            return
        chunk: list[tuple[int, Model]] = []
        with _undamaged(name):
            for values in self.lines(name):
                chunk.append((values.pop(KEY), self._row(kind, values)))
                if len(chunk) == CHUNK:
                    self._insert(kind, chunk)
                    chunk = []
            self._insert(kind, chunk)
            self._name_each_other(kind, name)

    def _store_club(self, kind: Kind, name: str) -> None:
        """Store the row of the club itself."""
        rows = list(self.lines(name))
        if len(rows) != 1:
            raise Refused(ContestRefusal.FILE_DAMAGED, place=name)
        with _undamaged(name):
            self.club_key = rows[0].pop(KEY)
            self._insert(kind, [(self.club_key, self._row(kind, rows[0]))])

    def _row(self, kind: Kind, values: Plain) -> Model:
        """Return an unsaved row; raises an error if the values do not fit the model."""
        row = kind.model()
        if {*values} != {column.attname for column in kind.columns}:
            raise ValueError(kind.name)
        for column in kind.columns:
            value: Any = values[column.attname]
            target: Any = column.related_model
            if target is not None:
                # It may not be stored yet: see `_name_each_other`.
                is_own = target is kind.model
                value = None if is_own or value is None else self.keys.new(target, value)
            else:
                value = column.to_python(value)
                column.run_validators(value)
            if value is None and not column.null:
                raise ValueError(column.name)
            setattr(row, column.attname, value)
        if isinstance(row, HallComputer):
            row.key_hash = hash_of(secrets.token_urlsafe())
        return row

    def _insert(self, kind: Kind, chunk: list[tuple[int, Model]]) -> None:
        rows = [row for _key, row in chunk]
        self.new_codes += new_codes(kind.model, rows)
        stored = kind.model._base_manager.bulk_create(rows)
        for (key, _row), row in zip(chunk, stored, strict=True):
            self.keys.add(kind.model, key, row.pk)

    def _name_each_other(self, kind: Kind, name: str) -> None:
        """Set references between rows of one kind, once all are stored."""
        own = [column for column in kind.columns if column.related_model is kind.model]
        if not own:
            return
        for values in self.lines(name):
            named = {
                column.attname: self.keys.new(kind.model, values[column.attname])
                for column in own
                if values[column.attname] is not None
            }
            if named:
                row = kind.model._default_manager.filter(pk=self.keys.new(kind.model, values[KEY]))
                row.update(**named)


def _store_people(
    lines: Iterator[Plain], club: Club, owner: User | None, now: datetime
) -> list[Person]:
    """Create accounts without a password for the members of the club; return them."""
    with _undamaged(PEOPLE):
        named = [
            Person(name=str(line["name"]), role=Role(line["role"]), mail=line.get("mail", ""))
            for line in lines
        ]
    if owner:
        Membership.objects.create(club=club, user=owner, role=Role.OWNER, created_at=now)
        named = [person for person in named if person.role != Role.OWNER]
    elif not any(person.role == Role.OWNER for person in named):
        named.insert(0, Person(name=club.name, role=Role.OWNER))
    return [_account(person, club, now) for person in named]


def _account(person: Person, club: Club, now: datetime) -> Person:
    username = f"{FIRST_USERNAME}-{secrets.token_hex(4)}"
    user = User.objects.create_user(username, first_name=person.name[:NAME_LENGTH])
    Membership.objects.create(club=club, user=user, role=person.role, created_at=now)
    note_member_event(
        club=club,
        kind=MemberEvent.Kind.INVITED,
        person=user,
        author=Author(club.name),
        role=person.role,
        now=now,
    )
    if person.role != Role.OWNER:
        return person
    token = create_sign_in_link(user=user, now=now)
    return Person(name=person.name, role=person.role, mail=person.mail, token=token)


def _check_contests(storing: _Storing, imported: BroughtInClub) -> None:
    """Reject a file if a stored contest differs from its document."""
    documents = _documents(storing.manifest)
    old_keys = storing.keys.old(Tournament)
    contests = Tournament.objects.of_club(imported.club).order_by("pk")
    most = most_contests()
    if most and len(contests) > most:
        raise Refused(ContestRefusal.FILE_TOO_LARGE)
    for contest in contests:
        name = documents.pop(old_keys[contest.pk], "")
        if not name:
            raise Refused(ContestRefusal.FILE_DAMAGED, place=CONTESTS)
        with _undamaged(name), storing.archive.open(name) as part:
            # Databases may reorder the keys of JSON values.
            document = read_json(part.read(MOST_BYTES + 1))
            reading = document["tournament"].get("bracket_version", BEFORE)
            if json.loads(document_text(document_of(contest, reading=reading))) != document:
                raise Refused(ContestRefusal.FILE_DAMAGED, place=name)
        if not verify_tournament(contest).is_whole:
            imported.doubtful.append(contest)


def _documents(manifest: ClubManifest) -> dict[int, str]:
    """Return the path of each contest's document, by the contest's old key."""
    found: Mapping[str, str] = {
        name.removeprefix(CONTESTS).partition("-")[0]: name
        for name in manifest.parts
        if name.startswith(CONTESTS)
    }
    return {int(key): name for key, name in found.items() if key.isdigit()}


BATCH: Final = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Erased:
    """How many rows were erased, and which accounts."""

    rows: int
    accounts: frozenset[int]


@transaction.atomic
def erase_club(*, club_id: int) -> Erased:
    """Erase all data of a club. Raises Club.DoesNotExist.

    Members of another club, and administrators of the installation, keep their account.
    """
    club = Club.objects.select_for_update().get(pk=club_id)
    accounts = list(accounts_of_this_club_alone(club))
    gone = frozenset(user.pk for user in accounts)
    SamePerson.objects.of_club(club).delete()
    _leave_list_of_all_clubs(club)
    rows = 0
    # Referencing rows first.
    for kind in reversed(kinds()):
        owned = kind.rows(club)
        _erase_admin_entries(owned)
        # Every referencing model is erased in this loop: no cascade is needed.
        rows += owned._raw_delete(owned.db) or 0
    for user in accounts:
        Session.objects.filter(account_session__user=user).delete()
        user.delete()
    transaction.on_commit(empty_written_log)
    return Erased(rows=rows, accounts=gone)


def _leave_list_of_all_clubs(club: Club) -> None:
    """Erase the lines of the club's players in the ratings across clubs.

    The other lines stay until the ratings are computed again; without any table, the next request
    would have to compute everything.
    """
    own = set(club.players.values_list("pk", flat=True))
    lines = NationalLine.objects.values_list("pk", "players")
    named = [pk for pk, players in lines.iterator() if not own.isdisjoint(players)]
    for start in range(0, len(named), BATCH):
        NationalLine.objects.filter(pk__in=named[start : start + BATCH]).delete()


def _erase_admin_entries(rows: QuerySet[Any]) -> None:
    """Erase the admin log entries of some rows, which contain their names."""
    acts = AdminEntry.objects.filter(content_type=ContentType.objects.get_for_model(rows.model))
    if acts.exists():
        keys = [str(key) for key in rows.values_list("pk", flat=True)]
        acts.filter(object_id__in=keys).delete()


MOST_AT_ONCE: Final = 25
"""How many names are removed in one day: each requires a search in every log of the club."""

logger = logging.getLogger(__name__)


def keep_for(*, club: Club, years: int | None) -> None:
    """Set after how many years of absence names are removed; None for never."""
    Club.objects.filter(pk=club.pk).update(keep_years=years)


def keep_no_longer(*, now: datetime) -> int:
    """Remove the names that clubs no longer keep; return how many.

    The log of a contest stays valid: an entry vouches for what is left. Old events about members
    and expired sign-in links are deleted too.
    """
    return sum(_in_club(club, now) for club in Club.objects.exclude(keep_years=None))


def forget_requests(*, now: datetime) -> int:
    """Delete names and contact data of entry requests some weeks after the contest.

    Their order, times and outcome are kept.
    """
    day = timezone.localdate(now) - timedelta(weeks=CONTACT_WEEKS)
    over = EntryRequest.objects.filter(tournament__date__lt=day).exclude(names=[])
    forgotten = over.update(names=[], phone="", mail="")
    if forgotten:
        transaction.on_commit(empty_written_log)
    return forgotten


def _in_club(club: Club, now: datetime) -> int:
    years = club.keep_years or 0
    today = timezone.localdate(now)
    count = _take_names(club, leaving(club, years=years, on=today), now)
    day = years_before(today, years)
    with transaction.atomic():
        events = MemberEvent.objects.filter(club=club, at__date__lt=day)
        # These are needed to limit how many clubs a person can found.
        events.exclude(kind=MemberEvent.Kind.FOUNDED).delete()
        links = SignInLink.objects.filter(user__memberships__club=club)
        links.filter(expires_at__date__lt=day).delete()
    return count


def _take_names(club: Club, names: Iterable[NameLeaving], now: datetime) -> int:
    """Remove at most one day's number of names, first come, first removed; return how many.

    Names that cannot be removed do not count, so they never block the others.
    """
    count = refused = 0
    for one in names:
        if count == MOST_AT_ONCE:
            break
        try:
            anonymise_player(player_id=one.player.pk, author=Author(_("kept no longer")), now=now)
            count += 1
        except (AnonymousError, FinishedError, KeptElsewhereError):
            # It was done meanwhile, or another computer writes the contest or the evening.
            refused += 1
    if count or refused:
        logger.info("names kept no longer in club %s: %s, refused: %s", club.pk, count, refused)
    return count
