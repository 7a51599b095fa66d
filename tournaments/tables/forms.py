"""Forms for slips, for phones at the tables, for a round's clock and for late entries."""

import uuid
from collections.abc import Mapping, Sequence
from datetime import datetime, time, timedelta
from math import ceil
from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from scorekeeper.clubs.names import unbroken
from scorekeeper.engine.hand import Side
from scorekeeper.engine.neighbours import MeantTotals, only_neighbour
from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.engine.totals import ReportedCounts
from scorekeeper.labels.sheets import score_text
from scorekeeper.labels.totals import capots_text, causes_text, totals_warnings
from scorekeeper.models import Game
from scorekeeper.widgets import NameField, NumberField
from tournaments.audit_log.locks import PUBLISHED
from tournaments.models import LogEntry, Match, Round, Tournament
from tournaments.models.rounds import Signature, signature_of
from tournaments.tables.labels import DRAW_CHANGED
from tournaments.tables.services import HIGHEST_TOTAL, LONGEST_TIMER, Claim, TableSlip

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


NOTE_LENGTH: Final = 200
BIG: Final = "input input--number"


def _number(
    label: "str | _StrPromise",
    *,
    most: int,
    least: int = 0,
    required: bool = True,
    css: str = "input input--short",
) -> NumberField:
    return NumberField(
        label=label,
        required=required,
        min_value=least,
        max_value=most,
        css=css,
        error_messages={"required": gettext_lazy("Write a number.")},
    )


