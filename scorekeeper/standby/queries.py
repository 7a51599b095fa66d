"""What both computers show: the status line, and the page behind it."""

from datetime import datetime, timedelta
from itertools import groupby
from typing import Any, Final

from django.db.models import Max, Q
from django.utils import timezone

from scorekeeper import running
from scorekeeper.addresses import watch
from scorekeeper.models import Hand, PairedComputer, TakeOver
from scorekeeper.standby import following
from scorekeeper.standby.client import Asker
from scorekeeper.standby.errors import PairingError
from scorekeeper.standby.followers import followers, trouble_of_copy
from scorekeeper.standby.labels import trouble_text
from scorekeeper.standby.node import NodeRole, node_state
from scorekeeper.standby.sealing import shown_code
from scorekeeper.standby.server import words_of

EVENING: Final = timedelta(hours=12)
MOST_HANDS: Final = 5000


def banner() -> dict[str, Any] | None:
    """Return the banner of a computer that must not write, None on others; no query."""
    serving = running.current()
    if serving is None:
        return None
    here = node_state()
    if here.role is NodeRole.FIRST:
        return None
    return {"is_standby": serving.only_reads, "leader": here.leader}


def lines() -> list[dict[str, Any]]:
    """Return a line for each standby of this computer, or for itself if it is one.

    `trouble` is a text; `seconds` is the age of the last complete copy.
    """
    now, here = timezone.now(), node_state()
    if here.is_standby:
        state = following.state()
        found = trouble_of_copy(state.trouble, state.complete_at, now)
        trouble = trouble_text(found, state.detail) if found else ""
        return [_line(here.leader, state.complete_at, now, trouble)]
    return [
        _line(one.address, one.complete_at, now, trouble_text(found) if found else "")
        for one in followers.all(now)
        for found in [one.trouble_at(now)]
    ]


def _line(address: str, at: datetime | None, now: datetime, trouble: str) -> dict[str, Any]:
    seconds = max(int((now - at).total_seconds()), 0) if at else 0
    return {"address": address, "complete_at": at, "seconds": seconds, "trouble": trouble}


def codes_page() -> dict[str, Any]:
    """Return what a primary shows: the codes for standbys."""
    own = watch.addresses.address if watch.addresses else ""
    codes = [
        {"pk": paired.pk, "at": paired.created_at, "code": shown_code(paired.code)}
        for paired in PairedComputer.objects.order_by("pk")
    ]
    for code in codes:
        code["link"] = f"{own}second/#{code['code']}" if own else ""
    # Restored backups are stored as take-overs too, but without `complete_until`.
    last = TakeOver.objects.filter(complete_until__isnull=False).order_by("-number").first()
    return {"codes": codes, "own": own, "last": last}


def replaced_page() -> dict[str, Any]:
    """Return what a replaced computer shows: its hands that the new primary lacks, by game."""
    try:
        hands = _hands_only_here()
    except PairingError as error:
        return {"trouble": trouble_text(error.code, error.detail)}
    games = groupby(hands, lambda hand: hand.game)
    return {"games": [{"game": game, "hands": list(found)} for game, found in games]}


def _hands_of_last_evening() -> list[Hand]:
    last = Hand.objects.aggregate(recorded=Max("recorded_at"), changed=Max("changed_at"))
    moments = [moment for moment in last.values() if moment]
    if not moments:
        return []
    since = max(moments) - EVENING
    late = Q(recorded_at__gte=since) | Q(changed_at__gte=since)
    hands = Hand.objects.filter(late).select_related("game").order_by("game_id", "number")
    return list(hands[:MOST_HANDS])


def _hands_only_here() -> list[Hand]:
    """Return the last evening's hands that the computer which took over lacks.

    Raises PairingError if that computer does not respond.
    """
    here, hands = node_state(), _hands_of_last_evening()
    asker = Asker(here.leader, here.code, computer=here.computer)
    described = [[hand.game_id, str(hand.submission_key), words_of(hand)] for hand in hands]
    return [hands[place] for place in asker.lacks(described) if place < len(hands)]
