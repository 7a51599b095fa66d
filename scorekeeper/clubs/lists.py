"""The club's players as a long list."""

from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from scorekeeper.additions import added
from scorekeeper.clubs.pages.players import PlayerLine
from scorekeeper.paged_lists import NUMBER, PagedList


class PlayerList(PagedList):
    """The players of a club; made of player lines."""

    name = tables.Column(
        _("Name"),
        order_by="sort_name",
        linkify=lambda record: reverse(added().player_page, args=[record.pk]),
    )
    game_count = tables.Column(_("Games"), attrs=NUMBER)
    last_game_at = tables.DateColumn(verbose_name=_("Last game"), format="j N Y", default="–")

    licence = tables.Column(_("Licence"), default="–")
    categories = tables.Column(_("Categories"), default="–")

    class Meta:
        template_name = "django_tables2/belote.html"
        attrs = {"aria_label": _("Players")}

    def __init__(self, lines: list[PlayerLine], *, with_licences: bool, **kwargs: Any) -> None:
        """Leave out the columns in which nothing stands, licences for who has no say in them."""
        left_out = [
            name
            for name, is_shown in (("licence", with_licences), ("categories", True))
            if not is_shown or not any(getattr(line, name) for line in lines)
        ]
        super().__init__(lines, exclude=left_out, **kwargs)
