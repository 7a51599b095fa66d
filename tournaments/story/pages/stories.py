"""The story of a contest as its page tells it: its hands are read once for each change of it."""

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from scorekeeper.clubs.pages.shown_names import hidden_players, name_for
from scorekeeper.engine.hand import Side
from scorekeeper.models import Game, Hand
from tournaments.ledger.standings import contest_of, counted_seats
from tournaments.lineups import titled
from tournaments.models import EntryPlayer, Match, MatchSeat, Round, Tournament
from tournaments.standings.criteria import CriterionCode
from tournaments.story.labels import lead_summary, led_text, points_with_word
from tournaments.story.moments import Story, tell
from tournaments.story.pages.charts import draw_race, draw_strip
from tournaments.story.pages.facts import cards_of, counts_of
from tournaments.story.race import StoryCredit, StoryHand, StoryTable, Told


def story_page(tournament: Tournament, *, is_public: bool) -> dict[str, Any]:
    """Return what the page shows in the language now active; public ones name players as they wish.

    `waits_for` is the first round that is not told yet. The names alone are read where nothing has
    changed since the story was last asked for.
    """
    story, waits_for = _kept_story(tournament.token, tournament.state, tournament.pk)
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


# The token keeps contests apart, the state the moments of one.
@lru_cache(maxsize=8)
def _kept_story(token: str, state: str, pk: int) -> tuple[Story, int | None]:
    """Return the story, and the number of the first round that is not over."""
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
    return tell(_told(tournament, seats, tables, over)), waits_for


def _told(
    tournament: Tournament,
    seats: Sequence[MatchSeat],
    tables: Sequence[StoryTable],
    rounds: Sequence[tuple[int, int]],
) -> Told:
    numbers = {number for number, _ in rounds}
    counted = [
        seat for seat in seats if seat.counts and seat.has_result and seat.round.number in numbers
    ]
    return Told(
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
    """Return the places after each round of those who had a result by then."""
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
    """Return the finished games with their hands, and the rounds in which any is not."""
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
