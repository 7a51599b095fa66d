"""Club evenings: the board, who is here, the ranking, and phones that join by the code."""

from datetime import date, timedelta
from html import unescape
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags

from scorekeeper.clubs.queries import MOST_OFFERED
from scorekeeper.clubs.services.players import archive_player, rename_player
from scorekeeper.engine.hand import Contract, HandEntry, Seat, Side, Trump
from scorekeeper.engine.rulesets import GameFormat
from scorekeeper.evenings.forms import usual_evening_name
from scorekeeper.evenings.queries import (
    evening_of_tonight,
    evening_rankings,
    evening_version,
    players_here,
    tonight_of,
)
from scorekeeper.evenings.services import close_evening, open_evening, set_attendance
from scorekeeper.games.services.games import stop_game
from scorekeeper.games.services.hands import HandInput, correct_hand
from scorekeeper.models import Club, Evening, Game, Player
from scorekeeper.rules.queries import find_choice
from tests.pages import count_queries, member_of, text_of, visitor, words_on
from tests.table import NAMES, NOW, SCORER, make_club, make_game, takes, write

pytestmark = pytest.mark.django_db

OTHER_NAMES = {Seat.A1: "Anne", Seat.A2: "Émile", Seat.B1: "Chloé", Seat.B2: "Bruno"}


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def evening(club: Club) -> Evening:
    return open_evening(
        club=club, name="Friday", date=date(2026, 11, 20), ruleset_key="classic", now=NOW
    )


def page(evening: Evening, name: str = "detail") -> str:
    return reverse(f"scorekeeper:evening-{name}", args=[evening.pk])


def evening_ranking(evening: Evening) -> list[dict[str, Any]]:
    """Return the ranking of an evening whose games all mark the same."""
    rankings = evening_rankings(evening)
    assert len(rankings) < 2
    return [line for ranking in rankings for line in ranking.lines]


def stop(game: Game) -> None:
    stop_game(game_id=game.pk, reason="late", author=SCORER, now=NOW)


def test_equal_players_share_a_place(club: Club, evening: Evening) -> None:
    game = make_game(club, rules="classic", evening=evening)
    write(game, takes(Seat.A1, 92), takes(Seat.B1, 80))
    assert [tuple(player.values()) for player in evening_ranking(evening)] == [
        # place, name, points, games that ended, won, games that go on, taken, made
        (1, "Anne", 92 + 162, 0, 0, 1, 1, 1),
        (1, "Chloé", 92 + 162, 0, 0, 1, 0, 0),
        (3, "Bruno", 70, 0, 0, 1, 1, 0),
        (3, "David", 70, 0, 0, 1, 0, 0),
    ]


def test_points_of_several_games_are_added(club: Club, evening: Evening) -> None:
    first = make_game(club, rules="classic", evening=evening, table_number=1)
    write(first, takes(Seat.A1, 92), takes(Seat.B1, 80))
    stop(first)
    second = make_game(club, rules="classic", evening=evening, table_number=2, names=OTHER_NAMES)
    write(second, takes(Seat.A1, 100), takes(Seat.B2, 162, capot=Side.B))
    assert [tuple(player.values()) for player in evening_ranking(evening)] == [
        (1, "Chloé", 254 + 62 + 250, 1, 1, 1, 0, 0),
        (2, "Bruno", 70 + 62 + 250, 1, 0, 1, 2, 1),
        (3, "Anne", 254 + 100, 1, 1, 1, 2, 2),
        (4, "Émile", 100, 0, 0, 1, 0, 0),
        (5, "David", 70, 1, 0, 0, 0, 0),
    ]


def test_games_won_decide_between_equal_points(club: Club, evening: Evening) -> None:
    won = make_game(club, rules="classic", evening=evening)
    write(won, takes(Seat.A1, 92))
    stop(won)
    others = dict(zip(Seat, ("Zoé", "Yves", "Xavier", "Walter"), strict=True))
    write(make_game(club, rules="classic", evening=evening, names=others), takes(Seat.A1, 92))
    places = [(player["place"], player["name"]) for player in evening_ranking(evening)]
    assert places[:4] == [(1, "Anne"), (1, "Chloé"), (3, "Xavier"), (3, "Zoé")]
    assert places[4:] == [(5, "Bruno"), (5, "David"), (5, "Walter"), (5, "Yves")]


