"""Who may see and do what in a contest: members of its club, and phones with a table's code."""

from typing import Any, Final

from django.http import Http404, HttpRequest

from scorekeeper.clubs.access import is_member_of, may
from scorekeeper.models import Club
from scorekeeper.roles import Right
from tournaments.models import Match, Round, TableCode, Tournament

TABLES_KEY: Final = "tables"


def get_tournament(club: Club, pk: int) -> Tournament:
    """Return a contest of the member's club; raises Http404."""
    tournament = Tournament.objects.select_related("club").of_club(club).filter(pk=pk).first()
    if tournament is None:
        raise Http404
    return tournament


def get_round(tournament: Tournament, number: int) -> Round:
    """Return a round of a contest by its number; raises Http404."""
    found = tournament.rounds.filter(number=number).first()
    if found is None:
        raise Http404
    found.tournament = tournament
    return found


def get_round_of(club: Club, pk: int, number: int) -> Round:
    """Return a round of a contest of the member's club; raises Http404."""
    rounds = Round.objects.select_related("tournament__club")
    found = rounds.filter(tournament=pk, tournament__club=club, number=number).first()
    if found is None:
        raise Http404
    return found


def get_match(tournament: Tournament, number: int, table: int) -> Match:
    """Return what a round holds at a table; raises Http404."""
    matches = Match.objects.select_related("round", "game").filter(
        round__tournament=tournament, round__number=number, table_number=table
    )
    found = matches.first()
    if found is None:
        raise Http404
    found.round.tournament = tournament
    return found


def find_match_of(club: Club, pk: int, number: int, table: int) -> Match | None:
    """Return what a round of the member's club holds at a table, with its round, if anything."""
    matches = Match.objects.select_related("round__tournament__club", "game").filter(
        round__tournament=pk, round__tournament__club=club, round__number=number, table_number=table
    )
    return matches.first()


def get_public_tournament(token: str) -> Tournament:
    """Return the contest whose public pages that token opens; raises Http404."""
    tournament = Tournament.objects.select_related("club").filter(token=token).first()
    if tournament is None:
        raise Http404
    return tournament


def join_table(request: HttpRequest, code: TableCode) -> None:
    """Let this phone enter what is played at that table."""
    # JSON turns the keys of a session into strings.
    joined: dict[str, Any] = dict(request.session.get(TABLES_KEY, {}))
    # The table joined last stands last.
    joined.pop(str(code.pk), None)
    request.session[TABLES_KEY] = {**joined, str(code.pk): code.token}


def joined_code(request: HttpRequest, match: Match) -> TableCode | None:
    """Return the code of the match's table if this phone joined by the one that holds now."""
    joined: dict[str, Any] = request.session.get(TABLES_KEY, {})
    if not joined or match.table_number is None:
        return None
    code = TableCode.objects.filter(
        tournament=match.round.tournament_id, number=match.table_number
    ).first()
    return code if code and joined.get(str(code.pk)) == code.token else None


def joined_tokens(request: HttpRequest) -> list[str]:
    """Return the codes of the tables that this phone joined, the last one last."""
    return list(request.session.get(TABLES_KEY, {}).values())


def is_organiser(request: HttpRequest, tournament: Tournament) -> bool:
    """Return whether the person works in the club of this contest, and sees all of it."""
    return is_member_of(request, tournament.club_id)


def decides_in(request: HttpRequest, tournament: Tournament) -> bool:
    """Return whether the person settles what the tables of this contest may not change."""
    return may(request, tournament.club_id, Right.DECIDE)
