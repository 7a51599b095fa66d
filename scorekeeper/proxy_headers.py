"""The client's address and scheme behind a reverse proxy, under every server.

Headers are trusted only from the address in `BELOTE_TRUSTED_PROXY`; those of other clients are
removed.
"""

import ipaddress
from functools import lru_cache
from typing import Any, Final

ANYBODY: Final = "*"
FOR: Final = "HTTP_X_FORWARDED_FOR"
PROTO: Final = "HTTP_X_FORWARDED_PROTO"
REQUEST_ID: Final = "HTTP_X_REQUEST_ID"
FORWARDED: Final = frozenset({FOR, PROTO, REQUEST_ID})

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


def take_the_proxys_word(meta: dict[str, Any], trusted: str) -> bool:
    """Replace a trusted proxy's address by the client's; return whether it was one.

    The scheme stays in the header that `SECURE_PROXY_SSL_HEADER` names.
    """
    forwarded, scheme = str(meta.pop(FOR, "")), str(meta.pop(PROTO, ""))
    peer = str(meta.get("REMOTE_ADDR") or "")
    if not trusted or not is_trusted(peer, trusted):
        return False
    if forwarded.strip():
        meta["REMOTE_ADDR"] = _visitor(forwarded, trusted)
    if scheme:
        # The proxy appended the last value; the client may have forged the ones before.
        meta[PROTO] = scheme.rpartition(",")[2].strip()
    return True


def is_trusted(peer: str, trusted: str) -> bool:
    """Return whether an address is in the list of addresses and networks, or the list is `*`."""
    networks, is_anybody = _read(trusted)
    if is_anybody:
        return True
    try:
        address = ipaddress.ip_address(peer.partition("%")[0])
    except ValueError:
        return False
    plain = getattr(address, "ipv4_mapped", None) or address
    return any(plain in network for network in networks)


def is_readable(trusted: str) -> bool:
    """Return whether each item is a valid address or network."""
    networks, is_anybody = _read(trusted)
    return len(networks) + is_anybody == len(_parts(trusted))


@lru_cache(maxsize=8)
def _read(trusted: str) -> tuple[tuple[Network, ...], bool]:
    networks = []
    for part in _parts(trusted):
        try:
            networks.append(ipaddress.ip_network(part, strict=False))
        except ValueError:
            continue
    return tuple(networks), ANYBODY in _parts(trusted)


def _parts(trusted: str) -> list[str]:
    return [part.strip() for part in trusted.split(",") if part.strip()]


def _visitor(forwarded: str, trusted: str) -> str:
    """Return the client of the first trusted proxy: the last address that is not trusted."""
    named = [_without_port(part.strip()) for part in forwarded.split(",")]
    if ANYBODY in _parts(trusted):
        return named[-1]
    return next((one for one in reversed(named) if not is_trusted(one, trusted)), named[0])


def _without_port(text: str) -> str:
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0] if text.count(":") == 1 else text
