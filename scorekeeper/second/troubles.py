"""What may be in the way between two computers, as codes; their words are in labels."""

from enum import StrEnum


class PairTrouble(StrEnum):
    """Why a second computer does not have everything."""

    AWAY = "away"
    """It does not answer."""
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
    OTHER = "other"
    """It answers something else."""


class TroubleError(Exception):
    """Raised with what is in the way, and what more is known of it."""

    def __init__(self, trouble: PairTrouble, told: str = "") -> None:
        super().__init__(trouble.value, told)
        self.trouble = trouble
        self.told = told
