"""The result of a check: place, stored value, correct value. Pure."""

from dataclasses import asdict, dataclass, field, replace
from typing import Any

from tournaments.audit_log.replay.compare import Difference


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """Where something is stored: primary keys, and numbers as people know them."""

    club: str = ""
    contest: int | None = None
    contest_name: str = ""
    evening: int | None = None
    evening_name: str = ""
    game: int | None = None
    round_number: int | None = None
    table: int | None = None
    hand: int | None = None
    entry: int | None = None
    player: str = ""
    path: str = ""

    def of(self, difference: Difference) -> "Spot":
        return replace(self, **asdict(difference.place))


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One difference. `what` is a stable code, `text` a sentence."""

    spot: Spot
    what: str
    stored: Any = None
    right: Any = None
    text: str = ""

    def to_dict(self) -> dict[str, Any]:
        place = {
            name: value for name, value in asdict(self.spot).items() if value not in (None, "")
        }
        return {
            "place": place,
            "what": self.what,
            "stored": self.stored,
            "right": self.right,
            "text": self.text,
        }


@dataclass(slots=True)
class Report:
    """All differences, and how much was checked."""

    findings: list[Finding] = field(default_factory=list)
    games: int = 0
    hands: int = 0
    contests: int = 0
    ratings: int = 0
    unchained: int = 0
    """Games of before logs were chained, to which nothing was done since."""

    @property
    def is_whole(self) -> bool:
        return not self.findings

    def to_dict(self) -> dict[str, Any]:
        """Return values that JSON can hold; the README describes them."""
        counts = ("games", "hands", "contests", "ratings")
        return {
            "adds_up": self.is_whole,
            "looked_at": {name: getattr(self, name) for name in counts},
            "differences": [finding.to_dict() for finding in self.findings],
        }