def test_what_is_no_made_contract(club: Club, evening: Evening) -> None:
    game = make_game(club, rules="salon", evening=evening)
    litige, penalty = takes(Seat.A1, 81), HandEntry(penalty=Side.B)
    taken_from = takes(Seat.A1, 0, capot=Side.B)
    write(game, litige, penalty, taken_from)
    anne = next(player for player in evening_ranking(evening) if player["name"] == "Anne")
    assert (anne["taken"], anne["made"]) == (2, 0)


def test_hands_after_the_end_count_for_nothing(club: Club, evening: Evening) -> None:
    game = make_game(club, evening=evening, game_format=GameFormat(target=250))
    write(game, takes(Seat.A1, 92), takes(Seat.A1, 100))
    correct_hand(
        game_id=game.pk,
        number=1,
        written=HandInput(entry=takes(Seat.A1, 162, capot=Side.A)),
        author=SCORER,
        now=NOW,
    )
    anne = evening_ranking(evening)[0]
    assert anne == {**anne, "name": "Anne", "points": 252, "taken": 1, "made": 1}


def test_a_renamed_player_keeps_the_points(club: Club, evening: Evening) -> None:
    write(make_game(club, evening=evening), takes(Seat.A1, 92))
    rename_player(player=Player.objects.get(name="Anne"), name="Anne-Marie")
    write(make_game(club, evening=evening, names={**NAMES, Seat.A1: "Anne-Marie"}))
    assert [player["name"] for player in evening_ranking(evening)].count("Anne-Marie") == 1


def test_games_that_mark_otherwise_have_a_ranking_of_their_own(
    club: Club, evening: Evening
) -> None:
    for number in (1, 2):
        write(make_game(club, rules="classic", evening=evening, table_number=number))
    plain = make_game(club, rules="classic", evening=evening, table_number=3)
    write(plain, takes(Seat.A1, 92))
    bid = make_game(club, rules="contree_ffb", evening=evening, table_number=4)
    contract = Contract(bid=90)
    write(bid, HandEntry(taker=Seat.A1, card_points=100, contract=contract, trump=Trump.HEARTS))
    first, second = evening_rankings(evening)
    assert first.lines[0]["points"] == 92
    shown = unescape(words_on(member_of(club).get(page(evening))))
    assert "their points are not added up" in shown
    assert "Ranking of the evening Plain belote 1 Anne" in shown
    assert "Contrée, coinche: points and bid 1 Anne" in shown
    assert second.lines[0]["points"] > 100
    assert "Anne 3 games running" in shown
    assert "games won" not in shown


def test_other_evenings_do_not_count(club: Club, evening: Evening) -> None:
    write(make_game(club), takes(Seat.A1, 92))
    assert evening_ranking(evening) == []


def test_an_evening_names_the_first_free_table(club: Club, evening: Evening) -> None:
    make_game(club, evening=evening, table_number=1)
    over = make_game(club, evening=evening, table_number=2)
    make_game(club, evening=evening, table_number=3)
    stop(over)
    tonight = tonight_of(evening, version="")
    assert [card.game.table_number for card in tonight["playing"]] == [1, 3]
    assert [card.game.table_number for card in tonight["finished"]] == [2]
    assert tonight["free_table"] == 2


def test_the_page_of_an_evening(club: Club, evening: Evening) -> None:
    game = make_game(club, rules="classic", evening=evening, table_number=4)
    write(game, takes(Seat.A1, 92))
    answer = member_of(club).get(page(evening))
    for shown in ("Friday", "Table 4", "Anne &amp; Chloé", "hand 2", "Classic", "4 players here"):
        assert shown in words_on(answer)
    assert f"?evening={evening.pk}&amp;table=1" in text_of(answer)


def test_nothing_is_sent_while_nothing_changes(club: Club, evening: Evening) -> None:
    game = make_game(club, evening=evening)
    client, version = member_of(club), evening_version(evening)
    asked = f"{page(evening)}?board={version}"
    assert asked in client.get(page(evening)).content.decode()
    assert client.get(asked).status_code == 204
    write(game, takes(Seat.A1, 92))
    answer = client.get(asked)
    assert answer.status_code == 200
    assert "<html" not in answer.content.decode()
    assert evening_version(evening) in answer.content.decode()


def test_asking_for_changes_is_cheap(club: Club, evening: Evening) -> None:
    make_game(club, evening=evening)
    client, version = member_of(club), evening_version(evening)
    # Session, person, versions.
    assert count_queries(lambda: client.get(f"{page(evening)}?board={version}")) == 3


