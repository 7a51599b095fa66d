"""A computer proves to the pages of tables that it is the paired one, not just its address.

Each computer gets a key when it is paired, in the file of its role; no backup, other computer or
document contains it. A page knows the public keys from the computer that it was loaded from. The
signature covers the page's random nonce and the address that it requested, so that an answer is
useless to eavesdroppers and to whoever forwards the question.
"""

import threading
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from scorekeeper.standby.node import change, node_state

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey

BITS: Final = 2048
EXPONENT: Final = 65537
"""`proof.js` relies on it: pages know only the modulus of a public key."""

_making: Final = threading.Lock()


def public_half() -> str:
    """Return the modulus of this computer's key as hexadecimal text, creating it if needed.

    Empty if the disk is not writable: pages then ask the user.
    """
    try:
        with _making:
            pem = node_state().private_key or change(private_key=_new_key()).private_key
    except OSError:
        return ""
    return f"{_key(pem).public_key().public_numbers().n:x}"


def signed(*, word: str, origin: str, number: int) -> str:
    """Return the signature for a page's question as hexadecimal text; empty without a key."""
    from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
    from cryptography.hazmat.primitives.hashes import SHA256

    pem = node_state().private_key
    text = f"belote\n{word}\n{origin}\n{number}"
    return _key(pem).sign(text.encode(), PKCS1v15(), SHA256()).hex() if pem else ""


def _new_key() -> str:
    from cryptography.hazmat.primitives.asymmetric import rsa
    from cryptography.hazmat.primitives.serialization import (
        Encoding,
        NoEncryption,
        PrivateFormat,
    )

    key = rsa.generate_private_key(public_exponent=EXPONENT, key_size=BITS)
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode("ascii")


@lru_cache(maxsize=2)
def _key(pem: str) -> "RSAPrivateKey":
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    key = load_pem_private_key(pem.encode(), None)
    assert isinstance(key, RSAPrivateKey)
    return key
