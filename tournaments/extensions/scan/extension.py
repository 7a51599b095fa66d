from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scorekeeper.extensions import Extension
from scorekeeper.models import Club
from tournaments.extensions.scan.services import forget_photos
from tournaments.models import SheetPhoto

FORGET_EVERY_SECONDS: Final = 24 * 3600.0


def _forget_photos() -> None:
    if SheetPhoto.objects.exists():
        forget_photos(now=timezone.now())


def _has_data(club: Club, _contest: Any) -> bool:
    return SheetPhoto.objects.of_club(club).exists()


EXTENSION = Extension(
    code="scan",
    help_chapters={"tournaments.extensions.scan": "photographed-sheets"},
    label=_("Sheets to photograph"),
    text=_("Table sheets whose hands are read from a photo"),
    has_data=_has_data,
    urls="tournaments.extensions.scan.urls",
    templates={
        "round.print": "scan/_round_print.html",
        "round.slips": "scan/_round_slips.html",
        "game.sheet": "scan/_game_photos.html",
        "player.privacy": "scan/_player_photos.html",
    },
    evening_links=(("tournaments:evening-sheets", _("Sheets to photograph")),),
    duties=(("old photos of sheets", FORGET_EVERY_SECONDS, _forget_photos),),
)
