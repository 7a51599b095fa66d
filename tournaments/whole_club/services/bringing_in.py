"""A club brought in from its file: all of it under new keys, or nothing."""

import json
import secrets
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any, BinaryIO, Final

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import DatabaseError, transaction
from django.db.models import Model

from scorekeeper.clubs.services.members import note_member_event
from scorekeeper.clubs.services.sign_in import FIRST_USERNAME, create_sign_in_link
from scorekeeper.limited_json import MOST_BYTES, read_json
from scorekeeper.models import Club, MemberEvent, Membership
from scorekeeper.models.authors import Author
from scorekeeper.models.clubs import NAME_LENGTH
from scorekeeper.roles import Role
from tournaments.audit.pages.documents import document_of, document_text
from tournaments.audit.pages.verification import verify_tournament
from tournaments.ledger.room_left import most_contests
from tournaments.linked.services.pairing import end_computer, hash_of
from tournaments.models import HallComputer, Tournament
from tournaments.standings.brackets import BEFORE
from tournaments.whole_club.club_file import (
    CONTESTS,
    KEY,
    MANIFEST,
    PEOPLE,
    ROWS,
    BroughtInClub,
    ClubFileError,
    ClubManifest,
    FilePart,
    FileRefusal,
    Person,
    Plain,
    migrations_here,
    read_manifest,
)
from tournaments.whole_club.mending import Keys, mend_club, new_codes
from tournaments.whole_club.rows import Kind, kinds_taken_along

CHUNK: Final = 500
LARGEST_MANIFEST: Final = 10_000_000
MOST_UNPACKED: Final = 4_000_000_000
"""A thousand times what a year of a club takes: a few bytes can unpack to all of a disk."""
_BLOCK: Final = 1 << 20


def read_club_file(source: BinaryIO) -> tuple[zipfile.ZipFile, ClubManifest]:
    """Return a file whose every part is what its manifest says; raises ClubFileError."""
    try:
        archive = zipfile.ZipFile(source)
        named = {info.filename: info for info in archive.infolist()}
    except (zipfile.BadZipFile, OSError, ValueError):
        raise ClubFileError(FileRefusal.UNREADABLE) from None
    if MANIFEST not in named:
        raise ClubFileError(FileRefusal.FOREIGN)
    with _undamaged(MANIFEST), archive.open(MANIFEST) as front:
        manifest = read_manifest(front.read(LARGEST_MANIFEST))
    _refuse_other_version(manifest)
    if sum(part.bytes for part in manifest.parts.values()) > MOST_UNPACKED:
        raise ClubFileError(FileRefusal.TOO_LARGE)
    expected = {f"{ROWS}{kind.name}.jsonl" for kind in kinds_taken_along()} | {PEOPLE}
    if lacking := sorted(expected - {*manifest.parts}):
        raise ClubFileError(FileRefusal.DAMAGED, lacking[0])
    for name, part in manifest.parts.items():
        _check_part(archive, name, part)
    return archive, manifest


def _refuse_other_version(manifest: ClubManifest) -> None:
    """Raise ClubFileError where the rows are not those of this version's tables."""
    for app, here in migrations_here().items():
        there = manifest.migrations.get(app, [])
        if not {*there} <= {*here}:
            raise ClubFileError(FileRefusal.NEWER, manifest.program)
        if {*there} != {*here}:
            raise ClubFileError(FileRefusal.OLDER, manifest.program)


def _check_part(archive: zipfile.ZipFile, name: str, part: FilePart) -> None:
    digest, size, rows = sha256(), 0, 0
    with _undamaged(name), archive.open(name) as content:
        # No more than is expected is unpacked, whatever the zip says.
        while size <= part.bytes and (block := content.read(_BLOCK)):
            digest.update(block)
            size += len(block)
            rows += block.count(b"\n")
    is_document = name.startswith(CONTESTS)
    if (size, digest.hexdigest()) != (part.bytes, part.sha256):
        raise ClubFileError(FileRefusal.DAMAGED, name)
    if not is_document and rows != part.rows:
        raise ClubFileError(FileRefusal.DAMAGED, name)


