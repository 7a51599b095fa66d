"""What an act of a contest is: a line of its log, with what that holds, does and says.

Those of each subject stand in a file of their own beside this one.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, ClassVar, Final, Protocol, TypeAlias

from tournaments.audit_log.actions.types import ActionType
from tournaments.audit_log.chain import ChainEntry
from tournaments.audit_log.replay.shape import DocumentProblem, ListOf, OneOf, Spec, open_fields
from tournaments.audit_log.replay.state import State
from tournaments.audit_log.replay.values import NUMBER

Data: TypeAlias = dict[str, Any]

NUMBERS: Final = ListOf(NUMBER)
MOST_NAMED: Final = 6
JOINT: Final = " · "


class ActionScope(Enum):
    """Whether a line names a round, and a table: every way that it may."""

    CONTEST = ((False, False),)
    ROUND = ((True, False),)
    TABLE = ((True, True),)
    ROUND_OR_TABLE = ((True, False), (True, True))
    CODE = ((False, True),)
    """A table of the whole contest."""
    TABLE_OR_CODE = ((True, True), (False, True))


class Speaker(Protocol):
    """What an act is told with, in the reader's language: handed in, as nothing here knows it."""

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
        """Return in short what a contest was created with."""

    def changes(self, before: Data, after: Data) -> tuple[str, str]:
        """Return the settings that were changed: as they were, and as they became."""

    def older(self, link: ChainEntry) -> Data | None:
        """Return what stood of an entry before that line; None where nobody looked it up."""

    def sheet(self, link: ChainEntry, values: Data | None) -> str:
        """Return what stood on the sheet of the line's table."""


class Action:
    """An act, by its `kind` in `ACTS`: `data` says what its line holds, `where` its place.

    Later versions may write more data, never less.
    """

    title: ClassVar[str]
    data: ClassVar[Spec] = open_fields()
    where: ClassVar[ActionScope] = ActionScope.CONTEST

    def __init_subclass__(cls, *, kind: ActionType | None = None) -> None:
        if kind is not None:
            ACTIONS[kind] = cls()

    def replay(self, state: State, link: ChainEntry) -> None:
        """Do it again. Raises one of `refusals.BROKEN` where it cannot have been done.

        Nothing where neither a result nor a ranking hangs on it.
        """

    def heading(self, link: ChainEntry, say: Speaker) -> str:
        return say.gettext(self.title)

    def before(self, link: ChainEntry, say: Speaker) -> str:
        """Return in words what was there before, empty where nothing was."""
        return ""

    def words(self, link: ChainEntry, say: Speaker) -> str:
        """Return what was done beyond the heading, empty where that says it all."""
        return str(link.data.get("note") or "")


ACTIONS: Final[dict[str, Action]] = {}
"""Every act there is: services log no other."""


@dataclass(frozen=True, slots=True)
class DataByAction:
    """Data that differ by what `act` says; by None where it says nothing."""

    specs: Mapping[str | None, Spec]

    def problems(self, value: Any, path: str) -> Iterator[DocumentProblem]:
        act = value.get("act") if isinstance(value, dict) else None
        if isinstance(act, str | None) and act in self.specs:
            yield from self.specs[act].problems(value, path)
        else:
            acts = OneOf([name for name in self.specs if name])
            yield from open_fields(act=acts).problems(value, path)


def named(numbers: Iterable[int], say: Speaker) -> str:
    """Return some entries by name, the first few of many."""
    every = list(numbers)
    text = ", ".join(say.who(number) for number in every[:MOST_NAMED])
    more = len(every) - MOST_NAMED
    if more < 1:
        return text
    rest = say.ngettext("and %(count)d more", "and %(count)d more", more) % {"count": more}
    return f"{text} {rest}"
