"""Play a whole contest with believable random hands."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone
from django.utils.translation import gettext as _
from tqdm import tqdm

from scorekeeper.models import Club
from scorekeeper.selectors.rulesets import (
    NoSuchRuleSetError,
    RuleSetChoice,
    find_choice,
    ruleset_choices,
)
from tournaments.management.contest_command import ContestCommand
from tournaments.services.demo import (
    FEWEST_TEAMS,
    MOST_HANDS,
    MOST_ROUNDS,
    MOST_TEAMS,
    DemoPlan,
    first_club,
    play_demo,
)


class Command(ContestCommand):
    help = (
        "Play a whole contest with believable random hands, through the same services that people "
        "use. The same seed plays the same hands. The last line printed is the contest's number."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--teams", type=int, required=True, metavar="N", help="how many teams")
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

    def run(self, **options: Any) -> None:
        self._refuse(options, "teams", FEWEST_TEAMS, MOST_TEAMS)
        self._refuse(options, "rounds", 1, MOST_ROUNDS)
        self._refuse(options, "hands", 1, MOST_HANDS)
        self._refuse(options, "seed", 0, 2**32 - 1)
        now = timezone.now()
        club = first_club(now=now)
        rules = self._rules(club, options["rules"])
        plan = DemoPlan(
            teams=options["teams"],
            rounds=options["rounds"],
            hands=options["hands"],
            is_melee=options["melee"],
            is_odd=options["odd"],
            seed=options["seed"],
        )
        with tqdm(
            total=plan.all_hands, file=sys.stderr, desc=_("Hands"), unit="", mininterval=0.5
        ) as bar:
            played = play_demo(club=club, plan=plan, rules=rules, now=now, progress=bar.update)
        self.stdout.write(str(played.pk))

    def _refuse(self, options: dict[str, Any], name: str, lowest: int, highest: int) -> None:
        """Stop where a number cannot be."""
        if not lowest <= options[name] <= highest:
            raise CommandError(
                _("--%(name)s: a number from %(lowest)s to %(highest)s, please.")
                % {"name": name, "lowest": lowest, "highest": highest}
            )

    def _rules(self, club: Club, key: str) -> RuleSetChoice:
        try:
            return find_choice(club, key)
        except NoSuchRuleSetError:
            known = ", ".join(f"{rules.key} ({rules.name})" for rules in ruleset_choices(club))
            raise CommandError(
                _("--rules: “%(key)s” is no rule set. There are: %(known)s.")
                % {"key": key, "known": known}
            ) from None
