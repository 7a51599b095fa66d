from django.utils.translation import gettext_lazy as _

from scorekeeper.extensions import Extension

EXTENSION = Extension(
    code="scan",
    help_chapters={"tournaments.extensions.scan": "photographed-sheets"},
    label=_("Sheets to photograph"),
    text=_("Table sheets whose hands are read from a photo, where what reads them is installed"),
    urls="tournaments.extensions.scan.urls",
    templates={"round.print": "scan/_round_print.html"},
)
