"""Serve many clubs on the Internet: check the settings, prepare the data, serve until stopped."""

import os
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connections
from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.backups.snapshots import database_file
from scorekeeper.clubs.services.accounts import create_first_organiser
from scorekeeper.management.club_command import TerminalCommand
from scorekeeper.management.commands.start import DUTIES, tell_link
from scorekeeper.server.database import check_folders, prepare_database
from scorekeeper.server.instances import serving
from scorekeeper.server.leader import Elected
from scorekeeper.server.links import public_page
from scorekeeper.server.preparing import alone
from scorekeeper.server.readiness import check_ready, warnings
from scorekeeper.server.static_bundles import gather_static_files
from scorekeeper.system import metrics
from scorekeeper.terminal import PatientOutput, typed


class Command(TerminalCommand):
    help = "Serve on the Internet, behind a proxy that speaks https: see .deploy/README.md."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="8000 by default")
        parser.add_argument("--host", default="127.0.0.1", help="this machine alone by default")
        parser.add_argument(
            "--workers",
            type=int,
            help="processes that answer; by default two for each processor and one, on SQLite one",
        )

    def run(self, **options: Any) -> None:
        self.stdout = PatientOutput(sys.stdout)
        own = os.getpid()
        try:
            self._serve(**options)
        except KeyboardInterrupt:
            pass  # stopped before it served
        except SystemExit:
            # Each worker process exits here too.
            if os.getpid() != own:
                raise
            self.stdout.write(_("Stopped. Everything entered is kept."))
            raise

    def _serve(self, *, host: str, port: int, workers: int | None, **options: Any) -> None:
        check_ready(workers=workers)
        check_folders()
        for warning in warnings(host):
            self.stdout.write(warning)
        with alone():
            self._prepare()
        connections.close_all()
        # Imported here because hall computers do not have it installed.
        from scorekeeper.server.workers import ManyWorkers, usual_workers

        metrics.begin(Path(settings.DATA_DIR) / "metrics" / f"{host}-{port}")
        is_file = database_file() is not None
        duties = [duty for duty in DUTIES if duty.is_due(in_hall=False, on_file=is_file)]
        count = workers or usual_workers()
        with serving(settings.DATA_DIR):
            self.stdout.write(
                _(
                    "Serving %(address)s with %(count)d processes; the proxy finds it at "
                    "%(host)s:%(port)d."
                )
                % {"address": public_page(), "count": count, "host": host, "port": port}
            )
            self.stdout.flush()
            application = ManyWorkers(host=host, port=port, workers=count, duties=Elected(duties))
            application.run()

    def _prepare(self) -> None:
        """Prepare database and static files; print how the first person signs in."""
        now = timezone.now()
        copy = prepare_database(now=now)
        if copy:
            self.stdout.write(_("Older database: copied to %(copy)s first.") % {"copy": copy})
        gather_static_files()
        # Created now, while no other process does.
        str(settings.SECRET_KEY)
        token = create_first_organiser(now=now)
        if token is None:
            self.stdout.write(
                _("To sign in as the organiser again: %(command)s.") % {"command": typed("sign_in")}
            )
            return
        tell_link(self.stdout, public_page(), token)
