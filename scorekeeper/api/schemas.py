"""What is sent and answered, as OpenAPI describes it."""

from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from scorekeeper.engine.cards import SUITS
from scorekeeper.engine.checks import MOST_PASSED_DEALS
from scorekeeper.engine.hand import DeclarationKind, Side
from scorekeeper.hands.services.sent import SentEntry
from scorekeeper.models.hands import WrittenHand, entry_from_values

SideCode = Literal["A", "B"]
SeatCode = Literal["A1", "B1", "A2", "B2"]
TrumpCode = Literal["spades", "hearts", "diamonds", "clubs", "no_trump", "all_trump"]
DeclarationCode = Literal[
    "tierce",
    "cinquante",
    "cent",
    "four",
    "four_queens",
    "four_kings",
    "four_tens",
    "four_aces",
    "four_nines",
    "four_jacks",
]
RankCode = Literal["ace", "king", "queen", "jack", "ten", "nine", "eight", "seven"]

# Wide enough for whatever people type: the rules of the game say what is too much, and why.
Counted = Annotated[int, Field(ge=-9999, le=9999)]
Text = Annotated[str, StringConstraints(max_length=200, pattern=r"^[^\x00]*$")]
Tag = Annotated[str, StringConstraints(max_length=64, pattern=r"^[0-9A-Za-z]+$")]

# Eight of each kind a side, as the page offers them.
MOST_DECLARATIONS: Final = 8 * len(DeclarationKind) * len(Side)
MOST_HANDS: Final = 9999


class Given(BaseModel):
    """What is sent: nothing is guessed, and nothing unknown is let pass."""

    model_config = ConfigDict(strict=True, extra="forbid")


class Answered(BaseModel):
    """What is answered."""

    model_config = ConfigDict(extra="forbid")


class ContractCode(Given):
    """The last bid: its points, as the rules have them, or 250 capot, 500 générale.

    1 doubled, 2 redoubled.
    """

    bid: Counted
    multiplier: Literal[0, 1, 2] = 0


class DeclarationShown(Given):
    """A declaration that one side showed; `high` is a sequence's highest card, if it was said.

    `four` is four aces, tens, kings or queens where nobody said which.
    """

    side: SideCode
    kind: DeclarationCode
    high: RankCode | None = None


EXAMPLES: Final[list[JsonValue]] = [
    {"taker": "A1", "card_points": 92, "belote": "A", "belote_seat": "A2"},
    {"taker": "B1", "card_points": 162, "capot": "B", "trump": "hearts"},
    {"penalty": "A", "penalty_reason": "Played out of turn"},
    {"taker": "A2", "card_points": 104, "contract": {"bid": 100, "multiplier": 1}},
]


class Entry(Given):
    """What the table writes down for one hand; whatever was not said is null.

    `card_points` are those of the takers with the last trick's 10 inside, `tricks` theirs too. A
    hand with `penalty`, the side at fault, has nothing else but its reason, and the bid where the
    rules mark it. `further_belotes` are the sides of those that all trump can add to `belote`.
    Where `passed_deals` is null, the deals that nobody took are those the server counted.
    """

    model_config = ConfigDict(json_schema_extra={"examples": EXAMPLES})

    taker: SeatCode | None = None
    card_points: Counted | None = None
    belote: SideCode | None = None
    belote_seat: SeatCode | None = None
    capot: SideCode | None = None
    penalty: SideCode | None = None
    penalty_reason: Text = ""
    defenders_count: Counted | None = None
    tricks: Counted | None = None
    last_trick: SideCode | None = None
    trump: TrumpCode | None = None
    contract: ContractCode | None = None
    taker_alone: bool = False
    declarations: Annotated[list[DeclarationShown], Field(max_length=MOST_DECLARATIONS)] = []
    best_declaration: SideCode | None = None
    further_belotes: Annotated[list[SideCode], Field(max_length=SUITS - 1)] = []
    passed_deals: Counted | None = None

    @model_validator(mode="after")
    def _only_a_penalty_has_a_reason(self) -> "Entry":
        if self.penalty_reason and self.penalty is None:
            raise PydanticCustomError("penalty_missing", "only a penalty has a reason")
        return self

    def as_written(self) -> WrittenHand:
        values = self.model_dump(exclude={"contract", "declarations", "penalty_reason"})
        values["bid"] = self.contract.bid if self.contract else None
        values["multiplier"] = self.contract.multiplier if self.contract else 0
        values["declarations"] = [
            [one.side, one.kind, *filter(None, [one.high])] for one in self.declarations
        ]
        values["passed_deals"] = self.passed_deals or 0
        return WrittenHand(
            entry=entry_from_values(values), penalty_reason=self.penalty_reason.strip()
        )


