"""The rule set of a command: a preset's key, or the values in a file.

The file contains one JSON object, like `tournament.rules.values` in an exported contest; missing
fields have their default.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import fields
from enum import StrEnum
from typing import Any, Final

from django.utils.translation import gettext as _

from scorekeeper.engine.presets import PRESETS, UnknownRuleSetError, find_ruleset
from scorekeeper.engine.rulesets import FORMAT_LIMITS, OPTIONAL_NUMBERS, RuleSet, RuleSetError
from scorekeeper.labels.rules import ruleset_error_text
from scorekeeper.management.csv_lines import UnreadableCsvError, cell_text, read_text

_DEFAULTS: Final = {field.name: field.default for field in fields(RuleSet)}
_FORMAT_EXAMPLE: Final = {"target": 1000, "hands": None, "games": 1}


def chosen_ruleset(key: str | None, path: str | None) -> RuleSet:
    """Return the rule set of `--rules` or `--rules-file`; raises UnreadableCsvError."""
    if key is not None and path is not None:
        raise UnreadableCsvError(_("Give either --rules or --rules-file, not both."))
    return _preset(key) if path is None else _read_file(path)


def _preset(key: str | None) -> RuleSet:
    keys = ", ".join(PRESETS)
    if key is None:
        raise UnreadableCsvError(
            _("Name the rule set with --rules: %(keys)s; or give its file with --rules-file.")
            % {"keys": keys}
        )
    try:
        return find_ruleset(key)
    except UnknownRuleSetError:
        raise UnreadableCsvError(
            _("There is no rule set “%(key)s”; there are: %(keys)s.")
            % {"key": cell_text(key), "keys": keys}
        ) from None


def _read_file(path: str) -> RuleSet:
    text = read_text(path, advice=_("Save the rules again, as UTF-8."))
    values = _read_object(path, text)
    try:
        return RuleSet.from_values(values)
    except RuleSetError as error:
        problems = _problems(values, error.errors)
        raise UnreadableCsvError(f"{cell_text(path)}: {' '.join(problems)}") from None


def _read_object(path: str, text: str) -> dict[str, Any]:
    """Return the object in the file; raises UnreadableCsvError."""
    name = cell_text(path)
    try:
        values = json.loads(text, object_pairs_hook=_each_once)
    except (ValueError, RecursionError) as error:
        raise UnreadableCsvError(
            _("%(file)s is not JSON (line %(line)d). Save it again from the page of the rules.")
            % {"file": name, "line": getattr(error, "lineno", 1)}
        ) from None
    except _TwiceError as error:
        raise UnreadableCsvError(
            _("%(file)s: the field “%(field)s” is in it twice.")
            % {"file": name, "field": cell_text(str(error))}
        ) from None
    if not isinstance(values, dict):
        raise UnreadableCsvError(
            _("%(file)s must contain one JSON object: the fields of the rules with their values.")
            % {"file": name}
        )
    return values


class _TwiceError(Exception):
    """Raised with the name of a duplicate field."""


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise _TwiceError(name)
        found[name] = value
    return found


def _problems(values: Mapping[str, Any], errors: Mapping[str, str]) -> Iterator[str]:
    """Yield the problem of each field, and its allowed values."""
    for name, code in errors.items():
        if code == "unknown_field":
            yield ruleset_error_text(cell_text(name), code)
        elif code == "unknown_value":
            value = cell_text(json.dumps(values.get(name), ensure_ascii=False))
            yield _("%(field)s: %(value)s is not possible. %(allowed)s") % {
                "field": name,
                "value": value,
                "allowed": _allowed(name),
            }
        else:
            place = f"format.{name}" if name in FORMAT_LIMITS else name
            yield _("%(field)s: %(problem)s") % {
                "field": place,
                "problem": ruleset_error_text(name, code),
            }


def _allowed(name: str) -> str:
    """Return a sentence with the allowed values of the field."""
    default = _DEFAULTS[name]
    if isinstance(default, StrEnum):
        choices = ", ".join(f'"{value}"' for value in type(default))
    elif isinstance(default, bool):
        choices = "true, false"
    elif name == "format":
        return _("Write it like this: %(example)s") % {"example": json.dumps(_FORMAT_EXAMPLE)}
    else:
        numbers = ruleset_error_text(name, "out_of_range")
        no_number = _("Or write null.")
        return f"{numbers} {no_number}" if name in OPTIONAL_NUMBERS else numbers
    return _("Choose one of: %(choices)s.") % {"choices": choices}
