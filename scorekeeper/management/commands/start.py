"""Start the program: prepare its data, say where phones find it, serve until Ctrl-C."""

import socket
import sys
from argparse import ArgumentParser, BooleanOptionalAction
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.models import User
from django.core.handlers.wsgi import WSGIHandler
from django.core.management.base import OutputWrapper
from django.db import DatabaseError, connections
from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper import running
from scorekeeper.addresses import EVERYWHERE, LOCAL_NAMES, page_address, watch
from scorekeeper.backups import schedule as copies
from scorekeeper.clubs.services.accounts import (
    PURGE_EVERY,
    create_first_organiser,
    create_new_link_for_organiser,
    purge_old_sessions,
)
from scorekeeper.extensions import extensions
from scorekeeper.management.club_command import TerminalCommand
from scorekeeper.server import stopping
from scorekeeper.server.browser import AT_ONCE, has_screen, is_somebody_there, open_browser
from scorekeeper.server.database import check_folders, prepare_database
from scorekeeper.server.duties import Duties, Duty
from scorekeeper.server.instances import serving
from scorekeeper.server.keep_awake import awake
from scorekeeper.server.links import pages_for_phones, public_page, sign_in_link, word_for_refused
from scorekeeper.server.other_start import AlreadyStartedError, only_start
from scorekeeper.server.preparing import alone
from scorekeeper.server.static_bundles import gather_static_files
from scorekeeper.server.web_server import load_application, open_port, serve
from scorekeeper.standby.node import NodeRole, node_state
from scorekeeper.standby.services import (
    arrive,
    finish_taking_over,
    gather_changes,
    look_for_newer,
    replaced_tonight,
    served_as_it_is,
)
from scorekeeper.terminal import PatientOutput, qr_text

BROWSER_SECONDS: Final = 10.0
"""How long a program that exits at once waits for the browser to open."""
DUTIES: Final[Sequence[Duty]] = (
    Duty("Looking for the computer’s address", 10, watch.look, is_halls=True, reads_only=True),
    Duty(
        "Keeping the computer awake",
        60,
        awake.look,
        awake.release,
        is_halls=True,
        reads_only=True,
    ),
    Duty("second computer", 1, gather_changes, is_halls=True, needs_file=True),
    Duty("who took over", 10, look_for_newer, is_halls=True, needs_file=True),
    Duty(
        "copies",
        copies.EVERY.total_seconds(),
        copies.back_up_now,
        copies.back_up_at_the_end,
        needs_file=True,
    ),
    Duty(
        "second place",
        copies.SECOND_EVERY.total_seconds(),
        copies.bring_to_second_place,
        needs_file=True,
    ),
    Duty("old sessions", PURGE_EVERY.total_seconds(), purge_old_sessions),
)