def _corrected(data: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """Return the form data with the totals of the correction button, if it was pressed."""
    total_a, _separator, total_b = (data or {}).get("corrected", "").partition("-")
    if data is None or not total_b:
        return data
    return {**{name: data[name] for name in data}, "total_a": total_a, "total_b": total_b}


def _seen(data: Mapping[str, Any]) -> ReportedCounts:
    return ReportedCounts(capots_a=data.get("capots_a"), capots_b=data.get("capots_b"))


class DeskSlipForm(forms.Form):
    """The slip of one table.

    `causes` are sentences about impossible totals; `keep` has totals to store nevertheless,
    `corrected` both totals of the suggested `correction` to use instead. `warnings` are sentences
    about unlikely totals, confirmed by the totals in `sure`. `question` is asked once if something
    else is stored, and answered by `instead_of`.
    """

    total_a = _number(gettext_lazy("Total of the first side"), most=HIGHEST_TOTAL, css=BIG)
    total_b = _number(gettext_lazy("Total of the second side"), most=HIGHEST_TOTAL, css=BIG)
    hands = _number(gettext_lazy("Hands played"), most=99, least=1, required=False)
    reason = NameField(
        label=gettext_lazy("Why fewer hands?"), required=False, max_length=NOTE_LENGTH
    )
    capots_a = _number(gettext_lazy("Capots of the first side"), most=99, required=False)
    capots_b = _number(gettext_lazy("Capots of the second side"), most=99, required=False)
    is_unsigned = forms.BooleanField(label=gettext_lazy("Not signed yet"), required=False)
    keep = forms.CharField(required=False, widget=forms.HiddenInput)
    sure = forms.CharField(required=False, widget=forms.HiddenInput)
    note = NameField(label=gettext_lazy("Note"), required=False, max_length=NOTE_LENGTH)
    instead_of = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        played: Round,
        match: Match | None,
        **kwargs: Any,
    ) -> None:
        super().__init__(_corrected(data), **kwargs)
        self.played = played
        self.match = match
        self.causes: Sequence[str] = ()
        self.warnings: Sequence[str] = ()
        self.question = ""
        self.fields["hands"].widget.attrs["placeholder"] = str(played.hands)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors:
            return data
        hands = data.get("hands") or self.played.hands
        if hands > self.played.hands:
            text = ngettext(
                "The round has %(hands)d hand.", "The round has %(hands)d hands.", self.played.hands
            )
            self.add_error("hands", text % {"hands": self.played.hands})
        elif hands < self.played.hands and not data.get("reason"):
            self.add_error("reason", _("Write why: it stays on the sheet."))
        totals = data["total_a"], data["total_b"]
        for side, problem in capots_text(self.ruleset, hands, *totals, seen=_seen(data)):
            self.add_error(f"capots_{side.lower()}", problem)
        if self.errors:
            return data
        self.slip = self._slip(data, hands)
        self.cleaned_data = data
        self._judge()
        if not self.causes and not self.warnings:
            self._compare(data["instead_of"])
        return data

    @property
    def ruleset(self) -> RuleSet:
        return self.played.tournament.ruleset

    @property
    def typed(self) -> str:
        """Return the totals as typed, in the format of `keep` and `sure`."""
        return f"{self.slip.total_a}-{self.slip.total_b}-{self.slip.hands}"

    @property
    def doubted(self) -> str:
        """Return the totals in doubt, as on a slip."""
        return score_text(self.slip.total_a, self.slip.total_b)

    @property
    def is_sure(self) -> bool:
        """Return whether these totals were confirmed."""
        return bool(self.cleaned_data.get("sure")) and self.cleaned_data["sure"] == self.typed

    @property
    def correction(self) -> MeantTotals | None:
        """Return the totals that were probably meant, if one typing error explains them."""
        slip = self.slip
        return only_neighbour(
            self.ruleset,
            slip.hands,
            slip.total_a,
            slip.total_b,
            seen=slip.seen,
        )

    @property
    def keeps_impossible(self) -> bool:
        """Return whether these totals are to be stored although they are impossible."""
        return bool(self.cleaned_data.get("keep")) and self.cleaned_data["keep"] == self.typed

    @property
    def is_settled(self) -> bool:
        """Return whether the slip can be stored: no errors, and no questions left."""
        return self.is_valid() and not self.is_asked

    @property
    def is_asked(self) -> bool:
        """Return whether a person has to say whether these totals count."""
        return bool(self.causes or self.warnings or self.question)

    @property
    def result_so_far(self) -> str:
        """Return the table's result, in a sentence, if totals in doubt are not needed for one."""
        game = self._game
        if game and game.is_finished and (self.causes or self.warnings):
            return self._question(game)
        return ""

    @property
    def equals_hands(self) -> bool:
        """Return whether the hands entered at the table have the same totals."""
        game = self._game
        return bool(
            game
            and game.is_finished
            and not game.is_slip
            and (game.total_a, game.total_b, game.hand_count)
            == (self.slip.total_a, self.slip.total_b, self.slip.hands)
        )

    @property
    def is_stored_already(self) -> bool:
        """Return whether the same slip is already stored: Enter was pressed twice."""
        if self.match is None or not self.match.game or not self.match.game.is_slip:
            return False
        stored = {"note": "", **initial_of_slip(self.match)}
        sent = {name: self.cleaned_data.get(name) for name in stored}
        return all((sent[name] or None) == (stored[name] or None) for name in stored)

    @property
    def totals(self) -> list[forms.BoundField]:
        return [self["total_a"], self["total_b"]]

    @property
    def has_more(self) -> bool:
        return any(self[name].value() or self[name].errors for name in MORE)

    @property
    def more(self) -> list[forms.BoundField]:
        return [self[name] for name in MORE]

    @property
    def state(self) -> str:
        """Return what is stored for the table, in the format of `instead_of`."""
        game = self._game
        assert game, "asked only where there is a game"
        return f"{game.total_a}-{game.total_b}-{game.hand_count}-{game.kind}"

    @property
    def _game(self) -> Game | None:
        return self.match.game if self.match else None

    def _slip(self, data: dict[str, Any], hands: int) -> TableSlip:
        return TableSlip(
            hands=hands,
            total_a=data["total_a"],
            total_b=data["total_b"],
            capots_a=data.get("capots_a") or 0,
            capots_b=data.get("capots_b") or 0,
            reason=data["reason"] if hands < self.played.hands else "",
            is_signed=not data["is_unsigned"],
            seen=_seen(data),
        )

    def _judge(self) -> None:
        ruleset, slip = self.ruleset, self.slip
        if self.keeps_impossible:
            return
        totals = slip.hands, slip.total_a, slip.total_b
        self.causes = causes_text(ruleset, *totals, seen=slip.seen)
        if not self.is_sure:
            self.warnings = totals_warnings(ruleset, *totals, seen=slip.seen)

    def _compare(self, instead_of: str) -> None:
        game, slip = self._game, self.slip
        if game is None or not self._is_stored(game) or instead_of == self.state:
            return
        if (game.total_a, game.total_b, game.hand_count) != (
            slip.total_a,
            slip.total_b,
            slip.hands,
        ):
            self.question = self._question(game)

    def _is_stored(self, game: Game) -> bool:
        return bool(game.hand_count)

    def _question(self, game: Game) -> str:
        totals = score_text(game.total_a, game.total_b)
        if game.is_slip:
            return _("A slip already says %(totals)s.") % {"totals": totals}
        if not game.is_finished:
            return _("At the table only hand %(hands)d is written so far: %(totals)s.") % {
                "hands": game.hand_count,
                "totals": totals,
            }
        assert self.match
        if signature_of(self.match, self.match.verdicts.all()) is Signature.SETTLED:
            return _("The phone at the table says %(totals)s, and both sides accepted it.") % {
                "totals": totals
            }
        return _("The phone at the table says %(totals)s.") % {"totals": totals}


