"""Make this installation a second computer, and start it."""

import getpass
import sys
from argparse import ArgumentParser
from typing import Any

from django.utils.translation import gettext as _

from scorekeeper.management.commands import start
from scorekeeper.server.database import check_folders
from scorekeeper.server.errors import StartProblemError
from scorekeeper.standby.client import read_address
from scorekeeper.standby.errors import ClubHereError, PairingError
from scorekeeper.standby.labels import refusal_text
from scorekeeper.standby.node import node_state
from scorekeeper.standby.sealing import NoCodeError, read_code
from scorekeeper.standby.services import follow


class Command(start.Command):
    help = (
        "Follow another computer of the club, and serve: it copies everything as it is "
        "written, and takes over when the first one dies. Asks for the twenty characters that "
        "the first one shows under “Second computer”. Not where a club lives already."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("address", help="of the first computer, such as 192.168.1.20:8000")

    def _start(self, **options: Any) -> None:
        # Pair only once: after a later restart this computer may have another role.
        if not node_state().is_standby and not self._second_door:
            self._second_door = self._pair(options["address"])
        super()._start(**options)

    def _pair(self, typed: str) -> str:
        """Pair with the primary; return the sign-in token. Raises StartProblemError."""
        found = read_address(typed)
        if found is None:
            raise StartProblemError(_("This is not an address: type it as the first one shows it."))
        address, _code = found
        check_folders()
        try:
            return follow(address=address, code=read_code(_asked_code()))
        except NoCodeError:
            text = _("Type the twenty characters that the first computer shows.")
            raise StartProblemError(text) from None
        except (PairingError, ClubHereError, OSError) as error:
            raise StartProblemError(refusal_text(error)) from None


def _asked_code() -> str:
    """Ask for the code: other users of the computer can read command arguments."""
    if sys.stdin.isatty():
        return getpass.getpass(_("The twenty characters: "))
    return sys.stdin.readline()
