"""The state of a contest during its replay: what was done, without derived values."""

from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.engine.hand import Seat, Side
from scorekeeper.engine.rulesets import GameFormat, RuleSet
from tournaments.audit_log.replay.document import EntryFields, LaterFields
from tournaments.audit_log.replay.fields import TYPED, marked
from tournaments.audit_log.replay.hands import Codec
from tournaments.cash.book import Book
from tournaments.formats.contest_format import ContestFormat, format_of
from tournaments.formats.meetings import meetings_from_dict
from tournaments.formats.phases import phases_from_dict
from tournaments.lineups import Left
from tournaments.standings.awards import Slot
from tournaments.standings.bye_points import ExemptCode, GivenScores
from tournaments.standings.contest import RankedContest
from tournaments.standings.criteria import CriterionCode
from tournaments.standings.ranking import LastResort, RankingRules
from tournaments.standings.results import ResultKind


@dataclass(slots=True)
class SeatState:
    """An entry in a match; `kind` is the origin of its points."""

    entry: int
    side: Side
    counts: bool = True
    kind: ResultKind = ResultKind.PLAYED


@dataclass(slots=True)
class Authorship:
    """Who entered a hand, and when; empty if the names were removed from the log."""

    by: str | None
    at: str
    changed_at: str | None = None


@dataclass(slots=True)
class SheetState:
    """The content of a table's sheet: hands as columns, or the totals of a slip in their place.

    `authorships` has author and time of each hand. `capots` are those reported by a slip, by side.
    """

    planned: GameFormat
    is_finished: bool = False
    is_slip: bool = False
    hands: list[dict[str, Any]] = field(default_factory=list)
    authorships: list[Authorship] = field(default_factory=list)
    slips: list[dict[str, int]] = field(default_factory=list)
    capots: dict[Side, int] = field(default_factory=lambda: dict.fromkeys(Side, 0))
    first_dealer: Seat = Seat.A1
    passed_deals: int = 0
    stop_reason: str = ""
    started_at: str = ""
    finished_at: str | None = None
    scored: Any = None
    """The scored sheet, cached by `outcomes`; every change has to reset it."""


@dataclass(slots=True)
class MatchState:
    """A match of a round; without a sheet no cards are played."""

    kind: str
    seats: list[SeatState]
    table: int | None = None
    sheet: SheetState | None = None
    needs_check: bool = False
    check_note: str = ""
    is_signed: bool = False
    decided_for: int | None = None
    decided_by: str = ""
    verdicts: dict[Side, dict[str, Any]] = field(default_factory=dict)

    @property
    def is_game(self) -> bool:
        return self.kind in {"game", "catch_up"}

    @property
    def name(self) -> tuple[int, ...]:
        """Return the match's name in its round: its table, or its exempt entries."""
        return (self.table,) if self.table else (0, *(seat.entry for seat in self.seats))

    def side(self, side: Side) -> list[int]:
        return [seat.entry for seat in self.seats if seat.side is side]


@dataclass(slots=True)
class DrawFacts:
    """What a draw had to be made from, at the time of the draw."""

    format: ContestFormat
    contest: RankedContest | None
    """The earlier rounds of those who are drawn, if the format makes its frame from them."""
    places: dict[int, int]
    present: frozenset[int]
    opponents: tuple[tuple[int, int], ...]
    partners: tuple[tuple[int, int], ...]
    byes: dict[int, int]
    tables: tuple[tuple[int, int], ...]
    wishes: str


@dataclass(frozen=True, slots=True)
class LineUps:
    """The format when a round was published, and the possible line-ups."""

    format: ContestFormat
    present: frozenset[int]
    tables: tuple[tuple[int, int], ...]


@dataclass(slots=True)
class RoundState:
    """A round. `fingerprint` and `facts` belong to its draw, `published` to its publication.

    `line_ups` are those when it was published, because a draw of club teams does not name entries.
    """

    number: int
    hands: int
    status: str = "drawn"
    capot_fails: bool = False
    matches: list[MatchState] = field(default_factory=list)
    fingerprint: str = ""
    facts: DrawFacts | None = None
    swaps: list[list[int]] = field(default_factory=list)
    groups: list[dict[str, Any]] = field(default_factory=list)
    moved: list[dict[str, Any]] = field(default_factory=list)
    published: list[dict[str, Any]] = field(default_factory=list)
    line_ups: LineUps | None = None
    drawn_at: str = ""
    published_at: str | None = None
    closed_at: str | None = None
    timer_left: int | None = None
    timer_ends_at: str | None = None

    def at_table(self, table: int | None) -> MatchState:
        """Return the match at a table; raises LookupError."""
        found = [match for match in self.matches if match.table and match.table == table]
        return found[0]

    def counting(self) -> Iterator[tuple[MatchState, SeatState]]:
        for match in self.matches:
            for seat in match.seats:
                if seat.counts:
                    yield match, seat


