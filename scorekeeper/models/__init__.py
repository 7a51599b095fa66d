"""The stored data, by subject; every row belongs to a club, directly or through its parent."""

from scorekeeper.models.accounts import AccountSession, Passkey
from scorekeeper.models.clubs import Club, Membership, Player, PlayerMerge, SignInLink
from scorekeeper.models.computers import PairedComputer, TakeOver
from scorekeeper.models.evenings import Attendance, Evening
from scorekeeper.models.games import Game, GameEvent, GameSeat, SlipTotals
from scorekeeper.models.hands import Hand, SentHand
from scorekeeper.models.limits import RateLimit
from scorekeeper.models.members import FoundingInvitation, MemberEvent
from scorekeeper.models.rulesets import ClubRuleSet

__all__ = [
    "AccountSession",
    "Attendance",
    "Club",
    "ClubRuleSet",
    "Evening",
    "FoundingInvitation",
    "Game",
    "GameEvent",
    "GameSeat",
    "Hand",
    "MemberEvent",
    "Membership",
    "PairedComputer",
    "Passkey",
    "Player",
    "PlayerMerge",
    "RateLimit",
    "SentHand",
    "SignInLink",
    "SlipTotals",
    "TakeOver",
]