MORE: Final = ("hands", "reason", "capots_a", "capots_b", "is_unsigned")


class DeskForm(DeskSlipForm):
    """A slip with its table number, which determines `match`.

    `draw` identifies the draw under which the slip was typed; a slip sent by a script has a `key`.
    """

    table = _number(gettext_lazy("Table"), most=9_999, least=1)
    draw = forms.CharField(required=False, widget=forms.HiddenInput)
    key = forms.UUIDField(required=False, widget=forms.HiddenInput)

    field_order = ("table", "total_a", "total_b")

    @property
    def current_draw(self) -> str:
        """Return the value of `draw` for the published draw."""
        at = self.played.published_at
        return at.isoformat() if at else ""

    def clean(self) -> dict[str, Any]:
        if self.cleaned_data.get("draw", "") not in {"", self.current_draw}:
            self.add_error(None, DRAW_CHANGED)
        return super().clean()

    def clean_table(self) -> int:
        number: int = self.cleaned_data["table"]
        if self.match is None:
            if self._was_opened_later(number):
                self.add_error(None, self._closed_text() % {"number": number})
            text = _("No table %(number)d plays in this round.")
            raise forms.ValidationError(text % {"number": number})
        if not self.match.is_game:
            text = _("There is no game at table %(number)d: somebody has withdrawn.")
            raise forms.ValidationError(text % {"number": number})
        return number

    def _was_opened_later(self, table: int) -> bool:
        """Return whether a table of the round was opened after the draw, and closed unused."""
        closed = self.played.tournament.log.filter(
            kind=LogEntry.Kind.RESEATED,
            round_number=self.played.number,
            table_number=table,
            data__act="cancelled",
        )
        return closed.exists()

    def _closed_text(self) -> str:
        """Return why a table that was opened after the draw is gone, and what to do."""
        if self.played.is_playing:
            return _(
                "Table %(number)d was closed because nothing was written there. If it was "
                "played, set up the game again, then write the slip."
            )
        later = self.played.tournament.rounds.filter(number__gt=self.played.number)
        if later.filter(status__in=PUBLISHED).exists():
            return _(
                "Table %(number)d was closed with the round because nothing was written there. "
                "The next round is published: the exempt team keeps the points of the exempt."
            )
        return _(
            "Table %(number)d was closed with the round because nothing was written there. If "
            "it was played, open the round again, set up the game again, then write the slip."
        )


def typed_table(text: str) -> int | None:
    """Return the table number that the form at the desk would read, None without one."""
    try:
        number: int = DeskForm.base_fields["table"].clean(text)
    except forms.ValidationError:
        return None
    return number


def typed_key(text: str) -> uuid.UUID | None:
    """Return the key of a slip sent by a script, None for one sent by a page."""
    try:
        key: uuid.UUID | None = DeskForm.base_fields["key"].clean(text)
    except forms.ValidationError:
        return None
    return key


class DeskSlipEditForm(DeskSlipForm):
    """The slip of a chosen table; an earlier slip is replaced without a question."""

    def _is_stored(self, game: Game) -> bool:
        return super()._is_stored(game) and not game.is_slip


def initial_of_slip(match: Match) -> dict[str, Any]:
    game = match.game
    if game is None or not game.is_slip:
        return {}
    seats = {seat.side: seat for seat in match.seats.all()}
    return {
        "total_a": game.total_a,
        "total_b": game.total_b,
        "hands": game.hand_count if game.hand_count != match.round.hands else None,
        "reason": game.stop_reason,
        "capots_a": seats[Side.A].capots or None,
        "capots_b": seats[Side.B].capots or None,
        "is_unsigned": not match.is_signed,
        "note": match.check_note,
    }


class NoteForm(forms.Form):
    """A note of the organiser about a table."""

    note = NameField(
        label=gettext_lazy("What was decided, and why?"),
        max_length=NOTE_LENGTH,
        error_messages={"required": gettext_lazy("Write a word: it stays in the log.")},
    )


class LookForm(NoteForm):
    """The organiser's confirmation that an odd table was checked."""

    note = NameField(
        label=gettext_lazy("What did you find?"), required=False, max_length=NOTE_LENGTH
    )

    def clean_note(self) -> str:
        """Return the note, or a text that the table was checked."""
        return self.cleaned_data["note"] or _("Checked: the result stays.")


NAME_LENGTH = 40


