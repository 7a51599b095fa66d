"""Long lists: sortable, paged, cards on a phone."""

from typing import Any, ClassVar

import django_tables2 as tables
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from scorekeeper.models import Game
from scorekeeper.selectors.game_cards import game_card
from scorekeeper.selectors.players import PlayerLine

_NUMBER = {"td": {"class": "number"}, "th": {"class": "number"}}


class PagedTable(tables.Table):  # type: ignore[misc]
    """A long list with a page size of its own: an address that asks for another gets this one."""

    rows_a_page: ClassVar[int]

    def paginate(self, *args: Any, **kwargs: Any) -> None:
        """Show one page."""
        super().paginate(*args, **{**kwargs, "per_page": self.rows_a_page})


class GameTable(PagedTable):
    """The games of a club; made for games with seats, evening and `best_total`."""

    rows_a_page = 25

    teams = tables.Column(_("Game"), accessor="pk", orderable=False)
    score = tables.Column(_("Points"), accessor="best_total", attrs=_NUMBER)
    status = tables.Column(_("State"))
    place = tables.Column(
        _("Evening and table"), accessor="pk", order_by=("evening__date", "table_number")
    )
    ruleset_name = tables.Column(_("Rule set"))
    created_at = tables.DateColumn(
        verbose_name=_("Date"), format="j N Y", order_by=("created_at", "pk")
    )

    class Meta:
        """Laid out by our own template."""

        template_name = "django_tables2/belote.html"
        attrs = {"aria_label": _("Games")}
        order_by = ("-created_at",)

    def render_teams(self, record: Game) -> SafeString:
        """Show both teams, the winner marked."""
        return self._render("scorekeeper/_game_teams.html", record)

    def render_score(self, record: Game) -> SafeString:
        """Show both totals."""
        return self._render("scorekeeper/_game_score.html", record)

    def render_status(self, record: Game) -> SafeString:
        """Show whether the game goes on, and at which hand."""
        return self._render("scorekeeper/_game_state.html", record)

    def render_place(self, record: Game) -> SafeString:
        """Show where the game is played."""
        return self._render("scorekeeper/_game_place.html", record)

    def _render(self, template: str, record: Game) -> SafeString:
        return render_to_string(template, {"game": record, "card": game_card(record)})


class PlayerTable(PagedTable):
    """The players of a club; made of player lines."""

    rows_a_page = 50

    name = tables.Column(
        _("Name"), order_by="sort_name", linkify=lambda record: _player_url(record)
    )
    game_count = tables.Column(_("Games"), attrs=_NUMBER)
    last_game_at = tables.DateColumn(verbose_name=_("Last game"), format="j N Y", default="–")

    class Meta:
        """Laid out by our own template."""

        template_name = "django_tables2/belote.html"
        attrs = {"aria_label": _("Players")}


def _player_url(player: PlayerLine) -> str:
    return reverse("tournaments:player-detail", args=[player.pk])
