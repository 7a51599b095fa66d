"""Games worked out again from their hands or slips: scores, totals, what players brought home."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import Any, Final

from django.db.models import F, Prefetch, Q, QuerySet

from scorekeeper.engine.hand import Seat
from scorekeeper.engine.rulesets import GameFormat, RuleSet
from scorekeeper.engine.tally import tally
from scorekeeper.games.services.acts import (
    KEPT,
    apply_tally,
    follow_seat,
    follow_slips,
    follow_tally,
)
from scorekeeper.models import Club, Game, GameEvent, GameSeat, Hand, SentHand, SlipTotals
from tournaments.audit.pages.documents import moment
from tournaments.chain import Link
from tournaments.doctor.findings import Finding, Spot
from tournaments.doctor.labels import game_finding
from tournaments.ledger.log import unsealed
from tournaments.replay.acts import ActKind, link_problems
from tournaments.replay.acts.games import play_act
from tournaments.replay.refusals import BROKEN, broken_problem
from tournaments.replay.state import MatchState, SheetState

CHUNK: Final = 200
OF_GAME: Final = ("hand_count", "total_a", "total_b", "held", "winner")
OF_HAND: Final = ("number", "counted", "outcome", "winner", "score_a", "score_b")


def games_to_examine(clubs: Sequence[Club]) -> QuerySet[Game]:
    return Game.objects.filter(club__in=clubs).order_by("pk")


def in_chunks(games: QuerySet[Game]) -> Iterator[list[Game]]:
    """Yield games with all that is written of them, a few hundred at a time."""
    keys = iter(list(games.values_list("pk", flat=True)))
    while chunk := list(islice(keys, CHUNK)):
        found = Game.objects.filter(pk__in=chunk).select_related("club").order_by("pk")
        yield list(
            found.prefetch_related(
                Prefetch("hands", Hand.objects.order_by("number", "pk")),
                Prefetch("slips", SlipTotals.objects.order_by("number")),
                Prefetch("seats", GameSeat.every.order_by("seat", "first_hand")),
                # Nobody reads those of contests: `check_game` leaves them to the chained log.
                Prefetch("events", GameEvent.objects.filter(game__is_contest=False).order_by("pk")),
            )
        )


def spot_of(game: Game) -> Spot:
    return Spot(club=game.club.name, game=game.pk, table=game.table_number)


def check_game(game: Game, *, hides_names: bool) -> Iterator[Finding]:
    """Yield everything stored of a loaded game that does not follow from what was written.

    `hides_names` where names were taken out of the club's data: then nobody is asked who wrote.
    """
    spot = spot_of(game)
    try:
        yield from _follows(game, spot)
    except BROKEN as error:
        yield _finding(spot, "hands", str(error), None)
    if (game.finished_at is not None) != game.is_finished:
        yield _finding(spot, "finished_at", moment(game.finished_at), game.is_finished)
    # The games of a contest are compared with its chained log.
    if not game.is_contest:
        yield from _told_by_its_log(game, spot, hides_names=hides_names)


def _finding(spot: Spot, what: str, stored: Any, right: Any) -> Finding:
    found = Finding(spot=spot, what=what, stored=stored, right=right)
    return replace(found, text=game_finding(found))


@lru_cache(maxsize=64)
def _rules(values: str) -> RuleSet:
    return RuleSet.from_values(json.loads(values))


def _values(row: Any, names: Sequence[str]) -> dict[str, Any]:
    return {name: getattr(row, name) for name in names}


def _parted(spot: Spot, stored: Mapping[str, Any], right: Mapping[str, Any]) -> Iterator[Finding]:
    for name, value in right.items():
        if stored[name] != value:
            yield _finding(spot, name, stored[name], value)


def _follows(game: Game, spot: Spot) -> Iterator[Finding]:
    """Compare a game, its hands and its seats with what the engine makes of what was written."""
    hands, slips, seats = list(game.hands.all()), list(game.slips.all()), list(game.seats.all())
    stored = _values(game, OF_GAME)
    written = [_values(hand, OF_HAND) for hand in hands]
    kept = [_values(seat, KEPT) for seat in seats]
    ruleset = _rules(json.dumps(game.ruleset_values, sort_keys=True))
    entries = [hand.entry for hand in hands]
    result = tally(entries, ruleset, game.format, Seat(game.first_dealer))
    apply_tally(hands, result)
    if game.is_slip:
        for hand in hands:
            hand.counted = False
        follow_slips(game, slips)
    else:
        follow_tally(game, result)
    yield from _parted(spot, stored, _values(game, OF_GAME))
    for hand, before in zip(hands, written, strict=True):
        if (right := _values(hand, OF_HAND)) != before:
            yield from _parted(replace(spot, hand=before["number"]), before, right)
    counted = [hand for hand in hands if hand.counted]
    for seat, before in zip(seats, kept, strict=True):
        follow_seat(seat, game, counted)
        if (right := _values(seat, KEPT)) != before:
            yield from _parted(replace(spot, player=seat.name), before, right)


def _told_by_its_log(game: Game, spot: Spot, *, hides_names: bool) -> Iterator[Finding]:
    """Compare what was written with the log of the game."""
    sheet = SheetState(GameFormat(hands=1))
    match = MatchState("game", [], 1, sheet)
    for number, event in enumerate(game.events.all(), start=1):
        link = _link(event)
        try:
            problems = link_problems(link)
            if not problems:
                play_act(match, link)
        except BROKEN as error:
            problems = [broken_problem(error, "")]
        if problems:
            yield _finding(spot, "game_log", f"{number}. {event.kind}", problems[0].code)
            return
    yield from _parted(spot, *_sheets(game, sheet))
    hands = list(game.hands.all())
    if len(hands) != len(sheet.hands):
        yield _finding(spot, "hands_written", len(hands), len(sheet.hands))
        return
    for index, hand in enumerate(hands):
        place = replace(spot, hand=hand.number)
        told = dict(sheet.hands[index])
        said = sheet.written[index]
        times = {"recorded_at": said.at, "changed_at": said.changed_at}
        stored = {"recorded_at": moment(hand.recorded_at), "changed_at": moment(hand.changed_at)}
        if not hides_names:
            times["recorded_by"], stored["recorded_by"] = said.by, hand.recorded_name
        else:
            told.pop("penalty_reason", None)
        yield from _parted(place, stored, times)
        yield from _parted(place, _values(hand, list(told)), told)


def _sheets(game: Game, sheet: SheetState) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return what is stored of a game's sheet, and what its log tells of it."""
    stored = {
        "is_finished": game.is_finished,
        "is_slip": game.is_slip,
        "slips": [_values(slip, ("hands", "total_a", "total_b")) for slip in game.slips.all()],
        "first_dealer": Seat(game.first_dealer),
        "passed_deals": game.passed_deals,
        "finished_at": moment(game.finished_at),
        "started_at": moment(game.created_at),
    }
    return stored, _values(sheet, list(stored))


