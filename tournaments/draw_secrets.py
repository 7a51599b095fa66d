"""The secrets of a contest's draws and lots: begun, looked at, spent.

What is used for a draw is read and spent while the contest is locked.
"""

from secrets import token_hex

from django.db.models import F

from scorekeeper.refusals import Refused
from tournaments.audit_log.chain import mark_of
from tournaments.draw.commitment import CHAIN_LENGTH, hashed
from tournaments.models import DrawSecrets, Tournament
from tournaments.refusals import ContestRefusal

ROOT_BYTES = 32


def begin_chain(tournament: Tournament) -> dict[str, str]:
    """Begin a chain of secrets; return what publishes it in the log."""
    root = token_hex(ROOT_BYTES)
    values = {"root": root, "left": CHAIN_LENGTH}
    DrawSecrets.objects.update_or_create(tournament=tournament, defaults=values)
    return {"chain": hashed(root, CHAIN_LENGTH)}


def next_secret(tournament: Tournament) -> str:
    """Return the secret of the next draw, whose hash is public; empty if there is no chain."""
    chain = DrawSecrets.objects.filter(tournament=tournament, left__gt=0).first()
    return hashed(chain.root, chain.left - 1) if chain else ""


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
