"""The stored contests, by subject; every row belongs to a contest, and a contest to a club."""

from tournaments.models.entries import Entry, EntryPlayer
from tournaments.models.log import LogEntry
from tournaments.models.matches import Match, MatchSeat, SheetVerdict, TableCode
from tournaments.models.rounds import Round
from tournaments.models.tournaments import Tournament

__all__ = [
    "Entry",
    "EntryPlayer",
    "LogEntry",
    "Match",
    "MatchSeat",
    "Round",
    "SheetVerdict",
    "TableCode",
    "Tournament",
]
