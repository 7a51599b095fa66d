"""The secrets of a contest's draws and lots: begun, looked at, spent.

What is used for a draw is read and spent while the contest is locked.
"""

from datetime import datetime
from secrets import token_hex
from typing import Any, Final

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Coalesce

from scorekeeper.models import TakeOver
from scorekeeper.refusals import Refused
from tournaments.audit_log.chain import mark_of
from tournaments.draw.commitment import CHAIN_LENGTH, hashed
from tournaments.models import DrawSecrets, LogEntry, Tournament
from tournaments.refusals import ContestRefusal
from tournaments.standings.prizes import PrizeKind

ROOT_BYTES: Final = 32
_Kind = LogEntry.Kind
_TOLD_BY: Final = (_Kind.CREATED, _Kind.DRAWN, _Kind.LOT, _Kind.PRIZE_LOT)


def begin_chain(tournament: Tournament) -> dict[str, str]:
    """Begin a chain of secrets; return what publishes it in the log."""
    root = token_hex(ROOT_BYTES)
    values = {"root": root, "left": CHAIN_LENGTH}
    DrawSecrets.objects.update_or_create(tournament=tournament, defaults=values)
    return {"chain": hashed(root, CHAIN_LENGTH)}


def _told(log: QuerySet[LogEntry], column: str) -> QuerySet[LogEntry, Any]:
    """Return a column of the entry that tells the hash of the secret used next; that is `next`."""
    either = Coalesce(KeyTextTransform("secret", "data"), KeyTextTransform("chain", "data"))
    told = log.filter(kind__in=_TOLD_BY).annotate(next=either).filter(next__isnull=False)
    return told.order_by("-number").values_list(column, flat=True)[:1]


def announced_secret(tournament: Tournament) -> str:
    """Return the hash of the secret that is used next, as the log has it; empty without a chain."""
    return _told(tournament.log.all(), "next").first() or ""


def next_secret(tournament: Tournament) -> str:
    """Return the secret of the next draw, whose hash is public; empty if there is none here.

    Another computer may have begun a chain of its own since: then the one here is of no use. The
    same if a backup was restored, or a standby took over: it may have been shown already.
    """
    log = LogEntry.objects.filter(tournament=OuterRef("tournament"))
    chains = DrawSecrets.objects.filter(tournament=tournament, left__gt=0).annotate(
        announced=Subquery(_told(log, "next")), at=Subquery(_told(log, "at"))
    )
    chain = chains.exclude(Exists(TakeOver.objects.filter(at__gt=OuterRef("at")))).first()
    secret = hashed(chain.root, chain.left - 1) if chain else ""
    return secret if chain and hashed(secret) == chain.announced else ""


def public_secret(tournament: Tournament) -> str:
    """Return the hash of the next secret as everybody sees it before a draw; empty without one.

    A mirror shows what the computer that draws announced; elsewhere a secret that was lost is of
    no use to anybody. After the end only prizes among those present are still drawn, once each.
    """
    if tournament.finished_at and not _has_prize_to_draw(tournament):
        return ""
    if tournament.is_mirror:
        return announced_secret(tournament)
    secret = next_secret(tournament)
    return hashed(secret) if secret else ""


def _has_prize_to_draw(tournament: Tournament) -> bool:
    drawn = {lot["prize"] for lot in tournament.prize_lots}
    prizes = tournament.prize_plan.get("prizes", ())
    return any(one["aim"] == PrizeKind.PRESENT and one["key"] not in drawn for one in prizes)


def secret_fingerprint(tournament: Tournament) -> str:
    """Return the public fingerprint of the next secret; empty without one."""
    secret = public_secret(tournament)
    return mark_of(secret) if secret else ""


def chains_begun(tournament: Tournament) -> list[datetime]:
    """Return when a chain began in the place of another one that was not used up."""
    keys = Q(data__has_key="chain") | Q(data__has_key="secret")
    told = tournament.log.filter(keys, kind__in=_TOLD_BY).order_by("number")
    begun, left = [], 0
    for at, chain in told.values_list("at", "data__chain"):
        if chain and left:
            begun.append(at)
        left = CHAIN_LENGTH if chain else left - 1
    return begun


def secret_for(tournament: Tournament, called: str, announced: str = "") -> str:
    """Return the secret that goes with a called number.

    Raises Refused if there is no chain, or if the secret with the fingerprint `announced`, which
    was shown where the number was typed, has been used since: the same form was sent twice.
    """
    secret = next_secret(tournament)
    if called and not secret:
        raise Refused(ContestRefusal.NO_SECRETS)
    if called and announced and announced != mark_of(hashed(secret)):
        raise Refused(ContestRefusal.NUMBER_USED)
    return secret


def spend(tournament: Tournament, called: str, secret: str) -> dict[str, str]:
    """Return what the log says of the chance in a draw; with a called number its secret is spent.

    Without a chain, which an imported contest does not have, one begins for the draws to come.
    """
    if called:
        DrawSecrets.objects.filter(tournament=tournament).update(left=F("left") - 1)
        return {"called": called, "secret": secret}
    return {} if secret else begin_chain(tournament)
