"""The addresses of this machine on the local network, found without network requests."""

import ipaddress
import socket
import struct
import sys
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

if sys.platform == "linux":
    import fcntl

# Reserved for documentation (RFC 5737): connecting a UDP socket sends nothing, the system only
# chooses a source address.
FAR_AWAY: Final = ("192.0.2.1", 9)
EVERYWHERE: Final = frozenset({"", "0.0.0.0", "::"})
LOCAL_NAMES: Final = frozenset({"localhost", "127.0.0.1", "::1"})
# Networks inside this machine, which phones cannot reach.
INNER_INTERFACES: Final = ("lo", "docker", "br-", "veth", "virbr", "lxc", "cni")
SIOCGIFADDR: Final = 0x8915
NAME_LOOKUP_SECONDS: Final = 1.0


def lan_addresses(host: str) -> list[str]:
    """Return the addresses at which phones reach a server bound to `host`, the likeliest first.

    An empty list means that only this machine can reach it.
    """
    if host in LOCAL_NAMES:
        return []
    if host not in EVERYWHERE:
        return [host]
    return reachable([*_routed_address(), *_interface_addresses(), *_named_addresses()])


def is_own_address(host: str) -> bool:
    """Return whether `host` is an address or a name of this machine."""
    name = socket.gethostname().casefold()
    if host.casefold() in {*LOCAL_NAMES, name, f"{name}.local"}:
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    if address.is_unspecified or address.is_multicast:
        return False
    try:
        with socket.socket(socket.AF_INET if address.version == 4 else socket.AF_INET6) as probe:
            # Only the machine's own addresses can be bound.
            probe.bind((host, 0))
    except OSError:
        return False
    return True


def reachable(addresses: Iterable[str]) -> list[str]:
    """Return the distinct IPv4 addresses that other machines can use, in order."""
    kept: dict[str, None] = {}
    for text in addresses:
        address = ipaddress.ip_address(text)
        if not (address.is_loopback or address.is_link_local or address.is_unspecified):
            kept[text] = None
    return list(kept)


def page_address(host: str, port: int) -> str:
    """Return the URL of a server at `host`, with brackets around an IPv6 address."""
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _routed_address() -> list[str]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(FAR_AWAY)
        except OSError:
            return []
        return [probe.getsockname()[0]]


def _interface_addresses() -> list[str]:
    """Return each interface's address: a laptop that is a hotspot has no default route."""
    found: list[str] = []
    if sys.platform == "linux":
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            for _, name in socket.if_nameindex():
                if name.startswith(INNER_INTERFACES):
                    continue
                request = struct.pack("256s", name.encode()[:15])
                try:
                    answer = fcntl.ioctl(probe.fileno(), SIOCGIFADDR, request)
                except OSError:
                    continue  # an interface that is down
                found.append(socket.inet_ntoa(answer[20:24]))
    return found


def _named_addresses() -> list[str]:
    """Look up this machine's own name, with a timeout: without a network that may take a minute."""
    found: list[str] = []

    def look_up() -> None:
        try:
            found.extend(socket.gethostbyname_ex(socket.gethostname())[2])
        except OSError:
            return

    # On Linux the interfaces give every address; the name could add a container's inner network.
    if sys.platform != "linux":
        thread = threading.Thread(target=look_up, daemon=True)
        thread.start()
        thread.join(NAME_LOOKUP_SECONDS)
    return list(found)


@lru_cache(maxsize=4)
def _hall_address(minute: int) -> str | None:
    return next(iter(lan_addresses("")), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerAddresses:
    """Where phones in the hall reach a running program.

    `now` is empty without a network. `before` is a former address that phones and printed codes
    still have, empty if there is none. `replaced` is the URL of the computer that this one replaced
    tonight, as long as it has another address.
    """

    port: int
    now: str = ""
    before: str = ""
    replaced: str = ""

    @property
    def address(self) -> str:
        return page_address(self.now, self.port) if self.now else ""

    @property
    def old_address(self) -> str:
        """Return the former address that is no longer valid, empty if there is none."""
        if self.replaced:
            return self.replaced
        return page_address(self.before, self.port) if self.before else ""

    @property
    def mark(self) -> str:
        """Return a value that changes whenever pages have to show another address."""
        return f"@{self.now}" if self.old_address else ""

    def after(self, found: Sequence[str]) -> "ServerAddresses":
        """Return the addresses after the computer got those in `found`, the likeliest first."""
        own = next((one for one in found if page_address(one, self.port) == self.replaced), "")
        if own:
            # It got back the address that everybody has.
            return replace(self, now=own, before="", replaced="")
        if self.before in found:
            return replace(self, now=self.before, before="")
        if self.now in found:
            return self
        return replace(self, now=found[0] if found else "", before=self.before or self.now)


class AddressWatch:
    """Notices that the computer's address changes while it serves."""

    def __init__(self, find: Callable[[str], Sequence[str]] = lan_addresses) -> None:
        self._find = find
        self._host = ""
        self._own: frozenset[str] = frozenset()
        self.addresses: ServerAddresses | None = None
        """None unless this process serves by `start`."""

    def begin(self, host: str, port: int, *, replaced: str = "") -> None:
        """Start watching; `replaced` is the URL of a computer that this one replaces."""
        self._host = host
        found = self._find(host)
        self._own = frozenset(found)
        addresses = ServerAddresses(
            port=port, now=next(iter(found), ""), replaced=replaced if found else ""
        )
        self.addresses = addresses.after(found)

    def look(self) -> None:
        if self.addresses is not None:
            found = self._find(self._host)
            self._own = frozenset(found)
            self.addresses = self.addresses.after(found)

    def is_elsewhere(self, peer: str) -> bool:
        """Return whether a client's address belongs to another device."""
        try:
            address = ipaddress.ip_address(peer.partition("%")[0])
        except ValueError:
            return False
        plain = getattr(address, "ipv4_mapped", None) or address
        return not plain.is_loopback and str(plain) not in self._own

    def end(self) -> None:
        self.addresses = None

    @property
    def mark(self) -> str:
        """Return the mark of the addresses, empty unless this process serves by `start`."""
        return self.addresses.mark if self.addresses else ""


watch: Final = AddressWatch()
"""The instance of this process."""


def phone_address(scheme: str, host: str, path: str) -> str:
    """Return the URL of a page for a phone in the hall.

    `host` is the one in the organiser's browser, port included; if it is a name that only this
    machine understands, its address on the network is used instead.
    """
    name, _, port = host.rpartition(":") if ":" in host.rpartition("]")[2] else (host, "", "")
    if name.strip("[]") in LOCAL_NAMES:
        # The router may change the address at any time, but finding it is slow: cache it for a
        # minute.
        found = (
            watch.addresses.now if watch.addresses else _hall_address(int(time.monotonic() // 60))
        )
        if found:
            host = f"{found}:{port}" if port else found
    return f"{scheme}://{host}{path}"
