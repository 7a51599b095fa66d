"""One person in several clubs: a club asks, the other answers; or the person says so in both.

Nothing is linked by a licence number alone, and either side ends it.
"""

from datetime import datetime
from typing import Final

from django.db import transaction

from scorekeeper.clubs.services.clubs import lock_club
from scorekeeper.models import Club, Player
from scorekeeper.models.clubs import NAME_LENGTH
from tournaments.models import PlayerPhone, SamePerson
from tournaments.together.pages.elsewhere import alike_elsewhere
from tournaments.together.pages.people import clubs_together, people_together

MOST_ASKED: Final = 10
"""Clubs that are asked of one player at once."""


class TwoOfOneClubError(ValueError):
    """Raised where two players of one club would be one person, with that club's name."""

    def __init__(self, club: str) -> None:
        super().__init__(club)
        self.club = club


class RefusedBeforeError(ValueError):
    """Raised where one of the two clubs has said that these are two people."""


@transaction.atomic
def ask_elsewhere(*, player: Player, by: str, now: datetime) -> int:
    """Ask the clubs that know the player's licence number; return how many are asked anew.

    What one of them asked this club is answered by that. Raises TwoOfOneClubError.
    """
    lock_club(player.club)
    count = 0
    for other in alike_elsewhere([player])[:MOST_ASKED]:
        one, second = sorted((player, other), key=lambda each: each.pk)
        link = SamePerson.objects.filter(one=one, other=second).first()
        if link is None:
            SamePerson.objects.create(
                one=one,
                other=second,
                asked_by=player.club,
                asked_name=by[:NAME_LENGTH],
                asked_at=now,
            )
            count += 1
        elif link.answered_at is None and link.asked_by_id != player.club_id:
            _confirm(link, by=by, now=now)
    return count


@transaction.atomic
def answer_same_person(*, link: SamePerson, agrees: bool, by: str, now: datetime) -> None:
    """Say for the club that was asked whether both are one person. Raises TwoOfOneClubError."""
    for club in Club.objects.filter(pk__in=[link.one.club_id, link.other.club_id]).order_by("pk"):
        lock_club(club)
    link.refresh_from_db()
    if agrees:
        _confirm(link, by=by, now=now)
        return
    link.is_refused, link.answered_name, link.answered_at = True, by[:NAME_LENGTH], now
    link.save(update_fields=["is_refused", "answered_name", "answered_at"])


def end_same_person(*, link: SamePerson) -> None:
    """Forget what was asked and said of two players; either club, or the person, may ask again."""
    link.delete()


@transaction.atomic
def say_in_both(*, phone: PlayerPhone, other: PlayerPhone, now: datetime) -> None:
    """Let a phone that both clubs confirmed as their player's say that both are one person.

    Raises TwoOfOneClubError, and RefusedBeforeError where a club has said no.
    """
    one, second = sorted((phone.player, other.player), key=lambda each: each.pk)
    link = SamePerson.objects.filter(one=one, other=second).first()
    if link is None:
        link = SamePerson(one=one, other=second, asked_at=now)
    if link.is_refused:
        raise RefusedBeforeError
    _confirm(link, by="", now=now)


def _confirm(link: SamePerson, *, by: str, now: datetime) -> None:
    _refuse_two_of_one_club(link)
    link.is_refused, link.answered_name, link.answered_at = False, by[:NAME_LENGTH], now
    link.save()


def _refuse_two_of_one_club(link: SamePerson) -> None:
    people = people_together()
    groups = people.groups()
    own = {people.of(link.one_id), people.of(link.other_id)}
    keys = own.union(*(groups.get(leader, set()) for leader in own))
    seen: set[int] = set()
    players = Player.objects.filter(pk__in=keys, club__in=clubs_together().values("pk"))
    for player in players.filter(merged_into=None).select_related("club"):
        if player.club_id in seen:
            raise TwoOfOneClubError(player.club.name)
        seen.add(player.club_id)
