"""Certificates, and seats exchanged by hand."""

import json
from dataclasses import replace
from typing import Any

import pytest

from tests.tournaments.draw.hall import Hall, seats
from tournaments.draw.certificate import (
    Certificate,
    Mismatch,
    certify,
    fingerprint,
    from_dict,
    request_from_dict,
    request_to_dict,
    to_dict,
    verify,
)
from tournaments.draw.drawing import SwapError, draw, swap
from tournaments.draw.request import MOST_STEPS, PHASED, Method
from tournaments.draw.result import Barrier, LookAhead, Pairing, Proof, Repeat, RepeatKind
from tournaments.draw.steps import Steps
from tournaments.draw.teams import barrier_holds

PLAYED = [
    pytest.param(Hall(size, rounds, method), id=f"{method}, {size}, {rounds} rounds")
    for method in Method
    if method not in PHASED
    for size, rounds in [(8, 3), (7, 9), (0, 1)]
]


@pytest.mark.parametrize("hall", PLAYED)
def test_a_true_certificate_survives_the_export(hall: Hall) -> None:
    request_, drawn = hall.run()[-1]
    written = json.dumps(to_dict(certify(request_, drawn)))
    certificate = from_dict(json.loads(written))
    assert certificate == certify(request_, drawn)
    assert verify(certificate, request_) == ()
    assert request_from_dict(json.loads(json.dumps(request_to_dict(request_)))) == request_


def test_drawing_again_ends_where_its_steps_are_used_up() -> None:
    """However many the request allows: somebody else may have written it."""

    class UsedUpError(Exception):
        pass

    request, _drawn = Hall(16, 4, Method.MELEE).run()[-1]
    request = replace(request, search_limit=MOST_STEPS)
    certificate = certify(request, draw(request))
    steps = Steps(1_000_000, error=UsedUpError)
    assert verify(certificate, request, steps) == ()
    assert steps.used
    with pytest.raises(UsedUpError):
        verify(certificate, request, Steps(steps.used - 1, error=UsedUpError))


def test_a_log_has_the_tables_in_order_and_then_the_exempt() -> None:
    tables = (Pairing(1, (3,), (1,)), Pairing(2, (2,), (5,)))
    drawn = replace(DRAWN, pairings=tables, exempt=(4,))
    assert drawn.seating() == [
        {"table": 1, "a": [3], "b": [1]},
        {"table": 2, "a": [2], "b": [5]},
        {"table": None, "a": [4], "b": []},
    ]


REQUEST, DRAWN = Hall(5, 7, Method.RANKING).run()[-1]
TRUE = certify(REQUEST, DRAWN)


def forged(**changes: Any) -> Certificate:
    return replace(TRUE, draw=replace(DRAWN, **changes))


@pytest.mark.parametrize(
    ("certificate", "mismatch"),
    [
        (replace(TRUE, version=0), Mismatch.VERSION),
        (replace(TRUE, method=Method.LOT), Mismatch.METHOD),
        (replace(TRUE, seed=99), Mismatch.SEED),
        (replace(TRUE, fingerprint=""), Mismatch.FINGERPRINT),
        (forged(pairings=DRAWN.pairings[::-1]), Mismatch.PAIRINGS),
        (forged(exempt=(1, 2)), Mismatch.EXEMPT),
        (forged(repeats=()), Mismatch.REPEATS),
        (forged(proof=Proof.NO_REPEATS), Mismatch.PROOF),
        (forged(barrier=Barrier((), ((1, 2),))), Mismatch.BARRIER),
        (forged(distance=0), Mismatch.DISTANCE),
        (forged(rounds_safe=5), Mismatch.LOOK_AHEAD),
    ],
    ids=lambda value: str(value) if isinstance(value, Mismatch) else "",
)
def test_a_forged_certificate_is_found_out(certificate: Certificate, mismatch: Mismatch) -> None:
    assert verify(certificate, REQUEST) == (mismatch,)


def test_a_barrier_that_is_none() -> None:
    request = Hall(4, 1, Method.RANKING).request(1)
    assert not barrier_holds(request, Barrier((), ((1,), (1,))))
    assert not barrier_holds(request, Barrier((), ((9,),)))
    assert not barrier_holds(request, Barrier((), ((1,), (2,))))
    assert not barrier_holds(request, Barrier((3,), ((1, 2),)))
    assert barrier_holds(request, Barrier((3,), ((1, 2, 4),)))


def test_the_fingerprint_depends_on_everything_but_the_order() -> None:
    prints = {fingerprint(REQUEST), fingerprint(replace(REQUEST, seed=5))}
    prints.add(fingerprint(replace(REQUEST, rounds_left=1)))
    assert len(prints) == 3
    mixed = replace(REQUEST, entrants=REQUEST.entrants[::-1])
    assert fingerprint(mixed) == fingerprint(REQUEST)


def test_a_swap_names_the_repeats() -> None:
    hall = Hall(6, 2, Method.LOT)
    request, drawn = hall.run()[-1]
    (a, b), table = hall.met[0], drawn.pairings[0]
    # Bring two who met in the first round to one table.
    first = next(p for p in drawn.pairings if a in (*p.a, *p.b))
    other = first.b[0] if first.a == (a,) else first.a[0]
    changed = swap(request, drawn, b, other)
    assert Repeat(RepeatKind.OPPONENTS, (a, b), 1) in changed.repeats
    assert changed.proof is Proof.NOT_PROVEN
    assert seats(changed) == seats(drawn)
    assert changed.pairings[0].table == table.table
    assert swap(request, changed, b, other) == drawn.__class__(
        **{f: getattr(drawn, f) for f in ("pairings", "exempt", "repeats", "proof", "barrier")},
        distance=drawn.distance,
        look_ahead=LookAhead.NOT_PROVEN,
        rounds_safe=0,
    )


def test_a_swap_with_the_exempt_one_and_with_nobody() -> None:
    request = Hall(5, 2, Method.RANKING).request(1)
    drawn = draw(request)
    one, exempt = drawn.pairings[0].a[0], drawn.exempt[0]
    changed = swap(request, drawn, one, exempt)
    assert changed.exempt == (one,)
    assert changed.pairings[0] == Pairing(1, (exempt,), drawn.pairings[0].b)
    assert changed.look_ahead is drawn.look_ahead
    with pytest.raises(SwapError):
        swap(request, drawn, one, 77)
