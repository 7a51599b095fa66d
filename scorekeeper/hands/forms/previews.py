"""What a hand would score if it were written down now."""

from dataclasses import dataclass

from scorekeeper.hands.forms.hands import HandEntryForm
from scorekeeper.hands.pages.lines import ScoredHand
from scorekeeper.models.hands import tally_hands


@dataclass(frozen=True, slots=True)
class Preview:
    """The score of a hand as typed so far; `problems` are what is wrong with it."""

    scored: ScoredHand | None
    problems: list[str]
    warnings: list[str]


def preview_of(form: HandEntryForm) -> Preview:
    """Return the preview of a bound form; fields still empty are no problem yet."""
    if not form.is_valid():
        problems = [
            str(error)
            for name, errors in form.errors.items()
            for error in errors
            if form.data.get(name) or name == "__all__"
        ]
        return Preview(None, problems, [])
    if form.question:
        return Preview(None, form.warnings, [])
    sheet, number = form.sheet, form.number
    earlier = sheet.hands if number is None else sheet.hands[: number - 1]
    entry = form.written.entry
    scored = sheet.score_of(entry, tally_hands(sheet.game, earlier).score_of(entry))
    return Preview(scored, [], form.warnings)
