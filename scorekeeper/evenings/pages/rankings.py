"""The players of an evening by their points: games that mark the same are added up."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F, Q

from scorekeeper.clubs.pages.shown_names import WHOLE_NAMES, ShownNames
from scorekeeper.engine.choices import Bidding
from scorekeeper.engine.hand import Seat, Side
from scorekeeper.engine.stints import earned, stints_of
from scorekeeper.engine.written_before import bidding_of
from scorekeeper.labels.rulesets import MARKED_LABELS
from scorekeeper.models import Evening, Game, GameSeat, Hand
from scorekeeper.models.games import GameQuerySet
from scorekeeper.models.sort_names import name_key

_OF_SIDE = {side: [seat.value for seat in Seat if seat.side is side] for side in Side}


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningRanking:
    """The players of the games that mark the same; `title` says what, where an evening has several.

    A line has the place, the name, the points of the hands played for the own side, how many games
    have ended and were won, how many go on, and the contracts taken and made.
    """

    title: str
    lines: list[dict[str, Any]]


def ranked_games(games: GameQuerySet) -> GameQuerySet:
    """Return the games with who sits there: three queries, however many games."""
    return games.prefetch_related("seats__player")


def evening_rankings(
    evening: Evening, shown: ShownNames = WHOLE_NAMES, *, games: Iterable[Game] | None = None
) -> list[EveningRanking]:
    """Return the players of the evening by points, then games won, then name.

    Games of rules that mark otherwise have a ranking of their own, what was played most first.
    Players who are equal share a place. `games` are those of `ranked_games`, where they are loaded;
    two queries more where somebody sat in.
    """
    if games is None:
        games = ranked_games(evening.games.order_by("pk"))
    by_kind: defaultdict[Bidding, list[Game]] = defaultdict(list)
    for game in games:
        by_kind[bidding_of(game.ruleset_values.get("bidding"))].append(game)
    contracts = _contracts(evening) if by_kind else {}
    left, hands = _where_somebody_sat_in([game for own in by_kind.values() for game in own])
    rankings = []
    for kind, own in sorted(by_kind.items(), key=lambda found: -len(found[1])):
        lines = _Lines(shown)
        for game in own:
            lines.add(game, [*game.seats.all(), *left[game.pk]], hands[game.pk], contracts)
        title = str(MARKED_LABELS[kind]) if len(by_kind) > 1 else ""
        rankings.append(EveningRanking(title=title, lines=lines.ranked()))
    return rankings


class _Lines:
    """What the games of an evening come to for each of its players."""

    def __init__(self, shown: ShownNames) -> None:
        self.shown = shown
        self.found: dict[tuple[int | None, str], dict[str, Any]] = {}

    def add(
        self,
        game: Game,
        seats: Sequence[GameSeat],
        hands: Sequence[Hand],
        contracts: dict[int, tuple[int, int]],
    ) -> None:
        for seat in seats:
            stints = stints_of(seat, seats)
            has = earned(stints, game, hands) if stints else None
            if has is None or (game.is_finished and not has.is_counted):
                continue
            line = self._line(seat)
            line["points"] += has.points
            line["games"] += game.is_finished
            line["won"] += game.is_finished and has.is_won
            line["playing"] += not game.is_finished
            for stint in stints:
                taken, made = contracts.get(stint.pk, (0, 0))
                line["taken"] += taken
                line["made"] += made

    def _line(self, seat: GameSeat) -> dict[str, Any]:
        name = seat.player.name if seat.player else seat.name
        key = seat.player_id, name
        if key not in self.found:
            counts = ("points", "games", "won", "playing", "taken", "made")
            line = {"name": self.shown.name(name, seat.player_id), **dict.fromkeys(counts, 0)}
            self.found[key] = line
        return self.found[key]

    def ranked(self) -> list[dict[str, Any]]:
        in_order = sorted(
            self.found.items(),
            key=lambda one: (-one[1]["points"], -one[1]["won"], name_key(one[0][1])),
        )
        ranking: list[dict[str, Any]] = []
        for number, (_key, line) in enumerate(in_order, start=1):
            before = ranking[-1] if ranking else None
            is_equal = before and (before["points"], before["won"]) == (line["points"], line["won"])
            place = before["place"] if before and is_equal else number
            ranking.append({"place": place, **line})
        return ranking


def _contracts(evening: Evening) -> dict[int, tuple[int, int]]:
    """Return how many contracts were taken and made from each seat, by the key of its row.

    A contract is made when the taker's side won the hand.
    """
    made = Q(seat__in=_OF_SIDE[Side.A], game__hands__winner=Side.A)
    made |= Q(seat__in=_OF_SIDE[Side.B], game__hands__winner=Side.B)
    rows = (
        GameSeat.every.filter(
            Q(last_hand=None) | Q(game__hands__number__lte=F("last_hand")),
            game__evening=evening,
            game__hands__taker=F("seat"),
            game__hands__counted=True,
            game__hands__number__gte=F("first_hand"),
        )
        .annotate(all_taken=Count("game__hands"), all_made=Count("game__hands", filter=made))
        .order_by()
        .values_list("pk", "all_taken", "all_made")
    )
    return {pk: (taken, won) for pk, taken, won in rows}


def _where_somebody_sat_in(
    games: Iterable[Game],
) -> tuple[defaultdict[int, list[GameSeat]], defaultdict[int, list[Hand]]]:
    """Return who left a seat, and the hands that count, of games in which somebody did."""
    left: defaultdict[int, list[GameSeat]] = defaultdict(list)
    hands: defaultdict[int, list[Hand]] = defaultdict(list)
    of = {"game__in": [game.pk for game in games if game.has_substitutes]}
    if of["game__in"]:
        for seat in GameSeat.every.filter(**of, last_hand__isnull=False).select_related("player"):
            left[seat.game_id].append(seat)
        for hand in Hand.objects.filter(**of, counted=True).order_by("number"):
            hands[hand.game_id].append(hand)
    return left, hands