class Command(TerminalCommand):
    help = "Prepare the data, print the addresses for the phones in the hall, and serve."
    _second_door = ""
    """The token that signs in the person who has just paired this computer."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="8000 by default")
        parser.add_argument("--host", default="0.0.0.0", help="all addresses by default")
        parser.add_argument("--demo", action="store_true", help="fill a club to try things on")
        parser.add_argument(
            "--new-club", action="store_true", help="begin a club where another one's data are gone"
        )
        parser.add_argument("--sign-in", action="store_true", help="print a fresh sign-in link")
        parser.add_argument("--no-qr", action="store_true", help="print no QR code")
        parser.add_argument(
            "--browser",
            action=BooleanOptionalAction,
            help="open the browser, signed in; by itself where a person's terminal has a screen",
        )

    def run(self, **options: Any) -> None:
        self.stdout = PatientOutput(sys.stdout)
        stopping.listen()
        try:
            check_folders()
            page = page_address(_name_here(options["host"]), options["port"])
            with only_start(Path(settings.DATA_DIR), page):
                self._start(**options)
                # Restart in the new role: as a standby, or no longer as one.
                while stopping.starts_again():
                    self._start(**{**options, "browser": False, "new_club": False})
        except AlreadyStartedError as other:
            self._show_other(other.page, browser=options["browser"])
            return
        except (stopping.StopAskedError, KeyboardInterrupt):
            pass  # stopped before or while it served: exit quietly as well
        self.stdout.write("\n" + _("Stopped. Everything entered is kept."))
        self.stdout.flush()

    def _show_other(self, page: str, *, browser: bool | None) -> None:
        """Open the program that already serves the folder, instead of starting a second one."""
        message = _("The program is already running on %(folder)s. %(page)s")
        self.stdout.write(message % {"folder": settings.DATA_DIR, "page": page})
        if page and _opens_browser(browser):
            # Whoever has signed out there may have no terminal that could print another link.
            is_first = node_state().role is NodeRole.FIRST
            open_browser(_door(page) if is_first else page).join(BROWSER_SECONDS)

    def _start(self, **options: Any) -> None:
        host, port = options["host"], options["port"]
        stopping.check()
        with open_port(host, port) as listener:
            with alone():
                is_standby = arrive(now=timezone.now()).role is NodeRole.FOLLOWING
                token = None if is_standby else self._prepare(**options)
            if is_standby:
                self._prepare_second(**options)
            # The server's threads open their own; this one would only keep the file open.
            connections.close_all()
            with serving(settings.DATA_DIR):
                running.expect()
                application = load_application()
                stopping.check()
                self.stdout.write(_("Stop with Ctrl-C."))
                # Another program may be reading this through a pipe.
                self.stdout.flush()
                if _opens_browser(options["browser"]):
                    page = page_address(_name_here(host), port)
                    open_browser(self._second_door or _door(page, token))
                self._serve(application, listener, host, port, is_standby=is_standby)

    def _serve(
        self,
        application: WSGIHandler,
        listener: socket.socket,
        host: str,
        port: int,
        *,
        is_standby: bool,
    ) -> None:
        """Serve with the background tasks until asked to stop."""
        running.begin(running.Running(host, port, timezone.now(), only_reads=is_standby))
        watch.begin(host, port, replaced=replaced_tonight(now=timezone.now()))
        # Tasks that write do not run on a standby.
        regular = [*DUTIES, *(Duty(*duty) for one in extensions() for duty in one.duties)]
        duties = Duties([duty for duty in regular if duty.reads_only or not is_standby])
        try:
            with served_as_it_is():
                duties.start()
                serve(application, listener)
        finally:
            duties.stop()
            watch.end()
            running.end()

    def _prepare(self, **options: Any) -> str | None:
        """Prepare the data, and print where phones reach the program.

        Return the token of the organiser's sign-in link, None if none was printed.
        """
        copy = prepare_database(now=timezone.now(), new_club=options["new_club"])
        if copy:
            self.stdout.write(_("Older database: copied to %(copy)s first.") % {"copy": copy})
        if finish_taking_over(now=timezone.now()):
            self.stdout.write(_("This computer took over: it is the first one now."))
        # Learn of a take-over in the meantime before the first hand is written here.
        look_for_newer()
        own, phones = self._prepare_pages(**options)
        token = self._tell_sign_in(phones[0] if phones else own, is_asked=options["sign_in"])
        # Created now, while no other program does.
        str(settings.SECRET_KEY)
        if options["demo"]:
            self._fill_demo()
        return token

    def _prepare_second(self, **options: Any) -> None:
        """Print where the pages of a standby are, and how to take over there."""
        own, _phones = self._prepare_pages(**options)
        self.stdout.write(
            _("This is a second computer: it follows %(address)s and writes nothing.")
            % {"address": node_state().leader}
        )
        if self._second_door:
            self._second_door = f"{own}second/door/{self._second_door}/"
            self.stdout.write(_("It takes over here, if the first one fails:"))
            self.stdout.write(f"  {self._second_door}")

    def _prepare_pages(self, **options: Any) -> tuple[str, list[str]]:
        """Prepare static files; return the addresses on this machine and for phones."""
        stopping.check()
        gather_static_files()
        stopping.check()
        host, port = options["host"], options["port"]
        phones = pages_for_phones(host, port)
        own = page_address("localhost", port)
        self._tell_addresses(own, phones, with_qr=not options["no_qr"])
        return own, phones

    def _tell_addresses(self, own: str, phones: list[str], *, with_qr: bool) -> None:
        self.stdout.write(_("On this machine: %(address)s") % {"address": own})
        for phone in phones:
            message = (
                _("Everywhere: %(address)s")
                if public_page()
                else _("On phones in the hall: %(address)s")
            )
            self.stdout.write(message % {"address": phone})
        if not phones:
            self.stdout.write(
                _("No network found: only this machine can open it. Join one and start again.")
            )
        elif with_qr:
            self.stdout.write("\n" + qr_text(phones[0], getattr(sys.stdout, "encoding", None)))

    def _tell_sign_in(self, address: str, *, is_asked: bool) -> str | None:
        now = timezone.now()
        token = create_first_organiser(now=now)
        if token is None and is_asked:
            try:
                token = create_new_link_for_organiser(now=now)
            except User.DoesNotExist:
                self.stdout.write(_("No organiser’s account is active: nobody can sign in."))
                return None
        if token is None:
            self.stdout.write(_("To sign in as the organiser again: start with --sign-in."))
            return None
        tell_link(self.stdout, address, token)
        return token

    def _fill_demo(self) -> None:
        from scorekeeper.demo import fill_demo

        if fill_demo(now=timezone.now()):
            self.stdout.write(_("A demonstration club was filled: players, an evening, games."))
        else:
            self.stdout.write(_("The demonstration club is already there."))


def tell_link(out: OutputWrapper, page: str, token: str) -> None:
    """Print the first organiser's sign-in link."""
    out.write(_("Organiser, sign in with this link; it works once:"))
    out.write(f"  {sign_in_link(page, token)}")
    if word := word_for_refused(page):
        out.write(word)


def _opens_browser(asked: bool | None) -> bool:
    return asked if asked is not None else has_screen() and is_somebody_there()


def _door(page: str, token: str | None = None) -> str:
    """Return what to open on this computer: a sign-in link, or the page where there is none."""
    if token is None:
        try:
            token = create_new_link_for_organiser(now=timezone.now())
        except (User.DoesNotExist, DatabaseError):
            # The other program may have an older database than this one knows.
            return page
        finally:
            connections.close_all()
    return sign_in_link(page, token) + AT_ONCE


def _name_here(host: str) -> str:
    """Return the host name by which a browser on this computer reaches a server at `host`."""
    return "localhost" if host in EVERYWHERE | LOCAL_NAMES else host
