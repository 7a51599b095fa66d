"""Published seasons, kept as results of the past: the season's table says what was printed.

The same figures test the pure standings in `standings/test_golden.py`; here they go the way of a
club: results are kept, a season's settings chosen, the table read on its page.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction
from html import unescape
from typing import Any

import pytest
from django.urls import reverse

from scorekeeper.models import Club, Player
from tests.pages import member_of, words_on
from tests.table import NOW
from tests.tournaments.seasons.leagues import make_season
from tests.tournaments.standings.test_golden import (
    EVENINGS,
    FV,
    GD,
    JO,
    JV,
    MH,
    PONS,
    SD,
    THIRD_EVENING,
    UNTERSIGGENTHAL,
    WE,
)
from tournaments.extensions.historical_results.services import (
    NewPastContest,
    NewResult,
    import_past,
)
from tournaments.models import League, Season
from tournaments.seasons.queries.credits import credited_players
from tournaments.seasons.queries.tables import SeasonAsShown, table_of

pytestmark = pytest.mark.django_db


def keep(club: Club, evenings: Mapping[date, Sequence[tuple[int, int, tuple[str, ...]]]]) -> None:
    """Keep evenings of the past: place, total and names of each line."""
    contests = [
        NewPastContest(
            name=f"{day:%d.%m.%Y}",
            date=day,
            results=[
                NewResult(place=place, total=total, names=names) for place, total, names in lines
            ],
        )
        for day, lines in evenings.items()
    ]
    import_past(club=club, contests=contests, now=NOW)


def name(number: int) -> str:
    """Return how somebody is called of whom the figures know a number."""
    return f"Player {number}"


def alone(totals: Mapping[int, int]) -> list[tuple[int, int, tuple[str, ...]]]:
    """Return the lines of an evening of single players: places by total."""
    return [
        (1 + sum(other > total for other in totals.values()), total, (name(who),))
        for who, total in totals.items()
    ]


def season_of(club: Club, first: date, last: date, **settings: Any) -> Season:
    return make_season(club, starts_on=first, ends_on=last, **settings)


def name_of(entrant: int) -> str:
    players = Player.objects.filter(pk__in=credited_players(entrant)).order_by("name")
    return " & ".join(players.values_list("name", flat=True))


def printed(
    table: SeasonAsShown, places: int | None = None
) -> list[tuple[int, str, int | Fraction]]:
    """Return the first lines of a table: place, name, score."""
    return [
        (place.rank, name_of(place.entrant), table.scores[place.entrant].score)
        for place in table.ranking[:places]
    ]


class TestKlaverjas:
    """Five evenings of one season: the first five and the last of each.

    Source: https://www.topentwelonline.nl/sport-en-vrije-tijd/247/klaverjassen-mei-wille-een-stille
    """

    FIRST, LAST = date(2023, 9, 1), date(2024, 6, 30)

    @pytest.fixture(autouse=True)
    def _kept(self, club: Club) -> None:
        keep(
            club,
            {date.fromisoformat(str(day)): alone(totals) for day, totals in EVENINGS.items()},
        )

    def test_every_evening_stands_as_printed(self, club: Club) -> None:
        for day, totals in EVENINGS.items():
            own = date.fromisoformat(str(day))
            season = season_of(club, own, own)
            assert printed(table_of(season)) == [
                (place, name(who), total)
                for place, (who, total) in enumerate(totals.items(), start=1)
            ]

    def test_the_sum_of_all_evenings(self, club: Club) -> None:
        """5393 + 5425 + 5491 for the second player, and so on, added by hand from the lists."""
        season = season_of(club, self.FIRST, self.LAST)
        assert printed(table_of(season), 4) == [
            (1, name(FV), 16309),
            (2, name(WE), 14142),
            (3, name(JV), 12142),
            (4, name(GD), 11333),
        ]
        page = member_of(club).get(reverse("tournaments:season-detail", args=[season.pk]))
        assert "16,309" in unescape(words_on(page))

    def test_the_best_two(self, club: Club) -> None:
        table = table_of(
            season_of(
                club,
                self.FIRST,
                self.LAST,
                combines=Season.Combines.BEST,
                best_count=2,
                least_evenings=2,
            )
        )
        assert printed(table, 5) == [
            (1, name(GD), 11333),
            (2, name(MH), 11279),
            (3, name(JO), 10939),
            (4, name(FV), 10916),
            (5, name(WE), 10407),
        ]
        # Whoever came once stands after all others, however good that evening was.
        assert printed(table)[9] == (10, name(SD), 5718)

    def test_the_average_of_those_who_came_twice(self, club: Club) -> None:
        season = season_of(
            club,
            self.FIRST,
            self.LAST,
            combines=Season.Combines.AVERAGE,
            least_evenings=2,
            short=Season.ShortKind.NOT_RANKED,
        )
        table = table_of(season)
        assert printed(table, 4) == [
            (1, name(GD), Fraction(11333, 2)),
            (2, name(MH), Fraction(11279, 2)),
            (3, name(JO), Fraction(10939, 2)),
            (4, name(FV), Fraction(16309, 3)),
        ]
        assert (len(table.ranking), len(table.not_ranked)) == (9, 9)


class TestWesterwolde:
    """The best five of seven evenings, five attendances required.

    Who leads is printed with the sum so far; what the leader had before only as part of it.
    Sources: https://www.westerwoldeactueel.nl/2023/12/16/goed-bezochte-en-gezellige-derde-klaverjasavond-bij-v-v-westerwolde/
    and https://www.westerwoldeactueel.nl/2025/11/09/fokke-de-weerd-winnaar-tweede-klaverjasavond-v-v-westerwolde/
    """

    @pytest.mark.parametrize(
        ("before", "last", "leader", "total", "second"),
        [
            ((4938, 4939), THIRD_EVENING, 5, 14934, 5486),
            ((5145,), {1: 5363, 2: 5292, 3: 5071}, 2, 10437, 5363),
        ],
        ids=["after three evenings of 2023", "after two evenings of 2025"],
    )
    def test_who_leads(
        self,
        club: Club,
        before: tuple[int, ...],
        last: dict[int, int],
        leader: int,
        total: int,
        second: int,
    ) -> None:
        evenings = [{leader: points} for points in before] + [last]
        keep(
            club,
            {date(2023, 10 + n, 13): alone(totals) for n, totals in enumerate(evenings)},
        )
        season = season_of(
            club,
            date(2023, 9, 1),
            date(2024, 4, 30),
            combines=Season.Combines.BEST,
            best_count=5,
            planned_evenings=7,
            least_evenings=5,
            short=Season.ShortKind.NOT_RANKED,
        )
        table = table_of(season)
        assert printed(table, 2) == [(1, name(leader), total), (2, name(1), second)]
        # Four or five evenings are to come: everybody can still reach five.
        assert (len(table.ranking), table.not_ranked) == (len(last), ())
        shown = words_on(
            member_of(club).get(reverse("tournaments:season-detail", args=[season.pk]))
        )
        assert f"{total:,}" in shown


def of_teams(totals: Sequence[tuple[int, int]]) -> list[tuple[int, int, tuple[str, ...]]]:
    """Return the lines of a contest of fixed pairs with their places as they were printed."""
    return [
        (place, total, (f"Ana {place}", f"Bob {place}"))
        for place, (_, total) in enumerate(totals, 1)
    ]


class TestPairs:
    DAY = date(2023, 5, 20)

    def test_untersiggenthal_eleven_teams_of_which_one_is_always_exempt(self, club: Club) -> None:
        """Jass: 22 tables of 12 hands of 157 points make 41448, not a point more.

        Source: http://stv-untersiggenthal.ch/index.php/news-mainmenu-2/474-dachvereinallgemeines/1467-schneider-ulrich-triumphieren
        """
        keep(club, {self.DAY: of_teams(UNTERSIGGENTHAL)})
        teams = table_of(season_of(club, self.DAY, self.DAY, kind=League.Kind.TEAMS))
        assert printed(teams) == [
            (place, f"Ana {place} & Bob {place}", total) for place, total in UNTERSIGGENTHAL
        ]
        assert sum(score.points for score in teams.scores.values()) == 22 * 12 * 157
        # Each player is credited with the team's score, and shares the place with the partner.
        players = table_of(season_of(club, self.DAY, self.DAY))
        assert printed(players, 3) == [(1, "Ana 1", 4177), (1, "Bob 1", 4177), (3, "Ana 2", 4148)]

    def test_pons_points_rank_3592_before_3588_whatever_was_printed(self, club: Club) -> None:
        """Printed fifth with 3588 stands above printed sixth with 3592.

        Source: https://www.centrepresseaveyron.fr/2023/05/23/succes-du-concours-de-belote-avec-ladmr-11214982.php
        """
        keep(club, {self.DAY: of_teams(PONS)})
        season = season_of(club, self.DAY, self.DAY, kind=League.Kind.TEAMS)
        assert printed(table_of(season))[3:7] == [
            (4, "Ana 4 & Bob 4", 3667),
            (5, "Ana 6 & Bob 6", 3592),
            (6, "Ana 5 & Bob 5", 3588),
            (7, "Ana 7 & Bob 7", 3551),
        ]
        # Points for the place go by the place that the club printed.
        by_place = season_of(
            club,
            self.DAY,
            self.DAY,
            kind=League.Kind.TEAMS,
            worth=Season.WorthKind.PLACE_POINTS,
            place_points=(10, 9, 8, 7, 6, 5, 4, 3, 2, 1),
        )
        assert printed(table_of(by_place))[4:6] == [
            (5, "Ana 5 & Bob 5", 6),
            (6, "Ana 6 & Bob 6", 5),
        ]
