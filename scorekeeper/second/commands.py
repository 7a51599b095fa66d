"""Which commands may open the data of a computer that does not write."""

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _

from scorekeeper.second.standing import PlaceOfComputer, standing
from scorekeeper.terminal import typed

# They know what this computer is, or open no data.
ALWAYS: Final = frozenset(
    {"", "check", "compilemessages", "follow", "help", "makemessages", "makemigrations"}
    | {"plausible", "score", "start", "take_over", "test", "version"}
)
# What lies on a replaced computer is its own, and rests.
READING: Final = frozenset(
    {"backup", "doctor", "export_club", "export_evening", "export_tournament", "verify_tournament"}
)


def word_for_other_computer(arguments: Sequence[str]) -> str | None:
    """Return why a command is not obeyed where another computer's data are; None where it is."""
    here = standing()
    name = next((word for word in arguments if not word.startswith("-")), "")
    if here.role is PlaceOfComputer.FIRST or name in ALWAYS or {"-h", "--help"} & {*arguments}:
        return None
    if here.role is PlaceOfComputer.REPLACED:
        if name in READING:
            return None
        text = _(
            "This computer was replaced by %(address)s and writes nothing. Run the command there; "
            "or, where that one is lost, go on here first: %(command)s"
        )
        return text % {"address": here.leader, "command": typed("take_over", "--again")}
    text = _(
        "This is a second computer: its data are those of %(address)s. Run the command there; or, "
        "where that one is dead, take over first: %(command)s"
    )
    return text % {"address": here.leader, "command": typed("take_over")}
