"""What a club shows without an account: to phones that joined, to everybody, to nobody else."""

from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.engine.hand import Seat
from scorekeeper.evenings.services import replace_token
from scorekeeper.models import Club, Player
from tests.contest import make_contest, start_round
from tests.pages import count_queries, visitor, words_on
from tests.table import NOW, make_club, make_game, takes, write
from tests.tournaments.members.phones import TEAMS, at, joined, make_evening, own, season_of_today
from tests.tournaments.seasons.leagues import make_season, past_contest, play_contest, player, week
from tournaments.models import League, Season, Tournament
from tournaments.people.services.names import show_name

pytestmark = pytest.mark.django_db

ANNE, BRUNO = "Anne Petit", "Bruno Grand"
PAGES = ("club-detail", "club-season", "club-leaderboard")


def see(client: Client, address: str) -> str:
    answer = client.get(address, follow=True)
    assert answer.status_code == 200
    return unescape(words_on(answer))


@pytest.fixture
def season(club: Club) -> Season:
    """Return the season of today, with a contest that counted."""
    return season_of_today(club)


def addresses(club: Club, season: Season) -> list[str]:
    anne = player(club, ANNE)
    return [
        *(at(club, name) for name in PAGES),
        at(club, "club-season-detail", season.pk),
        at(club, "club-player", anne.pk),
    ]


def test_a_stranger_sees_nothing_of_a_club(club: Club, season: Season) -> None:
    anne = player(club, ANNE)
    shut = [*addresses(club, season), at(club, "club-tonight"), at(club, "club-me")]
    for address in [*shut, at(club, "player-ask", anne.pk)]:
        assert visitor().get(address).status_code == 404, address


def test_a_phone_that_joined_an_evening_sees_its_club_and_no_other(
    club: Club, season: Season
) -> None:
    phone = joined(make_evening(club))
    for address in addresses(club, season):
        assert phone.get(address).status_code in {200, 302}, address
    assert ANNE in see(phone, at(club, "club-season"))
    assert ANNE in see(phone, at(club, "club-leaderboard", least=0))
    other = make_club("Elsewhere")
    theirs = make_season(other)
    for name in (*PAGES, "club-tonight", "club-me"):
        assert phone.get(at(other, name)).status_code == 404
    assert phone.get(at(club, "club-season-detail", theirs.pk)).status_code == 404
    assert phone.get(at(other, "club-season-detail", theirs.pk)).status_code == 404
    foreign = player(other, "Foreign")
    assert phone.get(at(club, "club-player", foreign.pk)).status_code == 404


def test_a_phone_that_joined_a_table_alone_sees_tonights_ranking(club: Club) -> None:
    evening = make_evening(club)
    game = make_game(club, evening=evening)
    write(game, takes(Seat.A1, 100))
    phone = visitor()
    phone.post(reverse("scorekeeper:game-join", args=[game.token]), {"name": "Léa"})
    assert phone.get(reverse("scorekeeper:evening-detail", args=[evening.pk])).status_code == 404
    page = see(phone, at(club, "club-tonight"))
    assert "Friday" in page
    assert "1 Anne 1 game running" in page
    shown = reverse("scorekeeper:game-detail", args=[game.pk])
    links = phone.get(shown).content.decode()
    assert at(club, "club-tonight") in links
    assert at(club, "club-season") in links


def test_tonights_ranking_is_sent_again_only_when_it_changed(club: Club) -> None:
    evening = make_evening(club)
    game = make_game(club, evening=evening)
    phone = joined(evening)
    version = phone.get(at(club, "club-tonight")).context["tonight"]["version"]
    assert phone.get(at(club, "club-tonight", board=version)).status_code == 204
    write(game, takes(Seat.A1, 100))
    assert phone.get(at(club, "club-tonight", board=version)).status_code == 200


