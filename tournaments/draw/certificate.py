"""The certificate of a draw: together with the request, anybody can draw the round again."""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Final

from tournaments.draw.drawing import draw
from tournaments.draw.groups import frame_from_dict, groups_from_dict
from tournaments.draw.repeats import repeats_of
from tournaments.draw.request import DrawRequest, Entrant, Method
from tournaments.draw.result import (
    Barrier,
    BrokenWish,
    Draw,
    LookAhead,
    Pairing,
    Proof,
    Repeat,
    RepeatKind,
    WishKind,
    WishProof,
)
from tournaments.draw.steps import Steps, TooManyStepsError
from tournaments.draw.teams import barrier_holds
from tournaments.draw.version1 import drawing as version1
from tournaments.draw.wishes import numbers_of, wishes_from_dict

VERSION: Final = 4
"""Incremented when the same request would be drawn differently, or requests get new fields."""
WISHED_VERSION: Final = 3
"""The version of requests with wishes or tables, without pools and brackets."""
PLAIN_VERSION: Final = 2
"""The version of requests without wishes, which version 3 draws in the same way."""
DRAWS: Final[Mapping[int, Callable[[DrawRequest, Steps | None], Draw]]] = {
    1: version1.draw,
    PLAIN_VERSION: draw,
    WISHED_VERSION: draw,
    VERSION: draw,
}
"""The draw function of each version: a draw is verified by the version that made it."""
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
"""The request's fields in the fingerprint of versions 1 and 2. Fields added by a later version are
in the fingerprints from that version on."""
WISHED: Final = ("tables", "wishes")
"""The fields added by version 3; the fingerprint has only the hash of the wishes."""
WISHES_OF_A_DRAW: Final = ("broken", "worth")
"""The fields that version 3 added to a draw."""
FRAMED: Final = "frame"
"""The field that version 4 added to a request: the position of the round in its phase."""
GROUPED: Final = "groups"
"""The field that version 4 added to a draw: its pools or brackets."""


class Mismatch(StrEnum):
    """A difference between a certificate and the repeated draw."""

    VERSION = "version"
    METHOD = "method"
    SEED = "seed"
    FINGERPRINT = "fingerprint"
    PAIRINGS = "pairings"
    EXEMPT = "exempt"
    REPEATS = "repeats"
    PROOF = "proof"
    BARRIER = "barrier"
    GROUPS = "groups"
    DISTANCE = "distance"
    LOOK_AHEAD = "look_ahead"
    WISHES = "wishes"
    WISHES_HIDDEN = "wishes_hidden"
    """Only the organiser knows the wishes, so the draw was not repeated."""
    NOT_DRAWN_AGAIN = "not_drawn_again"
    """The version that made the draw would need too many steps to repeat it."""


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
    """Return the text that is hashed for the fingerprint; README.md shows it byte for byte."""
    plain = asdict(request)
    kept = {name: plain[name] for name in FINGERPRINTED}
    if request.is_phased:
        kept |= {FRAMED: plain[FRAMED]}
    if not request.is_plain or request.is_phased:
        kept |= {"tables": request.tables, "wishes": request.wishes and request.wishes.mark}
    return json.dumps(kept, sort_keys=True, separators=(",", ":"))


def version_of(request: DrawRequest) -> int:
    """Return the version that draws such a request now."""
    if request.is_phased:
        return VERSION
    return PLAIN_VERSION if request.is_plain else WISHED_VERSION


def certify(request: DrawRequest, drawn: Draw) -> Certificate:
    """Return the certificate of a draw made from the request."""
    return Certificate(
        version_of(request), request.method, request.seed, fingerprint(request), drawn
    )


def verify(
    certificate: Certificate, request: DrawRequest, steps: Steps | None = None
) -> tuple[Mismatch, ...]:
    """Draw the round again and return all differences; none for a valid certificate.

    Takes some of the `steps` and raises their error if they do not suffice.
    """
    claimed = certificate.draw
    agrees = {
        Mismatch.VERSION: certificate.version in DRAWS
        and max(certificate.version, PLAIN_VERSION) == version_of(request),
        Mismatch.METHOD: certificate.method is request.method,
        Mismatch.SEED: certificate.seed == request.seed,
        Mismatch.FINGERPRINT: certificate.fingerprint == fingerprint(request),
    }
    if request.wishes is not None and request.wishes.hidden:
        agrees |= _seen_alike(request, claimed) | {Mismatch.WISHES_HIDDEN: False}
        return tuple(mismatch for mismatch, is_same in agrees.items() if not is_same)
    try:
        again = DRAWS.get(certificate.version, draw)(request, steps)
    except TooManyStepsError:
        agrees |= {
            Mismatch.REPEATS: claimed.repeats
            == repeats_of(request, claimed.pairings, claimed.exempt),
            Mismatch.NOT_DRAWN_AGAIN: False,
        }
    else:
        agrees |= _drawn_alike(request, claimed, again)
    return tuple(mismatch for mismatch, is_same in agrees.items() if not is_same)


