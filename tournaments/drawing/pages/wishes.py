"""What a draw keeps of the wishes, and why not all of them: for the organiser alone."""

from collections.abc import Iterable, Mapping
from typing import Any

from tournaments.draw.request import DrawRequest
from tournaments.draw.result import BrokenWish, Draw, WishKind
from tournaments.draw.wishes import Apart, count_of
from tournaments.drawing.labels import broken_text, broken_why, in_words, kept_text
from tournaments.models import Tournament
from tournaments.seating import NamedEntry


def wishes_kept(
    tournament: Tournament, request: DrawRequest, drawn: Draw, names: Mapping[int, NamedEntry]
) -> dict[str, Any] | None:
    """Return which wishes a draw keeps, in words; None where none were made."""
    if request.wishes is None:
        return None
    tables = {
        number: pairing.table for pairing in drawn.pairings for number in (*pairing.a, *pairing.b)
    }
    broken = [_line(wish, request, drawn, tables, names) for wish in drawn.broken]
    kept = [*_groups_kept(request, drawn, _names_of(tournament)), *_seats_kept(request, drawn)]
    return {"broken": broken, "kept": kept}


def tables_there(tournament: Tournament, entries: int) -> dict[str, Any]:
    """Return how many tables there are and need be, and how many entries would sit at none."""
    sitting = 4 if tournament.is_melee else 2
    halls = tournament.tables_there
    is_limited = bool(halls.halls) or halls.count is not None
    there = count_of(halls.spans) if is_limited else None
    needed = entries // sitting
    return {
        "there": there,
        "needed": needed,
        "too_many": 0 if there is None else max(0, needed - there) * sitting,
    }


def is_other_now(tournament: Tournament, request: DrawRequest) -> bool:
    """Return whether wishes or tables were changed since a round was drawn.

    Club teams are drawn without either.
    """
    return not tournament.meetings and (request.wishes, request.tables) != (
        tournament.wishes_made,
        tournament.tables_there.spans,
    )


def _line(
    wish: BrokenWish,
    request: DrawRequest,
    drawn: Draw,
    tables: Mapping[int, int],
    names: Mapping[int, NamedEntry],
) -> dict[str, Any]:
    titles = [f"{number} {names[number].title}" for number in wish.entrants]
    seats = sum(one.kind is WishKind.SEAT for one in drawn.broken)
    return {
        "table": tables[wish.entrants[0]],
        "text": broken_text(wish, titles),
        "why": broken_why(wish, drawn.worth, seats, request.method),
    }


def _names_of(tournament: Tournament) -> dict[tuple[int, ...], str]:
    """Return what the organiser calls the groups that are wished now."""
    stored: dict[str, Any] = tournament.wishes
    return {
        tuple(group["entrants"]): group["name"]
        for group in stored.get("apart", ())
        if group.get("name")
    }


def _groups_kept(
    request: DrawRequest, drawn: Draw, called: Mapping[tuple[int, ...], str]
) -> Iterable[str]:
    present = {entrant.number for entrant in request.entrants}
    for group in request.wishes.apart if request.wishes else ():
        here = present.intersection(group.entrants)
        if len(here) > 1 and group.holds_in(request.round_number) and _is_kept(group, drawn):
            numbers = in_words(sorted(here))
            yield kept_text(called.get(group.entrants, ""), numbers)


def _is_kept(group: Apart, drawn: Draw) -> bool:
    members = set(group.entrants)
    return not any(
        wish.kind is not WishKind.SEAT and members.issuperset(wish.entrants)
        for wish in drawn.broken
    )


def _seats_kept(request: DrawRequest, drawn: Draw) -> Iterable[str]:
    seats = {seat.entrant: seat for seat in request.wishes.seats} if request.wishes else {}
    for pairing in drawn.pairings:
        for number in sorted((*pairing.a, *pairing.b)):
            if number in seats and seats[number].has(pairing.table):
                yield kept_text("", str(number), table=pairing.table)
