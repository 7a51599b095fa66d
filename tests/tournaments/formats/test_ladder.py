"""A format that only the tests know is played from the entries to the end, in every room."""

import io
import json
from collections.abc import Collection
from dataclasses import replace
from html import unescape

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from scorekeeper.models import Club
from scorekeeper.models.authors import Author
from tests.contest import games_of, make_contest, start_round
from tests.pages import visitor, words_on
from tests.phased import HANDS, WHOLE, write_total
from tests.table import NOW, SCORER, make_club, make_member
from tests.tournaments.formats.ladder import LadderFormat
from tests.tournaments.test_every_page import addresses, public_addresses
from tournaments.audit_log.queries.documents import document_of, document_text
from tournaments.audit_log.queries.logs import verify_tournament
from tournaments.audit_log.services import import_tournament
from tournaments.audit_log.standings import contest_of
from tournaments.contests.services import finish_tournament
from tournaments.draw.drawing import SwapError
from tournaments.draw.groups import Frame
from tournaments.draw.request import Method
from tournaments.entries.services.withdrawals import withdraw_entry
from tournaments.formats import contest_format
from tournaments.formats.contest_format import BoardView
from tournaments.formats.qualifying import Elsewhere
from tournaments.models import Round, Tournament
from tournaments.phases.services import drop_trees, keep_trees
from tournaments.rounds.queries.draws import moved_now
from tournaments.rounds.services import draw_round, publish_round, reseat, swap_in_draw
from tournaments.standings.contest import RankedContest
from tournaments.tables.services import close_round

pytestmark = pytest.mark.django_db(transaction=True)

FIRST = {1: (1, 2), 2: (3, 4), 3: (5, 6), 4: (7, 8)}
SECOND = {1: (2, 4), 2: (1, 6), 3: (3, 8), 4: (5, 7)}
THIRD = {1: (4, 6), 2: (2, 8), 3: (1, 7), 4: (3, 5)}
RANKED = [6, 8, 7, 4, 2, 5, 1, 3]
POINTS = [590, 489, 588, 487, 485, 384, 483, 382]
HIGH = {(1, 3), (2, 4), (3, 4)}
"""Round and table that are won by far: whoever wins often can have few points all the same."""


@pytest.fixture(autouse=True)
def _ladder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(contest_format.FORMATS, "ladder", LadderFormat)


@pytest.fixture
def ladder(club: Club) -> Tournament:
    """Return a ladder of eight teams in three rounds, not drawn yet."""
    return make_contest(club, teams=8, rounds=3, hands=HANDS, mode="ladder")


def tables_of(playing: Round) -> dict[int, tuple[int, ...]]:
    """Return who sits at which table, by number."""
    found: dict[int, tuple[int, ...]] = {}
    for match in games_of(playing):
        seats = match.seats.order_by("entry__number").values_list("entry__number", flat=True)
        found[match.table_number or 0] = tuple(seats)
    return found


def play_tables(playing: Round) -> None:
    """Let the higher number win every table."""
    for match in games_of(playing):
        won = 264 if (playing.number, match.table_number) in HIGH else 163
        a, b = (match.seats.get(side=side).entry.number for side in "AB")
        write_total(match, *((won, WHOLE - won) if a > b else (WHOLE - won, won)))


def play_on(tournament: Tournament) -> Round:
    """Draw, publish, play and close a round."""
    playing = start_round(tournament)
    play_tables(playing)
    return close_round(round_id=playing.pk, author=SCORER, now=NOW)


def play_to_the_end(tournament: Tournament) -> Tournament:
    for _number in range(3):
        play_on(tournament)
    return finish_tournament(tournament_id=tournament.pk, author=SCORER, now=NOW)


def refuse_untrue(tournament: Tournament) -> None:
    tournament.refresh_from_db()
    found = verify_tournament(tournament)
    assert (found.problems, found.reasons, found.differences) == ([], [], [])


