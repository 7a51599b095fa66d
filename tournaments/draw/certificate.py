"""A certificate of a draw: with the request it lets anybody draw the round again."""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Final

from tournaments.draw.drawing import draw
from tournaments.draw.repeats import repeats_of
from tournaments.draw.request import DrawRequest, Entrant, Method
from tournaments.draw.result import Barrier, Draw, LookAhead, Pairing, Proof, Repeat, RepeatKind
from tournaments.draw.steps import TooManyStepsError
from tournaments.draw.teams import barrier_holds
from tournaments.draw.version1 import drawing as version1

VERSION: Final = 2
"""Goes up when the same request would be drawn otherwise."""
DRAWS: Final[Mapping[int, Callable[[DrawRequest], Draw]]] = {1: version1.draw, VERSION: draw}
"""How each version draws: what it drew is verified by its own code."""
FINGERPRINTED: Final = (
    "entrants",
    "method",
    "opponents",
    "partners",
    "round_number",
    "rounds_left",
    "search_limit",
    "seed",
)
"""The fields of a request in its fingerprint, those of versions 1 and 2. What a later version adds
stands in the fingerprints of that version alone."""


class Mismatch(StrEnum):
    """Where a certificate and the draw made again part."""

    VERSION = "version"
    METHOD = "method"
    SEED = "seed"
    FINGERPRINT = "fingerprint"
    PAIRINGS = "pairings"
    EXEMPT = "exempt"
    REPEATS = "repeats"
    PROOF = "proof"
    BARRIER = "barrier"
    DISTANCE = "distance"
    LOOK_AHEAD = "look_ahead"
    NOT_DRAWN_AGAIN = "not_drawn_again"
    """The version that drew it would take more steps than anybody waits for."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """A draw, the seed and method it was made with, and the fingerprint of its request."""

    version: int
    method: Method
    seed: int
    fingerprint: str
    draw: Draw


def fingerprint(request: DrawRequest) -> str:
    """Return the SHA-256 of the request as JSON: sorted keys, no spaces, 64 hexadecimal digits."""
    return hashlib.sha256(fingerprinted(request).encode()).hexdigest()


def fingerprinted(request: DrawRequest) -> str:
    """Return the text whose SHA-256 is the fingerprint: README.md shows it byte for byte."""
    plain = asdict(request)
    kept = {name: plain[name] for name in FINGERPRINTED}
    return json.dumps(kept, sort_keys=True, separators=(",", ":"))


def certify(request: DrawRequest, drawn: Draw) -> Certificate:
    """Return the certificate of a draw made from the request."""
    return Certificate(VERSION, request.method, request.seed, fingerprint(request), drawn)


def verify(certificate: Certificate, request: DrawRequest) -> tuple[Mismatch, ...]:
    """Draw the round again and return everything that differs: nothing for a true certificate."""
    claimed = certificate.draw
    agrees = {
        Mismatch.VERSION: certificate.version in DRAWS,
        Mismatch.METHOD: certificate.method is request.method,
        Mismatch.SEED: certificate.seed == request.seed,
        Mismatch.FINGERPRINT: certificate.fingerprint == fingerprint(request),
    }
    try:
        again = DRAWS.get(certificate.version, draw)(request)
    except TooManyStepsError:
        agrees |= {
            Mismatch.REPEATS: claimed.repeats
            == repeats_of(request, claimed.pairings, claimed.exempt),
            Mismatch.NOT_DRAWN_AGAIN: False,
        }
    else:
        agrees |= _drawn_alike(request, claimed, again)
    return tuple(mismatch for mismatch, is_same in agrees.items() if not is_same)


def _drawn_alike(request: DrawRequest, claimed: Draw, again: Draw) -> dict[Mismatch, bool]:
    barrier = claimed.barrier
    holds = barrier is None or barrier_holds(request, barrier)
    return {
        Mismatch.PAIRINGS: claimed.pairings == again.pairings,
        Mismatch.EXEMPT: claimed.exempt == again.exempt,
        Mismatch.REPEATS: claimed.repeats == again.repeats,
        Mismatch.PROOF: claimed.proof is again.proof,
        Mismatch.BARRIER: barrier == again.barrier and holds,
        Mismatch.DISTANCE: claimed.distance == again.distance,
        Mismatch.LOOK_AHEAD: (claimed.look_ahead, claimed.rounds_safe)
        == (again.look_ahead, again.rounds_safe),
    }


def as_plain(certificate: Certificate) -> dict[str, Any]:
    """Return the certificate as what JSON can hold."""
    plain: dict[str, Any] = json.loads(json.dumps(asdict(certificate)))
    return plain


def from_plain(plain: dict[str, Any]) -> Certificate:
    """Return the certificate that `as_plain` wrote; raise KeyError, TypeError or ValueError."""
    drawn = plain["draw"]
    barrier = drawn["barrier"]
    return Certificate(
        int(plain["version"]),
        Method(plain["method"]),
        int(plain["seed"]),
        str(plain["fingerprint"]),
        Draw(
            tuple(Pairing(p["table"], tuple(p["a"]), tuple(p["b"])) for p in drawn["pairings"]),
            tuple(drawn["exempt"]),
            tuple(
                Repeat(RepeatKind(r["kind"]), tuple(r["entrants"]), r["times"])
                for r in drawn["repeats"]
            ),
            Proof(drawn["proof"]),
            barrier and Barrier(tuple(barrier["removed"]), tuple(map(tuple, barrier["groups"]))),
            drawn["distance"],
            LookAhead(drawn["look_ahead"]),
            drawn["rounds_safe"],
        ),
    )


def request_as_plain(request: DrawRequest) -> dict[str, Any]:
    """Return the request as what JSON can hold, so that the round can be drawn again elsewhere."""
    plain: dict[str, Any] = json.loads(json.dumps(asdict(request)))
    return plain


def request_from_plain(plain: dict[str, Any]) -> DrawRequest:
    """Return what `request_as_plain` wrote; raise KeyError, TypeError or ValueError."""
    return DrawRequest(
        method=Method(plain["method"]),
        seed=int(plain["seed"]),
        round_number=int(plain["round_number"]),
        rounds_left=int(plain["rounds_left"]),
        entrants=tuple(Entrant(**entrant) for entrant in plain["entrants"]),
        opponents=tuple((one, other) for one, other in plain["opponents"]),
        partners=tuple((one, other) for one, other in plain["partners"]),
        search_limit=plain["search_limit"],
    )
