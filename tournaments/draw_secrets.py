"""The secrets of a contest's draws and lots: begun, looked at, spent.

What is used for a draw is read and spent while the contest is locked.
"""

from secrets import token_hex
from typing import Final

from django.db.models import F

from scorekeeper.refusals import Refused
from tournaments.audit_log.chain import mark_of
from tournaments.draw.commitment import CHAIN_LENGTH, hashed
from tournaments.models import DrawSecrets, LogEntry, Tournament
from tournaments.refusals import ContestRefusal

ROOT_BYTES: Final = 32
_Kind = LogEntry.Kind
_TOLD_BY: Final = (_Kind.CREATED, _Kind.DRAWN, _Kind.LOT, _Kind.PRIZE_LOT)


def begin_chain(tournament: Tournament) -> dict[str, str]:
    """Begin a chain of secrets; return what publishes it in the log."""
    root = token_hex(ROOT_BYTES)
    values = {"root": root, "left": CHAIN_LENGTH}
    DrawSecrets.objects.update_or_create(tournament=tournament, defaults=values)
    return {"chain": hashed(root, CHAIN_LENGTH)}


def announced_secret(tournament: Tournament) -> str:
    """Return the hash of the secret that is used next, as the log has it; empty without a chain."""
    logged = tournament.log.filter(kind__in=_TOLD_BY).order_by("-number")
    for secret, chain in logged.values_list("data__secret", "data__chain"):
        if secret or chain:
            return str(secret or chain)
    return ""


def next_secret(tournament: Tournament) -> str:
    """Return the secret of the next draw, whose hash is public; empty if there is none here.

    Another computer may have begun a chain of its own since: then the one here is of no use.
    """
    chain = DrawSecrets.objects.filter(tournament=tournament, left__gt=0).first()
    secret = hashed(chain.root, chain.left - 1) if chain else ""
    return secret if secret and hashed(secret) == announced_secret(tournament) else ""


def secret_fingerprint(tournament: Tournament) -> str:
    """Return the public fingerprint of the next secret; empty if this computer has none."""
    secret = next_secret(tournament)
    return mark_of(hashed(secret)) if secret else ""


def secret_for(tournament: Tournament, called: str) -> str:
    """Return the secret that goes with a called number. Raises Refused if there is no chain."""
    secret = next_secret(tournament)
    if called and not secret:
        raise Refused(ContestRefusal.NO_SECRETS)
    return secret


def spend(tournament: Tournament, called: str, secret: str) -> dict[str, str]:
    """Return what the log says of the chance in a draw; with a called number its secret is spent.

    Without a chain, which an imported contest does not have, one begins for the draws to come.
    """
    if called:
        DrawSecrets.objects.filter(tournament=tournament).update(left=F("left") - 1)
        return {"called": called, "secret": secret}
    return {} if secret else begin_chain(tournament)