def test_queries_do_not_grow_with_games(club: Club, evening: Evening) -> None:
    client = member_of(club)
    make_game(club, evening=evening)
    few = count_queries(lambda: client.get(page(evening)))
    for number in range(5):
        names = {seat: f"{seat} {number}" for seat in Seat}
        game = make_game(club, evening=evening, table_number=number + 2, names=names)
        write(game, *[takes(Seat.A1, 92)] * 3)
        if number % 2:
            stop(game)
    assert count_queries(lambda: client.get(page(evening))) == few


def test_opening_an_evening(club: Club) -> None:
    client = member_of(club)
    address = reverse("scorekeeper:evening-new")
    today = timezone.localdate()
    form = client.get(address).context["form"]
    assert form["date"].value() == today
    assert form["name"].value().startswith("Evening of")
    data = {"name": "Final night", "date": today.isoformat(), "ruleset_key": "salon"}
    answer = client.post(address, data)
    opened = Evening.objects.get(name="Final night")
    assert answer.headers["location"] == page(opened)
    assert (opened.club, opened.ruleset_key) == (club, "salon")


def test_the_usual_name() -> None:
    assert usual_evening_name(date(2026, 11, 21)).endswith("21 novembre")


@pytest.mark.parametrize(
    ("field", "value"),
    [("name", ""), ("name", "x" * 81), ("date", "the 40th"), ("date", ""), ("ruleset_key", "odd")],
)
@pytest.mark.parametrize("existing", [True, False], ids=["edit", "new"])
def test_bad_evenings_lose_nothing(
    club: Club, evening: Evening, field: str, value: str, existing: bool
) -> None:
    data = {"name": "Typed name", "date": "2026-11-22", "ruleset_key": "salon", field: value}
    address = page(evening, "edit") if existing else reverse("scorekeeper:evening-new")
    answer = member_of(club).post(address, data)
    form = answer.context["form"]
    assert set(form.errors) == {field}
    assert ("Friday" in words_on(answer)) == existing, "the page is called as the evening still is"
    assert {name: form[name].value() for name in data} == data
    assert Evening.objects.get().name == "Friday"


def test_changing_an_evening(club: Club, evening: Evening) -> None:
    data = {"name": "Saturday", "date": "2026-11-21", "ruleset_key": "contest"}
    member_of(club).post(page(evening, "edit"), data)
    evening.refresh_from_db()
    assert (evening.name, evening.date, evening.ruleset_key) == (
        "Saturday",
        date(2026, 11, 21),
        "contest",
    )


def test_a_withdrawn_rule_set_is_no_obstacle(club: Club, evening: Evening) -> None:
    evening.ruleset_key = "club-99"
    evening.save()
    assert find_choice(club, evening.ruleset_key) is None
    assert member_of(club).get(page(evening)).status_code == 200


def attend(club: Club, evening: Evening, **data: Any) -> Any:
    address = reverse("scorekeeper:attendance-edit", args=[evening.pk])
    return member_of(club).post(address, data)


def test_saying_who_is_here(club: Club, evening: Evening) -> None:
    set_attendance(evening=evening, players=(), new_names=["Zoé", "Yves"], now=NOW)
    zoe = Player.objects.get(name="Zoé")
    attend(club, evening, players=[zoe.pk], new_names="  Émile  Paul \n\nÉMILE PAUL\nanne\n")
    assert [player.name for player in players_here(evening)] == ["anne", "ÉMILE PAUL", "Zoé"]


def test_players_at_a_table_stay(club: Club, evening: Evening) -> None:
    make_game(club, evening=evening)
    address = reverse("scorekeeper:attendance-edit", args=[evening.pk])
    client = member_of(club)
    assert client.get(address).content.decode().count("disabled") == 4
    client.post(address, {"new_names": ""})
    assert len(players_here(evening)) == 4


def test_archived_players_who_are_here_can_be_ticked(club: Club, evening: Evening) -> None:
    set_attendance(evening=evening, players=(), new_names=["Zoé"], now=NOW)
    archive_player(player=Player.objects.get(), now=NOW)
    address = reverse("scorekeeper:attendance-edit", args=[evening.pk])
    assert "Zoé" in member_of(club).get(address).content.decode()


@pytest.fixture
def large(club: Club) -> Club:
    """Return the club with more players than a page offers, two of an age ago."""
    first = ["Émile Petit", "Émilie Grand"]
    later = [f"Player {number:03}" for number in range(MOST_OFFERED)]
    Player.objects.bulk_create(
        Player(club=club, name=name, created_at=NOW) for name in (*first, *later)
    )
    return club


