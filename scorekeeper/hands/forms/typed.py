"""What somebody typed into a form, in words, where the form itself cannot be shown again."""

from django import forms


def typed_values(form: forms.Form) -> list[tuple[str, str]]:
    """Return the label of each field, and what was typed or chosen there."""
    return [
        (str(field.label), text) for field in form if not field.is_hidden and (text := _text(field))
    ]


def _text(field: forms.BoundField) -> str:
    value = field.data
    if value in (None, "", []) or value == str(field.field.initial):
        return ""
    if isinstance(field.field, forms.ChoiceField):
        chosen = [str(label) for key, label in field.field.widget.choices if str(key) == str(value)]
        return "".join(chosen)
    return "✓" if value is True else str(value)
