"""Operations on contests: rounds, tables, standings, for organisers and phones at the tables."""

import hashlib
from datetime import datetime
from typing import Annotated, Any, Final

from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language
from ninja import Path, Query, Router

from scorekeeper.api.base import refusals, unchanged
from scorekeeper.api.problems import not_found
from scorekeeper.clubs.queries import ShownNames
from scorekeeper.models import Club
from tournaments.api import schemas
from tournaments.api.visitors import CLUB_WAYS, CONTEST_WAYS, OpenedContest, opened_contest
from tournaments.contests.queries.contests import contests_with_counts
from tournaments.hall.queries.boards import board_version, shared_ranking
from tournaments.models import Round, Tournament
from tournaments.rankings.queries.rankings import RankingLine, ranking_of
from tournaments.seating import SeatedEntry, SeatedTable, named_entries, tables_of
from tournaments.visible_ranking import Reader, visible_ranking

router = Router(tags=["contests"], auth=CONTEST_WAYS)

CONTEST: Final = "/contests/{int:contest_id}"
READ: Final = refusals(401, 404)
MOST_ROUNDS: Final = 9999

ContestNumber = Annotated[int, Path(description="The number of the contest.", examples=[4])]
RoundNumber = Annotated[int, Path(description="The number of the round.", examples=[2])]
Plain = dict[str, Any]


@router.get(
    "/contests",
    auth=CLUB_WAYS,
    response={200: schemas.Contests, 304: None, **READ},
    operation_id="listContests",
    summary="The contests of the club",
)
def list_contests(request: HttpRequest, response: HttpResponse) -> Any:
    """Answer the contests of the club that the organiser works for, the latest first."""
    club: Club = request.auth  # type: ignore[attr-defined]
    found = [
        {**_contest(line, _last_of(line)), "entries": getattr(line, "entry_count", 0)}
        for line in contests_with_counts(club)
    ]
    etag = hashlib.sha256(repr([found, get_language()]).encode()).hexdigest()[:20]
    return unchanged(request, response, etag) or {"contests": found}


def _last_of(tournament: Tournament) -> int | None:
    """Return the number of the latest published round of a listed contest."""
    number: int | None = getattr(tournament, "last_number", None)
    if number is None or getattr(tournament, "last_status", "") != Round.Status.DRAWN:
        return number
    return number - 1 or None


def _contest(tournament: Tournament, last: int | None) -> Plain:
    return {
        "id": tournament.pk,
        "name": tournament.name,
        "date": tournament.date.isoformat(),
        "mode": tournament.mode,
        "round_hands": tournament.round_hands,
        "round": last,
        "is_finished": tournament.finished_at is not None,
        "version": board_version(tournament),
    }


@router.get(
    CONTEST,
    response={200: schemas.Contest, 304: None, **READ},
    operation_id="readContest",
    summary="A contest",
)
def read_contest(request: HttpRequest, contest_id: ContestNumber, response: HttpResponse) -> Any:
    """Answer what is known of a contest at a glance."""
    contest = opened_contest(request)
    if same := unchanged(request, response, contest.etag("contest")):
        return same
    last = _published(contest).order_by("-number").values_list("number", flat=True).first()
    return _contest(contest.tournament, last)


def _published(contest: OpenedContest) -> Any:
    return contest.tournament.rounds.exclude(status=Round.Status.DRAWN)


@router.get(
    CONTEST + "/rounds",
    response={200: schemas.Rounds, 304: None, **READ},
    operation_id="listRounds",
    summary="The rounds of a contest",
)
def list_rounds(request: HttpRequest, contest_id: ContestNumber, response: HttpResponse) -> Any:
    """Answer the rounds in order, for phones those that are published."""
    contest = opened_contest(request)
    if same := unchanged(request, response, contest.etag("rounds")):
        return same
    rounds = contest.tournament.rounds.all() if contest.organises else _published(contest)
    wanted = ("number", "hands", "status", "published_at", "closed_at")
    found = rounds.order_by("number").values(*wanted)
    return {"contest": contest_id, "rounds": [_round(one) for one in found]}


def _round(values: Plain) -> Plain:
    moments = {name: _moment(values[name]) for name in ("published_at", "closed_at")}
    return {**values, **moments}


def _moment(at: datetime | None) -> str | None:
    return at.isoformat() if at else None


@router.get(
    CONTEST + "/rounds/{int:number}/tables",
    response={200: schemas.Tables, 304: None, **READ},
    operation_id="listTables",
    summary="The tables of a round",
)
def list_tables(
    request: HttpRequest, contest_id: ContestNumber, number: RoundNumber, response: HttpResponse
) -> Any:
    """Answer who plays whom in a published round, and how far they are."""
    contest = opened_contest(request)
    played = _published(contest).filter(number=number).first()
    if played is None:
        raise not_found()
    if same := unchanged(request, response, contest.etag("tables", number)):
        return same
    tables = tables_of([played], named_entries(contest_id, shown=ShownNames(contest.hidden)))
    return {
        "contest": contest_id,
        "round": number,
        "hands": played.hands,
        "tables": [_table(at) for at in tables if not at.is_exempt],
        "exempt": [_seated(one) for at in tables if at.is_exempt for one in at.a],
    }


def _table(at: SeatedTable) -> Plain:
    return {
        "number": at.number,
        "kind": at.kind,
        "game": at.game_pk,
        "hand_count": at.hand_count,
        "is_finished": at.is_finished,
        "sides": [
            {
                "side": side.side.value,
                "entries": [_seated(one) for one in side.entries],
                "total": side.written,
            }
            for side in at.sides
        ],
    }


def _seated(one: SeatedEntry) -> Plain:
    return {
        "number": one.number,
        "title": one.title,
        "has_left": one.has_left,
        "counts": one.counts,
    }


@router.get(
    CONTEST + "/standings",
    response={200: schemas.Standings, 304: None, **READ, **refusals(422)},
    operation_id="readStandings",
    summary="The ranking of a contest",
)
def read_standings(
    request: HttpRequest,
    contest_id: ContestNumber,
    response: HttpResponse,
    after_round: Annotated[
        int | None,
        Query(
            alias="round",
            ge=1,
            le=MOST_ROUNDS,
            description="The ranking after that round; left out: by all rounds.",
            examples=[2],
        ),
    ] = None,
) -> Any:
    """Answer the ranking by all rounds, or after one of those that are published."""
    contest = opened_contest(request)
    if same := unchanged(request, response, contest.etag("standings", after_round)):
        return same
    tournament = contest.tournament
    if contest.organises:
        seen = visible_ranking(tournament, Reader.CLUB)
        ranking = ranking_of(tournament, after_round=seen.after(after_round))
    else:
        ranking = shared_ranking(tournament, after_round=after_round)
    if after_round is not None and after_round not in ranking.published:
        raise not_found()
    return {
        "contest": contest_id,
        "after_round": after_round,
        "lines": [_line(line) for line in ranking.lines],
    }


def _line(line: RankingLine) -> Plain:
    return {
        "rank": line.rank,
        "number": line.number,
        "title": line.title,
        "points": line.total,
        "wins": line.wins,
        "best_game": line.best_game,
        "capots": line.capots,
        "failed": line.failed,
        "has_results": line.has_results,
        "has_left": line.left,
        "rounds": [
            {"round": cell.round, "points": cell.points, "kind": cell.kind} for cell in line.cells
        ],
        "why": line.why,
    }
