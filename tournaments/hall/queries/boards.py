"""The board of the hall, shown by a projector; its views follow the course of the evening."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, time
from functools import lru_cache
from typing import Any

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import get_language

from scorekeeper.addresses import watch
from scorekeeper.clubs.queries import hidden_players
from scorekeeper.extensions import extensions, is_seen
from scorekeeper.models.keys import typed_number
from tournaments.draw_secrets import secret_fingerprint
from tournaments.formats.contest_format import BoardMoment, BoardView
from tournaments.hall.queries.hall import Hall, by_name, hall_of
from tournaments.hall.queries.podiums import PodiumView, Ranked, podium_views
from tournaments.meetings.queries import shared_page
from tournaments.models import LogEntry, Round, TableMessage, Tournament
from tournaments.models.tournaments import BOARD
from tournaments.phases.queries import CoursePage, course_page
from tournaments.rankings.queries.highlights import best_game, places_won
from tournaments.rankings.queries.rankings import Ranking, RankingLine, ranking_of
from tournaments.rounds.queries.requests import draws_in
from tournaments.tables.labels import clock_text
from tournaments.visible_ranking import Reader, visible_ranking

FEW_ENTRIES = 60
"""With no more entries than this, a line of the ranking has room for the points of each round."""
NAMED_OPPONENTS = 24
"""With no more entries than this, the list of seats names the opponents."""


_AT_TABLES = frozenset(
    {BoardView.PLAYING, BoardView.TABLES, BoardView.NAMES, BoardView.BRACKET, BoardView.MEETINGS}
)
"""Views that do not need the ranking."""
_WITH_PRIZES = frozenset({BoardView.PODIUM, BoardView.PRIZES})
UNSEEN = (
    LogEntry.Kind.GAME,
    LogEntry.Kind.ACCEPTED,
    LogEntry.Kind.DISPUTED,
    LogEntry.Kind.SIGNED,
    LogEntry.Kind.CHECKED,
    LogEntry.Kind.CHECKED_IN,
    LogEntry.Kind.PHOTOGRAPHED,
    LogEntry.Kind.HANDED_OVER,
    LogEntry.Kind.HANDED_BACK,
    LogEntry.Kind.PAID,
    LogEntry.Kind.MONEY,
    LogEntry.Kind.CHARGED,
    LogEntry.Kind.PRICES,
    LogEntry.Kind.COUNTED,
    LogEntry.Kind.CODE,
    LogEntry.Kind.CALL,
)
"""Actions that change nothing on the board unless they change a result."""


def board_version(tournament: Tournament) -> str:
    """Return a version that changes with the contest, its results and the program's address."""
    return f"{tournament.state}-{_shown_besides(tournament)}"


def _shown_besides(tournament: Tournament) -> str:
    # The board shows the computer's present address.
    said = tournament.table_news.get(BOARD, "")
    return f"{tournament.results_version}{watch.mark}{said and f'm{said}'}"


def shows_the_same(tournament: Tournament, known: str) -> bool:
    """Return whether the board has not changed since a version; one query at most.

    A hand at a table that continues to play does not change the board.
    """
    state, _dash, besides = known.partition("-")
    # Hiding a name changes no log, but increments the version of the results.
    if besides != _shown_besides(tournament):
        return False
    if state == tournament.state:
        return True
    version, _dot, digits = state.partition(".")
    number = typed_number(version)
    if number is None:
        return False
    since = Q(number=number) | Q(number__gt=number) & ~Q(kind__in=UNSEEN)
    lines = tournament.log.filter(since).order_by("number").values_list("number", "hash")[:2]
    # After a restore, another log entry can have that number.
    return [(found, line_hash[: len(digits)]) for found, line_hash in lines] == [(number, digits)]


def board_of(tournament: Tournament, *, show: str, now: datetime) -> dict[str, Any]:
    """Return the board; `show` fixes one view, otherwise the views alternate.

    `views` are the lists in turn, none before the first round; `ranking` is None if none is shown,
    `lines` are its lines with the places won since the round before. Once the contest is finished,
    `podium` is presented, then the `prizes`. `said` are the desk's messages to the hall, `start` is
    the clock that runs to the announced hour. The lines of a board that `is_roomy` have room for
    more than the most important data.
    """
    hall = hall_of(tournament)
    views = _views(tournament, hall, show)
    places = tuple(place for place in hall.by_number if not place.has_left)
    ranking = _board_ranking(tournament, hall) if {*views} - _AT_TABLES else None
    prizes = _prizes(tournament, ranking) if ranking and {*views} & _WITH_PRIZES else ()
    if not prizes and show != BoardView.PRIZES:
        views = tuple(view for view in views if view is not BoardView.PRIZES)
    is_roomy = len(hall.teams) <= FEW_ENTRIES
    return {
        "tournament": tournament,
        "version": board_version(tournament),
        "hall": hall,
        "round": hall.round,
        "is_roomy": is_roomy,
        "names_opponents": len(hall.teams) <= NAMED_OPPONENTS,
        "entry_count": len(hall.teams),
        "views": views,
        "by_team": places if BoardView.TABLES in views else (),
        "by_name": by_name(places) if BoardView.NAMES in views else (),
        "ranking": ranking,
        "lines": _lines(ranking) if ranking and BoardView.RANKING in views else (),
        "highlights": _highlights(ranking) if ranking and BoardView.HIGHLIGHTS in views else None,
        "playing": tuple(table for table in hall.games if not table.is_finished),
        "clock": hall.clock(tournament, now),
        "start": None if hall.round else _start(tournament, now),
        "podium": _podium(ranking, prizes) if ranking and BoardView.PODIUM in views else (),
        "prizes": prizes,
        "course": _course(tournament) if BoardView.BRACKET in views else None,
        "meetings": shared_page(tournament) if BoardView.MEETINGS in views else None,
        "said": tuple(_messages(tournament)),
        "draw": _draw(tournament, hall.round),
    }


