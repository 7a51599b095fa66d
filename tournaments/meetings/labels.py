"""Meetings of club teams in words: how they are won, and what decided."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.formats.meetings import MeetingCount, MeetingTie, TeamMeetings

COUNT_LABELS: Final = {
    MeetingCount.TABLES.value: gettext_lazy("By tables: 2 for a table won, 1 each for a level one"),
    MeetingCount.POINTS.value: gettext_lazy("By the points of all tables"),
}

TIE_LABELS: Final = {
    "points,first_table": gettext_lazy("The points of all tables, then the first table"),
    "first_table,points": gettext_lazy("The first table, then the points of all tables"),
    "points": gettext_lazy("The points of all tables"),
    "first_table": gettext_lazy("The first table; where it is level the second, and so on"),
    "": gettext_lazy("Nothing: it stays level"),
}

PARTED_LABELS: Final = {
    MeetingTie.POINTS: gettext_lazy("decided by the points of all tables"),
    MeetingTie.FIRST_TABLE: gettext_lazy("decided by the first table"),
}


def rule_lines(meetings: TeamMeetings) -> list[str]:
    """Return how meetings are won, one sentence each."""
    tables = ngettext(
        "A meeting has %(count)d table.", "A meeting has %(count)d tables.", meetings.pairs
    )
    lines = [tables % {"count": meetings.pairs}, f"{COUNT_LABELS[meetings.count.value]}."]
    if meetings.draws:
        lines.append(_("In a league an equal meeting stays level."))
    ties = TIE_LABELS.get(",".join(tie.value for tie in meetings.ties), "")
    if meetings.ties:
        who = _("In a bracket, if it is equal: %(ties)s; then one more hand or a lot.")
        if not meetings.draws:
            who = _("If it is equal: %(ties)s; then, in a bracket, one more hand or a lot.")
        text = str(ties)
        lines.append(who % {"ties": text[:1].lower() + text[1:]})
    won, level, lost = meetings.worth
    worth = _(
        "In the ranking: %(won)d for a meeting won, %(level)d for a level one, "
        "%(lost)d for a lost one."
    )
    lines.append(worth % {"won": won, "level": level, "lost": lost})
    return lines
