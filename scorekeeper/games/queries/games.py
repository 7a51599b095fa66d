"""Games: lists and searches, seats, and the card of each game."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from django.db.models import Q
from django.db.models.functions import Greatest
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.clubs.queries import WHOLE_NAMES, ShownNames
from scorekeeper.engine.hand import Seat, Side
from scorekeeper.engine.stints import earned, hand_order
from scorekeeper.games.queries.log import sits_in_text
from scorekeeper.games.queries.sheets import GameSheet
from scorekeeper.labels.sheets import points_text
from scorekeeper.models import Club, Evening, Game, GameSeat
from scorekeeper.models.games import GameQuerySet, every_seat_of
from scorekeeper.models.hands import counted_hands
from scorekeeper.models.sort_names import folded, words_of


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game, and its sides' names as the visitor may see them."""

    game: Game
    name_a: str
    name_b: str


def game_card(game: Game, shown: ShownNames = WHOLE_NAMES) -> GameCard:
    """Return the card of a game, whose seats should be prefetched."""
    names = {seat.seat: shown.name(seat.name, seat.player_id) for seat in game.seats.all()}
    return GameCard(game, _team(names, Side.A), _team(names, Side.B))


def _team(names: dict[str, str], side: Side) -> str:
    return " & ".join(names[seat] for seat in Seat if seat.side is side and seat in names)


def with_seats(games: GameQuerySet) -> GameQuerySet:
    """Return the games with their seats, in two queries."""
    return games.prefetch_related("seats")


def game_cards(games: Iterable[Game], shown: ShownNames = WHOLE_NAMES) -> list[GameCard]:
    """Return the cards of games, in the same order."""
    return [game_card(game, shown) for game in games]


def running_games(games: GameQuerySet, *, limit: int) -> list[GameCard]:
    return game_cards(with_seats(games.playing().newest_first())[:limit])


def finished_games(games: GameQuerySet, *, limit: int) -> list[GameCard]:
    return game_cards(with_seats(games.finished().order_by("-finished_at", "-pk"))[:limit])


@dataclass(frozen=True, slots=True, kw_only=True)
class SatIn:
    """A substitution; only the last one of a seat can be undone."""

    seat: Seat
    left: str
    came: str
    hand: int
    text: str
    is_last: bool


def changes_of(sheet: GameSheet) -> list[SatIn]:
    """Return the substitutions, seat by seat, in order."""
    found: list[SatIn] = []
    for seat in Seat:
        own = sorted((one for one in sheet.seats if one.seat == seat), key=hand_order)
        for left, came in pairwise(own):
            change = {"left": left.name, "came": came.name, "hand": came.first_hand}
            found.append(
                SatIn(
                    seat=seat,
                    left=sheet.shown.name(left.name, left.player_id),
                    came=sheet.shown.name(came.name, came.player_id),
                    hand=came.first_hand,
                    text=sits_in_text(change, sheet.shown),
                    is_last=came is own[-1],
                )
            )
    return found


def moved_texts(
    game: Game, names: Mapping[Seat, str], typed: Mapping[Seat, str], shown: ShownNames
) -> list[str]:
    """Return sentences about whose results move to whom if these are the right names.

    `typed` are the same names as shown to the visitor, possibly as initials.
    """
    if not game.hand_count:
        return []
    seats, hands = every_seat_of(game), counted_hands(game)
    present = {Seat(one.seat): one for one in seats if one.last_hand is None}
    texts = []
    for seat, name in names.items():
        was = present[seat]
        if name == was.name:
            continue
        own = sorted((one for one in seats if _is_same(one, was)), key=hand_order)
        has = earned(own, game, hands)
        if has.hands:
            values = {"left": shown.name(was.name, was.player_id), "came": typed[seat]}
            texts.append(_moved(values, has.hands, has.belotes, has.points))
    return texts


def _is_same(one: GameSeat, other: GameSeat) -> bool:
    return (one.seat, one.player_id, one.name) == (other.seat, other.player_id, other.name)


def _moved(values: Mapping[str, Any], hands: int, belotes: int, points: int) -> str:
    parts: Sequence[str] = (
        ngettext("%(count)d hand", "%(count)d hands", hands) % {"count": hands},
        ngettext("%(count)d belote", "%(count)d belotes", belotes) % {"count": belotes},
        ngettext("%(points)s point", "%(points)s points", points) % {"points": points_text(points)},
    )
    hands_text, belotes_text, points_said = parts
    return _("From %(left)s to %(came)s: %(hands)s, %(belotes)s, %(points)s.") % {
        **values,
        "hands": hands_text,
        "belotes": belotes_text,
        "points": points_said,
    }


def listed_games(club: Club, *, search: str = "", status: str = "") -> GameQuerySet:
    """Return games, the latest first, with seats, evening and `best_total`.

    Every search word must occur in a player's name, the rule set or the evening, or be the number
    of the table. An unknown status filters nothing. A search takes three more queries.
    """
    games = Game.objects.of_club(club).outside_contests()
    if status in Game.Status.values:
        games = games.filter(status=status)
    # "Table 3" searches for the number 3: the word "table" would match every game.
    words = [word for word in words_of(search) if word != folded(_("Table"))]
    if words:
        games = games.filter(_matching(club, words))
    games = games.annotate(best_total=Greatest("total_a", "total_b"))
    return with_seats(games).select_related("evening").newest_first()


def _matching(club: Club, words: list[str]) -> Q:
    """Return the condition that every word occurs somewhere, ignoring accents and case."""
    # Replaced players have played the game too.
    seats = GameSeat.every.filter(game__club=club)
    names = list(seats.order_by().values_list("name", flat=True).distinct())
    rules = Game.objects.of_club(club).order_by().values_list("ruleset_name", flat=True).distinct()
    rule_names = list(rules)
    evenings = list(Evening.objects.of_club(club).values_list("pk", "name"))
    condition = Q()
    for word in words:
        named = seats.filter(name__in=[name for name in names if word in folded(name)])
        found = Q(pk__in=named.values("game_id"))
        found |= Q(ruleset_name__in=[name for name in rule_names if word in folded(name)])
        found |= Q(evening__in=[pk for pk, name in evenings if word in folded(name)])
        if word.isascii() and word.isdigit() and len(word) <= 4:
            found |= Q(table_number=int(word))
        condition &= found
    return condition
