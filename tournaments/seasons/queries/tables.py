"""The table of a season as plain values, computed from results or frozen."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date
from fractions import Fraction
from functools import cached_property
from typing import Any, Final, TypeAlias

from tournaments.models import League, Season, SeasonPenalty
from tournaments.seasons.queries.credits import Basis, Credits, entrant_of
from tournaments.seasons.queries.items import Item, ItemKind, listed_items
from tournaments.standings.criteria import CriterionCode
from tournaments.standings.ranking import Decision, Standings
from tournaments.standings.record import Number
from tournaments.standings.season_scores import EveningResult, exact
from tournaments.standings.season_table import (
    CountedEvening,
    Penalty,
    SeasonLine,
    SeasonRules,
    season_table,
)

TABLES_KEPT: Final = 16
"""The number of cached tables: one of 180 players and 40 evenings takes a megabyte."""

Plain: TypeAlias = Any
"""JSON values."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """A score with its parts; `entrant` says whose, `tags` are the categories."""

    entrant: int
    worths: tuple[CountedEvening, ...]
    bonus: int
    penalties: tuple[tuple[int, str], ...]
    score: Number
    points: int
    wins: int
    is_short: bool
    tags: tuple[str, ...] = ()

    @property
    def attended(self) -> int:
        return len(self.worths)

    @property
    def average(self) -> Number:
        """Return the average of all evenings, including dropped ones."""
        return exact(Fraction(sum(worth.worth for worth in self.worths)) / len(self.worths))

    @property
    def best(self) -> CountedEvening:
        return max(self.worths, key=lambda worth: (worth.worth, -worth.evening))


@dataclass(frozen=True, slots=True)
class Placed:
    """A place of a ranking, and why it is before the next one."""

    rank: int
    entrant: int
    decision: Decision | None


@dataclass(frozen=True, kw_only=True)
class SeasonAsShown:
    """The table of a season: what counted, places, and how each score is composed."""

    items: tuple[Item, ...]
    scores: Mapping[int, Score]
    ranking: tuple[Placed, ...]
    not_ranked: tuple[int, ...]
    by_tag: Mapping[str, tuple[Placed, ...]]

    @property
    def played(self) -> int:
        return len(self.evenings)

    @cached_property
    def evenings(self) -> frozenset[int]:
        """Return the numbers of the items in which anybody has a result."""
        return frozenset(worth.evening for score in self.scores.values() for worth in score.worths)

    @property
    def leaders(self) -> tuple[Score, ...]:
        """Return the entrants in first place, several if they share it."""
        return tuple(self.scores[place.entrant] for place in self.ranking if place.rank == 1)


def table_of(season: Season) -> SeasonAsShown:
    """Return the table of a season, frozen or by the present results.

    Twelve queries at most, two fewer if nothing has changed; the league must be loaded.
    """
    return season_tables([season])[season.pk]


def season_tables(seasons: Sequence[Season]) -> dict[int, SeasonAsShown]:
    """Return the tables of seasons of one club, by key, in as many queries as for one."""
    found = {s.pk: table_from(s.frozen_table) for s in seasons if s.frozen_table is not None}
    return found | live_tables([season for season in seasons if season.pk not in found])


def live_tables(seasons: Sequence[Season]) -> dict[int, SeasonAsShown]:
    """Return the tables of seasons by the present results, even if they are frozen."""
    counted = {
        pk: tuple(line.item for line in listed if line.counts)
        for pk, listed in listed_items(seasons).items()
    }
    loaded = Credits({item for items in counted.values() for item in items})
    fines = _penalties(seasons)
    return {
        season.pk: _cached_or_computed(season, counted[season.pk], loaded, fines[season.pk])
        for season in seasons
    }


@dataclass(frozen=True, slots=True)
class _Basis:
    """Everything that a season's table depends on."""

    items: tuple[Item, ...]
    bases: tuple[Basis, ...]
    fines: tuple[Penalty, ...]
    rules: SeasonRules
    kind: str
    tags: tuple[str, ...]


cached_tables: Final[dict[str, tuple[_Basis, SeasonAsShown]]] = {}
"""The cached tables of this process by season token, each with its basis."""


def _cached_or_computed(
    season: Season, items: tuple[Item, ...], loaded: Credits, fines: Iterable[Penalty]
) -> SeasonAsShown:
    """Return the cached table if its basis has not changed."""
    basis = _Basis(
        items=items,
        bases=tuple(loaded.basis_of(item) for item in items),
        fines=tuple(fines),
        rules=season.rules,
        kind=season.league.kind,
        tags=tuple(season.tags),
    )
    known = cached_tables.get(season.token)
    if known and known[0] == basis:
        return known[1]
    table = _computed(season, items, loaded, basis.fines)
    if len(cached_tables) >= TABLES_KEPT:
        cached_tables.clear()
    cached_tables[season.token] = basis, table
    return table


def credited(
    season: Season, items: Iterable[Item], loaded: Credits
) -> tuple[list[EveningResult], dict[int, set[str]]]:
    """Return the results of everybody in the items, and their tags, casefolded."""
    teams = season.league.kind == League.Kind.TEAMS
    results: list[EveningResult] = []
    tags: defaultdict[int, set[str]] = defaultdict(set)
    for number, item in enumerate(items, start=1):
        brought = loaded.of(item, evening=number, teams=teams)
        results += brought.results
        for who, own in brought.tags.items():
            tags[who] |= {tag.casefold() for tag in own}
    return results, tags


