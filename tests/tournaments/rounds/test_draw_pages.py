"""Pages of draws before a round is published: who is drawn, the preview, exchanges by hand."""

import re
from dataclasses import replace
from datetime import timedelta
from hashlib import sha256
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.models import Club
from scorekeeper.models.computers import count_one_more
from scorekeeper.refusals import Refused
from tests.contest import entry_of, make_contest, play_round, start_round
from tests.draws import DOER, MELEE, draw_page, new_draw_page, post, preview, seen, words_at
from tests.pages import member_of, visitor, words_on
from tests.phased import POOLS, TWO_OF_EACH, make_phased, play_phased
from tests.table import NOW
from tournaments import draw_secrets
from tournaments.audit_log.chain import mark_of
from tournaments.audit_log.queries.logs import verify_tournament
from tournaments.contests.services import finish_tournament
from tournaments.draw.commitment import seed_of
from tournaments.draw.request import Method
from tournaments.draw_secrets import announced_secret, chains_begun
from tournaments.entries.services.entries import NewEntry, add_entries
from tournaments.entries.services.withdrawals import withdraw_entry
from tournaments.models import DrawSecrets, Tournament
from tournaments.rounds.queries.draws import lasting_swaps
from tournaments.rounds.services import draw_round, publish_round, swap_in_draw

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(club: Club) -> Client:
    return member_of(club)


# Before the draw.


def test_the_page_says_who_is_drawn_and_who_is_not(club: Club, client: Client) -> None:
    tournament = make_contest(club, teams=6, hands=12)
    add_entries(tournament_id=tournament.pk, entries=[NewEntry(names=("Solo",))], **DOER)
    withdraw_entry(tournament_id=tournament.pk, number=6, from_round=1, **DOER)
    tournament.entries.filter(number__in=[1, 2, 3]).update(checked_in_at=NOW)
    words = words_at(client, new_draw_page(tournament))
    assert "5 teams can be drawn, 3 of them are checked in. The round has 12 hands." in words
    said = "2 entries are not checked in and would be left out 4 · Player 7 &amp; Player 8 5 ·"
    assert said in words
    assert "Not drawn: still without a partner 7 · Solo" in words
    assert "Not drawn: withdrawn 6 · Player 11 &amp; Player 12 from round 1 on" in words


def test_a_draw_without_a_check_in_takes_everybody_and_says_so(club: Club, client: Client) -> None:
    tournament = make_contest(club, teams=4)
    words = words_at(client, new_draw_page(tournament))
    assert "4 teams can be drawn." in words
    assert "Nobody is checked in: the draw takes all 4 teams." in words
    assert "Only those who are checked in" not in words
    assert "2 tables" in post(client, new_draw_page(tournament), method="lot")
    # Who played a round is here.
    play_round(make_contest(club, teams=4, hands=1))
    assert "checked in" not in words_at(client, new_draw_page(Tournament.objects.latest("pk")))


def test_only_those_who_are_here_are_drawn_once_anybody_was_checked_in(
    club: Club, client: Client
) -> None:
    tournament = make_contest(club, teams=6)
    tournament.entries.filter(number__in=[1, 2, 3, 4]).update(checked_in_at=NOW)
    form = client.get(new_draw_page(tournament)).context["form"]
    assert form["only_here"].value() is True
    words = post(client, new_draw_page(tournament), method="lot", only_here="on")
    assert "2 tables" in words
    assert "2 are not in this draw" in words


def check_in(tournament: Tournament, *numbers: int) -> None:
    tournament.entries.filter(number__in=numbers).update(checked_in_at=NOW)


@pytest.mark.parametrize("asks", ["entry-checkin", "tournament-detail", "entry-list"])
def test_every_page_says_that_a_team_which_came_later_is_not_in_the_draw(
    club: Club, client: Client, asks: str
) -> None:
    tournament = make_contest(club, teams=6)
    check_in(tournament, 1, 2, 3, 4)
    preview(tournament, only_here=True)
    page = reverse(f"tournaments:{asks}", args=[tournament.pk])
    assert "not in the draw" not in words_at(client, page)
    check_in(tournament, 5)
    answer = client.get(page)
    said = "1 team is here but not in the draw of round 1: draw it again."
    assert said in words_on(answer)
    assert f'<a class="button button--primary" href="{new_draw_page(tournament)}">' in (
        answer.content.decode()
    )


