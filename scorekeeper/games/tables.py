"""The table of a club's games."""

import django_tables2 as tables
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from scorekeeper.games.queries.games import game_card
from scorekeeper.models import Game
from scorekeeper.paged_lists import NUMBER, PagedList


class GameList(PagedList):
    """The games of a club, loaded with seats, evening and `best_total`."""

    rows_a_page = 25

    teams = tables.Column(_("Game"), accessor="pk", orderable=False)
    score = tables.Column(_("Points"), accessor="best_total", attrs=NUMBER)
    status = tables.Column(_("State"))
    place = tables.Column(
        _("Evening and table"), accessor="pk", order_by=("evening__date", "table_number")
    )
    ruleset_name = tables.Column(_("Rule set"))
    created_at = tables.DateColumn(
        verbose_name=_("Date"), format="j N Y", order_by=("created_at", "pk")
    )

    class Meta:
        """Uses the template of this program."""

        template_name = "django_tables2/belote.html"
        attrs = {"aria_label": _("Games")}
        order_by = ("-created_at",)

    def render_teams(self, record: Game) -> SafeString:
        return self._render("games/_game_teams.html", record)

    def render_score(self, record: Game) -> SafeString:
        return self._render("games/_game_score.html", record)

    def render_status(self, record: Game) -> SafeString:
        return self._render("games/_game_state.html", record)

    def render_place(self, record: Game) -> SafeString:
        if not (record.evening or record.table_number):
            return SafeString()  # a phone leaves out what is empty
        return self._render("games/_game_place.html", record)

    def _render(self, template: str, record: Game) -> SafeString:
        return render_to_string(template, {"game": record, "card": game_card(record)})
