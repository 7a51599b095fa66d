"""Contests: the list, the settings, the dashboard, the rules card, the end."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.models import Club
from scorekeeper.selectors.rulesets import preset_choice
from scorekeeper.services.rulesets import copy_ruleset
from tests.contest import games_of, make_contest, play, play_round, start_round
from tests.pages import count_queries, member_of, text_of, words_on
from tests.table import NOW, SCORER, make_club
from tournaments.models import LogEntry, Tournament
from tournaments.services.draws import draw_round
from tournaments.services.tournaments import finish_tournament

pytestmark = pytest.mark.django_db

LIST = reverse("tournaments:tournament-list")
NEW = reverse("tournaments:tournament-new")
USUAL = {
    "name": "Saint-Martin",
    "date": "2026-11-21",
    "format": "3x12",
    "mode": "teams",
    "ruleset_key": "contest",
    "next_draw": "ranking",
    "ranking": "points",
    "ties": "lot",
    "exempt": "half_game",
    "forfeit_points": "1100",
}


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def member(club: Club) -> Client:
    return member_of(club)


def page(tournament: Tournament, name: str = "detail") -> str:
    return reverse(f"tournaments:tournament-{name}", args=[tournament.pk])


def send(member: Client, address: str = NEW, **changed: Any) -> Any:
    values = {**USUAL, **{name: value for name, value in changed.items() if value is not None}}
    return member.post(address, values, follow=True)


def created(member: Client, **changed: Any) -> Tournament:
    answer = send(member, **changed)
    assert answer.redirect_chain, answer.context["form"].errors
    return Tournament.objects.latest("pk")


# --- The settings ---------------------------------------------------------------------------


def test_the_form_is_ready_to_send_as_it_opens(member: Client) -> None:
    form = member.get(NEW).context["form"]
    values = {bound.name: bound.value() for bound in form if bound.value() not in (None, "")}
    assert form["name"].value().startswith("Contest of ")
    answer = member.post(NEW, values, follow=True)
    assert answer.redirect_chain
    tournament = Tournament.objects.get()
    assert tournament.round_hands == [12, 12, 12]
    assert tournament.ruleset_key == "contest"
    assert tournament.criteria == [
        "points",
        "wins",
        "best_game",
        "next_best_games",
        "capots",
    ]
    assert (tournament.ties, tournament.exempt, tournament.forfeit_points) == (
        "lot",
        "half_game",
        1100,
    )
    assert tournament.date == timezone.localdate()


@pytest.mark.parametrize(
    ("chosen", "typed", "hands"),
    [
        ("3x12", "", [12, 12, 12]),
        ("4x12", "", [12] * 4),
        ("5x10", "99", [10] * 5),
        ("3x20", "", [20] * 3),
        ("free", "12, 12, 10", [12, 12, 10]),
        ("free", "12 12 8", [12, 12, 8]),
        ("free", "2 × 16", [16, 16]),
        ("free", "2x16, 8", [16, 16, 8]),
    ],
)
def test_formats(member: Client, chosen: str, typed: str, hands: list[int]) -> None:
    assert created(member, format=chosen, hands=typed).round_hands == hands


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("name", "", "Give the contest a name"),
        ("date", "someday", "Write the day as in 21/11/2026"),
        ("hands", "", "one number for each round"),
        ("hands", "twelve", "one number for each round"),
        ("hands", "12, 0", "each of 1 to 100 hands"),
        ("hands", "99x12", "At most 20 rounds"),
        ("hands", "12, 101", "each of 1 to 100 hands"),
        ("exempt_points", "", "Write the number of points"),
        ("forfeit_points", "", "0 for none"),
        ("fee", "five", "as in 5 or 5.50"),
        ("fee", "5,555", "as in 5 or 5.50"),
        ("fee", "9999999", "too much"),
        ("round_minutes", "0", "greater than or equal to 1"),
        ("tiebreak_2", "wins", "stands higher up already"),
        ("own_tags", "x" * 31, "30 letters"),
        ("prizes", "y" * 81, "80 letters"),
    ],
)
def test_what_cannot_be_is_said_beside_its_field_and_nothing_is_lost(
    member: Client, field: str, value: str, words: str
) -> None:
    fits = {
        "format": "free",
        "hands": "12",
        "exempt": "fixed",
        "exempt_points": "5",
        "tiebreak_1": "wins",
        "prize_for_last": "A ladle",
    }
    created(member, **fits)
    answer = send(member, **{**fits, field: value})
    assert Tournament.objects.count() == 1
    assert list(answer.context["form"].errors) == [field]
    assert words in words_on(answer)
    assert 'value="A ladle"' in answer.content.decode()


@pytest.mark.parametrize(
    ("typed", "cents"),
    [("", 0), ("5", 500), ("5,50", 550), ("5.5", 550), ("5.05 €", 505), ("1 000", 100_000)],
)
def test_fees_as_people_type_them(member: Client, typed: str, cents: int) -> None:
    assert created(member, fee=typed).fee_cents == cents


@pytest.mark.parametrize(
    ("ranking", "first"),
    [
        ("points", ["points"]),
        ("wins", ["wins_and_byes", "points"]),
        ("wins_played", ["wins", "points"]),
    ],
)
def test_ranking_and_ties_in_the_order_chosen(
    member: Client, ranking: str, first: list[str]
) -> None:
    tournament = created(
        member, ranking=ranking, tiebreak_1="capots", tiebreak_3="direct", ties="shared"
    )
    assert tournament.criteria == [*first, "capots", "direct"]
    assert tournament.ties == "shared"


def test_a_tie_break_that_ranked_already_is_not_compared_twice(member: Client) -> None:
    tournament = created(member, ranking="wins_played", tiebreak_1="wins", tiebreak_2="capots")
    assert tournament.criteria == ["wins", "points", "capots"]


def test_tags_prizes_and_the_clock(member: Client) -> None:
    tournament = created(
        member,
        usual_tags=["ladies", "juniors"],
        own_tags="Over 70, mixed , over 70, Ladies",
        prizes="A ham\n\n Two bottles \n",
        prize_for_last="A ladle",
        round_minutes="75",
    )
    assert tournament.tags == ["ladies", "juniors", "Over 70", "mixed"]
    assert tournament.prizes == ["A ham", "Two bottles"]
    assert (tournament.prize_for_last, tournament.round_minutes) == ("A ladle", 75)


def test_a_rule_set_of_the_club_can_be_played(club: Club, member: Client) -> None:
    source = preset_choice("twelve_hands")
    own = copy_ruleset(club=club, source=source, name="Ours", now=NOW)
    assert created(member, ruleset_key=f"club-{own.pk}").ruleset_name == "Ours"


def test_settings_open_as_they_were_saved(club: Club, member: Client) -> None:
    chosen = {
        **USUAL,
        "format": "free",
        "hands": "12, 10",
        "mode": "melee",
        "ruleset_key": "twelve_hands",
        "next_draw": "lot",
        "ranking": "wins",
        "tiebreak_1": "capots",
        "tiebreak_2": "last_game",
        "ties": "shared",
        "exempt": "fixed",
        "exempt_points": "800",
        "forfeit_points": "900",
        "round_minutes": "60",
        "fee": "7.50",
        "usual_tags": ["mixed"],
        "own_tags": "Over 70",
        "prizes": "Ham\nWine",
        "prize_for_last": "A ladle",
    }
    tournament = created(member, **chosen)
    form = member.get(page(tournament, "edit")).context["form"]
    shown = {bound.name: bound.value() for bound in form}
    for name, value in chosen.items():
        assert str(shown[name]) == str(value), name


def test_settings_change_and_the_log_says_how(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=4)
    answer = send(member, page(tournament, "edit"), name="Sainte-Barbe", fee="8")
    assert "The settings are changed." in words_on(answer)
    tournament.refresh_from_db()
    assert (tournament.name, tournament.fee_cents) == ("Sainte-Barbe", 800)
    entry = tournament.log.latest("number")
    assert entry.kind == LogEntry.Kind.CHANGED
    assert entry.data["before"]["name"] == "Concours de la Saint-Martin"


def test_what_rounds_were_played_by_is_shown_and_stays(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=4)
    play_round(tournament)
    answer = member.get(page(tournament, "edit"))
    form = answer.context["form"]
    assert form.fields["mode"].disabled
    assert form.fields["ruleset_key"].disabled
    assert "It stays: a round is drawn." in words_on(answer)
    assert [key for key, _label in form.fields["format"].choices] == ["3x12", "4x12", "free"]
    send(
        member,
        page(tournament, "edit"),
        mode="melee",
        ruleset_key="classic",
        format="free",
        hands="12, 8",
    )
    tournament.refresh_from_db()
    assert (tournament.mode, tournament.ruleset_key) == ("teams", "contest")
    assert tournament.round_hands == [12, 8]


@pytest.mark.parametrize("typed", ["10, 12, 12", "8"])
def test_the_hands_of_a_round_drawn_stay(club: Club, member: Client, typed: str) -> None:
    tournament = make_contest(club, teams=4)
    start_round(tournament)
    answer = send(member, page(tournament, "edit"), format="free", hands=typed)
    assert "Begin with the rounds that are drawn: 12." in words_on(answer)


def test_a_rule_set_deleted_since_is_still_offered(club: Club, member: Client) -> None:
    own = copy_ruleset(club=club, source=preset_choice("salon"), name="Ours", now=NOW)
    tournament = created(member, ruleset_key=f"club-{own.pk}")
    own.delete()
    send(member, page(tournament, "edit"), ruleset_key=tournament.ruleset_key, name="Later")
    tournament.refresh_from_db()
    assert (tournament.name, tournament.ruleset_name) == ("Later", "Ours")


# --- The list and the first page ------------------------------------------------------------


def test_the_empty_list_says_what_to_do(member: Client) -> None:
    answer = member.get(LIST)
    assert "No contest yet" in words_on(answer)
    assert NEW in answer.content.decode()


def test_the_list_says_how_far_each_contest_is(club: Club, member: Client) -> None:
    make_contest(club, teams=0, name="Empty")
    drawn = make_contest(club, teams=4, name="Drawn")
    draw_round(tournament_id=drawn.pk, seed=1, author=SCORER, now=NOW)
    start_round(make_contest(club, teams=6, name="Playing"))
    play_round(make_contest(club, teams=4, hands=1, name="Closed"))
    over = make_contest(club, teams=8, hands=1, mode="melee", name="Over")
    play_round(over)
    finish_tournament(tournament_id=over.pk, author=SCORER, now=NOW)
    lines = {line.tournament.name: line for line in member.get(LIST).context["lines"]}
    assert {name: line.state for name, line in lines.items()} == {
        "Empty": "not begun",
        "Drawn": "round 1 of 3 is drawn",
        "Playing": "round 1 of 3",
        "Closed": "after round 1 of 3",
        "Over": "finished",
    }
    assert lines["Playing"].entries_text == "6 teams"
    assert lines["Over"].entries_text == "8 players"
    assert lines["Over"].format_text == "3 × 1"


def test_the_list_asks_no_more_as_contests_grow(club: Club, member: Client) -> None:
    start_round(make_contest(club, teams=4))
    few = count_queries(lambda: member.get(LIST))
    for teams in (0, 8, 12):
        make_contest(club, teams=teams)
    assert count_queries(lambda: member.get(LIST)) == few


def test_a_neighbours_contests_are_not_listed(club: Club, member: Client) -> None:
    make_contest(make_club("Les voisins"), teams=0, name="Theirs")
    assert "Theirs" not in words_on(member.get(LIST))


def test_the_first_page_leads_to_a_new_contest_or_to_tonights(club: Club, member: Client) -> None:
    home = reverse("scorekeeper:home")
    assert NEW in text_of(member.get(home))
    tournament = make_contest(club, teams=4, name="Tonight")
    Tournament.objects.update(date=timezone.localdate() - timedelta(days=1))
    answer = member.get(home)
    assert "Tonight" in words_on(answer)
    assert page(tournament) in text_of(answer)
    finish_tournament(tournament_id=tournament.pk, author=SCORER, now=NOW)
    assert NEW in text_of(member.get(home))


# --- The dashboard --------------------------------------------------------------------------


def step_of(member: Client, tournament: Tournament) -> tuple[str, str]:
    """Return what the dashboard names as the next step, and where its button leads."""
    step = member.get(page(tournament)).context["dashboard"].step
    return step.title, step.url


def test_the_next_step_from_the_first_entry_to_the_end(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=1, rounds=2, hands=1)
    pk = tournament.pk
    assert step_of(member, tournament) == (
        "Who takes part?",
        reverse("tournaments:entry-list", args=[pk]),
    )
    tournament = make_contest(club, teams=4, rounds=2, hands=1)
    pk = tournament.pk
    draw = reverse("tournaments:draw-new", args=[pk])
    assert step_of(member, tournament) == ("Ready for round 1", draw)
    draw_round(tournament_id=pk, seed=1, author=SCORER, now=NOW)
    preview = reverse("tournaments:draw-detail", args=[pk, 1])
    assert step_of(member, tournament) == ("Round 1 is drawn", preview)
    playing = start_round(tournament)
    tables = reverse("tournaments:round-detail", args=[pk, 1])
    assert step_of(member, tournament) == ("Round 1 is being played", tables)
    for match in games_of(playing):
        play(match)
    close = reverse("tournaments:round-close", args=[pk, 1])
    assert step_of(member, tournament) == ("Every table of round 1 is finished", close)


def test_after_the_last_round_come_the_prizes_and_the_end(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=4, rounds=2, hands=1)
    play_round(tournament)
    assert step_of(member, tournament)[0] == "Round 1 is closed"
    play_round(tournament, seed=2)
    prizes = reverse("tournaments:prizes", args=[tournament.pk])
    assert step_of(member, tournament) == ("All rounds are closed", prizes)
    answer = member.post(page(tournament, "finish"), follow=True)
    assert "The contest is finished. Its ranking is final." in words_on(answer)
    assert step_of(member, tournament) == ("The contest is finished", prizes)
    answer = member.post(page(tournament, "resume"), follow=True)
    assert "The contest is open again." in words_on(answer)
    assert step_of(member, tournament)[0] == "All rounds are closed"


def test_a_contest_is_not_finished_while_a_round_goes_on(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=4)
    start_round(tournament)
    answer = member.post(page(tournament, "finish"), follow=True)
    assert "A round goes on" in words_on(answer)
    tournament.refresh_from_db()
    assert tournament.finished_at is None


@pytest.mark.parametrize("name", ["finish", "resume"])
def test_looking_never_finishes_a_contest(club: Club, member: Client, name: str) -> None:
    assert member.get(page(make_contest(club, teams=0), name)).status_code == 405


def test_the_dashboard_counts_who_is_here_and_what_was_paid(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=3, fee_cents=750)
    tournament.entries.filter(number__lt=3).update(has_paid=True)
    tournament.entries.filter(number=1).update(checked_in_at=NOW)
    tournament.entries.filter(number=3).update(withdrawn_from=1)
    facts = member.get(page(tournament)).context["dashboard"].facts
    assert (facts.taking_part, facts.here, facts.paid, facts.left) == ("2 teams", 1, 2, 1)
    assert facts.solo == 0
    assert "15" in facts.fees


def test_the_dashboard_shows_the_rounds_and_the_first_five(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=12, hands=1)
    play_round(tournament)
    playing = start_round(tournament, seed=2)
    play(games_of(playing)[0])
    dashboard = member.get(page(tournament)).context["dashboard"]
    assert [(line.state, line.tables_text) for line in dashboard.rounds] == [
        ("closed", "6 of 6 tables finished"),
        ("being played", "1 of 6 tables finished"),
        ("to come", ""),
    ]
    assert [line.rank for line in dashboard.top] == [1, 2, 3, 4, 5]
    assert dashboard.top[0].points >= dashboard.top[4].points


def test_the_dashboard_asks_no_more_as_teams_grow(club: Club, member: Client) -> None:
    counts = []
    for teams in (6, 16):
        tournament = make_contest(club, teams=teams, hands=1)
        play_round(tournament)
        member.get(page(tournament))
        address = page(tournament)
        counts.append(count_queries(lambda address=address: member.get(address)))  # type: ignore[misc]
    assert counts[0] == counts[1]


# --- The rules card -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({}, "3 rounds of 12 hands each, 36 hands in all"),
        ({"round_hands": (12, 12, 10)}, "3 rounds of 12, 12, 10 hands, 34 hands in all"),
        ({"round_hands": (12,)}, "1 round of 12 hands"),
        ({}, "half of a game (972 for 12 hands)"),
        ({"round_hands": (12, 10)}, "half of a game (810 for 10 hands, 972 for 12 hands)"),
        ({"rules": "twelve_hands"}, "half of a game (960 for 12 hands)"),
        ({"exempt": "fixed", "exempt_points": 1000}, "never twice: 1,000 points"),
        ({"exempt": "round_average"}, "the average of that round"),
        ({"forfeit_points": 900}, "wins that game with 900 points"),
        ({"next_draw": "lot"}, "A new lot for each round."),
        ({"next_draw": "movement"}, "Odd numbers stay at their table"),
        ({"mode": "melee"}, "Never the same partner"),
        ({}, "Games won, then best single game, then next best games, then number of capots."),
        ({"ties": "shared"}, "Still equal: they share the place."),
        ({"ties": "shared", "criteria": ("points",)}, "They share the place"),
        ({"criteria": ("wins_and_byes", "points")}, "counting as one, then sum of points"),
        ({"tags": ("ladies", "Over 70")}, "Ladies, Over 70"),
        ({"round_minutes": 75}, "75 minutes a round"),
        ({"prizes": ("A ham",), "prize_for_last": "A ladle"}, "The lastA ladle"),
    ],
)
def test_the_rules_card_says_what_is_set(
    club: Club, member: Client, settings: dict[str, Any], words: str
) -> None:
    settings = dict(settings)
    hands = settings.pop("round_hands", (12, 12, 12))
    tournament = make_contest(club, teams=0, **settings)
    Tournament.objects.update(round_hands=hands)
    assert words in words_on(member.get(page(tournament, "rules")))


def test_the_rules_card_has_the_scoring_but_no_target(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=0, rules="classic")
    text = words_on(member.get(page(tournament, "rules")))
    assert "Capot" in text
    assert "1,000" not in text