def test_the_desk_says_so_of_the_team_that_is_checked_in(club: Club, client: Client) -> None:
    tournament = make_contest(club, teams=6)
    check_in(tournament, 1, 2, 3, 4)
    drawn = preview(tournament, only_here=True)
    desk = reverse("tournaments:entry-checkin", args=[tournament.pk])
    said = "Round 1 was drawn before: it has to be drawn again, or this entry does not play it."
    assert said not in post(client, desk, number=4, act="here")
    assert said in post(client, desk, number=5, act="here")
    publish_round(round_id=drawn.pk, **DOER)
    assert said not in words_at(client, f"{desk}?n=5")


def test_a_draw_without_a_team_that_is_here_is_drawn_again_before_it_is_published(
    club: Club, client: Client
) -> None:
    tournament = make_contest(club, teams=6)
    check_in(tournament, 1, 2, 3, 4)
    drawn = preview(tournament, only_here=True)
    check_in(tournament, 5, 6)
    answer = client.get(draw_page(drawn))
    words = words_on(answer)
    assert (
        "2 entries have come since and are not in this draw 5 · Player 9 &amp; Player 10" in words
    )
    assert "Draw round 1 again" in words
    assert "Publish round 1" not in words
    again = post(client, new_draw_page(tournament), method="lot", reason="late", only_here="on")
    assert "3 tables" in again
    assert "Publish round 1" in again


def test_who_draws_without_a_latecomer_on_purpose_can_publish_it(
    club: Club, client: Client
) -> None:
    tournament = make_contest(club, teams=5)
    check_in(tournament, 1, 2, 3, 4)
    drawn = preview(tournament, only_here=True)
    check_in(tournament, 5)
    assert "Publish all the same" in words_at(client, draw_page(drawn))
    post(client, draw_page(drawn, "publish"), **seen(drawn))
    drawn.refresh_from_db()
    assert drawn.is_playing


@pytest.mark.parametrize(
    ("number", "offered", "usual"),
    [(1, ["lot", "movement"], Method.LOT), (2, ["ranking", "lot", "movement"], Method.RANKING)],
    ids=["first round", "later round"],
)
def test_methods_that_make_sense(
    club: Club, client: Client, number: int, offered: list[str], usual: Method
) -> None:
    tournament = make_contest(club, teams=4, hands=2)
    for _round in range(1, number):
        play_round(tournament)
    form = client.get(new_draw_page(tournament)).context["form"]
    assert [value for value, _label in form.fields["method"].choices] == offered
    assert form["method"].value() is usual


@pytest.mark.parametrize("method", ["lot", "ranking", "movement"])
def test_a_round_is_drawn_as_chosen_with_a_number_from_the_hall(
    club: Club, client: Client, method: str
) -> None:
    tournament = make_contest(club, teams=6, hands=2)
    play_round(tournament)
    announced = announced_secret(tournament)
    assert mark_of(announced) in words_at(client, new_draw_page(tournament))
    post(client, new_draw_page(tournament), method=method, called="0 471")
    drawn = tournament.rounds.get(number=2)
    logged = tournament.log.latest("number").data
    assert drawn.draw_certificate.method == method
    assert logged["called"] == "0471"
    # What was public before is the hash of what is shown now, which is public for the next draw.
    assert sha256(logged["secret"].encode()).hexdigest() == announced
    assert announced_secret(tournament) == logged["secret"]
    mixed = sha256(f"{logged['secret']}:0471".encode()).hexdigest()
    assert drawn.draw_certificate.seed == int(mixed[:13], 16)
    assert verify_tournament(Tournament.objects.get(pk=tournament.pk)).is_whole


def test_a_called_number_says_what_it_decides(club: Club, client: Client) -> None:
    tournament = make_contest(club, teams=6)
    contest = reverse("tournaments:tournament-detail", args=[tournament.pk])
    assert "Number called in the hall (optional)" in words_at(client, contest)
    play_round(tournament)
    # The first plays the second: lots are left for what is equal.
    assert "Number called, between equal teams (optional)" in words_at(client, contest)
    words = words_at(client, new_draw_page(tournament))
    assert "they only decide between equal teams and equally good draws" in words
    assert "anybody can check afterwards that nobody has chosen it" in words


