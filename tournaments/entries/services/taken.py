"""Checks that nobody sits in two entries at once, for substitutions and returning entries."""

from collections.abc import Iterator

from scorekeeper.models.sort_names import folded
from tournaments.entries.queries.entries import other_names
from tournaments.entries.services.entries import PersonTakenError
from tournaments.lineups import END, TO_COME
from tournaments.models import Entry, EntryPlayer, FormerPlayer, Tournament

Moment = tuple[int, int]
"""A round, and a hand in it."""

NEVER: Moment = (END, END)


def refuse_taken(
    tournament: Tournament, name: str, since: Moment, until: Moment = NEVER, *, but: int = 0
) -> None:
    """Raise PersonTakenError if a person sits in an entry between two moments.

    Looks at all entries except `but`, including former players.
    """
    if name == TO_COME:
        return
    others = other_names(tournament.club)
    person = others.get(folded(name), folded(name))
    rows = tournament.entries.exclude(number=but).by_number()
    for entry in rows.prefetch_related("players__player", "former__player"):
        for names, came, left in _stays(entry):
            if person in names and came < until and since < left:
                raise PersonTakenError(name, entry.number)


def refuse_elsewhere(entry: Entry, *, until: int = END) -> None:
    """Raise PersonTakenError if a player of a withdrawn entry sits in another one since."""
    if entry.withdrawn_from is not None and entry.withdrawn_from < until:
        for name in entry.names:
            since = (entry.withdrawn_from, 1)
            refuse_taken(entry.tournament, name, since, (until, 1), but=entry.number)


def sits_elsewhere(entry: Entry, number: int) -> bool:
    """Return whether a player of an entry sat in another one in that round."""
    try:
        for name in entry.names:
            moments = (number, 1), (number + 1, 1)
            refuse_taken(entry.tournament, name, *moments, but=entry.number)
    except PersonTakenError:
        return True
    return False


def _stays(entry: Entry) -> Iterator[tuple[set[str], Moment, Moment]]:
    """Yield the players of an entry, by folded names, each with start and end."""
    end = NEVER if entry.withdrawn_from is None else (entry.withdrawn_from, 1)
    for present in entry.players.all():
        in_place = (one for one in entry.former.all() if one.position == present.position)
        came = (0, 0)
        for one in sorted(in_place, key=lambda one: one.left.at):
            yield _names(one), came, min(one.left.at, end)
            came = one.left.at
        yield _names(present), came, end


def _names(sitter: EntryPlayer | FormerPlayer) -> set[str]:
    """Return the name as entered, and the player's present name."""
    names = [sitter.name, sitter.player.name if sitter.player else ""]
    return {folded(name) for name in names if name}
