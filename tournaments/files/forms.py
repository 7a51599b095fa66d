"""A list that is pasted or comes in a file: the two fields that read it, and what was read."""

import hashlib
from collections.abc import Mapping
from typing import Any, ClassVar, Self

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.files.labels import list_fault_text
from tournaments.files.reading.faults import LARGEST_FILE, ListFault, UnreadableListError
from tournaments.files.reading.reader import FileText, read_file


class PastedListForm(forms.Form):
    """Text or a file; a subclass says what stands on a line, and checks it.

    `about` is what a list is held against; checked, the form holds the preview.
    """

    text = forms.CharField(
        label=_("One entry a line"),
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
    source: FileText
    preview: Any

    def __init__(self, *args: Any, about: Mapping[str, Any], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.about = about

    def clean(self) -> dict[str, Any]:
        """Read the list; refuse what is none."""
        data = super().clean() or {}
        file = data.get("file")
        try:
            if file and file.size > LARGEST_FILE:
                raise UnreadableListError(ListFault.TOO_LARGE)
            self.source = read_file(file.read()) if file else FileText(text=data.get("text", ""))
            self.check_list(one_kind_of_line_end(self.source.text))
        except UnreadableListError as error:
            self.add_error("file" if file else "text", self.refusal(error))
        except forms.ValidationError as error:
            self.add_error("file" if file else "text", error)
        return data

    def check_list(self, text: str) -> None:
        """Keep what the list would bring; raise UnreadableListError or ValidationError."""
        raise NotImplementedError

    def refusal(self, error: UnreadableListError) -> str:
        """Return why the list cannot be read at all."""
        return list_fault_text(error, most_lines=self.most_lines)

    def is_as_checked(self, sent: Mapping[str, str]) -> bool:
        """Return whether this list is the one that was seen: none is kept that nobody looked at."""
        return not self.files and sent.get("seen", self.mark) == self.mark

    @property
    def mark(self) -> str:
        """Return what tells the list that was read from any other."""
        lines = repr(self.preview.found.lines)
        return hashlib.sha256(lines.encode()).hexdigest()[:16]

    def again(self) -> Self:
        """Return the form with the list as text, so that it can be mended and checked again."""
        return type(self)(about=self.about, initial={"text": self.preview.text})

    def without_bad(self) -> Self:
        """Return the list without its bad lines, checked; the whole list where none is left."""
        form = type(self)({"text": self.preview.without_bad}, about=self.about)
        return form if form.is_valid() else self


def one_kind_of_line_end(text: str) -> str:
    """Return a text of lines whose numbers are those of the text that the page shows."""
    return text.replace("\r\n", "\n").replace("\r", "\n")
