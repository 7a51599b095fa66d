"""Database models of contests, seasons and players; each row belongs to one club."""

from tournaments.models.calls import Call, TableMessage, TablePhone
from tournaments.models.draw_secrets import DrawSecrets
from tournaments.models.entries import Entry, EntryPlayer, FormerPlayer
from tournaments.models.entry_requests import ContestOpening, EntryRequest
from tournaments.models.historical_results import PastContest, PastResult
from tournaments.models.interclub import ContestSummary, NationalLine, NationalTable, SamePerson
from tournaments.models.leagues import (
    Fixture,
    League,
    LeagueTeam,
    Season,
    SeasonEvent,
    SeasonPenalty,
)
from tournaments.models.list_choices import ListColumns
from tournaments.models.log import LogEntry
from tournaments.models.phones import PlayerPhone
from tournaments.models.public_site import ClubWindow, OpenedSeason
from tournaments.models.ratings import Rating, RatingStep
from tournaments.models.rounds import Match, MatchSeat, Round, SentVerdict, SheetVerdict, TableCode
from tournaments.models.sheet_photos import PhotoKeeping, SheetPhoto
from tournaments.models.sync import (
    ArrivedContest,
    ArrivedEvening,
    ArrivedName,
    HallComputer,
    SentContest,
    SentEvening,
    ServerLink,
)
from tournaments.models.tournaments import Tournament
from tournaments.models.webhooks import Webhook, WebhookDelivery

__all__ = [
    "ArrivedContest",
    "ArrivedEvening",
    "ArrivedName",
    "Call",
    "ClubWindow",
    "ContestOpening",
    "ContestSummary",
    "DrawSecrets",
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
    "PhotoKeeping",
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
    "SheetPhoto",
    "SheetVerdict",
    "TableCode",
    "TableMessage",
    "TablePhone",
    "Tournament",
    "Webhook",
    "WebhookDelivery",
]
