"""Entries for tests: added, changed, looked up, and the pages they are typed on."""

from typing import Any

from django.test import Client
from django.urls import reverse

from tests.pages import words_on
from tests.table import NOW, SCORER
from tournaments.entries.services.entries import NewEntry, add_entries, change_entry
from tournaments.models import Tournament


def add(tournament: Tournament, *teams: str, **state: Any) -> list[int]:
    """Add teams written as "Anne & Paul"; return their numbers."""
    wanted = [NewEntry(names=tuple(team.split(" & ")), **state) for team in teams]
    added = add_entries(tournament_id=tournament.pk, entries=wanted, author=SCORER, now=NOW)
    return [entry.number for entry in added]


def change(tournament: Tournament, number: int, names: str, **other: Any) -> None:
    changed = NewEntry(names=tuple(names.split(" & ")), **other)
    change_entry(
        tournament_id=tournament.pk, number=number, changed=changed, author=SCORER, now=NOW
    )


def titles(tournament: Tournament) -> dict[int, str]:
    return {entry.number: entry.title for entry in tournament.entries.by_number()}


def acts(tournament: Tournament) -> list[tuple[str, dict[str, object]]]:
    """Return what the log holds after the contest's creation."""
    return list(tournament.log.order_by("number").values_list("kind", "data"))[1:]


def page(tournament: Tournament, name: str, *args: int) -> str:
    return reverse(f"tournaments:entry-{name}", args=[tournament.pk, *args])


def post(member: Client, tournament: Tournament, name: str, *args: int, **data: object) -> str:
    """Send a form, follow where it leads, and return what is read there."""
    return words_on(member.post(page(tournament, name, *args), data, follow=True))
