"""The rules card of a contest: how it is drawn, ranked and scored, in plain words."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.engine.rulesets import GameFormat
from scorekeeper.rules.queries import RuleLine, RuleSetChoice, ruleset_card
from tournaments.contests.labels import (
    criteria_text,
    criterion_label,
    points_by_hands,
    points_given,
    rounds_text,
    rules_name,
)
from tournaments.entries.labels import euros_text
from tournaments.entry_words import entry_words
from tournaments.models import Tournament
from tournaments.tags import tag_label

GAME_ENDS: Final = "format"


def contest_rules(tournament: Tournament, choice: RuleSetChoice) -> dict[str, Any]:
    """Return the rules card of a contest with that rule set."""
    # In a contest every game ends with its last hand, whatever target the rule set has.
    format_ = GameFormat(hands=tournament.hands_of_round(1))
    played = replace(choice, ruleset=replace(choice.ruleset, format=format_))
    card = ruleset_card(played)
    return {
        "rules_name": rules_name(choice.key, choice.name),
        "contest": list(_contest_lines(tournament)),
        "scoring": [_plain(line) for line in card.scoring if line.field != GAME_ENDS],
        "practice": [_plain(line) for line in card.practice if line.is_set],
    }


def _plain(line: RuleLine) -> RuleLine:
    """Return a rule without its source: in a contest the organiser decides."""
    return replace(line, source="")


def _contest_lines(tournament: Tournament) -> Iterator[RuleLine]:
    """Yield the lines about the contest itself, except those without a setting."""
    for name, label, value in (
        ("rounds", _("Rounds"), rounds_text(tournament.round_hands)),
        ("mode", _("Who enters"), tournament.get_mode_display()),
        ("draw", _("Draw"), _draw_text(tournament)),
        ("repeats", _("Meeting again"), _repeats_text(tournament)),
        ("ranking", _("Ranking"), _ranking_text(tournament)),
        ("ties", _("When equal"), _ties_text(tournament)),
        ("exempt", _("Exempt"), _exempt_text(tournament)),
        ("leaving", _("Leaving"), _leaving_text(tournament)),
        ("tags", _("Rankings of their own"), ", ".join(map(tag_label, tournament.tags))),
        ("clock", _("Clock"), _clock_text(tournament)),
        ("fee", _("Fee"), euros_text(tournament.fee_cents) if tournament.fee_cents else ""),
        ("sheet", _("The sheet"), _sheet_text()),
    ):
        if value:
            yield RuleLine(field=name, label=label, value=value)


def _draw_text(tournament: Tournament) -> str:
    if not tournament.format.has_teams:
        return _("Partners and opponents are drawn by lot, again for each round.")
    if tournament.round_count == 1:
        return _("By lot.")
    if tournament.next_draw == Tournament.NextDraw.RANKING:
        return _("Round 1 by lot. Then by ranking: first against second, third against fourth.")
    if tournament.next_draw == Tournament.NextDraw.LOT:
        return _("A new draw by lot for each round.")
    return _("Odd numbers stay at their table, even numbers move on by one each round.")


def _repeats_text(tournament: Tournament) -> str:
    if tournament.round_count == 1:
        return ""
    return str(entry_words(tournament).meets_once)


def _ranking_text(tournament: Tournament) -> str:
    first = criterion_label(tournament.criteria[0])
    if tournament.criteria[0] == "points":
        return first
    return criteria_text(tournament.criteria[:2])


def _ties_text(tournament: Tournament) -> str:
    """Return what decides between equal entries: "Games won, then best single game; then a lot"."""
    ranked = 1 if tournament.criteria[0] == "points" else 2
    compared = criteria_text(tournament.criteria[ranked:])
    last = (
        _("lots are drawn and recorded")
        if tournament.ties == Tournament.Ties.LOT
        else _("they share the place")
    )
    if not compared:
        return last[:1].upper() + last[1:]
    return _("%(compared)s. Still equal: %(last)s.") % {"compared": compared, "last": last}


def _exempt_text(tournament: Tournament) -> str:
    """Return what exempt entries score, with amounts."""
    if tournament.exempt == Tournament.Exempt.ROUND_AVERAGE:
        scored = _("the average of that round")
    elif tournament.exempt == Tournament.Exempt.FIXED:
        scored = points_given(tournament.exempt_points)
    else:
        scored = _("half of a game (%(points)s)") % {"points": _halves(tournament)}
    return _("The lowest not yet exempt, never twice: %(scored)s, not counted as a best game.") % {
        "scored": scored
    }


def _halves(tournament: Tournament) -> str:
    whole = tournament.ruleset.whole
    return points_by_hands(
        [
            (hands, tournament.given_scores.exempt_points(whole=whole, hands=hands, played=()))
            for hands in sorted(set(tournament.round_hands))
        ]
    )


def _forfeits(tournament: Tournament) -> str:
    found = {hands: tournament.points_of_forfeit(hands) for hands in tournament.round_hands}
    if len(set(found.values())) == 1:
        return points_given(found.popitem()[1])
    return points_by_hands(sorted(found.items()))


def _leaving_text(tournament: Tournament) -> str:
    given = _forfeits(tournament)
    return str(entry_words(tournament).opponents_left % {"points": given})


def _clock_text(tournament: Tournament) -> str:
    minutes = tournament.round_minutes
    if not minutes:
        return ""
    return ngettext("%(count)d minute a round", "%(count)d minutes a round", minutes) % {
        "count": minutes
    }


def _sheet_text() -> str:
    return _("Both sides accept or sign it. If they disagree, the referee decides.")