class EntryState(EntryFields):
    """An entry."""

    __slots__ = ()

    def take(self, data: Mapping[str, Any]) -> None:
        """Set the data that people typed, from an action."""
        for one in marked(EntryFields, TYPED):
            setattr(self, one.name, deepcopy(data.get(one.name, one.default)))

    @property
    def left_seats(self) -> list[Left[str]]:
        return [Left(one["place"], one["round"], one["hand"], one["player"]) for one in self.former]

    def sit_down(self, place: int, name: str, round_number: int, hand: int) -> None:
        """Put a substitute in a place from a hand of a round on; raises if that is impossible."""
        own = [one for one in self.left_seats if one.place == place]
        if own and max(one.at for one in own) >= (round_number, hand):
            raise ValueError(name)
        left = {"place": place, "round": round_number, "hand": hand}
        former = [*self.former, {**left, "player": self.players[place - 1]}]
        self.former = sorted(former, key=lambda one: (one["place"], one["round"], one["hand"]))
        self._seat(place, name)

    def rise(self, place: int) -> None:
        """Cancel the last substitution at a place; raises LookupError."""
        last = [one for one in self.former if one["place"] == place][-1]
        self.former = [one for one in self.former if one is not last]
        self._seat(place, last["player"])

    def _seat(self, place: int, name: str) -> None:
        # Never change it in place: it may belong to the first log entry of an import.
        self.players = [*self.players[: place - 1], name, *self.players[place:]]


@dataclass
class State(LaterFields):
    """The state of a contest. `settings` are plain values, shared by the log and the document.

    Of the wishes for the draws the log only has the hash: see `wished`.

    Times are those of the actions, as text.
    """

    codec: Codec
    settings: dict[str, Any] = field(default_factory=dict)
    outcomes: str = ""
    """The hash of the outcome table; logs of earlier versions have none."""
    next_secret: str = ""
    """The hash of the secret of the next draw; empty without a chain."""
    entries: dict[int, EntryState] = field(default_factory=dict)
    rounds: dict[int, RoundState] = field(default_factory=dict)
    book: Book = field(default_factory=Book)
    won: dict[int, dict[Slot, tuple[int, ...]]] = field(default_factory=dict)
    """The winners of prizes while these are handed over, by version of the bracket rules."""

    @property
    def ruleset(self) -> RuleSet:
        return RuleSet.from_values(self.settings["rules"]["values"])

    @property
    def ranking_rules(self) -> RankingRules:
        return ranking_rules(self.settings["ranking"])

    @property
    def format(self) -> ContestFormat:
        """Return the format of the contest."""
        phases = phases_from_dict(self.settings.get("phases", ()))
        mode = self.settings["format"]["mode"]
        return format_of(mode, phases, meetings_from_dict(self.meetings))

    @property
    def reading(self) -> int:
        """Return the version of the bracket rules; a finished contest keeps its last one."""
        if self.finished_at:
            return self.bracket_version
        return self.format.reading

    @property
    def given_scores(self) -> GivenScores:
        given = self.settings["given"]
        return GivenScores(
            exempt=ExemptCode(given["exempt"]),
            fixed=given["exempt_points"],
            forfeit=given["forfeit_points"],
        )

    def hands_of_round(self, number: int) -> int:
        """Return the planned hands of a round; rounds beyond the plan are like the last one."""
        hands: list[int] = self.settings["format"]["round_hands"]
        return hands[min(number, len(hands)) - 1]

    def in_order(self) -> list[RoundState]:
        return [self.rounds[number] for number in sorted(self.rounds)]


def ranking_rules(ranking: dict[str, Any]) -> RankingRules:
    """Return the ranking rules from plain settings; raises ValueError."""
    return RankingRules(
        criteria=tuple(CriterionCode(code) for code in ranking["criteria"]),
        last_resort=LastResort(ranking["ties"]),
        seed=ranking["lot_seed"],
        drawn=tuple(tuple(order) for order in ranking["drawn_lots"]),
    )


def seats_of(
    side_a: Iterable[int], side_b: Iterable[int], *, counting: Iterable[int] | None = None
) -> list[SeatState]:
    """Return the seats of a table; all count unless some are named."""
    count = None if counting is None else set(counting)
    return [
        SeatState(entry, side, counts=count is None or entry in count)
        for side, numbers in ((Side.A, side_a), (Side.B, side_b))
        for entry in numbers
    ]


def exempt_match(entry: int) -> MatchState:
    """Return the match of an exempt entry."""
    return MatchState("exempt", [SeatState(entry, Side.A, kind=ResultKind.EXEMPT)])
