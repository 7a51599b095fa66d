"""Texts for problems of a document, and for differences between a contest and its log."""

from collections.abc import Iterable
from typing import Any, Final

from django.utils.formats import number_format
from django.utils.translation import gettext, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from scorekeeper.limited_json import MOST_COUNTED
from tournaments.audit_log.replay.compare import Difference, DocumentPlace
from tournaments.audit_log.replay.derived import AwardFields, StandingFields
from tournaments.audit_log.replay.document import (
    DrawFields,
    EntryFields,
    HandFields,
    MatchFields,
    ResultFields,
    RoundFields,
    SheetFields,
    TournamentFields,
)
from tournaments.audit_log.replay.fields import declared
from tournaments.audit_log.replay.shape import DocumentProblem, ShapeCode
from tournaments.draw.certificate import Mismatch
from tournaments.draw.version1.drawing import MOST_STEPS
from tournaments.rounds.labels import MISMATCH_LABELS

SHAPES: Final = {
    ShapeCode.NOT_JSON: gettext_lazy("this is not a JSON document (%(detail)s)"),
    ShapeCode.TOO_LARGE: gettext_lazy("this is longer than %(detail)s characters"),
    ShapeCode.TOO_MANY_VALUES: gettext_lazy("this contains more than %(detail)s values"),
    ShapeCode.TOO_COSTLY: gettext_lazy(
        "reading it takes more time or memory than a contest’s document may"
    ),
    ShapeCode.TOO_DEEP: gettext_lazy("this is nested too deeply"),
    ShapeCode.MISSING: gettext_lazy("is missing"),
    ShapeCode.UNEXPECTED: gettext_lazy("is not known here"),
    ShapeCode.NOT_TEXT: gettext_lazy("%(detail)s is not a text that can be kept"),
    ShapeCode.TOO_LONG: gettext_lazy("%(detail)s is too long"),
    ShapeCode.NOT_WHOLE: gettext_lazy("%(detail)s is not a whole number"),
    ShapeCode.OUT_OF_RANGE: gettext_lazy("%(detail)s cannot be"),
    ShapeCode.NOT_A_FLAG: gettext_lazy("%(detail)s is neither true nor false"),
    ShapeCode.NOT_A_LIST: gettext_lazy("%(detail)s is not a list"),
    ShapeCode.NOT_AN_OBJECT: gettext_lazy("%(detail)s is not an object"),
    ShapeCode.NOT_ONE_OF: gettext_lazy("%(detail)s is not known here"),
    ShapeCode.NOT_A_DATE: gettext_lazy("%(detail)s is not a date such as 2026-11-21"),
    ShapeCode.NOT_A_MOMENT: gettext_lazy(
        "%(detail)s is not a time such as 2026-11-21T20:30:00+00:00"
    ),
    ShapeCode.WRONG_COUNT: gettext_lazy("%(detail)s: too many or too few"),
    ShapeCode.TWICE: gettext_lazy("%(detail)s is there twice"),
    ShapeCode.UNKNOWN_ENTRY: gettext_lazy("there is no entry %(detail)s"),
    ShapeCode.INCOMPLETE_ENTRY: gettext_lazy(
        "entry %(detail)s does not have as many players as it needs to play"
    ),
    ShapeCode.GAP: gettext_lazy("%(detail)s is not the next number"),
    ShapeCode.NOT_A_RULE_SET: gettext_lazy("these rules cannot be read (%(detail)s)"),
    ShapeCode.NOT_A_RANKING: gettext_lazy("this ranking cannot be read (%(detail)s)"),
    ShapeCode.NOT_A_DRAW: gettext_lazy("this draw cannot be read (%(detail)s)"),
    ShapeCode.IMPOSSIBLE_HAND: gettext_lazy("a hand that no table can play (%(detail)s)"),
    ShapeCode.CHAIN_BROKEN: gettext_lazy(
        "line %(detail)s of the log was changed, removed or added"
    ),
    ShapeCode.CONTRADICTION: gettext_lazy("%(detail)s contradicts the rest"),
    ShapeCode.NO_LOG: gettext_lazy(
        "is empty: a contest from another program, whose history nobody can see, is imported "
        "with --without-log"
    ),
    ShapeCode.NOT_BEGUN: gettext_lazy("there is nothing before it, but the log begins elsewhere"),
    ShapeCode.BEGUN_TWICE: gettext_lazy("the contest was already there"),
    ShapeCode.NOT_THERE: gettext_lazy("there was no such round, table, hand or entry (%(detail)s)"),
    ShapeCode.DOES_NOT_FIT: gettext_lazy("it does not fit what was there (%(detail)s)"),
}

