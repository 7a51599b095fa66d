"""Forms for entries: one entry, a pasted list, check-in, substitutes, withdrawals."""

from collections.abc import Sequence
from typing import Any, Final, cast

from django import forms
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.names import shown_names
from scorekeeper.clubs.services.players import tidy_name
from scorekeeper.models import Club
from scorekeeper.models.clubs import NAME_LENGTH
from scorekeeper.models.keys import typed_number
from scorekeeper.models.sort_names import folded
from scorekeeper.widgets import NameField, offer, plain_number
from tournaments.entries.labels import person_text
from tournaments.entries.queries.entries import (
    EntryLine,
    KnownPeople,
    Leaving,
    Namesake,
    used_tags,
)
from tournaments.entries.queries.imports import (
    CheckedEntryLine,
    ClubNames,
    ListPreview,
    NameQuestion,
    Question,
    list_preview,
)
from tournaments.entries.queries.substitutes import SittingIn
from tournaments.entries.services.entries import NewEntry, PersonTakenError
from tournaments.entries.services.substitutes import Substitute
from tournaments.entries.text_import import MOST_LINES, kind_of_list
from tournaments.files.columns import ListKind
from tournaments.files.forms import ListAnswersForm, PastedListForm, choose_somebody
from tournaments.files.headings import HeadedList
from tournaments.lineups import TO_COME
from tournaments.models import Entry, Tournament

KEEP: Final = "keep"
LEAVE_OUT: Final = "out"


class NameInput(forms.TextInput):
    """A text input that completes the names of the club's players."""

    def __init__(self) -> None:
        super().__init__({"list": "players", "autocomplete": "off", "autocapitalize": "words"})


def taken_text(name: str, number: int | None, *, may_return: bool = False) -> str:
    """Return why a name cannot be entered; `may_return` if its entry was withdrawn."""
    if number is None:
        return gettext("%(name)s is in it twice.") % {"name": name}
    values = {"name": name, "number": number}
    if may_return:
        text = gettext(
            "%(name)s still plays in number %(number)d. Withdraw it first, then add the second "
            "entry. Another person? Add an initial."
        )
        return text % values
    text = gettext(
        "%(name)s is already entered: number %(number)d. Another person? Add an initial."
    )
    return text % values