def test_of_a_large_club_who_came_lately_is_offered(large: Club, evening: Evening) -> None:
    last = open_evening(
        club=large, name="Last", date=date(2026, 11, 13), ruleset_key="classic", now=NOW
    )
    set_attendance(
        evening=last, players=[Player.objects.get(name="Émile Petit")], new_names=(), now=NOW
    )
    address = reverse("scorekeeper:attendance-edit", args=[evening.pk])
    text = text_of(member_of(large).get(address))
    assert "Émile Petit" in text
    assert "Émilie Grand" not in text
    assert text.count('name="players"') == MOST_OFFERED


def test_whoever_is_searched_for_can_be_ticked_and_nothing_typed_is_lost(
    large: Club, evening: Evening
) -> None:
    client = member_of(large)
    address = reverse("scorekeeper:attendance-edit", args=[evening.pk])
    ticked = [Player.objects.get(name="Player 007").pk]
    form = {"players": ticked, "new_names": "Zoé", "search": "emil"}
    several = client.post(address, form).context["form"]
    assert [strip_tags(choice) for _pk, choice in several.fields["players"].choices[:2]] == [
        "Émilie Grand",
        "Émile Petit",
    ]
    assert several["new_names"].value() == "Zoé"
    assert several["players"].value() == [str(ticked[0])]
    one = client.post(address, form | {"search": "petit emile"}).context["form"]
    sent = {name: one[name].value() for name in ("players", "new_names", "search")}
    assert not players_here(evening)
    client.post(address, sent)
    assert [player.name for player in players_here(evening)] == ["Player 007", "Émile Petit", "Zoé"]


def test_a_search_that_finds_nobody_says_so_and_keeps_everything(
    large: Club, evening: Evening
) -> None:
    ticked = Player.objects.get(name="Player 007").pk
    answer = attend(large, evening, players=[ticked], new_names="Zoé", search="Nobody Knows")
    form = answer.context["form"]
    assert "Nobody in the club is called Nobody Knows." in words_on(answer)
    assert [form[name].value() for name in ("players", "new_names", "search")] == [
        [str(ticked)],
        "Zoé",
        "Nobody Knows",
    ]
    assert not players_here(evening)


def test_a_small_club_has_nobody_to_search_for(club: Club, evening: Evening) -> None:
    address = reverse("scorekeeper:attendance-edit", args=[evening.pk])
    assert "Find somebody" not in text_of(member_of(club).get(address))


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ("Anne\n" + "y" * 81, "yyyy"),
        ("\n".join(f"Player {number}" for number in range(101)), "100"),
    ],
    ids=["too long", "too many"],
)
def test_names_that_cannot_be(club: Club, evening: Evening, names: str, said: str) -> None:
    form = attend(club, evening, new_names=names).context["form"]
    assert said in str(form.errors["new_names"])
    assert form["new_names"].value() == names
    assert not Player.objects.exists()


def test_players_of_another_club_cannot_be_ticked(club: Club, evening: Evening) -> None:
    stranger = Player.objects.create(club=make_club("Other"), name="Eve", created_at=NOW)
    form = attend(club, evening, players=[stranger.pk]).context["form"]
    assert "players" in form.errors
    assert not players_here(evening)


def test_a_phone_joins_by_the_code(club: Club, evening: Evening) -> None:
    phone = visitor()
    assert phone.get(page(evening)).status_code == 404
    address = reverse("scorekeeper:evening-join", args=[evening.token])
    assert "Join" in phone.get(address).content.decode()
    answer = phone.post(address, {"name": " Rose "})
    assert answer.headers["location"] == page(evening)
    assert phone.session["scorer_name"] == "Rose"
    text = text_of(phone.get(page(evening)))
    assert "Start a game at table 1" in text
    for members_only in ("/edit/", "/close/", "/code/", "/attendance/"):
        assert members_only not in text


def test_a_name_too_long_is_said(evening: Evening) -> None:
    phone = visitor()
    address = reverse("scorekeeper:evening-join", args=[evening.token])
    assert phone.post(address, {"name": "x" * 41}).context["form"].errors
    assert phone.get(page(evening)).status_code == 404


def test_a_closed_evening_can_be_looked_at(club: Club, evening: Evening) -> None:
    phone, member = visitor(), member_of(club)
    phone.post(reverse("scorekeeper:evening-join", args=[evening.token]))
    member.post(page(evening, "close"))
    text = text_of(phone.get(page(evening)))
    assert "This evening is closed" in text
    assert "Start a game" not in text
    # Nothing happens any more: the page does not ask.
    assert "hx-get" not in text
    start = reverse("scorekeeper:game-new") + f"?evening={evening.pk}"
    assert phone.get(start).status_code == 404
    member.post(page(evening, "reopen"))
    assert "Start a game" in text_of(phone.get(page(evening)))


