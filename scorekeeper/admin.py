"""The Django admin: game data can be viewed there, not edited."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.http import HttpRequest

from scorekeeper.models import (
    Attendance,
    Club,
    ClubRuleSet,
    Evening,
    Game,
    GameEvent,
    GameSeat,
    Hand,
    Membership,
    Player,
    SignInLink,
    SlipTotals,
)

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
    TabularInline = admin.TabularInline[Any, Any]
else:
    ModelAdmin = admin.ModelAdmin
    TabularInline = admin.TabularInline


class ReadOnly:
    """Read-only: totals, logs and links are only changed by the program."""

    def _refuse(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    has_add_permission = has_change_permission = has_delete_permission = _refuse


class ReadOnlyAdmin(ReadOnly, ModelAdmin):
    """A list to read."""


class MembershipInline(TabularInline):
    """Who runs the club."""

    model = Membership
    extra = 0


class SeatInline(ReadOnly, TabularInline):
    """Who sat where."""

    model = GameSeat
    extra = 0


class SlipInline(ReadOnly, TabularInline):
    """The totals of a slip."""

    model = SlipTotals
    extra = 0


def _show(
    model: Any, *shown: str, kind: Any = ReadOnlyAdmin, related: str = "", **options: Any
) -> None:
    """Let the administrator look at rows: these columns, some `related` rows read along."""
    options |= {"list_display": shown, "list_select_related": related.split()}
    admin.site.register(model, kind, **options)


# Tokens are secret, and are not shown.
_show(Club, "name", "created_at", kind=ModelAdmin, inlines=(MembershipInline,))
_show(
    Player,
    *("name", "club", "archived_at"),
    kind=ModelAdmin,
    related="club",
    list_filter=("club",),
    search_fields=("name",),
)
_show(
    Evening,
    *("name", "club", "date", "closed_at"),
    kind=ModelAdmin,
    related="club",
    list_filter=("club",),
    search_fields=("name",),
    exclude=("token",),
)
_show(Attendance, "player", "evening", related="player evening")
_show(
    Game,
    *("pk", "club", "evening", "table_number", "status", "total_a", "total_b"),
    related="club evening",
    list_filter=("club", "status", "kind"),
    exclude=("token",),
    inlines=(SeatInline, SlipInline),
)
_show(
    Hand,
    *("game", "number", "taker", "card_points", "outcome", "score_a", "score_b"),
    related="game",
    list_filter=("outcome",),
)
_show(
    GameEvent,
    *("at", "game", "kind", "hand_number", "author_name"),
    related="game",
    list_filter=("kind",),
)
_show(ClubRuleSet, "name", "club", "based_on", "changed_at", related="club")
_show(
    SignInLink,
    *("user", "created_at", "expires_at", "used_at"),
    related="user",
    exclude=("token_hash",),
)