class EntryForm(forms.Form):
    """One entry: names, tags, check-in and payment."""

    name_1 = NameField(
        label=_("First player"),
        max_length=NAME_LENGTH,
        widget=NameInput(),
        error_messages={"required": _("Type a name.")},
    )
    name_2 = NameField(
        label=_("Partner"), max_length=NAME_LENGTH, required=False, widget=NameInput()
    )
    partner_comes = forms.BooleanField(
        label=_("The partner is still to come: plays all the same"), required=False
    )
    team_name = NameField(label=_("Name of the team"), max_length=NAME_LENGTH, required=False)
    tags = forms.MultipleChoiceField(
        label=_("Categories"), required=False, widget=forms.CheckboxSelectMultiple
    )
    is_here = forms.BooleanField(label=_("Is here"), required=False)
    has_paid = forms.BooleanField(label=_("Has paid"), required=False)
    confirmed = forms.CharField(required=False, widget=forms.HiddenInput)

    questions: list[str]

    def __init__(
        self,
        *args: Any,
        tournament: Tournament,
        has_money: bool,
        entry: Entry | None = None,
        has_focus: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.tournament, self.entry = tournament, entry
        self.questions = []
        tags = used_tags(tournament, entry.tags if entry else ())
        if not tournament.format.has_teams:
            for name in ("name_2", "partner_comes", "team_name"):
                del self.fields[name]
            self.fields["name_1"].label = _("Name")
        if not has_money:
            del self.fields["has_paid"]
        if entry and (entry.withdrawn_from or not self._next_draw_asks_who_is_here()):
            # Who has left is not here; what was checked in stays as it was.
            self.fields["is_here"].disabled = True
        if has_focus:
            self.fields["name_1"].widget.attrs["autofocus"] = True
        if tags:
            offer(self, "tags", tags)
        else:
            del self.fields["tags"]

    def _next_draw_asks_who_is_here(self) -> bool:
        last = self.tournament.rounds.order_by("-number").first()
        number = last.number + (not last.is_drawn) if last else 1
        is_drawn = number <= self.tournament.round_count and not self.tournament.finished_at
        return is_drawn and self.tournament.format.may_leave_out(number)

    def clean_name_1(self) -> str:
        """Return the name without superfluous white space or invisible characters."""
        name = clean_name(self.cleaned_data["name_1"])
        if not name:
            messages = self.fields["name_1"].error_messages
            raise forms.ValidationError(messages["required"], code="required")
        return name

    def clean_name_2(self) -> str:
        return clean_name(self.cleaned_data["name_2"])

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        known = KnownPeople(self.tournament, without=[self.entry.number] if self.entry else [])
        before = [TO_COME, *(self.entry.names if self.entry else ())]
        new = [name for name in self._named() if name not in before]
        had = {folded(name) for name in before}
        for field in ("name_1", "name_2"):
            number = known.number_of(data.get(field, ""))
            if number is not None and folded(data[field]) not in had:
                self.add_error(field, self._taken_text(data[field], number))
        names = [folded(name) for name in self._named()]
        if len(set(names)) < len(names):
            self.add_error("name_2", gettext("That is the first player’s name."))
        if data.get("confirmed") != self.confirm_value and not self.errors:
            self.questions = [
                alike_text(name, other) for name in new for other in known.others(name)[:3]
            ]
        return data

    def _named(self) -> list[str]:
        names = [self.cleaned_data.get(field, "") for field in ("name_1", "name_2")]
        if all(names) or not self.cleaned_data.get("partner_comes"):
            return [name for name in names if name]
        return [*filter(None, names), TO_COME]

    @property
    def ticks(self) -> list[forms.BoundField]:
        """Return the checkboxes except those for tags and the partner."""
        ticks = [tick for tick in self if isinstance(tick.field, forms.BooleanField)]
        return [tick for tick in ticks if tick.name != "partner_comes"]

    @property
    def confirm_value(self) -> str:
        """Return the value of the confirmation; it is only valid for these names."""
        return " & ".join(folded(name) for name in self._named())

    def is_valid(self) -> bool:
        return super().is_valid() and not self.questions

    def refuse(self, error: PersonTakenError) -> None:
        self.add_error(None, self._taken_text(error.name, error.number))

    def _taken_text(self, name: str, number: int | None) -> str:
        return taken_text(name, number, may_return=self.tournament.second_entries)

    @property
    def new_entry(self) -> NewEntry:
        return NewEntry(
            names=tuple(self._named()),
            team_name=tidy_name(self.cleaned_data.get("team_name", "")),
            tags=tuple(self.cleaned_data.get("tags", ())),
            **{tick.name: self.cleaned_data[tick.name] for tick in self.ticks},
        )


def initial_of(entry: Entry) -> dict[str, Any]:
    known = [name for name in entry.names if name != TO_COME]
    names: dict[str, Any] = dict(zip(("name_1", "name_2"), known, strict=False))
    names["partner_comes"] = TO_COME in entry.names
    kept = {name: getattr(entry, name) for name in EntryForm.base_fields if hasattr(entry, name)}
    return {**names, **kept, "is_here": entry.checked_in_at is not None}


def clean_name(typed: str) -> str:
    name = tidy_name(typed)
    if name and not any(map(str.isalpha, name)):
        raise forms.ValidationError(gettext("A name has at least one letter."), code="letters")
    return name


def alike_text(name: str, other: Namesake) -> str:
    values = {"name": name, "other": other.name, "number": other.entry or other.line}
    if other.entry is not None:
        return gettext("Is %(name)s the %(other)s of number %(number)d?") % values
    if other.line is not None:
        return gettext("Is %(name)s the %(other)s of line %(number)d?") % values
    return gettext("Is %(name)s the club’s %(other)s?") % values


def alike_texts(question: Question | NameQuestion) -> str:
    return " ".join(alike_text(question.name, other) for other in question.others)


class ListForm(PastedListForm):
    """A list of entries, pasted or uploaded."""

    most_lines = MOST_LINES
    hint_template = "entries/_entry_list_hint.html"
    preview: ListPreview

    @property
    def club(self) -> Club:
        return cast(Tournament, self.about["tournament"]).club

    @property
    def kind(self) -> ListKind:
        return kind_of_list(names_per_entry=self.about["tournament"].format.entry_size)

    def check_list(self, text: str) -> HeadedList:
        self.preview = list_preview(text, choice=self.choice, **self.about)
        return self.preview.found.headed


class AnswersForm(ListAnswersForm):
    """Answers to the questions about a list: who is meant by a name, and unknown words."""

    preview: ListPreview

    def __init__(self, *args: Any, preview: ListPreview, **kwargs: Any) -> None:
        super().__init__(*args, preview=preview, **kwargs)
        if left_out := preview.left_out:
            self.fields["left_out"] = forms.BooleanField(
                label=ngettext(
                    "Enter the line without it", "Enter the lines without them", len(left_out)
                ),
                error_messages={"required": gettext("Tick this, or correct the list above.")},
            )
        if doubtful := preview.doubtful:
            self.fields["doubtful"] = forms.BooleanField(
                label=ngettext(
                    "This line is right as it was read",
                    "These lines are right as they were read",
                    len(doubtful),
                ),
                error_messages={"required": gettext("Tick this, or correct the list below.")},
            )

    def may_keep(self) -> bool:
        if super().may_keep() and not self.entries:
            self.add_error(None, gettext("There is no line left to enter."))
        return not self.preview.bad and self.is_valid()

    @property
    def entries(self) -> list[NewEntry]:
        entries = []
        for checked in self.preview.lines:
            names = list(checked.line.names)
            if self._is_left_out(checked):
                continue
            for question in checked.questions:
                if (answer := self.cleaned_data[question.key]) != KEEP:
                    names[question.place] = question.others[int(answer)].name
            line = checked.line
            entries.append(
                NewEntry(
                    names=tuple(names),
                    tags=line.tags,
                    is_here=line.is_here,
                    has_paid=line.has_paid,
                )
            )
        return entries

    @property
    def licences(self) -> dict[str, str]:
        """Return the licence numbers of the list by the names given in the answers."""
        lines = (one.line for one in self.preview.lines if not self._is_left_out(one))
        numbers = (number for line in lines for number in line.licences or [""] * len(line.names))
        names = (name for entry in self.entries for name in entry.names)
        return {name: number for name, number in zip(names, numbers, strict=True) if number}

    def _is_left_out(self, checked: CheckedEntryLine) -> bool:
        return LEAVE_OUT in [self.cleaned_data[question.key] for question in checked.questions]

    def answer_field(self, question: Question) -> forms.ChoiceField:
        choices = [
            (str(place), gettext("The same person: enter %(name)s") % {"name": other.name})
            for place, other in enumerate(question.others)
            if not other.is_entered
        ]
        if any(other.is_entered for other in question.others):
            text = gettext("The same person: leave line %(number)d out")
            choices.append((LEAVE_OUT, text % {"number": question.line}))
        choices.append((KEEP, gettext("Somebody else: enter %(name)s") % {"name": question.name}))
        return choose_somebody(
            alike_texts(question),
            choices,
            initial=None if question.usual is None else str(question.usual),
        )


class WithdrawForm(forms.Form):
    """The round from which an entry no longer plays."""

    from_round = forms.TypedChoiceField(
        label=_("No longer plays from…"), coerce=int, widget=forms.RadioSelect
    )

    def __init__(self, *args: Any, leaving: Leaving, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["from_round"].initial = leaving.usual
        rounds = ((number, _round_label(number, leaving)) for number in leaving.rounds)
        offer(self, "from_round", rounds)
        if len(leaving.rounds) == 1:
            # One choice is none: the page says it.
            self.fields["from_round"].widget = forms.HiddenInput()


def _round_label(number: int, leaving: Leaving) -> str:
    if number == leaving.playing:
        return gettext("Round %(number)d, now being played") % {"number": number}
    return gettext("Round %(number)d") % {"number": number}


class JoinEntriesForm(forms.Form):
    """Two solo entrants who become a team."""

    one = forms.TypedChoiceField(label=_("First player"), coerce=int)
    other = forms.TypedChoiceField(label=_("Partner"), coerce=int)

    def __init__(self, *args: Any, solos: Sequence[EntryLine], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", gettext("Choose…")), *((line.number, _solo(line)) for line in solos)]
        for name in ("one", "other"):
            offer(self, name, choices)
            self.fields[name].error_messages["required"] = gettext("Choose somebody.")

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("one") and data.get("one") == data.get("other"):
            self.add_error("other", gettext("Choose two different people."))
        return data


def _solo(line: EntryLine) -> str:
    return f"{line.number} · {line.title}"


# What each button sets: present or not, paid or not; None if it leaves that as it is.
_HERE: Final = {"here": [True], "both": [True], "away": [False]}
_PAID: Final = {"paid": [True], "both": [True], "unpaid": [False]}
_HIGHEST_NUMBER: Final = 32_767


def typed_entry_number(text: str) -> int | None:
    """Return the entry number that was typed or scanned, None for anything else."""
    number = typed_number(plain_number(text.strip().lstrip("#")))
    return number if number and number <= _HIGHEST_NUMBER else None


class CheckinForm(forms.Form):
    """An entry's number and the button pressed ("here", or "here:12" in a list)."""

    number = forms.CharField(
        label=_("Number of the entry"),
        required=False,
        max_length=6,
        widget=forms.TextInput(
            {"inputmode": "numeric", "autocomplete": "off", "class": "input input--number"}
        ),
    )
    act = forms.CharField(max_length=16)

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        act, _separator, own = data.get("act", "").partition(":")
        number = typed_entry_number(own or data.get("number", ""))
        if number is None:
            self.add_error("number", gettext("Type a number."))
        elif not self.tournament.entries.filter(number=number).exists():
            text = gettext("Nobody has number %(number)d.") % {"number": number}
            self.add_error("number", text)
        return {"act": act, "number": number}

    @property
    def says_here(self) -> list[bool]:
        """Return whether the entry is present, None if the button does not say."""
        return _HERE.get(self.cleaned_data["act"], [])

    @property
    def says_paid(self) -> list[bool]:
        """Return whether the fee is paid, None if the button does not say."""
        return _PAID.get(self.cleaned_data["act"], [])


NEW: Final = "new"


class ClubNamesForm(ListAnswersForm):
    """Answers to the questions about names in a list; `who` has the matches."""

    def __init__(self, *args: Any, preview: Any, **kwargs: Any) -> None:
        self.who: ClubNames = preview.who
        super().__init__(*args, preview=preview, **kwargs)

    def answer_field(self, question: NameQuestion) -> forms.ChoiceField:
        choices = [
            (_value(other), gettext("The same person: %(name)s") % {"name": other.name})
            for other in question.others
        ]
        choices.append((NEW, gettext("Somebody else: %(name)s is new") % {"name": question.name}))
        return choose_somebody(alike_texts(question), choices)

    def names(self) -> dict[str, str]:
        """Return the name to store for each name of the list, which is folded.

        Earlier lines are answered first, because an answer may refer to the person of an earlier
        line.
        """
        names = self.who.new | self.who.meant
        for question in self.who.questions:
            answer = self.cleaned_data[question.key]
            for other in question.others:
                if answer == _value(other):
                    of_line = other.line is not None
                    name = names[folded(other.name)] if of_line else other.name
                    names[folded(question.name)] = name
        return names


def _value(other: Namesake) -> str:
    """Return the value that stands for a person; it does not change when others join the club."""
    return f"club {other.name}" if other.line is None else f"line {other.line} {other.name}"


class SubstituteForm(forms.Form):
    """A place, the substitute who takes it, and the round and hand from which on."""

    place = forms.TypedChoiceField(
        label=_("Who leaves?"),
        coerce=int,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose who leaves.")},
    )
    name = NameField(
        label=_("Who is the substitute?"),
        max_length=NAME_LENGTH,
        widget=NameInput(),
        error_messages={"required": _("Type a name.")},
    )
    from_round = forms.TypedChoiceField(label=_("From when?"), coerce=int, widget=forms.RadioSelect)
    from_hand = forms.IntegerField(
        label=_("From hand"),
        min_value=1,
        max_value=100,
        help_text=_("1 if the substitute plays the whole round."),
    )

    def __init__(
        self, *args: Any, sitting: SittingIn, corrected: int | None = None, **kwargs: Any
    ) -> None:
        """Prepare the form; `corrected` is a place of the entry with a wrong last substitution."""
        super().__init__(*args, **kwargs)
        self.sitting, self.corrected = sitting, corrected
        before = {one.left.place: one for one in sitting.changed}.get(corrected or 0)
        names = dict(enumerate(sitting.names, start=1))
        if before:
            names = {before.left.place: before.left.who}
        offer(
            self,
            "place",
            [(number, shown_names(person_text(name))) for number, name in names.items()],
        )
        rounds = ((number, _round_text(number, sitting)) for number in sitting.rounds)
        offer(self, "from_round", rounds)
        waited_for = [number for number, name in names.items() if name == TO_COME]
        if waited_for or len(names) == 1:
            self.fields["place"].initial = next(iter(waited_for or names))
        self.fields["from_round"].initial = before.left.round if before else sitting.usual
        self.fields["name"].initial = before.came if before else ""
        self.fields["from_hand"].initial = before.left.hand if before else sitting.hand

    @property
    def substitute(self) -> Substitute:
        return Substitute(**self.cleaned_data)

    def refuse_person(self, error: PersonTakenError) -> None:
        self.add_error("name", taken_text(error.name, error.number))


def _round_text(number: int, sitting: SittingIn) -> str:
    if number == sitting.playing:
        return gettext("Round %(number)d, now being played") % {"number": number}
    if number == sitting.coming:
        return gettext("Round %(number)d, the next one") % {"number": number}
    return gettext("Round %(number)d, already played") % {"number": number}