def test_the_main_button_takes_the_called_number_along(club: Club, client: Client) -> None:
    tournament = make_contest(club, teams=6)
    words = post(client, new_draw_page(tournament), at_once="1", called="12a4")
    assert "Type digits alone, or leave it empty." in words
    post(client, new_draw_page(tournament), at_once="1", called="1234")
    assert tournament.log.latest("number").data["called"] == "1234"


def test_the_called_number_is_kept_where_something_is_asked_first(
    club: Club, client: Client
) -> None:
    tournament = make_contest(club, teams=6)
    tournament.entries.filter(number__in=[1, 2, 3, 4]).update(checked_in_at=NOW)
    answer = client.post(new_draw_page(tournament), {"at_once": "1", "called": "4711"})
    assert answer.context["form"]["called"].value() == "4711"
    assert not tournament.rounds.exists()


@pytest.mark.parametrize("lost", ["gone", "another one"])
def test_a_number_needs_a_secret_that_was_fixed_before(
    club: Club, client: Client, lost: str
) -> None:
    tournament = make_contest(club, teams=6)
    if lost == "gone":  # As in a contest of before, or one whose document was imported.
        DrawSecrets.objects.all().delete()
    else:  # Another computer has begun a chain since.
        DrawSecrets.objects.update(root="0" * 64)
    draws = reverse("tournaments:public-draws", args=[tournament.token])
    assert "Number called in the hall" not in words_at(client, new_draw_page(tournament))
    # Nothing is announced that nobody could keep.
    assert "The next draw" not in words_on(visitor().get(draws))
    refused = post(client, new_draw_page(tournament), method="lot", called="1234")
    assert "draw without a number" in refused
    with pytest.raises(Refused, match="draw without a number"):
        draw_round(tournament_id=tournament.pk, called="1234", **DOER)
    post(client, new_draw_page(tournament), method="lot")
    chain = tournament.log.latest("number").data["chain"]
    assert "a new series of secrets began" in words_on(visitor().get(draws))
    post(client, new_draw_page(tournament), method="lot", called="1234", reason="late")
    secret = tournament.log.latest("number").data["secret"]
    assert sha256(secret.encode()).hexdigest() == chain
    assert verify_tournament(Tournament.objects.get(pk=tournament.pk)).is_whole


def test_a_form_sent_twice_draws_once(club: Club, client: Client) -> None:
    tournament = make_contest(club, teams=6)
    announced = mark_of(announced_secret(tournament))
    sent = {"at_once": "1", "called": "1234", "announced": announced}
    assert f'value="{announced}"' in client.get(new_draw_page(tournament)).content.decode()
    post(client, new_draw_page(tournament), **sent)
    with pytest.raises(Refused, match="Another draw needs another number"):
        draw_round(tournament_id=tournament.pk, called="1234", announced=announced, **DOER)
    again = {"method": "lot", "called": "1234", "announced": announced, "reason": "late"}
    assert "Another draw needs another number" in post(client, new_draw_page(tournament), **again)
    assert tournament.log.filter(kind="drawn").count() == 1


def test_a_secret_from_before_a_restored_backup_is_not_used_again(
    club: Club, client: Client
) -> None:
    tournament = make_contest(club, teams=6)
    count_one_more(now=NOW + timedelta(hours=1))
    page = words_at(client, new_draw_page(tournament))
    assert "Number called in the hall" not in page
    assert "this computer has no secret for it" in page
    post(client, new_draw_page(tournament), method="lot")
    draws = reverse("tournaments:public-draws", args=[tournament.token])
    assert "a new series of secrets began" in words_on(visitor().get(draws))


def test_a_series_that_is_used_up_is_not_told(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draw_secrets, "CHAIN_LENGTH", 2)
    tournament = make_contest(club, teams=6)
    for called in ("1", "2", "", "3"):
        draw_round(tournament_id=tournament.pk, called=called, **DOER)
    assert tournament.log.filter(data__has_key="chain").count() == 2
    assert chains_begun(tournament) == []
    DrawSecrets.objects.all().delete()
    draw_round(tournament_id=tournament.pk, **DOER)
    assert len(chains_begun(tournament)) == 1


