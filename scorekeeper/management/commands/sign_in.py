"""Print a fresh sign-in link, also while the program serves."""

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.addresses import page_address
from scorekeeper.clubs.services.accounts import create_new_link_for_organiser
from scorekeeper.management.club_command import ClubCommand
from scorekeeper.server.errors import StartProblemError
from scorekeeper.server.links import public_page, sign_in_link, word_for_refused


class Command(ClubCommand):
    help = "Print a link by which somebody signs in once, by default the first organiser."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", nargs="?", default="", help="the name that is typed to sign in")
        parser.add_argument(
            "--port", type=int, default=8000, help="of a program on this computer; 8000 by default"
        )

    def run(self, **options: Any) -> None:
        name = options["name"]
        try:
            token = create_new_link_for_organiser(now=timezone.now(), username=name)
        except User.DoesNotExist:
            raise StartProblemError(
                _("Nobody signs in with the name “%(name)s”.") % {"name": name}
                if name
                else _("No organiser’s account is active: nobody can sign in.")
            ) from None
        page = public_page() or page_address("localhost", options["port"])
        self.stdout.write(sign_in_link(page, token))
        if word := word_for_refused(page):
            self.stderr.write(word)
