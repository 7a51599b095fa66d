"""Removing names again that a restored backup brought back."""

import logging
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from scorekeeper.backups.erasures import Erasures, player_key
from scorekeeper.models import Player, PlayerMerge
from scorekeeper.models.authors import Author
from scorekeeper.models.evenings import KeptElsewhereError
from tournaments.audit_log.log import WrittenElsewhereError
from tournaments.people.services.merges import undo_merge
from tournaments.people.services.names import anonymise_player, show_name

logger = logging.getLogger(__name__)


@transaction.atomic
def erase_again(erasures: Erasures, *, now: datetime) -> int:
    """Remove the names that are still stored; return the number of players."""
    # A merged player is removed together with the player it was merged into.
    players = sorted(Player.objects.all(), key=lambda player: player.merged_into_id is not None)
    count = 0
    for player in players:
        pk, key = player.pk, player_key(player.pk, player.created_at)
        if key in erasures.anonymous:
            count += _forget(pk, now)
        elif key in erasures.initials or key in erasures.pageless:
            count += _hide(
                player, initials=key in erasures.initials, no_page=key in erasures.pageless
            )
    return count


def _forget(pk: int, now: datetime) -> int:
    player = Player.objects.get(pk=pk)
    if player.shown == Player.Shown.ANONYMOUS:
        return 0
    if player.merged_into_id:
        # Only this one was removed: the merge was undone after the backup was made.
        _part(player)
    try:
        anonymise_player(player_id=pk, author=Author(_("copy put back")), now=now)
    except (WrittenElsewhereError, KeptElsewhereError):
        # The name must be removed on the hall's computer; the restore goes on nevertheless.
        logger.warning("player %s keeps a name that was taken away: kept elsewhere", pk)
        return 0
    return 1


def _part(player: Player) -> None:
    """Undo the merge of a player, and before that the later merges of the player it became."""
    merge = PlayerMerge.objects.select_related("kept").get(gone=player)
    if merge.kept.merged_into_id:
        _part(merge.kept)
    undo_merge(merge_id=merge.pk)


def _hide(player: Player, *, initials: bool, no_page: bool) -> int:
    """Restrict how a player is shown; an anonymous player is hidden already."""
    player.refresh_from_db()
    is_longer = initials and player.shown == Player.Shown.FULL
    is_open = no_page and player.has_page
    if player.shown == Player.Shown.ANONYMOUS or not (is_longer or is_open):
        return 0
    shown = Player.Shown.INITIALS if initials else player.shown
    show_name(player_id=player.pk, shown=shown, has_page=player.has_page and not no_page)
    return 1