def test_a_number_is_not_asked_for_where_pools_decide(club: Club, client: Client) -> None:
    contest = make_phased(club, POOLS, TWO_OF_EACH)
    assert "Number called in the hall" in words_at(client, new_draw_page(contest))
    play_phased(contest, rounds=1)
    assert "Number called in the hall" not in words_at(client, new_draw_page(contest))
    assert "has no secret" not in words_at(client, new_draw_page(contest))


def test_the_number_is_refused_aloud_if_the_secret_is_gone_and_something_is_asked(
    club: Club, client: Client
) -> None:
    tournament = make_contest(club, teams=6)
    tournament.entries.filter(number__in=[1, 2, 3, 4]).update(checked_in_at=NOW)
    DrawSecrets.objects.all().delete()
    answer = client.post(new_draw_page(tournament), {"at_once": "1", "called": "4711"})
    assert answer.context["form"]["called"].value() == "4711"


@pytest.mark.parametrize("altered", ["seed", "secret", "called"])
def test_an_altered_number_or_secret_is_found(club: Club, altered: str) -> None:
    tournament = make_contest(club, teams=6)
    draw_round(tournament_id=tournament.pk, called="1234", **DOER)
    line = tournament.log.latest("number")
    line.data[altered] = {"seed": 7, "secret": "0" * 64, "called": "4321"}[altered]
    # Sealed anew: the chain of the log alone finds nothing.
    sealed = replace(line.link, data=line.data).sealed(line.previous_hash, number=line.number)
    line.hash = sealed.hash
    line.save()
    Tournament.objects.update(log_hash=line.hash)
    assert not verify_tournament(Tournament.objects.get(pk=tournament.pk)).is_whole


@pytest.mark.parametrize(
    "broken",
    [{"secret": None}, {"called": None}, {"called": "12a4"}, {"chain": "0" * 64}],
    ids=["no secret", "no number", "letters", "a chain as well"],
)
def test_a_number_and_its_secret_belong_together(club: Club, broken: dict[str, Any]) -> None:
    tournament = make_contest(club, teams=6)
    draw_round(tournament_id=tournament.pk, called="1234", **DOER)
    line = tournament.log.latest("number")
    line.data |= broken
    if broken.get("called"):  # Nothing else is wrong.
        line.data["seed"] = seed_of(line.data["secret"], "12a4")
    line.data = {key: value for key, value in line.data.items() if value is not None}
    line.hash = (
        replace(line.link, data=line.data).sealed(line.previous_hash, number=line.number).hash
    )
    line.save()
    Tournament.objects.update(log_hash=line.hash)
    assert not verify_tournament(Tournament.objects.get(pk=tournament.pk)).is_whole


@pytest.mark.parametrize(
    ("data", "error"),
    [
        ({"method": "lot", "called": "seven"}, "Type digits alone, or leave it empty."),
        ({"method": "lot", "called": "-1"}, "Type digits alone, or leave it empty."),
        ({"method": "ranking"}, "Select a valid choice."),
        ({}, "This field is required."),
    ],
    ids=["no number", "negative", "by ranking before any", "no method"],
)
def test_what_cannot_be_drawn_so(
    club: Club, client: Client, data: dict[str, str], error: str
) -> None:
    tournament = make_contest(club, teams=4)
    assert error in post(client, new_draw_page(tournament), **data)
    assert not tournament.rounds.exists()


def test_a_melee_is_drawn_without_a_choice(club: Club, client: Client) -> None:
    tournament = make_contest(club, teams=9, mode=MELEE)
    assert "9 players can be drawn." in words_at(client, new_draw_page(tournament))
    words = post(client, new_draw_page(tournament))
    assert "2 tables · 1 exempt" in words
    assert "Nobody gets an earlier partner or opponent again. Nobody is exempt again." in words
    assert "exempt: 972 points" in words


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"exempt": "fixed", "exempt_points": 0}, "0 points"),
        ({"exempt": "round_average"}, "the round’s average"),
    ],
)
def test_what_the_exempt_one_scores_is_said_from_the_draw_on(
    club: Club, client: Client, settings: dict[str, Any], said: str
) -> None:
    tournament = make_contest(club, teams=5, **settings)
    drawn = preview(tournament)
    seen = reverse("tournaments:draw-detail", args=[tournament.pk, 1])
    assert f"exempt: {said}" in words_at(client, seen)
    publish_round(round_id=drawn.pk, **DOER)
    played = reverse("tournaments:round-detail", args=[tournament.pk, 1])
    assert said in words_at(client, played).split(" Exempt ")[1]
    for name in ("board", "public"):
        assert said in words_at(client, reverse(f"tournaments:{name}", args=[tournament.token]))


