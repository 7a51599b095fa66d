"""Problems between two computers, as codes; their texts are in labels."""

from enum import StrEnum


class PairingProblem(StrEnum):
    """Why a standby does not have everything."""

    AWAY = "away"
    """It does not respond."""
    BEHIND = "behind"
    """It responds, but the copy is getting old."""
    CODE = "code"
    """It does not know the code, or no longer."""
    VERSION = "version"
    """It runs another version of the program."""
    DAMAGED = "damaged"
    """The received data are damaged."""
    FULL = "full"
    """The standby's disk is full."""
    NOT_FIRST = "not-first"
    """It is a standby itself, or was replaced."""
    NO_FILE = "no-file"
    """Its database is not a file."""
    ALIVE = "alive"
    """It still runs: it must not be replaced."""
    OTHER = "other"
    """It sent an unexpected answer."""


class PairingError(Exception):
    """Raised with the problem; `detail` is the other computer's version if the versions differ."""

    def __init__(self, code: PairingProblem, detail: str = "") -> None:
        super().__init__(code.value, detail)
        self.code = code
        self.detail = detail


class ClubHereError(Exception):
    """Raised if a computer that already has a club is to become a standby."""
