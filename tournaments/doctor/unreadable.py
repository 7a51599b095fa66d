"""What is found where a check cannot even read what is stored."""

from collections.abc import Iterable, Iterator

from tournaments.doctor.findings import Finding, Spot
from tournaments.doctor.labels import unreadable_text


def unreadable(spot: Spot, error: Exception) -> Finding:
    """Return the finding of rows whose values stopped a check with an error."""
    told = f"{type(error).__name__}: {error}"
    return Finding(spot=spot, what="unreadable", stored=told, text=unreadable_text(spot, told))


def as_far_as_readable(findings: Iterable[Finding], spot: Spot) -> Iterator[Finding]:
    """Yield the findings of a check, and what stopped it: a database may hold anything."""
    try:
        yield from findings
    except Exception as error:
        yield unreadable(spot, error)
