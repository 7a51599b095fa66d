"""Forms for pasted or uploaded lists: the list, its columns, questions about it."""

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar, Self

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.models import Club
from scorekeeper.widgets import offer
from tournaments.files.columns import NO_HEADING, Choice, ListKind, Part, mark_of
from tournaments.files.headings import (
    HeadedList,
    MissingColumnsError,
    ShownColumn,
    names_its_columns,
)
from tournaments.files.labels import list_fault_text, missing_columns_text, part_label
from tournaments.files.reading.faults import LARGEST_FILE, ListFault, UnreadableListError
from tournaments.files.reading.reader import FileText, SheetText, read_file
from tournaments.files.services import chosen_before

MOST_OF_A_LINE = 60
COLUMN = "column-"
SHEET = "sheet-"
MOST_SHEETS = 25


class PastedListForm(forms.Form):
    """A pasted text or a file; a subclass says what a line contains, and checks it.

    `about` is what the list is checked against. After validation the form has the preview, and the
    list that was found even if required columns are missing.
    """

    text = forms.CharField(
        label=_("One entry per line"),
        required=False,
        strip=False,
        widget=forms.Textarea({"rows": 10, "autocomplete": "off", "spellcheck": "false"}),
    )
    file = forms.FileField(
        label=_("Or a file: XLSX, ODS or CSV"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput({"accept": ".csv,.txt,.tsv,.xlsx,.xls,.ods"}),
    )

    most_lines: ClassVar[int]
    hint_template: ClassVar[str]
    source: FileText
    preview: Any = None
    headed: HeadedList | None = None
    list_text = ""
    is_other_sheet = False

    def __init__(self, *args: Any, about: Mapping[str, Any], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.about = about

    @property
    def club(self) -> Club:
        """Return the club that imports the list."""
        raise NotImplementedError

    @property
    def kind(self) -> ListKind:
        """Return the kind of list, which says what columns it can have."""
        raise NotImplementedError

    def clean(self) -> dict[str, Any]:
        """Read the list; add an error if the text is none."""
        data = super().clean() or {}
        file = data.get("file")
        field = "file" if file else "text"
        try:
            if file and file.size > LARGEST_FILE:
                raise UnreadableListError(ListFault.TOO_LARGE)
            self.source = self._proposed(read_file(file.read())) if file else self._chosen()
            self.list_text = one_kind_of_line_end(self.source.text)
            headed = self.check_list(self.list_text)
            if self.preview and self.preview.asks_too_much:
                raise UnreadableListError(ListFault.TOO_MANY_ALIKE)
            self.headed = headed
        except UnreadableListError as error:
            self.add_error(field, self.refusal(error))
        except MissingColumnsError as error:
            self.headed = error.headed
            self.add_error(None, missing_columns_text(error.missing, self.kind))
        return data

    def _proposed(self, found: FileText) -> FileText:
        """Return the first sheet of a file with a heading, otherwise the first sheet."""
        for sheet in found.sheets:
            if names_its_columns(one_kind_of_line_end(sheet.text), self.kind, self.choice):
                others = tuple(one for one in (found.sheet, *found.others) if one != sheet.name)
                return replace(found, text=sheet.text, sheet=sheet.name, others=others)
        return found

    def _chosen(self) -> FileText:
        """Return the typed list, or another sheet of the file that was read before."""
        names, texts = (self._sent_in_order(f"{SHEET}{what}-") for what in ("name", "text"))
        pairs = zip(names, texts, strict=False)
        sheets = tuple(SheetText(name=name, text=text) for name, text in pairs)
        before, chosen = self.data.get("sheet_of", ""), self.data.get("sheet", "")
        if chosen != before and (found := [one for one in sheets if one.name == chosen]):
            self.is_other_sheet = True
            return FileText(text=found[0].text, sheet=chosen, sheets=sheets)
        return FileText(text=self.cleaned_data.get("text", ""), sheet=before, sheets=sheets)

    def _sent_in_order(self, prefix: str) -> list[str]:
        return [
            self.data[f"{prefix}{at}"] for at in range(MOST_SHEETS) if f"{prefix}{at}" in self.data
        ]

    @property
    def once(self) -> list[forms.BoundField]:
        """Return the fields that apply to the whole list."""
        return []

    @property
    def choice(self) -> Choice:
        """Return the chosen columns; a new file or sheet has no choice yet."""
        sent = {} if self.files or self.is_other_sheet else self.data
        parts = chosen_before(self.club, self.kind)
        shown = sent.get("columns_of", "")
        chosen = {place: part for place in range(100) if (part := sent.get(f"{COLUMN}{place}"))}
        known = {str(part): part for part in self.kind.parts}
        if shown and chosen:
            width = max(chosen) + 1
            parts[shown] = tuple(
                known.get(chosen.get(place, ""), Part.IGNORED) for place in range(width)
            )
        return Choice(heading=sent.get("heading", ""), parts=parts)

    def check_list(self, text: str) -> HeadedList:
        """Set the preview and return the list that was found.

        Raises UnreadableListError and MissingColumnsError.
        """
        raise NotImplementedError

    def refusal(self, error: UnreadableListError) -> str:
        """Return why the list cannot be read at all."""
        return list_fault_text(error, most_lines=self.most_lines)

    def is_as_checked(self, sent: Mapping[str, str]) -> bool:
        """Return whether this is the list of the preview: nothing is stored unseen."""
        return not self.files and sent.get("seen", self.mark) == self.mark

    @property
    def mark(self) -> str:
        """Return a hash that identifies the list that was read."""
        lines = repr(self.preview.found.lines)
        return hashlib.sha256(lines.encode()).hexdigest()[:16]

    def again(self) -> Self:
        """Return the form with the list as text, so that it can be corrected and checked again."""
        return type(self)(about=self.about, initial={"text": self.list_text})

    def holds_without_bad(self, name: str) -> bool:
        """Return whether a submitted field still applies to the list without its bad lines."""
        return name not in {"text", "file", "sheet"}

    def without_bad(self) -> Self:
        """Return the list without its bad lines, checked; the whole list if none would be left."""
        sent = {name: value for name, value in self.data.items() if self.holds_without_bad(name)}
        form = type(self)({**sent, "text": self.preview.without_bad}, about=self.about)
        return form if form.is_valid() else self


def is_of_columns(name: str) -> bool:
    """Return whether a field of the page belongs to the choice of columns."""
    return name in {"heading", "columns_of"} or name.startswith(COLUMN)


class ColumnsForm(forms.Form):
    """What the columns of a list contain, as guessed, to be corrected."""

    heading = forms.ChoiceField(label=_("The line that names the columns"), required=False)
    columns_of = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, *, headed: HeadedList, kind: ListKind) -> None:
        super().__init__(initial={"heading": headed.mark, "columns_of": headed.mark})
        self.headed = headed
        nothing = (NO_HEADING, gettext("No line names them"))
        offer(self, "heading", [nothing, *_headings(headed)])
        known = [(str(part), part_label(part, kind)) for part in (*kind.parts, Part.IGNORED)]
        self.columns = headed.shown
        for column in self.columns:
            by_itself = [] if headed.columns else [("", gettext("Automatic"))]
            self.fields[f"{COLUMN}{column.place}"] = forms.ChoiceField(
                label=column.heading or gettext("Column %(number)d") % {"number": column.place + 1},
                choices=[*by_itself, *known],
                initial=str(column.part or ""),
                required=False,
            )

    @property
    def rows(self) -> list[tuple[ShownColumn, forms.BoundField]]:
        return [(column, self[f"{COLUMN}{column.place}"]) for column in self.columns]


def _headings(headed: HeadedList) -> list[tuple[str, str]]:
    """Return the lines that may be the heading, each with its mark."""
    lines = {}
    for place, (number, text, cells) in enumerate(headed.first_rows):
        is_it = headed.mark != NO_HEADING and place == len(headed.above)
        heading = headed.header if is_it else text
        shown = heading if len(heading) <= MOST_OF_A_LINE else f"{heading[:MOST_OF_A_LINE]}…"
        lines[headed.mark if is_it else mark_of(cells)] = gettext("Line %(number)d: %(text)s") % {
            "number": number,
            "text": shown,
        }
    return list(lines.items())


class ListAnswersForm(forms.Form):
    """Questions to answer before a list is stored."""

    def __init__(self, *args: Any, preview: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.preview = preview
        for question in preview.questions:
            self.fields[question.key] = self.answer_field(question)

    def answer_field(self, question: Any) -> forms.ChoiceField:
        """Return a field that asks whom a name means."""
        raise NotImplementedError

    @property
    def asked(self) -> list[tuple[Any, forms.BoundField]]:
        return [(question, self[question.key]) for question in self.preview.questions]

    def may_keep(self) -> bool:
        """Return whether there are no bad lines and no open questions; adds errors if there are."""
        return not self.preview.bad and self.is_valid()


def choose_somebody(label: str, choices: list[tuple[str, str]], **about: Any) -> forms.ChoiceField:
    """Return a field that asks whom a name means, with the candidates."""
    return forms.ChoiceField(
        label=label,
        choices=choices,
        widget=forms.RadioSelect,
        error_messages={"required": gettext("Choose one.")},
        **about,
    )


def one_kind_of_line_end(text: str) -> str:
    """Normalize line ends, so that line numbers match the text on the page."""
    return text.replace("\r\n", "\n").replace("\r", "\n")
