"""A setting declared in `SettingsFields` is stored, copied, asked and said in the log."""

from collections.abc import Iterator
from datetime import date
from typing import Final

import pytest

from scorekeeper.models import Club
from scorekeeper.rules.queries import preset_choice
from tournaments.audit_log.queries.logs import SETTINGS_READ, changed_settings
from tournaments.audit_log.replay.document import SettingsFields
from tournaments.audit_log.replay.fields import HEADINGS, columns, declared, to_document
from tournaments.contests.forms import FIRST_NAMES, YES_NO, TournamentForm
from tournaments.contests.services import STORED_AS_CHOSEN, USUAL_RULES, Settings, described
from tournaments.models import Tournament

ASKED_AS: Final = {
    "format.round_hands": ("format", "hands"),
    "rules": ("ruleset_key",),
    "ranking.criteria": ("ranking", "tiebreak_1"),
    "fee_cents": ("fee",),
    "tags": ("usual_tags", "own_tags"),
}
"""Settings that the form asks under other names."""
ASKED_ELSEWHERE: Final = {
    "phases": "a page of their own",
    "ranking.lot_seed": "drawn by the program",
    "ranking.drawn_lots": "a lot is an action of its own",
    "prizes": "the page of prizes",
    "prize_for_last": "the page of prizes",
    "sanction_list": "the referee's page",
    "announcement": "a page of its own",
    "sponsors": "the page of the announcement",
}
"""Settings that are not in the form, and why."""
SAID_ELSEWHERE: Final = {
    "phases": "described on their own page",
    "ranking.lot_seed": "never changes",
    "ranking.drawn_lots": "an action of its own says them",
}
"""Settings that the log does not say as a setting, and why."""


def leaves(part: type = SettingsFields, path: str = "") -> Iterator[str]:
    """Return the path of every setting; the rules are one."""
    for name, one in declared(part).items():
        if one.part and name != "rules":
            yield from leaves(one.part, f"{path}{name}.")
        else:
            yield f"{path}{name}"


@pytest.mark.django_db
def test_no_setting_lacks_anything(club: Club) -> None:
    asked = TournamentForm(club=club).fields
    stored = {field.name for field in Tournament._meta.get_fields()}
    lacking = []
    for path in leaves():
        name = path.rpartition(".")[2]
        if path != "rules" and name not in stored:
            lacking.append(f"{path}: a column of Tournament")
        if path not in SETTINGS_READ and path not in SAID_ELSEWHERE:
            lacking.append(f"{path}: Label(…) in SettingsFields, for the log")
        if path not in ASKED_ELSEWHERE and not {*ASKED_AS.get(path, [name])} <= asked.keys():
            lacking.append(f"{path}: a field of TournamentForm, or why not in ASKED_ELSEWHERE")
        if path not in ASKED_ELSEWHERE and path not in ASKED_AS and name not in STORED_AS_CHOSEN:
            lacking.append(f"{path}: a field of Settings")
    assert not lacking, "\n".join(lacking)
    assert {*ASKED_AS, *ASKED_ELSEWHERE, *SAID_ELSEWHERE} <= {*leaves()}, "no setting by now"


def test_every_setting_chosen_has_a_column() -> None:
    known = {field.name for field in Tournament._meta.get_fields()}
    assert [name for name in STORED_AS_CHOSEN if name not in known] == []


def test_every_yes_or_no_has_a_question_and_a_heading() -> None:
    assert {label.heading for label in YES_NO.values()} <= {*HEADINGS}
    assert all(label.question for label in YES_NO.values())


@pytest.mark.parametrize("name", YES_NO)
def test_a_yes_or_no_is_copied_and_said(name: str) -> None:
    settings = Settings(name="Cup", date=date(2026, 10, 1), rules=preset_choice(USUAL_RULES))
    before = described(settings, seed=1)
    after = {**before, name: not declared(SettingsFields)[name].default}
    assert to_document(SettingsFields, Tournament(**columns(SettingsFields, after))) == after
    was, became = changed_settings(before, after)
    assert was.partition(": ")[0] == became.partition(": ")[0]
    assert was != became


def test_the_first_fields_of_the_form_are_there() -> None:
    assert set(FIRST_NAMES) <= TournamentForm.base_fields.keys()
