"""A contest that is announced, and people who ask to enter it."""

from datetime import datetime
from typing import Any

from django.test import Client

from scorekeeper.models import Club
from scorekeeper.models.codes import new_token
from tests.contest import make_contest
from tests.pages import visitor
from tests.table import NOW, SCORER
from tournaments.audit_log.replay.announcement import Announcement, Sponsor
from tournaments.extensions.entry_requests.services import (
    NewRequest,
    announce,
    ask_to_enter,
    open_contest,
)
from tournaments.models import ContestOpening, EntryRequest, Tournament

BY: dict[str, Any] = {"author": SCORER, "now": NOW}
SPONSORS = (Sponsor("Boulangerie Martin", "rue Haute"), Sponsor("Garage du Port"))


def say(contest: Tournament, *sponsors: Sponsor, now: datetime = NOW, **said: Any) -> None:
    """Announce a contest."""
    announce(
        tournament_id=contest.pk,
        announcement=Announcement(**said),
        sponsors=sponsors,
        author=SCORER,
        now=now,
    )


def announced(club: Club, *, places: int | None = 2, **settings: Any) -> ContestOpening:
    """Return a contest of so many places that everybody may enter."""
    contest = make_contest(club, teams=0, fee_cents=1000, **settings)
    say(contest, *SPONSORS, hour="14:00", place="Salle des fêtes", places=places)
    return open_contest(tournament_id=contest.pk, takes_requests=True, shows_names=False, **BY)


def ask(contest: Tournament, *names: str, mail: str = "") -> EntryRequest:
    asked = NewRequest(token=new_token(), names=names, mail=mail, phone="0612345678")
    return ask_to_enter(tournament_id=contest.pk, asked=asked, now=NOW)


def send(opened: ContestOpening, client: Client | None = None, /, **typed: str) -> Any:
    """Fill in the form for everybody as a phone does."""
    form = {
        "name_1": "Anne Petit",
        "with_whom": "pair",
        "name_2": "Paul Grand",
        "consent": "on",
        "token": new_token(),
    }
    return (client or visitor()).post(f"/a/{opened.token}/enter/", form | typed)


def states(contest: Tournament) -> list[str]:
    return list(contest.requests.order_by("number").values_list("state", flat=True))


def titles(contest: Tournament) -> list[str]:
    return [entry.title for entry in contest.entries.by_number()]