def _computed(
    season: Season, items: tuple[Item, ...], loaded: Credits, fines: Iterable[Penalty]
) -> SeasonAsShown:
    results, tags = credited(season, items, loaded)
    present = {result.entrant for result in results}
    counted = [fine for fine in fines if fine.entrant in present]
    table = season_table(results, season.rules, penalties=counted)
    records: defaultdict[int, list[EveningResult]] = defaultdict(list)
    for result in results:
        records[result.entrant].append(result)
    return SeasonAsShown(
        items=items,
        scores={
            who: _score(line, records[who], season.tags, tags.get(who, ()))
            for who, line in table.lines.items()
        },
        ranking=_placed(table.standings),
        not_ranked=table.not_ranked,
        by_tag={
            tag: _placed(
                table.standings.narrowed(who for who, own in tags.items() if tag.casefold() in own)
            )
            for tag in season.tags
        },
    )


def _score(
    line: SeasonLine, results: Sequence[EveningResult], shown: Sequence[str], tags: Collection[str]
) -> Score:
    return Score(
        entrant=line.entrant,
        worths=line.evenings,
        bonus=line.bonus,
        penalties=tuple((fine.points, fine.reason) for fine in line.penalties),
        score=line.score,
        points=sum(result.record.points for result in results),
        wins=sum(result.record.wins for result in results),
        is_short=line.is_short,
        tags=tuple(tag for tag in shown if tag.casefold() in tags),
    )


def _placed(standings: Standings) -> tuple[Placed, ...]:
    return tuple(Placed(line.rank, line.entrant, line.decided_by) for line in standings.lines)


def _penalties(seasons: Sequence[Season]) -> dict[int, list[Penalty]]:
    """Return the penalties by season and entrant; two queries."""
    found: dict[int, list[Penalty]] = {season.pk: [] for season in seasons}
    stored = SeasonPenalty.objects.filter(season__in=found).select_related("team")
    for fine in stored.prefetch_related("team__players"):
        who = penalised(fine)
        if who is not None:
            found[fine.season_id].append(Penalty(who, fine.points, fine.reason))
    return found


def penalised(fine: SeasonPenalty) -> int | None:
    """Return the entrant who has a penalty, None if it is not in the table."""
    if fine.player_id:
        return fine.player_id
    if fine.team is None:
        return None
    return next(iter(entrant_of([p.pk for p in fine.team.players.all()], teams=True)), None)


def plain_table(table: SeasonAsShown) -> dict[str, Plain]:
    """Return a table as JSON values; `table_from` reads them."""
    return {
        "items": [[i.kind.value, i.pk, i.name, i.date.isoformat()] for i in table.items],
        "scores": [_plain_score(score) for score in table.scores.values()],
        "ranking": [_plain_place(place) for place in table.ranking],
        "not_ranked": list(table.not_ranked),
        "by_tag": {
            tag: [_plain_place(place) for place in places] for tag, places in table.by_tag.items()
        },
    }


def table_from(plain: Mapping[str, Plain]) -> SeasonAsShown:
    scores = [_score_from(values) for values in plain["scores"]]
    return SeasonAsShown(
        items=tuple(
            Item(date=date.fromisoformat(day), kind=ItemKind(kind), pk=pk, name=name)
            for kind, pk, name, day in plain["items"]
        ),
        scores={score.entrant: score for score in scores},
        ranking=tuple(_place_from(values) for values in plain["ranking"]),
        not_ranked=tuple(plain["not_ranked"]),
        by_tag={
            tag: tuple(_place_from(values) for values in places)
            for tag, places in plain["by_tag"].items()
        },
    )


def _plain_number(number: Number) -> Plain:
    return number if isinstance(number, int) else str(number)


def _number_from(plain: Plain) -> Number:
    return plain if isinstance(plain, int) else exact(Fraction(plain))


def _plain_score(score: Score) -> dict[str, Plain]:
    return {
        **{field.name: getattr(score, field.name) for field in fields(score)},
        "worths": [[w.evening, _plain_number(w.worth), w.is_counted] for w in score.worths],
        "score": _plain_number(score.score),
    }


def _score_from(plain: Mapping[str, Plain]) -> Score:
    return Score(
        **{
            **plain,
            "worths": tuple(
                CountedEvening(evening, _number_from(worth), is_counted)
                for evening, worth, is_counted in plain["worths"]
            ),
            "penalties": tuple((points, reason) for points, reason in plain["penalties"]),
            "score": _number_from(plain["score"]),
            "tags": tuple(plain["tags"]),
        }
    )


def _plain_place(place: Placed) -> list[Plain]:
    why = place.decision
    if why is None:
        return [place.rank, place.entrant, None]
    values = [
        [_plain_number(value) for value in side] for side in (why.above_values, why.below_values)
    ]
    return [place.rank, place.entrant, [why.code.value, why.above, why.below, *values, why.depth]]


def _place_from(plain: Sequence[Plain]) -> Placed:
    rank, entrant, why = plain
    if why is None:
        return Placed(rank, entrant, None)
    code, above, below, above_values, below_values, depth = why
    decision = Decision(
        CriterionCode(code),
        above,
        below,
        tuple(map(_number_from, above_values)),
        tuple(map(_number_from, below_values)),
        depth,
    )
    return Placed(rank, entrant, decision)
