"""Leaderboards as long lists: sortable by every column, paged, cards on a phone."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Final

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django_tables2.data import TableListData
from django_tables2.utils import OrderBy

from scorekeeper.clubs.names import shown_names
from scorekeeper.labels.sheets import points_text
from scorekeeper.paged_lists import NUMBER, PagedList
from tournaments.leaderboards.labels import NOTHING, average_text, share_text
from tournaments.leaderboards.queries import BoardLine
from tournaments.ratings.labels import rating_text

AVERAGES: Final = frozenset({"average", "won_share", "made_share"})
"""Columns in which players with too few hands come last in either direction."""
NAME: Final = {"td": {"class": "leaderboard__name"}, "th": {"class": "leaderboard__name"}}

IN_BRIEF: Final = {**NUMBER, "td": {"class": "number leaderboard__brief"}}
"""Columns that a phone shows beside the one by which the list is ordered."""


class LeaderboardData(TableListData):  # type: ignore[misc]
    """The lines of a leaderboard; empty values come last in every order, ties are by name."""

    def order_by(self, aliases: Iterable[str]) -> None:
        """Sort the lines by columns, "-" before a name means descending, and number the places."""
        self.data.sort(key=lambda line: line.sort_name)
        orders = [OrderBy(alias) for alias in aliases]
        for alias in reversed(orders):
            self._sort(alias.bare, is_down=alias.is_descending)
        self._number(orders[0] if orders else OrderBy(""))

    def _number(self, order: OrderBy) -> None:
        """Give every line its place, equal values the same; none to who is not compared."""
        lines: list[BoardLine] = self.data
        column, before, place = order.bare, None, None
        is_ranked = order.is_descending and column != "name"
        for number, line in enumerate(lines, start=1):
            value = getattr(line, column) if is_ranked else None
            if value is None or (column in AVERAGES and line.is_short):
                place = None
            elif value != before:
                place, before = number, value
            lines[number - 1] = replace(line, place=place)

    def _sort(self, column: str, *, is_down: bool) -> None:
        name = "sort_name" if column == "name" else column
        lines: list[BoardLine] = self.data
        having = [line for line in lines if getattr(line, name) is not None]
        lacking = [line for line in lines if getattr(line, name) is None]
        having.sort(key=lambda line: getattr(line, name), reverse=is_down)
        if column in AVERAGES:
            having.sort(key=lambda line: line.is_short)
        lines[:] = having + lacking


class NumberColumn(tables.Column):  # type: ignore[misc]
    """A number, sorted highest first when its heading is clicked.

    `text` formats it; with `needs_hands`, it is in brackets if there were too few hands.
    """

    def __init__(
        self,
        heading: Any,
        text: Callable[[Any], str] = points_text,
        *,
        needs_hands: bool = False,
        attrs: dict[str, dict[str, str]] = NUMBER,
    ) -> None:
        super().__init__(heading, attrs=attrs, initial_sort_descending=True)
        self._text, self._needs_hands = text, needs_hands

    def cell(self, line: BoardLine, name: str) -> str:
        value = getattr(line, name)
        if value is None:
            return NOTHING
        text = self._text(value)
        return f"({text})" if self._needs_hands and line.is_short else text


class PlaceColumn(tables.Column):  # type: ignore[misc]
    """The place in the order that is shown; it goes on over the pages."""

    def __init__(self, heading: Any) -> None:
        named = {"class": "leaderboard__place"}
        super().__init__(heading, orderable=False, attrs={"td": named, "th": named})

    def cell(self, line: BoardLine, name: str) -> str:
        return NOTHING if line.place is None else str(line.place)


class NameColumn(tables.Column):  # type: ignore[misc]
    """The name of a player, with a link to the player's page if there is one."""

    def cell(self, line: BoardLine, name: str) -> str:
        if line.url is None:
            return shown_names(line.name)
        return format_html('<a href="{}">{}</a>', line.url, shown_names(line.name))


class LeaderboardTable(PagedList):
    """The statistics of a club's players, from board lines."""

    place = PlaceColumn(_("Place"))
    name = NameColumn(_("Player"), attrs=NAME)
    average = NumberColumn(_("Per hand"), average_text, needs_hands=True)
    games = NumberColumn(_("Games"), attrs=IN_BRIEF)
    hands = NumberColumn(_("Hands"))
    won_share = NumberColumn(_("Games won"), share_text, needs_hands=True, attrs=IN_BRIEF)
    contests_won = NumberColumn(_("Contests won"))
    taken = NumberColumn(_("Taken"))
    made_share = NumberColumn(_("Made"), share_text, needs_hands=True)
    failed = NumberColumn(_("Failed"))
    capots = NumberColumn(_("Capots"))
    belotes = NumberColumn(_("Belotes"))
    best_game = NumberColumn(_("Best game"))
    rating = NumberColumn(_("Rating"), rating_text)

    class Meta:
        """Uses the template of this program."""

        template_name = "django_tables2/belote.html"
        attrs = {"aria_label": _("Leaderboard")}
        order_by = ("-average",)

    def __init__(self, lines: list[BoardLine], *, with_ratings: bool, **kwargs: Any) -> None:
        left_out = () if with_ratings else ("rating",)
        super().__init__(LeaderboardData(lines), exclude=left_out, **kwargs)

    @property
    def has_short(self) -> bool:
        return any(row.record.is_short and row.record.hands for row in self.paginated_rows)

    @property
    def orders(self) -> list[tuple[str, str]]:
        """Return the orders to choose from with their labels; the active one first."""
        found = {}
        for column in self.columns:
            if not column.orderable:
                continue
            is_down = column.column.initial_sort_descending
            found[f"-{column.name}" if is_down else column.name] = str(column.header)
        now = next(iter(self.order_by or ()), "")
        name = found.pop(now, None)
        if name is None and now:
            column = self.columns[now.removeprefix("-")]
            text = _("%(column)s, lowest first") if now == column.name else _("%(column)s, Z to A")
            name = text % {"column": column.header}
        return [(now, name or ""), *found.items()]

    @property
    def lines(self) -> list[BoardLine]:
        return [row.record for row in self.rows]
