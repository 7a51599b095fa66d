"""The entries of a contest as a long list."""

import django_tables2 as tables
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from scorekeeper.paged_lists import NUMBER, PagedList
from scorekeeper.roles import Right
from tournaments.entries.queries.entries import EntryLine
from tournaments.models import Tournament


class EntryList(PagedList):
    """The list of a contest's entries. Its buttons belong to the form "entry-acts"."""

    number = tables.Column(_("No."), attrs=NUMBER)
    title = tables.Column(_("Names"), order_by="sort_name")
    is_here = tables.Column(_("Here"))
    has_paid = tables.Column(_("Fee"), accessor="entry__has_paid")

    class Meta:
        """Uses our own template."""

        template_name = "django_tables2/belote.html"
        attrs = {"aria_label": _("Entries")}
        order_by = ("number",)

    def __init__(
        self,
        lines: list[EntryLine],
        *,
        tournament: Tournament,
        rights: frozenset[Right],
        has_money: bool,
    ) -> None:
        super().__init__(lines, exclude=() if has_money else ("has_paid",))
        self.tournament = tournament
        self.rights = rights

    def render_number(self, value: int) -> SafeString:
        return format_html('<span id="entry-{}">{}</span>', value, value)

    def render_title(self, record: EntryLine) -> SafeString:
        address = ""
        if Right.CONTESTS in self.rights:
            address = reverse("tournaments:entry-edit", args=[self.tournament.pk, record.number])
        return self._render("entries/_entry_names.html", record, address=address)

    def render_is_here(self, record: EntryLine) -> SafeString:
        return self._render("entries/_entry_here.html", record)

    def render_has_paid(self, record: EntryLine) -> SafeString:
        return self._render("entries/_entry_paid.html", record)

    def _render(self, template: str, record: EntryLine, **context: str) -> SafeString:
        writes = Right.DOOR in self.rights
        return render_to_string(template, {"line": record, "writes": writes, **context})
