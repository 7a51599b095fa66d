"""Pairs a standby, starts and stops replication, takes over, and brings a former primary back."""

import hashlib
import hmac
import logging
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.models import User
from django.db import DatabaseError, connections, transaction
from django.utils import timezone

from scorekeeper import __version__, running
from scorekeeper.backups.places import aside_folder
from scorekeeper.backups.snapshots import database_file, faults, holds_something, parts_of
from scorekeeper.clubs.queries import is_new
from scorekeeper.models import Club, PairedComputer, TakeOver
from scorekeeper.models.keys import hash_of
from scorekeeper.server import stopping
from scorekeeper.standby import following, server
from scorekeeper.standby.client import Asker
from scorekeeper.standby.errors import ClubHereError, PairingError, PairingProblem
from scorekeeper.standby.followers import FORGOTTEN, followers
from scorekeeper.standby.identity import public_half
from scorekeeper.standby.node import NodeRole, NodeState, change, look_again, node_state
from scorekeeper.standby.replica import Replica, turns
from scorekeeper.standby.sealing import new_code
from scorekeeper.standby.term import count_take_over, number_now, read_number, since_when

logger = logging.getLogger(__name__)

READ_ONLY: Final = "PRAGMA query_only=ON; PRAGMA temp_store=MEMORY"


@transaction.atomic
def pair_computer(*, user: User, now: datetime) -> PairedComputer:
    """Create a code with which another computer may become a standby of this one."""
    return PairedComputer.objects.create(code=new_code(), made_by=user, created_at=now)


@transaction.atomic
def end_pairing(*, pk: int) -> None:
    """Delete a code, so that nobody can replicate with it. Existing copies stay."""
    paired = PairedComputer.objects.select_for_update().get(pk=pk)
    code = paired.code
    paired.delete()
    followers.forget(code)
    here = node_state()
    kept = {address: one for address, one in here.peers.items() if one != code}
    if kept != here.peers:
        change(peers=kept, keys={one: here.keys[one] for one in kept if one in here.keys})


def is_free(file: Path) -> bool:
    """Return whether the program's database has no club yet."""
    if not holds_something(file):
        return True
    try:
        return all(is_new(club) for club in Club.objects.all())
    except DatabaseError:
        return False


def follow(*, address: str, code: str) -> str:
    """Copy everything from another computer, and become its standby at the immediate restart.

    Return the token that signs in the person who does this. Raises PairingError, ClubHereError and
    OSError, and changes nothing then.
    """
    file, now = database_file(), node_state()
    if file is None:
        raise PairingError(PairingProblem.NO_FILE)
    if now.role is not NodeRole.REPLACED and not is_free(file):
        raise ClubHereError
    asker = Asker(address, code, computer=now.computer)
    who = asker.who()
    if who.get("version") != __version__:
        raise PairingError(PairingProblem.VERSION, str(who.get("version", "")))
    if not who.get("is_file"):
        raise PairingError(PairingProblem.NO_FILE)
    if who.get("role") != NodeRole.FIRST:
        raise PairingError(PairingProblem.NOT_FIRST)
    arrived = Path(settings.DATA_DIR) / following.ARRIVED
    stream, number = following.fetch_whole(asker, arrived)
    if faults(arrived):
        arrived.unlink()
        raise PairingError(PairingProblem.DAMAGED)
    door = secrets.token_urlsafe(24)
    change(
        role=NodeRole.FOLLOWING,
        leader=address,
        peers={**now.peers, address: code},
        complete_at=timezone.now().isoformat(),
        door=hash_of(door),
        spare=hash_of(spare_of(door)),
        doors_end=_week_from_now(),
        stream=stream,
        number=number,
    )
    return door


def take_over(*, door: bool = True) -> str:
    """Make this standby the primary at its immediate restart.

    Return the token that signs in the person who does this. Raises PairingError if the copy is
    damaged.
    """
    if node_state().role is not NodeRole.FOLLOWING:
        raise PairingError(PairingProblem.NOT_FIRST)
    with turns.reading():
        _refuse_damaged()
    state = following.state()
    until = state.complete_at.isoformat() if state.complete_at else node_state().complete_at
    return _to_be_first(complete_at=until, door=door)


def take_over_again(*, door: bool = True) -> str:
    """Make a replaced computer the primary again, if the one that took over is lost.

    At its immediate restart, as above. Raises PairingError also if the other one still responds.
    """
    here = node_state()
    if here.role is not NodeRole.REPLACED:
        raise PairingError(PairingProblem.NOT_FIRST)
    if _goes_on(here):
        raise PairingError(PairingProblem.ALIVE)
    _refuse_damaged()
    # A computer replaced before numbers were stored knows at least this one.
    newest = max(here.newest, read_number() + 1)
    return _to_be_first(complete_at=here.complete_at, door=door, newest=newest)


def _goes_on(here: NodeState) -> bool:
    """Return whether the computer that took over from this one responds as primary."""
    try:
        who = Asker(here.leader, here.code, computer=here.computer).who()
    except PairingError:
        return False
    return who.get("role") == NodeRole.FIRST


