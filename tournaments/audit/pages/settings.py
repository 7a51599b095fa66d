"""What an entry of the log says of a contest's settings: as they were, and as they became."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from django.utils.dateparse import parse_date
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scorekeeper.labels.sheets import points_text
from tournaments.calls.labels import list_text
from tournaments.entries.labels import euros_text
from tournaments.models import Tournament
from tournaments.replay.announced import sponsors_from_plain
from tournaments.setup.labels import criteria_text, format_text, rules_name
from tournaments.standings.sanctions import listed_from_plain
from tournaments.tags import tag_label

Settings = Mapping[str, Any]


def _day(value: str) -> str:
    day = parse_date(value)
    return date_format(day, "j F Y") if day else value


def _listed(values: Sequence[str] | None) -> str:
    # What stands only where it is set is none before.
    return ", ".join(values or ())


def _minutes(value: int | None) -> str:
    return str(value) if value else ""


def _forfeits(points: int | None) -> str:
    return str(_("by the hands of the round")) if points is None else points_text(points)


def _allowed(is_allowed: bool | None) -> str:
    return str(_("allowed") if is_allowed else _("not allowed"))


def _announced(value: Mapping[str, Any] | None) -> str:
    return _listed([*map(str, (value or {}).values())])


def _sponsors(value: Sequence[Mapping[str, str]] | None) -> str:
    return _listed([one.text for one in sponsors_from_plain(value or ())])


_READ: Final[tuple[tuple[str, Promise, Callable[[Any], str]], ...]] = (
    ("name", _("Name"), str),
    ("date", _("Date"), _day),
    ("format.round_hands", _("Rounds"), format_text),
    ("format.mode", _("Who enters"), lambda code: str(Tournament.Mode(code).label)),
    ("rules", _("Rule set"), lambda rules: rules_name(rules["key"], rules["name"])),
    ("next_draw", _("Draw"), lambda code: str(Tournament.NextDraw(code).label)),
    ("ranking.criteria", _("Ranking"), criteria_text),
    ("ranking.ties", _("When equal"), lambda code: str(Tournament.Ties(code).label)),
    ("given.exempt", _("Exempt"), lambda code: str(Tournament.Exempt(code).label)),
    ("given.exempt_points", _("Points of an exempt team"), points_text),
    (
        "given.forfeit_points",
        _("Points of a team whose opponents have left"),
        _forfeits,
    ),
    ("round_minutes", _("Minutes on the clock of a round"), _minutes),
    ("fee_cents", _("Fee"), euros_text),
    (
        "tags",
        _("Rankings of their own"),
        lambda tags: _listed([*map(tag_label, tags or ())]),
    ),
    ("prizes", _("Prizes"), _listed),
    ("prize_for_last", _("Prize for the last"), str),
    ("second_entries", _("Second entries"), _allowed),
    (
        "sanction_list",
        _("Warnings and penalties"),
        lambda plain: list_text(listed_from_plain(plain or ())),
    ),
    ("announcement", _("Announcement"), _announced),
    ("sponsors", _("Sponsors"), _sponsors),
)
SHOWN_AT_FIRST: Final = ("format.round_hands", "format.mode", "rules")


def first_settings(settings: Settings) -> str:
    """Return in short what a contest was created with."""
    words = [text(_at(settings, path)) for path, _label, text in _READ if path in SHOWN_AT_FIRST]
    return " · ".join(words)


def changed_settings(before: Settings, after: Settings) -> tuple[str, str]:
    """Return what was changed, each with its label: as it was, and as it became."""
    was, became = [], []
    for path, label, text in _READ:
        old, new = _at(before, path), _at(after, path)
        if _what_counts(old) != _what_counts(new):
            was.append(_line(label, text(old)))
            became.append(_line(label, text(new)))
    return " · ".join(was), " · ".join(became)


def _what_counts(value: Any) -> Any:
    """Return a setting without what only names it: presets are named by today's language."""
    is_rules = isinstance(value, dict) and "key" in value
    return (value["key"], value["values"]) if is_rules else value


def _line(label: Promise, text: str) -> str:
    return _("%(rule)s: %(value)s") % {"rule": label, "value": text or "–"}


def _at(settings: Settings, path: str) -> Any:
    found: Any = settings
    for name in path.split("."):
        found = found.get(name)
    return found
