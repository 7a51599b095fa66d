"""Leaderboards as long lists: sortable by every column, paged, cards on a phone."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, ClassVar, Final

import django_tables2 as tables
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django_tables2.data import TableListData
from django_tables2.utils import OrderBy

from scorekeeper.labels.sheets import points_text
from tournaments.leaderboards.labels import NOTHING, average_text, share_text
from tournaments.leaderboards.pages.leaderboards import BoardLine
from tournaments.ratings.labels import rating_text

_NUMBER: Final = {"td": {"class": "number"}, "th": {"class": "number"}}
AVERAGES: Final = frozenset({"average", "won_share", "made_share"})
"""Columns in which whoever has too few hands stands after the others, whichever way they sort."""


class LeaderboardData(TableListData):  # type: ignore[misc]
    """The lines of a leaderboard: nothing comes last in every order, equal players by name."""

    def order_by(self, aliases: Iterable[str]) -> None:
        """Order the lines by the columns named, "-" before one that goes down."""
        self.data.sort(key=lambda line: line.sort_name)
        for alias in reversed([OrderBy(alias) for alias in aliases]):
            self._sort(alias.bare, is_down=alias.is_descending)

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
    """A number, the highest first when its heading is clicked."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, attrs=_NUMBER, initial_sort_descending=True, **kwargs)

    def render(self, value: int) -> str:
        return points_text(value)


class AverageColumn(NumberColumn):
    """Points a hand; in brackets where there were too few hands."""

    def render(self, value: Fraction, record: BoardLine) -> str:  # type: ignore[override]
        return _marked(average_text(value), record)


class ShareColumn(NumberColumn):
    """A part of a whole in percent; in brackets where there were too few hands."""

    def render(self, value: Fraction, record: BoardLine) -> str:  # type: ignore[override]
        return _marked(share_text(value), record)


class RatingColumn(NumberColumn):
    """A rating."""

    def render(self, value: float) -> str:
        return rating_text(value)


def _marked(text: str, line: BoardLine) -> str:
    return f"({text})" if line.is_short else text


class LeaderboardTable(tables.Table):  # type: ignore[misc]
    """What the players of a club did; made of board lines."""

    rows_a_page: ClassVar[int] = 50

    name = tables.Column(_("Player"), linkify=lambda record: _player_url(record))
    average = AverageColumn(_("Per hand"))
    games = NumberColumn(_("Games"))
    hands = NumberColumn(_("Hands"))
    won_share = ShareColumn(_("Games won"))
    contests_won = NumberColumn(_("Contests won"))
    taken = NumberColumn(_("Taken"))
    made_share = ShareColumn(_("Made"))
    failed = NumberColumn(_("Failed"))
    capots = NumberColumn(_("Capots"))
    belotes = NumberColumn(_("Belotes"))
    best_game = NumberColumn(_("Best game"))
    rating = RatingColumn(_("Rating"))

    class Meta:
        """Laid out by our own template."""

        template_name = "django_tables2/belote.html"
        attrs = {"aria_label": _("Leaderboard")}
        order_by = ("-average",)
        default = NOTHING

    def __init__(self, lines: list[BoardLine], *, with_ratings: bool, **kwargs: Any) -> None:
        left_out = () if with_ratings else ("rating",)
        super().__init__(LeaderboardData(lines), exclude=left_out, **kwargs)

    def paginate(self, *args: Any, **kwargs: Any) -> None:
        """Show one page, of our size whatever the address asks for."""
        super().paginate(*args, **{**kwargs, "per_page": self.rows_a_page})

    @property
    def has_short(self) -> bool:
        return any(row.record.is_short and row.record.hands for row in self.paginated_rows)

    @property
    def orders(self) -> list[tuple[str, str]]:
        """Return the orders to choose from, and what they are called; the one that holds first."""
        found = {}
        for column in self.columns:
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
        """Return every line in the order of the table, those of other pages too."""
        return [row.record for row in self.rows]


def _player_url(line: BoardLine) -> str:
    return reverse("tournaments:player-detail", args=[line.pk])
