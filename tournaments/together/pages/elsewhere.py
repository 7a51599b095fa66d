"""Who of a club may be, or is, somebody of another one: no more than that club shows everybody."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.db.models import Q

from scorekeeper.models import Club, Player
from scorekeeper.models.sort_names import name_key
from tournaments.models import PlayerPhone, SamePerson
from tournaments.together.pages.people import clubs_together, is_open, shown_to_all


class SameState(StrEnum):
    """How far it is known that two players are one person: in this order they are listed."""

    TO_ANSWER = "to_answer"
    """Another club asks this one."""
    ALIKE = "alike"
    """Another club knows the licence number; nobody was asked."""
    ASKED = "asked"
    """This club asked, the other has not answered."""
    CONFIRMED = "confirmed"
    REFUSED = "refused"


def alike_elsewhere(players: Sequence[Player]) -> list[Player]:
    """Return players of other clubs that take part with the licence number of one of these."""
    licences = {player.licence for player in players if player.licence}
    if not licences:
        return []
    others = Player.objects.filter(
        club__in=clubs_together().values("pk"), licence__in=licences, merged_into=None
    )
    own = {player.club_id for player in players}
    found = others.exclude(club__in=own).exclude(shown=Player.Shown.ANONYMOUS)
    return list(found.select_related("club").order_by("club__name", "pk"))


def elsewhere_lines(club: Club) -> list[dict[str, Any]]:
    """Return whom the club is asked about first, then who may be asked about, then the others.

    What stands there of the other everybody may see: `club` and `other` are empty where not even
    that may be told yet. Three queries, whatever the number of clubs.
    """
    links = SamePerson.objects.of_club(club).filter(
        one__club__in=clubs_together().values("pk"), other__club__in=clubs_together().values("pk")
    )
    lines = [
        _linked(link, club)
        for link in links.select_related("one__club", "other__club").order_by("pk")
    ]
    known = {frozenset((link.one_id, link.other_id)) for link in links}
    players = Player.objects.of_club(club).exclude(licence="").filter(merged_into=None)
    own: defaultdict[str, list[Player]] = defaultdict(list)
    for player in players:
        own[player.licence].append(player)
    for other in alike_elsewhere([player for alike in own.values() for player in alike]):
        for player in own[other.licence]:
            if {player.pk, other.pk} not in known:
                lines.append(_alike(player, other))
    order = list(SameState)
    return sorted(
        lines, key=lambda line: (order.index(line["state"]), name_key(line["player"].name))
    )


def questions_for(club: Club) -> int:
    """Return how many questions of other clubs wait for an answer of this one; one query."""
    asked = SamePerson.objects.of_club(club).filter(answered_at=None)
    return asked.exclude(asked_by=club).filter(asked_by__in=clubs_together().values("pk")).count()


def _alike(player: Player, other: Player) -> dict[str, Any]:
    # Whose number it is there stands in public only where the whole name does.
    is_told = is_open(other)
    return {
        "state": SameState.ALIKE,
        "player": player,
        "club": other.club.name if is_told else "",
        "other": other.name if is_told else "",
    }


def _linked(link: SamePerson, club: Club) -> dict[str, Any]:
    own, other = link.one, link.other
    if own.club_id != club.pk:
        own, other = other, own
    state = _state(link, club)
    is_told = state in {SameState.TO_ANSWER, SameState.CONFIRMED} or is_open(other)
    return {
        "state": state,
        "player": own,
        "club": other.club.name if is_told else "",
        "other": shown_to_all(other) if is_told else "",
        "link": link,
        "asked_name": link.asked_name if link.asked_by_id == club.pk else "",
    }


def _state(link: SamePerson, club: Club) -> SameState:
    if link.is_refused:
        return SameState.REFUSED
    if link.answered_at:
        return SameState.CONFIRMED
    return SameState.ASKED if link.asked_by_id == club.pk else SameState.TO_ANSWER


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnElsewhere:
    """Who a phone is in another club; `link` is what holds already."""

    phone: PlayerPhone
    club: Club
    player: Player
    link: SamePerson | None


def own_elsewhere(phone: PlayerPhone) -> list[OwnElsewhere]:
    """Return who else the phone is, where both clubs take part; three queries at most."""
    if phone.confirmed_at is None or phone.player.club.together_from is None:
        return []
    others = (
        PlayerPhone.objects.confirmed()
        .filter(key_hash=phone.key_hash, club__in=clubs_together().values("pk"))
        .exclude(club=phone.club_id)
        .select_related("club", "player")
    )
    found = list(others)
    if not found:
        return []
    links = SamePerson.objects.filter(Q(one=phone.player_id) | Q(other=phone.player_id))
    by_other = {link.one_id + link.other_id - phone.player_id: link for link in links}
    return [
        OwnElsewhere(
            phone=other,
            club=other.club,
            player=other.player,
            link=by_other.get(other.player_id),
        )
        for other in found
    ]
