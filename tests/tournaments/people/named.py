"""Contests with people in them for tests, and their names taken away."""

import json
from typing import Any

from django.apps import apps

from scorekeeper.clubs.services.players import find_or_add_player
from scorekeeper.models import Club, Player
from tests.contest import make_contest
from tests.table import NOW, SCORER
from tournaments.entries.services.entries import NewEntry, add_entries
from tournaments.models import Tournament
from tournaments.people.services.names import anonymise_player


def player(club: Club, name: str) -> Player:
    return find_or_add_player(club=club, name=name, now=NOW)


def add(tournament: Tournament, *teams: str) -> None:
    wanted = [NewEntry(names=tuple(team.split(" & "))) for team in teams]
    add_entries(tournament_id=tournament.pk, entries=wanted, author=SCORER, now=NOW)


def contest_with(club: Club, *teams: str, **settings: Any) -> Tournament:
    contest = make_contest(club, teams=0, hands=2, **settings)
    add(contest, *teams)
    return contest


TEAMS = ("Anne Petit & Paul", "Rose & Ali", "Zoé & Max", "Luc & Ève")


def forget(who: Player) -> Player:
    return anonymise_player(player_id=who.pk, author=SCORER, now=NOW)


def everything_stored(*, but: tuple[str, ...] = ()) -> str:
    """Return every value of every table as one text."""
    values = []
    for model in apps.get_models():
        if model.__name__ not in but:
            values += [list(row) for row in model._base_manager.values_list()]
    return json.dumps(values, default=str, ensure_ascii=False)
