"""Contests in Django's admin, read-only."""

from django.contrib import admin

from scorekeeper.admin import ModelAdmin, ReadOnly
from tournaments.models import Entry, LogEntry, Match, Round, Tournament


@admin.register(Tournament)
class TournamentAdmin(ReadOnly, ModelAdmin):
    """Contests."""

    list_display = ("name", "club", "date", "mode", "version", "finished_at")
    list_filter = ("club", "mode")
    search_fields = ("name",)


@admin.register(Entry)
class EntryAdmin(ReadOnly, ModelAdmin):
    """Entries."""

    list_display = ("tournament", "number", "withdrawn_from", "has_paid")
    list_filter = ("tournament",)


@admin.register(Round)
class RoundAdmin(ReadOnly, ModelAdmin):
    """Rounds."""

    list_display = ("tournament", "number", "status", "hands", "published_at", "closed_at")


@admin.register(Match)
class MatchAdmin(ReadOnly, ModelAdmin):
    """Tables."""

    list_display = ("round", "table_number", "kind", "receipt", "needs_check")
    list_select_related = ("round",)


@admin.register(LogEntry)
class LogEntryAdmin(ReadOnly, ModelAdmin):
    """The log."""

    list_display = ("tournament", "number", "kind", "round_number", "table_number", "at")
    list_filter = ("tournament", "kind")
