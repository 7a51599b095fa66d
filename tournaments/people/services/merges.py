"""Merging two players who are the same person, and undoing it."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final

from django.db import transaction

from scorekeeper.clubs.services.clubs import lock_club
from scorekeeper.clubs.services.players import AnonymousError
from scorekeeper.models import Attendance, Evening, GameSeat, Player, PlayerMerge
from scorekeeper.models.authors import Author
from tournaments.audit_log.locks import lock_contests
from tournaments.audit_log.log import touch_results
from tournaments.models import (
    ArrivedName,
    EntryPlayer,
    FormerPlayer,
    LeagueTeam,
    PastResult,
    PlayerPhone,
    SeasonPenalty,
    Tournament,
)
from tournaments.people.queries.merges import obstacles

_TEAMS: Final = LeagueTeam.players.through
_LINES: Final = PastResult.players.through
# Every model with a column `player`, by the name under which a merge records moved rows.
MOVED: Final[dict[str, Callable[[], Any]]] = {
    "seats": lambda: GameSeat.every,
    "entries": lambda: EntryPlayer.objects,
    "former_entries": lambda: FormerPlayer.objects,
    "attendances": lambda: Attendance.objects,
    "season_penalties": lambda: SeasonPenalty.objects,
    "league_teams": lambda: _TEAMS._default_manager,
    "past_results": lambda: _LINES._default_manager,
    "phones": lambda: PlayerPhone.objects,
    "arrived_names": lambda: ArrivedName.objects,
}


class TwoPeopleError(ValueError):
    """The players cannot be the same person; has the reasons."""

    def __init__(self, found: list[str]) -> None:
        super().__init__("two people")
        self.obstacles = found


class MergedAlreadyError(ValueError):
    """One of two players has been merged meanwhile, or a merge can no longer be undone."""


@transaction.atomic
def merge_players(*, kept_id: int, gone_id: int, author: Author, now: datetime) -> PlayerMerge:
    """Let everything that refers to one player refer to another; names on sheets stay as written.

    Raises TwoPeopleError if both were in two places at once, MergedAlreadyError if one of them has
    been merged meanwhile, AnonymousError if one no longer has a name.
    """
    kept, gone = _locked(kept_id, gone_id)
    if kept == gone or kept.merged_into_id or gone.merged_into_id or kept.club_id != gone.club_id:
        raise MergedAlreadyError
    if Player.Shown.ANONYMOUS in {kept.shown, gone.shown}:
        raise AnonymousError
    if found := obstacles(kept, gone):
        raise TwoPeopleError(found)
    moved: dict[str, Any] = {"dropped": _drop_double(kept, gone)}
    for table, rows in MOVED.items():
        naming = rows().filter(player=gone)
        moved[table] = list(naming.order_by("pk").values_list("pk", flat=True))
        naming.update(player=kept)
    # Keep chains short: a merged player always leads directly to the present one.
    earlier = Player.objects.filter(merged_into=gone)
    moved["merged"] = list(earlier.order_by("pk").values_list("pk", flat=True))
    earlier.update(merged_into=kept)
    moved["archived_at"] = _come_back(kept, gone)
    moved["shown"] = _hide_both(kept, gone)
    moved["has_page"] = _close_both(kept, gone)
    moved["licence"], moved["categories"] = _hand_over_licence(kept, gone)
    gone.merged_into = kept
    gone.save(update_fields=["merged_into"])
    _touch_contests(kept)
    return PlayerMerge.objects.create(
        kept=kept, gone=gone, moved=moved, author_name=author.name, at=now
    )


@transaction.atomic
def undo_merge(*, merge_id: int) -> Player:
    """Move back exactly what a merge moved, as far as it still refers to the player who was kept.

    Return the restored player. Raises MergedAlreadyError if the player who was kept has been merged
    since (undo that first), AnonymousError if the name was removed.
    """
    merge = PlayerMerge.objects.get(pk=merge_id)
    kept, gone = _locked(merge.kept_id, merge.gone_id)
    if kept.merged_into_id:
        raise MergedAlreadyError
    if Player.Shown.ANONYMOUS in {kept.shown, gone.shown}:
        raise AnonymousError
    moved = merge.moved
    for table, rows in MOVED.items():
        # Merges recorded by earlier versions have fewer tables.
        rows().filter(pk__in=moved.get(table, ()), player=kept).update(player=gone)
    evenings = Evening.objects.filter(pk__in=moved["dropped"])
    Attendance.objects.bulk_create(
        Attendance(evening=one, player=gone, name=gone.name) for one in evenings
    )
    Player.objects.filter(pk__in=moved["merged"], merged_into=kept).update(merged_into=gone)
    if moved["archived_at"] and kept.archived_at is None:
        kept.archived_at = datetime.fromisoformat(moved["archived_at"])
        kept.save(update_fields=["archived_at"])
    if moved.get("shown"):
        kept.shown = Player.Shown(moved["shown"])
        kept.save(update_fields=["shown"])
    if moved.get("has_page"):
        kept.has_page = True
        kept.save(update_fields=["has_page"])
    _give_licence_back(kept, gone, moved.get("licence", ""), moved.get("categories", []))
    gone.merged_into = None
    gone.save(update_fields=["merged_into"])
    _touch_contests(kept, gone)
    merge.delete()
    return gone


def _hide_both(kept: Player, gone: Player) -> str:
    """Show both by initials if one is; return how the kept one was shown before, if that changed.

    A hidden name must not be revealed by the other's.
    """
    if Player.Shown.INITIALS not in {kept.shown, gone.shown}:
        return ""
    before = kept.shown
    for player in (kept, gone):
        player.shown = Player.Shown.INITIALS
        player.save(update_fields=["shown"])
    return before if before != kept.shown else ""


def _close_both(kept: Player, gone: Player) -> bool:
    """Close both public pages if one is closed; return whether the kept one had a page."""
    had_page = kept.has_page
    kept.has_page = gone.has_page = had_page and gone.has_page
    Player.objects.filter(pk__in=[kept.pk, gone.pk]).update(has_page=kept.has_page)
    return had_page and not kept.has_page


def _hand_over_licence(kept: Player, gone: Player) -> tuple[str, list[str]]:
    """Move licence and categories that only the other has to the kept one; return what moved."""
    licence = "" if kept.licence else gone.licence
    categories = [] if kept.categories else list(gone.categories)
    if licence:
        Player.objects.filter(pk=gone.pk).update(licence="")
        kept.licence, gone.licence = licence, ""
    kept.categories = kept.categories or categories
    kept.save(update_fields=["licence", "categories"])
    return licence, categories


def _give_licence_back(kept: Player, gone: Player, licence: str, categories: list[str]) -> None:
    if categories and kept.categories == categories:
        kept.categories = []
    is_back = bool(licence) and kept.licence == licence
    if is_back:
        kept.licence = ""
    kept.save(update_fields=["licence", "categories"])
    if is_back:
        gone.licence = licence
        gone.save(update_fields=["licence"])


def _locked(kept_id: int, gone_id: int) -> tuple[Player, Player]:
    """Return both players, locked so that nothing new in the club can refer to them."""
    club = Player.objects.select_related("club").get(pk=kept_id).club
    lock_contests(club)
    lock_club(club)
    players = Player.objects.in_bulk([kept_id, gone_id])
    return players[kept_id], players[gone_id]


def _drop_double(kept: Player, gone: Player) -> list[int]:
    """Delete the second attendance of evenings on which both were ticked; return these evenings."""
    double = gone.attendances.filter(evening__attendances__player=kept)
    evenings = sorted(double.values_list("evening", flat=True))
    gone.attendances.filter(evening__in=evenings).delete()
    return evenings


def _come_back(kept: Player, gone: Player) -> str | None:
    """Unarchive the kept player if the other was active; return since when it was archived."""
    if gone.archived_at or kept.archived_at is None:
        return None
    archived_at = kept.archived_at.isoformat()
    kept.archived_at = None
    kept.save(update_fields=["archived_at"])
    return archived_at


def _touch_contests(*players: Player) -> None:
    for contest in Tournament.objects.naming(players):
        touch_results(contest)
