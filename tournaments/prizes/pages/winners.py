"""Who has won what, for pages and posters of everybody."""

from dataclasses import dataclass

from tournaments.models import Tournament
from tournaments.prizes.pages.prizes import prizes_of
from tournaments.prizes.pages.reading import backwards


@dataclass(frozen=True, slots=True, kw_only=True)
class Winner:
    """Who gets a prize, the first place first: `place` says what for, `rank` where they stand."""

    place: str
    rank: int
    numbers: tuple[int, ...]
    names: tuple[str, ...]
    prizes: tuple[str, ...]
    sponsors: tuple[str, ...]


def winners(tournament: Tournament, *, hidden: frozenset[int] = frozenset()) -> tuple[Winner, ...]:
    """Return who has won what; the players of `hidden` stand there by initials."""
    return tuple(
        Winner(
            place=one.label,
            rank=one.rank,
            numbers=tuple(line.number for line in one.winners),
            names=tuple(line.title for line in one.winners),
            prizes=tuple(prize.what for prize in one.prizes),
            sponsors=tuple(dict.fromkeys(prize.sponsor for prize in one.prizes if prize.sponsor)),
        )
        for one in reversed(backwards(prizes_of(tournament, hidden=hidden).places))
    )
