"""Checks of draws: made from the facts of that moment, repeatable, and published as drawn."""

from typing import Any

from tournaments.audit_log.replay.compare import Difference, Differences, DocumentPlace
from tournaments.audit_log.replay.state import DrawFacts, RoundState, State
from tournaments.draw.certificate import Certificate, Mismatch, from_dict, request_from_dict, verify
from tournaments.draw.drawing import swap
from tournaments.draw.request import DrawRequest
from tournaments.draw.result import Draw
from tournaments.draw.steps import Steps


def draw_differences(
    document: dict[str, Any], state: State, steps: Steps | None = None
) -> list[Difference]:
    """Return the differences between the draws of a document and a repetition of them.

    Raises the error of `steps` if drawing again takes too many.
    """
    found: list[Difference] = []
    for index, played in enumerate(document["rounds"]):
        expected = state.rounds.get(played["number"])
        if expected is None:
            continue
        place = DocumentPlace(path=f"rounds[{index}].draw", round_number=played["number"])
        if played["draw"] is None:
            # Imported without a draw; a round that was drawn here has a fingerprint.
            if expected.fingerprint:
                found.append(Difference(place, "draw", None, expected.fingerprint))
            continue
        try:
            request, certificate, drawn = read_draw(played["draw"])
            found += _draw(place, request, certificate, expected, steps)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            found.append(Difference(place, "draw", str(error), None))
            continue
        if expected.swaps != played["draw"]["swaps"]:
            found.append(
                Difference(place.at("swaps"), "swaps", played["draw"]["swaps"], expected.swaps)
            )
        groups = [group.to_dict() for group in drawn.groups]
        if expected.published and expected.groups != groups:
            found.append(Difference(place.at("certificate"), "groups", groups, expected.groups))
        if expected.published:
            seating = _seating(drawn, expected)
            if seating != expected.published:
                found.append(
                    Difference(place.at("certificate"), "published", seating, expected.published)
                )
    return found


def _seating(drawn: Draw, expected: RoundState) -> Any:
    """Return the seating by a draw; club teams are seated by their line-ups at that time."""
    if (then := expected.line_ups) is None:
        return drawn.seating()
    try:
        return then.format.seated(drawn, then.present, then.tables).seating()
    except (LookupError, ValueError) as error:
        return str(error)


def read_draw(plain: dict[str, Any]) -> tuple[DrawRequest, Certificate, Draw]:
    """Return the request, the certificate, and the draw after all swaps made by hand.

    Raises ArithmeticError, LookupError, TypeError or ValueError if they cannot be read.
    """
    request = request_from_dict(plain["request"])
    certificate = from_dict(plain["certificate"])
    drawn = certificate.draw
    for one, other in plain["swaps"]:
        drawn = swap(request, drawn, one, other)
    return request, certificate, drawn


def _draw(
    place: DocumentPlace,
    request: DrawRequest,
    certificate: Certificate,
    expected: RoundState,
    steps: Steps | None,
) -> Differences:
    if certificate.fingerprint != expected.fingerprint:
        yield Difference(
            place.at("certificate.fingerprint"),
            "fingerprint",
            certificate.fingerprint,
            expected.fingerprint,
        )
    # Wishes hidden in public documents are recognised by their hash in the log: see `_facts`.
    mismatches = tuple(
        m for m in verify(certificate, request, steps) if m is not Mismatch.WISHES_HIDDEN
    )
    if Mismatch.NOT_DRAWN_AGAIN in mismatches:
        yield Difference(place.at("certificate"), "not_drawn_again", certificate.version, None)
    if found := [m.value for m in mismatches if m is not Mismatch.NOT_DRAWN_AGAIN]:
        yield Difference(place.at("certificate"), "drawn_again", found, [])
    if expected.facts is not None:
        yield from _facts(place.at("request"), request, expected.facts)


def _facts(place: DocumentPlace, request: DrawRequest, facts: DrawFacts) -> Differences:
    """Compare what the draw was made from with the facts at that time."""
    present = {entrant.number for entrant in request.entrants}
    for name, expected in (("opponents", facts.opponents), ("partners", facts.partners)):
        pairs = [list(pair) for pair in getattr(request, name)]
        kept = [list(pair) for pair in expected if present.issuperset(pair)]
        if pairs != kept:
            yield Difference(place.at(name), name, pairs, kept)
    if request.tables != facts.tables:
        yield Difference(place.at("tables"), "tables", request.tables, facts.tables)
    yield from _frame(place, request, facts)
    mark = request.wishes.mark if request.wishes else ""
    if mark != facts.wishes:
        yield Difference(place.at("wishes"), "wishes", mark, facts.wishes)
    for entrant in request.entrants:
        if entrant.number not in facts.places:
            yield Difference(place.at("entrants"), "entrant", entrant.number, None)
            continue
        for name, stored, known in (
            ("place", entrant.place, facts.places[entrant.number]),
            ("byes", entrant.byes, facts.byes.get(entrant.number, 0)),
        ):
            if stored != known:
                yield Difference(
                    DocumentPlace(
                        path=f"{place.path}.entrants",
                        round_number=place.round_number,
                        entry=entrant.number,
                    ),
                    name,
                    stored,
                    known,
                )


def _frame(place: DocumentPlace, request: DrawRequest, facts: DrawFacts) -> Differences:
    """Compare the round's position in its phase, and who was to play in it."""
    if facts.contest is None:
        if request.frame is not None:
            yield Difference(place.at("frame"), "frame", request.method.value, None)
        return
    first = request.round_number == 1
    present = {one.number for one in request.entrants} if first else facts.present
    expected = facts.format.frame(facts.contest, request.round_number, present)
    if request.frame != expected:
        yield Difference(place.at("frame"), "frame", str(request.frame), str(expected))
    elif expected is not None and request.method is not facts.format.phase_method(
        request.round_number
    ):
        yield Difference(place.at("method"), "method", request.method.value, None)
