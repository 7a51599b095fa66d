"""The public draws of a contest: every draw of a round, and how to repeat it."""

import hashlib
import json
from collections import defaultdict
from collections.abc import Sequence
from threading import Lock
from typing import Any, Final

from tournaments.draw.certificate import Mismatch, verify
from tournaments.draw.request import Method
from tournaments.models import LogEntry, Round, Tournament
from tournaments.rounds.labels import METHOD_LABELS, MISMATCH_LABELS
from tournaments.rounds.queries.draws import lasting_swaps
from tournaments.rounds.queries.requests import draws_in
from tournaments.standings.prizes import plan_from_dict

_Kind = LogEntry.Kind
_OF_DRAWS: Final = (_Kind.DRAWN, _Kind.PUBLISHED, _Kind.RESEATED)
_OF_NAMES: Final = (_Kind.ENTRY_ADDED, _Kind.ENTRY_CHANGED)
CHECKS_KEPT: Final = 256


def public_draws(tournament: Tournament) -> list[dict[str, Any]]:
    """Return the draws of published rounds for their page, latest first; two queries.

    `renamed` are the entries whose players were changed after a draw, before the next one;
    `is_regrouped` says that club teams were.
    """
    acts: defaultdict[int | None, list[LogEntry]] = defaultdict(list)
    renamed: defaultdict[int | None, set[int]] = defaultdict(set)
    players: dict[int, list[str]] = {}
    regrouped: set[int | None] = set()
    drawn = None
    kinds = (*_OF_DRAWS, *_OF_NAMES, _Kind.MEETINGS)
    for act in tournament.log.filter(kind__in=kinds).order_by("number"):
        if act.kind == _Kind.MEETINGS:
            regrouped.add(drawn)
            continue
        if act.kind in _OF_NAMES:
            number, names = act.data["number"], act.data["players"]
            if players.setdefault(number, names) != names:
                players[number] = names
                renamed[drawn].add(number)
            continue
        acts[act.round_number].append(act)
        if act.kind == _Kind.DRAWN:
            drawn = act.round_number
            renamed[drawn] = set()
            regrouped.discard(drawn)
    rounds = tournament.rounds.exclude(status=Round.Status.DRAWN).order_by("-number")
    return [
        _draw(played, acts[played.number])
        | {
            "renamed": sorted(renamed[played.number]),
            "is_regrouped": played.number in regrouped,
        }
        for played in rounds
        if played.has_draw
    ]


def public_lots(tournament: Tournament) -> list[dict[str, Any]]:
    """Return the lots drawn between tied entries and for prizes, in order; one query.

    `is_again` says that there was a lot for the same before it, `is_replaced` that one came after.
    """
    prizes = {one.key: one for one in plan_from_dict(tournament.prize_plan).prizes}
    found: list[dict[str, Any]] = []
    last: dict[object, dict[str, Any]] = {}
    for entry in tournament.log.filter(kind__in=(_Kind.LOT, _Kind.PRIZE_LOT)).order_by("number"):
        key = entry.data.get("prize")
        about = key if key is not None else frozenset(entry.data["order"])
        before = last.get(about)
        if before:
            before["is_replaced"] = True
        lot = {
            "at": entry.at,
            "is_for_prize": key is not None,
            "prize": prizes[key].goods if key in prizes else "",
            "order": entry.data["order"],
            "called": entry.data.get("called", ""),
            "secret": entry.data.get("secret", ""),
            "is_again": before is not None,
            "is_replaced": False,
        }
        last[about] = lot
        found.append(lot)
    return found


def _draw(played: Round, acts: Sequence[LogEntry]) -> dict[str, Any]:
    """Return a draw in words. `drawn` are all draws of the round, the valid one last.

    `differs` are the differences found when it was drawn again; None if it was not yet.
    """
    certificate: dict[str, Any] = played.certificate
    return {
        "number": played.number,
        "method": METHOD_LABELS[Method(played.request["method"])],
        "fingerprint": certificate["fingerprint"],
        "has_wishes": bool(played.request.get("wishes")),
        "repeat_count": len(certificate["draw"]["repeats"]),
        "drawn": draws_in(acts),
        "swaps": lasting_swaps(played.swaps),
        "published_at": played.published_at,
        "changes": sum(act.kind == _Kind.RESEATED for act in acts),
        "differs": _in_words(_checked.get(_mark(played))),
    }


_checked: dict[str, tuple[Mismatch, ...]] = {}
_checking: Final = Lock()


def _mark(played: Round) -> str:
    text = json.dumps([played.request, played.certificate], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _in_words(found: Sequence[Mismatch] | None) -> list[str] | None:
    return None if found is None else [str(MISMATCH_LABELS[one]) for one in found]


def draw_again(played: Round) -> bool:
    """Draw a round again and cache the differences, once for each certificate.

    Return whether the result is known now: only one round at a time is drawn again, which takes a
    moment.
    """
    mark = _mark(played)
    if mark in _checked:
        return True
    if not _checking.acquire(blocking=False):
        return False
    try:
        found = verify(played.draw_certificate, played.draw_request)
        while len(_checked) >= CHECKS_KEPT:
            _checked.pop(next(iter(_checked)), None)
        _checked[mark] = found
    finally:
        _checking.release()
    return True
