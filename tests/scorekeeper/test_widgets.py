"""Numbers, typed as people write them."""

import pytest
from django import forms
from django.utils import translation
from django.utils.formats import number_format

from scorekeeper.widgets import NumberField


class TypedNumber(forms.Form):
    number = NumberField(max_value=99_999)


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("1004", 1004),
        ("1 004", 1004),
        ("1\u00a0004", 1004),
        ("1\u202f004", 1004),
        ("1.004", 1004),
        ("1,004", 1004),
        ("1'004", 1004),
        ("1’004", 1004),
        (" 12 345 ", 12_345),
        ("92", 92),
        ("10 04", None),
        ("1.04", None),
        ("1,04", None),
        ("1.004,004", None),
        ("1e5", None),
        ("−5", None),
        ("1 004 ,5", None),
        ("x", None),
    ],
)
def test_thousands_may_be_set_apart(typed: str, number: int | None) -> None:
    form = TypedNumber({"number": typed})
    assert form.is_valid() == (number is not None)
    assert form.cleaned_data.get("number") == number


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_number_as_our_pages_show_it_may_be_typed(language: str) -> None:
    with translation.override(language):
        form = TypedNumber({"number": number_format(12_345, force_grouping=True)})
    assert form.is_valid()
    assert form.cleaned_data["number"] == 12_345


def test_there_is_room_for_what_sets_thousands_apart() -> None:
    assert 'maxlength="6"' in str(TypedNumber()["number"])
