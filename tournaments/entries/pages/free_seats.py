"""Seats of a round that were left before anything was written there: who comes late takes one."""

from tournaments.models import Entry, Match, MatchSeat, Round, Tournament
from tournaments.models.rounds import hands_written


def free_seats(playing: Round, late: Entry | None = None) -> list[MatchSeat]:
    """Return the seats that were left before anything was written there, by table.

    Opponents still wait at each of them. In pools and trees only the number of a team that never
    played has room for another. A `late` entry of a club team takes no seat of another one.
    """
    meetings = playing.tournament.team_meetings
    squad_of = meetings.by_entry if meetings else {}
    own = squad_of.get(late.number) if late else None
    left = playing.seats.filter(
        counts=True,
        kind=MatchSeat.Kind.ABSENT,
        match__kind=Match.Kind.FORFEIT,
        entry__withdrawn_from=playing.number,
    )
    places = ("match__table_number", "side", "position")
    return [
        seat
        for seat in left.select_related("entry", "match").order_by(*places)
        if seat.match.seats.filter(kind=MatchSeat.Kind.FORFEIT, counts=True).exists()
        and not hands_written([seat.match])
        and own in (None, squad_of.get(seat.entry.number))
        and (not playing.groups or gives_its_number(seat, playing.tournament))
    ]


def gives_its_number(seat: MatchSeat, tournament: Tournament) -> bool:
    """Return whether who takes a free seat is the team that left from now on: it never played."""
    own = seat.entry
    has_played = own.seats.exclude(pk=seat.pk).exists() or own.former.exists()
    return not tournament.is_melee and not has_played
