"""Error codes of the sync, which both computers understand. Pure."""

from enum import StrEnum


class DocumentRefusal(StrEnum):
    """Why the server rejected a document."""

    OLDER = "older"
    """The server has log entries that the document does not have yet."""
    PARTED = "parted"
    """The document's log does not continue the server's."""
    ELSEWHERE = "elsewhere"
    """The contest is now written on the server, or somebody assigned it to another computer."""
    COMPUTER = "computer"
    """It came over another connection before, perhaps from the same computer: a person decides."""
    WRONG = "wrong"
    """The document contradicts its own log."""
    NO_DOCUMENT = "no_document"
    """The content is no document: truncated, or not compressed as expected."""
    TOO_LARGE = "too_large"
    FULL = "full"
    """The club has reached the server's limit of contests."""


class ServerProblem(StrEnum):
    """Why the server could not be asked."""

    AWAY = "away"
    """No response, or the hall has no Internet connection."""
    KEY = "key"
    """The server does not know the key, or no longer accepts it."""
    OTHER = "other"
    """The response is not from a server of this program, or it reports an error of its own."""


class ArrivalProblem(StrEnum):
    """Why one document could not be sent to a server that is otherwise available."""

    CUT = "cut"
    """The connection was interrupted."""
    BUSY = "busy"
    """The server is importing other documents."""
    SLOW = "slow"
    """The request timed out."""
    FAILED = "failed"
    """The server failed on this document."""
    STRANGE = "strange"
    """The response is unknown: something between hall and server intercepted the request."""
