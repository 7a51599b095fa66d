"""Sentences about a hand and a game: why points were marked, what the end of the game needs."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scorekeeper.engine.hand import HandEntry, Side
from scorekeeper.engine.rulesets import Rounding, RuleSet
from scorekeeper.engine.scoring import Comparison, HandScore, Outcome
from scorekeeper.engine.tally import GameEnd, GameResult, Tally, Totals
from scorekeeper.labels.hands import GAME_END_LABELS, SLAM_LABELS, bid_label


def points_text(points: int) -> str:
    """Return points grouped as the language writes them (1 230)."""
    return number_format(points, force_grouping=True)


class Judgement(StrEnum):
    """One way of saying how a hand was judged."""

    PENALTY = "penalty"
    CAPOT = "capot"
    MADE = "made"
    BID_MADE = "bid_made"
    SLAM_MADE = "slam_made"
    FAILED = "failed"
    BID_FAILED = "bid_failed"
    SLAM_FAILED = "slam_failed"
    LITIGE = "litige"
    SHARED = "shared"


JUDGEMENT_TEXTS: Final = {
    Judgement.PENALTY: gettext_lazy(
        "Penalty against %(side)s: the other side marks the whole hand."
    ),
    Judgement.CAPOT: gettext_lazy("Capot: every trick for %(side)s."),
    Judgement.MADE: gettext_lazy(
        "Contract made with %(takers)s of %(whole)d, against %(defenders)s."
    ),
    Judgement.BID_MADE: gettext_lazy("Bid of %(bid)s made with %(takers)s."),
    Judgement.SLAM_MADE: gettext_lazy("%(bid)s bid and made."),
    Judgement.FAILED: gettext_lazy(
        "Contract failed with %(takers)s of %(whole)d, against %(defenders)s."
    ),
    Judgement.BID_FAILED: gettext_lazy("Bid of %(bid)s failed with %(takers)s."),
    Judgement.SLAM_FAILED: gettext_lazy("%(bid)s bid and failed."),
    Judgement.LITIGE: gettext_lazy(
        "Litige, %(takers)s on both sides: %(held)d points wait for the winner of the next hand."
    ),
    Judgement.SHARED: gettext_lazy("Equal, %(takers)s on both sides: each side keeps its own."),
}

SUM_WITH_BELOTE: Final = gettext_lazy("%(points)d (%(cards)d + belote %(belote)d)")


def explain(entry: HandEntry, score: HandScore, sides: Mapping[Side, str]) -> str:
    """Return in one sentence how the hand was judged; `sides` names both teams."""
    if score.outcome is Outcome.PENALTY and entry.penalty:
        return str(JUDGEMENT_TEXTS[Judgement.PENALTY]) % {"side": sides[entry.penalty]}
    if score.outcome is Outcome.CAPOT and entry.capot:
        return str(JUDGEMENT_TEXTS[Judgement.CAPOT]) % {"side": sides[entry.capot]}
    comparison = score.comparison
    if comparison is None:
        return ""
    text = JUDGEMENT_TEXTS[_judgement(score.outcome, comparison)]
    return str(text) % _numbers(comparison, score)


def _judgement(outcome: Outcome, comparison: Comparison) -> Judgement:
    bid = comparison.needed
    if outcome in (Outcome.LITIGE, Outcome.SHARED):
        return Judgement(outcome.value)
    kind = "failed" if outcome is Outcome.FAILED else "made"
    if bid is None:
        return Judgement(kind)
    return Judgement(f"slam_{kind}" if bid in SLAM_LABELS else f"bid_{kind}")


def _numbers(comparison: Comparison, score: HandScore) -> dict[str, str | int]:
    equal = score.outcome in (Outcome.LITIGE, Outcome.SHARED)
    # Where both sides are equal, what they are equal at is enough.
    own_belote = 0 if equal else comparison.takers_belote
    bid = comparison.needed
    return {
        "takers": _sum_of(comparison.takers, own_belote),
        "defenders": _sum_of(comparison.defenders, comparison.defenders_belote),
        "whole": comparison.whole,
        "bid": bid_label(bid) if bid else "",
        "held": score.newly_held,
    }


def _sum_of(points: int, belote: int) -> str:
    """Return "92" or "92 (72 + belote 20)"."""
    if not belote:
        return str(points)
    return str(SUM_WITH_BELOTE) % {"points": points, "cards": points - belote, "belote": belote}


def stands_at(tally: Tally) -> str:
    """Return where the game stands: "Hand 5 of 12", "Game 2 of 3, hand 5"."""
    if tally.is_over:
        return str(GAME_END_LABELS[tally.results[-1].end])
    number, of = tally.hands_in_game + 1, tally.format.hands
    hand = (
        _("hand %(number)d of %(of)d") % {"number": number, "of": of}
        if of
        else _("hand %(number)d") % {"number": number}
    )
    if tally.format.games > 1:
        text = _("game %(game)d of %(games)d, %(hand)s") % {
            "game": tally.game,
            "games": tally.format.games,
            "hand": hand,
        }
        return text[:1].upper() + text[1:]
    return hand[:1].upper() + hand[1:]


def need_text(tally: Tally) -> str:
    """Return what the end of the game still needs, empty once it is over."""
    if tally.is_over:
        return ""
    if tally.hands_left is not None:
        return ngettext("%(hands)d hand to play", "%(hands)d hands to play", tally.hands_left) % {
            "hands": tally.hands_left
        }
    a, b = tally.missing(Side.A), tally.missing(Side.B)
    assert a is not None
    assert b is not None
    return _("to %(target)s: %(a)s lacks %(missing_a)s, %(b)s %(missing_b)s") % {
        "target": points_text(tally.format.target or 0),
        "a": "●",
        "b": "◆",
        "missing_a": points_text(a),
        "missing_b": points_text(b),
    }


def mark_texts(totals: Totals, ahead: Side | None, *, is_over: bool) -> dict[Side, str]:
    """Return the short words under each total: who leads and by how much, or who won."""
    texts = dict.fromkeys(Side, "")
    if is_over and ahead is None:
        return dict.fromkeys(Side, _("a draw"))
    if ahead:
        lead = {"points": points_text(totals.lead)}
        texts[ahead] = _("wins") if is_over else _("leads by %(points)s") % lead
    return texts


def result_text(
    totals: Totals, winner: Side | None, sides: Mapping[Side, str], results: Sequence[GameResult]
) -> str:
    """Return the result of a finished game in one sentence."""
    if winner is None:
        return _("A draw at %(points)s all.") % {"points": points_text(totals.a)}
    text = _("%(side)s win %(own)s to %(other)s.") % {
        "side": sides[winner],
        "own": points_text(totals.of(winner)),
        "other": points_text(totals.of(winner.other)),
    }
    if results and results[-1].end is GameEnd.BOTH_REACHED and totals.leader is not winner:
        text += " " + _("Both reached the target in the last hand: the takers win.")
    return text


def game_result_text(result: GameResult, sides: Mapping[Side, str]) -> str:
    if result.winner is None:
        return _("Game %(number)d: a draw") % {"number": result.number}
    return _("Game %(number)d: %(side)s") % {
        "number": result.number,
        "side": sides[result.winner],
    }


def chart_summary(tally: Tally, sides: Mapping[Side, str]) -> str:
    return _("After %(hands)d hands: %(a)s %(total_a)s, %(b)s %(total_b)s.") % {
        "hands": len(tally.hands),
        "a": sides[Side.A],
        "total_a": points_text(tally.totals.a),
        "b": sides[Side.B],
        "total_b": points_text(tally.totals.b),
    }


def scoring_note(ruleset: RuleSet) -> str:
    """Return what one must know to enter the points under these rules."""
    if ruleset.rounding is Rounding.TO_160:
        return _("Write the exact points: they are marked in tens.")
    return _("The last trick counts 10.")


def penalty_note(ruleset: RuleSet) -> str:
    return _("The hand is used up: %(points)d for the other side, 0 for the side at fault.") % {
        "points": ruleset.whole
    }
