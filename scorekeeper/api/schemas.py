"""Request schemas of games."""

from typing import Annotated, Any, Final, Literal
from uuid import UUID

from ninja import Header, Path, Query
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    JsonValue,
    StringConstraints,
    model_validator,
)
from pydantic_core import PydanticCustomError

from scorekeeper.engine.cards import SUITS
from scorekeeper.engine.checks import MOST_PASSED_DEALS
from scorekeeper.engine.columns import entry_from_values
from scorekeeper.engine.hand import DeclarationKind, Side
from scorekeeper.games.services.sent_hands import SentEntry
from scorekeeper.models.hands import HandInput
from scorekeeper.unicode_safety import without_hidden


class Given(BaseModel):
    """What is sent: nothing is guessed, and nothing unknown is let pass."""

    model_config = ConfigDict(strict=True, extra="forbid")


class Answered(BaseModel):
    """What is answered."""

    model_config = ConfigDict(extra="forbid")


def described(description: str, *examples: Any, **more: Any) -> Any:
    """Return a field with its description; an object's example is composed of its fields' ones."""
    return Field(description=description, examples=[*examples] or None, **more)


Tag = Annotated[str, StringConstraints(max_length=64, pattern=r"^[0-9A-Za-z]+$")]

# Parameters of the path and headers.
GameNumber = Annotated[int, Path(description="The number of the game.", examples=[17])]
HandKey = Annotated[
    UUID,
    Path(
        description="A key that the phone gave the hand: a UUID of its own making.",
        examples=["0f8b8f8e-3c55-4d57-9f5c-2d7a33c5a9d1"],
    ),
]
Digest = Annotated[
    str,
    Query(
        max_length=64,
        description="The digest that the sheet names: what is answered may then be kept for ever.",
        examples=["5f1c9a2e7b40d318"],
    ),
]
BaseTag = Annotated[
    Tag | None,
    Query(
        description="The tag of the hand that was looked at; needed where there is no `If-Match`.",
        examples=["9c1185a5c5e9fc54"],
    ),
]
IfMatch = Annotated[
    str | None,
    Header(
        alias="If-Match",
        description="Tags of the stored hand, in quotation marks: it is changed if it has one of "
        "them, or `*`: if it is there. Otherwise the answer is 412, with what is there now.",
        examples=['"9c1185a5c5e9fc54"'],
    ),
]
Moment = Annotated[str, Field(json_schema_extra={"format": "date-time"})]
Day = Annotated[str, Field(json_schema_extra={"format": "date"})]


def _seen(text: str) -> str:
    # Most text typed at a table is plain ASCII.
    return text if text.isascii() and text.isprintable() else without_hidden(text)


def _no_truth(value: object) -> object:
    # In Python, False equals 0, so a Literal would accept it.
    return str(value) if isinstance(value, bool) else value


SideCode = Literal["A", "B"]
MultiplierCode = Annotated[Literal[0, 1, 2], BeforeValidator(_no_truth)]
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

# Invisible characters are removed, as in forms.
Text = Annotated[
    str, StringConstraints(max_length=200, pattern=r"^[^\x00]*$"), AfterValidator(_seen)
]

# Wide limits: the rules of the game decide what is too much, and say why.
Counted = Annotated[int, Field(ge=-9999, le=9999)]

# Eight of each kind for a side, as the page offers them.
MOST_DECLARATIONS: Final = 8 * len(DeclarationKind) * len(Side)
MOST_HANDS: Final = 9999


class ContractCode(Given):
    """The last bid."""

    bid: Counted = described("Its points as the rules have them, or 250 capot, 500 générale.", 100)
    multiplier: MultiplierCode = described("0 not doubled, 1 doubled, 2 redoubled.", 1, default=0)


class DeclarationShown(Given):
    """A declaration that one side showed."""

    side: SideCode = described("The side that showed it.", "A")
    kind: DeclarationCode = described(
        "What it was; `four` is four aces, tens, kings or queens where nobody said which.",
        "tierce",
    )
    high: RankCode | None = described(
        "The highest card of a sequence, null if it was not said.", "queen", default=None
    )


EXAMPLES: Final[list[JsonValue]] = [
    {"taker": "A1", "card_points": 92, "belote": "A", "belote_seat": "A2"},
    {"taker": "B1", "card_points": 162, "capot": "B", "trump": "hearts"},
    {"penalty": "A", "penalty_reason": "Played out of turn"},
    {"taker": "A2", "card_points": 104, "contract": {"bid": 100, "multiplier": 1}},
]