@pytest.mark.parametrize(
    ("teams", "mode", "needs"),
    [
        (0, "teams", "at least two teams of two players each"),
        (1, "teams", "at least two teams of two players each"),
        (3, MELEE, "at least four players"),
    ],
    ids=["empty contest", "one team", "three players in mêlée"],
)
def test_too_few_are_told_what_to_do(
    club: Club, client: Client, teams: int, mode: str, needs: str
) -> None:
    tournament = make_contest(club, teams=teams, mode=mode)
    words = words_at(client, new_draw_page(tournament))
    assert f"It needs {needs}. To the entries" in words
    assert f"A draw needs {needs}." in post(client, new_draw_page(tournament), method="lot")


def test_too_few_of_those_who_are_here(club: Club, client: Client) -> None:
    tournament = make_contest(club, teams=4)
    tournament.entries.filter(number=1).update(checked_in_at=NOW)
    words = post(client, new_draw_page(tournament), method="lot", only_here="on")
    assert "A draw needs at least two teams of two players each." in words


def test_a_round_being_played_is_closed_first(club: Club, client: Client) -> None:
    tournament = make_contest(club, teams=4)
    start_round(tournament)
    # Whoever comes here by an older link looks at the round, and closes it there.
    page = client.get(new_draw_page(tournament))
    assert "Round 1 is being played Close it first" in words_on(page)
    round_page = reverse("tournaments:round-detail", args=[tournament.pk, 1])
    assert f'href="{round_page}">To round 1' in page.content.decode()
    words = post(client, new_draw_page(tournament), method="lot")
    assert "Close the round that is being played first." in words
    assert tournament.rounds.count() == 1


def test_a_finished_contest_is_opened_first(club: Club, client: Client) -> None:
    tournament = make_contest(club, teams=4, rounds=1, hands=2)
    play_round(tournament)
    finish_tournament(tournament_id=tournament.pk, **DOER)
    assert "The contest is finished" in words_at(client, new_draw_page(tournament))
    assert "Open it again first." in post(client, new_draw_page(tournament), method="lot")


def test_a_round_beyond_the_plan_is_said_to_be_one(club: Club, client: Client) -> None:
    tournament = make_contest(club, teams=4, rounds=1, hands=2)
    play_round(tournament)
    assert "1 round was planned. Round 2 is one more" in words_at(client, new_draw_page(tournament))
    assert "Draw of round 2" in post(client, new_draw_page(tournament), method="lot")


# The preview.


def test_a_preview_names_every_table_and_place(club: Club, client: Client) -> None:
    tournament = make_contest(club, teams=5, hands=2)
    play_round(tournament)
    drawn = preview(tournament)
    words = words_at(client, draw_page(drawn))
    places = {entrant.number: entrant.place for entrant in drawn.draw_request.entrants}
    for pairing in drawn.draw.pairings:
        for number in (*pairing.a, *pairing.b):
            title = entry_of(tournament, number).title.replace("&", "&amp;")
            assert f"{number} {title} place {places[number]}" in words
    assert "Only you see it." in words
    assert "Publish round 2" in words


def test_no_place_is_shown_before_there_is_a_ranking(club: Club, client: Client) -> None:
    assert "place 0" not in words_at(client, draw_page(preview(make_contest(club, teams=4))))


def test_a_repeat_is_named_marked_and_proven_before_publishing(club: Club, client: Client) -> None:
    tournament = make_contest(club, teams=4, rounds=4, hands=2)
    for _round in range(3):
        play_round(tournament)
    drawn = preview(tournament)
    response = client.get(draw_page(drawn))
    words = words_on(response)
    assert "2 repeats" in words
    first = drawn.draw.pairings[0]
    titles = [
        f"{number} {entry_of(tournament, number).title}".replace("&", "&amp;")
        for number in sorted((*first.a, *first.b))
    ]
    assert f"{titles[0]} and {titles[1]} meet again (round " in words
    assert "1, 2, 3 and 4 have all met each other already." in words
    assert "So 2 tables must meet again, whoever plays whom." in words
    assert response.content.decode().count("draw-table--repeat") == 2


