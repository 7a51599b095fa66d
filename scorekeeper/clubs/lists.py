"""The club's players as a long list."""

import django_tables2 as tables
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from scorekeeper.additions import added
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

    class Meta:
        template_name = "django_tables2/belote.html"
        attrs = {"aria_label": _("Players")}
