"""A setting of a contest that is declared is stored, logged and said in the log; no database."""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from datetime import date
from typing import Any

from scorekeeper.rules.queries import preset_choice
from tournaments.audit_log.queries.logs import SETTINGS_READ
from tournaments.audit_log.replay.document import SettingsFields
from tournaments.contests.forms import FIRST_NAMES, TournamentForm
from tournaments.contests.services import STORED_AS_CHOSEN, USUAL_RULES, Settings, described
from tournaments.models import Tournament

NEVER_TYPED = {"ranking.lot_seed", "ranking.drawn_lots"}
"""Settings that nobody changes in a form: a lot is an action of its own."""
SAID_ELSEWHERE = {"phases"}
"""Phases are described on their own page."""


def leaves(plain: Mapping[str, Any], path: str = "") -> Iterator[str]:
    for name, value in plain.items():
        at = f"{path}{name}"
        if isinstance(value, Mapping) and value and at in {"format", "ranking", "given"}:
            yield from leaves(value, f"{at}.")
        else:
            yield at


def test_every_setting_chosen_has_a_column() -> None:
    columns = {field.name for field in Tournament._meta.get_fields()}
    assert [name for name in STORED_AS_CHOSEN if name not in columns] == []


def test_every_setting_logged_is_said_in_the_log() -> None:
    settings = Settings(name="Cup", date=date(2026, 10, 1), rules=preset_choice(USUAL_RULES))
    in_groups = set(leaves(described(settings, seed=1)))
    declared = {one.name for one in fields(SettingsFields)} - {"format", "ranking", "given"}
    said = {path for path, _label, _text in SETTINGS_READ}
    assert (in_groups | declared) - NEVER_TYPED - SAID_ELSEWHERE - said == set()


def test_the_first_fields_of_the_form_are_there() -> None:
    assert set(FIRST_NAMES) <= TournamentForm.base_fields.keys()
