"""Encryption of messages between two paired computers: nobody can read, forge or replay them.

They share a code of twenty characters, 100 random bits, that one shows and a person types into the
other. It yields two keys, one for questions and one for answers, and a name that identifies the
pair. An answer can be opened only with its question.
"""

import re
import secrets
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: no I, L, O and U, which are easily confused."""
LENGTH: Final = 20
GROUP: Final = 5
NONCE_BYTES: Final = 12
NAME_BYTES: Final = 16
_READ_AS: Final = str.maketrans("ILO", "110")
_NO_LETTER: Final = re.compile(r"[\s\-–—.]+")


class NotSealedError(Exception):
    """Raised if a message was not sealed with the code, or answers another question."""


class NoCodeError(ValueError):
    """Raised if the typed text is not a code of twenty characters."""


def new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _letter in range(LENGTH))


def shown_code(code: str) -> str:
    """Return a code in groups, for reading aloud."""
    return "-".join(code[at : at + GROUP] for at in range(0, LENGTH, GROUP))


def read_code(typed: str) -> str:
    """Return the typed code without its grouping; raises NoCodeError."""
    code = _NO_LETTER.sub("", typed).upper().translate(_READ_AS)
    if len(code) != LENGTH or not set(code) <= set(LETTERS):
        raise NoCodeError(typed)
    return code


@dataclass(frozen=True, slots=True)
class SealingKeys:
    """The keys derived from a code."""

    name: str
    asking: bytes
    answering: bytes


@lru_cache(maxsize=64)
def keys_of(code: str) -> SealingKeys:
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    def derived(purpose: bytes, length: int) -> bytes:
        info = b"belote, two computers: " + purpose
        return HKDF(algorithm=SHA256(), length=length, salt=None, info=info).derive(code.encode())

    name = derived(b"name", NAME_BYTES // 2).hex()
    return SealingKeys(name, derived(b"asking", 32), derived(b"answering", 32))


@dataclass(frozen=True, slots=True)
class SealedQuestion:
    """A sealed question, and the mark that ties its answer to it."""

    sealed: bytes
    mark: bytes


def seal_question(code: str, text: bytes) -> SealedQuestion:
    keys, nonce = keys_of(code), secrets.token_bytes(NONCE_BYTES)
    name = keys.name.encode()
    return SealedQuestion(name + nonce + _box(keys.asking).encrypt(nonce, text, name), nonce)


def name_in(sealed: bytes) -> str:
    """Return the name of the pair in a sealed question."""
    return sealed[:NAME_BYTES].decode("ascii", "replace")


def open_question(code: str, sealed: bytes) -> tuple[bytes, bytes]:
    """Return the text and the mark of a question; raises NotSealedError."""
    keys = keys_of(code)
    name, rest = sealed[:NAME_BYTES], sealed[NAME_BYTES:]
    nonce, hidden = rest[:NONCE_BYTES], rest[NONCE_BYTES:]
    return _opened(keys.asking, nonce, hidden, name), nonce


def seal_answer(code: str, mark: bytes, text: bytes, part: int = 0) -> bytes:
    """Seal an answer, or a part of a long one; parts cannot be reordered."""
    nonce = secrets.token_bytes(NONCE_BYTES)
    return nonce + _box(keys_of(code).answering).encrypt(nonce, text, _place(mark, part))


def open_answer(code: str, mark: bytes, sealed: bytes, part: int = 0) -> bytes:
    """Return the text of an answer; raises NotSealedError."""
    nonce, hidden = sealed[:NONCE_BYTES], sealed[NONCE_BYTES:]
    return _opened(keys_of(code).answering, nonce, hidden, _place(mark, part))


def _place(mark: bytes, part: int) -> bytes:
    return mark + part.to_bytes(8, "big")


def _box(key: bytes) -> "AESGCM":
    # Imported here because few clubs pair computers.
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    return AESGCM(key)


def _opened(key: bytes, nonce: bytes, hidden: bytes, associated_data: bytes) -> bytes:
    from cryptography.exceptions import InvalidTag

    try:
        return _box(key).decrypt(nonce, hidden, associated_data)
    except (InvalidTag, ValueError):
        raise NotSealedError from None
