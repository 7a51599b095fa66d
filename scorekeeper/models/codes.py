"""The codes in URLs of tables, evenings, contests and their public pages."""

import secrets
from typing import Final

CODE_BYTES: Final = 16
"""128 bits, 22 characters: impossible to guess."""
TOKEN_LENGTH: Final = 32
"""The length of the database column."""


def new_token() -> str:
    return secrets.token_urlsafe(CODE_BYTES)
