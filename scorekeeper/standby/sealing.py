"""What two computers that are paired say to each other: nobody else can read, forge or repeat it.

Paired by twenty characters that one shows and a person types into the other: 100 random bits. Two
keys follow from them, one for what is asked and one for what is answered, and a name by which the
other one knows which pair is meant. An answer belongs to one question: to another it does not open.
"""

import re
import secrets
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Those of Crockford, five bits each: no I, L, O and U, which are read as other ones."""
LENGTH: Final = 20
GROUP: Final = 5
NONCE_BYTES: Final = 12
NAME_BYTES: Final = 16
_READ_AS: Final = str.maketrans("ILO", "110")
_NO_LETTER: Final = re.compile(r"[\s\-–—.]+")


class NotSealedError(Exception):
    """Raised where what came was sealed by nobody who knows the code, or for another question."""


class NoCodeError(ValueError):
    """Raised where what was typed is no code of twenty characters."""


def new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _letter in range(LENGTH))


def shown_code(code: str) -> str:
    """Return a code as it is read aloud, in groups."""
    return "-".join(code[at : at + GROUP] for at in range(0, LENGTH, GROUP))


def read_code(typed: str) -> str:
    """Return the code that was typed, however it was grouped; raises NoCodeError."""
    code = _NO_LETTER.sub("", typed).upper().translate(_READ_AS)
    if len(code) != LENGTH or not set(code) <= set(LETTERS):
        raise NoCodeError(typed)
    return code


@dataclass(frozen=True, slots=True)
class SealingKeys:
    """What follows from a code."""

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
    """A sealed question, and the mark by which its answer belongs to it."""

    sealed: bytes
    mark: bytes


def seal_question(code: str, text: bytes) -> SealedQuestion:
    keys, nonce = keys_of(code), secrets.token_bytes(NONCE_BYTES)
    name = keys.name.encode()
    return SealedQuestion(name + nonce + _box(keys.asking).encrypt(nonce, text, name), nonce)


def name_in(sealed: bytes) -> str:
    """Return by which pair a question says that it is sealed."""
    return sealed[:NAME_BYTES].decode("ascii", "replace")


def open_question(code: str, sealed: bytes) -> tuple[bytes, bytes]:
    """Return what is asked and the mark of the question; raises NotSealedError."""
    keys = keys_of(code)
    name, rest = sealed[:NAME_BYTES], sealed[NAME_BYTES:]
    nonce, hidden = rest[:NONCE_BYTES], rest[NONCE_BYTES:]
    return _opened(keys.asking, nonce, hidden, name), nonce


def seal_answer(code: str, mark: bytes, text: bytes, part: int = 0) -> bytes:
    """Seal an answer, or a part of a long one: parts cannot change places."""
    nonce = secrets.token_bytes(NONCE_BYTES)
    return nonce + _box(keys_of(code).answering).encrypt(nonce, text, _place(mark, part))


def open_answer(code: str, mark: bytes, sealed: bytes, part: int = 0) -> bytes:
    """Return what is answered; raises NotSealedError."""
    nonce, hidden = sealed[:NONCE_BYTES], sealed[NONCE_BYTES:]
    return _opened(keys_of(code).answering, nonce, hidden, _place(mark, part))


def _place(mark: bytes, part: int) -> bytes:
    return mark + part.to_bytes(8, "big")


def _box(key: bytes) -> "AESGCM":
    # Loaded where computers are paired: most clubs have one.
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    return AESGCM(key)


def _opened(key: bytes, nonce: bytes, hidden: bytes, beside: bytes) -> bytes:
    from cryptography.exceptions import InvalidTag

    try:
        return _box(key).decrypt(nonce, hidden, beside)
    except (InvalidTag, ValueError):
        raise NotSealedError from None
