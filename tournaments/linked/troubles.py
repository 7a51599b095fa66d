"""Why a server does not have a contest yet: codes that both computers understand. Pure."""

from enum import StrEnum


class ContestRefusal(StrEnum):
    """Why a server did not take a document."""

    OLDER = "older"
    """It has lines already that the document does not hold yet."""
    PARTED = "parted"
    """The document's log does not go on from the one that is there."""
    ELSEWHERE = "elsewhere"
    """The contest is written on the server by now, or by another computer."""
    WRONG = "wrong"
    """The document does not hold what its own log tells, or is none."""
    TOO_LARGE = "too_large"
    FULL = "full"
    """The club has as many contests as the server keeps for one."""


class ServerTrouble(StrEnum):
    """Why a server could not be asked."""

    AWAY = "away"
    """Nobody answers there, or the hall has no Internet."""
    KEY = "key"
    """The key is not known there, or not any more."""
    OTHER = "other"
    """What answers is no server of clubs, or has a trouble of its own."""
