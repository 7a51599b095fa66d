"""What is shown of contests that two computers have."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, Prefetch, Q
from django.utils.functional import Promise

from scorekeeper.models import Club
from tournaments.linked.labels import REFUSALS, TROUBLES
from tournaments.linked.troubles import ContestRefusal, ServerTrouble
from tournaments.models import ArrivedContest, HallComputer, ServerLink, Tournament


def unsent(link: ServerLink) -> Iterator[Tournament]:
    """Yield the contests of which the server lacks something that it has not refused."""
    sent = Q(sent__link=link, sent__asked=F("version"))
    contests = Tournament.objects.filter(club=link.club, is_mirror=False).exclude(sent)
    yield from contests.exclude(version=0).order_by("pk")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sending:
    """How far a club's contests are on its server, as the hall's computer sees it."""

    link: ServerLink
    waiting: Sequence[Tournament]
    refused: Sequence[tuple[Tournament, str | Promise]]
    trouble: str | Promise
    up_at: datetime | None


def sending_of(club: Club) -> Sending | None:
    """Return what of a club is on its server, None where it has none; four queries at most."""
    link = ServerLink.objects.filter(club=club).first()
    if link is None:
        return None
    contests = list(link.contests.select_related("tournament").order_by("-tournament__date"))
    return Sending(
        link=link,
        waiting=list(unsent(link)),
        refused=[
            (sent.tournament, REFUSALS[ContestRefusal(sent.refused)])
            for sent in contests
            if sent.refused
        ],
        trouble=TROUBLES[ServerTrouble(link.trouble)] if link.trouble else "",
        up_at=max((sent.sent_at for sent in contests if sent.sent_at), default=None),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrived:
    """A contest of a hall's computer, as the server has it."""

    contest: ArrivedContest
    refusal: str | Promise
    may_choose: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Computer:
    """A computer that sends, with what it sent, the newest first."""

    computer: HallComputer
    contests: Sequence[Arrived]


def computers_of(club: Club) -> list[Computer]:
    """Return the computers that may send contests of a club; two queries."""
    contests = ArrivedContest.objects.select_related("tournament").order_by("-pk")
    computers = club.hall_computers.filter(ended_at=None).order_by("pk")
    return [
        Computer(computer=one, contests=[_arrived(contest) for contest in one.contests.all()])
        for one in computers.prefetch_related(Prefetch("contests", contests))
    ]


def _arrived(contest: ArrivedContest) -> Arrived:
    refusal = ContestRefusal(contest.refused) if contest.refused else None
    return Arrived(
        contest=contest,
        refusal=REFUSALS[refusal] if refusal else "",
        may_choose=refusal in {ContestRefusal.OLDER, ContestRefusal.PARTED}
        and contest.tournament is not None,
    )
