"""Phones with a code see who is there tonight, each as that person wants to be shown."""

import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import product
from typing import Any, Final

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from scorekeeper.engine.hand import Seat
from scorekeeper.evenings.services import open_evening, set_attendance
from scorekeeper.games.services.games import stop_game
from scorekeeper.games.services.hands import HandInput, record_hand
from scorekeeper.models import Club, Evening, Game, Player
from scorekeeper.models.authors import Author
from tests.api.phones import BASE
from tests.contest import games_of, make_contest, play, play_round, start_round
from tests.pages import member_of, visitor, words_on
from tests.table import NOW, make_club, make_game, takes
from tests.tournaments.seasons.leagues import make_season
from tournaments.entries.services.entries import NewEntry, add_entries
from tournaments.models import Season, Tournament
from tournaments.people.services.names import show_name

pytestmark = pytest.mark.django_db

ABSENT: Final = "Zénobie Absente"
SHY: Final = "Philomène Discrète"
INITIALS: Final = "P. D."
CHAIRS: Final = {Seat.A1: SHY, Seat.A2: "Anne", Seat.B1: "Bruno", Seat.B2: "Chloé"}
CONTESTS: Final = "contests/<int:pk>/"
"""There is one."""
SHY_SCORER: Final = Author(SHY)


@dataclass
class World:
    """A club with telling names: an evening, a game of no evening, a contest, a season."""

    club: Club
    evening: Evening
    at_evening: Game
    alone: Game
    contest: Tournament
    season: Season

    @property
    def values(self) -> Mapping[str, Sequence[object]]:
        """Return what may stand in an address, by the name of its place."""
        played = games_of(self.contest.rounds.get(number=2))
        tables = [match.game_id for match in played if match.game_id]
        games = [self.at_evening.pk, self.alone.pk, *tables[:1]]
        players = Player.objects.filter(name__in=(ABSENT, SHY)).values_list("pk", flat=True)
        codes = self.contest.codes.values_list("token", flat=True)[:1]
        evening, table, alone = self.evening.token, self.at_evening.token, self.alone.token
        tokens = [evening, table, alone, self.contest.token, self.season.token]
        return {
            "pk": sorted({*games, *players, self.evening.pk, self.contest.pk, self.season.pk}),
            "token": [*tokens, *codes],
            "number": [1, 2],
            "table": [1],
            "key": ["classic"],
            "what": ["ranking"],
            "kind": ["csv"],
            "game_id": games,
            "contest_id": [self.contest.pk],
        }


@pytest.fixture
def world() -> World:
    club = make_club()
    for name in (ABSENT, SHY):
        Player.objects.create(club=club, name=name, created_at=NOW)
    show_name(player_id=Player.objects.get(name=SHY).pk, shown=Player.Shown.INITIALS)
    evening = open_evening(
        club=club, name="Friday", date=date(2026, 11, 20), ruleset_key="classic", now=NOW
    )
    set_attendance(evening=evening, players=[Player.objects.get(name=SHY)], new_names=(), now=NOW)
    at_evening = make_game(club, evening=evening, table_number=1, names=CHAIRS)
    for game in (at_evening, alone := make_game(club, names=CHAIRS)):
        write_as_shy(game)
    over = make_game(club, evening=evening, table_number=2, names=CHAIRS)
    stop_game(game_id=over.pk, reason="late", author=SHY_SCORER, now=NOW)
    contest = make_contest(club, teams=3, hands=1)
    team = NewEntry(names=(SHY, "Anne"))
    add_entries(tournament_id=contest.pk, entries=[team], author=SHY_SCORER, now=NOW)
    play_round(contest)
    first, _second = games_of(start_round(contest, seed=2))
    play(first)
    contest.refresh_from_db()
    return World(club, evening, at_evening, alone, contest, make_season(club))


def write_as_shy(game: Game) -> None:
    """Write a hand on a phone whose owner gave the whole name."""
    record_hand(
        game_id=game.pk,
        written=HandInput(entry=takes(Seat.A1, 92)),
        submission_key=uuid.uuid4(),
        author=SHY_SCORER,
        now=NOW,
    )