PARTS: Final = (
    *(TournamentFields, EntryFields, RoundFields, MatchFields, SheetFields, HandFields),
    *(ResultFields, StandingFields, AwardFields, DrawFields),
)
FIELDS: Final = {
    one.name: gettext_lazy(one.words)
    for part in PARTS
    for one in declared(part).values()
    if one.words
} | {
    "game_log": gettext_lazy("the log of the game"),
    "chairs": gettext_lazy("who sits where"),
    "player": gettext_lazy("whose name this is"),
    "positions": gettext_lazy("the order of the seats"),
    "table_number": gettext_lazy("the table of the game"),
    "has_substitutes": gettext_lazy("whether somebody sat in"),
    "is_mirror": gettext_lazy("whether another computer writes it"),
    "club_id": gettext_lazy("the club of the game"),
    "log_hash": gettext_lazy("the last hash of its log"),
    "evening_id": gettext_lazy("the evening of the game"),
    "ruleset_key": gettext_lazy("the code of the game’s rules"),
    "ruleset_name": gettext_lazy("the name of the game’s rules"),
    "ruleset_based_on": gettext_lazy("what the game’s rules are based on"),
    "ruleset_values": gettext_lazy("the rules of the game"),
    "ruleset_practice": gettext_lazy("how the table plays"),
    "round": gettext_lazy("the round"),
    "match": gettext_lazy("what is played there"),
    "hands_counted": gettext_lazy("the number of hands that count"),
    "hands_written": gettext_lazy("the number of hands"),
    "standing": gettext_lazy("the line in the ranking"),
    "standings": gettext_lazy("the number of lines in the ranking"),
    "order": gettext_lazy("the order of the ranking"),
    "awards": gettext_lazy("the number of prizes"),
    "published": gettext_lazy("the draw as it was published"),
    "fingerprint": gettext_lazy("the fingerprint of the draw"),
    "opponents": gettext_lazy("who had met, as the draw saw it,"),
    "partners": gettext_lazy("who had been partners, as the draw saw it,"),
    "entrant": gettext_lazy("the entry in the draw"),
    "place": gettext_lazy("the place that the draw was made from"),
    "byes": gettext_lazy("the rounds exempt that the draw was made from"),
}
"""What can differ between a contest and its log: the declared fields, chairs and game logs."""

LONGEST_VALUE: Final = 160


def document_problem_text(problem: DocumentProblem) -> str:
    """Return a problem of a document in words, with its place."""
    words = str(SHAPES[problem.code]) % {"detail": problem.detail}
    return f"{problem.path}: {words}." if problem.path else f"{words[:1].upper()}{words[1:]}."


def document_difference_text(difference: Difference) -> str:
    """Return a difference between a document and its own log in words, with its place."""
    if difference.field == "drawn_again":
        return f"{difference.place.path}: {parting_text(difference)}"
    return _("%(path)s: it contains %(stored)s, but %(told)s follows from the rest.") % {
        "path": difference.place.path,
        "stored": value_text(difference.stored),
        "told": value_text(difference.expected),
    }


def parting_text(difference: Difference) -> str:
    """Return a difference between a contest and its log as a sentence."""
    words = {
        "place": spot_text(difference.place),
        "what": FIELDS.get(difference.field, difference.field),
        "stored": value_text(difference.stored),
        "told": value_text(difference.expected),
    }
    if difference.field == "drawn_again":
        words["stored"] = ", ".join(str(MISMATCH_LABELS[Mismatch(m)]) for m in difference.stored)
        text = _("%(place)s: drawn again from the same request, the draw differs: %(stored)s.")
    elif difference.field == "not_drawn_again":
        words["steps"] = number_format(MOST_STEPS, force_grouping=True)
        text = _(
            "%(place)s: not checked: version %(stored)s of the draw takes more than %(steps)s "
            "steps to draw it again."
        )
    elif difference.expected is None and difference.field in {"entry", "round", "match", "entrant"}:
        text = _("%(place)s: the log knows nothing of %(what)s.")
    elif difference.stored is None and difference.field in {"entry", "round", "match", "standing"}:
        text = _("%(place)s: %(what)s is in the log, but not stored.")
    else:
        text = _("%(place)s: %(what)s – stored: %(stored)s; according to the log: %(told)s.")
    return text % words


def spot_text(place: DocumentPlace) -> str:
    """Return a place in a contest in words: "Round 2, table 5, hand 3"."""
    parts = [
        (place.round_number, _("round %(number)s")),
        (place.table, _("table %(number)s")),
        (place.hand, _("hand %(number)s")),
        (place.entry, _("entry %(number)s")),
    ]
    named = [text % {"number": number} for number, text in parts if number is not None]
    words = ", ".join(named) or _("the contest")
    return words[:1].upper() + words[1:]


def value_text(value: Any) -> str:
    """Return a value in words."""
    if value is None or value == "":
        return _("nothing")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list) and all(isinstance(one, str | int) for one in value):
        text = ", ".join(map(str, value)) or _("nothing")
    else:
        text = str(value)
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}…"


def refusal_texts(
    problems: Iterable[DocumentProblem], differences: Iterable[Difference]
) -> list[str]:
    """Return all problems of a document in words."""
    return [*map(document_problem_text, problems), *map(document_difference_text, differences)]


def nothing_stored_text(count: int) -> str:
    """Return that nothing was stored, with the number of problems as far as they are counted."""
    if count >= MOST_COUNTED:
        text = gettext("Nothing was stored: there are %(count)s problems or more.")
        return text % {"count": number_format(MOST_COUNTED, force_grouping=True)}
    text = ngettext(
        "Nothing was stored: there is %(count)s problem.",
        "Nothing was stored: there are %(count)s problems.",
        count,
    )
    return text % {"count": count}
