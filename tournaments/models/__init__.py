"""The stored contests and seasons, by subject; every row belongs to a club, through its parents."""

from tournaments.models.announced import ContestOpening, EntryRequest
from tournaments.models.calls import Call, TableMessage, TablePhone
from tournaments.models.entries import Entry, EntryPlayer, FormerPlayer
from tournaments.models.leagues import (
    Fixture,
    League,
    LeagueTeam,
    Season,
    SeasonEvent,
    SeasonPenalty,
)
from tournaments.models.linked import (
    ArrivedContest,
    ArrivedEvening,
    ArrivedName,
    HallComputer,
    SentContest,
    SentEvening,
    ServerLink,
)
from tournaments.models.lists import ListColumns
from tournaments.models.log import LogEntry
from tournaments.models.past import PastContest, PastResult
from tournaments.models.phones import PlayerPhone
from tournaments.models.ratings import Rating, RatingStep
from tournaments.models.rounds import Match, MatchSeat, Round, SentVerdict, SheetVerdict, TableCode
from tournaments.models.together import ContestSummary, NationalLine, NationalTable, SamePerson
from tournaments.models.tournaments import Tournament
from tournaments.models.webhooks import Webhook, WebhookDelivery
from tournaments.models.window import ClubWindow, OpenedSeason

__all__ = [
    "ArrivedContest",
    "ArrivedEvening",
    "ArrivedName",
    "Call",
    "ClubWindow",
    "ContestOpening",
    "ContestSummary",
    "Entry",
    "EntryPlayer",
    "EntryRequest",
    "Fixture",
    "FormerPlayer",
    "HallComputer",
    "League",
    "LeagueTeam",
    "ListColumns",
    "LogEntry",
    "Match",
    "MatchSeat",
    "NationalLine",
    "NationalTable",
    "OpenedSeason",
    "PastContest",
    "PastResult",
    "PlayerPhone",
    "Rating",
    "RatingStep",
    "Round",
    "SamePerson",
    "Season",
    "SeasonEvent",
    "SeasonPenalty",
    "SentContest",
    "SentEvening",
    "SentVerdict",
    "ServerLink",
    "SheetVerdict",
    "TableCode",
    "TableMessage",
    "TablePhone",
    "Tournament",
    "Webhook",
    "WebhookDelivery",
]
