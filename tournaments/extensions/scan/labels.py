"""What is said of sheets that are photographed."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.extensions.scan.layout import Field

FAULTS: Final[Mapping[str, Promise]] = {
    "no_picture": _("This is no picture that can be read: take a photo, or a PNG or JPEG file."),
    "no_sheet": _("No sheet is to be seen: all of it has to be in the picture, lying flat."),
    "corner_missing": _(
        "A corner is missing: the four black squares have to be in the picture, none of them "
        "covered or in a hard shadow."
    ),
    "no_code": _(
        "The square code of the sheet cannot be read: go closer, hold still, and add light."
    ),
    "too_pale": _("The writing is too pale: photograph the sheet again with more light."),
    "too_costly": _("This picture could not be read: photograph the sheet again."),
    "busy": _("Other pictures are being read at the moment. Send this one again."),
    "too_large": _("This file is too large: up to 20 MB each."),
    "other_round": _("This is a sheet of another contest or another round."),
    "other_draw": _("This sheet is from before another draw: others sit at this table now."),
    "not_installed": _("What reads pictures is not installed as it should be on this computer."),
    "no_table": _("This round has no such table any more: the draw was changed."),
    "not_playing": _("Sheets are read while their round is played."),
    "other_length": _("This sheet has another number of hands than the round."),
}
GROUPS: Final[Mapping[Field, Promise]] = {
    Field.TAKER: _("Taker"),
    Field.POINTS: _("Points"),
    Field.BELOTE: _("Belote"),
    Field.CAPOT: _("Capot"),
    Field.PENALTY: _("Penalty"),
}
