"""Names that templates look up and no page gives: Django leaves their places empty, silently.

Whatever test shows a page finds them. A template says of a name that it may be missing: with `?`
behind it in a comment (`{# Context: field, tiles? ("2" or "3") #}`), by `|default`, or where it
asks something that is None in a condition or a loop.
"""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any, Final

import pytest
from django.template import Origin, VariableDoesNotExist
from django.template.base import FilterExpression, Node, Variable
from django.template.defaulttags import ForNode, IfNode

from scorekeeper.installation import PACKAGE, TEMPLATES

APPS: Final = (PACKAGE, PACKAGE.parent / "tournaments")
COMMENT: Final = re.compile(r"{#(.*?)#}")
MAY_BE_MISSING: Final = re.compile(r"([\w.]+)\?")
FILTERS: Final = frozenset({"default", "default_if_none"})


@contextmanager
def noted() -> Iterator[set[str]]:
    """Collect what is looked up in vain, as the template's file, its line and the name."""
    found: set[str] = set()
    with pytest.MonkeyPatch.context() as patch:
        begin = VariableDoesNotExist.__init__

        def begin_and_note(missing: VariableDoesNotExist, message: str, said: Any = ()) -> None:
            begin(missing, message, said)
            found.update(_place(sys._getframe(1), *said))

        patch.setattr(VariableDoesNotExist, "__init__", begin_and_note)
        yield found


def _place(frame: FrameType, bit: str, holder: Any) -> Iterator[str]:
    """Yield where the lookup stands that failed, if it is the fault of a template of ours.

    Only who called knows: neither the exception nor the variable names the template.
    """
    variable = _caller(frame, Variable)
    expression, node = _caller(frame, FilterExpression), _caller(frame, Node)
    if node is None or not _is_ours(node.origin):
        return
    if expression and any(one.__name__ in FILTERS for one, _given in expression.filters[:1]):
        return
    if holder in (None, "") and isinstance(node, IfNode | ForNode):
        return
    looked_up = variable.lookups[: variable.lookups.index(bit) + 1]
    if ".".join(looked_up) not in _may_be_missing(node.origin.name):
        yield f"{node.origin.template_name}:{node.token.lineno}: {variable.var}"


def _caller(frame: FrameType | None, kind: type[Any]) -> Any:
    while frame is not None:
        here = frame.f_locals.get("self")
        if isinstance(here, kind):
            return here
        frame = frame.f_back
    return None


def _is_ours(origin: Origin) -> bool:
    file = Path(origin.name)
    return any(file.is_relative_to(folder) for folder in (TEMPLATES, *APPS))


@cache
def _may_be_missing(file: str) -> frozenset[str]:
    """Return the names that a template says may be missing."""
    comments = COMMENT.findall(Path(file).read_text(encoding="utf-8"))
    return frozenset(MAY_BE_MISSING.findall(" ".join(comments)))
