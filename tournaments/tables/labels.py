"""The tables of a round in words: their progress, and what needs attention."""

from enum import StrEnum
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scorekeeper.labels.sheets import score_text

MANY_PENALTIES: Final = 3
"""From this number of penalty hands on, a table needs to be checked."""


class TableMark(StrEnum):
    """A mark of a table, shown with its totals."""

    DISPUTED = "disputed"
    NEEDS_CHECK = "needs_check"
    PENALTIES = "penalties"
    STOPPED = "stopped"
    FEWER_HANDS = "fewer_hands"
    UNSIGNED = "unsigned"
    ONE_SIDE = "one_side"
    SIGNED = "signed"
    SLIP = "slip"
    CATCH_UP = "catch_up"
    CHECKED = "checked"


ODD: Final = (TableMark.NEEDS_CHECK, TableMark.PENALTIES, TableMark.STOPPED, TableMark.FEWER_HANDS)
"""Marks of tables that somebody has to check."""

DRAW_CHANGED: Final = gettext_lazy(
    "The draw has changed in the meantime: look at the tables again."
)

_MARKS: Final = {
    TableMark.DISPUTED: gettext_lazy("not accepted"),
    TableMark.NEEDS_CHECK: gettext_lazy("sum impossible under these rules"),
    TableMark.STOPPED: gettext_lazy("stopped early"),
    TableMark.FEWER_HANDS: gettext_lazy("hands are missing"),
    TableMark.UNSIGNED: gettext_lazy("not signed yet"),
    TableMark.ONE_SIDE: gettext_lazy("one side signed"),
    TableMark.SIGNED: gettext_lazy("signed"),
    TableMark.SLIP: gettext_lazy("slip"),
    TableMark.CATCH_UP: gettext_lazy("catch-up game"),
    TableMark.CHECKED: gettext_lazy("checked"),
}

LOOKS: Final = {
    TableMark.NEEDS_CHECK: gettext_lazy(
        "No hands add up to these totals under the rules of this contest. The slip was saved "
        "nevertheless."
    ),
    TableMark.PENALTIES: gettext_lazy("Many hands of this game were decided by penalties."),
    TableMark.STOPPED: gettext_lazy("The game was stopped before its last hand."),
    TableMark.FEWER_HANDS: gettext_lazy("The game ended with fewer hands than the round has."),
}


class Show(StrEnum):
    """A filter for the tables of a round."""

    ALL = "all"
    PLAYING = "playing"
    FINISHED = "finished"
    UNSIGNED = "unsigned"
    LOOK = "look"


def mark_label(mark: TableMark, *, penalties: int = 0) -> str:
    if mark is TableMark.PENALTIES:
        return ngettext("%(count)d penalty", "%(count)d penalties", penalties) % {
            "count": penalties
        }
    return str(_MARKS[mark])


def progress_text(*, hands: int, planned: int, is_over: bool) -> str:
    """Return the progress of a game: "hand 5 of 12"; `is_over` if no more hands will follow."""
    if is_over:
        return ngettext("%(hands)d hand", "%(hands)d hands", hands) % {"hands": hands}
    if not hands:
        return _("not begun")
    number = min(hands + 1, planned)
    return _("hand %(number)d of %(of)d") % {"number": number, "of": planned}


def show_label(show: Show, count: int) -> str:
    """Return the label of a filter with the number of tables: "3 without a result"."""
    texts = {
        Show.ALL: ngettext("%(count)d table", "%(count)d tables", count),
        Show.PLAYING: ngettext("%(count)d without a result", "%(count)d without a result", count),
        Show.FINISHED: ngettext("%(count)d finished", "%(count)d finished", count),
        Show.UNSIGNED: ngettext("%(count)d not signed", "%(count)d not signed", count),
        Show.LOOK: ngettext("%(count)d to check", "%(count)d to check", count),
    }
    return texts[show] % {"count": count}


def result_text(table: int, winner: str, total_a: int, total_b: int) -> str:
    said = {"table": table, "totals": score_text(total_a, total_b), "winner": winner}
    if not winner:
        return _("Table %(table)d: %(totals)s, a draw.") % said
    return _("Table %(table)d: %(totals)s, %(winner)s win.") % said


def clock_text(seconds: int) -> str:
    """Return a time left as on a clock: "12:05", "1:02:05"."""
    minutes, rest = divmod(max(0, seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