def patterns(resolver: URLResolver | None = None, above: str = "") -> Iterator[str]:
    """Yield every address of the program as it is written in its lists of addresses."""
    for one in (resolver or get_resolver()).url_patterns:
        path = above + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from () if path.startswith("admin/") else patterns(one, path)
        elif isinstance(one, URLPattern) and "^" not in path:
            yield path


def addresses(world: World) -> list[str]:
    """Return every address with every value that may stand in it."""
    found, anything = [], world.values
    for path in patterns():
        if path.startswith(("accounts/logout", "i18n", "sign-in")):
            continue
        pieces = path.replace(">", "<").split("<")
        names = [piece.rpartition(":")[2] for piece in pieces[1::2]]
        known = {**anything, "pk": [world.contest.pk]} if path.startswith(CONTESTS) else anything
        for values in product(*(known.get(name, [1]) for name in names)):
            filled = dict(zip(range(1, len(pieces), 2), map(str, values), strict=True))
            found.append("/" + "".join(filled.get(n, piece) for n, piece in enumerate(pieces)))
    return found


def evening_phone(world: World) -> Client:
    phone = visitor()
    phone.post(reverse("scorekeeper:evening-join", args=[world.evening.token]), {"name": "Anne"})
    return phone


def game_phone(world: World) -> Client:
    phone = visitor()
    for game in (world.alone, world.at_evening):
        phone.post(reverse("scorekeeper:game-join", args=[game.token]), {"name": "Anne"})
    return phone


def table_phone(world: World) -> Client:
    phone = visitor()
    for code in world.contest.codes.all():
        phone.post(reverse("tournaments:table-open", args=[code.token]), {"name": "Anne"})
    return phone


def nobody(_world: World) -> Client:
    return visitor()


WHO = {one.__name__: one for one in (evening_phone, game_phone, table_phone, nobody)}


def told(answer: Any) -> set[str]:
    """Return which of the names that nobody may read stand in an answer."""
    text = b"".join(answer).decode(errors="replace")
    return {name for name in (ABSENT, SHY) if name in text or name.split()[1] in text}


@pytest.mark.parametrize("who", WHO.values(), ids=WHO)
def test_no_address_tells_a_phone_a_name(world: World, who: Any) -> None:
    phone: Client = who(world)
    opened = 0
    queries = [f"?evening={world.evening.pk}", "?look=1", "?list=tables", "?q=P"]
    queries += [f"?evening={world.evening.pk}&again={world.at_evening.pk}"]

    def opens(address: str) -> bool:
        answer = phone.get(address)
        assert not told(answer), (address, told(answer))
        return answer.status_code == 200

    for address in addresses(world):
        is_open = opens(address)
        opened += is_open
        # A code that opens nothing opens nothing with a question behind it.
        if address.startswith(("/games/new", "/games/slip")) or (
            is_open and address.startswith(("/c/", "/p/"))
        ):
            opened += sum(opens(address + query) for query in queries)
    assert opened > 10


def test_the_interface_tells_a_phone_no_name(world: World) -> None:
    codes = [world.alone.token, world.at_evening.token]
    codes += world.contest.codes.values_list("token", flat=True)
    opened = 0
    for address in addresses(world):
        if not address.startswith(f"{BASE}/"):
            continue
        for code in codes:
            answer = visitor().get(address, headers={"authorization": f"Bearer {code}"})
            assert not told(answer), address
            opened += answer.status_code == 200
    assert opened > 10


def test_an_answer_to_what_a_phone_sent_tells_no_name(world: World) -> None:
    evening = evening_phone(world)
    start = reverse("scorekeeper:game-new", query={"evening": world.evening.pk})
    refused = evening.post(start, {"name_a1": "Anne", "name_a2": "Anne"})
    assert refused.status_code == 200
    assert not told(refused)
    game = reverse("scorekeeper:hand-new", args=[world.at_evening.pk])
    assert not told(evening.post(game, {"kind": "hand"}))
    preview = reverse("scorekeeper:hand-preview", args=[world.at_evening.pk])
    assert not told(evening.post(preview, {"kind": "hand", "taker": "A1", "points_a": 90}))


def test_members_complete_from_the_whole_club(world: World) -> None:
    member = member_of(world.club)
    page = member.get(reverse("scorekeeper:game-new"))
    assert told(page) == {ABSENT, SHY}


