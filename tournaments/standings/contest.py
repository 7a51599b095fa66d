"""The rankings of a contest: general, after each round, for one round."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import NamedTuple, Self

from tournaments.standings.brackets import VERSION, PhaseRound, Trees
from tournaments.standings.criteria import CriterionCode
from tournaments.standings.ranking import RankingRules, Standings, rank
from tournaments.standings.record import Record, records_of
from tournaments.standings.results import ResultKind, RoundResult, refuse_unfit
from tournaments.standings.sanctions import Sanction, TakenFrom, off_games, off_totals


class RankedEntrant(NamedTuple):
    """A team, or one player in a mêlée; `withdrawn_from` is the first round without it."""

    number: int
    tags: frozenset[str] = frozenset()
    withdrawn_from: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedContest:
    """Entrants and results in any order, with the rules by which they are ranked.

    An entrant without a result in a round gets no points for it. `phase_rounds` are the rounds of
    pools and brackets: the place in a bracket ranks before everything else. `sanctions` deduct
    points in rankings only. Raises UnfitResultsError with all problems: entrants listed twice,
    results of unknown entrants, second results of a round.
    """

    entrants: tuple[RankedEntrant, ...]
    results: tuple[RoundResult, ...] = ()
    rules: RankingRules = field(default_factory=RankingRules)
    phase_rounds: tuple[PhaseRound, ...] = ()
    sanctions: tuple[Sanction, ...] = ()
    version: int = VERSION
    """The version by which brackets are read."""

    def __post_init__(self) -> None:
        # By position: the first field is the entrant, the second the round.
        refuse_unfit(map(itemgetter(0), self.entrants), map(itemgetter(0, 1), self.results))

    @property
    def rounds(self) -> tuple[int, ...]:
        return tuple(sorted({result.round for result in self.results}))

    @property
    def ranked_results(self) -> tuple[RoundResult, ...]:
        """Return the results as ranked: after deductions from games."""
        return tuple(off_games(self.results, self.sanctions))

    def shown_sanctions(
        self, after_round: int | None = None, only_round: int | None = None
    ) -> tuple[Sanction, ...]:
        """Return the sanctions that count in a ranking: of all rounds, up to one, or of one."""
        return tuple(
            one
            for one in self.sanctions
            if one.counts
            and (after_round is None or one.round <= after_round)
            and (only_round is None or one.round == only_round)
        )

    def up_to(self, after_round: int | None) -> Self:
        """Return the contest without the results of later rounds; as it is for None."""
        if after_round is None:
            return self
        known = tuple(result for result in self.results if result.round <= after_round)
        return replace(self, results=known)

    def standings(self, *, after_round: int | None = None) -> Standings:
        """Rank everybody by all rounds, or by the rounds up to `after_round`."""
        trees = self.trees(after_round=after_round)
        if not trees.rounds:
            return self._ranked(self.entrants, self.results, after_round)
        return self._ranked(self.entrants, self.results, after_round, trees.places())

    def trees(self, *, after_round: int | None = None) -> Trees:
        """Return the brackets with their results, up to a round."""
        return Trees(
            tuple(
                played
                for played in self.phase_rounds
                if played.is_tree and (after_round is None or played.round <= after_round)
            ),
            {(result.round, result.entrant): result for result in self.results}
            if self.phase_rounds
            else {},
            {
                one.number: one.withdrawn_from
                for one in self.entrants
                if one.withdrawn_from and (after_round is None or one.withdrawn_from <= after_round)
            },
            self.version,
        )

    def shown_points(self, result: RoundResult) -> int:
        """Return the points that decided a bracket game."""
        return result.points

    def shown_total(self, record: Record) -> int:
        """Return the total shown in the table of a pool."""
        return record.points

    def among(self, members: Iterable[int], first: int, last: int) -> Standings:
        """Rank some entrants by the rounds from `first` to `last` only, as in a pool."""
        wanted = frozenset(members)
        return self._ranked(
            [entrant for entrant in self.entrants if entrant.number in wanted],
            [r for r in self.results if r.entrant in wanted and first <= r.round],
            last,
            sanctions=[one for one in self.sanctions if first <= one.round],
        )

    def round_standings(self, number: int) -> Standings:
        """Rank those who played at a table in one round, by that round only.

        Exempt points are excluded, as from best-game prizes (rules.md, section 7), and so are
        deductions from totals.
        """
        played = [r for r in self.results if r.round == number and r.kind.is_game]
        present = {result.entrant for result in played}
        entrants = [entrant for entrant in self.entrants if entrant.number in present]
        own = [one for one in self.sanctions if one.taken_from is TakenFrom.GAME]
        return self._ranked(entrants, played, number, sanctions=own)

    def _records(
        self, numbers: Sequence[int], counted: Sequence[RoundResult], left: Iterable[int]
    ) -> tuple[Record, ...]:
        return records_of(numbers, counted, left=left)

    def _ranked(
        self,
        entrants: Sequence[RankedEntrant],
        results: Iterable[RoundResult],
        upto: int | None,
        places: Mapping[int, int] | None = None,
        *,
        sanctions: Iterable[Sanction] | None = None,
    ) -> Standings:
        counted = [result for result in results if upto is None or result.round <= upto]
        every = self.sanctions if sanctions is None else sanctions
        given = [one for one in every if upto is None or one.round <= upto]
        left = (
            entrant.number
            for entrant in entrants
            if entrant.withdrawn_from is not None
            and (upto is None or entrant.withdrawn_from <= upto)
        )
        numbers = [entrant.number for entrant in entrants]
        records = off_totals(self._records(numbers, list(off_games(counted, given)), left), given)
        if places is None:
            return rank(records, self.rules)
        behind = max(places.values(), default=0) + 1
        placed = (one._replace(bracket=places.get(one.entrant, behind)) for one in records)
        criteria = (CriterionCode.BRACKET, *self.rules.criteria)
        return rank(placed, replace(self.rules, criteria=criteria))


def best_games(results: Iterable[RoundResult], *, count: int = 1) -> tuple[RoundResult, ...]:
    """Return the `count` best games at a table, best first, and all that equal the last of them.

    Excluded are exempt and forfeit points, and catch-up games, whose other side did not play for
    points (decision). Equal games are in order of round, then of entrant.
    """
    games = sorted(
        (result for result in results if result.kind is ResultKind.PLAYED),
        key=lambda result: (-result.points, result.round, result.entrant),
    )
    if count < 1 or not games:
        return ()
    least = games[min(count, len(games)) - 1].points
    return tuple(game for game in games if game.points >= least)
