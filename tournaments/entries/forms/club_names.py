"""Whom the names of a list mean that look like somebody the club knows: asked, and answered."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext

from scorekeeper.models.sort_names import folded
from tournaments.entries.forms.entries import alike_texts
from tournaments.entries.pages.club_names import ClubNames, NameQuestion
from tournaments.entries.pages.entries import Namesake
from tournaments.files.forms import ListAnswersForm, choose_somebody

NEW: Final = "new"


class ClubNamesForm(ListAnswersForm):
    """Whom the names of a list mean; `who` is what was found out about them."""

    def __init__(self, *args: Any, preview: Any, **kwargs: Any) -> None:
        self.who: ClubNames = preview.who
        super().__init__(*args, preview=preview, **kwargs)

    def answer_field(self, question: NameQuestion) -> forms.ChoiceField:
        choices = [
            (_value(other), gettext("The same person: %(name)s") % {"name": other.name})
            for other in question.others
        ]
        choices.append((NEW, gettext("Somebody else: %(name)s is new") % {"name": question.name}))
        return choose_somebody(alike_texts(question), choices)

    def names(self) -> dict[str, str]:
        """Return under which name everybody is kept, by the name folded.

        Earlier lines are answered first: who is somebody of a line is whom that line means.
        """
        names = self.who.new | self.who.meant
        for question in self.who.questions:
            answer = self.cleaned_data[question.key]
            for other in question.others:
                if answer == _value(other):
                    of_line = other.line is not None
                    name = names[folded(other.name)] if of_line else other.name
                    names[folded(question.name)] = name
        return names


def _value(other: Namesake) -> str:
    """Return the answer that means somebody: it stays the same if others join the club."""
    return f"club {other.name}" if other.line is None else f"line {other.line} {other.name}"