def test_a_phone_at_a_contest_finds_its_way(club: Club) -> None:
    contest = make_contest(club, teams=4)
    Tournament.objects.update(date=timezone.localdate())
    start_round(contest)
    code = contest.codes.get(number=1)
    phone = visitor()
    phone.post(reverse("tournaments:table-open", args=[code.token]), {"name": "Léa"})
    answer = phone.get(at(club, "club-tonight"))
    assert answer.headers["Location"] == reverse("tournaments:public", args=[contest.token])
    assert at(club, "club-season") in phone.get(reverse("scorekeeper:home")).content.decode()
    assert contest.name in see(phone, at(club))


def test_nothing_tonight_is_said(club: Club) -> None:
    evening = make_evening(club)
    phone = joined(evening)
    evening.closed_at = NOW
    evening.save()
    assert "Nothing is being played tonight" in see(phone, at(club, "club-tonight"))


def test_a_new_code_shuts_the_phone_out(club: Club, season: Season) -> None:
    evening = make_evening(club)
    phone = joined(evening)
    assert phone.get(at(club)).status_code == 200
    replace_token(evening=evening)
    assert phone.get(at(club)).status_code == 404


def test_the_first_page_leads_a_joined_phone_to_the_rankings(club: Club, season: Season) -> None:
    phone = joined(make_evening(club))
    page = phone.get(reverse("scorekeeper:home")).content.decode()
    assert at(club, "club-tonight") in page
    assert at(club, "club-season") in page
    assert "/clubs/" not in visitor().get(reverse("scorekeeper:home")).content.decode()


def test_the_evening_leads_to_the_season(club: Club) -> None:
    evening = make_evening(club)
    address = reverse("scorekeeper:evening-detail", args=[evening.pk])
    assert at(club, "club-season") in joined(evening).get(address).content.decode()


def test_the_season_is_the_one_of_today(club: Club, season: Season) -> None:
    phone = joined(make_evening(club))
    make_season(club, starts_on=week(1).replace(year=2020), ends_on=week(2).replace(year=2020))
    answer = phone.get(at(club, "club-season"))
    assert answer.headers["Location"] == at(club, "club-season-detail", season.pk)
    make_season(club, starts_on=season.starts_on, ends_on=season.ends_on)
    assert phone.get(at(club, "club-season")).headers["Location"] == at(club)


# A club that opens its rankings.


def test_a_club_opens_its_rankings_to_everybody_and_shuts_them_again(
    club: Club, season: Season, organiser: Client
) -> None:
    switch = reverse("tournaments:club-sharing")
    assert "Only phones" not in see(organiser, switch)
    assert organiser.post(switch, {"opens_rankings": "on"}).status_code == 302
    for address in addresses(club, season):
        assert visitor().get(address).status_code in {200, 302}, address
    assert at(club) in see(organiser, switch)
    # What is played tonight, and asking, are for those who are here.
    make_evening(club)
    assert visitor().get(at(club, "club-tonight")).status_code == 404
    assert "Friday" not in see(visitor(), at(club))
    assert visitor().get(at(club, "player-ask", player(club, ANNE).pk)).status_code == 404
    assert "That is me" not in see(visitor(), at(club, "club-season-detail", season.pk))
    organiser.post(switch)
    for address in addresses(club, season):
        assert visitor().get(address).status_code == 404, address


def test_only_organisers_open_the_rankings(club: Club) -> None:
    switch = reverse("tournaments:club-sharing")
    assert joined(make_evening(club)).post(switch, {"opens_rankings": "on"}).status_code == 302
    club.refresh_from_db()
    assert not club.opens_rankings


# Names as each person wants them.


