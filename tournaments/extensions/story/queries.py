"""The story of a contest: facts, counts over its hands, charts of the race.

Charts are 360 units wide. Coordinates are formatted here, because SVG accepts no localised numbers.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, TypeAlias

from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper.clubs.queries import hidden_players, name_for
from scorekeeper.engine.hand import Side
from scorekeeper.engine.scoring import Outcome
from scorekeeper.labels.sheets import parts_text, points_text
from scorekeeper.models import Game, Hand
from tournaments.audit_log.standings import contest_of, counted_seats
from tournaments.extensions.story import labels as words
from tournaments.extensions.story.labels import (
    Namer,
    lead_summary,
    led_text,
    points_with_word,
    span_text,
)
from tournaments.extensions.story.moments import SideFact, Story, find_story
from tournaments.extensions.story.race import (
    Lead,
    Race,
    StoryCredit,
    StoryHand,
    StoryInput,
    StoryTable,
)
from tournaments.lineups import titled
from tournaments.models import EntryPlayer, Match, MatchSeat, Round, Tournament
from tournaments.standings.criteria import CriterionCode
from tournaments.visible_ranking import Reader, visible_ranking

LEFT: Final = 6
RIGHT: Final = 336
TOP: Final = 14
BOTTOM: Final = 196
LABEL_GAP: Final = 15
"""The minimum distance between labels at the ends of lines."""
DIGIT: Final = 8
"""The approximate width of a digit in a label."""

# Marker shapes of the five lines; together with the dashes they distinguish the lines.
SHAPES: Final = (
    "m-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0z",
    "m0,-5l5,5l-5,5l-5,-5z",
    "m-4,-4h8v8h-8z",
    "m0,-5l5,9h-10z",
    "m-5,-4h10l-5,9z",
)

Drawn: TypeAlias = dict[str, Any]
"""Template context of a chart or of one of its elements, with the same numbers as table rows."""


def draw_race(story: Story, names: Mapping[int, str]) -> Drawn:
    """Return the chart of points behind the leader over the hands; the leader is the top line."""
    race = story.race
    behind = {number: race.behind(number) for number in story.top}
    deepest = max((max(points) for points in behind.values()), default=0) or 1
    labels = _apart([_y(behind[number][-1], deepest) for number in story.top])
    return {
        "lines": [
            {
                "style": index + 1,
                "number": number,
                "name": names[number],
                "total": points_text(race.totals[number][-1]),
                "label_y": f"{labels[index] + 4:.1f}",
                **_line(race, SHAPES[index], behind[number], deepest),
            }
            for index, number in enumerate(story.top)
        ],
        "depths": _depths(deepest),
        "rounds": _rounds(race),
        "rows": [
            {
                "step": step,
                "cells": [
                    f"−{points_text(points[step])}" if points[step] else "0"
                    for points in behind.values()
                ],
                "ends_round": race.ends.index(step) + 1 if step in race.ends else 0,
            }
            for step in range(1, race.steps + 1)
        ],
        "summary": _summary(story, names, behind),
        "is_by_round": race.is_by_round,
    }


def _x(step: int, steps: int) -> float:
    return LEFT + (RIGHT - LEFT) * step / max(1, steps)


def _y(points: int, deepest: int) -> float:
    return TOP + (BOTTOM - TOP) * points / deepest


def _line(race: Race, shape: str, behind: Sequence[int], deepest: int) -> Drawn:
    at = [(_x(step, race.steps), _y(points, deepest)) for step, points in enumerate(behind)]
    return {
        "line": " ".join(f"{x:.1f},{y:.1f}" for x, y in at),
        "marks": " ".join(f"M{at[end][0]:.1f},{at[end][1]:.1f}{shape}" for end in race.ends),
        "sample_mark": f"M16,8{shape}",
    }


def _apart(wanted: Sequence[float]) -> list[float]:
    """Return label positions near those wanted, without overlaps, in order from the top."""
    found: list[float] = []
    for y in wanted:
        found.append(max(y, found[-1] + LABEL_GAP) if found else y)
    overflow = (found[-1] if found else 0) - BOTTOM
    return [y - overflow for y in found] if overflow > 0 else found


def _depths(deepest: int) -> list[Drawn]:
    """Return two or three round numbers of points behind the leader."""
    step = next(
        size * 10**power
        for power in range(1, 7)
        for size in (1, 2, 5)
        if size * 10**power * 4 > deepest
    )
    return [
        {
            "at": f"{_y(points, deepest):.1f}",
            "label": f"−{points_text(points)}",
            "label_at": f"{_y(points, deepest) - 3:.1f}",
        }
        for points in range(step, deepest + 1, step)
    ]


def _rounds(race: Race) -> list[Drawn]:
    name = _("Round %(number)d") if len(race.ends) <= 4 else "%(number)d"
    starts = [0, *race.ends[:-1]]
    return [
        {
            "at": f"{_x(end, race.steps):.1f}",
            "label": name % {"number": number},
            "label_at": f"{(_x(start, race.steps) + _x(end, race.steps)) / 2:.1f}",
        }
        for number, (start, end) in enumerate(zip(starts, race.ends, strict=True), start=1)
    ]


def _summary(story: Story, names: Mapping[int, str], behind: Mapping[int, Sequence[int]]) -> str:
    parts = []
    for number in story.top:
        off = behind[number][-1]
        text = _("%(place)d. %(who)s, %(points)s behind") if off else _("%(place)d. %(who)s")
        values = {"place": story.places[number], "who": names[number]}
        parts.append(text % {**values, "points": points_with_word(off)})
    return _("In the end: %(list)s.") % {"list": parts_text(parts)}


def draw_strip(story: Story, names: Mapping[int, str]) -> Drawn | None:
    """Return the chart of who led when; None if nobody ever led alone."""
    race = story.race
    if not race.leads:
        return None
    return {
        "stretches": [
            _stretch(lead, race.steps) | {"is_odd": index % 2}
            for index, lead in enumerate(race.leads)
        ],
        "rounds": _rounds(race),
        "rows": [
            {
                "span": span_text(lead.first, lead.last),
                "number": lead.entrant,
                "name": names[lead.entrant],
                "by": points_text(lead.by),
            }
            for lead in race.leads
        ],
        "is_by_round": race.is_by_round,
    }


def _stretch(lead: Lead, steps: int) -> Drawn:
    start, end = _x(lead.first - 1, steps), _x(lead.last, steps)
    has_room = end - start >= DIGIT * len(str(lead.entrant)) + 2
    return {
        "x": f"{start:.1f}",
        "width": f"{end - start:.1f}",
        "label": str(lead.entrant) if has_room else "",
        "label_x": f"{(start + end) / 2:.1f}",
    }


Card: TypeAlias = dict[str, str]
"""A card of the page: `title`, `number`, `text`; optionally `place`, `more`, `url`."""


def cards_of(story: Story, name: Namer, *, is_public: bool) -> list[Card]:
    """Return the cards; `name` names entries, and links to games are for members only."""

    def url(table: StoryTable) -> str:
        return "" if is_public else reverse("scorekeeper:game-detail", args=[table.game])

    def at_table(
        title: str,
        fact: SideFact | None,
        text: Callable[[SideFact, Namer], str],
        number: Callable[[int], str] = words.points_with_word,
    ) -> Iterator[Card]:
        if fact:
            yield {
                "title": title,
                "number": number(fact.points),
                "text": text(fact, name),
                "place": words.moment_place(fact),
                "more": words.times_text(fact),
                "url": url(fact.table),
            }

    facts = [
        *at_table(_("The biggest hand"), story.biggest_hand, words.hand_text),
        *at_table(_("The comeback of the contest"), story.comeback, words.comeback_text),
        *_of_race(story, name),
        *at_table(_("The tightest table"), story.tightest, words.game_text),
        *at_table(_("The highest game"), story.highest_game, words.game_text),
        *at_table(_("The lowest game"), story.lowest_game, words.game_text),
        *at_table(_("Most litiges"), story.most_litiges, words.litiges_text, words.litiges_number),
    ]
    if chain := story.chain:
        facts.append(
            {
                "title": _("Litige after litige"),
                "number": words.litiges_number(chain.length),
                "text": words.chain_text(chain, name),
                "place": words.chain_place(chain),
                "url": url(chain.table),
            }
        )
    return facts


def _of_race(story: Story, name: Namer) -> Iterator[Card]:
    if behind := story.winner_behind:
        yield {
            "title": _("Behind, and first all the same"),
            "number": words.points_with_word(behind.points),
            "text": words.behind_text(behind, name, is_by_round=story.race.is_by_round),
        }
    if climb := story.climb:
        yield {
            "title": _("The climb"),
            "number": words.climb_number(climb),
            "text": words.climb_text(climb, name),
        }


def counts_of(story: Story) -> list[tuple[str, str]]:
    """Return counts over the whole contest; only those of games if no hand was entered."""
    counts = [(_("Finished games"), story.tables)]
    if story.hands:
        counts += [
            (_("Hands"), story.hands),
            (_("Capots"), story.outcomes.get(Outcome.CAPOT, 0)),
            (_("Belotes"), story.belotes),
            (_("Contracts that failed"), story.outcomes.get(Outcome.FAILED, 0)),
            (_("Litiges"), story.outcomes.get(Outcome.LITIGE, 0)),
            (_("Penalties"), story.outcomes.get(Outcome.PENALTY, 0)),
        ]
    return [(label, points_text(count)) for label, count in counts]


def story_page(tournament: Tournament, *, is_public: bool) -> dict[str, Any]:
    """Return the context of the page; on public pages players' names are shown as they wish.

    `waits_for` is the first round that is not closed yet. If nothing has changed since the last
    call, only the names are read from the database.
    """
    seen = visible_ranking(tournament, Reader.EVERYBODY if is_public else Reader.CLUB)
    story, waits_for = _cached_story(
        tournament.token, tournament.state, tournament.pk, seen.after_round
    )
    names = _names(tournament, is_public=is_public)

    def name(entrants: Sequence[int]) -> str:
        return " & ".join(names.get(number, f"{number}") for number in entrants)

    winners = [number for number in story.top if story.places[number] == 1]
    shown = {number: name([number]) for number in story.race.totals}
    return {
        "story": story,
        "winners": ", ".join(shown[number] for number in winners),
        "winner_points": points_with_word(story.race.totals[winners[0]][-1]) if winners else "",
        "led": led_text(story, winners[0]) if len(winners) == 1 else "",
        "summary": lead_summary(story),
        "race": draw_race(story, shown) if winners else None,
        "strip": draw_strip(story, shown),
        "facts": cards_of(story, name, is_public=is_public),
        "counts": counts_of(story),
        "waits_for": waits_for,
        "ranks_by_points": tournament.criteria[:1] == [CriterionCode.POINTS],
    }


def _names(tournament: Tournament, *, is_public: bool) -> dict[int, str]:
    """Return the names of each entry by its number; two queries at most."""
    hidden = hidden_players(tournament.club_id) if is_public else frozenset()
    found: defaultdict[int, list[str]] = defaultdict(list)
    players = EntryPlayer.objects.filter(entry__tournament=tournament).order_by("position")
    teams: dict[int, str] = {}
    columns = ("entry__number", "entry__team_name", "name", "player")
    for number, team_name, name, player in players.values_list(*columns):
        teams[number] = team_name
        found[number].append(name_for(name, player, hidden))
    return {number: titled(names, teams[number]) for number, names in found.items()}


# The cache key is the arguments: `token` identifies the contest, `state` its version.
@lru_cache(maxsize=8)
def _cached_story(
    token: str, state: str, pk: int, after_round: int | None
) -> tuple[Story, int | None]:
    """Return the story, and the number of the first round that is not closed."""
    tournament = Tournament.objects.get(pk=pk)
    seats = counted_seats(tournament)
    rounds = list(
        tournament.rounds.exclude(status=Round.Status.DRAWN)
        .order_by("number")
        .values_list("number", "hands")
    )
    tables, playing = _tables(tournament, seats)
    waits_for = min(playing, default=None)
    over = [played for played in rounds if waits_for is None or played[0] < waits_for]
    if after_round is not None:
        over = [played for played in over if played[0] <= after_round]
    return find_story(_input_of(tournament, seats, tables, over)), waits_for


def _input_of(
    tournament: Tournament,
    seats: Sequence[MatchSeat],
    tables: Sequence[StoryTable],
    rounds: Sequence[tuple[int, int]],
) -> StoryInput:
    numbers = {number for number, _ in rounds}
    counted = [
        seat for seat in seats if seat.counts and seat.has_result and seat.round.number in numbers
    ]
    return StoryInput(
        rounds=tuple(rounds),
        tables=tuple(table for table in tables if table.round in numbers),
        credits=tuple(
            StoryCredit(
                entrant=seat.entry.number,
                round=seat.round.number,
                points=seat.points,
                game=seat.match.game_id if seat.match.is_game else None,
                side=seat.side,
            )
            for seat in counted
        ),
        places=_places(tournament, sorted(numbers)),
    )


def _places(tournament: Tournament, rounds: Sequence[int]) -> dict[int, dict[int, int]]:
    """Return the places after each round, of entries that had a result by then."""
    contest = contest_of(tournament)
    return {
        number: {
            line.entrant: line.rank
            for line in contest.standings(after_round=number).lines
            if line.record.has_results
        }
        for number in rounds
    }


def _tables(
    tournament: Tournament, seats: Sequence[MatchSeat]
) -> tuple[list[StoryTable], set[int]]:
    """Return the finished games with their hands, and the rounds with unfinished games."""
    sides: defaultdict[int, defaultdict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for seat in seats:
        sides[seat.match_id][seat.side].append(seat.entry.number)
    hands = _hands(tournament)
    cards = Match.objects.filter(
        round__tournament=tournament, kind__in=[Match.Kind.GAME, Match.Kind.CATCH_UP]
    ).order_by("round__number", "table_number")
    found: list[StoryTable] = []
    playing = set()
    for match in cards.values("pk", "round__number", "table_number", *_OF_GAME):
        if match["game__status"] != Game.Status.FINISHED:
            playing.add(match["round__number"])
        elif match["game__hand_count"]:
            found.append(_table(match, sides[match["pk"]], hands[match["game_id"]]))
    return found, playing


_OF_GAME = ("game_id", "game__status", "game__hand_count", "game__total_a", "game__total_b")


def _table(
    match: dict[str, int], sides: dict[str, list[int]], hands: list[StoryHand]
) -> StoryTable:
    return StoryTable(
        game=match["game_id"],
        round=match["round__number"],
        table=match["table_number"],
        a=tuple(sides[Side.A]),
        b=tuple(sides[Side.B]),
        total_a=match["game__total_a"],
        total_b=match["game__total_b"],
        hands=tuple(hands),
    )


def _hands(tournament: Tournament) -> defaultdict[int, list[StoryHand]]:
    found: defaultdict[int, list[StoryHand]] = defaultdict(list)
    hands = Hand.objects.filter(
        game__match__round__tournament=tournament, game__kind=Game.Kind.HANDS, counted=True
    ).order_by("game_id", "number")
    columns = ("game_id", "number", "score_a", "score_b", "outcome", "winner", "belote")
    for game, number, a, b, outcome, winner, belote in hands.values_list(*columns):
        found[game].append(
            StoryHand(number=number, a=a, b=b, outcome=outcome, winner=winner, belote=belote)
        )
    return found