def test_closing_names_the_tables_that_still_play(club: Club, evening: Evening) -> None:
    member = member_of(club)
    assert 'data-confirm="Close the evening? Phones' in text_of(member.get(page(evening)))
    make_game(club, evening=evening, names=OTHER_NAMES)
    make_game(club, evening=evening, table_number=4)
    over = make_game(club, evening=evening, table_number=2)
    stop(over)
    playing = "Still playing: table 4, Anne & Émile – Chloé & Bruno."
    # The page that stays open all evening hears of it too; phones of players are not asked.
    for asked in (page(evening), f"{page(evening)}?board=old"):
        text = unescape(text_of(member.get(asked)))
        assert f'data-confirm="Close the evening? {playing}' in text
    phone = visitor()
    phone.post(reverse("scorekeeper:evening-join", args=[evening.token]))
    assert "Close the evening" not in text_of(phone.get(f"{page(evening)}?board=old"))
    told = unescape(words_on(member.post(page(evening, "close"), follow=True)))
    assert f"The evening is closed. {playing}" in told
    for game in evening.games.playing():
        stop(game)
    told = words_on(member.post(page(evening, "close"), follow=True))
    assert "The evening is closed. Its games" in told
    assert "Still playing" not in told


def test_members_need_no_code(club: Club, evening: Evening) -> None:
    answer = member_of(club).get(reverse("scorekeeper:evening-join", args=[evening.token]))
    assert answer.headers["location"] == page(evening)


def test_the_code_and_a_new_one(club: Club, evening: Evening) -> None:
    client, old = member_of(club), evening.token
    answer = client.get(page(evening, "code"))
    assert f"http://testserver/e/{old}/" in words_on(answer)
    shown = answer.content.decode()
    assert "<svg" in shown
    assert "style=" not in shown
    phone = visitor()
    phone.post(reverse("scorekeeper:evening-join", args=[old]))
    assert phone.get(page(evening)).status_code == 200
    client.post(page(evening, "code"))
    evening.refresh_from_db()
    assert phone.get(page(evening)).status_code == 404
    assert evening.token != old
    assert visitor().get(f"/e/{old}/").status_code == 404
    assert visitor().get(f"/e/{evening.token}/").status_code == 200


@pytest.mark.parametrize("name", ["detail", "edit", "close", "reopen", "code"])
def test_evenings_of_another_club_are_not_there(evening: Evening, name: str) -> None:
    stranger = member_of(make_club("Other"), "stranger")
    answer = stranger.post(page(evening, name), {"name": "Mine now"})
    assert answer.status_code in ({405} if name == "detail" else {404})
    assert stranger.get(page(evening, name)).status_code in {404, 405}
    evening.refresh_from_db()
    assert (evening.name, evening.closed_at) == ("Friday", None)


def test_strangers_do_not_change_who_is_here(evening: Evening) -> None:
    address = reverse("scorekeeper:attendance-edit", args=[evening.pk])
    stranger = member_of(make_club("Other"), "stranger")
    assert stranger.post(address, {"new_names": "Eve"}).status_code == 404
    assert "/accounts/login/" in visitor().post(address).headers["location"]


def test_the_list_of_evenings(club: Club, evening: Evening) -> None:
    client, address = member_of(club), reverse("scorekeeper:evening-list")
    make_game(club, evening=evening)
    make_game(club, evening=evening)
    text = text_of(client.get(address))
    assert "4 players" in text
    assert "2 games" in text
    few = count_queries(lambda: client.get(address))
    for day in range(1, 25):
        open_evening(
            club=club, name=f"Night {day}", date=date(2025, 1, day), ruleset_key="", now=NOW
        )
    assert count_queries(lambda: client.get(address)) == few
    assert "Page 1 of 2" in text_of(client.get(address))
    other = member_of(make_club("Other"), "stranger")
    assert "Friday" not in text_of(other.get(address))
    assert "No evenings yet" in text_of(other.get(address))


@pytest.mark.parametrize(
    ("days", "closed", "found"),
    [(0, False, True), (1, False, True), (2, False, False), (-1, False, False), (0, True, False)],
    ids=["tonight", "past midnight", "older", "tomorrow", "closed"],
)
def test_which_evening_is_tonight(
    club: Club, evening: Evening, days: int, closed: bool, found: bool
) -> None:
    if closed:
        close_evening(evening=evening, now=NOW)
    today = evening.date + timedelta(days=days)
    assert (evening_of_tonight(club, today=today) == evening) is found
