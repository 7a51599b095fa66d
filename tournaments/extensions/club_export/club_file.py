"""The export file of a club: its parts, and reasons to reject one. README.md has the format."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import date, datetime
from typing import Any, Final
from uuid import UUID

from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from scorekeeper.models import Club
from scorekeeper.refusals import Refused
from tournaments.extensions.club_export.rows import APPS
from tournaments.models import Tournament
from tournaments.refusals import ContestRefusal

FORMAT: Final = "belote-club"
VERSION: Final = 1
MANIFEST: Final = "manifest.json"
PEOPLE: Final = "people.jsonl"
ROWS: Final = "rows/"
CONTESTS: Final = "contests/"
KEY: Final = "pk"

Plain = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class FilePart:
    """A file in the zip, as the manifest lists it; `rows` counts its lines, 1 for a document."""

    rows: int
    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubManifest:
    """The manifest: who wrote the file, which club, and size and hash of every part."""

    program: str
    written_at: str
    club: str
    created_at: str
    migrations: Mapping[str, list[str]]
    parts: Mapping[str, FilePart] = field(default_factory=dict)

    def text(self) -> str:
        plain = {"format": FORMAT, "version": VERSION, **asdict(self)}
        return json.dumps(plain, ensure_ascii=False, indent=1) + "\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A member of the club whose account the file does not include."""

    name: str
    role: str
    mail: str = ""
    token: str = ""
    """A one-time sign-in token of an owner; the owner gives the others theirs."""


@dataclass(slots=True)
class BroughtInClub:
    """An imported club, with what its owner should know."""

    club: Club
    people: list[Person] = field(default_factory=list)
    new_codes: int = 0
    doubtful: list[Tournament] = field(default_factory=list)
    """Contests whose log contradicts what is stored, as on the installation they come from."""


def read_manifest(text: bytes) -> ClubManifest:
    """Parse a manifest; raises Refused."""
    try:
        plain = json.loads(text)
        if not isinstance(plain, dict) or plain.pop("format", None) != FORMAT:
            raise Refused(ContestRefusal.FILE_FOREIGN)
        if plain.pop("version") > VERSION:
            raise Refused(ContestRefusal.FILE_NEWER, place=str(plain.get("program", "?")))
        parts = {name: FilePart(**part) for name, part in plain.pop("parts").items()}
        return ClubManifest(**plain, parts=parts)
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        raise Refused(ContestRefusal.FILE_DAMAGED, place=MANIFEST) from None


def migrations_here() -> dict[str, list[str]]:
    """Return the names of the applied migrations, by app.

    Squashed migrations are left out: every database has the ones that they replace.
    """
    applied = MigrationRecorder(connection).applied_migrations()
    steps = [step for step in applied if "_squashed_" not in step[1]]
    return {app: sorted(name for of, name in steps if of == app) for app in APPS}


def line_of(values: Plain) -> str:
    return json.dumps(values, ensure_ascii=False, default=_plain, separators=(",", ":")) + "\n"


def _plain(value: object) -> str:
    """Serialize values that JSON lacks; times to the microsecond, because logs sign them."""
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, UUID):
        return str(value)
    raise TypeError(type(value).__name__)
