"""A list that is pasted or comes in a file: the two fields that read it, and what was read."""

import hashlib
from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.files.labels import list_fault_text
from tournaments.files.reading.faults import LARGEST_FILE, ListFault, UnreadableListError
from tournaments.files.reading.reader import FileText, read_file


class PastedListForm(forms.Form):
    """Text or a file; a subclass says what stands on a line, and checks it."""

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
        return hashlib.sha256(repr(self.lines_read).encode()).hexdigest()[:16]

    @property
    def lines_read(self) -> object:
        """Return the lines as they were understood."""
        raise NotImplementedError


def one_kind_of_line_end(text: str) -> str:
    """Return a text of lines whose numbers are those of the text that the page shows."""
    return text.replace("\r\n", "\n").replace("\r", "\n")
