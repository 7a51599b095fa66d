"""Form fields and widgets shared by several rooms."""

import re
from collections.abc import Iterable
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _

from scorekeeper.engine.hand import Side
from scorekeeper.unicode_safety import turns_round, without_hidden


class SideRadioSelect(forms.RadioSelect):
    """Radio tiles; those of a seat or a side have its colour and shape."""

    def create_option(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """Mark options whose value begins with a side ("A", "B2")."""
        option: dict[str, Any] = super().create_option(*args, **kwargs)
        side = str(option["value"])[:1]
        if side in list(Side):
            option["attrs"]["data-side"] = side
        return option


class NameField(forms.CharField):
    """A name of a person or thing, without invisible characters.

    Characters that change the reading direction are refused: without them the name would look
    different.
    """

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        # Django refuses NUL characters itself.
        if not isinstance(text, str) or "\0" in text:
            return text
        shown = without_hidden(text)
        if turns_round(text) and shown.strip():
            raise forms.ValidationError(
                _("A letter in it that nobody sees reverses the text. Type it by hand."),
                code="hidden",
            )
        return shown.strip() if self.strip else shown


class TidyNameField(NameField):
    """A name, also without unnecessary white space."""

    def clean(self, value: Any) -> Any:
        return " ".join(super().clean(value).split())


GROUPED: Final = re.compile(
    r"[0-9]{1,3}(?:[ \u00a0\u202f\u2009][0-9]{3})+|[0-9]{1,3}(?:([.,'’])[0-9]{3})(?:\1[0-9]{3})*"
)
"""Thousands separated by spaces or commas, as our pages show them, by dots, or the Swiss way."""


def plain_number(text: str) -> str:
    """Return a number without its thousands separators, any other text unchanged."""
    text = text.strip()
    return re.sub(r"[^0-9]", "", text) if GROUPED.fullmatch(text) else text


class NumberField(forms.IntegerField):
    """A whole number, typed as on paper or on our own pages: 1004, 1 004, 1,004."""

    widget = forms.TextInput

    def __init__(self, *, css: str = "", **kwargs: Any) -> None:
        self.css = css
        super().__init__(**kwargs)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        attrs = {"inputmode": "numeric", "autocomplete": "off"}
        if self.max_value is not None:
            attrs["maxlength"] = str(len(f"{self.max_value:,}"))
        return attrs | ({"class": self.css} if self.css else {})

    def to_python(self, value: Any) -> int | None:
        return super().to_python(plain_number(value) if isinstance(value, str) else value)


def offer(form: forms.BaseForm, name: str, choices: Iterable[tuple[Any, Any]]) -> None:
    """Set the choices of a form field that are known only when the form is created."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = list(choices)


class PointsInput(forms.TextInput):
    """A number typed on a phone's numeric keypad."""

    def __init__(self, side: Side | None = None, maxlength: int = 3) -> None:
        attrs = {"inputmode": "numeric", "autocomplete": "off", "maxlength": str(maxlength)}
        if side:
            attrs |= {"data-points-side": side.value, "class": "input input--number"}
        super().__init__(attrs)
