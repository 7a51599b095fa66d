"""What everybody sees of a club, once its owner opened a season, and of nobody else."""

import re
import struct
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from scorekeeper.models import Club, Player
from scorekeeper.roles import Role
from tests.pages import member_of, text_of, visitor, words_on
from tests.table import NOW, SCORER, make_club
from tests.tournaments.members.phones import season_of_today
from tests.tournaments.seasons.leagues import play_contest
from tournaments.contests.services import finish_tournament
from tournaments.extensions.public_site.forms import site_of
from tournaments.models import ClubWindow, OpenedSeason, Season

pytestmark = pytest.mark.django_db

PUBLIC = "https://belote.example"
PAGES = (
    "window",
    "window-picture",
    "window-embed",
    "window-season",
    "window-leaderboard",
    "window-calendar",
    "window-season-picture",
)


@pytest.fixture
def season(club: Club) -> Season:
    return season_of_today(club)


@pytest.fixture
def owner(club: Club) -> Client:
    return member_of(club)


def open_to_everybody(owner: Client, season: Season) -> ClubWindow:
    answer = owner.post(reverse("tournaments:window-opening", args=[season.pk]))
    assert answer.status_code == 302
    return ClubWindow.objects.get(club=season.league.club)


def addresses(window: str, season: int) -> dict[str, str]:
    return {
        name: reverse(
            f"tournaments:{name}",
            args=[window, season] if "season" in name or name in PAGES[4:6] else [window],
        )
        for name in PAGES
    }


def typed(**values: Any) -> dict[str, Any]:
    return {"address": "les-quetsches", "plays": "", "sites": "", **values}


def test_nothing_is_shown_before_a_season_is_opened(owner: Client, season: Season) -> None:
    page = words_on(owner.get(reverse("tournaments:window-edit")))
    assert "closed: nobody sees any of it" in page
    owner.post(reverse("tournaments:window-edit"), typed())
    for name, address in addresses("les-quetsches", season.pk).items():
        assert visitor().get(address).status_code == 404, name


def test_what_is_shown_is_listed_before_it_is_opened(owner: Client, season: Season) -> None:
    Player.objects.filter(name="Anne Petit").update(shown=Player.Shown.INITIALS)
    page = words_on(owner.get(reverse("tournaments:window-opening", args=[season.pk])))
    assert "1 date of the season" in page
    assert "3 full names Bruno Grand, Chloé, David" in page
    assert "1 person by initials A. P." in page
    assert not OpenedSeason.objects.exists()


def test_nobody_opens_one_before_a_mail_address_is_confirmed(
    owner: Client, season: Season, settings: Settings
) -> None:
    settings.SENDS_MAIL, settings.FOUNDING = True, "open"
    address = reverse("tournaments:window-opening", args=[season.pk])
    assert "Confirm your email address first" in words_on(owner.post(address, follow=True))
    assert not ClubWindow.objects.exists()
    User.objects.update(email="anne@example.org")
    owner.post(address)
    assert OpenedSeason.objects.exists()


def test_an_open_season_is_there_for_everybody_until_it_is_closed(
    owner: Client, season: Season
) -> None:
    Player.objects.filter(name="Anne Petit").update(shown=Player.Shown.INITIALS)
    window = open_to_everybody(owner, season)
    owner.post(
        reverse("tournaments:window-edit"),
        typed(address=window.address, plays="Every Friday, village hall"),
    )
    shown = addresses(window.address, season.pk)
    for name, address in shown.items():
        answer = visitor().get(address)
        assert answer.status_code == 200, name
        assert b"Anne Petit" not in answer.content, name
    page = words_on(visitor().get(shown["window"]))
    assert "Every Friday, village hall" in page
    assert "1A. P.200" in words_on(visitor().get(shown["window-embed"]))
    owner.post(reverse("tournaments:window-close", args=[season.pk]))
    for name, address in shown.items():
        assert visitor().get(address).status_code == 404, name


def test_only_what_counts_for_an_open_season_is_shown(owner: Client, season: Season) -> None:
    club = season.league.club
    closed = season_of_today(club, collects=Season.Collects.CHOSEN)
    window = open_to_everybody(owner, season)
    shown = addresses(window.address, closed.pk)
    for name in PAGES[3:]:
        assert visitor().get(shown[name]).status_code == 404, name
    assert str(closed.league) not in words_on(visitor().get(shown["window"]))


