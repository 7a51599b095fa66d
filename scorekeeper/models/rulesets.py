"""A club's own rule sets, copied from a preset and changed."""

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.models.clubs import NAME_LENGTH, Club


class ClubRuleSetQuerySet(models.QuerySet["ClubRuleSet"]):
    """Queries on rule sets."""

    def of_club(self, club: Club) -> "ClubRuleSetQuerySet":
        return self.filter(club=club)


class ClubRuleSet(models.Model):
    """A rule set of the club: the scoring values, and how its tables play."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="rulesets")
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    based_on = models.CharField(max_length=40)
    values = models.JSONField()
    practice = models.JSONField(default=dict)
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField()

    objects = ClubRuleSetQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["club", "name"], name="a_club_names_each_rule_set_once"
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def ruleset(self) -> RuleSet:
        stored: dict[str, Any] = self.values
        return RuleSet.from_values(stored)
