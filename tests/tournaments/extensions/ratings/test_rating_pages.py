"""A member reads what the ratings mean, and a player's own history."""

import pytest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from scorekeeper.models import Club, Player
from tests.pages import count_queries, member_of, visitor, words_on
from tests.table import NOW, make_club
from tests.tournaments.ratings.games import EVENINGS, played, season
from tournaments.extensions.ratings.queries import rating_history
from tournaments.models import Rating
from tournaments.ratings.services import rate_what_changed


@pytest.mark.django_db
class TestShown:
    def test_the_history_is_told_by_day(self) -> None:
        club = make_club()
        season(club)
        rate_what_changed(club)
        anne = Player.objects.get(name="Anne")
        history = rating_history(anne)
        assert history is not None
        assert history.games == 6
        assert [day["games"] for day in history.days] == [3, 3]
        assert sum(day["change"] for day in history.days) == pytest.approx(history.strength.mu - 25)
        assert history.chart
        assert len(history.chart["line"].split()) == 7
        assert len(history.chart["band"].split()) == 14
        assert count_queries(lambda: rating_history(anne)) == 1

    def test_the_drawing_has_its_numbers_beside_it(self) -> None:
        club = make_club()
        season(club)
        rate_what_changed(club)
        with translation.override("en"):
            history = rating_history(Player.objects.get(name="Anne"))
            page = render_to_string("ratings/_rating_history.html", {"history": history})
        assert "After 6 games the rating is" in page
        assert page.count('<th scope="row">') == 2

    def test_a_players_page_shows_it_where_the_club_wants_it(self) -> None:
        club = make_club()
        played(club, EVENINGS[0])
        member, anne = member_of(club), Player.objects.get(name="Anne")
        page = reverse("tournaments:player-detail", args=[anne.pk])
        assert "Rating" not in words_on(member.get(page))
        Club.objects.update(shows_ratings=True)
        assert "The rating day by day" in words_on(member.get(page))

    def test_nobody_has_a_history_before_the_first_game(self) -> None:
        player = Player.objects.create(club=make_club(), name="New", created_at=NOW)
        assert rating_history(player) is None

    def test_it_is_off_until_a_member_switches_it_on(self) -> None:
        club = make_club()
        played(club, EVENINGS[0])
        browser = member_of(club)
        assert "Not shown in this club" in words_on(browser.get("/ratings/"))
        assert not Rating.objects.exists()
        answer = browser.post("/ratings/", {"shows_ratings": "on"}, follow=True)
        assert "The ratings are shown" in words_on(answer)
        assert "4 players have a rating, from 1 finished game." in words_on(answer)
        answer = browser.post("/ratings/", {"shows_ratings": "off"}, follow=True)
        assert "The ratings are hidden" in words_on(answer)
        club.refresh_from_db()
        assert not club.shows_ratings

    def test_strangers_sign_in_first(self) -> None:
        assert visitor().get("/ratings/").status_code == 302
        assert visitor().post("/ratings/", {"shows_ratings": "on"}).status_code == 302

    def test_the_page_takes_as_many_queries_however_many_games(self) -> None:
        club = make_club()
        Club.objects.update(shows_ratings=True)
        browser = member_of(club)
        season(club, 1)
        browser.get("/ratings/")
        few = count_queries(lambda: browser.get("/ratings/"))
        season(club, 4)
        browser.get("/ratings/")
        assert count_queries(lambda: browser.get("/ratings/")) == few


@pytest.mark.django_db
def test_the_pages_say_whom_the_games_cannot_tell_apart() -> None:
    club = make_club()
    Club.objects.update(shows_ratings=True)
    for day in range(3):
        played(club, "Anne Bruno Chloé David", days=day)
    member = member_of(club)
    anne = Player.objects.get(name="Anne")
    help_page = reverse("tournaments:rating-help")
    shown = words_on(member.get(help_page))
    assert "Never played with anybody else (2)" in shown
    assert "Anne &amp; Chloé" in shown
    own = words_on(member.get(reverse("tournaments:player-detail", args=[anne.pk])))
    assert "still finding out" in own
    assert "this player or Chloé" in own
    for day, names in enumerate(("Anne Chloé Bruno David", "Anne Bruno David Chloé"), start=3):
        played(club, names, days=day)
    assert "the games tell all players apart" in words_on(member.get(help_page))
    played(club, "Émile Fanny Gaston Henri", days=9)
    assert "2 circles that never met, of 4, 4 players" in words_on(member.get(help_page))
    Club.objects.update(shows_ratings=False)
    assert "Anne &amp; Chloé" not in words_on(member.get(help_page))
