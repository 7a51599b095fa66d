"""Widgets that know the two sides of a table."""

from typing import Any

from django import forms

from scorekeeper.engine.hand import Side


class SideRadioSelect(forms.RadioSelect):
    """Radio tiles of which those of a seat or a side carry its colour and shape."""

    def create_option(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """Mark options whose value begins with a side ("A", "B2")."""
        option: dict[str, Any] = super().create_option(*args, **kwargs)
        side = str(option["value"])[:1]
        if side in list(Side):
            option["attrs"]["data-side"] = side
        return option


class PointsInput(forms.TextInput):
    """A number typed on a phone's number pad."""

    def __init__(self, side: Side | None = None, maxlength: int = 3) -> None:
        attrs = {"inputmode": "numeric", "autocomplete": "off", "maxlength": str(maxlength)}
        if side:
            attrs |= {"data-points-side": side.value, "class": "input input--number"}
        super().__init__(attrs)