def test_the_last_results_have_a_podium(owner: Client, season: Season) -> None:
    club = season.league.club
    teams: dict[tuple[str, ...], list[int]] = {
        ("Éloïse", "Bruno"): [300],
        ("Chloé", "David"): [200],
    }
    contest = play_contest(club, teams, day=season.starts_on, name="Coupe d’été")
    finish_tournament(tournament_id=contest.pk, author=SCORER, now=NOW)
    window = open_to_everybody(owner, season)
    page = words_on(visitor().get(reverse("tournaments:window", args=[window.address])))
    assert re.search("Coupe d’été .* 1 Éloïse &amp; Bruno 300 2 Chloé &amp; David 200", page)


def test_another_club_has_its_own_address(owner: Client, season: Season) -> None:
    open_to_everybody(owner, season)
    other = make_club(season.league.club.name)
    elsewhere = member_of(other, "max")
    window = open_to_everybody(elsewhere, season_of_today(other))
    assert window.address.endswith("-2")
    first = ClubWindow.objects.exclude(pk=window.pk).get()
    answer = elsewhere.post(
        reverse("tournaments:window-edit"), typed(address=first.address, plays="Kept")
    )
    assert "Another club has this address" in words_on(answer)
    refused = elsewhere.post(
        reverse("tournaments:window-edit"), typed(address="moved", sites="ftp://x")
    ).content.decode()
    assert reverse("tournaments:window", args=[window.address]) in refused
    assert reverse("tournaments:window", args=["moved"]) not in refused
    assert "Kept" in text_of(answer)
    wrong = elsewhere.post(reverse("tournaments:window-edit"), typed(address="où ça"))
    assert "Letters without accents" in words_on(wrong)


@pytest.mark.parametrize("role", [Role.ORGANISER, Role.REFEREE])
def test_only_an_owner_opens_and_closes(club: Club, season: Season, role: Role) -> None:
    member = member_of(club, "paul", role)
    for name, args in (
        ("window-edit", []),
        ("window-opening", [season.pk]),
        ("window-close", [season.pk]),
    ):
        answer = member.post(reverse(f"tournaments:{name}", args=args), typed())
        assert answer.status_code == 403, name
    looks = member.get(reverse("tournaments:window-edit")).status_code
    assert looks == (200 if role is Role.ORGANISER else 403)


def test_search_engines_leave_it_out_unless_wanted(owner: Client, season: Season) -> None:
    window = open_to_everybody(owner, season)
    shown = addresses(window.address, season.pk)
    for name, address in shown.items():
        answer = visitor().get(address)
        assert answer["X-Robots-Tag"] == "noindex", name
    assert '<meta name="robots" content="noindex">' in text_of(visitor().get(shown["window"]))
    owner.post(reverse("tournaments:window-edit"), typed(address=window.address, is_listed="on"))
    for name in ("window", "window-season"):
        answer = visitor().get(shown[name])
        assert "X-Robots-Tag" not in answer
        assert 'name="robots"' not in text_of(answer)
    assert visitor().get(shown["window-embed"])["X-Robots-Tag"] == "noindex"
    assert words_on(visitor().get("/robots.txt")).endswith("Disallow: /")


class TestEmbedded:
    def test_is_refused_where_no_site_is_named(self, owner: Client, season: Season) -> None:
        window = open_to_everybody(owner, season)
        answer = visitor().get(reverse("tournaments:window-embed", args=[window.address]))
        assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]
        assert answer["X-Frame-Options"] == "DENY"

    def test_stands_in_the_pages_of_the_club_alone(self, owner: Client, season: Season) -> None:
        window = open_to_everybody(owner, season)
        sites = "https://www.Quetsches.example/accueil\nhttps://ville.example:8443"
        owner.post(reverse("tournaments:window-edit"), typed(address=window.address, sites=sites))
        answer = visitor().get(reverse("tournaments:window-embed", args=[window.address]))
        policy = answer["Content-Security-Policy"]
        assert (
            "frame-ancestors https://www.quetsches.example https://ville.example:8443;"
            in f"{policy};"
        )
        assert "default-src 'none'" in policy
        assert "X-Frame-Options" not in answer
        elsewhere = visitor().get(reverse("tournaments:window", args=[window.address]))
        assert "frame-ancestors 'none'" in elsewhere["Content-Security-Policy"]
        page = text_of(owner.get(reverse("tournaments:window-edit")))
        assert f"/embed/{window.address}/" in page

    def test_is_small_and_asks_for_no_cookie(self, owner: Client, season: Season) -> None:
        window = open_to_everybody(owner, season)
        browser = visitor()
        answer = browser.get(reverse("tournaments:window-embed", args=[window.address]))
        assert not browser.cookies
        assert "Cookie" not in answer.headers.get("Vary", "")
        assert "<script" not in text_of(answer)
        assert len(answer.content) < 10_000
        assert "public" in answer["Cache-Control"]

    @pytest.mark.parametrize(
        "line",
        [
            "*",
            "https://*.example",
            "javascript:alert(1)",
            "'self'",
            "https://a;b",
            "https:",
            "ftp://a",
        ],
    )
    def test_takes_addresses_of_web_sites_alone(
        self, owner: Client, season: Season, line: str
    ) -> None:
        answer = owner.post(reverse("tournaments:window-edit"), typed(sites=line))
        assert answer.status_code == 200
        assert "is not an address of a website" in words_on(answer)
        assert not ClubWindow.objects.exists()

    def test_on_a_server_they_are_https(
        self, owner: Client, season: Season, settings: Settings
    ) -> None:
        assert site_of("http://nas.local") == "http://nas.local"
        settings.PUBLIC_URL = PUBLIC
        answer = owner.post(reverse("tournaments:window-edit"), typed(sites="http://nas.local"))
        assert "must begin with https://" in words_on(answer)