def test_who_is_exempt_again_is_named(club: Club, client: Client) -> None:
    tournament = make_contest(club, teams=3, rounds=4, hands=2)
    for _round in range(3):
        play_round(tournament)
    words = words_at(client, draw_page(preview(tournament)))
    assert "exempt again (round " in words
    assert "1, 2 and 3 have all met each other already." in words
    assert "One of them can be exempt." in words
    assert "So 1 table must meet again" in words
    assert "Everybody else here has been exempt at least as often." in words


def test_a_repeat_in_melee_is_named_with_who_is_short_of_others(club: Club, client: Client) -> None:
    tournament = make_contest(club, teams=4, mode=MELEE, rounds=2, hands=2)
    play_round(tournament)
    words = words_at(client, draw_page(preview(tournament)))
    assert "meet again (round 1, table 1)" in words
    assert "1 Player 1 has 1 new opponent left and needs two." in words


@pytest.mark.parametrize(
    ("teams", "rounds", "said"),
    [
        (4, 1, "No round is planned after this one."),
        (8, 2, "The round to come can be drawn without any repeat too."),
        (8, 3, "All 2 rounds to come can be drawn without any repeat too."),
        (4, 4, "Of the 3 rounds to come, 2 can be drawn without repeats"),
        (2, 2, "The round to come cannot be drawn without repeats, whatever is drawn now."),
    ],
    ids=["last", "one more", "two more", "one too many", "nobody else"],
)
def test_what_is_said_of_the_rounds_to_come(
    club: Club, client: Client, teams: int, rounds: int, said: str
) -> None:
    assert said in words_at(
        client, draw_page(preview(make_contest(club, teams=teams, rounds=rounds)))
    )


def test_two_are_exchanged_and_it_is_undone(club: Club, client: Client) -> None:
    tournament = make_contest(club, teams=5)
    drawn = preview(tournament)
    before = drawn.draw
    one, other = before.pairings[0].a[0], before.exempt[0]
    words = post(client, draw_page(drawn, "swap"), **seen(drawn), one=one, other=other)
    assert f"{one} and {other} have changed places." in words
    assert f"Undo {one} ↔ {other}" in words
    drawn.refresh_from_db()
    assert drawn.draw.exempt == (one,)
    words = post(client, draw_page(drawn, "swap"), **seen(drawn), one=one, other=other)
    assert "Undo" not in words
    drawn.refresh_from_db()
    assert drawn.draw.pairings == before.pairings


def test_a_repeat_by_hand_says_so_and_undone_the_proof_is_back(club: Club, client: Client) -> None:
    tournament = make_contest(club, teams=8, hands=2)
    first = play_round(tournament).draw.pairings[0]
    drawn = preview(tournament)
    table = next(p for p in drawn.draw.pairings if first.a[0] in (*p.a, *p.b))
    (mate,) = {*table.a, *table.b} - {first.a[0]}
    words = post(client, draw_page(drawn, "swap"), **seen(drawn), one=mate, other=first.b[0])
    assert "With the swap by hand there" in words
    assert "As it was drawn there was none." in words
    assert "After the swap by hand nothing is certain about the rounds to come." in words
    words = post(client, draw_page(drawn, "swap"), **seen(drawn), one=first.b[0], other=mate)
    assert "no repeats" in words
    assert "nothing is certain" not in words


@pytest.mark.parametrize(
    ("one", "other", "error"),
    [
        ("1", "99", "Number 99 is not in this round."),
        ("2", "2", "Type two different numbers."),
        ("x", "2", "Type a number."),
        ("", "2", "This field is required."),
    ],
)
def test_what_cannot_be_exchanged(
    club: Club, client: Client, one: str, other: str, error: str
) -> None:
    drawn = preview(make_contest(club, teams=4))
    assert error in post(client, draw_page(drawn, "swap"), **seen(drawn), one=one, other=other)
    drawn.refresh_from_db()
    assert drawn.swaps == []


def test_drawing_again_takes_another_seed_and_is_counted(club: Club, client: Client) -> None:
    tournament = make_contest(club, teams=8)
    before = preview(tournament)
    words = post(client, new_draw_page(tournament), method="lot")
    assert "Say why the round is drawn again." in words
    assert tournament.rounds.get().draw_certificate == before.draw_certificate
    words = post(client, new_draw_page(tournament), method="lot", reason="late")
    assert "Somebody came late" in words
    assert "This round was drawn 2 times" in words
    assert tournament.rounds.get().draw_certificate.seed != before.draw_certificate.seed


