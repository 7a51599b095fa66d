"""Whatever comes in an address or a field, no page breaks and nothing that was written is lost."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.engine.hand import Seat
from scorekeeper.evenings.services import open_evening
from scorekeeper.models import Club, Evening, Game, Hand, Player
from scorekeeper.models.keys import typed_number
from scorekeeper.rules.queries import preset_choice
from scorekeeper.rules.services import copy_ruleset
from tests.table import NOW, make_game, takes, totals_of, write
from tests.tries import IS_LONG

NONSENSE: Final = {
    "ten to the twenty": "1" + "0" * 20,
    "five thousand digits": "9" * 5000,
    "negative": "-1",
    "nought": "0",
    "superscript": "²",
    "arabic digit": "٣",
    "fraction": "1.5",
    "infinite": "inf",
    "nul": "a\x00b",
    "markup": "<script>alert(1)</script>",
    "quotes": "' OR 1=1 --\"",
    "very long": "x" * 20_000,
    "only spaces": " \u200b\u00a0\u2028 ",
}
nonsense = pytest.mark.parametrize("text", NONSENSE.values(), ids=NONSENSE.keys())

ASKED: Final = {
    "game-list": ("q", "status", "page", "sort", "per_page"),
    "player-list": ("q", "list", "undo", "page", "sort", "per_page"),
    "evening-list": ("page",),
    "game-new": ("again", "evening", "table"),
    "slip-new": ("evening",),
}


def url(name: str, *args: Any) -> str:
    return reverse(f"scorekeeper:{name}", args=args)


def refuses(client: Client, path: str, sent: dict[str, Any] | None = None) -> None:
    """Assert that a page answers in its own words; an exception would fail the test by itself."""
    response = client.get(path) if sent is None else client.post(path, sent)
    assert response.status_code in {200, 302, 400, 403, 404, 405, 410, 422}
    assert b"<script>alert(1)" not in response.content


@pytest.fixture
def played(game: Game) -> Game:
    """Return a game with one hand: 92 – 70."""
    write(game, takes(Seat.A1, 92))
    return game


@pytest.fixture
def evening(club: Club) -> Evening:
    return open_evening(club=club, name="Vendredi", date=NOW.date(), ruleset_key="salon", now=NOW)


# "sort=1.5" is an old way of naming a column to django-tables2, which then finds none.
@pytest.mark.filterwarnings("ignore:Use '__' to separate:DeprecationWarning")
@nonsense
def test_what_an_address_asks_for(member: Client, played: Game, text: str) -> None:
    for name, asked in ASKED.items():
        for key in asked:
            response = member.get(url(name), {key: text})
            assert response.status_code in {200, 404}, (name, key)
            assert b"<script>alert(1)" not in response.content
    member.get(url("game-detail", played.pk), {"undo": text, "kind": text})


@pytest.mark.parametrize("number", ["1" + "0" * 20, "9" * 5000, "%C2%B2", "%D9%A3", "%00", "-1"])
@pytest.mark.parametrize(
    "path",
    [
        "/games/{}/",
        "/games/{}/history/",
        "/games/1/hands/{}/edit/",
        "/evenings/{}/",
        "/players/{}/edit/",
        "/rules/{}/",
        "/rules/club-{}/",
        "/e/{}/",
        "/t/{}/",
    ],
)
def test_an_address_of_nothing_is_not_found(member: Client, path: str, number: str) -> None:
    assert member.get(path.format(number)).status_code == 404


HAND: Final = {"taker": "A1", "points_a": "92", "points_b": "70"}
HAND_FIELDS: Final = (
    *("taker", "points_a", "points_b", "belote", "capot", "tricks", "tricks_side", "last_trick"),
    *("other_count", "trump", "base_version", "submission_key", "confirmed", "kind", "number"),
)
PENALTY: Final = {"kind": "penalty", "penalty": "A", "reason": "other", "reason_text": "late"}
GAME: Final = {
    "name_a1": "Anne",
    "name_a2": "Chloé",
    "name_b1": "Bruno",
    "name_b2": "David",
    "ruleset": "contest",
    "ruleset_key": "contest",
    "first_dealer": "A1",
    "game_format": "other",
    "target": "",
    "hands": "12",
    "games": "1",
    "table_number": "",
}
SLIP: Final = {"hands_1": "1", "total_a_1": "92", "total_b_1": "70"}


def asked_of(paths: Sequence[str], fields: Sequence[str], text: str) -> Iterator[tuple[str, str]]:
    """Yield every field with a path: of pages that read one form, each text goes to one in turn."""
    first = [*NONSENSE.values()].index(text)
    for number, field in enumerate(fields, first):
        for path in paths if IS_LONG else [paths[number % len(paths)]]:
            yield path, field


@nonsense
def test_the_fields_of_a_hand(member: Client, played: Game, text: str) -> None:
    paths = [url("hand-preview", played.pk), url("hand-edit", played.pk, 1)]
    paths.append(url("hand-new", played.pk))
    for sent, fields in ((HAND, HAND_FIELDS), (PENALTY, tuple(PENALTY))):
        for path, field in asked_of(paths, fields, text):
            refuses(member, path, {**sent, field: text})
    # The last one of each may have been good: the sheet stands, whatever it says.
    assert member.get(url("game-detail", played.pk)).status_code == 200


@nonsense
def test_the_fields_of_a_game_and_a_slip(member: Client, played: Game, text: str) -> None:
    paths = [url("game-new"), url("game-edit", played.pk)]
    for path, field in asked_of(paths, tuple(GAME), text):
        refuses(member, path, {**GAME, field: text})
    for field in (*SLIP, "ruleset_key", "table_number"):
        refuses(member, url("slip-new"), {**GAME, **SLIP, field: text})
    refuses(member, url("game-stop", played.pk), {"reason": text})
    assert totals_of(played) == (92, 70)


@nonsense
def test_the_fields_of_a_club(member: Client, club: Club, evening: Evening, text: str) -> None:
    rules = copy_ruleset(club=club, source=preset_choice("classic"), name="Ours", now=NOW)
    key = f"club-{rules.pk}"
    for path, field in (
        *((url("evening-new"), field) for field in ("name", "date", "ruleset_key")),
        *(
            (url("attendance-edit", evening.pk), field)
            for field in ("players", "new_names", "search")
        ),
        (url("player-new"), "name"),
        (url("ruleset-copy", "salon"), "name"),
        *((url("ruleset-edit", key), field) for field in ("name", "target", "capot_points")),
        *((url("ruleset-examples", key), field) for field in ("bidding", "belote_points")),
        *((url("account-edit"), field) for field in ("name", "username", "part")),
        *((url("account-invite"), field) for field in ("again", "name")),
        (url("club-choose"), "club"),
        (reverse("set_language"), "next"),
        (reverse("set_language"), "language"),
    ):
        refuses(member, path, {"name": "N", "date": "2026-11-20", "language": "en", field: text})


@nonsense
def test_what_a_phone_without_account_sends(
    stranger: Client, evening: Evening, played: Game, text: str
) -> None:
    refuses(stranger, url("evening-join", evening.token), {"name": text})
    refuses(stranger, url("game-join", played.token), {"name": text})
    refuses(stranger, url("hand-undo", played.pk, 1), {"base_version": text})
    refuses(stranger, reverse("login"), {"username": text, "password": text})
    refuses(stranger, reverse("login"), {"username": "elise", "password": "x", "next": text})
    for author in Hand.objects.values_list("recorded_name", flat=True):
        assert author.isprintable()


def test_a_count_below_nought_is_refused(member: Client, played: Game) -> None:
    """162 and −10 make 152, as if only the last trick were forgotten."""
    sent = {**HAND, "points_a": "162", "points_b": "", "other_count": "-10"}
    asked = "last_trick_forgotten,all_points_without_capot"
    refuses(member, url("hand-new", played.pk), {**sent, "confirmed": asked})
    assert totals_of(played) == (92, 70)


@pytest.mark.parametrize(("asked", "shown"), [("1000", 25), ("-1", 25), ("1", 25)])
def test_the_length_of_a_page_is_not_for_the_address_to_say(
    member: Client, club: Club, asked: str, shown: int
) -> None:
    for _ in range(26):
        make_game(club)
    page = member.get(url("game-list"), {"per_page": asked})
    assert len(page.context["table"].page.object_list) == shown


def test_the_language_switch_leads_nowhere_else(member: Client) -> None:
    sent = {"language": "fr", "next": "https://example.org/"}
    assert "example.org" not in member.post(reverse("set_language"), sent)["Location"]


def test_forms_are_refused_without_their_token(club: Club, played: Game) -> None:
    checked = Client(enforce_csrf_checks=True)
    for path in (url("game-join", played.token), url("hand-new", played.pk), reverse("login")):
        assert checked.post(path, HAND).status_code == 403


@pytest.mark.parametrize(
    ("text", "number"),
    [("12", 12), ("0", 0), ("", None), ("²", None), ("٣", None), ("-1", None), ("9" * 19, None)],
)
def test_a_number_in_an_address(text: str, number: int | None) -> None:
    assert typed_number(text) == number


def test_nothing_was_made_by_mistake(member: Client, club: Club) -> None:
    member.post(url("game-new"), {**GAME, "name_a1": "a\x00b"})
    assert not Game.objects.exists()
    assert not Player.objects.exists()
