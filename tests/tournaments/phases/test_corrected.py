"""Results of a bracket corrected after its next round was drawn: asked at every step."""

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.models import Club
from scorekeeper.models.authors import Author
from tests.contest import games_of, start_round
from tests.pages import words_on
from tests.phased import WHOLE, make_phased, met_in, play_phased, play_tables, write_total
from tests.table import NOW, SCORER, make_member
from tournaments.audit_log.queries.documents import CODEC, document_of
from tournaments.audit_log.replay.verification import verify_document
from tournaments.audit_log.standings import contest_of
from tournaments.formats.phases import Phase, PhaseKind
from tournaments.models import Round, Tournament
from tournaments.tables.services import close_round

pytestmark = pytest.mark.django_db(transaction=True)


def page(name: str, *args: object) -> str:
    return reverse(f"tournaments:{name}", args=args)


def turn_first_table(played: Round) -> tuple[int, int]:
    """Let the other side of table 1 have won; return who has won now, and who had."""
    match = games_of(played)[0]
    numbers = {seat.side: seat.entry.number for seat in match.seats.all()}
    correct_first_table(played, WHOLE - 230 if numbers["A"] < numbers["B"] else 230)
    return max(numbers.values()), min(numbers.values())


def correct_first_table(played: Round, a: int) -> None:
    author = Author.of_user(make_member(played.tournament.club, f"corr{a}"))
    write_total(games_of(played)[0], a, WHOLE - a, author)


