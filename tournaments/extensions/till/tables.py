"""The cash book as a long list."""

from collections.abc import Iterator, Sequence
from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.names import shown_names
from scorekeeper.paged_lists import NUMBER, PagedList
from tournaments.extensions.till.queries import BookLine
from tournaments.models import Tournament


class TextColumn(tables.Column):  # type: ignore[misc]
    """The text of a line."""

    def cell(self, line: BookLine, name: str) -> str:
        return str(getattr(line, name) or self.default)


class TimeColumn(tables.Column):  # type: ignore[misc]
    """The time of a line."""

    def cell(self, line: BookLine, name: str) -> str:
        return date_format(line.at, "d/m H:i")


class WhatColumn(tables.Column):  # type: ignore[misc]
    """What a line is for, its entry, and its note."""

    def cell(self, line: BookLine, name: str) -> SafeString:
        return format_html(
            '<span class="till-what{}"><span>{}</span>{}</span>',
            " till-what--back" if line.is_countered else "",
            format_html("{} · {}", line.what, shown_names(line.who)) if line.who else line.what,
            format_html("<small>{}</small>", line.detail) if line.detail else "",
        )


class AmountColumn(tables.Column):  # type: ignore[misc]
    """The amount of a line, income or expense."""

    def cell(self, line: BookLine, name: str) -> str:
        return line.moved_text


class ActsColumn(tables.Column):  # type: ignore[misc]
    """The actions on a line; neither sorted nor printed."""

    def __init__(self, tournament: Tournament) -> None:
        super().__init__(_("More"), accessor="number", orderable=False)
        self._tournament = tournament

    def cell(self, line: BookLine, name: str) -> SafeString:
        links = format_html_join(
            " ",
            '<a class="till-act" href="{}">{}<span class="visually-hidden"> {}</span></a>',
            ((address, words, line.number) for address, words in self._acts(line)),
        )
        return format_html('<span class="till-acts no-print">{}</span>', links)

    def _acts(self, line: BookLine) -> Iterator[tuple[str, str]]:
        of_line = self._tournament.pk, line.number
        if line.is_payment:
            yield reverse("tournaments:till-receipt", args=of_line), gettext("Receipt")
        if line.can_be_countered:
            words = pgettext("a line of the cash book", "Reverse")
            yield reverse("tournaments:till-counter", args=of_line), words


class BookList(PagedList):
    """The cash book, from book lines."""

    rows_a_page = 250
    """Enough for most contests on one page, so that it can be printed and searched."""

    number = TextColumn(_("Line"), attrs=NUMBER)
    at = TimeColumn(_("When"))
    what = WhatColumn(_("For what"))
    moved = AmountColumn(_("Amount"), attrs=NUMBER)
    means = TextColumn(_("Means"))
    author = TextColumn(_("Written by"))

    class Meta:
        """Uses our own template."""

        template_name = "django_tables2/belote.html"
        attrs = {"aria_label": _("Cash book")}
        order_by = ("-number",)

    def __init__(self, lines: Sequence[BookLine], *, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(lines, extra_columns=[("acts", ActsColumn(tournament))], **kwargs)
