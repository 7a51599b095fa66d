"""Let this second computer be the first one from now on."""

from argparse import ArgumentParser
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scorekeeper.management.club_command import DataCommand
from scorekeeper.server.errors import StartProblemError
from scorekeeper.server.instances import nobody_serving
from scorekeeper.standby.errors import PairingError
from scorekeeper.standby.labels import refusal_text
from scorekeeper.standby.node import NodeRole, look_again
from scorekeeper.standby.services import arrive, take_over, take_over_again
from scorekeeper.terminal import typed


class Command(DataCommand):
    help = (
        "Let this second computer be the first one, because that one died. A program that runs "
        "here starts again by itself. Asks first, and says from when on something may be missing. "
        "With --again a computer that was replaced goes on, because the one that took over is lost."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--yes", action="store_true", help="do not ask")
        parser.add_argument(
            "--again", action="store_true", help="on a computer that was replaced by another one"
        )

    def run(self, **options: Any) -> None:
        here, is_again = look_again(), options["again"]
        if is_again and here.role is not NodeRole.REPLACED:
            raise StartProblemError(_("This computer was not replaced by another one."))
        if not is_again and here.role is not NodeRole.FOLLOWING:
            raise StartProblemError(_("This is not a second computer: it follows nobody."))
        until = here.complete_until
        shown = date_format(timezone.localtime(until), "DATE_FORMAT") if until else "?"
        time = f"{timezone.localtime(until):%H:%M:%S}" if until else "?"
        text = (
            _("What was written on %(address)s after %(day)s, %(time)s is missing here.")
            if is_again
            else _("What was written on %(address)s after %(day)s, %(time)s may be missing here.")
        )
        self.stdout.write(text % {"address": here.leader, "day": shown, "time": time})
        if not options["yes"] and input(_("Take over? Type yes: ")).strip() not in {
            "yes",
            _("yes"),
        }:
            raise StartProblemError(_("Nothing was changed."))
        # A running program prepares the data itself.
        with suppress(StartProblemError), nobody_serving(Path(settings.DATA_DIR)):
            arrive(now=timezone.now())
        try:
            take_over_again(door=False) if is_again else take_over(door=False)
        except PairingError as error:
            raise StartProblemError(refusal_text(error)) from None
        self.stdout.write(
            _("It takes over. If the program is not running, start it: %(command)s")
            % {"command": typed("start")}
        )