def _link(event: GameEvent) -> Link:
    """Return an act of a game as the log of a contest has it."""
    data = {
        "act": event.kind,
        "hand": event.hand_number,
        "before": event.before,
        "after": event.after,
    }
    return unsealed(ActKind.GAME, data, author=event.author_name, at=event.at, place=(None, 1))


def check_sent(clubs: Sequence[Club]) -> Iterator[Finding]:
    """Yield the keys of phones that lead to another game, or to nothing."""
    sent = SentHand.objects.filter(game__club__in=clubs).select_related("game__club")
    strays = sent.filter(
        (Q(hand__isnull=False) & ~Q(hand__game=F("game")))
        | (Q(withdrawal__isnull=False) & ~Q(withdrawal__game=F("game")))
        | Q(hand=None, withdrawal=None)
    )
    for one in strays.order_by("pk"):
        yield _finding(spot_of(one.game), "sent_hand", str(one.key), None)
    own = Hand.objects.filter(game__club__in=clubs).filter(
        game__sent_hands__key=F("submission_key")
    )
    mixed = own.exclude(game__sent_hands__hand=F("pk")).select_related("game__club")
    for hand in mixed.order_by("pk").distinct():
        yield _finding(spot_of(hand.game), "sent_hand", str(hand.submission_key), hand.number)
