"""Why a list or a file cannot be read at all, and limits. Pure, as the child process needs it."""

from enum import StrEnum
from typing import Final

LARGEST_FILE: Final = 1_000_000
# The whole text is sent back to the page to be corrected.
LARGEST_TEXT: Final = 400_000
MOST_ROWS: Final = 20_000
MOST_COLUMNS: Final = 1_000
MOST_CELLS: Final = 1_000_000
# Each question about a name is a form field, and nobody answers more.
MOST_QUESTIONS: Final = 200


class ListFault(StrEnum):
    """Why a list cannot be read at all."""

    EMPTY = "empty"
    TOO_LARGE = "too_large"
    TOO_MUCH_TEXT = "too_much_text"
    TOO_MANY_LINES = "too_many_lines"
    TOO_MANY_CELLS = "too_many_cells"
    TOO_MANY_ALIKE = "too_many_alike"
    TOO_COSTLY = "too_costly"
    HAS_PASSWORD = "has_password"
    OLD_FORMAT = "old_format"
    NOT_A_LIST = "not_a_list"
    BUSY = "busy"


class UnreadableListError(ValueError):
    """A list cannot be read at all; has the size of the sheet if that is the reason."""

    def __init__(self, fault: ListFault, *, rows: int = 0, columns: int = 0) -> None:
        super().__init__(fault.value)
        self.fault, self.rows, self.columns = fault, rows, columns
