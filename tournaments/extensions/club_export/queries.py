"""Exporting a club to one file, counting what it holds, and names that are due for removal."""

import hashlib
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from typing import Any, BinaryIO, Final

from django.contrib.auth.models import User
from django.db.models import Max, QuerySet
from django.utils import timezone
from django.utils.text import slugify

from scorekeeper import __version__
from scorekeeper.backups.snapshots import database_file
from scorekeeper.models import Attendance, Club, GameSeat, Membership, Player
from scorekeeper.models.clubs import display_name
from tournaments.audit_log.queries.documents import document_of, document_text
from tournaments.audit_log.read_snapshot import one_state
from tournaments.extensions.club_export.club_file import (
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
from tournaments.extensions.club_export.rows import Kind, kinds_taken_along
from tournaments.models import (
    EntryPlayer,
    FormerPlayer,
    LeagueTeam,
    PastResult,
    PlayerPhone,
    Tournament,
)

CHOICES: Final = (2, 3, 5, 10)
"""Years after which names can be removed: at least two seasons."""
NOTICE_PERIOD: Final = timedelta(days=90)
"""How long before its removal a name is announced."""

_TEAMS: Final = LeagueTeam.players.through
_LINES: Final = PastResult.players.through


@dataclass(frozen=True, slots=True, kw_only=True)
class NameLeaving:
    """A player whose name will be removed, and when they were last seen."""

    player: Player
    seen_on: date


def leaving(club: Club, *, years: int, on: date) -> list[NameLeaving]:
    """Return whose names are removed by that day, longest absent first; nine queries.

    Merged players are removed together, and stay as long as one of them does.
    """
    last: dict[int, date] = {}
    people = {player.pk: player for player in Player.objects.of_club(club)}
    for key, seen_on in _seen(club):
        who = people[key].merged_into_id or key
        last[who] = max(last.get(who, seen_on), seen_on)
    day = years_before(on, years)
    gone = [
        NameLeaving(player=people[key], seen_on=seen_on)
        for key, seen_on in last.items()
        if seen_on < day and people[key].shown != Player.Shown.ANONYMOUS
    ]
    return sorted(gone, key=lambda one: (one.seen_on, one.player.pk))


def years_before(day: date, years: int) -> date:
    return day.replace(year=day.year - years, day=min(day.day, 28))


def _seen(club: Club) -> Iterator[tuple[int, date]]:
    """Yield the dates on which players were seen, from everything that refers to them."""
    traces: Iterable[tuple[Any, str]] = (
        # Former seats and places in an entry count too.
        (GameSeat.every, "game__created_at"),
        (EntryPlayer.objects, "entry__tournament__date"),
        (FormerPlayer.objects, "entry__tournament__date"),
        (Attendance.objects, "evening__date"),
        (PlayerPhone.objects, "asked_at"),
        (_TEAMS._default_manager, "leagueteam__season__ends_on"),
        (_LINES._default_manager, "pastresult__contest__date"),
    )
    yield from _days(Player.objects.of_club(club).values_list("pk", "created_at"))
    for rows, moment in traces:
        seen = rows.filter(player__club=club).values("player").annotate(last=Max(moment))
        yield from _days(seen.values_list("player", "last"))


def _days(rows: Iterable[tuple[int, date]]) -> Iterator[tuple[int, date]]:
    for key, moment in rows:
        yield key, timezone.localdate(moment) if isinstance(moment, datetime) else moment


def holdings_of(club: Club) -> dict[str, Any]:
    """Return how much data a club has. `accounts` are those that work in no other club.

    `has_copies` is set if the program itself makes backups.
    """
    return {
        "players": club.players.count(),
        "evenings": club.evenings.count(),
        "games": club.games.count(),
        "contests": Tournament.objects.of_club(club).count(),
        "seasons": sum(league.seasons.count() for league in club.leagues.all()),
        "people": Membership.objects.filter(club=club).count(),
        "accounts": accounts_of_this_club_alone(club).count(),
        "has_copies": database_file() is not None,
    }


def accounts_of_this_club_alone(club: Club) -> QuerySet[User]:
    """Return the accounts that are useless once the club is erased."""
    elsewhere = Membership.objects.exclude(club=club).values("user")
    people = User.objects.filter(memberships__club=club, is_superuser=False, is_staff=False)
    return people.exclude(pk__in=elsewhere)


CHUNK: Final = 2000


def file_name(club: Club, now: datetime) -> str:
    return f"{slugify(club.name) or 'club'}-{now:%Y-%m-%d}.zip"


def write_club(club: Club, target: BinaryIO, *, now: datetime) -> ClubManifest:
    """Write all data of a club to a file, from one snapshot of the database.

    Passwords, sign-in links and device keys are not included; the codes of tables and evenings are.
    Return the manifest.
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
    """Return the path of a contest's document; `key` is the contest's key in the file."""
    words = slugify(f"{contest.date:%Y-%m-%d} {contest.name}")
    return f"{CONTESTS}{key or contest.pk}-{words}.json"


def _row_lines(kind: Kind, club: Club) -> Iterator[str]:
    names = [KEY, *(column.attname for column in kind.columns)]
    rows = kind.rows(club).order_by("pk").values_list(*names)
    for row in rows.iterator(chunk_size=CHUNK):
        yield line_of(dict(zip(names, row, strict=True)))


def _people_lines(club: Club) -> Iterator[str]:
    """Yield the members of the club; an e-mail address only if it is confirmed."""
    members = Membership.objects.filter(club=club, user__is_active=True).order_by("pk")
    for member in members.select_related("user"):
        person = {"name": display_name(member.user), "role": member.role}
        yield line_of({**person, "mail": member.user.email} if member.user.email else person)