class TestPreviews:
    def test_messengers_are_told_the_public_address_alone(
        self, owner: Client, season: Season, settings: Settings
    ) -> None:
        settings.PUBLIC_URL = PUBLIC
        window = open_to_everybody(owner, season)
        for name in ("window", "window-season"):
            address = addresses(window.address, season.pk)[name]
            page = text_of(Client(headers={"host": "evil.example"}).get(address))
            assert f'<meta property="og:url" content="{PUBLIC}{address}">' in page
            assert "evil.example" not in page.partition("</head>")[0]
            assert '<meta property="og:image:width" content="1200">' in page
            assert '<meta property="og:image:height" content="630">' in page
            picture = re.search(r'og:image" content="([^"]+)"', page)
            assert picture
            assert picture[1].startswith(f"{PUBLIC}/club/")
            drawn = visitor().get(picture[1].removeprefix(PUBLIC).replace("&amp;", "&"))
            assert drawn["Content-Type"] == "image/png"
            assert struct.unpack(">II", drawn.content[16:24]) == (1200, 630)

    def test_a_laptop_tells_nothing(self, owner: Client, season: Season) -> None:
        window = open_to_everybody(owner, season)
        page = text_of(visitor().get(reverse("tournaments:window", args=[window.address])))
        assert "og:" not in page
        assert "twitter:" not in page


class TestForPrograms:
    def test_web_sites_read_what_is_open(self, owner: Client, season: Season) -> None:
        Player.objects.filter(name="Anne Petit").update(shown=Player.Shown.INITIALS)
        window = open_to_everybody(owner, season)
        base = f"/api/v1/windows/{window.address}"
        club = visitor().get(base).json()
        assert [one["season"] for one in club["seasons"]] == [season.pk]
        table = visitor().get(f"{base}/seasons/{season.pk}").json()
        assert table["lines"][0] == {"place": 1, "name": "A. P.", "score": "200"}
        assert len(table["days"]) == 1
        board = visitor().get(f"{base}/seasons/{season.pk}/leaderboard").json()
        assert {line["name"]: line["won"] for line in board["lines"]}["A. P."] == 1

    def test_every_site_may_ask_and_whoever_knows_it_is_told_so(
        self, owner: Client, season: Season
    ) -> None:
        window = open_to_everybody(owner, season)
        base = f"/api/v1/windows/{window.address}"
        for path in (
            base,
            f"{base}/seasons/{season.pk}",
            f"{base}/seasons/{season.pk}/leaderboard",
        ):
            browser = visitor()
            answer = browser.get(path)
            assert answer["Access-Control-Allow-Origin"] == "*"
            assert "public" in answer["Cache-Control"]
            again = browser.get(path, headers={"if-none-match": answer["ETag"]})
            assert (again.status_code, again.content) == (304, b"")
            assert again["Access-Control-Allow-Origin"] == "*"
            assert not browser.cookies
        assert "Access-Control-Allow-Origin" not in owner.get("/api/v1/contests").headers

    def test_what_is_closed_is_a_problem(self, owner: Client, season: Season) -> None:
        window = open_to_everybody(owner, season)
        owner.post(reverse("tournaments:window-close", args=[season.pk]))
        for path in ("", f"/seasons/{season.pk}", f"/seasons/{season.pk}/leaderboard"):
            answer = visitor().get(f"/api/v1/windows/{window.address}{path}")
            assert answer.status_code == 404
            assert answer["Content-Type"] == "application/problem+json"
