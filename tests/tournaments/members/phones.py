"""Phones in the hall for tests: they join, ask to be a player's, and are confirmed."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any, Final

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.evenings.services import open_evening
from scorekeeper.models import Club, Evening, Player
from tests.pages import visitor
from tests.table import NOW
from tests.tournaments.seasons.leagues import make_season, play_contest
from tournaments.members.services import confirm_phone
from tournaments.models import PlayerPhone, Season

TEAMS: Final[Mapping[tuple[str, ...], Sequence[int]]] = {
    ("Anne Petit", "Bruno Grand"): [200],
    ("Chloé", "David"): [124],
}
IPHONE: Final = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1"


def at(club: Club, name: str = "club-detail", *more: int, **query: object) -> str:
    return reverse(f"tournaments:{name}", args=[club.pk, *more], query=query or None)


def season_of_today(club: Club, **settings: Any) -> Season:
    """Return a season that is played now, with one contest that counted."""
    today = timezone.localdate()
    settings["starts_on"] = today - timedelta(days=90)
    settings["ends_on"] = today + timedelta(days=90)
    season = make_season(club, **settings)
    play_contest(club, TEAMS, day=today - timedelta(days=7))
    return season


def make_evening(club: Club, *, name: str = "Friday") -> Evening:
    return open_evening(
        club=club, name=name, date=timezone.localdate(), ruleset_key="contest", now=NOW
    )


def joined(evening: Evening, name: str = "Léa") -> Client:
    """Return a phone that joined an evening by its code."""
    phone = visitor()
    phone.post(
        reverse("scorekeeper:evening-join", args=[evening.token]),
        {"name": name},
        headers={"user-agent": IPHONE},
    )
    return phone


def ask(phone: Client, player: Player, signed: str = "Léa") -> PlayerPhone:
    """Let a phone say "That is me"; return the request."""
    address = at(player.club, "player-ask", player.pk)
    phone.post(address, {"signed": signed}, headers={"user-agent": IPHONE})
    return PlayerPhone.objects.filter(player=player).latest("pk")


def own(evening: Evening, player: Player) -> Client:
    """Return a phone that is a player's: an organiser said so."""
    phone = joined(evening)
    confirm_phone(club=player.club, phone_id=ask(phone, player).pk, by="Élise", now=NOW)
    return phone
