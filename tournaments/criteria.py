"""The criteria of rankings in words: their names, and what they say of two entries."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _

from tournaments.standings.criteria import CriterionCode

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

_C = CriterionCode


@dataclass(frozen=True, slots=True, kw_only=True)
class CriterionWords:
    """The words of a criterion: what decided, what is equal, and its name if it can be chosen.

    If it compares several numbers in turn, `nth` has the words for the first ones.
    """

    better: "_StrPromise"
    same: "_StrPromise | None" = None
    name: "_StrPromise | None" = None
    nth: "tuple[_StrPromise, ...]" = ()

    def better_at(self, position: int) -> str:
        """Return what decided at that position of the numbers compared, counted from 1."""
        return str(self.nth[position - 1] if 0 < position <= len(self.nth) else self.better)


# Used one after the other: "same total, as many wins; better best game, 912 to 874".
WORDS: Final[Mapping[CriterionCode, CriterionWords]] = {
    _C.BRACKET: CriterionWords(better=_("further in the bracket"), same=_("as far in the bracket")),
    _C.SCORE: CriterionWords(
        better=_("higher score, %(above)s to %(below)s"),
        same=_("same score"),
    ),
    _C.POINTS: CriterionWords(
        name=_("Sum of points"),
        better=_("higher total, %(above)s to %(below)s"),
        same=_("same total"),
    ),
    _C.WINS: CriterionWords(
        name=_("Games won"),
        better=_("more wins, %(above)s to %(below)s"),
        same=_("as many wins"),
    ),
    _C.WINS_AND_BYES: CriterionWords(
        name=_("Games won, a round exempt counting as one"),
        better=_("more wins and rounds exempt, %(above)s to %(below)s"),
        same=_("as many wins and rounds exempt"),
    ),
    _C.BEST_GAME: CriterionWords(
        name=_("Best single game"),
        better=_("better best game, %(above)s to %(below)s"),
        same=_("same best game"),
    ),
    _C.NEXT_BEST_GAMES: CriterionWords(
        name=_("Next best games"),
        better=_("better next best game, %(above)s to %(below)s"),
        same=_("same other games"),
        nth=(
            _("better second best game, %(above)s to %(below)s"),
            _("better third best game, %(above)s to %(below)s"),
        ),
    ),
    _C.CAPOTS: CriterionWords(
        name=_("Number of capots"),
        better=_("more capots, %(above)s to %(below)s"),
        same=_("as many capots"),
    ),
    _C.FEWEST_FAILED: CriterionWords(
        name=_("Fewest contracts failed"),
        better=_("fewer contracts failed, %(above)s to %(below)s"),
        same=_("as many contracts failed"),
    ),
    _C.DIRECT: CriterionWords(
        name=_("Games against each other"),
        better=_("better in the games they played against each other"),
        same=_("level in their own games"),
    ),
    _C.LAST_GAME: CriterionWords(
        name=_("Last game"),
        better=_("better last game, %(above)s to %(below)s"),
        same=_("same last game"),
    ),
    _C.BEST_EVENINGS: CriterionWords(
        better=_("better event, %(above)s to %(below)s"),
        same=_("same events"),
    ),
    _C.STAYED: CriterionWords(better=_("stayed to the end")),
    _C.ENOUGH_EVENINGS: CriterionWords(better=_("took part often enough")),
    _C.MEETINGS: CriterionWords(
        better=_("more from its meetings, %(above)s to %(below)s"),
        same=_("as much from the meetings"),
    ),
    _C.TABLES: CriterionWords(
        better=_("more from its tables, %(above)s to %(below)s"),
        same=_("as much from the tables"),
    ),
    _C.DIFFERENCE: CriterionWords(
        better=_("better difference of points, %(above)s to %(below)s"),
        same=_("same difference of points"),
    ),
}

# When evenings are added up, each counts as a game.
SEASON_WORDS: Final[Mapping[CriterionCode, CriterionWords]] = {
    **WORDS,
    _C.POINTS: CriterionWords(
        better=_("more points over all events, %(above)s to %(below)s"),
        same=_("as many points over all events"),
    ),
    _C.LAST_GAME: CriterionWords(
        better=_("better last event, %(above)s to %(below)s"),
        same=_("same last event"),
    ),
}
