"""The players of entries round by round, in contests with substitutions or second entries."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from django.db.models import Exists, OuterRef, Q, QuerySet, Value

from tournaments.audit_log.standings import how_ranked, seen_contests
from tournaments.lineups import Left, order_of, who_counts
from tournaments.models import EntryPlayer, FormerPlayer, MatchSeat, Round, Tournament
from tournaments.standings.season_scores import EveningResult
from tournaments.standings.season_table import credit_by_rounds

Person: TypeAlias = int | None
"""The key of a player; None if only the name is known."""
Keys: TypeAlias = Collection[int] | QuerySet[Tournament, Any]
"""The keys of contests, or a query for them."""


@dataclass(frozen=True, slots=True)
class Lineups:
    """The players of the entries of one contest, by entry number.

    `hands` are those that an entry played in a round, by both numbers; `planned` those of each
    round, for entries without cards in it.
    """

    present: Mapping[int, list[Person]] = field(default_factory=lambda: defaultdict(list))
    left: Mapping[int, list[Left[Person]]] = field(default_factory=lambda: defaultdict(list))
    hands: dict[tuple[int, int], int] = field(default_factory=dict)
    planned: dict[int, int] = field(default_factory=dict)

    def rows(self) -> list[tuple[int, ...]]:
        """Return as plain values what credits depend on: who left during how many hands."""
        return [
            (number, one.place, one.round, one.hand, one.who or 0, self._hands(number, one.round))
            for number, left in sorted(self.left.items())
            for one in sorted(left, key=order_of)
        ]

    def at(self, number: int, round_number: int) -> list[int]:
        """Return the players who are credited with a round of an entry."""
        hands = self._hands(number, round_number)
        people = who_counts(
            self.present.get(number, []), self.left.get(number, ()), round_number, hands
        )
        return [player for player in people if player]

    def _hands(self, number: int, round_number: int) -> int:
        return self.hands.get((number, round_number)) or self.planned.get(round_number, 1)


def lineups_in(keys: Keys) -> dict[int, Lineups]:
    """Return the contests with substitutions or second entries among those given.

    One query if there are none, otherwise four.
    """
    found: defaultdict[int, Lineups] = defaultdict(Lineups)
    former = FormerPlayer.objects.filter(entry__tournament__in=keys)
    columns = ("entry__tournament", "entry__number", "position", "until_round", "until_hand")
    nobody = [Value(0)] * len(columns)
    again = _entered_again(keys).values_list("entry__tournament", *nobody)
    rows = former.values_list(*columns, "player").union(again, all=True)
    for pk, number, place, played, hand, player in rows:
        found[pk]  # a contest for which everything else is loaded below
        if place:
            found[pk].left[number].append(Left(place, played, hand, player))
    if not found:
        return {}
    people = EntryPlayer.objects.filter(entry__tournament__in=found).order_by("position")
    for pk, number, player in people.values_list("entry__tournament", "entry__number", "player"):
        found[pk].present[number].append(player)
    rounds = Round.objects.filter(tournament__in=found)
    for pk, number, hands in rounds.values_list("tournament", "number", "hands"):
        found[pk].planned[number] = hands
    played = MatchSeat.objects.filter(
        entry__in=former.values("entry"),
        counts=True,
        has_result=True,
        match__game__hand_count__gt=0,
    )
    hand_counts = played.values_list(
        "round__tournament", "entry__number", "round__number", "match__game__hand_count"
    )
    for pk, number, round_number, hands in hand_counts:
        found[pk].hands[number, round_number] = hands
    return dict(found)


def shared_contests(keys: Keys) -> QuerySet[Any, Any]:
    """Return the keys of the contests that `lineups_in` returns."""
    former = FormerPlayer.objects.filter(entry__tournament__in=keys).order_by()
    again = _entered_again(keys).order_by()
    found = Q(pk__in=former.values("entry__tournament"))
    found |= Q(pk__in=again.values("entry__tournament"))
    return Tournament.objects.filter(found).order_by().values("pk")


def _entered_again(keys: Keys) -> QuerySet[EntryPlayer]:
    """Return the players who left with an entry and sit in another one.

    The contest's setting does not tell: it may be switched off afterwards.
    """
    others = EntryPlayer.objects.filter(
        player=OuterRef("player"), entry__tournament=OuterRef("entry__tournament")
    ).exclude(entry=OuterRef("entry"))
    left = EntryPlayer.objects.filter(
        entry__tournament__in=keys, entry__withdrawn_from__isnull=False
    )
    return left.filter(Exists(others))


def credited_in(keys: Keys) -> dict[int, dict[int, EveningResult]]:
    """Return the results of each player in contests that `lineups_in` returns.

    By contest and player; one query if there are no such contests.
    """
    lineups = lineups_in(keys)
    if not lineups:
        return {}
    return {
        pk: {one.entrant: one for one in credit_by_rounds(contest, lineups[pk].at, evening=pk)}
        for pk, contest in seen_contests(how_ranked(lineups)).items()
    }
