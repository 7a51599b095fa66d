"""Use cases of the wishes for the draws and of the tables, stored and logged with the contest."""

import secrets
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Unpack

from django.db import transaction

from scorekeeper.models.authors import Actor
from tournaments.audit_log.locks import lock_unfinished
from tournaments.audit_log.log import append
from tournaments.draw.halls import Halls
from tournaments.draw.wishes import FixedSeat, Wishes, wishes_from_dict
from tournaments.models import LogEntry, Tournament

SALT_BYTES = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class WishedGroup:
    """Entries by number that should not meet, and the reason."""

    kind: str
    name: str
    entrants: tuple[int, ...]
    rounds: int

    def to_dict(self) -> dict[str, Any]:
        return {**asdict(self), "entrants": sorted(self.entrants)}


@transaction.atomic
def keep_apart(*, tournament_id: int, group: WishedGroup, **by: Unpack[Actor]) -> None:
    """Keep entries apart; for the same entries, replace the reason and the rounds.

    Raises WishError for an impossible group.
    """

    def changed(wishes: dict[str, Any]) -> None:
        _take_out(wishes, group.to_dict()["entrants"])
        wishes["apart"].append(group.to_dict())

    _change(tournament_id, changed, **by)


@transaction.atomic
def let_meet(*, tournament_id: int, entrants: tuple[int, ...], **by: Unpack[Actor]) -> None:
    """Let entries that were kept apart meet again."""
    _change(tournament_id, lambda wishes: _take_out(wishes, sorted(entrants)), **by)


def _take_out(wishes: dict[str, Any], entrants: list[int]) -> None:
    wishes["apart"] = [group for group in wishes["apart"] if group["entrants"] != entrants]


@transaction.atomic
def fix_seat(*, tournament_id: int, seat: FixedSeat, **by: Unpack[Actor]) -> None:
    """Let an entry sit at one of some tables; replaces an earlier wish for it."""

    def changed(wishes: dict[str, Any]) -> None:
        _free(wishes, seat.entrant)
        tables = [list(span) for span in seat.tables]
        wishes["seats"].append({"entrant": seat.entrant, "tables": tables})

    _change(tournament_id, changed, **by)


@transaction.atomic
def free_seat(*, tournament_id: int, entrant: int, **by: Unpack[Actor]) -> None:
    """Let an entry sit anywhere again."""
    _change(tournament_id, lambda wishes: _free(wishes, entrant), **by)


def _free(wishes: dict[str, Any], entrant: int) -> None:
    wishes["seats"] = [seat for seat in wishes["seats"] if seat["entrant"] != entrant]


def _change(
    tournament_id: int, change: Callable[[dict[str, Any]], None], **by: Unpack[Actor]
) -> None:
    """Change the wishes of a contest and log their hash, with a new salt."""
    tournament = lock_unfinished(tournament_id)
    before = {name: list(tournament.wishes.get(name, ())) for name in ("apart", "seats")}
    wishes: dict[str, Any] = {name: list(value) for name, value in before.items()}
    change(wishes)
    if wishes == before and "hidden" not in tournament.wishes:
        return
    is_any = any(wishes.values())
    tournament.wishes = wishes | {"salt": secrets.token_hex(SALT_BYTES)} if is_any else {}
    made: Wishes | None = wishes_from_dict(tournament.wishes or None)
    tournament.save(update_fields=["wishes"])
    data = {
        "mark": made.mark if made else "",
        "groups": len(wishes["apart"]),
        "seats": len(wishes["seats"]),
    }
    append(tournament, LogEntry.Kind.WISHED, data, **by)


@transaction.atomic
def set_halls(*, tournament_id: int, halls: Halls, **by: Unpack[Actor]) -> Tournament:
    """Set the tables that there are; existing draws do not change."""
    tournament = lock_unfinished(tournament_id)
    plain = halls.to_dict()
    if plain != tournament.halls:
        tournament.halls = plain
        tournament.save(update_fields=["halls"])
        append(tournament, LogEntry.Kind.HALLS, {"halls": plain}, **by)
    return tournament
