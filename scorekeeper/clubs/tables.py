"""The table of a club's players."""

from typing import Any

import django_tables2 as tables
from django.db.models import F, QuerySet
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.names import shown_names
from scorekeeper.extensions import extensions
from scorekeeper.labels.rules import categories_text
from scorekeeper.models import Club, Player
from scorekeeper.paged_lists import NUMBER, PagedList


def _player_page() -> str:
    pages = (one.player_page for one in extensions() if one.player_page)
    return next(pages, "scorekeeper:player-edit")


class PlayerList(PagedList):
    """The players of a club, from the lines of `player_lines`."""

    name = tables.Column(
        _("Name"),
        order_by=("sort_name", "pk"),
        linkify=lambda record: reverse(_player_page(), args=[record.pk]),
    )
    game_count = tables.Column(_("Games"), attrs=NUMBER)
    last_game_at = tables.DateColumn(verbose_name=_("Last game"), format="j N Y", default="–")

    licence = tables.Column(_("Licence"), default="–")
    categories = tables.Column(_("Categories"), default="–", empty_values=(None, "", []))

    class Meta:
        template_name = "django_tables2/belote.html"
        attrs = {"aria_label": _("Players")}

    def __init__(
        self, lines: QuerySet[Any], *, club: Club, with_licences: bool, **kwargs: Any
    ) -> None:
        """Leave out empty columns, and licences for users who may not see them."""
        players = Player.objects.of_club(club)
        left_out = []
        if not (with_licences and players.exclude(licence="").exists()):
            left_out.append("licence")
        if not players.exclude(categories=[]).exists():
            left_out.append("categories")
        super().__init__(lines, exclude=left_out, **kwargs)

    def render_name(self, value: str) -> SafeString:
        return shown_names(value)

    def order_game_count(
        self, lines: QuerySet[Any], is_descending: bool
    ) -> tuple[QuerySet[Any], bool]:
        return _by_name_where_equal(lines, "game_count", is_descending=is_descending)

    def order_last_game_at(
        self, lines: QuerySet[Any], is_descending: bool
    ) -> tuple[QuerySet[Any], bool]:
        return _by_name_where_equal(lines, "last_game_at", is_descending=is_descending)

    def render_categories(self, value: list[str]) -> str:
        return categories_text(value)


def _by_name_where_equal(
    lines: QuerySet[Any], column: str, *, is_descending: bool
) -> tuple[QuerySet[Any], bool]:
    """Return lines sorted by a column, empty values first: databases differ in that."""
    by = F(column).desc(nulls_last=True) if is_descending else F(column).asc(nulls_first=True)
    return lines.order_by(by, "sort_name", "pk"), True