def test_winners_go_up_and_losers_down_for_three_rounds(ladder: Tournament) -> None:
    assert [tables_of(play_on(ladder)) for _number in range(3)] == [FIRST, SECOND, THIRD]
    refuse_untrue(ladder)


def test_a_ladder_is_ranked_by_wins_first(ladder: Tournament, organiser: Client) -> None:
    play_to_the_end(ladder)
    assert [line.entrant for line in contest_of(ladder).standings().lines] == RANKED
    assert ladder.log.get(kind="finished").data["ranking"] == [
        [who, place, points]
        for place, (who, points) in enumerate(zip(RANKED, POINTS, strict=True), start=1)
    ]
    page = organiser.get(reverse("tournaments:ranking", args=[ladder.pk]))
    assert [line.number for line in page.context["ranking"].lines] == RANKED
    public = organiser.get(reverse("tournaments:results", args=[ladder.token]))
    shown = unescape(words_on(public))
    places = [shown.index(f"Player {2 * who - 1} & Player {2 * who}") for who in RANKED[:3]]
    assert places == sorted(places)


def test_nobody_chooses_how_a_ladder_is_drawn(ladder: Tournament, organiser: Client) -> None:
    play_on(ladder)
    page = organiser.get(reverse("tournaments:draw-new", args=[ladder.pk]))
    assert "method" not in page.context["form"].fields
    by_ranking = draw_round(tournament_id=ladder.pk, method=Method.RANKING, author=SCORER, now=NOW)
    assert tables_of(publish_round(round_id=by_ranking.pk, author=SCORER, now=NOW)) == SECOND


def test_whoever_leaves_a_ladder_leaves_a_place_free(ladder: Tournament) -> None:
    play_on(ladder)
    withdraw_entry(tournament_id=ladder.pk, number=6, from_round=2, author=SCORER, now=NOW)
    playing = start_round(ladder)
    assert tables_of(playing) == {1: (2, 4), 2: (3, 8), 3: (5, 7)}
    assert playing.seats.get(kind="exempt").entry.number == 1
    refuse_untrue(ladder)


def test_nobody_changes_places_on_a_ladder_but_in_its_first_preview(ladder: Tournament) -> None:
    first = draw_round(tournament_id=ladder.pk, author=SCORER, now=NOW)
    swap_in_draw(round_id=first.pk, one=1, other=8, author=SCORER, now=NOW)
    playing = publish_round(round_id=first.pk, author=SCORER, now=NOW)
    assert tables_of(playing) == {1: (2, 8), 2: (3, 4), 3: (5, 6), 4: (1, 7)}
    with pytest.raises(SwapError):
        reseat(round_id=playing.pk, one=1, other=8, author=SCORER, now=NOW)
    play_tables(playing)
    close_round(round_id=playing.pk, author=SCORER, now=NOW)
    second = draw_round(tournament_id=ladder.pk, author=SCORER, now=NOW)
    with pytest.raises(SwapError):
        swap_in_draw(round_id=second.pk, one=1, other=8, author=SCORER, now=NOW)
    refuse_untrue(ladder)


def test_a_correction_asks_who_sits_elsewhere_on_a_ladder(
    ladder: Tournament, organiser: Client
) -> None:
    first = play_on(ladder)
    playing = start_round(ladder)
    assert moved_now(ladder) is None
    write_total(games_of(first)[0], 200, 124, Author.of_user(make_member(ladder.club, "referee")))
    ladder.refresh_from_db()
    found = moved_now(ladder)
    assert found is not None
    assert found.moved == (Elsewhere(1, "2", "1"), Elsewhere(2, "1", "2"))
    dashboard = organiser.get(reverse("tournaments:tournament-detail", args=[ladder.pk]))
    assert "A correction changes who goes on to round 2" in words_on(dashboard)
    asked = words_on(organiser.get(reverse("tournaments:bracket", args=[ladder.pk])))
    assert "As things stand, these teams would play elsewhere" in asked
    assert "Draw this round again" in asked
    keep_trees(tournament_id=ladder.pk, mark=found.mark, author=SCORER, now=NOW)
    refuse_untrue(ladder)
    drop_trees(tournament_id=ladder.pk, mark=found.mark, author=SCORER, now=NOW)
    assert not ladder.rounds.filter(pk=playing.pk).exists()
    assert tables_of(start_round(ladder)) == {**SECOND, 1: (1, 4), 2: (2, 6)}
    refuse_untrue(ladder)


