"""What is stored of a contest beside its document, compared with what it has to be.

Games have copies of the contest's rules and of their table's number; chairs have the players of the
entries that sit there; names belong to players, who get the season's points.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from django.db.models import F, Prefetch

from scorekeeper.clubs.who_is_who import WhoIsWho
from scorekeeper.engine.hand import Seat
from scorekeeper.models import Club, Game, GameSeat, SlipTotals
from tournaments.audit_log.actions.types import ActionType
from tournaments.audit_log.replay.compare import Difference, DocumentPlace
from tournaments.lineups import stints_in
from tournaments.models import ArrivedContest, ArrivedName, Entry, Match, MatchSeat, Tournament
from tournaments.models.entries import Sitter

RULES: Final = (
    "ruleset_key",
    "ruleset_name",
    "ruleset_based_on",
    "ruleset_values",
    "ruleset_practice",
)
_PRESENT: Final = 1_000_000
_CHANGING: Final = (ActionType.ENTRY_CHANGED, ActionType.SUBSTITUTED)

Chair = tuple[str, int, int, str, int | None]
"""Seat, first and last hand, name and player of a chair."""


def record_differences(tournament: Tournament) -> Iterator[Difference]:
    """Yield what is stored beside the document and differs; about fifteen queries."""
    here = DocumentPlace()
    is_mirror = ArrivedContest.objects.filter(tournament=tournament).exists()
    if tournament.is_mirror and not is_mirror:
        yield Difference(here, "is_mirror", True, False)
    who = who_is_who(tournament.club)
    entries = {entry.pk: entry for entry in _entries(tournament)}
    changed = set(tournament.log.filter(kind__in=_CHANGING).values_list("data__number", flat=True))
    for entry in entries.values():
        yield from _people(entry, who)
    for match in _matches(tournament):
        place = DocumentPlace(round_number=match.round.number, table=match.table_number)
        yield from _positions(match, place)
        if match.game:
            yield from _game(match.game, match, tournament, place)
            yield from _chairs(match, entries, changed, place)


def who_is_who(club: Club) -> WhoIsWho:
    """Return the players of a club by name, and by the names that its halls have for them."""
    arrived = ArrivedName.objects.filter(computer__club=club)
    return WhoIsWho(club, arrived.values_list("name", "player"))


def _entries(tournament: Tournament) -> Iterable[Entry]:
    return tournament.entries.by_number().prefetch_related("former")


def _matches(tournament: Tournament) -> Iterable[Match]:
    seats = MatchSeat.objects.select_related("entry").order_by("side", "position")
    chairs = GameSeat.every.order_by("seat", "first_hand")
    slips = SlipTotals.objects.order_by("number")
    matches = Match.objects.filter(round__tournament=tournament).select_related("round", "game")
    return matches.order_by("round__number", F("table_number"), "pk").prefetch_related(
        Prefetch("seats", seats), Prefetch("game__seats", chairs), Prefetch("game__slips", slips)
    )


def _people(entry: Entry, who: WhoIsWho) -> Iterator[Difference]:
    """Yield names of an entry that belong to another player than the one who gets the points."""
    place = DocumentPlace(entry=entry.number)
    present = list(entry.players.all())
    taken = {one.player_id for one in present}
    former = [(one.name, one.player_id) for one in entry.former.all()]
    for name, player in [*((one.name, one.player_id) for one in present), *former]:
        if owner := who.other_owner(name, player, entry.created_at, taken):
            yield Difference(place, "player", f"{name}: {who.name_of(player)}", owner)


def _positions(match: Match, place: DocumentPlace) -> Iterator[Difference]:
    """Yield sides of a table whose entries are not numbered from 1 on."""
    sides: dict[str, list[int]] = defaultdict(list)
    for seat in match.seats.all():
        sides[seat.side].append(seat.position)
        if seat.round_id != match.round_id:
            yield Difference(place, "round", seat.round_id, match.round_id)
    for stored in sides.values():
        right = [*range(1, len(stored) + 1)]
        if stored != right:
            yield Difference(place, "positions", stored, right)


def _game(
    game: Game, match: Match, tournament: Tournament, place: DocumentPlace
) -> Iterator[Difference]:
    """Yield what a game has from its table and its contest, and has otherwise."""
    chairs = list(game.seats.all())
    numbers = [slip.number for slip in game.slips.all()]
    # The capots of a contest's slip are beside the result of each entry.
    capots = [count for slip in game.slips.all() for count in (slip.capots_a, slip.capots_b)]
    right: dict[str, Any] = {
        "table_number": match.table_number,
        "club_id": tournament.club_id,
        "evening_id": None,
        "is_mirror": False,
        "log_hash": "",
        "has_substitutes": any(chair.last_hand is not None for chair in chairs),
        **{name: getattr(tournament, name) for name in RULES},
    }
    for name, value in right.items():
        stored = getattr(game, name)
        if stored != value:
            yield Difference(place, name, stored, value)
    if numbers != [*range(1, len(numbers) + 1)]:
        yield Difference(place, "slips", numbers, [*range(1, len(numbers) + 1)])
    if any(count is not None for count in capots):
        yield Difference(place, "capots", capots, None)


def _chairs(
    match: Match, entries: Mapping[int, Entry], changed: set[int], place: DocumentPlace
) -> Iterator[Difference]:
    """Yield the sides of a table whose chairs have other people than its entries had."""
    game = match.game
    assert game is not None
    stored: dict[str, list[Chair]] = defaultdict(list)
    for row in game.seats.all():
        last = _PRESENT if row.last_hand is None else row.last_hand
        stored[row.seat[:1]].append((row.seat, row.first_hand, last, row.name, row.player_id))
    everybody = {chair[-1] for side in stored.values() for chair in side}
    right: dict[str, list[Chair]] = defaultdict(list)
    moved = set()
    for seat in match.seats.all():
        if seat.entry_id not in entries:
            return  # of another contest, which is said already
        entry = entries[seat.entry_id]
        right[seat.side] += _right_chairs(seat, entry, match.round.number)
        if entry.number in changed:
            moved.add(seat.side)
    for side in sorted(stored.keys() | right.keys()):
        # People keep their chairs when the names of their entry are changed.
        skipped = side in moved
        one, other = (_comparable(chairs[side], skipped) for chairs in (stored, right))
        if not _are_same(one, other, everybody):
            yield Difference(place, "chairs", _told(one), _told(other))


def _right_chairs(seat: MatchSeat, entry: Entry, round_number: int) -> Iterator[Chair]:
    own = [chair.value for chair in Seat if chair.side == seat.side]
    people = sorted(entry.players.all(), key=lambda player: player.position)
    sitters = [Sitter(one.player_id, one.name) for one in people]
    for stint in stints_in(sitters, entry.left_seats, round_number):
        place = min(seat.position + stint.place, len(own) + 1) - 2
        last = _PRESENT if stint.last_hand is None else stint.last_hand
        yield own[place], stint.first_hand, last, stint.who.name, stint.who.player


def _comparable(chairs: Sequence[Chair], skipped: bool) -> list[Chair]:
    """Return chairs in order, without their seat if it is to be skipped."""
    return sorted([("", *chair[1:]) if skipped else chair for chair in chairs], key=_sort_key)


def _sort_key(chair: Chair) -> tuple[str, int, int, str]:
    return chair[:4]


def _are_same(stored: Sequence[Chair], right: Sequence[Chair], everybody: set[int | None]) -> bool:
    """Return whether chairs are equal; the second chair of one person has only a name."""
    if [_sort_key(chair) for chair in stored] != [_sort_key(chair) for chair in right]:
        return False
    both = zip(stored, right, strict=True)
    return all(
        one[-1] == other[-1] or (one[-1] is None and other[-1] in everybody) for one, other in both
    )


def _told(chairs: Sequence[Chair]) -> list[str]:
    return [
        f"{seat} {name} ({player or '–'}; {first}–{'' if last == _PRESENT else last})".strip()
        for seat, first, last, name, player in chairs
    ]
