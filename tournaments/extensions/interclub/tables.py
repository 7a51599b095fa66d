"""The list of ratings across clubs, sorted and paged by the database."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

import django_tables2 as tables
from django.db.models import F, QuerySet
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_tables2.data import TableData
from django_tables2.utils import OrderBy

from scorekeeper.clubs.names import shown_names
from scorekeeper.paged_lists import NUMBER, PagedList
from tournaments.extensions.interclub.queries import PersonLine, person_lines
from tournaments.leaderboards.labels import share_text
from tournaments.models import NationalLine
from tournaments.ratings.labels import rating_text, sureness_text

ORDERS: Final = {"rating": "-place", "name": "sort_name", "clubs": "sought"}


class NationalData(TableData):  # type: ignore[misc]
    """Database rows; each page is rendered with current names."""

    data: QuerySet[NationalLine]

    def __init__(self, lines: QuerySet[NationalLine], *, search: str) -> None:
        super().__init__(lines)
        self.search = search

    def __len__(self) -> int:
        return int(self.data.count())

    def __getitem__(self, key: slice) -> list[PersonLine]:
        return person_lines(self.data[key], search=self.search)

    def __iter__(self) -> Iterator[PersonLine]:
        return iter(person_lines(self.data, search=self.search))

    def order_by(self, aliases: Iterable[str]) -> None:
        found = []
        for alias in map(OrderBy, aliases):
            column = F(ORDERS.get(alias.bare, alias.bare).removeprefix("-"))
            # "Descending" means best first, so a column of places is reversed.
            is_down = alias.is_descending != ORDERS.get(alias.bare, "").startswith("-")
            found.append(column.desc() if is_down else column.asc())
        self.data = self.data.order_by(*found, "place")


class PersonColumn(tables.Column):  # type: ignore[misc]
    """Place and name; licence and categories if the name is public."""

    def cell(self, line: PersonLine, name: str) -> SafeString:
        shown = shown_names(line.name)
        if line.url:
            shown = format_html('<a href="{}">{}</a>', line.url, shown)
        details = " · ".join(filter(None, (line.licence, line.categories)))
        text = format_html('<span class="soft">{}.</span> {}', line.place, shown)
        return format_html('{} <span class="soft">{}</span>', text, details) if details else text


class ClubsColumn(tables.Column):  # type: ignore[misc]
    """The clubs of a person."""

    def cell(self, line: PersonLine, name: str) -> SafeString:
        places = (
            format_html('<a href="{}">{}</a>', club.url, club.name) if club.url else club.name
            for club in line.clubs
        )
        return format_html_join(", ", "{}", ((place,) for place in places))


class SureRatingColumn(tables.Column):  # type: ignore[misc]
    """A rating with its uncertainty, in numbers and words."""

    def cell(self, line: PersonLine, name: str) -> SafeString:
        strength = line.strength
        words = sureness_text(strength.sigma)
        if line.has_one_partner:
            words = _("%(sure)s, of both partners") % {"sure": words}
        return format_html(
            '{} <span class="soft">± {}<br> {}</span>',
            rating_text(strength.mu),
            rating_text(strength.sigma),
            words,
        )


class ShareColumn(tables.Column):  # type: ignore[misc]
    """A percentage."""

    def cell(self, line: PersonLine, name: str) -> str:
        return share_text(getattr(line, name))


class NationalList(PagedList):
    """Everybody across clubs, from stored lines."""

    name = PersonColumn(gettext_lazy("Player"))
    clubs = ClubsColumn(gettext_lazy("Plays at"))
    rating = SureRatingColumn(gettext_lazy("Rating"), attrs=NUMBER, initial_sort_descending=True)
    games = tables.Column(gettext_lazy("Games"), attrs=NUMBER, initial_sort_descending=True)
    won_share = ShareColumn(gettext_lazy("Games won"), attrs=NUMBER, initial_sort_descending=True)
    contests = tables.Column(gettext_lazy("Contests"), attrs=NUMBER, initial_sort_descending=True)
    contests_won = tables.Column(
        gettext_lazy("Contests won"), attrs=NUMBER, initial_sort_descending=True
    )

    class Meta:
        template_name = "django_tables2/belote.html"
        attrs = {"aria_label": gettext_lazy("Players of all clubs")}
        order_by = ("-rating",)

    def __init__(self, lines: QuerySet[NationalLine], *, search: str, **kwargs: Any) -> None:
        super().__init__(NationalData(lines, search=search), **kwargs)
