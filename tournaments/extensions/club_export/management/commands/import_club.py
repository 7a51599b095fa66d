"""Bring in a club that another server wrote into a file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.addresses import page_address
from scorekeeper.management.club_command import ClubCommand
from scorekeeper.refusals import Refused
from scorekeeper.server.links import public_page, sign_in_link
from tournaments.extensions.club_export.labels import brought_in_texts
from tournaments.extensions.club_export.services import bring_in_club


class Command(ClubCommand):
    may_begin_club = True
    help = (
        "Bring in the club of a file that export_club or the page “The club's data” wrote, beside "
        "the clubs that are here: all of it, or nothing. Print by which link its owner signs in."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="the zip")
        parser.add_argument(
            "--owner",
            metavar="NAME",
            help="who owns it here: the name that an account signs in with; without it the owners "
            "of the file get new accounts",
        )
        parser.add_argument(
            "--port", type=int, default=8000, help="of a program on this computer; 8000 by default"
        )

    def run(self, **options: Any) -> None:
        owner = _account(options["owner"]) if options["owner"] else None
        try:
            with Path(options["file"]).open("rb") as file:
                brought = bring_in_club(source=file, now=timezone.now(), owner=owner)
        except Refused as refused:
            raise CommandError(f"{refused} {_('Nothing was stored.')}") from None
        except OSError as error:
            raise CommandError(
                _("The file cannot be read: %(reason)s") % {"reason": error}
            ) from None
        for text in brought_in_texts(brought):
            self.stdout.write(text)
        page = public_page() or page_address("localhost", options["port"])
        for person in brought.people:
            if person.token:
                self.stdout.write(f"  {person.name}: {sign_in_link(page, person.token)}")


def _account(name: str) -> User:
    try:
        return User.objects.get(username=name, is_active=True)
    except User.DoesNotExist:
        raise CommandError(
            _("Nobody signs in with the name “%(name)s”.") % {"name": name}
        ) from None
