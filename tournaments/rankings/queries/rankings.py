"""Rankings in at most four queries, and ties that only a lot can break."""

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from django.db.models import Count, Q

from scorekeeper.clubs.queries import ShownNames
from scorekeeper.models import Game
from tournaments.audit_log.standings import load_phase_rounds, load_results
from tournaments.models import Match, MatchSeat, Round, Tournament
from tournaments.rankings.labels import KIND_MARKS, docked_text, note_text, why_text
from tournaments.sanctions import sanction_text
from tournaments.seating import NamedEntry, named_entries
from tournaments.standings.contest import RankedContest, RankedEntrant
from tournaments.standings.criteria import CriterionCode
from tournaments.standings.ranking import Decision, Standing, Standings
from tournaments.standings.results import ResultKind, RoundResult
from tournaments.standings.sanctions import Sanction

# The number of contests whose results are cached: tonight's, and one or two others.
CONTESTS_KEPT = 8


class RoundCell(NamedTuple):
    """The result of an entry in a round; neither points nor kind if there is none yet."""

    round: int
    points: int | None = None
    kind: ResultKind | None = None

    @property
    def mark(self) -> str:
        """Return a mark such as "exempt", empty for an ordinary game."""
        return str(KIND_MARKS[self.kind]) if self.kind else ""


class RankingLine(NamedTuple):
    """One line of a ranking; its cells are computed when it is shown.

    `why` briefly says why it is placed before the next line, if more than the first criterion was
    needed; `decision` is what decided. Without `knows_hands` there are only slips, which report no
    contracts, and only capots that somebody noted. `sanctions` are the warnings and penalties that
    count in this ranking.
    """

    rank: int
    entry: NamedEntry
    rounds: Sequence[int]
    results: Mapping[int, RoundResult]
    decision: Decision | None
    total: int
    wins: int
    best_game: int | None
    capots: int
    failed: int
    knows_hands: bool
    has_results: bool
    left: bool
    sanctions: tuple[str, ...] = ()
    why: str = ""

    @property
    def cells(self) -> tuple[RoundCell, ...]:
        return tuple(_cell(number, self.results.get(number)) for number in self.rounds)

    @property
    def note(self) -> str:
        """Return why it is placed before the next line, as a sentence with that line's name."""
        return note_text(self.decision, self.why) if self.decision and self.why else ""

    @property
    def is_explained(self) -> bool:
        """Return whether more can be said of its place or of who sat there."""
        return bool(self.note or self.sanctions or self.entry.left_seats)

    @property
    def number(self) -> int:
        return self.entry.number

    @property
    def names(self) -> tuple[str, ...]:
        return self.entry.names

    @property
    def title(self) -> str:
        return self.entry.title

    @property
    def points_by_round(self) -> tuple[int | None, ...]:
        """Return the points of each round in order, None for rounds without a result."""
        return tuple(cell.points for cell in self.cells)

    @property
    def exempt_rounds(self) -> tuple[int, ...]:
        return tuple(cell.round for cell in self.cells if cell.kind is ResultKind.EXEMPT)


GIVEN_KINDS: Final = frozenset({ResultKind.EXEMPT, ResultKind.FORFEIT})


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedRound:
    """A published round, with the numbers of tables without a result and of slips to check.

    `slips` finished tables have only a slip, `sheets` have their hands.
    """

    number: int
    is_closed: bool
    unfinished: int
    to_check: int
    slips: int
    sheets: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """A ranking, best first: general, after a round, of one round alone, or of a tag.

    `rounds` are the published rounds that it includes, `published` the numbers of all of them.
    """

    lines: tuple[RankingLine, ...]
    rounds: tuple[RankedRound, ...]
    standings: Standings
    contest: RankedContest
    names: Mapping[int, NamedEntry]
    published: tuple[int, ...] = ()
    after_round: int | None = None
    only_round: int | None = None
    tag: str = ""

    @property
    def has_results(self) -> bool:
        return any(line.has_results for line in self.lines)

    @property
    def slips(self) -> int:
        """Return how many tables have only a slip, which does not report contracts."""
        return sum(played.slips for played in self.rounds)

    @property
    def knows_contracts(self) -> bool:
        return not self.slips or any(played.sheets for played in self.rounds)

    @property
    def knows_capots(self) -> bool:
        return self.knows_contracts or any(line.capots for line in self.lines)

    @property
    def tags(self) -> list[str]:
        return sorted({tag for entry in self.names.values() for tag in entry.tags})

    @property
    def tables_playing(self) -> int:
        return sum(played.unfinished for played in self.rounds if not played.is_closed)

    @property
    def is_by_wins(self) -> bool:
        """Return whether games won come before points."""
        return self.contest.rules.criteria[0] is not CriterionCode.POINTS

    @property
    def may_change(self) -> bool:
        """Return whether a table still plays, has no result, or has a slip to be checked."""
        return any(played.unfinished or played.to_check for played in self.rounds)

    def line_of(self, number: int) -> RankingLine | None:
        return next((line for line in self.lines if line.number == number), None)

    def why(self, number: int, other: int) -> tuple[int, int, str] | None:
        """Return which of two entries is placed first, which second, and why.

        None if they are the same, or if one is not in this ranking.
        """
        if number == other or not {number, other} <= self.standings.ranks.keys():
            return None
        decision = self.standings.why(number, other)
        shown = self.contest.shown_sanctions(self.after_round, self.only_round)
        return decision.above, decision.below, _why(self.contest, decision, shown)


