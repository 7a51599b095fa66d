"""How a field of the interface is described: in a sentence, with an example."""

from typing import Annotated, Any
from uuid import UUID

from ninja import Header, Path, Query
from pydantic import BaseModel, ConfigDict, Field, StringConstraints


class Given(BaseModel):
    """What is sent: nothing is guessed, and nothing unknown is let pass."""

    model_config = ConfigDict(strict=True, extra="forbid")


class Answered(BaseModel):
    """What is answered."""

    model_config = ConfigDict(extra="forbid")


def told(description: str, *examples: Any, **more: Any) -> Any:
    """Return a field with its description; an object's example is made of those of its fields."""
    return Field(description=description, examples=[*examples] or None, **more)


Tag = Annotated[str, StringConstraints(max_length=64, pattern=r"^[0-9A-Za-z]+$")]

# What stands in an address or in a header.
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