class Entry(Given):
    """What the table writes down for one hand; whatever was not said is null.

    A hand with a penalty has nothing else but its reason, and the bid where the rules mark it.
    """

    model_config = ConfigDict(json_schema_extra={"examples": EXAMPLES})

    taker: SeatCode | None = described(
        "The seat that took, or whose bid was the last.", "A1", default=None
    )
    card_points: Counted | None = described(
        "Card points of the takers, the last trick's 10 inside: 0 to 162.", 92, default=None
    )
    belote: SideCode | None = described(
        "The side that announced belote and rebelote.", "A", default=None
    )
    belote_seat: SeatCode | None = described("The seat that had the belote.", "A2", default=None)
    capot: SideCode | None = described("The side that made every trick.", None, default=None)
    penalty: SideCode | None = described(
        "The side at fault, where the hand is a penalty.", None, default=None
    )
    penalty_reason: Text = described("What the fault was.", "", default="")
    defenders_count: Counted | None = described(
        "Card points of the defenders, where they were counted too.", 70, default=None
    )
    tricks: Counted | None = described("How many tricks the takers made.", 5, default=None)
    last_trick: SideCode | None = described("The side that made the last trick.", "A", default=None)
    trump: TrumpCode | None = described("What was trump.", "hearts", default=None)
    contract: ContractCode | None = described(
        "The last bid, where the rules have bids.", default=None
    )
    taker_alone: bool = described(
        "Whether the taker played without the partner.", False, default=False
    )
    declarations: Annotated[list[DeclarationShown], Field(max_length=MOST_DECLARATIONS)] = (
        described("The declarations that were shown, of either side.", [], default=[])
    )
    best_declaration: SideCode | None = described(
        "The side whose declarations count, where the cards do not say it.", None, default=None
    )
    further_belotes: Annotated[list[SideCode], Field(max_length=SUITS - 1)] = described(
        "The sides of the belotes that all trump can add to `belote`.", [], default=[]
    )
    passed_deals: Counted | None = described(
        "How many deals nobody took before this hand; null: as many as the server counted.",
        0,
        default=None,
    )

    @model_validator(mode="after")
    def _only_a_penalty_has_a_reason(self) -> "Entry":
        if self.penalty_reason and self.penalty is None:
            raise PydanticCustomError("penalty_missing", "only a penalty has a reason")
        return self

    def as_written(self) -> HandInput:
        values = self.model_dump(exclude={"contract", "declarations", "penalty_reason"})
        values["bid"] = self.contract.bid if self.contract else None
        values["multiplier"] = self.contract.multiplier if self.contract else 0
        values["declarations"] = [
            [one.side, one.kind, *filter(None, [one.high])] for one in self.declarations
        ]
        values["passed_deals"] = self.passed_deals or 0
        return HandInput(
            entry=entry_from_values(values), penalty_reason=self.penalty_reason.strip()
        )


class SentHandBody(Given):
    """A new hand, or the correction of one that is stored."""

    number: Annotated[int, Field(ge=1, le=MOST_HANDS)] = described(
        "The place of a new hand on the sheet, from 1; for a correction it says nothing.", 1
    )
    base: Tag | None = described(
        "The tag of the stored hand that is corrected; null for a new hand.", None, default=None
    )
    confirmed: Annotated[list[Annotated[str, Field(max_length=64)]], Field(max_length=32)] = (
        described("Codes of the warnings that somebody looked at.", [], default=[])
    )
    entry: Entry = described(
        "What was played.", {"taker": "A1", "card_points": 92, "belote": "A", "belote_seat": "A2"}
    )

    def as_sent(self) -> SentEntry:
        return SentEntry(
            written=self.entry.as_written(),
            confirmed=self.confirmed,
            counts_deals=self.entry.passed_deals is not None,
        )


class PassedDealsBody(Given):
    """How many deals nobody took before a hand that is to come."""

    number: Annotated[int, Field(ge=1, le=MOST_HANDS)] = described("The place of that hand.", 3)
    count: Annotated[int, Field(ge=0, le=MOST_PASSED_DEALS)] = described("How many deals.", 1)
    base: Annotated[int | None, Field(ge=0, le=MOST_PASSED_DEALS)] = described(
        "How many they were when somebody changed it; null: that is not looked at.",
        0,
        default=None,
    )
