"""The codes in addresses: of tables, evenings, contests and their public pages."""

import secrets
from typing import Final

CODE_BYTES: Final = 16
"""128 bits, 22 letters: nobody guesses them."""
TOKEN_LENGTH: Final = 32
"""The letters for which there is room."""


def new_token() -> str:
    return secrets.token_urlsafe(CODE_BYTES)
