"""Pages of the whole program: a sheet, a contest of 501 teams, a season of 40 evenings."""

import time
from typing import TYPE_CHECKING

from tests.benchmarks.figures import empty_database, tell, timed

if TYPE_CHECKING:
    from django.test import Client

    from scorekeeper.models import Club


def measure_pages() -> None:
    """Measure recording a hand and reading a sheet of 36, through the whole program."""
    import uuid

    from django.test import Client

    from scorekeeper.engine.hand import Seat
    from scorekeeper.engine.rulesets import GameFormat
    from tests.table import make_club, make_game, make_member, takes, write

    with empty_database():
        club = make_club()
        client = Client()
        client.force_login(make_member(club))
        game = make_game(club, game_format=GameFormat(hands=40))
        tell(
            "record a hand (service), first 36",
            timed(lambda: write(game, takes(Seat.A1, 90)), runs=36),
        )
        tell("sheet of 36 hands", timed(lambda: client.get(f"/games/{game.pk}/")))
        hand = {"taker": "A1", "points_a": "90", "submission_key": uuid.uuid4()}
        address = f"/games/{game.pk}/hands/preview/"
        tell("preview of a hand", timed(lambda: client.post(address, hand)))
        measure_contest(club, client)
        measure_season()


def measure_contest(club: "Club", client: "Client") -> None:
    """Measure a contest of 501 teams in its second round."""
    from functools import partial

    from django.urls import reverse

    from tests.contest import games_of, make_contest, play, start_round
    from tests.table import NOW, SCORER
    from tournaments.drawing.services.draws import draw_round, publish_round
    from tournaments.tables.services.rounds import close_round

    contest = make_contest(club, teams=501, hands=12)
    first = start_round(contest)
    for match in games_of(first):
        play(match, [60 + (match.table_number or 0) % 90] * 12)
    close_round(round_id=first.pk, author=SCORER, now=NOW)
    draw = partial(draw_round, tournament_id=contest.pk, seed=2, author=SCORER, now=NOW)
    tell("501 teams: draw a round by ranking, with its look ahead", timed(draw, runs=3))
    start = time.perf_counter()
    published = publish_round(round_id=draw().pk, author=SCORER, now=NOW)
    tell("501 teams: draw and publish", 1000 * (time.perf_counter() - start))
    table = iter(games_of(published))
    tell("501 teams: 12 hands at a table (service)", timed(lambda: play(next(table)), runs=9))
    for name in ("round-detail", "draw-detail", "slip-desk"):
        address = reverse(f"tournaments:{name}", args=[contest.pk, 2])
        tell(f"501 teams: {name}", timed(partial(client.get, address)))
    for name in ("ranking", "tournament-detail", "entry-list"):
        address = reverse(f"tournaments:{name}", args=[contest.pk])
        tell(f"501 teams: {name}", timed(partial(client.get, address)))
    for name in ("public", "board"):
        address = reverse(f"tournaments:{name}", args=[contest.token])
        client.get(address)
        tell(f"501 teams: {name}, nothing changed", timed(partial(client.get, address)))


def measure_season() -> None:
    """Measure a season of 40 evenings of 60 teams, and a correction to its oldest hand."""
    from functools import partial

    from django.contrib.auth.models import User

    from scorekeeper.engine.hand import HandEntry, Seat
    from scorekeeper.hands.services.hands import WrittenHand, correct_hand
    from scorekeeper.models import Game, GameSeat
    from scorekeeper.models.authors import Author
    from scorekeeper.rules.pages.rulesets import preset_choice
    from tests.pages import member_of
    from tests.table import NOW, make_club
    from tournaments.demo.contest import DemoPlan
    from tournaments.demo.season import TEAMS, SeasonPlan, play_season
    from tournaments.models import Season
    from tournaments.ratings.services import rate_what_changed
    from tournaments.seasons.pages.tables import table_of

    club = make_club("Season")
    member = member_of(club, "season")
    plan = SeasonPlan(evening=DemoPlan(teams=TEAMS))
    play = partial(play_season, club=club, plan=plan, rules=preset_choice("contest"), now=NOW)
    what = f"{plan.evenings} evenings of {TEAMS} teams"
    tell(f"{what}: play {plan.all_hands} hands", timed(play, runs=1))
    season = Season.objects.select_related("league__club").get(league__club=club)
    tell(f"{what}: the table", timed(lambda: table_of(season)))
    player = GameSeat.objects.filter(game__club=club).values_list("player", flat=True)[0]
    pages = {
        "season": f"/seasons/{season.pk}/",
        "season for everybody": f"/s/{season.token}/",
        "leagues": "/leagues/",
        "leaderboard": "/leaderboards/",
        "player": f"/people/{player}/",
    }
    for name, address in pages.items():
        tell(f"{what}: {name}", timed(partial(member.get, address)))
    tell(f"{what}: rate every game", timed(partial(rate_what_changed, club), runs=1))
    oldest = Game.objects.filter(club=club).order_by("created_at", "pk")[0]
    organiser = Author.of_user(User.objects.get(username="season"))
    made = iter(range(82, 100))

    def correct() -> None:
        entry = HandEntry(taker=Seat.A1, card_points=next(made))
        correct_hand(
            game_id=oldest.pk,
            number=1,
            written=WrittenHand(entry=entry),
            author=organiser,
            now=NOW,
            even_finished=True,
        )

    tell(f"{what}: correct the oldest hand", timed(correct))