def _refuse_damaged() -> None:
    file = database_file()
    if file is None or not holds_something(file) or faults(file):
        raise PairingError(PairingProblem.DAMAGED)


def _to_be_first(*, complete_at: str, door: bool, **values: Any) -> str:
    token = secrets.token_urlsafe(24)
    if door:
        values |= {"door": hash_of(token), "doors_end": _week_from_now()}
    change(role=NodeRole.TAKING_OVER, complete_at=complete_at, **values)
    return token


def spare_of(door: str) -> str:
    """Return a second token as good as `door`, created at pairing: for a phone."""
    return hashlib.sha256(f"spare of {door}".encode()).hexdigest()[:32]


def opens(token: str) -> bool:
    """Return whether the token signs in the person who paired this computer."""
    return bool(_door_of(token))


def _door_of(token: str) -> str:
    here, hashed = node_state(), hash_of(token)
    if here.doors_end and timezone.now() > datetime.fromisoformat(here.doors_end):
        return ""
    doors = {"door": here.door, "spare": here.spare}
    return next((name for name, one in doors.items() if hmac.compare_digest(one, hashed)), "")


def close_door(token: str) -> None:
    if name := _door_of(token):
        change(**{name: ""})


def _week_from_now() -> str:
    return (timezone.now() + timedelta(days=7)).isoformat()


def person_of_the_door() -> User | None:
    """Return the user who created the pairing code, otherwise the first organiser."""
    active = User.objects.filter(is_active=True)
    code = node_state().code
    maker = active.filter(paired_computers__code=code).first() if code else None
    return maker or active.filter(is_superuser=True).order_by("pk").first()


# --- The beginning and the end of serving ---------------------------------------------------


def arrive(*, now: datetime) -> NodeState:
    """Prepare the data that a standby serves, before anything reads them."""
    file = database_file()
    if file is None:
        return node_state()
    replica = Replica(file)
    arrived = Path(settings.DATA_DIR) / following.ARRIVED
    if node_state().role is NodeRole.FOLLOWING and arrived.is_file():
        connections.close_all()
        _set_aside(file, now)
        replica.take_whole(arrived)
    arrived.unlink(missing_ok=True)
    if node_state().is_standby:
        replica.mend()
    return node_state()


def _set_aside(file: Path, now: datetime) -> None:
    """Move away the data from before replication; they are kept."""
    if former := parts_of(file):
        folder = aside_folder("following", now)
        for path in former:
            shutil.move(path, folder / path.name)


def finish_taking_over(*, now: datetime) -> bool:
    """Record the take-over in the data, if this computer was told to take over."""
    here = node_state()
    if here.role is NodeRole.TAKING_OVER:
        number = count_take_over(now=now, complete_until=here.complete_until, newest=here.newest)
        change(role=NodeRole.FIRST, stream="", number=0, newest=number)
        logger.info("this computer took over, number %d", number)
        return True
    read_number()
    return False


def replaced_tonight(*, now: datetime) -> str:
    """Return the address of the computer that this one replaced tonight, empty if none."""
    here = node_state()
    if here.role is not NodeRole.FIRST or not here.leader:
        return ""
    tonight = TakeOver.objects.filter(complete_until__isnull=False, at__gt=now - FORGOTTEN)
    found = here.leader if tonight.exists() else ""
    connections.close_all()
    return found


@contextmanager
def served_as_it_is() -> Iterator[None]:
    """On a standby, replicate within this context; nothing else is written."""
    file = database_file()
    if file is None or node_state().role is not NodeRole.FOLLOWING:
        try:
            yield
        finally:
            server.end_changes()
        return
    with only_read():
        read_number()
        following.begin(file)
        try:
            yield
        finally:
            following.end()


@contextmanager
def only_read() -> Iterator[None]:
    """Make every connection read-only, and close it after each page."""
    kept = connections.settings["default"]
    before = {name: kept.get(name) for name in ("OPTIONS", "CONN_MAX_AGE")}
    connections.close_all()
    kept["OPTIONS"] = {**kept["OPTIONS"], "init_command": READ_ONLY}
    kept["CONN_MAX_AGE"] = 0
    try:
        yield
    finally:
        connections.close_all()
        kept.update(before)


def gather_changes() -> None:
    """Collect changes for standbys, until none has asked for a while."""
    here, now, own = node_state(), timezone.now(), server.changes()
    if here.role is NodeRole.FIRST and own is not None and own.is_watched:
        own.look()
        if not any(now - one.heard_at < FORGOTTEN / 72 for one in followers.all(now)):
            own.end()


def look_for_newer() -> None:
    """Check whether another computer took over, and inform the others if this one did."""
    here, serving = look_again(), running.current()
    if serving and here.role is NodeRole.TAKING_OVER:
        stopping.ask_to_start_again()  # a command in another process did it
    if here.role is not NodeRole.FIRST or not here.peers:
        return
    facts = {
        "number": number_now(),
        "role": here.role.value,
        "since": since_when(),
        "key": public_half(),
    }
    port = {"port": serving.port} if serving else {}
    newer = following.find_newer(here, number_now(), **facts, **port)
    if newer:
        server.note_newer(newer, here.peers[newer.address])
