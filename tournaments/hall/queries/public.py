"""The public pages of a contest: seats, standings, receipts."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.core.paginator import Paginator
from django.utils.formats import date_format

from scorekeeper.clubs.names import short_names
from scorekeeper.labels.sheets import points_text
from tournaments.hall.queries.boards import shared_ranking
from tournaments.hall.queries.hall import Hall, HallPlace, hall_of, places_of
from tournaments.meetings.queries import shared_page
from tournaments.models import LogEntry, Match, Round, Tournament
from tournaments.previews.podiums import NAMES_SHOWN, PLACES_SHOWN, PlaceLine, Podium
from tournaments.rankings.queries.rankings import Ranking, RankingLine, RoundCell
from tournaments.receipts import tidy_receipt
from tournaments.seating import NamedEntry, SeatedTable, tables_of
from tournaments.visible_ranking import Reader, visible_ranking

LINES_A_PAGE = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalPlace:
    """A final place: of a team, a player, or a club team."""

    rank: int
    title: str
    names: tuple[str, ...]
    total: int

    @property
    def line(self) -> PlaceLine:
        return PlaceLine(place=self.rank, name=self.title, score=points_text(self.total))


def final_places(tournament: Tournament) -> list[FinalPlace]:
    """Return the final places of those who played."""
    if tournament.format.has_club_teams:
        page = shared_page(tournament)
        return [
            FinalPlace(
                rank=row["rank"], title=row["name"], names=(row["name"],), total=row["score"]
            )
            for row in page.rows
            if page.has_results
        ]
    return [
        FinalPlace(rank=line.rank, title=line.title, names=line.names, total=line.total)
        for line in shared_ranking(tournament).lines
        if line.has_results
    ]


def contest_podium(tournament: Tournament) -> Podium:
    """Return the first three places; empty before the end."""
    day = date_format(tournament.date, "j F Y")
    seen = visible_ranking(tournament, Reader.EVERYBODY)
    found = final_places(tournament) if seen.is_final else []
    best = [place.line for place in found if place.rank <= PLACES_SHOWN]
    return Podium(
        club=tournament.club.name,
        title=f"{tournament.name}, {day}",
        places=tuple(best[:NAMES_SHOWN]),
    )


class Listing(StrEnum):
    """The two long lists of the public page."""

    RANKING = "ranking"
    TABLES = "tables"


class PublicState(StrEnum):
    """What an entry is doing now."""

    NOT_BEGUN = "not_begun"
    PLAYS = "plays"
    EXEMPT = "exempt"
    UNOPPOSED = "unopposed"
    NOT_SEATED = "not_seated"
    INCOMPLETE = "incomplete"
    LEFT = "left"
    BETWEEN = "between"
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrySeat:
    """The present seat of an entry, and its standing.

    `place` is the seat that counts for it; `helps` is a table at which only another entry's score
    counts.
    """

    team: NamedEntry
    state: PublicState
    round: Round | None = None
    place: HallPlace | None = None
    helps: HallPlace | None = None
    ranked: RankingLine | None = None

    @property
    def points(self) -> int | None:
        """Return the points in this round, None if there are none yet.

        Points without a game are shown while others still play, but count in the ranking only
        afterwards.
        """
        seat = self.place.seated.seat if self.place else None
        return seat.points if seat and seat.has_result else None


def public_page(
    tournament: Tournament,
    *,
    search: str,
    listing: str,
    page: str,
    chosen: int | None,
    now: datetime,
) -> dict[str, Any]:
    """Return the public page of a contest; `chosen` is the entry remembered by this phone.

    Only one list is paged: the search results, otherwise the ranking or the tables. While a round
    is played people look for their table; between rounds the ranking comes first.
    """
    hall = hall_of(tournament)
    ranking = shared_ranking(tournament)
    shown = _listing(listing, hall, ranking)
    own = hall.teams.get(chosen or 0)
    is_between = ranking.has_results and not hall.is_playing and own is None
    found: dict[str, Any] = {
        "tournament": tournament,
        "version": tournament.state,
        "hall": hall,
        "round": hall.round,
        "clock": hall.clock(tournament, now),
        "ranking": ranking,
        "listing": shown,
        "is_list_first": not search and (listing in set(Listing) or is_between),
        "search": search,
        "chosen": seat_of(tournament, hall, ranking, own) if own else None,
    }
    if search:
        teams = found["found"] = Paginator(hall.found(search), LINES_A_PAGE).get_page(page)
        found["seats"] = [seat_of(tournament, hall, ranking, team) for team in teams]
    elif shown is Listing.RANKING:
        lines = found["lines"] = Paginator(ranking.lines, LINES_A_PAGE).get_page(page)
        found["short"] = short_names(line.title for line in lines)
    else:
        found["tables"] = Paginator(hall.tables, LINES_A_PAGE).get_page(page)
    return found


def _listing(wanted: str, hall: Hall, ranking: Ranking) -> Listing:
    if wanted in set(Listing):
        return Listing(wanted)
    return Listing.RANKING if ranking.has_results or not hall.tables else Listing.TABLES


def seat_of(tournament: Tournament, hall: Hall, ranking: Ranking, team: NamedEntry) -> EntrySeat:
    places = hall.places.get(team.number, ())
    place = next((place for place in places if place.counts), None)
    return EntrySeat(
        team=team,
        state=_state(tournament, hall, team, place),
        round=hall.round,
        place=place,
        helps=next((place for place in places if not place.counts), None),
        ranked=ranking.line_of(team.number),
    )


def _state(
    tournament: Tournament, hall: Hall, team: NamedEntry, place: HallPlace | None
) -> PublicState:
    number = hall.round.number if hall.round else 1
    if tournament.finished_at:
        return PublicState.OVER
    if team.left_from is not None and (team.left_from <= number or not hall.is_playing):
        return PublicState.LEFT
    if hall.round is None or not hall.is_playing:
        if len(team.names) < tournament.format.entry_size:
            return PublicState.INCOMPLETE
        if hall.round is None:
            return PublicState.NOT_BEGUN
        is_last = hall.round.number >= tournament.round_count
        return PublicState.OVER if is_last else PublicState.BETWEEN
    if place is None:
        is_whole = len(team.names) >= tournament.format.entry_size
        return PublicState.NOT_SEATED if is_whole else PublicState.INCOMPLETE
    if place.at.is_exempt or (place.at.is_forfeit and place.partner_left):
        return PublicState.EXEMPT
    return PublicState.UNOPPOSED if place.at.is_forfeit else PublicState.PLAYS


def _cell(line: RankingLine | None, number: int) -> RoundCell | None:
    cells = line.cells if line else ()
    return next((cell for cell in cells if cell.round == number), None)


def entry_page(tournament: Tournament, number: int, now: datetime) -> dict[str, Any] | None:
    hall = hall_of(tournament)
    if number not in hall.teams:
        return None
    ranking = shared_ranking(tournament)
    seat = seat_of(tournament, hall, ranking, hall.teams[number])
    order = [line.number for line in ranking.lines]
    before = order.index(number) - 1 if number in order else -1
    return {
        "hall": hall,
        "seat": seat,
        "rows": _rows(tournament, hall, seat),
        "ranking": ranking,
        "above": ranking.lines[before] if before >= 0 else None,
        "clock": hall.clock(tournament, now),
        "version": tournament.state,
    }


def _rows(tournament: Tournament, hall: Hall, seat: EntrySeat) -> tuple[dict[str, Any], ...]:
    """Return the rounds in which the entry had a seat, latest first."""
    rounds = tournament.rounds.exclude(status=Round.Status.DRAWN).order_by("-number")
    tables = tables_of(rounds, hall.teams, of=seat.team.number)
    places = places_of(tables).get(seat.team.number, ())
    own = {place.at.round_number: place for place in places if place.counts}
    found = []
    for number, place in sorted(own.items(), reverse=True):
        cell = _cell(seat.ranked, number)
        points, mark = (cell.points, cell.mark) if cell else (None, "")
        found.append({"number": number, "place": place, "points": points, "mark": mark})
    return tuple(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiptPage:
    """The sheet of a typed receipt.

    `now` is its table as it counts today; `is_current` if the sheet still has that receipt, which
    both sides saw at `known_at`.
    """

    code: str
    now: SeatedTable | None = None
    is_current: bool = False
    known_at: datetime | None = None

    @property
    def is_known(self) -> bool:
        return self.now is not None


_SHEET_KINDS = (
    LogEntry.Kind.ACCEPTED,
    LogEntry.Kind.SIGNED,
    LogEntry.Kind.RULED,
    LogEntry.Kind.DISPUTED,
)


def receipt_page(tournament: Tournament, typed: str) -> ReceiptPage:
    code = tidy_receipt(typed)
    counted = Match.objects.filter(round__tournament=tournament, receipt=code).first()
    if counted:
        table = _table_of(tournament, counted.round_id, counted.table_number)
        return ReceiptPage(code=code, now=table, is_current=True)
    # A sheet that both sides have seen is in the log, even if it has changed since.
    seen = tournament.log.filter(kind__in=_SHEET_KINDS, data__receipt=code).order_by("-number")
    entry = seen.first()
    if entry is None:
        return ReceiptPage(code=code)
    played = tournament.rounds.filter(number=entry.round_number or 0).first()
    table = _table_of(tournament, played.pk, entry.table_number) if played else None
    return ReceiptPage(code=code, now=table, known_at=entry.at)


def _table_of(tournament: Tournament, round_pk: int, table: int | None) -> SeatedTable | None:
    rounds = tournament.rounds.filter(pk=round_pk)
    tables = tables_of(rounds, hall_of(tournament).teams, at=table)
    return tables[0] if tables else None