def fields(names: Mapping[Seat, str], **more: object) -> dict[str, object]:
    chairs = {f"name_{seat.value.lower()}": name for seat, name in names.items()}
    return {**chairs, "ruleset": "classic", "game_format": "rules", "first_dealer": "A1", **more}


def start(world: World, **names: str) -> Game:
    """Start a game with a phone that has the evening's code."""
    typed = {Seat(seat): name for seat, name in names.items()}
    address = reverse("scorekeeper:game-new", query={"evening": world.evening.pk})
    answer = evening_phone(world).post(address, fields(typed))
    assert answer.status_code == 302, words_on(answer)
    return Game.objects.get(pk=answer.headers["Location"].strip("/").split("/")[-1])


def who_sits(game: Game) -> dict[str, str]:
    return dict(game.seats.values_list("seat", "player__name"))


def test_a_phone_offers_who_is_here_as_each_is_shown(world: World) -> None:
    address = reverse("scorekeeper:game-new", query={"evening": world.evening.pk})
    form = evening_phone(world).get(address).context["form"]
    assert form.names.names == ("Anne", "Bruno", "Chloé", INITIALS)


def test_initials_from_the_list_mean_who_is_shown_by_them(world: World) -> None:
    game = start(world, A1="Anne", A2="Paul", B1=INITIALS, B2="Chloé")
    assert who_sits(game) == {"A1": "Anne", "A2": "Paul", "B1": SHY, "B2": "Chloé"}


@pytest.mark.parametrize("typed", [ABSENT, "zénobie  absente", "ZENOBIE ABSENTE"])
def test_a_name_that_a_phone_types_finds_the_clubs_player(world: World, typed: str) -> None:
    known = Player.objects.count()
    game = start(world, A1=typed, A2="Anne", B1="Bruno", B2="Chloé")
    assert who_sits(game)["A1"] == ABSENT
    assert Player.objects.count() == known


def test_two_with_the_same_initials_are_asked_for_by_name(world: World) -> None:
    other = Player.objects.create(club=world.club, name="Paul Durand", created_at=NOW)
    show_name(player_id=other.pk, shown=Player.Shown.INITIALS)
    here = Player.objects.filter(name__in=[SHY, other.name])
    set_attendance(evening=world.evening, players=list(here), new_names=(), now=NOW)
    address = reverse("scorekeeper:game-new", query={"evening": world.evening.pk})
    typed = {Seat.A1: INITIALS, Seat.A2: "Anne", Seat.B1: "Bruno", Seat.B2: "Chloé"}
    answer = evening_phone(world).post(address, fields(typed))
    assert "More than one person here is called P. D.: write the full name." in words_on(answer)
    assert not told(answer)


def test_a_whole_name_beside_its_initials_is_not_told_apart(world: World) -> None:
    game = start(world, A1=SHY, A2=INITIALS, B1="Bruno", B2="Chloé")
    assert who_sits(game)["A1"] == SHY
    assert who_sits(game)["A2"] != SHY


def test_a_phone_changes_the_length_and_everybody_stays(world: World) -> None:
    phone = game_phone(world)
    address = reverse("scorekeeper:game-edit", args=[world.alone.pk])
    shown = phone.get(address).context["form"].initial
    assert shown["name_a1"] == INITIALS
    chairs = {key: value for key, value in shown.items() if key.startswith("name_")}
    answer = phone.post(address, {**chairs, "game_format": "12", "first_dealer": "A1"})
    assert answer.status_code == 302
    assert who_sits(world.alone)["A1"] == SHY
    assert set(world.alone.seats.values_list("name", flat=True)) == set(CHAIRS.values())


def test_an_evening_that_a_phone_follows_is_sent_anew_once_a_name_is_hidden(world: World) -> None:
    phone = evening_phone(world)
    address = reverse("scorekeeper:evening-detail", args=[world.evening.pk])
    known = phone.get(address).context["tonight"]["version"]
    assert phone.get(address, {"board": known}).status_code == 204
    anne = Player.objects.get(name="Anne")
    show_name(player_id=anne.pk, shown=Player.Shown.INITIALS)
    assert phone.get(address, {"board": known}).status_code == 200
