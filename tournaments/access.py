"""Access to contests: for members of the club, and for phones with a table's code."""

from collections.abc import Callable
from typing import Any, Concatenate, Final, ParamSpec

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from scorekeeper.clubs.access import is_member_of, may, requires_found
from scorekeeper.models import Club
from scorekeeper.roles import Right
from tournaments.models import Match, Round, TableCode, Tournament

P = ParamSpec("P")
ContestView = Callable[Concatenate[HttpRequest, Tournament, P], HttpResponse]

TABLES_KEY: Final = "tables"


def get_tournament(club: Club, pk: int) -> Tournament:
    """Return a contest of the member's club; raises Http404."""
    return get_object_or_404(Tournament.objects.select_related("club").of_club(club), pk=pk)


def requires_in_contest(
    right: Right, *, to_write: Right | None = None
) -> Callable[[ContestView[P]], Callable[..., HttpResponse]]:
    """Require a right, as `requires` does, and pass the view the contest with that key."""
    return requires_found(get_tournament, right, to_write=to_write)


def get_round(tournament: Tournament, number: int) -> Round:
    """Return a round of a contest by number; raises Http404."""
    found = get_object_or_404(tournament.rounds, number=number)
    found.tournament = tournament
    return found


def get_round_of(club: Club, pk: int, number: int) -> Round:
    """Return a round of a contest of the member's club; raises Http404."""
    rounds = Round.objects.select_related("tournament__club")
    return get_object_or_404(rounds, tournament=pk, tournament__club=club, number=number)


def get_match(tournament: Tournament, number: int, table: int) -> Match:
    """Return the match at a table of a round; raises Http404."""
    matches = Match.objects.select_related("round", "game")
    here = {"round__tournament": tournament, "round__number": number, "table_number": table}
    found = get_object_or_404(matches, **here)
    found.round.tournament = tournament
    return found


def find_match_of(club: Club, pk: int, number: int, table: int) -> Match | None:
    """Return the match at a table in a round of the member's club, with its round, if any."""
    matches = Match.objects.select_related("round__tournament__club", "game").filter(
        round__tournament=pk, round__tournament__club=club, round__number=number, table_number=table
    )
    return matches.first()


def get_public_tournament(token: str) -> Tournament:
    """Return the contest with that public token; raises Http404."""
    return get_object_or_404(Tournament.objects.select_related("club"), token=token)


def join_table(request: HttpRequest, code: TableCode) -> None:
    """Allow this phone to enter what is played at a table."""
    # JSON converts the keys of a session to strings.
    joined: dict[str, Any] = dict(request.session.get(TABLES_KEY, {}))
    # Keep the order of joining.
    joined.pop(str(code.pk), None)
    request.session[TABLES_KEY] = {**joined, str(code.pk): code.token}


def joined_code(request: HttpRequest, match: Match) -> TableCode | None:
    """Return the table's code if this phone joined with it and it is still valid."""
    joined: dict[str, Any] = request.session.get(TABLES_KEY, {})
    if not joined or match.table_number is None:
        return None
    code = TableCode.objects.filter(
        tournament=match.round.tournament_id, number=match.table_number
    ).first()
    return code if code and joined.get(str(code.pk)) == code.token else None


def joined_tokens(request: HttpRequest) -> list[str]:
    """Return the codes of the tables that this phone joined, the latest last."""
    return list(request.session.get(TABLES_KEY, {}).values())


def is_organiser(request: HttpRequest, tournament: Tournament) -> bool:
    """Return whether the person works in the club of this contest, and may see all of it."""
    return is_member_of(request, tournament.club_id)


def decides_in(request: HttpRequest, tournament: Tournament) -> bool:
    """Return whether the person may decide what the tables of this contest cannot change."""
    return may(request, tournament.club_id, Right.DECIDE)
