"""Results of old seasons: the list, and what is asked about its names."""

from datetime import date
from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.pages.names import folded
from tournaments.entries.forms.entries import alike_text
from tournaments.entries.pages.entries import Namesake
from tournaments.files.forms import PastedListForm
from tournaments.files.reading.faults import UnreadableListError
from tournaments.past.labels import missing_columns_text, past_list_text
from tournaments.past.pages import NameQuestion, PastPreview, past_preview
from tournaments.past.pasted import MOST_LINES, MissingColumnsError
from tournaments.past.services import KeptAlreadyError, NewPastContest, NewResult, PersonTwiceError

NEW: Final = "new"


class PastForm(PastedListForm):
    """A list of results, pasted or in a file."""

    most_lines = MOST_LINES
    preview: PastPreview

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["text"].label = _("One result a line")

    def check_list(self, text: str) -> None:
        try:
            self.preview = past_preview(text, **self.about)
        except MissingColumnsError as error:
            raise forms.ValidationError(missing_columns_text(error.missing)) from None

    def refusal(self, error: UnreadableListError) -> str:
        return past_list_text(error)


class PastAnswersForm(forms.Form):
    """Whom the names mean that look like others."""

    def __init__(self, *args: Any, preview: PastPreview, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.preview = preview
        for question in preview.questions:
            self.fields[question.key] = _answer_field(question)

    @property
    def asked(self) -> list[tuple[NameQuestion, forms.BoundField]]:
        return [(question, self[question.key]) for question in self.preview.questions]

    def may_import(self) -> bool:
        """Return whether no line is bad and everything is answered; say what is wrong with it."""
        return not self.preview.bad and self.is_valid()

    def refuse(self, error: KeptAlreadyError | PersonTwiceError) -> None:
        if isinstance(error, PersonTwiceError):
            text = gettext("%(name)s would stand twice in %(contest)s: look at the answers.")
            self.add_error(None, text % {"name": error.name, "contest": error.contest})
        else:
            text = gettext("%(contest)s is kept already: somebody was faster.")
            self.add_error(None, text % {"contest": error.contest})

    @property
    def contests(self) -> list[NewPastContest]:
        """Return what is to be kept, everybody under the name that was answered."""
        names = self._names()
        return [
            NewPastContest(
                name=contest.name,
                date=contest.day or date.min,
                results=[
                    NewResult(
                        place=line.place or 0,
                        total=line.total or 0,
                        names=tuple(names.get(folded(name), name) for name in line.names),
                    )
                    for line in contest.lines
                ],
            )
            for contest in self.preview.contests
        ]

    def _names(self) -> dict[str, str]:
        """Return under which name everybody is kept, by the name folded.

        Earlier lines are answered first: who is somebody of a line is whom that line means.
        """
        names = {folded(name): name for name in self.preview.new_names} | dict(self.preview.meant)
        for question in self.preview.questions:
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


def _answer_field(question: NameQuestion) -> forms.ChoiceField:
    choices = [
        (_value(other), gettext("The same person: %(name)s") % {"name": other.name})
        for other in question.others
    ]
    choices.append((NEW, gettext("Somebody else: %(name)s is new") % {"name": question.name}))
    return forms.ChoiceField(
        label=" ".join(alike_text(question.name, other) for other in question.others),
        choices=choices,
        widget=forms.RadioSelect,
        error_messages={"required": gettext("Choose one.")},
    )
