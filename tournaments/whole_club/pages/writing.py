"""A club written as one file: its rows, its people, its contests as documents."""

import hashlib
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import BinaryIO, Final

from django.utils.text import slugify

from scorekeeper import __version__
from scorekeeper.models import Club, Membership
from scorekeeper.models.clubs import display_name
from tournaments.audit.pages.documents import document_of, document_text
from tournaments.ledger.one_state import one_state
from tournaments.models import Tournament
from tournaments.whole_club.club_file import (
    CONTESTS,
    KEY,
    MANIFEST,
    PEOPLE,
    ROWS,
    ClubManifest,
    FilePart,
    line_of,
    migrations_here,
)
from tournaments.whole_club.rows import Kind, kinds_taken_along

CHUNK: Final = 2000


def file_name(club: Club, now: datetime) -> str:
    return f"{slugify(club.name) or 'club'}-{now:%Y-%m-%d}.zip"


def write_club(club: Club, target: BinaryIO, *, now: datetime) -> ClubManifest:
    """Write all that is a club's, as it is at one moment, while others go on writing.

    No password, no sign-in link and no key of a device is in it; the codes of its tables and
    evenings are. Return what was written.
    """
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive, one_state():
        club.refresh_from_db()
        parts = {name: _write(archive, name, lines) for name, lines in _parts(club)}
        manifest = ClubManifest(
            program=__version__,
            written_at=now.astimezone(UTC).isoformat(),
            club=club.name,
            created_at=club.created_at.astimezone(UTC).isoformat(),
            migrations=migrations_here(),
        )
        manifest = replace(manifest, parts=parts)
        archive.writestr(MANIFEST, manifest.text())
    return manifest


def _write(archive: zipfile.ZipFile, name: str, lines: Iterable[str]) -> FilePart:
    digest, rows, size = hashlib.sha256(), 0, 0
    with archive.open(name, "w", force_zip64=True) as part:
        for line in lines:
            content = line.encode()
            digest.update(content)
            size += part.write(content)
            rows += 1
    return FilePart(rows=rows, bytes=size, sha256=digest.hexdigest())


def _parts(club: Club) -> Iterator[tuple[str, Iterable[str]]]:
    for kind in kinds_taken_along():
        yield f"{ROWS}{kind.name}.jsonl", _row_lines(kind, club)
    yield PEOPLE, _people_lines(club)
    for contest in Tournament.objects.of_club(club).order_by("pk"):
        yield contest_part(contest), [document_text(document_of(contest)) + "\n"]


def contest_part(contest: Tournament, key: int | None = None) -> str:
    """Return where a contest's document lies; `key` is the one that it has in the file."""
    words = slugify(f"{contest.date:%Y-%m-%d} {contest.name}")
    return f"{CONTESTS}{key or contest.pk}-{words}.json"


def _row_lines(kind: Kind, club: Club) -> Iterator[str]:
    names = [KEY, *(column.attname for column in kind.columns)]
    rows = kind.rows(club).order_by("pk").values_list(*names)
    for row in rows.iterator(chunk_size=CHUNK):
        yield line_of(dict(zip(names, row, strict=True)))


def _people_lines(club: Club) -> Iterator[str]:
    """Yield who works in the club: a mail only where its owner confirmed it."""
    members = Membership.objects.filter(club=club, user__is_active=True).order_by("pk")
    for member in members.select_related("user"):
        person = {"name": display_name(member.user), "role": member.role}
        yield line_of({**person, "mail": member.user.email} if member.user.email else person)