def level_first_table(played: Round) -> tuple[int, int]:
    """Let table 1 be level; return who has gone on from it, and who had not."""
    correct_first_table(played, WHOLE // 2)
    went, other = sorted(seat.entry.number for seat in games_of(played)[0].seats.all())
    return went, other


@pytest.fixture
def tournament(club: Club) -> Tournament:
    knockout = Phase(kind=PhaseKind.KNOCKOUT, rounds=3, third_place=True)
    return make_phased(club, knockout, teams=8)


def whole(tournament: Tournament) -> bool:
    tournament.refresh_from_db()
    return verify_document(document_of(tournament), CODEC).is_whole


def test_a_quarter_final_corrected_after_the_semi_finals_is_asked_about(
    tournament: Tournament, organiser: Client
) -> None:
    quarters = play_phased(tournament, rounds=1)
    play_phased(tournament, rounds=2)
    came, went = turn_first_table(quarters)
    where = page("bracket", tournament.pk)
    dashboard = words_on(organiser.get(page("tournament-detail", tournament.pk)))
    assert "changes who goes on to round 2. Does the round stay as it was drawn?" in dashboard
    shown = organiser.get(where)
    assert "A correction changes who goes on to round 2" in words_on(shown)
    assert f"things stand: {came} · Player" in words_on(shown)
    assert f"instead of {went} · Player" in words_on(shown)
    assert "what was played there counts" in words_on(shown)
    # The picture shows who went on, as everybody saw it.
    first = shown.context["page"].brackets[0]["rounds"][0]["games"][0]["sides"]
    assert [side["entry"].number for side in first if side["is_winner"]] == [went]
    settle, mark = page("bracket-settle", tournament.pk), shown.context["question"]["mark"]
    organiser.post(settle, {"mark": mark, "keep": "1"})
    assert "that is decided, and recorded in the log" in words_on(organiser.get(where))
    ranks = contest_of(tournament).standings().ranks
    assert ranks[went] < 5 <= ranks[came]
    assert whole(tournament)


def test_semi_finals_that_nobody_has_begun_are_drawn_again(
    tournament: Tournament, organiser: Client
) -> None:
    quarters = play_phased(tournament, rounds=1)
    start_round(tournament)
    came, went = turn_first_table(quarters)
    shown = organiser.get(page("bracket", tournament.pk))
    assert "Draw this round again" in words_on(shown)
    mark = shown.context["question"]["mark"]
    organiser.post(page("bracket-settle", tournament.pk), {"mark": mark, "again": "1"})
    semis = start_round(tournament)
    everybody = frozenset[int]().union(*met_in(semis))
    assert came in everybody
    assert went not in everybody
    play_tables(semis)
    close_round(round_id=semis.pk, author=SCORER, now=NOW)
    assert contest_of(tournament).standings().ranks[went] >= 5
    assert whole(tournament)
    assert organiser.get(page("bracket", tournament.pk)).context["question"] is None


def test_a_quarter_final_that_becomes_level_after_the_semi_finals_asks_who_goes_on(
    tournament: Tournament, organiser: Client
) -> None:
    quarters = play_phased(tournament, rounds=1)
    play_phased(tournament, rounds=2)
    went, other = level_first_table(quarters)
    where, decide = page("bracket", tournament.pk), page("level-decide", tournament.pk, 1, 1)
    dashboard = organiser.get(page("tournament-detail", tournament.pk))
    assert "A correction has made totals of round 1 equal. Say who goes on" in words_on(dashboard)
    shown = organiser.get(where)
    assert "round 2 had already been drawn" in words_on(shown)
    assert decide in shown.content.decode()
    # Whether the semi-finals stay is asked once it is known who goes on.
    assert "The round stays as it is" not in words_on(shown)
    settle = page("bracket-settle", tournament.pk)
    organiser.post(settle, {"mark": shown.context["question"]["mark"], "keep": "1"})
    assert "round 2 had already been drawn" in words_on(organiser.get(where))
    assert decide in organiser.get(where).content.decode()

    organiser.post(decide, {"winner": other, "by": "hand"})
    shown = organiser.get(where)
    assert "A correction changes who goes on to round 2" in words_on(shown)
    assert f"things stand: {other} · Player" in words_on(shown)
    mark = shown.context["question"]["mark"]
    organiser.post(settle, {"mark": mark, "keep": "1"})
    assert "recorded in the log" in words_on(organiser.get(where))
    # The picture does not say that who plays on has won the hand.
    first = organiser.get(where).context["page"].brackets[0]["rounds"][0]["games"][0]
    assert [one["entry"].number for one in first["sides"] if one["is_winner"]] == [went]
    assert first["note"] == ""
    ranks = contest_of(tournament).standings().ranks
    assert ranks[went] < 5 <= ranks[other]
    assert whole(tournament)


def test_who_goes_on_from_a_table_levelled_later_is_asked_once(
    tournament: Tournament, organiser: Client
) -> None:
    quarters = play_phased(tournament, rounds=1)
    play_phased(tournament, rounds=2)
    went, other = level_first_table(quarters)
    decide = page("level-decide", tournament.pk, 1, 1)
    organiser.post(decide, {"winner": went, "by": "lot"})
    shown = organiser.get(page("bracket", tournament.pk))
    assert shown.context["question"] is None
    assert shown.context["page"].brackets[0]["rounds"][0]["games"][0]["note"] == "by a lot"
    refused = organiser.post(decide, {"winner": other, "by": "lot"})
    assert "The next round is published: who goes on is settled" in words_on(refused)
    assert whole(tournament)


def test_semi_finals_not_begun_are_drawn_again_for_who_goes_on_from_a_level_table(
    tournament: Tournament, organiser: Client
) -> None:
    quarters = play_phased(tournament, rounds=1)
    start_round(tournament)
    went, other = level_first_table(quarters)
    organiser.post(page("level-decide", tournament.pk, 1, 1), {"winner": other, "by": "lot"})
    shown = organiser.get(page("bracket", tournament.pk))
    mark = shown.context["question"]["mark"]
    organiser.post(page("bracket-settle", tournament.pk), {"mark": mark, "again": "1"})
    everybody = frozenset[int]().union(*met_in(start_round(tournament)))
    assert other in everybody
    assert went not in everybody
    assert whole(tournament)
