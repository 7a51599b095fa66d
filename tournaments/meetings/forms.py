"""Forms for club teams, and for the order in which their pairs sit down."""

import re
from collections.abc import Collection, Sequence
from datetime import date
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.widgets import NameField, NumberField
from tournaments.draw.groups import LARGEST_POOL, legs_of
from tournaments.formats.meetings import (
    MOST_DAYS,
    MOST_PAIRS,
    USUAL_WORTH,
    MeetingCount,
    MeetingsError,
    MeetingTie,
    Squad,
    TeamMeetings,
)
from tournaments.formats.phases import Phase, PhaseKind
from tournaments.meetings.labels import COUNT_LABELS, TIE_LABELS
from tournaments.meetings.queries import squads_typed
from tournaments.rounds.labels import in_words
from tournaments.wishes.forms import typed_spans

LEAGUE, CUP, AS_CHOSEN = "league", "cup", "as_chosen"
LINE: Final = re.compile(r"(.+?)[\s:;]+([0-9][0-9\s,;–—-]*)")
MOST_SQUADS: Final = 128
USUAL_PAIRS: Final = 4


class MeetingsForm(forms.Form):
    """The club teams, how they meet, and how a meeting is won."""

    pairs = NumberField(
        label=_("Tables of a meeting"),
        help_text=_("Four tables for eight players in each club team."),
        min_value=1,
        max_value=MOST_PAIRS,
        css="input input--short",
    )
    squads = forms.CharField(
        label=_("The club teams, one per line"),
        help_text=_(
            "The name and the numbers of its teams, the first table first: Brive: 1, 2, 3, 4. "
            "Numbers beyond the tables are its reserve."
        ),
        max_length=8_000,
        widget=forms.Textarea({"rows": 6, "class": "input", "spellcheck": "false"}),
        error_messages={"required": _("Write at least two club teams.")},
    )
    course = forms.ChoiceField(
        label=_("How do they meet?"),
        choices=[
            (LEAGUE, _("League: all against all")),
            (CUP, _("Cup: knock-out")),
            (AS_CHOSEN, _("As the phases say")),
        ],
    )
    count = forms.ChoiceField(
        label=_("What decides a meeting?"),
        choices=list(COUNT_LABELS.items()),
    )
    ties = forms.ChoiceField(
        label=_("If that is equal, what decides?"),
        choices=list(TIE_LABELS.items()),
        required=False,
    )
    draws = forms.BooleanField(
        label=_("In a league an equal meeting stays level"),
        help_text=_("In a bracket somebody must go on: what decides is used there in any case."),
        required=False,
    )
    won = NumberField(label=_("Won"), min_value=0, max_value=100, css="input input--short")
    level = NumberField(label=_("Level"), min_value=0, max_value=100, css="input input--short")
    lost = NumberField(label=_("Lost"), min_value=0, max_value=100, css="input input--short")
    dates = forms.CharField(
        label=_("The days of the rounds, one per line"),
        help_text=_("Only if they are not all on the day of the contest."),
        required=False,
        max_length=2_000,
        widget=forms.Textarea({"rows": 3, "class": "input", "spellcheck": "false"}),
    )

    def __init__(self, *args: Any, known: Collection[int], course: Sequence[Phase], **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.known, self.now = frozenset(known), tuple(course)

    def clean_squads(self) -> tuple[Squad, ...]:
        lines = [line.strip() for line in self.cleaned_data["squads"].splitlines() if line.strip()]
        if not 2 <= len(lines) <= MOST_SQUADS:
            raise ValidationError(gettext("Write at least two club teams."))
        squads = tuple(_squad(number, line) for number, line in enumerate(lines, start=1))
        names = [squad.name.casefold() for squad in squads]
        if len(set(names)) < len(names):
            raise ValidationError(gettext("Two club teams have the same name."))
        numbers = {number for squad in squads for number in squad.entries}
        if strangers := numbers - self.known:
            text = ngettext(
                "There is no team %(numbers)s.", "There are no teams %(numbers)s.", len(strangers)
            )
            raise ValidationError(text, params={"numbers": in_words(sorted(strangers))})
        return squads

    def clean_dates(self) -> tuple[str, ...]:
        field = forms.DateField()
        lines = [line.strip() for line in self.cleaned_data["dates"].splitlines() if line.strip()]
        days: list[date] = []
        for line in lines:
            try:
                days.append(field.clean(line))
            except ValidationError:
                text = gettext("“%(text)s” is not a day: write it like %(example)s.")
                example = date(2027, 3, 14).strftime(field.input_formats[0])
                params = {"text": line, "example": example}
                raise ValidationError(text, params=params) from None
        if len(days) > MOST_DAYS:
            raise ValidationError(
                gettext("Write at most %(most)d days."), params={"most": MOST_DAYS}
            )
        return tuple(day.isoformat() for day in days)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors:
            return data
        worth = (data["won"], data["level"], data["lost"])
        if not worth[0] >= worth[1] >= worth[2]:
            self.add_error("won", gettext("A meeting won gives the most, a lost one the least."))
            return data
        try:
            self.made = TeamMeetings(
                pairs=data["pairs"],
                squads=data["squads"],
                count=MeetingCount(data["count"]),
                ties=tuple(MeetingTie(tie) for tie in data["ties"].split(",") if tie),
                draws=data["draws"],
                worth=worth,
                dates=data["dates"],
            )
        except MeetingsError as error:
            text = gettext("%(numbers)s: a team plays for one club team only.")
            self.add_error("squads", text % {"numbers": in_words(error.numbers)})
            return data
        self.phases = self._phases(data["course"], len(data["squads"]))
        return data

    def _phases(self, course: str, squads: int) -> tuple[Phase, ...]:
        if course == CUP:
            rounds = max(1, (squads - 1).bit_length())
            third = squads > 3 and any(phase.third_place for phase in self.now)
            return (Phase(kind=PhaseKind.KNOCKOUT, rounds=rounds, third_place=third),)
        if course == LEAGUE:
            if squads > LARGEST_POOL:
                text = gettext(
                    "A league has up to %(most)d club teams: make pools of them under “Phases”."
                )
                self.add_error("course", text % {"most": LARGEST_POOL})
                return self.now
            rounds = legs_of(squads)
            return (Phase(kind=PhaseKind.POOLS, rounds=rounds, size=squads),)
        return self.now


def _squad(number: int, line: str) -> Squad:
    found = LINE.fullmatch(line)
    name = " ".join(found[1].split()) if found else ""
    if found is None or not name or len(name) > 80:
        text = gettext("“%(line)s”: write the name and the numbers, like Brive: 1, 2, 3, 4.")
        raise ValidationError(text, params={"line": line})
    numbers: list[int] = []
    for first, last in typed_spans(found[2]):
        if last - first > MOST_SQUADS:
            raise ValidationError(gettext("That is too many numbers."))
        numbers += range(first, last + 1)
    return Squad(number=number, name=NameField().clean(name), entries=tuple(numbers))


def meetings_typed(meetings: TeamMeetings | None, proposed: str) -> dict[str, Any]:
    """Return the club teams as initial values of the form; `proposed` if there are none yet."""
    if meetings is None:
        worth, chosen = USUAL_WORTH, {"squads": proposed, "course": LEAGUE, "pairs": USUAL_PAIRS}
        chosen |= {"count": MeetingCount.TABLES.value, "ties": "points,first_table", "draws": True}
    else:
        worth = meetings.worth
        days = (date.fromisoformat(day) for day in meetings.dates)
        style = forms.DateField().input_formats[0]
        chosen = {
            "squads": squads_typed(meetings),
            "course": AS_CHOSEN,
            "pairs": meetings.pairs,
            "count": meetings.count.value,
            "ties": ",".join(tie.value for tie in meetings.ties),
            "draws": meetings.draws,
            "dates": "\n".join(day.strftime(style) for day in days),
        }
    return chosen | dict(zip(("won", "level", "lost"), worth, strict=True))


class LineUpForm(forms.Form):
    """The pairs of a club team at each table, then its reserves: every pair once."""

    def __init__(self, *args: Any, entries: Sequence[tuple[int, str]], pairs: int, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.numbers = [number for number, _title in entries]
        for place, number in enumerate(self.numbers, start=1):
            label = gettext("Table %(number)d") if place <= pairs else gettext("Reserve")
            self.fields[f"place_{place}"] = forms.TypedChoiceField(
                label=label % {"number": place} if place <= pairs else label,
                coerce=int,
                choices=[(one, f"{one} · {title}") for one, title in entries],
                initial=number,
            )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors:
            self.order = [data[name] for name in self.fields]
            if twice := sorted({one for one in self.order if self.order.count(one) > 1}):
                text = gettext("%(numbers)s is in it twice: each pair has one place.")
                raise ValidationError(text % {"numbers": in_words(twice)})
        return data
