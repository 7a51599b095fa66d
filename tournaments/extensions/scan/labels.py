"""What is said of sheets that are photographed."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.extensions.scan.layout import Field

FAULTS: Final[Mapping[str, Promise]] = {
    "no_picture": _(
        "This file is not a picture that can be read: take a photo, or choose a PNG, JPEG or PDF "
        "file."
    ),
    "damaged": _(
        "This picture is damaged, or has more than 60 megapixels: send it as the phone took it."
    ),
    "locked_pdf": _("This PDF asks for a password: save it without one."),
    "damaged_pdf": _("This PDF is damaged or cut off: scan the sheets again."),
    "too_many_pages": _("This PDF has too many pages: up to 120 at once. Scan smaller piles."),
    "too_large_page": _("This page is too large: scan on A4, at 300 dots per inch."),
    "empty_page": _("This page is empty."),
    "rest_not_read": _("Reading stopped at this page: send it and the pages after it once more."),
    "no_sheet": _(
        "No sheet is to be seen: all of it has to be in the picture, lying flat, and fill it."
    ),
    "corner_missing": _(
        "A corner is missing: the four black squares have to be in the picture, none of them "
        "covered or folded away."
    ),
    "two_sheets": _("There are two sheets in this picture: photograph one at a time."),
    "closer": _("Go closer: the sheet is too small in this picture."),
    "blurred": _("This picture is blurred: hold still, and wait until the sheet is sharp."),
    "too_dark": _("This picture is too dark: turn on a light, or the flash."),
    "too_bright": _(
        "This picture is too bright, or a lamp is reflected: photograph the sheet from another "
        "side, without the flash."
    ),
    "shadow": _("A shadow lies on the sheet: turn it towards the light, or step aside."),
    "no_code": _("The QR code of the sheet cannot be read: go closer, and leave it uncovered."),
    "too_pale": _("The writing is too pale: photograph the sheet again with more light."),
    "too_costly": _(
        "This file takes too long to read: photograph the sheet again, or scan it at 300 dots per "
        "inch."
    ),
    "several_sheets": _(
        "There are several sheets in this file: choose the one of this game, as a file of its own."
    ),
    "busy": _("Other pictures are being read at the moment. Send this one again."),
    "too_large": _("This file is too large: up to 20 MB for a picture, 60 MB for a PDF."),
    "other_round": _("This is a sheet of another contest or another round."),
    "of_evening": _(
        "This is a sheet of a club evening: photograph it from the page of that evening."
    ),
    "of_contest": _("This is a sheet of a contest: photograph it from the page of its round."),
    "other_draw": _("This sheet is from before another draw: others sit at this table now."),
    "not_installed": _(
        "This computer cannot read photos: something is not installed. Tell whoever installed the "
        "program."
    ),
    "no_table": _("This round has no such table any more: the draw was changed."),
    "elsewhere": _("This contest is run on another computer: photograph its sheets there."),
    "not_playing": _("Sheets are read while their round is played."),
    "game_over": _("Hands of this game are entered already, or it is over."),
    "too_many": _("This table has six photos already: look at one of them."),
    "no_room": _(
        "The photos of the club take all the room that is kept for them: the owner can choose "
        "to keep them for less time."
    ),
    "other_length": _("This sheet has another number of hands than the round."),
}
GROUPS: Final[Mapping[Field, Promise]] = {
    Field.TAKER: _("Taker"),
    Field.POINTS: _("Points"),
    Field.BELOTE: _("Belote"),
    Field.CAPOT: _("Capot"),
    Field.PENALTY: _("Penalty"),
}