def test_names_on_season_pages_lead_to_pages_as_people_want(club: Club, season: Season) -> None:
    phone = joined(make_evening(club))
    anne, bruno = player(club, ANNE), player(club, BRUNO)
    show_name(player_id=anne.pk, shown=Player.Shown.INITIALS)
    show_name(player_id=bruno.pk, shown=Player.Shown.FULL, has_page=False)
    for address, name in (
        (at(club, "club-season-detail", season.pk), "club-player"),
        (reverse("tournaments:season-public", args=[season.token]), "season-player"),
        (at(club, "club-leaderboard", least=0), "club-player"),
    ):
        page = phone.get(address)
        assert ANNE not in words_on(page)
        assert "A. P." in words_on(page)
        assert BRUNO in words_on(page)
        first = season.token if name == "season-player" else club.pk
        own_page = reverse(f"tournaments:{name}", args=[first, anne.pk])
        none = reverse(f"tournaments:{name}", args=[first, bruno.pk])
        assert f'href="{own_page}' in page.content.decode()
        assert f'href="{none}"' not in page.content.decode()
        assert f'href="{none}?' not in page.content.decode()
        assert phone.get(none).status_code == 404
        shown = see(phone, own_page)
        assert "A. P." in shown
        assert ANNE not in shown


def test_a_page_names_partners_as_they_want_and_leads_nowhere_into_the_club(
    club: Club, season: Season
) -> None:
    play_contest(club, TEAMS, day=timezone.localdate() - timedelta(days=1), name="Second")
    past_contest(club, [(1, 900, (ANNE, "Chloé"))], day=week(1))
    show_name(player_id=player(club, "Chloé").pk, shown=Player.Shown.INITIALS)
    show_name(player_id=player(club, BRUNO).pk, shown=Player.Shown.INITIALS)
    anne = player(club, ANNE)
    for address in (
        at(club, "club-player", anne.pk),
        reverse("tournaments:season-player", args=[season.token, anne.pk]),
    ):
        answer = joined(make_evening(club)).get(address)
        page = answer.content.decode()
        assert BRUNO not in page
        assert "Chloé" not in page
        assert "B. G." in page
        for inside in ("/games/", "/people/", "/contests/", "/evenings/", "/past/"):
            assert f'href="{inside}' not in page, inside


def test_the_season_alone_is_seen_by_its_address(club: Club, season: Season) -> None:
    """Whoever has the address of one season learns nothing of who did not play in it."""
    past_contest(club, [(1, 900, ("Gone Away", "Chloé"))], day=week(1).replace(year=2020))
    gone = player(club, "Gone Away")
    address = reverse("tournaments:season-player", args=[season.token, gone.pk])
    assert visitor().get(address).status_code == 404
    anne = reverse("tournaments:season-player", args=[season.token, player(club, ANNE).pk])
    assert "That is me" not in see(visitor(), anne)


def test_a_season_tells_nothing_of_who_never_played(club: Club, season: Season) -> None:
    never = Player.objects.create(club=club, name="Never Here", created_at=NOW)
    past_contest(club, [(1, 900, ("Gone Away", "Chloé"))], day=week(1).replace(year=2020))
    phone = joined(make_evening(club))
    for query in ({}, {"season": season.pk}):
        assert phone.get(at(club, "club-player", never.pk, **query)).status_code == 404
    gone = at(club, "club-player", player(club, "Gone Away").pk, season=season.pk)
    assert "Nothing in this season" in see(phone, gone)


def test_what_fixed_teams_play_is_shown_too(club: Club) -> None:
    season = make_season(club, kind=League.Kind.FIXTURES)
    phone = joined(make_evening(club))
    assert "No calendar yet" in see(phone, at(club, "club-season-detail", season.pk))


@pytest.mark.parametrize("name", ["club-season-detail", "club-leaderboard", "club-me"])
def test_more_players_take_no_more_queries(club: Club, season: Season, name: str) -> None:
    evening = make_evening(club)
    phone = own(evening, player(club, ANNE))
    more = [season.pk] if name == "club-season-detail" else []
    address = at(club, name, *more)
    phone.get(address)
    before = count_queries(phone.get, address)
    day = timezone.localdate() - timedelta(days=3)
    teams: dict[tuple[str, ...], list[int]] = {(ANNE, "New"): [162]}
    teams |= {(f"One {n}", f"Other {n}"): [162] for n in range(5)}
    play_contest(club, teams, day=day, name="Third")
    phone.get(address)
    assert count_queries(phone.get, address) <= before
