"""What may be in the way between two computers, as codes; their words are in labels."""

from enum import StrEnum


class PairingProblem(StrEnum):
    """Why a second computer does not have everything."""

    AWAY = "away"
    """It does not answer."""
    BEHIND = "behind"
    """It is heard of, and what it has grows old."""
    CODE = "code"
    """It does not know the code, or no longer."""
    VERSION = "version"
    """It runs another version of the program."""
    DAMAGED = "damaged"
    """What arrived is not in order."""
    FULL = "full"
    """The second computer's disk is full."""
    NOT_FIRST = "not-first"
    """It follows somebody itself, or was replaced."""
    NO_FILE = "no-file"
    """Its database is no file."""
    ALIVE = "alive"
    """It goes on: nobody takes its place."""
    OTHER = "other"
    """It answers something else."""


class PairingError(Exception):
    """Raised with what is in the way; `told` is the other computer's version, where that parts."""

    def __init__(self, code: PairingProblem, told: str = "") -> None:
        super().__init__(code.value, told)
        self.code = code
        self.told = told


class ClubHereError(Exception):
    """Raised where a computer on which a club already lives is told to follow another one."""
