"""Keeping photos of sheets, entering the hands of one, and deleting photos."""

import uuid
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final, Unpack

from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Coalesce

from scorekeeper.games.services.actions import lock_game
from scorekeeper.games.services.hands import record_hand
from scorekeeper.models import Club, Game
from scorekeeper.models.authors import Actor
from scorekeeper.models.hands import HandInput
from tournaments.audit_log.actions import ActionType
from tournaments.audit_log.locks import RoundOpenError, lock_match
from tournaments.audit_log.log import FinishedError, WrittenElsewhereError, append_at
from tournaments.extensions.scan.layout import SheetCode
from tournaments.extensions.scan.queries import days_kept, photographed, seats_now
from tournaments.extensions.scan.reader import SeenSheet, UnreadSheetError, read_pages
from tournaments.models import Match, PhotoKeeping, Round, SheetPhoto
from tournaments.tables.services import sign_on_paper

MOST_OF_A_TABLE: Final = 6
A_YEAR: Final = timedelta(days=365)
MOST_BYTES: Final = 300_000_000
"""How much the photos of one club may take: some 50 contests of 12 tables and 3 rounds."""


def keep_file(
    data: bytes, played: Round | None = None, **by: Unpack[Actor]
) -> Iterator[Match | str]:
    """Keep the photo of each sheet in a picture or a PDF; yield its table, or why it is not kept.

    Only sheets of a round are kept, if one is given; without, of any round that is played. What it
    yields instead of a table is the code of the reason: see `labels.FAULTS`.
    """
    for found in read_pages(data, played.tournament.club_id if played else None):
        if isinstance(found, str):
            yield found
            continue
        try:
            match = match_of(found.code, played)
            keep_photo(match_id=match.pk, seen=found, **by)
        except UnreadSheetError as error:
            yield error.fault
        except WrittenElsewhereError:
            yield "elsewhere"
        except (FinishedError, RoundOpenError):
            yield "not_playing"
        else:
            yield match


def match_of(code: SheetCode, played: Round | None = None) -> Match:
    """Return the table that the code of a sheet names, of a round if one is given.

    Raises UnreadSheetError if there is no such table, or if others sit there by now.
    """
    if code.is_blank:
        raise UnreadSheetError("of_evening")
    if played is None:
        rounds = Round.objects.select_related("tournament__club")
        played = rounds.filter(tournament=code.contest, number=code.round).first()
    if played is None or (code.contest, code.round) != (played.tournament_id, played.number):
        raise UnreadSheetError("other_round")
    if code.hands != played.hands:
        raise UnreadSheetError("other_length")
    match = photographed(played).filter(table_number=code.table).first()
    if match is None:
        raise UnreadSheetError("no_table")
    if code.seats != seats_now(played, code.table):
        raise UnreadSheetError("other_draw")
    match.round = played
    return match


@transaction.atomic
def keep_photo(*, match_id: int, seen: SeenSheet, **by: Unpack[Actor]) -> SheetPhoto:
    """Keep the photo of a table's sheet, and log its hash; the same photo is kept once.

    Raises UnreadSheetError if there is no room for it, FinishedError and RoundOpenError.
    """
    _contest, match = lock_match(match_id, Round.Status.PLAYING)
    if match.game is None:
        raise UnreadSheetError("no_table")
    photo, is_new = _keep(match.game, seen, **by)
    if is_new:
        append_at(match, ActionType.PHOTOGRAPHED, {"sha256": photo.sha256}, **by)
    return photo


def keep_game_file(data: bytes, game: Game, **by: Unpack[Actor]) -> Iterator[Game | str]:
    """Keep the photo of a blank sheet with the game that was written on it, as `keep_file` does.

    Nothing on such a sheet says which game it is of: a pile of them is refused.
    """
    sheets: list[SeenSheet] = []
    for found in read_pages(data, game.club_id):
        if isinstance(found, str):
            yield found
            continue
        sheets.append(found)
        if len(sheets) > 1:
            yield "several_sheets"
            return
    for seen in sheets:
        try:
            keep_game_photo(game_id=game.pk, seen=seen, **by)
        except UnreadSheetError as error:
            yield error.fault
        else:
            yield game


@transaction.atomic
def keep_game_photo(*, game_id: int, seen: SeenSheet, **by: Unpack[Actor]) -> SheetPhoto:
    """Keep the photo of a blank sheet with a game outside contests; the same one is kept once.

    Raises UnreadSheetError if it is another sheet or there is no room, and KeptElsewhereError.
    """
    game = lock_game(game_id)
    if not seen.code.is_blank:
        raise UnreadSheetError("of_contest")
    return _keep(game, seen, **by)[0]


def _keep(game: Game, seen: SeenSheet, **by: Unpack[Actor]) -> tuple[SheetPhoto, bool]:
    """Return the photo of a locked game's sheet, and whether it is a new one."""
    if kept := game.photos.filter(sha256=seen.sha256).first():
        return kept, False
    if game.photos.count() >= MOST_OF_A_TABLE:
        raise UnreadSheetError("too_many")
    if SheetPhoto.objects.of_club(game.club).bytes() + len(seen.picture) > MOST_BYTES:
        raise UnreadSheetError("no_room")
    photo = game.photos.create(
        sha256=seen.sha256,
        picture=seen.picture,
        seats=seen.code.seats,
        cells=[[one.ink, one.chances, one.is_clear] for one in seen.cells],
        author_name=by["author"].name,
        taken_at=by["now"],
    )
    return photo, True


@transaction.atomic
def record_sheet(
    *, game: Game, hands: list[HandInput], is_signed: bool, **by: Unpack[Actor]
) -> None:
    """Record all hands of a game in which nothing was done since it was loaded, or none.

    The first one has the deals before it that nobody took: the table's phone may have counted them.
    A whole sheet of a contest `is_signed` on paper. Raises StaleGameError, GameIsOverError and
    TableMovedOnError.
    """
    first, *others = hands
    for base, written in (
        (game.version, first.with_passed_deals(game.passed_deals)),
        *((None, one) for one in others),
    ):
        record_hand(
            game_id=game.pk,
            written=written,
            submission_key=uuid.uuid4(),
            base_version=base,
            **by,
        )
    match = Match.objects.filter(game=game).first()
    if match and is_signed and match.receipt:
        sign_on_paper(match_id=match.pk, receipt=match.receipt, **by)


def set_days_kept(*, club: Club, days: int) -> None:
    """Set how many days after its end the photos of a contest are kept."""
    PhotoKeeping.objects.update_or_create(club=club, defaults={"days": days})


def forget_photos(*, now: datetime) -> int:
    """Delete the photos that were kept as long as their club says; return their number.

    One that was taken after its evening was closed stays as long after it was taken. Those of a
    contest that nobody has finished, or of an evening that nobody has closed, count as if it had
    ended a year after them.
    """
    deleted = 0
    ended_at = Coalesce("game__match__round__tournament__finished_at", "game__evening__closed_at")
    for club in Club.objects.filter(pk__in=SheetPhoto.objects.values("game__club")):
        until = now - timedelta(days=days_kept(club))
        photos = SheetPhoto.objects.of_club(club).annotate(ended_at=ended_at)
        ended = Q(ended_at__lte=until, taken_at__lte=until)
        left = Q(ended_at=None, taken_at__lte=until - A_YEAR)
        deleted += photos.filter(ended | left).delete()[0]
    return deleted
