"""Forms for pictures of sheets, and for the hands that were read of them."""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.engine.checks import Severity, check
from scorekeeper.engine.hand import HandEntry, Seat, Side
from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.labels.problems import problem_text
from scorekeeper.models.hands import HandInput
from scorekeeper.widgets import NumberField
from tournaments.extensions.scan.judging import WHOLE
from tournaments.models import PhotoKeeping

MOST_PICTURES: Final = 10
SIDES: Final = [("", ""), *((one.value, one.value) for one in Side)]


class PicturesField(forms.FileField):
    """One picture or several."""

    def __init__(self) -> None:
        super().__init__(
            label=gettext_lazy("Photos of sheets"),
            error_messages={"required": gettext_lazy("Take a photo, or choose pictures.")},
            widget=_Pictures(
                # The camera takes one; the page has a second field of this name for several.
                {
                    "accept": "image/*",
                    "capture": "environment",
                    "class": "input",
                    "multiple": False,
                }
            ),
        )

    def clean(self, data: Any, initial: Any = None) -> Any:
        several = data if isinstance(data, list | tuple) else [data]
        if len(several) > MOST_PICTURES:
            raise forms.ValidationError(
                _("At most %(count)d pictures at once.") % {"count": MOST_PICTURES}
            )
        return [super(PicturesField, self).clean(one, initial) for one in several or [None]]


class _Pictures(forms.ClearableFileInput):
    allow_multiple_selected = True


class PicturesForm(forms.Form):
    """Pictures of the sheets of a round."""

    use_required_attribute = False
    pictures = PicturesField()


class DaysKeptForm(forms.Form):
    """How long photos of sheets are kept."""

    days = forms.TypedChoiceField(
        label=gettext_lazy("Photos of the sheets are kept"),
        choices=PhotoKeeping.Days.choices,
        coerce=int,
        widget=forms.Select({"class": "input"}),
    )


class PaperHandForm(forms.Form):
    """A line of a sheet: points of both sides as they are written, ticks for the rest."""

    taker = forms.ChoiceField(
        choices=[("", ""), *((one.value, one.value) for one in Seat)], required=False
    )
    points_a = NumberField(required=False, max_value=WHOLE)
    points_b = NumberField(required=False, max_value=WHOLE)
    belote = forms.ChoiceField(choices=SIDES, required=False)
    capot = forms.ChoiceField(choices=SIDES, required=False)
    penalty = forms.ChoiceField(choices=SIDES, required=False)
    confirmed = forms.CharField(required=False)

    entry: HandEntry

    def __init__(
        self, *args: Any, ruleset: RuleSet, sides: Mapping[Side, str], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.ruleset, self.sides = ruleset, sides
        self.warnings: list[str] = []
        self.confirm_value = ""

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors:
            self.entry = self._entry(data)
            found = check(self.entry, self.ruleset)
            for problem in found:
                if problem.severity is Severity.ERROR:
                    self.add_error(None, problem_text(problem, self.sides))
            if not self.entry.penalty and (data["points_a"] is None) != (data["points_b"] is None):
                self.add_error(None, _("Write the points of both sides."))
            unusual = [one for one in found if one.severity is Severity.WARNING]
            self.confirm_value = ",".join(one.code for one in unusual)
            if unusual and data["confirmed"] != self.confirm_value:
                self.warnings = [problem_text(one, self.sides) for one in unusual]
        return data

    def _entry(self, data: dict[str, Any]) -> HandEntry:
        def side(name: str) -> Side | None:
            return Side(data[name]) if data[name] else None

        taker = Seat(data["taker"]) if data["taker"] else None
        points = {Side.A: data["points_a"], Side.B: data["points_b"]}
        takers = taker.side if taker else Side.A
        own, others = points[takers], points[takers.other]
        is_whole = own is None or others is None or own + others == WHOLE
        return HandEntry(
            taker=taker,
            card_points=own,
            defenders_count=None if is_whole else others,
            belote=side("belote"),
            capot=side("capot"),
            penalty=side("penalty"),
        )

    @property
    def written(self) -> HandInput:
        reason = _("as ticked on the sheet") if self.entry.penalty else ""
        return HandInput(entry=self.entry, penalty_reason=reason)
