"""Texts for seasons and for meetings of fixed teams."""

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext_lazy

from scorekeeper.labels.sheets import points_text
from tournaments.standings.season_scores import BestOf, CombinationCode, MatchPoints, PlacePoints
from tournaments.standings.season_table import AttendanceBonus, BonusKind, SeasonRules, Short


def penalty_text(points: int, reason: str) -> str:
    """Return a penalty of a season: "−20: late twice"."""
    return _("−%(points)s: %(reason)s") % {"points": points_text(points), "reason": reason}


def forfeit_text(absent: Sequence[str]) -> str:
    if len(absent) > 1:
        return _("Neither team came.")
    return _("%(team)s did not come.") % {"team": absent[0]}


def fixture_rules(worth: MatchPoints, *, forfeit_points: int) -> tuple[str, ...]:
    """Return how the table of fixed teams is made, one sentence each."""
    won = _("A game won brings %(win)d, tied %(tie)d, lost %(loss)d.") % {
        "win": worth.win,
        "tie": worth.tie,
        "loss": worth.loss,
    }
    ties = _(
        "Equal scores: the points of all games decide, then games won, the best games, capots."
    )
    forfeit = _(
        "A team whose opponents do not come has won with %(points)s points; they have lost with 0."
    )
    off = [_("A day off brings %(bye)d.") % {"bye": worth.bye}] if worth.bye else []
    return won, *off, ties, forfeit % {"points": points_text(forfeit_points)}


PLACES_READ_OUT: Final = 10

ITEM_LABELS: Final = {
    "contest": pgettext_lazy("season", "contest"),
    "evening": pgettext_lazy("season", "club evening"),
    "past": pgettext_lazy("season", "past result"),
}


def rules_sentences(rules: SeasonRules, *, finalists: int = 0) -> list[str]:
    """Return how a season is added up, one sentence each, without the usual rules."""
    found = [_worth_text(rules), _combination_text(rules)]
    attendance = rules.attendance
    if attendance.least:
        found.append(_attendance_text(rules))
    elif attendance.planned:
        text = ngettext(
            "%(count)d event is planned.", "%(count)d events are planned.", attendance.planned
        )
        found.append(text % {"count": attendance.planned})
    if rules.bonus:
        found.append(_bonus_text(rules.bonus))
    if finalists:
        text = ngettext(
            "The first one goes to the final.", "The first %(count)d go to the final.", finalists
        )
        found.append(text % {"count": finalists})
    return found


def _worth_text(rules: SeasonRules) -> str:
    worth = rules.worth
    if isinstance(worth, MatchPoints):
        return _(
            "A game won brings %(win)d, tied %(tie)d, lost %(loss)d, a round exempt %(bye)d; "
            "then all points decide."
        ) % {"win": worth.win, "tie": worth.tie, "loss": worth.loss, "bye": worth.bye}
    if isinstance(worth, PlacePoints):
        table = ", ".join(map(str, worth.table[:PLACES_READ_OUT]))
        more = " …" if len(worth.table) > PLACES_READ_OUT else ""
        text = _(
            "An event’s places bring, from the first on, %(table)s; those after them %(rest)d."
        )
        return text % {"table": table + more, "rest": worth.beyond}
    return _("An event is worth its points.")


def _combination_text(rules: SeasonRules) -> str:
    if isinstance(rules.combination, BestOf):
        text = ngettext(
            "The best event counts.",
            "The best %(count)d events are added up, the others are dropped.",
            rules.combination.count,
        )
        return text % {"count": rules.combination.count}
    if rules.combination.code is CombinationCode.AVERAGE:
        return _("The average of the events attended counts.")
    return _("All events are added up.")


def _attendance_text(rules: SeasonRules) -> str:
    attendance = rules.attendance
    values = {"least": attendance.least, "planned": attendance.planned or 0}
    if attendance.short is Short.NOT_RANKED:
        if attendance.planned:
            return (
                _("Anybody who cannot reach %(least)d of %(planned)d events is not ranked.")
                % values
            )
        return _("Anybody who came to fewer than %(least)d events is not ranked.") % values
    if attendance.planned:
        return (
            _("Anybody who cannot reach %(least)d of %(planned)d events comes after the others.")
            % values
        )
    return _("Anybody who came to fewer than %(least)d events comes after the others.") % values


def _bonus_text(bonus: AttendanceBonus) -> str:
    values = {"points": points_text(bonus.points), "least": bonus.least}
    if bonus.kind is BonusKind.ONCE:
        return _("Coming %(least)d times brings %(points)s points.") % values
    if bonus.least > 1:
        return _("Every event brings %(points)s points from %(least)d events on.") % values
    return _("Every event brings %(points)s points for attendance.") % values