class JoinTableForm(forms.Form):
    """The name of the player to whom a phone at the table belongs."""

    name = NameField(
        label=gettext_lazy("Your first name"),
        help_text=gettext_lazy("It appears beside the hands this phone enters."),
        max_length=NAME_LENGTH,
        required=False,
        widget=forms.TextInput({"autocomplete": "given-name", "autocapitalize": "words"}),
    )


class DisputeForm(forms.Form):
    """The objection of a side to the sheet: both totals, a note, or all three."""

    receipt = forms.CharField(widget=forms.HiddenInput, max_length=16)
    total_a = NumberField(required=False, min_value=0, max_value=HIGHEST_TOTAL)
    total_b = NumberField(required=False, min_value=0, max_value=HIGHEST_TOTAL)
    note = NameField(
        label=gettext_lazy("What is wrong?"),
        help_text=gettext_lazy("For instance: hand 7, the belote was ours."),
        max_length=200,
        required=False,
        widget=forms.Textarea({"rows": 2}),
    )

    def __init__(self, *args: Any, sides: tuple[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, side in zip(("total_a", "total_b"), sides, strict=True):
            self.fields[name].label = unbroken(gettext("Right total of %(side)s") % {"side": side})

    def clean(self) -> dict[str, Any]:
        """Require something that the referee can check."""
        data = super().clean() or {}
        totals = [data.get("total_a"), data.get("total_b")]
        for name, value in zip(("total_a", "total_b"), totals, strict=True):
            if value is None and not self.errors and any(total is not None for total in totals):
                self.add_error(name, gettext("Write both totals."))
        if not self.errors and not data.get("note") and totals == [None, None]:
            self.add_error("note", gettext("Write the right totals, or say what is wrong."))
        return data

    @property
    def claim(self) -> Claim:
        data = self.cleaned_data
        return Claim(total_a=data["total_a"], total_b=data["total_b"], note=data["note"])


_LONGEST_MINUTES = LONGEST_TIMER // 60
_HIGHEST_NUMBER = 32_767


def _entry_field(label: "str | _StrPromise") -> NumberField:
    return NumberField(
        label=label,
        min_value=1,
        max_value=_HIGHEST_NUMBER,
        css="input input--short",
        error_messages={"required": gettext_lazy("Write a number.")},
    )


class ClockForm(forms.Form):
    """An action on the clock of a round: `next` says when the round after a closed one begins."""

    START, PAUSE, SET, NEXT = "start", "pause", "set", "next"

    act = forms.ChoiceField(choices=[(act, act) for act in (START, PAUSE, SET, NEXT)])
    minutes = NumberField(
        label=gettext_lazy("Minutes"),
        required=False,
        min_value=0,
        max_value=_LONGEST_MINUTES,
        css="input input--short",
    )
    hour = forms.TimeField(label=gettext_lazy("Or at what time?"), required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("hour") and data.get("minutes") is None:
            data["minutes"] = self._minutes_until(data["hour"])
        needs_minutes = data.get("act") in {self.SET, self.NEXT} and not self.errors
        if needs_minutes and data.get("minutes") is None:
            self.add_error("minutes", _("Write the minutes, 0 to remove the clock."))
        return data

    def _minutes_until(self, hour: time) -> int:
        """Return the minutes until an hour, today or after midnight."""
        now = timezone.localtime()
        left = datetime.combine(now.date(), hour, tzinfo=now.tzinfo) - now
        minutes = ceil(left % timedelta(days=1) / timedelta(minutes=1))
        if minutes > _LONGEST_MINUTES:
            self.add_error("hour", _("This hour has passed, or is too far away."))
        return minutes


class CatchUpForm(forms.Form):
    """The entries at a catch-up table: one number on each side, in a mêlée two."""

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.names = [
            f"{side}{place}" for side in "ab" for place in range(1, tournament.format.side_size + 1)
        ]
        if tournament.format.side_size == 1:
            self.fields["a1"] = _entry_field(_("Number of the exempt team"))
            self.fields["b1"] = _entry_field(_("Number of the team it plays"))
            return
        labels = (
            _("First side: number of a player"),
            _("First side: number of the partner"),
            _("Second side: number of a player"),
            _("Second side: number of the partner"),
        )
        for name, label in zip(self.names, labels, strict=True):
            self.fields[name] = _entry_field(label)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        numbers = [data[name] for name in self.names if data.get(name)]
        if len(set(numbers)) < len(numbers):
            self.add_error(self.names[-1], _("This number is in it twice."))
        return data

    def side(self, side: str) -> list[int]:
        return [self.cleaned_data[name] for name in self.names if name.startswith(side)]


class LateEntryForm(forms.Form):
    """The number of a late team."""

    number = _entry_field(gettext_lazy("Number of the late team"))
