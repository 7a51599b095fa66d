"""Play a whole contest, or a whole season of them, with believable random hands."""

import gc
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone
from django.utils.translation import gettext as _
from tqdm import tqdm

from scorekeeper.clubs.services.clubs import oldest_club
from scorekeeper.management.club_command import ClubCommand
from scorekeeper.models import Club
from scorekeeper.rules.queries import (
    RuleSetChoice,
    find_choice,
    ruleset_choices,
)
from tournaments.extensions.demo.contest import (
    FEWEST_TEAMS,
    MOST_HANDS,
    MOST_ROUNDS,
    MOST_TEAMS,
    DemoPlan,
    play_demo,
)
from tournaments.extensions.demo.season import (
    EVENINGS,
    MOST_EVENINGS,
    TEAMS,
    SeasonPlan,
    play_season,
)


class Command(ClubCommand):
    may_begin_club = True
    help = (
        "Play a whole contest with believable random hands, every row as if it had been written at "
        "its table; with --season a contest a week, with other partners each time. The same seed "
        "plays the same hands. The last line printed is the number of the contest or the season."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--teams", type=int, metavar="N", help=f"how many teams; in a season {TEAMS} by default"
        )
        parser.add_argument("--rounds", type=int, default=3, metavar="R", help="3 by default")
        parser.add_argument("--hands", type=int, default=12, metavar="H", help="12 by default")
        parser.add_argument(
            "--melee", action="store_true", help="new partners each round, 2 × N players"
        )
        parser.add_argument(
            "--odd", action="store_true", help="one more where N is even: somebody is exempt"
        )
        parser.add_argument("--rules", default="contest", metavar="KEY", help="contest by default")
        parser.add_argument("--seed", type=int, default=1, metavar="S", help="1 by default")
        parser.add_argument("--season", action="store_true", help="a whole season of contests")
        parser.add_argument(
            "--evenings", type=int, metavar="E", help=f"of the season, {EVENINGS} by default"
        )

    def run(self, **options: Any) -> None:
        if options["season"]:
            options["teams"] = TEAMS if options["teams"] is None else options["teams"]
            options["evenings"] = EVENINGS if options["evenings"] is None else options["evenings"]
            self._refuse(options, "evenings", 1, MOST_EVENINGS)
        elif options["evenings"] is not None:
            raise CommandError(_("--evenings goes with --season."))
        self._refuse(options, "teams", FEWEST_TEAMS, MOST_TEAMS)
        self._refuse(options, "rounds", 1, MOST_ROUNDS)
        self._refuse(options, "hands", 1, MOST_HANDS)
        self._refuse(options, "seed", 0, 2**32 - 1)
        # All that is loaded stays: to look through it for garbage took a tenth of a season's time.
        gc.freeze()
        try:
            self.stdout.write(str(self._play(options)))
        finally:
            gc.unfreeze()

    def _play(self, options: dict[str, Any]) -> int:
        now = timezone.now()
        club = oldest_club(now=now)
        rules = self._rules(club, options["rules"])
        plan = DemoPlan(
            teams=options["teams"],
            rounds=options["rounds"],
            hands=options["hands"],
            is_melee=options["melee"],
            is_odd=options["odd"],
            seed=options["seed"],
        )
        if not options["season"]:
            with self._bar(plan.all_hands) as bar:
                return play_demo(club=club, plan=plan, rules=rules, now=now, progress=bar.update).pk
        season = SeasonPlan(evening=plan, evenings=options["evenings"])
        with self._bar(season.all_hands) as bar:
            return play_season(club=club, plan=season, rules=rules, now=now, progress=bar.update).pk

    def _bar(self, hands: int) -> "tqdm[Any]":
        return tqdm(total=hands, file=sys.stderr, desc=_("Hands"), unit="", mininterval=0.5)

    def _refuse(self, options: dict[str, Any], name: str, lowest: int, highest: int) -> None:
        if options[name] is None or not lowest <= options[name] <= highest:
            raise CommandError(
                _("--%(name)s: a number from %(lowest)s to %(highest)s, please.")
                % {"name": name, "lowest": lowest, "highest": highest}
            )

    def _rules(self, club: Club, key: str) -> RuleSetChoice:
        choice = find_choice(club, key)
        if choice is None:
            known = ", ".join(f"{rules.key} ({rules.name})" for rules in ruleset_choices(club))
            raise CommandError(
                _("--rules: “%(key)s” is not a rule set. Available: %(known)s.")
                % {"key": key, "known": known}
            )
        return choice
