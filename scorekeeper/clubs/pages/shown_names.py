"""What of a name is shown to whom: members see every name, others as each person wants it."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from scorekeeper.models import Player
from scorekeeper.models.initials import initials_of


@dataclass(frozen=True, slots=True)
class ShownNames:
    """How names are shown to a visitor; made without anything it shows the whole of each.

    `hidden` are the keys of players who are shown by initials, `spelled` how they are written,
    tidy and casefolded: what somebody signed names no key.
    """

    hidden: frozenset[int] = frozenset()
    spelled: frozenset[str] = frozenset()

    def name(self, name: str, player: int | None = None) -> str:
        """Return a name as it is shown; `player` is the key of whose it is, if that is known."""
        is_hidden = player in self.hidden if player else _plain(name) in self.spelled
        return initials_of(name) if is_hidden else name

    def knowing(self, names: Iterable[tuple[str, int | None]]) -> "ShownNames":
        """Return the same, told under which other names hidden players are written here."""
        more = {_plain(name) for name, player in names if player in self.hidden}
        return ShownNames(self.hidden, self.spelled | more) if more else self


WHOLE_NAMES: Final = ShownNames()
"""As members of the club see them."""


def names_for_everybody(*club_ids: int) -> ShownNames:
    """Return how names of these clubs are shown to whoever has no account there; one query."""
    hidden = Player.objects.filter(club__in=club_ids, shown=Player.Shown.INITIALS)
    found = dict(hidden.values_list("pk", "name"))
    return ShownNames(frozenset(found), frozenset(map(_plain, found.values())))


def hidden_players(club_id: int) -> frozenset[int]:
    """Return the players of a club of whom the public sees initials only; one query."""
    return names_for_everybody(club_id).hidden


def name_for(name: str, player: int | None, hidden: Collection[int]) -> str:
    """Return a name as it was written, or its initials where the player is among the hidden."""
    return initials_of(name) if player in hidden else name


def _plain(name: str) -> str:
    return " ".join(name.split()).casefold()


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedNames:
    """Names that a form completes from, and the whole names that they mean.

    `here` are those who are here tonight and sit at no table that plays.

    `whole` holds, by a name as it is shown (casefolded), whom of those here it may mean; `sitting`
    the shown and the whole name of who sits on a chair already, by seat.
    """

    names: tuple[str, ...] = ()
    here: tuple[str, ...] = ()
    whole: Mapping[str, frozenset[str]] = field(default_factory=dict)
    sitting: Mapping[str, tuple[str, str]] = field(default_factory=dict)

    def meant(self, typed: str, seat: str) -> str | None:
        """Return the whole name that was meant for a chair; None where it may be several."""
        shown, whole = self.sitting.get(seat, ("", ""))
        if typed and typed == shown:
            return whole
        found = self.whole.get(typed.casefold(), frozenset({typed}))
        return next(iter(found)) if len(found) == 1 else None