@contextmanager
def _undamaged(name: str) -> Iterator[None]:
    """Raise ClubFileError where a part cannot be read as what it should be."""
    try:
        yield
    except (
        *(KeyError, ValueError, TypeError, AttributeError, RecursionError, EOFError),
        # A zip may be packed in a way that Python does not know: that is its last one.
        *(ValidationError, DatabaseError, zipfile.BadZipFile, zlib.error, NotImplementedError),
    ):
        raise ClubFileError(FileRefusal.DAMAGED, name) from None


def bring_in_club(*, source: BinaryIO, now: datetime, owner: User | None = None) -> BroughtInClub:
    """Store the club of a file as a new one beside those that are here.

    Without an `owner`, those who owned it get accounts; a person who has one here already takes
    their place. Raises ClubFileError; nothing is stored then.
    """
    archive, manifest = read_club_file(source)
    with archive, transaction.atomic():
        if Club.objects.filter(created_at=datetime.fromisoformat(manifest.created_at)).exists():
            raise ClubFileError(FileRefusal.PRESENT, manifest.club)
        storing = _Storing(archive, manifest, Keys())
        for kind in kinds_taken_along():
            storing.store(kind)
        club = Club.objects.get(pk=storing.keys.new(Club, storing.club_key))
        with _undamaged(ROWS):
            mend_club(club, storing.keys)
        brought = BroughtInClub(club, new_codes=storing.new_codes)
        brought.people = _store_people(storing.lines(PEOPLE), club, owner, now)
        _check_contests(storing, brought)
        for computer in HallComputer.objects.filter(club=club, ended_at=None):
            # Its key stayed where it was: what it sent goes on here.
            end_computer(computer=computer, now=now)
    return brought


@dataclass(slots=True)
class _Storing:
    """The rows of a file on their way into the database."""

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
        """Store all rows of a kind; those that they name are there already."""
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
        """Store the club itself: one row."""
        rows = list(self.lines(name))
        if len(rows) != 1:
            raise ClubFileError(FileRefusal.DAMAGED, name)
        with _undamaged(name):
            self.club_key = rows[0].pop(KEY)
            self._insert(kind, [(self.club_key, self._row(kind, rows[0]))])

    def _row(self, kind: Kind, values: Plain) -> Model:
        """Return a row to be stored; raises where it is none of that kind."""
        row = kind.model()
        if {*values} != {column.attname for column in kind.columns}:
            raise ValueError(kind.name)
        for column in kind.columns:
            value: Any = values[column.attname]
            target: Any = column.related_model
            if target is not None:
                # One of the same kind may not be there yet: see `_name_each_other`.
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
        """Let rows of one kind name each other, once all of them are there."""
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
    """Make accounts, without a password, for those who work in the club; return who they are."""
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


def _check_contests(storing: _Storing, brought: BroughtInClub) -> None:
    """Refuse a file whose contests are not, once stored, what their documents say."""
    documents = _documents(storing.manifest)
    old_keys = storing.keys.old(Tournament)
    contests = Tournament.objects.of_club(brought.club).order_by("pk")
    most = most_contests()
    if most and len(contests) > most:
        raise ClubFileError(FileRefusal.TOO_LARGE, str(most))
    for contest in contests:
        name = documents.pop(old_keys[contest.pk], "")
        if not name:
            raise ClubFileError(FileRefusal.DAMAGED, CONTESTS)
        with _undamaged(name), storing.archive.open(name) as part:
            # Databases keep the order of names in plain values as they like.
            said = read_json(part.read(MOST_BYTES + 1))
            reading = said["tournament"].get("bracket_version", BEFORE)
            if json.loads(document_text(document_of(contest, reading=reading))) != said:
                raise ClubFileError(FileRefusal.DAMAGED, name)
        if not verify_tournament(contest).is_whole:
            brought.doubtful.append(contest)


def _documents(manifest: ClubManifest) -> dict[int, str]:
    """Return where the document of each contest lies, by the key that it had."""
    found: Mapping[str, str] = {
        name.removeprefix(CONTESTS).partition("-")[0]: name
        for name in manifest.parts
        if name.startswith(CONTESTS)
    }
    return {int(key): name for key, name in found.items() if key.isdigit()}
