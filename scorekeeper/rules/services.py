"""Use cases of a club's own rule sets."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from scorekeeper.clubs.services.clubs import lock_club
from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.models import Club, ClubRuleSet
from scorekeeper.refusals import ClubRefusal, Refused
from scorekeeper.rules.queries import RuleSetChoice


def _refuse_taken(club: Club, name: str, *, but: ClubRuleSet | None = None) -> None:
    """Raise Refused if another rule set has that name, ignoring case."""
    lock_club(club)
    # Compared in Python: SQLite ignores case only for ASCII letters.
    others = ClubRuleSet.objects.of_club(club).only("name")
    if any(other != but and other.name.casefold() == name.casefold() for other in others):
        raise Refused(ClubRefusal.RULESET_NAME_TAKEN)


@transaction.atomic
def copy_ruleset(*, club: Club, source: RuleSetChoice, name: str, now: datetime) -> ClubRuleSet:
    """Copy a preset, or another rule set of the club, under a new name.

    Raises Refused.
    """
    _refuse_taken(club, name)
    return ClubRuleSet.objects.create(
        club=club,
        name=name,
        based_on=source.based_on,
        values=source.ruleset.as_values(),
        practice=dict(source.practice),
        created_at=now,
        changed_at=now,
    )


@transaction.atomic
def change_ruleset(
    *, stored: ClubRuleSet, name: str, ruleset: RuleSet, practice: Mapping[str, str], now: datetime
) -> ClubRuleSet:
    """Change a club's rule set; games already begun keep their values.

    Raises Refused.
    """
    _refuse_taken(stored.club, name, but=stored)
    stored.name = name
    stored.values = ruleset.as_values()
    stored.practice = dict(practice)
    stored.changed_at = now
    stored.save()
    return stored


@transaction.atomic
def delete_ruleset(*, stored: ClubRuleSet) -> None:
    """Delete a club's rule set; games keep their values."""
    stored.delete()
