"""Texts of the story of a contest."""

from collections.abc import Callable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.engine.scoring import Outcome
from scorekeeper.labels.hands import outcome_label
from scorekeeper.labels.sheets import points_text
from tournaments.extensions.story.moments import Behind, Chain, Climb, SideFact, Story

Namer = Callable[[Sequence[int]], str]
"""Returns the names of the entries with these numbers, as one text."""


def moment_place(fact: SideFact) -> str:
    """Return where something happened: "Round 2, table 4, hand 7"."""
    where = {"round": fact.table.round, "table": fact.table.table}
    if fact.hand:
        where["hand"] = fact.hand.number
        return _("Round %(round)d, table %(table)d, hand %(hand)d") % where
    return _("Round %(round)d, table %(table)d") % where


def points_with_word(points: int) -> str:
    return ngettext("%(points)s point", "%(points)s points", points) % {
        "points": points_text(points)
    }


def times_text(fact: SideFact) -> str:
    others = fact.times - 1
    if not others:
        return ""
    return ngettext(
        "The same happened once more.", "The same happened %(n)d more times.", others
    ) % {"n": others}


def hand_text(fact: SideFact, name: Namer) -> str:
    assert fact.hand
    # Say who failed: the label alone would seem to mean the side that scored.
    failed = fact.hand.outcome == Outcome.FAILED
    parts = [_("the others failed") if failed else outcome_label(Outcome(fact.hand.outcome))]
    if fact.hand.belote == fact.side:
        parts.append(_("belote"))
    if fact.is_after_litige:
        parts.append(_("the points of a litige"))
    return _("%(who)s, against %(others)s: %(what)s.") % {
        "who": name(fact.entrants),
        "others": name(fact.others),
        "what": " + ".join(parts),
    }


def comeback_text(fact: SideFact, name: Namer) -> str:
    assert fact.hand
    return _(
        "%(who)s, %(points)s behind after hand %(hand)d, won %(own)s to %(other)s against "
        "%(others)s."
    ) % {"points": points_with_word(fact.points), "hand": fact.hand.number, **_score(fact, name)}


def game_text(fact: SideFact, name: Namer) -> str:
    return _("%(who)s, %(own)s to %(other)s against %(others)s.") % _score(fact, name)


def _score(fact: SideFact, name: Namer) -> dict[str, str]:
    other = "B" if fact.side == "A" else "A"
    return {
        "who": name(fact.entrants),
        "others": name(fact.others),
        "own": points_text(fact.table.total(fact.side)),
        "other": points_text(fact.table.total(other)),
    }


def litiges_text(fact: SideFact, name: Namer) -> str:
    return _("In one game, %(who)s against %(others)s.") % {
        "who": name(fact.entrants),
        "others": name(fact.others),
    }


def chain_text(chain: Chain, name: Namer) -> str:
    if chain.won is None:
        return _("Hand after hand, %(a)s against %(b)s; nobody won them before the end.") % {
            "a": name(chain.table.a),
            "b": name(chain.table.b),
        }
    return _("%(who)s won them with hand %(hand)d, which brought %(points)s.") % {
        "who": name(chain.table.side(chain.won.winner)),
        "hand": chain.won.number,
        "points": points_with_word(chain.won.points(chain.won.winner)),
    }


def chain_place(chain: Chain) -> str:
    return _("Round %(round)d, table %(table)d, from hand %(hand)d") % {
        "round": chain.table.round,
        "table": chain.table.table,
        "hand": chain.first,
    }


def climb_number(climb: Climb) -> str:
    places = climb.before - climb.after
    return ngettext("%(n)d place", "%(n)d places", places) % {"n": places}


def climb_text(climb: Climb, name: Namer) -> str:
    return _("%(who)s: place %(before)d after round %(round)d, place %(after)d in the end.") % {
        "who": name([climb.entrant]),
        "before": climb.before,
        "round": climb.after_round,
        "after": climb.after,
    }


def behind_text(behind: Behind, name: Namer, *, is_by_round: bool) -> str:
    if is_by_round:
        text = _("%(who)s: that far behind the leader after round %(step)d, and first in the end.")
    else:
        text = _("%(who)s: that far behind the leader after hand %(step)d, and first in the end.")
    return text % {"who": name([behind.entrant]), "step": behind.step}


def lead_summary(story: Story) -> str:
    """Return in one sentence how often the lead changed."""
    changes = story.race.lead_changes
    if not changes:
        return _("The lead never changed hands.")
    return ngettext(
        "The lead changed hands once.", "The lead changed hands %(n)d times.", changes
    ) % {"n": changes}


def led_text(story: Story, entrant: int) -> str:
    """Return for how long an entry led."""
    led, steps = story.race.led(entrant), story.race.steps
    if story.race.is_by_round:
        return ngettext(
            "alone in front after %(led)d of %(steps)d round",
            "alone in front after %(led)d of %(steps)d rounds",
            steps,
        ) % {"led": led, "steps": steps}
    return ngettext(
        "alone in front after %(led)d of %(steps)d hand",
        "alone in front after %(led)d of %(steps)d hands",
        steps,
    ) % {"led": led, "steps": steps}


def span_text(first: int, last: int) -> str:
    """Return a range of hands: "4" or "4–9"."""
    return str(first) if first == last else f"{first}–{last}"


def litiges_number(count: int) -> str:
    return ngettext("%(n)d litige", "%(n)d litiges", count) % {"n": count}
