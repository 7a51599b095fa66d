"""The document of an evening: who was present, the games, their hands and logs.

Each part is a model, each field a line. It contains no secrets: no code, no address.
"""

from datetime import date, datetime
from typing import Annotated, Any, Final, Literal
from uuid import UUID

from pydantic import (
    AwareDatetime,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    JsonValue,
    PlainSerializer,
    SerializerFunctionWrapHandler,
    StringConstraints,
    model_serializer,
)

from scorekeeper.game_chain import hash_of_acts, hash_of_events

SMALL: Final = 32_767
"""The largest value of a small integer column in every database."""
FORMAT: Final = "belote evening 1"


def _moment(value: Any) -> Any:
    return datetime.fromisoformat(value) if isinstance(value, str) else value


def _day(value: Any) -> Any:
    return date.fromisoformat(value) if isinstance(value, str) else value


Name = Annotated[str, StringConstraints(min_length=1, max_length=80)]
Person = Annotated[str, StringConstraints(max_length=80)]
Note = Annotated[str, StringConstraints(max_length=200)]
Key = Annotated[str, StringConstraints(min_length=1, max_length=40)]
Instant = Annotated[
    AwareDatetime, BeforeValidator(_moment), PlainSerializer(lambda at: at.isoformat())
]
Day = Annotated[date, BeforeValidator(_day), PlainSerializer(lambda day: day.isoformat())]
Digest = Annotated[str, StringConstraints(pattern=r"^([0-9a-f]{64})?$")]
Small = Annotated[int, Field(ge=0, le=SMALL)]
Number = Annotated[int, Field(ge=1, le=SMALL)]
Points = Annotated[int, Field(ge=-1_000_000, le=1_000_000)]
SideCode = Literal["A", "B"]
NoSide = Literal["A", "B", ""]
SeatCode = Literal["A1", "B1", "A2", "B2"]
NoSeat = Literal["A1", "B1", "A2", "B2", ""]


class DocumentPart(BaseModel):
    """A part of a document: only the declared fields are allowed, each with a strict type."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


class HandPart(DocumentPart):
    """A hand: what was entered, what followed, who wrote it and when."""

    number: Number
    taker: NoSeat
    card_points: Annotated[int, Field(ge=0, le=258)] | None
    belote: NoSide
    belote_seat: NoSeat
    capot: NoSide
    penalty: NoSide
    penalty_reason: Note
    defenders_count: Small | None
    tricks: Small | None
    last_trick: NoSide
    trump: Annotated[str, StringConstraints(max_length=10)]
    bid: Small | None
    multiplier: Annotated[int, Field(ge=0, le=2)]
    taker_alone: bool
    declarations: list[Annotated[list[str], Field(min_length=2, max_length=3)]]
    best_declaration: NoSide
    further_belotes: Annotated[list[SideCode], Field(max_length=3)]
    passed_deals: Small
    outcome: Annotated[str, StringConstraints(max_length=8)]
    winner: NoSide
    score_a: Points
    score_b: Points
    counted: bool
    recorded_name: Person
    recorded_at: Instant
    changed_at: Instant | None


class SparsePart(DocumentPart):
    """A part whose fields are left out if they have their default value."""

    @model_serializer(mode="wrap")
    def _short(self, serialize: SerializerFunctionWrapHandler) -> dict[str, Any]:
        fields = type(self).model_fields
        return {
            key: value for key, value in serialize(self).items() if value != fields[key].default
        }


class SeatPart(SparsePart):
    """A seat; the first and the last hand are present only if there was a substitute."""

    seat: SeatCode
    name: Name
    first_hand: Number = 1
    last_hand: Small | None = None


class SlipPart(SparsePart):
    """The two totals of one game, as on a slip, and the capots if it reports them."""

    number: Number
    hands: Small
    total_a: Annotated[int, Field(ge=0, le=1_000_000)]
    total_b: Annotated[int, Field(ge=0, le=1_000_000)]
    capots_a: Small | None = None
    capots_b: Small | None = None


class EventPart(DocumentPart):
    """A line of a game's log: the state before and after."""

    kind: Literal[
        "started",
        "hand_recorded",
        "hand_corrected",
        "hand_withdrawn",
        "deal_passed",
        "deal_restored",
        "edited",
        "stopped",
        "finished",
        "reopened",
        "slip_recorded",
        "slip_corrected",
        "slip_withdrawn",
    ]
    hand_number: Small | None
    before: JsonValue
    after: JsonValue
    author_name: Person
    at: Instant


class GamePart(SparsePart):
    """A game with the rules it was played under.

    `log_hash` is the last hash of its log, missing where logs were not chained yet.
    """

    table_number: Small | None
    kind: Literal["hands", "slip"]
    status: Literal["playing", "finished"]
    ruleset_key: Key
    ruleset_name: Name
    ruleset_based_on: Key
    ruleset_values: dict[str, JsonValue]
    ruleset_practice: dict[str, str]
    target: Annotated[int, Field(ge=1, le=100_000)] | None
    hands_per_game: Annotated[int, Field(ge=1, le=100)] | None
    game_count: Annotated[int, Field(ge=1, le=20)]
    first_dealer: SeatCode
    passed_deals: Small
    hand_count: Small
    total_a: Points
    total_b: Points
    held: Points
    winner: NoSide
    stop_reason: Note
    created_at: Instant
    finished_at: Instant | None
    log_hash: Digest = ""
    seats: Annotated[list[SeatPart], Field(min_length=4, max_length=400)]
    hands: Annotated[list[HandPart], Field(max_length=2000)]
    slips: Annotated[list[SlipPart], Field(max_length=20)]
    events: Annotated[list[EventPart], Field(max_length=20_000)]


class ActPart(SparsePart):
    """A line of the evening's own log; `state` is the hash of the evening after it."""

    act: Literal["opened", "changed", "present", "closed", "reopened", "redacted"]
    at: Instant
    state: Digest = ""


class EveningPart(SparsePart):
    """An evening; its key is the same on every computer. `log_hash` is that of its own log."""

    key: Annotated[UUID, Field(strict=False)]
    name: Name
    date: Day
    ruleset_key: Key
    created_at: Instant
    closed_at: Instant | None
    log_hash: Digest = ""


class EveningDocument(DocumentPart):
    """A whole evening."""

    format: Literal["belote evening 1"] = FORMAT
    evening: EveningPart
    acts: Annotated[list[ActPart], Field(min_length=1, max_length=20_000)]
    here: Annotated[list[Name], Field(max_length=5000)]
    games: Annotated[list[GamePart], Field(max_length=2000)]

    def chained(self) -> "EveningDocument":
        """Return the document with the hashes that one of before does not have."""
        acts = [act.model_dump() for act in self.acts]
        evening = self.evening.model_copy(
            update={"log_hash": self.evening.log_hash or hash_of_acts(acts)}
        )
        games = [
            game.model_copy(update={"log_hash": game.log_hash or hash_of_events(game.events)})
            for game in self.games
        ]
        return self.model_copy(update={"evening": evening, "games": games})

    def text(self) -> str:
        """Return the document as JSON, one value a line."""
        return self.model_dump_json(indent=1)
