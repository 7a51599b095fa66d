"""Base class of the actions of a contest: data, replay and wording of a log entry.

The modules in this package contain the actions by subject.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, ClassVar, Final, Protocol, TypeAlias

from tournaments.audit_log.actions.types import ActionType
from tournaments.audit_log.chain import ChainEntry
from tournaments.audit_log.replay.shape import (
    DocumentProblem,
    ListOf,
    OneOf,
    Spec,
    Text,
    open_fields,
)
from tournaments.audit_log.replay.state import State
from tournaments.audit_log.replay.values import NUMBER
from tournaments.draw.commitment import CALLED, hashed

Data: TypeAlias = dict[str, Any]

NUMBERS: Final = ListOf(NUMBER)
CHANCE: Final = {"called": Text(12, 1), "secret": Text(64, 64), "chain": Text(64, 64)}
"""What draws and lots have of the chain of secrets: see `commitment`."""
MOST_NAMED: Final = 6
JOINT: Final = " · "


class ActionScope(Enum):
    """Whether an entry names a round and a table: all valid combinations."""

    CONTEST = ((False, False),)
    ROUND = ((True, False),)
    TABLE = ((True, True),)
    ROUND_OR_TABLE = ((True, False), (True, True))
    CODE = ((False, True),)
    """A table of the whole contest."""
    TABLE_OR_CODE = ((True, True), (False, True))


class Speaker(Protocol):
    """Wording of facts in the reader's language; passed in, because this package is pure."""

    def gettext(self, message: str, /) -> str: ...
    def ngettext(self, singular: str, plural: str, number: int, /) -> str: ...
    def points(self, points: int) -> str: ...
    def euros(self, cents: int) -> str: ...
    def tag(self, code: str) -> str: ...
    def method(self, code: str) -> str: ...
    def game_act(self, code: str) -> str: ...
    def who(self, number: int) -> str: ...
    def side(self, link: ChainEntry, code: str) -> str: ...

    def settings(self, settings: Data) -> str:
        """Return the settings with which a contest was created, in short."""

    def changes(self, before: Data, after: Data) -> tuple[str, str]:
        """Return the changed settings, before and after."""

    def older(self, link: ChainEntry) -> Data | None:
        """Return an entrant's data before a log entry, None if it was not looked up."""

    def sheet(self, link: ChainEntry, values: Data | None) -> str:
        """Return the content of the sheet of the entry's table."""


class Action:
    """An action, registered by its `kind` in `ACTIONS`: the shape of its data, and its scope.

    Later versions of the program may write more data, never less.
    """

    title: ClassVar[str]
    data: ClassVar[Spec] = open_fields()
    where: ClassVar[ActionScope] = ActionScope.CONTEST

    def __init_subclass__(cls, *, kind: ActionType | None = None) -> None:
        if kind is not None:
            ACTIONS[kind] = cls()

    def replay(self, state: State, link: ChainEntry) -> None:
        """Apply the action to the state; raises one of `refusals.BROKEN` if it is impossible.

        Does nothing if the action affects neither results nor rankings.
        """

    def heading(self, link: ChainEntry, say: Speaker) -> str:
        return say.gettext(self.title)

    def before(self, link: ChainEntry, say: Speaker) -> str:
        """Return what it replaced in words, empty if nothing."""
        return ""

    def words(self, link: ChainEntry, say: Speaker) -> str:
        """Return details in words, empty if the heading says everything."""
        return str(link.data.get("note") or "")


ACTIONS: Final[dict[str, Action]] = {}
"""Every action; services log no others."""


@dataclass(frozen=True, slots=True)
class DataByAction:
    """Data whose shape depends on its `act`; the shape for None applies without one."""

    specs: Mapping[str | None, Spec]

    def problems(self, value: Any, path: str) -> Iterator[DocumentProblem]:
        act = value.get("act") if isinstance(value, dict) else None
        if isinstance(act, str | None) and act in self.specs:
            yield from self.specs[act].problems(value, path)
        else:
            acts = OneOf([name for name in self.specs if name])
            yield from open_fields(act=acts).problems(value, path)


def follow_secrets(state: State, data: Data) -> None:
    """Follow the chain of secrets; raises ValueError for a secret that was not announced.

    A called number and the secret that it spends are in one entry, the beginning of a chain is not.
    """
    if "called" not in data and "secret" not in data:
        state.next_secret = data.get("chain", state.next_secret)
        return
    if "chain" in data or not CALLED.match(data["called"]):
        raise ValueError("called")
    if not state.next_secret or hashed(data["secret"]) != state.next_secret:
        raise ValueError("secret")
    state.next_secret = data["secret"]


def called_text(data: Data, say: Speaker) -> list[str]:
    """Return the number that was called in the hall, or that a chain of secrets began."""
    if data.get("called"):
        return [say.gettext("number %(number)s called in the hall") % {"number": data["called"]}]
    return [say.gettext("a new series of secrets begins")] if data.get("chain") else []


def named(numbers: Iterable[int], say: Speaker) -> str:
    """Return entries by name; only the first few of many."""
    every = list(numbers)
    text = ", ".join(say.who(number) for number in every[:MOST_NAMED])
    more = len(every) - MOST_NAMED
    if more < 1:
        return text
    rest = say.ngettext("and %(count)d more", "and %(count)d more", more) % {"count": more}
    return f"{text} {rest}"
