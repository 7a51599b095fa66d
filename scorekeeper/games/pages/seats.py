"""Who sat on the seats of a game, and what belongs to whom."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.clubs.pages.shown_names import ShownNames
from scorekeeper.engine.hand import Seat
from scorekeeper.engine.stints import earned, hand_order
from scorekeeper.games.pages.log import sits_in_text
from scorekeeper.hands.pages.sheets import GameSheet
from scorekeeper.labels.sheets import points_text
from scorekeeper.models import Game, GameSeat
from scorekeeper.models.games import every_seat_of
from scorekeeper.models.hands import counted_hands


@dataclass(frozen=True, slots=True, kw_only=True)
class SatIn:
    """Somebody took a seat from somebody else; only the last change of a seat is taken back."""

    seat: Seat
    left: str
    came: str
    hand: int
    text: str
    is_last: bool


def changes_of(sheet: GameSheet) -> list[SatIn]:
    """Return who sat in for whom, seat by seat, the first one first."""
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
    """Return what would go from whom to whom if these were the right names.

    `typed` are the same names as they are said: initials where somebody is shown by them.
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
