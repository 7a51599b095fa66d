"""The cash book as a long list."""

from typing import Any

import django_tables2 as tables
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from scorekeeper.paged_lists import NUMBER, PagedList
from tournaments.models import Tournament
from tournaments.till.pages.book import BookLine


class BookList(PagedList):
    """The cash book; made of book lines."""

    rows_a_page = 250
    """A book is printed whole."""

    number = tables.Column(_("Line"), attrs=NUMBER)
    at = tables.DateTimeColumn(verbose_name=_("When"), format="d/m H:i")
    what = tables.Column(_("For what"))
    moved = tables.Column(_("Amount"), attrs=NUMBER)
    means = tables.Column(_("Means"))
    author = tables.Column(_("Written by"))
    acts = tables.Column(_("More"), accessor="number", orderable=False)

    class Meta:
        """Laid out by our own template."""

        template_name = "django_tables2/belote.html"
        attrs = {"aria_label": _("Cash book")}
        order_by = ("-number",)

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament

    def render_what(self, record: BookLine) -> SafeString:
        return render_to_string("till/_line_what.html", {"line": record})

    def render_moved(self, record: BookLine) -> str:
        return record.moved_text

    def render_acts(self, record: BookLine) -> SafeString:
        context = {"line": record, "tournament": self.tournament}
        return render_to_string("till/_line_acts.html", context)
