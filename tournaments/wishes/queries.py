"""Queries of the page of the wishes."""

from collections.abc import Mapping
from typing import Any

from tournaments.draw.wishes import FixedSeat, Wishes
from tournaments.models import Tournament
from tournaments.rounds.queries.requests import tables_there
from tournaments.seating import NamedEntry, named_entries
from tournaments.wishes.labels import KIND_LABELS, GroupKind, rounds_text, spans_text


def wishes_page(tournament: Tournament) -> dict[str, Any]:
    """Return the wishes with names; one query."""
    entries = named_entries(tournament.pk)
    wishes: dict[str, Any] = tournament.wishes
    made = tournament.wishes_made or Wishes()
    playing = [one for one in entries.values() if one.left_from is None]
    return {
        "groups": [_group(group, entries) for group in wishes.get("apart", ())],
        "seats": [_seat(seat, entries) for seat in made.seats],
        "is_hidden": bool(made.hidden),
        **tables_there(tournament, len(playing)),
    }


def _group(group: Mapping[str, Any], entries: Mapping[int, NamedEntry]) -> dict[str, Any]:
    # A document of another program may contain other kinds.
    kinds = {kind.value: kind for kind in GroupKind}
    return {
        "kind": str(KIND_LABELS[kinds.get(group.get("kind", ""), GroupKind.OTHER)]),
        "name": group.get("name", ""),
        "rounds": rounds_text(group["rounds"]),
        "key": ",".join(map(str, group["entrants"])),
        "entries": [_entry(number, entries) for number in group["entrants"]],
    }


def _seat(seat: FixedSeat, entries: Mapping[int, NamedEntry]) -> dict[str, Any]:
    return {"entry": _entry(seat.entrant, entries), "tables": spans_text(seat.tables)}


def _entry(number: int, entries: Mapping[int, NamedEntry]) -> NamedEntry:
    return entries.get(number) or NamedEntry(number=number, names=("–",))


def numbers_tagged(tournament: Tournament) -> dict[str, tuple[int, ...]]:
    """Return the numbers of the entries with each tag; one query."""
    found: dict[str, list[int]] = {}
    for number, tags in tournament.entries.order_by("number").values_list("number", "tags"):
        for tag in tags:
            found.setdefault(tag, []).append(number)
    return {tag: tuple(numbers) for tag, numbers in found.items() if len(numbers) > 1}