def ranking_of(
    tournament: Tournament,
    *,
    after_round: int | None = None,
    only_round: int | None = None,
    tag: str = "",
    hidden: frozenset[int] = frozenset(),
) -> Ranking:
    """Return the ranking by all rounds, by those up to `after_round`, or by `only_round` alone.

    With a tag, only entries with that tag, in the same order. Reasons are in the active language.
    Players in `hidden` are shown by initials.
    """
    names = named_entries(tournament.pk, shown=ShownNames(hidden))
    states, results = _rounds_and_results(tournament)
    published = tuple(played.number for played in states)
    if only_round is not None:
        states = [played for played in states if played.number == only_round]
    elif after_round is not None:
        states = [played for played in states if played.number <= after_round]
    contest = _contest(tournament, names, _in_time(results, states))
    if only_round is not None:
        standings = contest.round_standings(only_round)
    else:
        standings = contest.standings(after_round=after_round)
    given = contest.shown_sanctions(after_round, only_round)
    standings = standings.narrowed(_shown(tournament, names, standings, tag))
    return Ranking(
        lines=_lines(
            contest,
            standings,
            names,
            [played.number for played in states],
            given,
            _with_hands(tournament, states),
        ),
        rounds=tuple(states),
        standings=standings,
        contest=contest,
        names=names,
        published=published,
        after_round=after_round,
        only_round=only_round,
        tag=tag,
    )


def _contest(
    tournament: Tournament, names: Mapping[int, NamedEntry], results: tuple[RoundResult, ...]
) -> RankedContest:
    entrants = tuple(
        RankedEntrant(number=one.number, tags=frozenset(one.tags), withdrawn_from=one.left_from)
        for one in names.values()
    )
    # With club teams, the numbers in pools and brackets are theirs.
    how = tournament.format
    keys = [tournament.pk] if how.entries_go_on else []
    contest = RankedContest(
        entrants=entrants,
        results=results,
        rules=tournament.ranking_rules,
        phase_rounds=tuple(load_phase_rounds(keys)[tournament.pk]) if keys else (),
        sanctions=tournament.sanctions_given,
        version=tournament.reading,
    )
    return how.ranked(contest)


def _rounds_and_results(
    tournament: Tournament,
) -> tuple[list[RankedRound], tuple[RoundResult, ...]]:
    cards = Q(matches__kind__in=[Match.Kind.GAME, Match.Kind.CATCH_UP])
    ended = cards & Q(matches__game__status=Game.Status.FINISHED)
    rounds = (
        tournament.rounds.exclude(status=Round.Status.DRAWN)
        .order_by("number")
        .annotate(
            unfinished=Count(
                "matches", filter=cards & Q(matches__game__status=Game.Status.PLAYING)
            ),
            to_check=Count("matches", filter=Q(matches__needs_check=True)),
            slips=Count("matches", filter=ended & Q(matches__game__kind=Game.Kind.SLIP)),
            sheets=Count("matches", filter=ended & Q(matches__game__kind=Game.Kind.HANDS)),
        )
        .values_list(
            "number",
            "status",
            "unfinished",
            "to_check",
            "slips",
            "sheets",
            "tournament__log_hash",
            "tournament__results_version",
            named=True,
        )
    )
    states = [
        RankedRound(
            number=found.number,
            is_closed=found.status == Round.Status.CLOSED,
            unfinished=found.unfinished,
            to_check=found.to_check,
            slips=found.slips,
            sheets=found.sheets,
        )
        for found in rounds
    ]
    if not states:
        return [], ()
    first = rounds[0]
    kept_under = (first.tournament__log_hash, first.tournament__results_version)
    return states, _cached_results(tournament.token, kept_under)


def _with_hands(
    tournament: Tournament, states: list[RankedRound]
) -> Container[tuple[int, int]] | None:
    """Return whose hands of which round are known, as (number, round); None if there is no slip.

    One more query, and only where some tables have slips and others their hands.
    """
    if not any(played.slips for played in states):
        return None
    rounds = [played.number for played in states if played.sheets]
    if not rounds:
        return ()
    seats = MatchSeat.objects.filter(
        round__tournament=tournament,
        round__number__in=rounds,
        match__game__kind=Game.Kind.HANDS,
        match__game__status=Game.Status.FINISHED,
    )
    return frozenset(seats.values_list("entry__number", "round__number"))


