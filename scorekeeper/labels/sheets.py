"""Sentences about hands and games: why points were scored, what is needed for the end."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from scorekeeper.engine.choices import PenaltyMarks, Rounding
from scorekeeper.engine.declarations import best_declaration_of
from scorekeeper.engine.hand import HandEntry, Side
from scorekeeper.engine.marks import Reason
from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.engine.scoring import Comparison, HandScore, Outcome, score_as
from scorekeeper.engine.tally import GameEnd, GameResult, Tally, Totals
from scorekeeper.labels.hands import GAME_END_LABELS, SLAM_LABELS, bid_label


def points_text(points: int) -> str:
    """Return points grouped as the language writes them (1 230)."""
    return _grouped(points, get_language())


@lru_cache(maxsize=4096)
def _grouped(points: int, _language: str | None) -> str:
    return number_format(points, force_grouping=True)


def score_text(total_a: int, total_b: int) -> str:
    """Return both totals as on a slip: "1 230 – 846"."""
    return f"{points_text(total_a)} – {points_text(total_b)}"


class Judgement(StrEnum):
    """The sentences for one way in which a hand can be judged."""

    PENALTY = "penalty"
    CAPOT = "capot"
    MADE = "made"
    BID_MADE = "bid_made"
    SLAM_MADE = "slam_made"
    FAILED = "failed"
    BID_FAILED = "bid_failed"
    BID_BEATEN = "bid_beaten"
    SLAM_FAILED = "slam_failed"
    LITIGE = "litige"
    SHARED = "shared"
    BELOTE_TAKEN = "belote_taken"
    DECLARATIONS_TAKEN = "declarations_taken"
    DECLARATIONS_LOST = "declarations_lost"


JUDGEMENT_TEXTS: Final = {
    Judgement.PENALTY: gettext_lazy("Penalty against %(side)s: the other side scores %(points)d."),
    Judgement.CAPOT: gettext_lazy("Capot: every trick for %(side)s."),
    Judgement.MADE: gettext_lazy(
        "Contract made with %(takers)s of %(whole)d, against %(defenders)s."
    ),
    Judgement.BID_MADE: gettext_lazy("Needs %(bid)s: %(takers)s, made."),
    Judgement.SLAM_MADE: gettext_lazy("%(bid)s bid and made."),
    Judgement.FAILED: gettext_lazy(
        "Contract failed with %(takers)s of %(whole)d, against %(defenders)s."
    ),
    Judgement.BID_FAILED: gettext_lazy("Needs %(bid)s: %(takers)s, failed."),
    Judgement.BID_BEATEN: gettext_lazy(
        "Needs %(bid)s and more than the defence: %(takers)s against %(defenders)s, failed."
    ),
    Judgement.SLAM_FAILED: gettext_lazy("%(bid)s failed: %(points)d for %(side)s."),
    Judgement.LITIGE: gettext_lazy(
        "Litige, %(takers)s on both sides: %(held)d points wait for the winner of the next hand."
    ),
    Judgement.SHARED: gettext_lazy(
        "Equal, %(takers)s on both sides: each side keeps its own points."
    ),
    Judgement.BELOTE_TAKEN: gettext_lazy("The belote goes to %(side)s."),
    Judgement.DECLARATIONS_TAKEN: gettext_lazy("The declarations go to %(side)s."),
    Judgement.DECLARATIONS_LOST: gettext_lazy("The declarations are lost."),
}

SUM_TEXTS: Final = {
    "bare": "%(points)d",
    "belote": gettext_lazy("%(points)d (%(cards)d + belote %(belote)d)"),
    "declared": gettext_lazy("%(points)d (%(cards)d + declarations %(declared)d)"),
    "both": gettext_lazy("%(points)d (%(cards)d + belote %(belote)d + declarations %(declared)d)"),
}


def explain(entry: HandEntry, score: HandScore, sides: Mapping[Side, str]) -> str:
    """Return how the hand was judged and what went to the other side; `sides` names both."""
    judgement, numbers = _judged(entry, score, sides)
    texts = [str(JUDGEMENT_TEXTS[judgement]) % numbers] if judgement else []
    texts += [
        str(JUDGEMENT_TEXTS[code]) % {"side": sides[to]} for code, to in _passed(entry, score)
    ]
    return " ".join(texts)


def _judged(
    entry: HandEntry, score: HandScore, sides: Mapping[Side, str]
) -> tuple[Judgement | None, dict[str, str | int]]:
    """Return the sentence about the judgement, and its values."""
    if score.outcome is Outcome.PENALTY and entry.penalty:
        marked = (line.points for line in score.lines if line.reason is not Reason.HELD_WON)
        return Judgement.PENALTY, {"side": sides[entry.penalty], "points": sum(marked)}
    bid, comparison = entry.contract and entry.contract.bid, score.comparison
    is_slam = bid in SLAM_LABELS
    if score.outcome is Outcome.CAPOT and entry.capot and not is_slam:
        return Judgement.CAPOT, {"side": sides[entry.capot]}
    if comparison is None:
        return None, {}
    numbers = _numbers(comparison, score)
    if score.winner:
        numbers |= {"side": sides[score.winner], "points": score.points(score.winner)}
    made = score.winner is entry.takers
    if is_slam:
        return (Judgement.SLAM_MADE if made else Judgement.SLAM_FAILED), numbers
    if bid:
        beaten = Judgement.BID_BEATEN if comparison.takers >= bid else Judgement.BID_FAILED
        return (Judgement.BID_MADE if made else beaten), numbers
    return Judgement(score.outcome.value), numbers


def _passed(entry: HandEntry, score: HandScore) -> Iterator[tuple[Judgement, Side]]:
    """Yield what is scored by another side than the one that had it."""
    belotes = [line.side for line in score.lines if line.reason is Reason.BELOTE]
    for side in Side:
        if belotes.count(side) > entry.belotes(side):
            yield Judgement.BELOTE_TAKEN, side
    best = best_declaration_of(entry)
    if best:
        marked = {line.side for line in score.lines if line.reason is Reason.DECLARATION}
        if best.other in marked:
            yield Judgement.DECLARATIONS_TAKEN, best.other
        elif not marked:
            yield Judgement.DECLARATIONS_LOST, best


def _numbers(comparison: Comparison, score: HandScore) -> dict[str, str | int]:
    takers = comparison.takers_belote, comparison.takers_declared
    if score.outcome in (Outcome.LITIGE, Outcome.SHARED):
        # If both sides are equal, one number is enough.
        takers = 0, 0
    return {
        "takers": _sum_of(comparison.takers, *takers),
        "defenders": _sum_of(
            comparison.defenders, comparison.defenders_belote, comparison.defenders_declared
        ),
        "whole": comparison.whole,
        "bid": bid_label(comparison.needed) if comparison.needed else "",
        "held": score.newly_held,
    }


def _sum_of(points: int, belote: int, declared: int) -> str:
    """Return "92", "92 (72 + belote 20)", or the same with declarations."""
    kind = ("both" if declared else "belote") if belote else "declared" if declared else "bare"
    cards = points - belote - declared
    numbers = {"points": points, "cards": cards, "belote": belote, "declared": declared}
    return str(SUM_TEXTS[kind]) % numbers


def progress_text(tally: Tally) -> str:
    """Return the progress of the game: "Hand 5 of 12", "Game 2 of 3, hand 5"."""
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
    """Return what is still needed for the end of the game, empty if it is over."""
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
    """Return the short text under each total: who leads and by how much, or who won."""
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
    return _("Game %(number)d: %(side)s") % {"number": result.number, "side": sides[result.winner]}


def chart_summary(tally: Tally, sides: Mapping[Side, str]) -> str:
    return ngettext(
        "After %(hands)d hand: %(a)s %(total_a)s, %(b)s %(total_b)s.",
        "After %(hands)d hands: %(a)s %(total_a)s, %(b)s %(total_b)s.",
        len(tally.hands),
    ) % {
        "hands": len(tally.hands),
        "a": sides[Side.A],
        "total_a": points_text(tally.totals.a),
        "b": sides[Side.B],
        "total_b": points_text(tally.totals.b),
    }


def scoring_note(ruleset: RuleSet) -> str:
    """Return the hint for entering points under these rules."""
    if ruleset.rounding is Rounding.TO_160:
        return _("Write the exact points: they are scored in tens.")
    return _("The last trick counts 10.")


def penalty_note(ruleset: RuleSet) -> str:
    """Return which side gets what in a penalty hand."""
    entry = HandEntry(penalty=Side.A)
    points = score_as(Outcome.PENALTY, entry, ruleset).points(Side.B)
    if ruleset.bids and ruleset.penalty_marks is PenaltyMarks.BASE_AND_BID:
        return _(
            "The hand is used up: %(points)d and the bid for the other side, 0 for the side at "
            "fault."
        ) % {"points": points}
    return _("The hand is used up: %(points)d for the other side, 0 for the side at fault.") % {
        "points": points
    }


def parts_text(parts: Iterable[object]) -> str:
    """Return the parts of a sentence with semicolons between them; French has a space before."""
    return _("; ").join(str(part) for part in parts)
