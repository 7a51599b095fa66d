"""Clubs that take part, for tests: contests played to their end, players with licences."""

from datetime import date
from itertools import cycle

from scorekeeper.clubs.services.players import Enrolment, enrol_player
from scorekeeper.models import Club, Player
from scorekeeper.rules.queries import preset_choice
from tests.contest import games_of, play, start_round
from tests.table import NOW, SCORER, make_club
from tournaments.contests.services import Settings, create_tournament, finish_tournament
from tournaments.entries.services.entries import NewEntry, add_entries
from tournaments.models import Tournament
from tournaments.tables.services import close_round

FIRST_DAY = date(2026, 9, 1)
TEAMS = (("Anne", "Bruno"), ("Chloé", "David"), ("Émile", "Fanny"), ("Gaston", "Henri"))


def club_taking_part(name: str, *, is_open: bool = True) -> Club:
    club = make_club(name)
    club.together_from, club.opens_rankings = FIRST_DAY, is_open
    club.save()
    return club


def contest_of(
    club: Club,
    teams: tuple[tuple[str, ...], ...] = TEAMS,
    *,
    day: date = date(2026, 10, 3),
    rounds: int = 2,
    is_melee: bool = False,
    is_over: bool = True,
) -> Tournament:
    """Play a contest: two hands a game, won by turns by either side."""
    settings = Settings(
        name=f"Concours {club} {day}",
        date=day,
        rules=preset_choice("contest"),
        round_hands=(2,) * rounds,
        mode=Tournament.Mode.MELEE if is_melee else Tournament.Mode.TEAMS,
    )
    contest = create_tournament(club=club, settings=settings, author=SCORER, now=NOW, seed=7)
    entries = [NewEntry(names=names) for names in teams]
    add_entries(tournament_id=contest.pk, entries=entries, author=SCORER, now=NOW)
    points = cycle(((120, 100), (60, 40), (110, 50)))
    for number in range(1, rounds + 1):
        playing = start_round(contest, seed=number)
        for match in games_of(playing):
            play(match, next(points))
        close_round(round_id=playing.pk, author=SCORER, now=NOW)
    if is_over:
        finish_tournament(tournament_id=contest.pk, author=SCORER, now=NOW)
    return contest


def player_named(club: Club, name: str, licence: str = "") -> Player:
    player = Player.objects.get(club=club, name=name)
    return enrol_player(player=player, enrolment=Enrolment(licence=licence)) if licence else player
