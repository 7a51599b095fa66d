"""Recompute what follows from hands and logs, and report differences."""

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from tqdm import tqdm

from scorekeeper.management.club_command import ClubCommand
from scorekeeper.server.database import salvage_database
from tournaments.doctor.evenings import chained_since
from tournaments.doctor.examine import examine
from tournaments.doctor.findings import Report
from tournaments.management.contest_command import clubs_named


class Command(ClubCommand):
    help = (
        "Work out the scores, totals and statistics of games again from their hands, contests from "
        "their logs and a club's ratings from its games, look at the database's file, and say what "
        "is stored otherwise; exit 1 if there is anything. Mends nothing, and holds nobody up who "
        "plays meanwhile. It cannot see what follows from nothing else that is stored."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--club", metavar="NAME", help="one club; all of them by default")
        parser.add_argument(
            "--json", action="store_true", help="one JSON object instead of sentences"
        )

    def run(self, **options: Any) -> None:
        is_quiet = not sys.stderr.isatty()
        with tqdm(file=sys.stderr, desc=_("Games"), unit="", disable=is_quiet) as bar:
            report = examine(clubs_named(options["club"]), begin=bar.reset, progress=bar.update)
        if options["json"]:
            plain = report.to_dict()
            self.stdout.write(json.dumps(plain, ensure_ascii=False, indent=1, default=str))
        else:
            self._tell(report)
        if not report.is_whole:
            raise SystemExit(1)

    def _tell(self, report: Report) -> None:
        for finding in report.findings:
            self.stdout.write(finding.text)
        if any(finding.what == "integrity" for finding in report.findings):
            self.stdout.write(salvage_database(now=timezone.now()))
        since = chained_since()
        if report.unchained and since:
            text = ngettext(
                "%(count)s game was not chained before %(date)s: its log was not compared with a "
                "hash.",
                "%(count)s games were not chained before %(date)s: their logs were not compared "
                "with a hash.",
                report.unchained,
            )
            day = date_format(timezone.localtime(since), "j F Y")
            self.stdout.write(text % {"count": report.unchained, "date": day})
        if report.is_whole:
            self.stdout.write(
                _(
                    "Everything adds up: %(games)s games, %(hands)s hands, %(contests)s contests, "
                    "%(ratings)s ratings."
                )
                % {
                    "games": report.games,
                    "hands": report.hands,
                    "contests": report.contests,
                    "ratings": report.ratings,
                }
            )
            return
        count = len(report.findings)
        text = ngettext(
            "%(count)s thing does not add up.", "%(count)s things do not add up.", count
        )
        self.stdout.write(text % {"count": count})
