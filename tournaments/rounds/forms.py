"""Forms for a draw, and for two entries that swap places."""

from collections.abc import Container, Mapping
from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from scorekeeper.widgets import NumberField, offer
from tournaments.audit_log.actions.types import REDRAWN_FOR
from tournaments.called import CalledField
from tournaments.draw.request import Method
from tournaments.models import MatchSeat, Tournament
from tournaments.rounds.labels import METHOD_LABELS, METHOD_SUMMARIES
from tournaments.rounds.queries.draws import DrawPlan, RoundSeating
from tournaments.rounds.queries.requests import usual_method


class DrawForm(forms.Form):
    """How the next round is drawn; a mêlée has only one method.

    A called number needs a secret; `called` was typed on the page before. A round that was drawn
    before needs a reason.
    """

    method = forms.TypedChoiceField(
        label=_("How is it drawn?"), coerce=Method, widget=forms.RadioSelect
    )
    only_here = forms.BooleanField(
        label=_("Only those who are checked in"),
        help_text=_("Everybody else is left out of this round and can be drawn in the next."),
        required=False,
    )
    called = CalledField()
    reason = forms.ChoiceField(
        label=_("Why is it drawn again?"),
        help_text=_("Everybody can see the reason, beside the time of each draw."),
        choices=[("", _("Choose")), *((code, _(text)) for code, text in REDRAWN_FOR.items())],
        error_messages={"required": _("Say why the round is drawn again.")},
    )

    def __init__(
        self,
        *args: Any,
        tournament: Tournament,
        plan: DrawPlan,
        called: str = "",
        **kwargs: Any,
    ) -> None:
        usual = usual_draw(tournament, plan) | {"only_here": bool(plan.absent), "called": called}
        kwargs.setdefault("initial", usual)
        super().__init__(*args, **kwargs)
        # A number that was typed while the secret was lost is refused in words.
        if not plan.announced and not (called or self.data.get("called")):
            del self.fields["called"]
        if not plan.is_again:
            del self.fields["reason"]
        offered = tournament.format.methods_offered(plan.number)
        if not offered:
            del self.fields["method"]
            return
        if "called" in self.fields:
            self.fields["called"].help_text = _(
                "Somebody in the hall calls four digits; type them, then draw. By lot they decide "
                "everything, together with a secret that was fixed before. By ranking, or where "
                "even numbers move on, they only decide between equal teams and equally good draws."
            )
        offer(self, "method", [(method.value, _described(method)) for method in offered])


def usual_draw(tournament: Tournament, plan: DrawPlan) -> dict[str, Any]:
    """Return what the form says where nobody wishes otherwise."""
    if plan.preview:
        return {"method": plan.preview.request["method"]}
    return {"method": usual_method(tournament, plan.number)}


def _described(method: Method) -> SafeString:
    return format_html(
        '{} <span class="tile__hint">{}</span>', METHOD_LABELS[method], METHOD_SUMMARIES[method]
    )


class SwapForm(forms.Form):
    """Two entries, by number, that swap places.

    `seated` are the numbers in the draw; `fixed` are those that cannot swap, each with the reason.
    """

    one = NumberField(
        label=_("Number"), css="input input--short", error_messages={"invalid": _("Type a number.")}
    )
    other = NumberField(
        label=_("with number"),
        css="input input--short",
        error_messages={"invalid": _("Type a number.")},
    )

    def __init__(
        self,
        *args: Any,
        seated: Container[int],
        fixed: Mapping[int, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.seated, self.fixed = seated, fixed or {}

    def clean_one(self) -> int:
        return self._seated("one")

    def clean_other(self) -> int:
        number = self._seated("other")
        if number == self.cleaned_data.get("one"):
            raise forms.ValidationError(_("Type two different numbers."))
        return number

    def _seated(self, name: str) -> int:
        number: int = self.cleaned_data[name]
        if number in self.fixed:
            raise forms.ValidationError(self.fixed[number])
        if number not in self.seated:
            raise forms.ValidationError(
                _("Number %(number)d is not in this round."), params={"number": number}
            )
        return number


def fixed_seats(seating: RoundSeating) -> dict[int, Any]:
    """Return the numbers that cannot swap places in a published round, with the reasons."""
    reasons = {
        MatchSeat.Kind.ABSENT: _("This entry has withdrawn: undo its withdrawal first."),
        MatchSeat.Kind.CATCH_UP: _("This entry plays at a catch-up table: close that one first."),
    }
    return {
        number: reasons[MatchSeat.Kind(seated.seat.kind)]
        for number, seated in seating.seats.items()
        if seated.seat.kind in reasons
    }