def test_a_ladder_goes_to_another_club_and_comes_back_the_same(
    ladder: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    modes = Tournament._meta.get_field("mode")
    monkeypatch.setattr(modes, "choices", [*Tournament.Mode.choices, ("ladder", "Ladder")])
    play_to_the_end(ladder)
    ladder.refresh_from_db()
    # Read here: the process that reads what strangers send knows no format of a test.
    document = json.loads(document_text(document_of(ladder)))
    brought = import_tournament(document=document, club=make_club("Elsewhere"), now=NOW)
    refuse_untrue(brought)
    assert document_of(brought)["rounds"] == document["rounds"]
    said = io.StringIO()
    call_command("doctor", stdout=said)
    call_command("verify_tournament", str(ladder.pk), stdout=said)


def test_the_replay_asks_the_format_who_had_to_sit_where(
    ladder: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Turned(LadderFormat):
        """By this one the losers go up."""

        def frame(self, contest: RankedContest, number: int, present: Collection[int]) -> Frame:
            told = LadderFormat.frame(self, contest, number, present)
            return told if number == 1 else replace(told, groups=told.groups[::-1])

    play_on(ladder)
    play_on(ladder)
    monkeypatch.setitem(contest_format.FORMATS, "ladder", Turned)
    ladder.refresh_from_db()
    found = verify_tournament(ladder).differences
    assert [(one.place.round_number, one.field) for one in found] == [(2, "frame")]


def test_the_board_shows_what_a_ladder_has(ladder: Tournament) -> None:
    start_round(ladder)
    board = reverse("tournaments:board", args=[ladder.token])
    page = visitor().get(board)
    assert page.context["board"]["views"] == (BoardView.TABLES, BoardView.RANKING)
    assert "Player 15" in words_on(page)


def test_the_tables_of_a_ladder_are_printed_and_public(
    ladder: Tournament, organiser: Client
) -> None:
    play_on(ladder)
    start_round(ladder)
    sheets = organiser.get(reverse("tournaments:table-sheets", args=[ladder.pk, 2]))
    assert "3 Player 5 & Player 6" in unescape(words_on(sheets))
    seats = words_on(organiser.get(reverse("tournaments:seat-list", args=[ladder.pk, 2])))
    assert "Player 16 No. 8 table 3" in seats
    own = visitor().get(reverse("tournaments:public-entry", args=[ladder.token, 8]))
    assert "Table 3" in words_on(own)
    assert "Player 5 & Player 6" in unescape(words_on(own))


def test_a_ladder_takes_neither_phases_nor_club_teams_and_says_so(
    ladder: Tournament, organiser: Client
) -> None:
    phases = organiser.get(reverse("tournaments:phases", args=[ladder.pk]))
    assert "Who meets whom is fixed in this contest: it has no phases." in words_on(phases)
    squads = organiser.get(reverse("tournaments:squads", args=[ladder.pk]))
    assert "Who meets whom is fixed in this contest: there are no club teams." in words_on(squads)


@pytest.mark.parametrize("rounds", [0, 1, 3])
def test_every_page_of_a_ladder_opens(ladder: Tournament, organiser: Client, rounds: int) -> None:
    for _number in range(rounds):
        play_on(ladder)
    if rounds == 3:
        finish_tournament(tournament_id=ladder.pk, author=SCORER, now=NOW)
    else:
        draw_round(tournament_id=ladder.pk, author=SCORER, now=NOW)
    for address in [*addresses(ladder), *public_addresses(ladder)]:
        assert organiser.get(address, follow=True).status_code == 200, address
