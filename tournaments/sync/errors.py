"""Why a server does not have a document yet: codes that both computers understand. Pure."""

from enum import StrEnum


class DocumentRefusal(StrEnum):
    """Why a server did not take a document."""

    OLDER = "older"
    """It has lines already that the document does not hold yet."""
    PARTED = "parted"
    """The document's log does not go on from the one that is there."""
    ELSEWHERE = "elsewhere"
    """It is written on the server by now, or somebody said that another computer writes it."""
    COMPUTER = "computer"
    """It came from another connection before, perhaps of the same computer: a person says."""
    WRONG = "wrong"
    """The document does not hold what its own log tells."""
    NO_DOCUMENT = "no_document"
    """What came is no document: cut on its way, or not packed as documents are."""
    TOO_LARGE = "too_large"
    FULL = "full"
    """The club has as many contests as the server keeps for one."""


class ServerProblem(StrEnum):
    """Why a server could not be asked."""

    AWAY = "away"
    """Nobody answers there, or the hall has no Internet."""
    KEY = "key"
    """The key is not known there, or not any more."""
    OTHER = "other"
    """What answers is no server of clubs, or has a trouble of its own."""


class ArrivalProblem(StrEnum):
    """Why one document did not get through to a server that answers otherwise."""

    CUT = "cut"
    """The line broke while it was sent."""
    BUSY = "busy"
    """It reads what others sent."""
    SLOW = "slow"
    """No answer came in time."""
    FAILED = "failed"
    """The server has a fault of its own with it."""
    STRANGE = "strange"
    """What came back is no answer: something between both stopped it."""
