"""The fields of a contest's document: settings, entries, rounds, tables, hands. Pure.

Each part is a class, each field a line: see `fields`. PROOF.md, section 12, explains their meaning.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Final

from scorekeeper.engine.hand import BID_LIMITS, Seat, Side, Trump
from scorekeeper.engine.presets import PRESETS
from tournaments.audit_log.replay.announcement import AnnouncementField, SponsorsField
from tournaments.audit_log.replay.derived import AwardFields, StandingFields
from tournaments.audit_log.replay.fields import (
    APART,
    BLANK,
    PRIVATE,
    TYPED,
    WHERE_SET,
    Label,
    Length,
    StoredAs,
    shape_of,
    typed_shape,
)
from tournaments.audit_log.replay.fields import Words as _
from tournaments.audit_log.replay.meeting_fields import MeetingsField
from tournaments.audit_log.replay.money_fields import PricesField, PurseField
from tournaments.audit_log.replay.phases import DECIDED, GroupsField, MovedField, PhasesField
from tournaments.audit_log.replay.prizes import HandedField, LotsField, PlanField
from tournaments.audit_log.replay.sanctions import SanctionListField, SanctionsField
from tournaments.audit_log.replay.shape import (
    IsoDay,
    ListOf,
    Maybe,
    Moment,
    OneOf,
    Spec,
    Text,
    Whole,
)
from tournaments.audit_log.replay.values import (
    COUNT,
    DECLARATION,
    FURTHER_BELOTES,
    NAME,
    NUMBER,
    PRACTICE,
    CardPoints,
    Count,
    HandCount,
    Instant,
    Name,
    Natural,
    Note,
    Number,
    Person,
    Points,
    Receipt,
    SeatCode,
    SideCode,
    SideNumbers,
)
from tournaments.audit_log.replay.wishes import HallsField, WishesField
from tournaments.draw.request import Method
from tournaments.formats.contest_format import FORMATS
from tournaments.standings.brackets import BEFORE
from tournaments.standings.bye_points import ExemptCode
from tournaments.standings.criteria import CRITERIA
from tournaments.standings.ranking import LastResort
from tournaments.standings.results import GameOutcome, ResultKind

BIG_SEED: Final = Whole(0, 2**63 - 1)

Criterion = Annotated[str, OneOf([code.value for code in CRITERIA])]
Drawing = Annotated[str, OneOf([Method.RANKING, Method.LOT, Method.MOVEMENT])]
Outcome = Annotated[str, OneOf(["", *(outcome.value for outcome in GameOutcome)])]
MatchKind = Annotated[str, OneOf(["game", "catch_up", "exempt", "forfeit"])]
Plain = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class FormatFields:
    """Who enters, and the hands of each round."""

    mode: Annotated[str, OneOf(FORMATS), Label(_("Who enters"))] = "teams"
    round_hands: Annotated[list[HandCount], Length(1, 100), Label(_("Rounds"))] = field(
        default_factory=list
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesFields:
    """The rules of every table."""

    key: Annotated[str, Text(40, 1), StoredAs("ruleset_key")] = ""
    name: Annotated[str, NAME, StoredAs("ruleset_name")] = ""
    based_on: Annotated[str, OneOf([*PRESETS]), StoredAs("ruleset_based_on")] = ""
    values: Annotated[Plain, StoredAs("ruleset_values")] = field(default_factory=dict)
    practice: Annotated[Plain, PRACTICE, StoredAs("ruleset_practice")] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingFields:
    """The criteria of the ranking, in order, and what decides if all of them are equal."""

    criteria: Annotated[list[Criterion], Length(1), Label(_("Ranking"))] = field(
        default_factory=list
    )
    ties: Annotated[str, OneOf([resort.value for resort in LastResort]), Label(_("When equal"))] = (
        LastResort.LOT.value
    )
    lot_seed: Annotated[int, BIG_SEED] = 0
    drawn_lots: list[list[Number]] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenFields:
    """Points without a game."""

    exempt: Annotated[str, OneOf([code.value for code in ExemptCode]), Label(_("Exempt"))] = (
        ExemptCode.HALF_GAME.value
    )
    exempt_points: Annotated[Natural, Label(_("Points of an exempt team"))] = 0
    forfeit_points: Annotated[
        Natural | None, Label(_("Points of a team whose opponents have left"))
    ] = 0


@dataclass(kw_only=True)
class SettingsFields:
    """The settings of a contest, in its document and in its log."""

    name: Annotated[Name, _("the name"), Label(_("Name"))]
    date: Annotated[str, IsoDay(), _("the date"), Label(_("Date"))]
    format: Annotated[FormatFields, _("the format")] = FormatFields()
    rules: Annotated[RulesFields, _("the rules"), Label(_("Rule set"))] = RulesFields()
    phases: PhasesField = field(default_factory=list)
    next_draw: Annotated[Drawing, _("the way of drawing"), Label(_("Draw"))] = Method.RANKING.value
    ranking: Annotated[RankingFields, _("what the ranking compares")] = RankingFields()
    given: Annotated[GivenFields, _("the points without a game")] = GivenFields()
    round_minutes: Annotated[
        Count | None, _("the minutes of a round"), Label(_("Minutes on the clock of a round"))
    ] = None
    fee_cents: Annotated[Natural, _("the fee in cents"), Label(_("Fee"))] = 0
    tags: Annotated[list[Name], _("the categories"), Label(_("Rankings of their own"))] = field(
        default_factory=list
    )
    prizes: Annotated[list[Note], _("the prizes"), Label(_("Prizes"))] = field(default_factory=list)
    prize_for_last: Annotated[
        Person, _("the prize for the last"), Label(_("Prize for the last"))
    ] = ""
    second_entries: Annotated[
        bool,
        WHERE_SET,
        _("second entries"),
        Label(
            _("Second entries"),
            question=_("Anybody who has left may enter again, alone or with another partner"),
            help_text=_(
                "A second chance, under a number of its own; nobody plays in both at once. In a "
                "season everybody has the rounds of both entries, and the better of the two places."
            ),
            heading="rounds",
        ),
    ] = False
    sanction_list: Annotated[SanctionListField, Label(_("Warnings and penalties"))] = field(
        default_factory=list
    )
    announcement: Annotated[AnnouncementField, Label(_("Announcement"))] = field(
        default_factory=dict
    )
    sponsors: Annotated[SponsorsField, Label(_("Sponsors"))] = field(default_factory=list)


@dataclass(kw_only=True)
class LaterFields:
    """Fields of a contest with actions of their own; the state keeps them as in a document."""

    halls: HallsField = field(default_factory=dict)
    wishes: WishesField = field(default_factory=dict)
    meetings: MeetingsField = field(default_factory=dict)
    till: PricesField = field(default_factory=dict)
    prize_plan: PlanField = field(default_factory=dict)
    prize_lots: LotsField = field(default_factory=list)
    handed_over: HandedField = field(default_factory=list)
    sanctions: SanctionsField = field(default_factory=list)
    created_at: Annotated[Instant, _("when it was entered")] = ""
    finished_at: Annotated[Instant | None, _("when it ended")] = None
    bracket_version: Annotated[int, NUMBER, WHERE_SET, _("how its brackets are read")] = BEFORE


@dataclass(kw_only=True)
class TournamentFields(LaterFields, SettingsFields):
    """A contest."""


@dataclass(slots=True)
class FormerFields:
    """A player who left a place of an entry, and the hand from which a substitute sat there."""

    place: Annotated[int, Whole(1, 2), StoredAs("position")]
    round: Annotated[int, NUMBER, StoredAs("until_round")]
    hand: Annotated[int, NUMBER, StoredAs("until_hand")]
    player: Annotated[Name, StoredAs("name")]


@dataclass(slots=True)
class EntryFields:
    """An entry."""

    number: Number
    players: Annotated[list[Name], Length(0, 2), TYPED, StoredAs("names"), _("the players"), APART]
    tags: Annotated[list[Name], TYPED] = field(default_factory=list)
    withdrawn_from: Annotated[Count | None, _("the first round no longer played")] = None
    checked_in_at: Annotated[Instant | None, _("the check-in")] = None
    has_paid: Annotated[bool, PRIVATE, _("the fee")] = False
    created_at: Instant = ""
    former: Annotated[
        list[Plain], ListOf(shape_of(FormerFields)), WHERE_SET, APART, _("who sat there before")
    ] = field(default_factory=list)
    team_name: Annotated[Person, TYPED, WHERE_SET, _("the name of the team")] = ""
    purse: PurseField = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class HandFields:
    """A hand: its result at the table, its score, who entered it and when."""

    number: Annotated[Number, _("the number")] = 0
    taker: Annotated[SeatCode | None, BLANK, _("the taker")] = None
    points: Annotated[CardPoints | None, StoredAs("card_points"), _("the points")] = None
    belote: Annotated[SideCode | None, BLANK, _("the belote")] = None
    capot: Annotated[SideCode | None, BLANK, _("the capot")] = None
    penalty: Annotated[SideCode | None, BLANK, _("the penalty")] = None
    belote_seat: Annotated[SeatCode, WHERE_SET] = ""
    penalty_reason: Annotated[Note, WHERE_SET, _("the reason of the penalty")] = ""
    defenders_count: Annotated[int | None, COUNT, WHERE_SET] = None
    tricks: Annotated[int | None, COUNT, WHERE_SET] = None
    last_trick: Annotated[SideCode, WHERE_SET] = ""
    trump: Annotated[str, OneOf([trump.value for trump in Trump]), WHERE_SET] = ""
    bid: Annotated[int | None, Whole(*BID_LIMITS), WHERE_SET] = None
    multiplier: Annotated[int, Whole(0, 2), WHERE_SET] = 0
    taker_alone: Annotated[bool, WHERE_SET] = False
    declarations: Annotated[list[Any], ListOf(DECLARATION), WHERE_SET] = field(default_factory=list)
    best_declaration: Annotated[SideCode, WHERE_SET] = ""
    further_belotes: Annotated[list[Any], FURTHER_BELOTES, WHERE_SET] = field(default_factory=list)
    passed_deals: Annotated[int, Whole(0, 100), WHERE_SET, _("the deals that nobody took")] = 0
    score_a: Annotated[Points, _("the score of side A")] = 0
    score_b: Annotated[Points, _("the score of side B")] = 0
    recorded_by: Annotated[Person, StoredAs("recorded_name"), _("who wrote the hand")] = ""
    recorded_at: Annotated[Instant, _("when the hand was written")] = ""
    changed_at: Annotated[str | None, Moment(), WHERE_SET, _("when the hand was corrected")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedFields:
    """The length of a game: until a target or a number of hands."""

    target: Annotated[int | None, Maybe(Whole(1, 100_000))]
    hands: Annotated[HandCount | None, StoredAs("hands_per_game")]
    games: Annotated[int, Whole(1, 20), StoredAs("game_count")]


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetFields:
    """The data of a table's game without its hands."""

    is_finished: Annotated[bool, _("whether the game is finished"), APART] = False
    is_slip: Annotated[bool, _("whether a slip counts"), APART] = False
    planned: Annotated[PlannedFields, _("the length of the game")] = PlannedFields(
        target=None, hands=1, games=1
    )
    hand_count: Annotated[Count, _("the number of hands")] = 0
    held: Annotated[Points, _("the held points")] = 0
    returned_a: Annotated[Points, _("the held points given back to side A"), APART] = 0
    returned_b: Annotated[Points, _("the held points given back to side B"), APART] = 0
    winner: Annotated[str, OneOf(["", *Side]), _("the winner")] = ""
    first_dealer: Annotated[SeatCode, _("the first dealer")] = Seat.A1.value
    passed_deals: Annotated[int, Whole(0, 100)] = 0
    stop_reason: Annotated[Note, _("why it stopped early")] = ""
    started_at: Annotated[Instant, StoredAs("created_at"), _("when it began")] = ""
    finished_at: Instant | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipFields:
    """The totals of a game, entered without its hands."""

    hands: Count
    total_a: Natural
    total_b: Natural


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultFields:
    """The result of an entry at a table."""

    entry: Annotated[Number, _("the entry"), APART]
    counts: Annotated[bool, _("whether the game counts for it")] = True
    kind: Annotated[str, OneOf([kind.value for kind in ResultKind])] = ResultKind.PLAYED.value
    has_result: Annotated[bool, _("whether there is a result")] = False
    points: Points = 0
    outcome: Annotated[Outcome, _("how the game ended")] = ""
    capots: Annotated[Count, _("the number of capots")] = 0
    failed: Annotated[Count, _("the number of contracts failed")] = 0
    hands: Annotated[Count, _("the number of hands")] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementFields:
    """A verdict of a side on its sheet, as in the log."""

    side: SideCode
    agrees: bool
    receipt: Receipt
    total_a: Natural | None
    total_b: Natural | None
    note: Note


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictFields(StatementFields):
    """A verdict of a side on its sheet, with its author and time."""

    author: Annotated[Person, StoredAs("author_name")]
    at: Instant


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchFields:
    """A match of a round; without a sheet no cards are played."""

    table: Annotated[Number | None, StoredAs("table_number")] = None
    kind: Annotated[MatchKind, _("what is played there")] = "game"
    a: Annotated[SideNumbers, _("side A"), APART]
    b: Annotated[SideNumbers, _("side B"), APART] = None
    bye: Annotated[bool, _("whether somebody is exempt"), APART] = False
    hands: Annotated[list[HandFields], APART] = field(default_factory=list)
    total_a: Annotated[Points | None, _("the total of side A"), APART] = None
    total_b: Annotated[Points | None, _("the total of side B"), APART] = None
    hands_not_counted: Annotated[list[HandFields], APART] = field(default_factory=list)
    slips: Annotated[list[SlipFields], Length(0, 20), _("the slip"), APART] = field(
        default_factory=list
    )
    sheet: Annotated[SheetFields | None, _("the sheet"), APART] = None
    results: Annotated[list[ResultFields], Length(1, 4), APART] = field(default_factory=list)
    needs_check: Annotated[bool, _("whether the slip is to be checked")] = False
    check_note: Annotated[Note, _("the note")] = ""
    is_signed: Annotated[bool, _("whether it is signed")] = False
    receipt: Annotated[Receipt, _("the receipt")] = ""
    penalties: Annotated[Count, _("the number of penalties")] = 0
    decided_for: Annotated[int | None, COUNT, WHERE_SET, _("who goes on")] = None
    decided_by: Annotated[str, DECIDED, WHERE_SET, _("what decided who goes on")] = ""
    verdicts: Annotated[
        list[VerdictFields], Length(0, 2), _("what both sides said of the sheet"), APART
    ] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawFields:
    """How a round was drawn, and the swaps made by hand before it was published."""

    request: Plain
    certificate: Plain
    swaps: Annotated[list[list[int]], ListOf(ListOf(NUMBER, 2, 2)), _("what was swapped by hand")]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundFields:
    """A round; `timer_left` are seconds."""

    number: Number = 0
    hands: Annotated[HandCount, _("the number of hands")] = 1
    status: Annotated[str, OneOf(["drawn", "playing", "closed"]), _("how far it is")] = "closed"
    draw: Annotated[DrawFields | None, _("the draw"), APART] = None
    drawn_at: Annotated[Instant, _("when it was drawn")] = ""
    published_at: Annotated[Instant | None, _("when it was published")] = None
    closed_at: Annotated[Instant | None, _("when it was closed")] = None
    timer_left: Annotated[Natural | None, _("the seconds on the clock")] = None
    timer_ends_at: Annotated[Instant | None, _("when the clock runs out")] = None
    groups: GroupsField = field(default_factory=list)
    moved: MovedField = field(default_factory=list)
    capot_fails: Annotated[
        bool, WHERE_SET, _("whether takers who suffered a capot count as having failed")
    ] = False
    matches: Annotated[list[MatchFields], APART]


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkFields:
    """A log entry."""

    number: Annotated[int, Whole(1)]
    kind: Annotated[str, Text(16, 1)]
    round_number: Number | None
    table_number: Number | None
    data: Plain
    author: Annotated[Person, StoredAs("author_name")]
    at: Instant
    previous_hash: Annotated[str, Text(64)]
    hash: Annotated[str, Text(64, 64)]


@dataclass(frozen=True, slots=True, kw_only=True)
class BroughtInFields:
    """The parts of a document without a log that its first log entry keeps."""

    tournament: TournamentFields
    entries: list[EntryFields]
    rounds: list[RoundFields]


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentFields(BroughtInFields):
    """A whole contest."""

    standings: list[StandingFields]
    awards: Annotated[list[AwardFields], WHERE_SET] = field(default_factory=list)
    outcomes: Annotated[Plain, WHERE_SET, _("how every hand is scored")] = field(
        default_factory=dict
    )
    log: Annotated[list[LinkFields], Length(1)]


OUTCOMES: Final = "outcomes"
"""The key of the outcome table in a document, and of its hash in the log."""
DOCUMENT: Final = shape_of(DocumentFields)
SETTINGS: Final = shape_of(SettingsFields)
SAID: Final[Mapping[str, Spec]] = shape_of(StatementFields).needed
ENTERED: Final = typed_shape(EntryFields, "number")
"""The shape of the actions that add and change an entry."""
BROUGHT_IN: Final = shape_of(BroughtInFields)


def entry_numbers(side: int | list[int] | None) -> list[int]:
    """Return the entries on one side of a match."""
    return [side] if isinstance(side, int) else [*(side or ())]