def _in_time(
    results: tuple[RoundResult, ...], states: list[RankedRound]
) -> tuple[RoundResult, ...]:
    """Return results without points given in a round that is still being played.

    Nobody should lead a ranking by such points while the others have none yet.
    """
    playing = {played.number for played in states if played.unfinished and not played.is_closed}
    return tuple(
        result for result in results if not (result.kind in GIVEN_KINDS and result.round in playing)
    )


@lru_cache(maxsize=CONTESTS_KEPT)
def _cached_results(token: str, _state: tuple[str, int]) -> tuple[RoundResult, ...]:
    """Return the results of a contest, cached until one of them changes.

    The state was read before the results, so cached results are never older than their key.
    """
    pk = Tournament.objects.get(token=token).pk
    return tuple(load_results([pk])[pk])


def _shown(
    tournament: Tournament, names: Mapping[int, NamedEntry], standings: Standings, tag: str
) -> list[int]:
    """Return the entries to list: not those who never played and never will."""
    size = tournament.format.entry_size
    return [
        line.entrant
        for line in standings.lines
        if names[line.entrant].has(tag)
        and (line.record.has_results or _may_play(names[line.entrant], size))
    ]


def _may_play(entry: NamedEntry, size: int) -> bool:
    return entry.left_from is None and len(entry.names) == size


def _lines(
    contest: RankedContest,
    standings: Standings,
    names: Mapping[int, NamedEntry],
    rounds: list[int],
    shown: Sequence[Sanction],
    with_hands: Container[tuple[int, int]] | None,
) -> tuple[RankingLine, ...]:
    by_entry: defaultdict[int, dict[int, RoundResult]] = defaultdict(dict)
    for result in contest.ranked_results:
        by_entry[result.entrant][result.round] = result
    return tuple(
        _line(
            contest,
            standing,
            names[standing.entrant],
            by_entry[standing.entrant],
            rounds,
            shown,
            knows_hands=with_hands is None
            or any((standing.entrant, number) in with_hands for number in rounds),
        )
        for standing in standings.lines
    )


def _line(
    contest: RankedContest,
    standing: Standing,
    entry: NamedEntry,
    results: Mapping[int, RoundResult],
    rounds: list[int],
    shown: Sequence[Sanction],
    *,
    knows_hands: bool,
) -> RankingLine:
    record, decision = standing.record, standing.decided_by
    given = [one for one in shown if one.entrant == record.entrant]
    # A higher total needs no explanation unless points were deducted; neither does a list without
    # results.
    is_explained = (
        decision is not None
        and record.has_results
        and (decision.code is not contest.rules.criteria[0] or _is_docked(shown, decision))
    )
    why = _why(contest, decision, shown) if decision and is_explained else ""
    return RankingLine(
        rank=standing.rank,
        entry=entry,
        rounds=rounds,
        results=results,
        decision=decision,
        total=record.points,
        wins=record.wins,
        best_game=record.best_game,
        capots=record.capots,
        failed=record.failed,
        knows_hands=knows_hands,
        has_results=record.has_results,
        left=record.has_left,
        sanctions=tuple(map(sanction_text, given)),
        why=why,
    )


def _cell(number: int, result: RoundResult | None) -> RoundCell:
    if result is None:
        return RoundCell(round=number)
    return RoundCell(round=number, points=result.points, kind=result.kind)


def _is_docked(sanctions: Iterable[Sanction], decision: Decision) -> bool:
    return any(one.points and one.entrant in (decision.above, decision.below) for one in sanctions)


def _why(contest: RankedContest, decision: Decision, sanctions: Sequence[Sanction]) -> str:
    rules = contest.rules
    by_hand = decision.code is CriterionCode.LOT and any(
        {decision.above, decision.below} <= set(order) for order in rules.drawn
    )
    why = why_text(decision, rules.criteria, by_hand=by_hand)
    docked = docked_text(decision, sanctions)
    return f"{why}; {docked}" if docked else why


@dataclass(frozen=True, slots=True, kw_only=True)
class TiedGroup:
    """Entries equal in everything, in the current order of the lot.

    `by_hand` if it was drawn in the hall and recorded; otherwise the program drew it.
    """

    rank: int
    entries: tuple[NamedEntry, ...]
    by_hand: bool

    @property
    def last_rank(self) -> int:
        return self.rank + len(self.entries) - 1

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(entry.number for entry in self.entries)

    @property
    def key(self) -> str:
        """Return a name for the group that does not depend on the order: "5-9"."""
        return "-".join(str(number) for number in sorted(self.numbers))


def tied_groups(tournament: Tournament) -> list[TiedGroup]:
    """Return the groups that a lot separates in the general ranking, highest place first."""
    ranking = ranking_of(tournament)
    drawn = [frozenset(order) for order in ranking.contest.rules.drawn]
    return [
        TiedGroup(
            rank=lot.rank,
            entries=tuple(ranking.names[number] for number in lot.order),
            by_hand=any(order >= set(lot.order) for order in drawn),
        )
        for lot in ranking.standings.lots
    ]