def _draw(tournament: Tournament, played: Round | None) -> dict[str, Any]:
    """Return how the round was drawn, and the fingerprint of the secret if a draw is next."""
    is_next = not (played and played.is_playing)
    number = played.number if played else 0
    drawn = draws_in(
        tournament.log.filter(kind=LogEntry.Kind.DRAWN, round_number=number).order_by("number")
    )
    return {
        "called": drawn[-1].called if drawn else "",
        "again": tuple(once.reason for once in drawn[1:]),
        "announced": secret_fingerprint(tournament) if is_next else "",
    }


def _messages(tournament: Tournament) -> list[TableMessage]:
    """Return the messages on the board; no query if there never were any."""
    if BOARD not in tournament.table_news:
        return []
    return list(tournament.messages.filter(ended_at=None, is_on_board=True).order_by("-pk")[:2])


@dataclass(frozen=True, slots=True)
class MovedLine:
    """A line of the ranking; `won` places since the round before, None where nothing is known."""

    ranked: RankingLine
    won: int | None

    @property
    def lost(self) -> int:
        return -(self.won or 0)


def _lines(ranking: Ranking) -> tuple[MovedLine, ...]:
    won = places_won(ranking)
    return tuple(MovedLine(line, won.get(line.number)) for line in ranking.lines)


def _highlights(ranking: Ranking) -> dict[str, Any] | None:
    """Return the best game, and who won most places since the round before if anybody did."""
    lines = _lines(ranking)
    most = max((line.won or 0 for line in lines), default=0)
    climbers = tuple(line.ranked for line in lines if most and line.won == most)
    best = best_game(ranking)
    return best and {"best": best, "most": most, "climbers": climbers}


def _start(tournament: Tournament, now: datetime) -> dict[str, Any] | None:
    """Return the clock that runs to the announced hour on the day of the contest."""
    try:
        hour = time.fromisoformat(tournament.announced.hour)
    except ValueError:
        return None
    here = timezone.localtime(now)
    ends_at = datetime.combine(tournament.date, hour, here.tzinfo)
    left = int((ends_at - here).total_seconds())
    if tournament.date != here.date() or left <= 0:
        return None
    return {"hour": hour, "left": left, "text": clock_text(left), "ends_at": ends_at.isoformat()}


def _prizes(tournament: Tournament, ranking: Ranking) -> tuple[Any, ...]:
    """Return who has won what, as the extension says it; nothing without prizes."""
    asked = (one.prizes_won for one in extensions() if one.prizes_won)
    return tuple(won for prizes_won in asked for won in prizes_won(tournament, ranking))


def _podium(ranking: Ranking, prizes: Iterable[Any]) -> tuple[PodiumView, ...]:
    by_rank = {won.rank: won.what for won in prizes if won.is_place}
    return podium_views(
        Ranked(line.rank, line.title, line.total, by_rank.get(line.rank, ""))
        for line in ranking.lines
        if line.has_results
    )


def _course(tournament: Tournament) -> CoursePage:
    return course_page(tournament, reader=Reader.EVERYBODY)


def _views(tournament: Tournament, hall: Hall, show: str) -> tuple[BoardView, ...]:
    """Return the views: the seating while a round is played, and the ranking once there is one."""
    if hall.round is None:
        return ()
    moment = BoardMoment(
        round_number=hall.round.number,
        is_playing=hall.is_playing,
        is_closed=hall.round.is_closed,
        is_finished=visible_ranking(tournament, Reader.HALL).is_final,
    )
    with_moments = [one for one in extensions() if "board.moments" in one.templates]
    has_moments = any(is_seen(one, tournament.club, tournament) for one in with_moments)
    wanted = "" if show == BoardView.MOMENTS and not has_moments else show
    views = tournament.format.board_views(moment, wanted)
    left_out = set() if has_moments else {BoardView.MOMENTS}
    # Until somebody has finished everybody plays; a projector that was asked for it says so.
    if show != BoardView.PLAYING and not 0 < hall.tables_done < len(hall.games):
        left_out.add(BoardView.PLAYING)
    return tuple(view for view in views if view not in left_out)


def _board_ranking(tournament: Tournament, hall: Hall) -> Ranking:
    """Return the ranking by the closed rounds; during the first round, by its results so far."""
    assert hall.round is not None, "before the first round there is nothing to rank"
    playing = None if hall.round.is_closed else hall.round.number
    seen = visible_ranking(tournament, Reader.HALL, playing=playing)
    return shared_ranking(tournament, after_round=seen.after_round)


def shared_ranking(tournament: Tournament, after_round: int | None = None) -> Ranking:
    """Return the public ranking of the hall, cached until something changes."""
    language = get_language() or ""
    hidden = hidden_players(tournament.club_id)
    after = visible_ranking(tournament, Reader.EVERYBODY).after(after_round)
    return _cached(tournament.token, tournament.state, language, tournament.pk, after, hidden)


@lru_cache(maxsize=16)
def _cached(
    token: str,
    state: str,
    language: str,
    pk: int,
    after_round: int | None,
    hidden: frozenset[int],
) -> Ranking:
    tournament = Tournament.objects.get(pk=pk)
    return ranking_of(tournament, after_round=after_round, hidden=hidden)