def _seen_alike(request: DrawRequest, claimed: Draw) -> dict[Mismatch, bool]:
    """Check what can be checked of a draw with hidden wishes: seats and repeats."""
    seated = sorted(number for p in claimed.pairings for number in (*p.a, *p.b))
    everybody = [entrant.number for entrant in request.entrants]
    tables = [pairing.table for pairing in claimed.pairings]
    there = set(numbers_of(request.tables))
    return {
        Mismatch.PAIRINGS: len(set(tables)) == len(tables) and there.issuperset(tables),
        Mismatch.EXEMPT: sorted([*seated, *claimed.exempt]) == everybody,
        Mismatch.REPEATS: claimed.repeats == repeats_of(request, claimed.pairings, claimed.exempt),
    }


def _drawn_alike(request: DrawRequest, claimed: Draw, again: Draw) -> dict[Mismatch, bool]:
    barrier = claimed.barrier
    holds = barrier is None or barrier_holds(request, barrier)
    return {
        Mismatch.PAIRINGS: claimed.pairings == again.pairings,
        Mismatch.EXEMPT: claimed.exempt == again.exempt,
        Mismatch.REPEATS: claimed.repeats == again.repeats,
        Mismatch.PROOF: claimed.proof is again.proof,
        Mismatch.BARRIER: barrier == again.barrier and holds,
        Mismatch.GROUPS: claimed.groups == again.groups,
        Mismatch.DISTANCE: claimed.distance == again.distance,
        Mismatch.LOOK_AHEAD: (claimed.look_ahead, claimed.rounds_safe)
        == (again.look_ahead, again.rounds_safe),
        Mismatch.WISHES: (claimed.broken, claimed.worth) == (again.broken, again.worth),
    }


def to_dict(certificate: Certificate) -> dict[str, Any]:
    """Return the certificate as values that JSON can hold."""
    plain: dict[str, Any] = json.loads(json.dumps(asdict(certificate)))
    if certificate.version < WISHED_VERSION:
        for name in WISHES_OF_A_DRAW:
            del plain["draw"][name]
    if certificate.version < VERSION:
        del plain["draw"][GROUPED]
    return plain


def hide_wishes(request: dict[str, Any], certificate: dict[str, Any]) -> None:
    """Remove the wishes from a plain draw; the hash that was fixed before the draw stays."""
    wishes = wishes_from_dict(request.get("wishes"))
    if wishes is None:
        return
    request["wishes"] = {"hidden": wishes.mark}
    certificate["draw"] |= {"broken": [], "worth": []}


def from_dict(plain: dict[str, Any]) -> Certificate:
    """Return the certificate that `to_dict` wrote; raise KeyError, TypeError or ValueError."""
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
            tuple(_broken_from_dict(wish) for wish in drawn.get("broken", ())),
            tuple(drawn.get("worth", ())),
            groups_from_dict(drawn.get(GROUPED, ())),
        ),
    )


def _broken_from_dict(plain: dict[str, Any]) -> BrokenWish:
    return BrokenWish(
        WishKind(plain["kind"]),
        tuple(plain["entrants"]),
        WishProof(plain["proof"]),
        tuple(plain["worth"]),
    )


def request_to_dict(request: DrawRequest) -> dict[str, Any]:
    """Return the request as values that JSON can hold, to draw the round again elsewhere."""
    plain: dict[str, Any] = json.loads(json.dumps(asdict(request)))
    if request.is_plain and not request.is_phased:
        for name in WISHED:
            del plain[name]
    if not request.is_phased:
        del plain[FRAMED]
    return plain


def request_from_dict(plain: dict[str, Any]) -> DrawRequest:
    """Return what `request_to_dict` wrote; raise KeyError, TypeError or ValueError."""
    return DrawRequest(
        method=Method(plain["method"]),
        seed=int(plain["seed"]),
        round_number=int(plain["round_number"]),
        rounds_left=int(plain["rounds_left"]),
        entrants=tuple(Entrant(**entrant) for entrant in plain["entrants"]),
        opponents=tuple((one, other) for one, other in plain["opponents"]),
        partners=tuple((one, other) for one, other in plain["partners"]),
        search_limit=plain["search_limit"],
        tables=tuple((first, last) for first, last in plain.get("tables", ())),
        wishes=wishes_from_dict(plain.get("wishes")),
        frame=frame_from_dict(plain.get(FRAMED)),
    )