def test_a_draw_after_a_discarded_one_says_why_too(club: Club, client: Client) -> None:
    tournament = make_contest(club, teams=8)
    drawn = preview(tournament)
    client.post(draw_page(drawn, "discard"), seen(drawn))
    words = post(client, new_draw_page(tournament), at_once="1")
    assert "Why is it drawn again?" in words
    assert not tournament.rounds.exists()


def test_a_draw_is_discarded(club: Club, client: Client) -> None:
    tournament = make_contest(club, teams=4)
    drawn = preview(tournament)
    client.post(draw_page(drawn, "discard"), seen(drawn))
    assert not tournament.rounds.exists()


def test_somebody_who_came_after_the_draw_is_pointed_out(club: Club, client: Client) -> None:
    tournament = make_contest(club, teams=4)
    drawn = preview(tournament)
    add_entries(tournament_id=tournament.pk, entries=[NewEntry(names=("Eva", "Max"))], **DOER)
    words = words_at(client, draw_page(drawn))
    assert "1 entry has come since and is not in this draw 5 · Eva &amp; Max" in words
    assert "Draw round 1 again" in words


def test_a_draw_with_somebody_who_left_is_not_published(club: Club, client: Client) -> None:
    tournament = make_contest(club, teams=4)
    published = start_round(tournament)
    withdraw_entry(tournament_id=tournament.pk, number=3, from_round=1, **DOER)
    words = post(client, draw_page(published, "take-back"))
    assert "Somebody in this draw can no longer play 3 · Player 5 &amp; Player 6" in words
    assert "Publish round 1" not in words
    words = post(client, draw_page(published, "publish"))
    assert "Some entries in this draw can no longer play: 3. Draw again." in words
    assert tournament.rounds.get().is_drawn


@pytest.mark.parametrize(
    ("swaps", "lasting"),
    [
        ([], []),
        ([[1, 2]], [(1, 2)]),
        ([[1, 2], [2, 1]], []),
        ([[1, 2], [3, 4], [3, 4]], [(1, 2)]),
        ([[1, 2], [3, 4], [4, 3], [2, 1]], []),
        ([[1, 2], [3, 4], [1, 2]], [(1, 2), (3, 4), (1, 2)]),
    ],
)
def test_exchanges_that_last(swaps: list[list[int]], lasting: list[tuple[int, int]]) -> None:
    assert lasting_swaps(swaps) == lasting


class TestADrawChangedMeanwhile:
    @pytest.mark.parametrize("act", ["publish", "swap", "discard"])
    @pytest.mark.parametrize("change", ["drawn again", "exchanged"])
    def test_nothing_is_done_with_a_draw_that_nobody_looked_at(
        self, club: Club, client: Client, act: str, change: str
    ) -> None:
        tournament = make_contest(club, teams=8)
        drawn = preview(tournament)
        page = client.get(draw_page(drawn)).content.decode()
        (looked_at,) = set(re.findall(r'name="seen" value="([^"]+)"', page))
        if change == "exchanged":
            swap_in_draw(round_id=drawn.pk, one=1, other=2, **DOER)
        else:
            drawn = preview(tournament, seed=4)
        words = post(client, draw_page(drawn, act), seen=looked_at, one=3, other=4)
        assert "The draw has changed in the meantime: look at it again." in words
        left = tournament.rounds.get()
        assert left.is_drawn
        assert left.swaps == ([[1, 2]] if change == "exchanged" else [])

    def test_every_button_sends_what_was_looked_at(self, club: Club, client: Client) -> None:
        drawn = preview(make_contest(club, teams=8))
        post(client, draw_page(drawn, "swap"), **seen(drawn), one=1, other=2)
        page = client.get(draw_page(drawn)).content.decode()
        for name, forms in (("publish", 1), ("swap", 2), ("discard", 1)):
            parts = page.split(f'action="{draw_page(drawn, name)}"')[1:]
            assert len(parts) == forms
            mark = seen(drawn)["seen"]
            assert all(f'name="seen" value="{mark}"' in p.split("</form>")[0] for p in parts)
