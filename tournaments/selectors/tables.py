"""Tables of a round at a glance."""

from dataclasses import dataclass

from tournaments.models import Match


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPage:
    """What the page of a table's game shows of the contest."""

    match: Match
    organises: bool


def match_page(match: Match, *, organises: bool) -> MatchPage:
    """Return what the page of a table's game shows of the contest."""
    return MatchPage(match=match, organises=organises)
