"""Pools and brackets: standings, trees, qualifiers with reasons, open questions."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from scorekeeper.clubs.names import short_names
from scorekeeper.clubs.queries import WHOLE_NAMES, ShownNames, hidden_players
from tournaments.audit_log.meetings import course_contest_of, drawn_version
from tournaments.draw.groups import CONSOLATION, MAIN, THIRD
from tournaments.formats.contest_format import ContestFormat
from tournaments.formats.phases import PhaseKind
from tournaments.formats.qualifying import Qualified, pools_at, qualified_for
from tournaments.models import Match, MatchSeat, Tournament
from tournaments.phases.labels import DECIDED_SHORT, moved_text, way_text
from tournaments.rankings.labels import why_text
from tournaments.rounds.labels import group_title, leg_title
from tournaments.rounds.queries.draws import moved_now
from tournaments.rounds.queries.requests import drawn_names
from tournaments.seating import NamedEntry, named_entries
from tournaments.standings.brackets import NOBODY, TreeGame, Trees
from tournaments.standings.contest import RankedContest
from tournaments.standings.ranking import Standing
from tournaments.visible_ranking import Reader, visible_ranking


@dataclass(frozen=True, slots=True, kw_only=True)
class CoursePage:
    """Pools, then brackets; `ways` explain why each entry plays where it does.

    `short_names` are those of all who take part, for columns that are too narrow for whole ones.
    """

    pools: list[dict[str, Any]]
    brackets: list[dict[str, Any]]
    level: list[dict[str, Any]]
    ways: dict[str, list[dict[str, Any]]]
    is_drawn: bool
    short_names: Mapping[str, str]

    @property
    def has_anything(self) -> bool:
        return bool(self.pools or self.brackets)


def course_page(tournament: Tournament, *, reader: Reader = Reader.CLUB) -> CoursePage:
    """Return the pools and brackets of a contest that a reader may see; about eight queries."""
    is_public = reader is not Reader.CLUB
    shown = ShownNames(hidden_players(tournament.club_id)) if is_public else WHOLE_NAMES
    names = named_entries(tournament.pk, shown=shown)
    seen = visible_ranking(tournament, reader)
    contest = course_contest_of(tournament).up_to(seen.after_round)
    look = _Look(tournament, contest, names)
    return CoursePage(
        pools=look.pools(),
        brackets=list(look.brackets()),
        level=look.level(),
        ways=look.ways_by_tree(),
        is_drawn=bool(look.trees.rounds),
        short_names=short_names(
            [] if tournament.format.team_names else [one.title for one in names.values()]
        ),
    )


def course_names(tournament: Tournament) -> Mapping[int, NamedEntry]:
    """Return the names of those who go through the phases, by number; one query at most."""
    how = tournament.format
    return drawn_names(how, {} if how.team_names else named_entries(tournament.pk))


class _Look:
    """The loaded data of a contest in phases."""

    def __init__(
        self, tournament: Tournament, contest: RankedContest, names: Mapping[int, NamedEntry]
    ) -> None:
        self._tournament, self._contest = tournament, contest
        self._how = tournament.format
        self._names, self._entries = drawn_names(self._how, names), names
        self._course = tournament.course
        self.trees: Trees = contest.trees()
        self._named = {one.round: one.decided for one in self.trees.rounds}
        self._tables = _tables_of(tournament, self._how) if self.trees.rounds else {}
        self._ways = {one.entrant: one for one in self._qualified()}

    def _qualified(self) -> Sequence[Qualified]:
        """Return the qualifiers at present; empty before anything was played."""
        at = self._how.knockout
        if at is None or at.before is None or not self._contest.results:
            return ()
        size = self._how.entry_size
        there = {
            one.number
            for one in self._entries.values()
            if len(one.names) == size and (one.left_from is None or one.left_from > at.first)
        }
        present = set(self._how.able(there))
        contest = self._contest
        if self.trees.rounds:
            # An entry that left after the draw was still in it, and displaced others.
            present |= self._drawn() & self._names.keys()
            contest = replace(contest, version=drawn_version(self._tournament, at.first))
        return qualified_for(contest, at, present)

    def pools(self) -> list[dict[str, Any]]:
        """Return the pools of the last phase that has any."""
        first = 1
        found: list[dict[str, Any]] = []
        for phase in self._course:
            if phase.kind is PhaseKind.POOLS:
                last = first + phase.rounds - 1
                pools = pools_at(self._contest, first, last)
                found = [
                    {
                        "title": group_title(pool.name),
                        "lines": [self._pool_line(line) for line in pool.standings.lines],
                    }
                    for pool in pools
                ] or found
            first += phase.rounds
        return found

    def _pool_line(self, line: Standing) -> dict[str, Any]:
        record, decision, way = line.record, line.decided_by, self._ways.get(line.entrant)
        criteria = self._contest.rules.criteria
        is_explained = decision and record.has_results and decision.code is not criteria[0]
        return {
            "rank": line.rank,
            "entry": self._names[line.entrant],
            "points": self._contest.shown_total(record),
            "wins": record.wins,
            "played": len(record.games),
            "why": why_text(decision, criteria) if decision and is_explained else "",
            "goes_to": group_title(way.tree) if way and way.tree and record.has_results else "",
        }

    def ways_by_tree(self) -> dict[str, list[dict[str, Any]]]:
        """Return the entries of each bracket with the reasons, best first."""
        found: dict[str, list[dict[str, Any]]] = {}
        for one in self._ways.values():
            if one.tree:
                way = {"entry": self._names[one.entrant], "why": way_text(one)}
                found.setdefault(group_title(one.tree), []).append(way)
        return found

    def _drawn(self) -> frozenset[int]:
        """Return the entries in the drawn brackets."""
        first = self.trees.rounds[:1]
        return frozenset(who for one in first for _tree, slots in one.groups for who in slots)

    def brackets(self) -> Iterator[dict[str, Any]]:
        """Yield the brackets as far as they are known."""
        if not self.trees.rounds:
            return
        for name, slots in self.trees.rounds[0].groups:
            yield self._bracket(name, slots)

    def _bracket(self, name: str, slots: Sequence[int]) -> dict[str, Any]:
        size, legs = len(slots), self.trees.legs(name)
        rounds: list[dict[str, Any]] = [
            {
                "title": leg_title(size >> column),
                "games": [self._game(game, is_first=column == 0) for game in leg],
                "below": self._third() if name == MAIN and leg is legs[-1] else None,
            }
            for column, leg in enumerate(legs)
        ]
        winner = legs[-1][0].winner
        return {
            "name": name,
            "title": group_title(name),
            "rounds": rounds,
            "winner": self._names.get(winner) if winner else None,
        }

    def _third(self) -> dict[str, Any] | None:
        """Return the game for the third place, to be shown below the final; None without one."""
        for played in self.trees.rounds:
            for game in self.trees.games(played):
                if game.tree == THIRD:
                    return {"title": group_title(THIRD), "game": self._game(game, is_first=False)}
        return None

    def _game(self, game: TreeGame, *, is_first: bool) -> dict[str, Any]:
        table, decided = self._tables.get((game.round, game.a), (None, ""))
        # The next round may have been kept as drawn, with another entry than the named winner.
        is_named = game.is_level and game.winner in self._named.get(game.round, ())
        note = str(DECIDED_SHORT.get(decided, "")) if is_named else ""
        sides = [self._side(game, who, is_first=is_first) for who in (game.a, game.b)]
        return {"sides": sides, "table": table, "note": note}

    def _side(self, game: TreeGame, who: int, *, is_first: bool) -> dict[str, Any]:
        result = self.trees.results.get((game.round, who))
        way = self._ways.get(who)
        is_free = who == NOBODY and game.winner is not None
        return {
            "entry": self._names.get(who),
            "points": self._contest.shown_points(result) if result and game.is_game else None,
            "is_winner": bool(who) and game.winner == who,
            "is_bye": is_free and is_first,
            "has_left": is_free and not is_first,
            "why": way_text(way) if way and is_first else "",
        }

    def level(self) -> list[dict[str, Any]]:
        """Return the level tables of the last round, and earlier ones that need a decision."""
        if not self.trees.rounds:
            return []
        found = []
        last = self.trees.rounds[-1]
        for game in (*self.trees.unsure(last.round), *self.trees.games(last)):
            table, decided = self._tables.get((game.round, game.a), (None, ""))
            if game.is_level and table:
                found.append(
                    {
                        "round_number": game.round,
                        "table": table,
                        "entries": (self._names[game.a], self._names[game.b]),
                        "decided": self._decided(game, decided),
                    }
                )
        return found

    def _decided(self, game: TreeGame, decided: str) -> str:
        if not game.winner:
            return ""
        return f"{self._names[game.winner].title} · {DECIDED_SHORT.get(decided, '')}"


def _tables_of(
    tournament: Tournament, how: ContestFormat
) -> dict[tuple[int, int], tuple[int | None, str]]:
    """Return each entry's table in each round, and how it was decided; one query.

    For club teams it is the first table of their meeting.
    """
    seats = MatchSeat.objects.filter(round__tournament=tournament, counts=True).exclude(
        round__groups=[]
    )
    rows = seats.exclude(match__kind=Match.Kind.EXEMPT).values_list(
        "round__number", "entry__number", "match__table_number", "match__decided_by"
    )
    last_first = sorted(rows, key=lambda row: -(row[2] or 0))
    return {
        (played, who): (table, decided)
        for played, number, table, decided in last_first
        for who in how.meeting_of([number])
    }


def phases_shown(tournament: Tournament) -> dict[str, Any]:
    """Return the number of participants for the presets; one query."""
    entries = tournament.entries.filter(withdrawn_from=None).count()
    return {"entries": entries}


__all__ = ["CONSOLATION", "CoursePage", "course_page", "phases_shown"]


def moved_question(tournament: Tournament) -> dict[str, Any] | None:
    """Return the question to the organiser after results changed the qualifiers.

    `level_round` is the round with a level table, which has to be decided first.
    """
    found = moved_now(tournament)
    if found is None:
        return None
    names = course_names(tournament)
    return {
        "level_round": found.level[0].round if found.level else None,
        "round_number": None if found.is_first else found.playing.number,
        "text": moved_text(found.moved, names),
        "ways": [
            {"entry": names[one.entrant], "why": group_title(one.now) if one.now else _("out")}
            for one in found.moved
        ],
        "mark": found.mark,
        "is_kept": found.is_kept,
        "may_draw_again": not found.is_kept and found.may_draw_again,
    }
