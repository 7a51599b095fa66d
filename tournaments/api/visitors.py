"""Who may read a table and a contest through the API."""

import hashlib
from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest
from django.utils.translation import get_language

from scorekeeper.api.base import OrganiserSession, TableToken, game_of_code
from scorekeeper.api.problems import not_found, token_unknown
from scorekeeper.clubs.queries import hidden_players
from scorekeeper.models import Club, Game
from tournaments.models import TableCode, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedContest:
    """A contest that the caller may read; organisers also see full names and unpublished draws."""

    tournament: Tournament
    organises: bool

    @property
    def hidden(self) -> frozenset[int]:
        return frozenset() if self.organises else hidden_players(self.tournament.club_id)

    def etag(self, *parts: object) -> str:
        """Return the ETag of the contest for one of its URLs."""
        contest = self.tournament
        versions = [contest.pk, contest.state, contest.results_version]
        text = repr([*versions, self.organises, get_language(), *parts])
        return hashlib.sha256(text.encode()).hexdigest()[:20]


def _table_of(_request: HttpRequest, token: str) -> TableCode | Game:
    """Return the table, or the game outside contests, of a code; raises ApiProblemError."""
    if found := _code(token) or game_of_code(token):
        return found
    raise token_unknown()


def _code(token: str) -> TableCode | None:
    return TableCode.objects.select_related("tournament__club").filter(token=token).first()


def _contest_by_token(request: HttpRequest, token: str) -> OpenedContest:
    code = _code(token)
    if code is None and game_of_code(token) is None:
        raise token_unknown()
    if code is None or code.tournament_id != _asked(request):
        raise not_found()
    return OpenedContest(tournament=code.tournament, organises=False)


def _contest_by_session(request: HttpRequest, club: Club | None) -> OpenedContest:
    contests = Tournament.objects.select_related("club").filter(pk=_asked(request))
    found = contests.of_club(club).first() if club else None
    if found is None:
        raise not_found()
    return OpenedContest(tournament=found, organises=True)


def _asked(request: HttpRequest) -> int:
    assert request.resolver_match is not None, "an address was found"
    number: int = request.resolver_match.kwargs["contest_id"]
    return number


def _own_club(_request: HttpRequest, club: Club | None) -> Club:
    if club is None:
        raise not_found()
    return club


TABLE_WAYS: Final = (TableToken(_table_of),)
"""The way in to what is played at a table."""

CONTEST_WAYS: Final = (TableToken(_contest_by_token), OrganiserSession(_contest_by_session))
"""The ways in to a contest, for its addresses."""

CLUB_WAYS: Final = (OrganiserSession(_own_club),)
"""The way in to what the club alone reads."""


def opened_contest(request: HttpRequest) -> OpenedContest:
    found: OpenedContest = request.auth  # type: ignore[attr-defined]
    return found
