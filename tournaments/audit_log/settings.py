"""The settings of a contest as plain values, for its log and its document."""

from typing import Any

from scorekeeper.engine.outcome_table import hash_of, plain_outcomes
from tournaments.audit_log.replay.document import SettingsFields
from tournaments.audit_log.replay.fields import to_document
from tournaments.models import Tournament


def plain_settings(tournament: Tournament) -> dict[str, Any]:
    """Return the settings as plain values."""
    return to_document(SettingsFields, tournament)


def outcomes_hash(tournament: Tournament) -> str:
    """Return the hash of how every hand of the contest is scored: the log fixes it by this."""
    return hash_of(plain_outcomes(tournament.ruleset))
