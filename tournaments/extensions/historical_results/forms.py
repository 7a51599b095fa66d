"""Forms to import past results: the list, and questions about its names."""

from datetime import date
from typing import Any, Final, cast

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.models import Club
from scorekeeper.models.sort_names import folded
from scorekeeper.widgets import NameField, NumberField
from tournaments.entries.forms import ClubNamesForm
from tournaments.extensions.historical_results.labels import past_list_text
from tournaments.extensions.historical_results.queries import PastPreview, past_preview
from tournaments.extensions.historical_results.services import (
    NewPastContest,
    NewResult,
)
from tournaments.extensions.historical_results.text_import import (
    MOST_LINES,
    PAST,
    AskOnceError,
    ListDefaults,
    defaults_in_title,
    lacking,
)
from tournaments.files.columns import Part
from tournaments.files.forms import PastedListForm, is_of_columns
from tournaments.files.headings import HeadedList
from tournaments.files.reading.faults import UnreadableListError
from tournaments.files.rows import LONGEST_NAME

MOST_HANDS: Final = 1_000
_ONCE_FIELDS: Final = {Part.DATE: "day", Part.CONTEST: "contest"}


class PastForm(PastedListForm):
    """A list of results, pasted or uploaded."""

    most_lines = MOST_LINES
    preview: PastPreview
    hint_template = "historical_results/_past_list_hint.html"
    kind = PAST
    is_asking = False

    day = forms.DateField(
        label=_("On which day was it?"),
        required=False,
        widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"),
    )
    contest = NameField(label=_("Which contest was it?"), required=False, max_length=LONGEST_NAME)
    hands = NumberField(
        label=_("How many hands did everybody play?"),
        help_text=_("If everybody is on the list: then the sum of the totals is checked too."),
        required=False,
        min_value=1,
        max_value=MOST_HANDS,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["text"].label = _("One result per line")

    @property
    def club(self) -> Club:
        return cast(Club, self.about["club"])

    def check_list(self, text: str) -> HeadedList:
        day, contest = (self.cleaned_data.get(name) or None for name in ("day", "contest"))
        once = ListDefaults(day=day, contest=contest or "")
        try:
            self.preview = past_preview(
                text,
                choice=self.choice,
                once=once,
                hands=self.cleaned_data.get("hands"),
                **self.about,
            )
        except AskOnceError as error:
            self.is_asking = True
            for name in _ONCE_FIELDS.values():
                if (
                    name in self.data
                    and not self.cleaned_data.get(name)
                    and name not in self.errors
                ):
                    self.add_error(name, gettext("The list does not say it: type it here."))
            return error.headed
        return self.preview.found.headed

    def is_valid(self) -> bool:
        return super().is_valid() and not self.is_asking

    @property
    def once(self) -> list[forms.BoundField]:
        """Return the fields that apply to the whole list, prefilled from its title."""
        if self.headed is None:
            return []
        title = defaults_in_title(self.headed)
        first = type(self)(about=self.about, initial={"day": title.day, "contest": title.contest})
        form = self if "columns_of" in self.data and not self.files else first
        asked = [form[_ONCE_FIELDS[part]] for part in lacking(self.headed)]
        return [*asked, self.sum_field] if self.sum_field.errors else asked

    @property
    def sum_field(self) -> forms.BoundField:
        return self["hands"]

    def holds_without_bad(self, name: str) -> bool:
        """Return whether a field still applies to the list without its bad lines."""
        return super().holds_without_bad(name) and not is_of_columns(name)

    def refusal(self, error: UnreadableListError) -> str:
        return past_list_text(error)


class PastAnswersForm(ClubNamesForm):
    """Answers about names that resemble a player's."""

    preview: PastPreview

    def __init__(self, *args: Any, preview: PastPreview, **kwargs: Any) -> None:
        super().__init__(*args, preview=preview, **kwargs)
        if preview.doubtful:
            self.fields["as_printed"] = forms.BooleanField(
                label=_("Keep the list as it is"),
                error_messages={"required": _("Tick this, or correct the list below.")},
            )

    @property
    def contests(self) -> list[NewPastContest]:
        """Return the contests to store, with the answered names."""
        names = self.names()
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
