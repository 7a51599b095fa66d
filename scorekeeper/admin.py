"""The administrator's look at the stored data; what was played is read, not typed, here."""

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
    """Shows, changes nothing: totals, logs and links follow from what was done in the program."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ReadOnlyAdmin(ReadOnly, ModelAdmin):
    """A list to read."""


class MembershipInline(TabularInline):
    """Who runs the club."""

    model = Membership
    extra = 0


@admin.register(Club)
class ClubAdmin(ModelAdmin):
    """Clubs and who runs them."""

    list_display = ("name", "created_at")
    inlines = (MembershipInline,)


@admin.register(Player)
class PlayerAdmin(ModelAdmin):
    """Players."""

    list_display = ("name", "club", "archived_at")
    list_filter = ("club",)
    list_select_related = ("club",)
    search_fields = ("name",)


@admin.register(Evening)
class EveningAdmin(ModelAdmin):
    """Evenings; the token is a key and is not shown."""

    list_display = ("name", "club", "date", "closed_at")
    list_filter = ("club",)
    list_select_related = ("club",)
    search_fields = ("name",)
    exclude = ("token",)


@admin.register(Attendance)
class AttendanceAdmin(ReadOnlyAdmin):
    """Who was here when."""

    list_display = ("player", "evening")
    list_select_related = ("player", "evening")


class SeatInline(ReadOnly, TabularInline):
    """Who sat where."""

    model = GameSeat
    extra = 0


class SlipInline(ReadOnly, TabularInline):
    """The totals of a slip."""

    model = SlipTotals
    extra = 0


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    """Games; their token is a key and is not shown."""

    list_display = ("pk", "club", "evening", "table_number", "status", "total_a", "total_b")
    list_filter = ("club", "status", "kind")
    list_select_related = ("club", "evening")
    exclude = ("token",)
    inlines = (SeatInline, SlipInline)


@admin.register(Hand)
class HandAdmin(ReadOnlyAdmin):
    """Hands."""

    list_display = ("game", "number", "taker", "card_points", "outcome", "score_a", "score_b")
    list_select_related = ("game",)
    list_filter = ("outcome",)


@admin.register(GameEvent)
class GameEventAdmin(ReadOnlyAdmin):
    """The log of what was done to games."""

    list_display = ("at", "game", "kind", "hand_number", "author_name")
    list_select_related = ("game",)
    list_filter = ("kind",)


@admin.register(ClubRuleSet)
class ClubRuleSetAdmin(ReadOnlyAdmin):
    """The clubs' own rule sets."""

    list_display = ("name", "club", "based_on", "changed_at")
    list_select_related = ("club",)


@admin.register(SignInLink)
class SignInLinkAdmin(ReadOnlyAdmin):
    """Sign-in links: when they were made and used, never what they are."""

    list_display = ("user", "created_at", "expires_at", "used_at")
    list_select_related = ("user",)
    exclude = ("token_hash",)