class SentHandBody(Given):
    """A new hand, `base` being null, or the correction of the stored hand that had the tag `base`.

    `number` is its place on the sheet from 1; for a correction it says nothing. `confirmed` are
    codes of warnings that somebody looked at.
    """

    number: Annotated[int, Field(ge=1, le=MOST_HANDS)]
    base: Tag | None = None
    confirmed: Annotated[list[Annotated[str, Field(max_length=64)]], Field(max_length=32)] = []
    entry: Entry

    def as_sent(self) -> SentEntry:
        return SentEntry(
            written=self.entry.as_written(),
            confirmed=self.confirmed,
            counts_deals=self.entry.passed_deals is not None,
        )


class PassedDealsBody(Given):
    """How many deals nobody took before the hand of that number, which is to come.

    `base` is how many it were when somebody changed it; without it that is not looked at.
    """

    number: Annotated[int, Field(ge=1, le=MOST_HANDS)]
    count: Annotated[int, Field(ge=0, le=MOST_PASSED_DEALS)]
    base: Annotated[int | None, Field(ge=0, le=MOST_PASSED_DEALS)] = None


class Both(Answered):
    """A number of either side."""

    A: int
    B: int


class BothNames(Answered):
    """The names of either side."""

    A: str
    B: str


class SeatNames(Answered):
    """Who sits where."""

    A1: str
    B1: str
    A2: str
    B2: str


class Format(Answered):
    """When the game ends: at a target, or after a number of hands; `games` of them are added."""

    target: int | None
    hands: int | None
    games: int


class Rules(Answered):
    """The rule set; its outcome tables are known by the digest.

    Where `shown_in_tens` is set, running totals are shown to the nearest ten, and kept as they are.
    """

    name: str
    digest: str
    shown_in_tens: bool


class Line(Answered):
    """Points that one side marks for a hand, and why."""

    side: SideCode
    points: int
    reason: str


class SheetHand(Answered):
    """A hand of the sheet: what was entered, and what followed from it.

    `tag` changes whenever what is stored does; a correction names it as its base. A hand that was
    written after the end of the game is not `counted`: it has no outcome and no totals.
    """

    id: Annotated[str, Field(json_schema_extra={"format": "uuid"})]
    number: int
    tag: str
    entry: Entry
    outcome: str | None
    winner: SideCode | None
    points: Both
    lines: list[Line]
    held: int
    totals: Both | None
    counted: bool
    by: str
    at: Annotated[str, Field(json_schema_extra={"format": "date-time"})]
    changed_at: Annotated[str, Field(json_schema_extra={"format": "date-time"})] | None


class Sheet(Answered):
    """The sheet of a game as it is stored.

    `dealers` are who deals the next hand, the one after it, and so on; `held` is what litiges hold
    now. `receipt` is the code of a contest's finished sheet, `mark` a word that changes with what
    the contest says of the game.
    """

    game: int
    version: int
    state: Literal["playing", "finished", "slip"]
    may_enter: bool
    may_correct: bool
    sides: BothNames
    seats: SeatNames
    dealers: list[SeatCode]
    passed_deals: int
    next_number: int
    totals: Both
    game_totals: Both
    held: Both
    format: Format
    game_number: int
    hands_in_game: int
    held_at_end: str
    rules: Rules
    receipt: str | None
    mark: str | None
    hands: list[SheetHand]


class ErrorLine(Answered):
    """One thing that is wrong or unusual, and about which field."""

    code: str
    field: str
    severity: Literal["error", "warning"]
    value: int | None
    whole: int | None
    detail: str


class Answer(Answered):
    """What became of what was sent, and the sheet after it.

    `same` says that it was like that already. `notices` is what is unusual about the hand as part
    of its game; nothing is refused for it.
    """

    done: Literal["recorded", "corrected", "withdrawn", "noted", "accepted", "disputed", "same"]
    sheet: Sheet
    notices: list[ErrorLine] = []


class Outcomes(BaseModel):
    """How every hand is scored under a rule set, as data for a page that scores by itself."""

    model_config = ConfigDict(extra="allow")

    digest: str
    contracts: bool


class ProblemBody(Answered):
    """A refusal: `code` is for programs, `detail` a sentence for people that says what to do.

    `stored` is the hand that stands in the way, `sheet` the sheet as it is, `by` who withdrew the
    hand, `address` where the table plays now; under `number` the log tells of a failure.
    """

    type: Literal["about:blank"]
    title: str
    status: int
    detail: str
    code: str
    errors: list[ErrorLine]
    stored: SheetHand | None = None
    sheet: Sheet | None = None
    by: str | None = None
    address: str | None = None
    reason: Literal["closed", "left", "gone"] | None = None
    number: str | None = None
