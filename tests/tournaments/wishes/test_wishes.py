"""Wishes are typed on one page, kept by the draw, and nobody's business but the organiser's."""

import copy
import json
from itertools import combinations
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.models import Club, Player
from scorekeeper.roles import Role
from tests.contest import make_contest, play_round, start_round
from tests.pages import member_of, visitor
from tests.table import NOW, SCORER, make_club
from tests.tournaments.audit_log.replay.eventful import By
from tournaments.audit_log.labels import document_difference_text
from tournaments.audit_log.queries.documents import (
    CODEC,
    document_of,
    document_text,
    public_document,
)
from tournaments.audit_log.queries.logs import verify_tournament
from tournaments.audit_log.replay.verification import verify_document
from tournaments.audit_log.services import import_tournament, read_document
from tournaments.doctor.examine import examine
from tournaments.draw.certificate import Mismatch, from_dict, request_from_dict, verify
from tournaments.draw.halls import Halls, NamedHall
from tournaments.entries.services.entries import NewEntry, add_entries
from tournaments.entries.services.withdrawals import seat_late_entry
from tournaments.models import LogEntry, Tournament
from tournaments.people.services.names import anonymise_player
from tournaments.rounds.queries.draws import opened_tables
from tournaments.rounds.services import draw_round
from tournaments.wishes.services import WishedGroup, keep_apart, set_halls

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def send(client: Client, tournament: Tournament, what: str, **typed: Any) -> str:
    """Send a form of the page; return what the page says then."""
    address = reverse(f"tournaments:{what}", args=[tournament.pk])
    page = client.post(address, typed, follow=True)
    assert page.status_code == 200
    tournament.refresh_from_db()
    return page.content.decode()


def opened(client: Client, name: str, *of: Any) -> str:
    page = client.get(reverse(f"tournaments:{name}", args=of))
    assert page.status_code == 200
    return page.content.decode()


def apart(numbers: str, rounds: int = 1, **more: Any) -> dict[str, Any]:
    return {"numbers": numbers, "rounds": rounds, "kind": "family", "name": "", **more}


def seat(number: int, tables: str) -> dict[str, Any]:
    return {"seat-number": number, "seat-tables": tables}


def halls(count: str = "", skipped: str = "", text: str = "") -> dict[str, str]:
    return {"halls-count": count, "halls-skipped": skipped, "halls-halls": text}


def groups(tournament: Tournament) -> list[tuple[list[int], int]]:
    return [(one["entrants"], one["rounds"]) for one in tournament.wishes.get("apart", ())]


def met(tournament: Tournament) -> set[tuple[int, ...]]:
    drawn = tournament.rounds.order_by("-number")[0].draw
    return {pair for p in drawn.pairings for pair in combinations(sorted((*p.a, *p.b)), 2)}


@pytest.fixture
def wished(club: Club, organiser: Client) -> Tournament:
    """Return a contest of eight teams with every kind of wish, two rounds of it played."""
    tournament = make_contest(club, teams=8, rounds=3, hands=1)
    send(organiser, tournament, "wish-halls", **halls("", "2", "Big hall: 1-3\nSmall hall: 21-25"))
    send(organiser, tournament, "wish-apart", **apart("1, 2-4", name="The Martins"))
    send(organiser, tournament, "wish-apart", **apart("5 6", rounds=0, kind="couple"))
    send(organiser, tournament, "wish-seat", **seat(7, "small hall"))
    send(organiser, tournament, "wish-seat", **seat(8, "1"))
    play_round(tournament)
    tournament.refresh_from_db()
    return tournament


class TestThePage:
    def test_what_is_typed_stands_on_the_page_and_in_the_contest(
        self, club: Club, organiser: Client
    ) -> None:
        tournament = make_contest(club, teams=8, tags=("Saint-Jean",))
        page = send(organiser, tournament, "wish-apart", **apart("3; 1, 5-6", name="Dupont"))
        assert "Dupont" in page
        assert "in the first round" in page
        assert groups(tournament) == [([1, 3, 5, 6], 1)]
        send(organiser, tournament, "wish-apart", **apart("1 3 5 - 6", rounds=0))
        assert groups(tournament) == [([1, 3, 5, 6], 0)]
        page = send(organiser, tournament, "wish-seat", **seat(4, "1-3, 8"))
        assert "1–3, 8" in page
        send(organiser, tournament, "wish-remove", group="1,3,5,6")
        send(organiser, tournament, "wish-remove", seat="4")
        assert tournament.wishes == {}
        kinds = tournament.log.filter(kind=LogEntry.Kind.WISHED)
        assert [line.data["groups"] for line in kinds.order_by("number")] == [1, 1, 1, 0, 0]

    def test_what_cannot_be_is_said_beside_what_was_typed(
        self, club: Club, organiser: Client
    ) -> None:
        tournament = make_contest(club, teams=4)
        for what, typed, said in [
            ("wish-apart", apart("3"), "Type at least two numbers"),
            ("wish-apart", apart("3, 99"), "No entry has the number 99."),
            ("wish-apart", apart("3, four"), "“four” is not a number"),
            ("wish-apart", apart("9-3"), "“9-3” is not a number"),
            ("wish-apart", apart("1-30000"), "too many numbers"),
            ("wish-seat", seat(9, "1"), "No entry has the number 9."),
            ("wish-seat", seat(1, "garden"), "“garden” is not a number"),
            ("wish-seat", seat(1, ""), "required"),
            ("wish-seat", seat(1, ","), "There is no such table"),
            ("wish-halls", halls(text="Garden"), "write the name and the tables"),
            ("wish-halls", halls(text="A: 1-4\nB: 4-9"), "a table of the same number"),
            ("wish-halls", halls("0"), "greater than or equal to 1"),
        ]:
            page = send(organiser, tournament, what, **typed)
            assert said in page, (typed, said)
            assert "Something needs to be corrected" in page
        assert not tournament.wishes
        assert not tournament.halls

    def test_everybody_of_a_club_is_named_by_its_tag(self, club: Club, organiser: Client) -> None:
        tournament = make_contest(club, teams=6, tags=("Saint-Jean",))
        tournament.entries.filter(number__in=[2, 4, 6]).update(tags=["Saint-Jean"])
        page = opened(organiser, "wishes", tournament.pk)
        assert "or everybody in the category" in page
        typed = apart("", kind="club", tag="Saint-Jean")
        assert "Saint-Jean" in send(organiser, tournament, "wish-apart", **typed)
        assert groups(tournament) == [([2, 4, 6], 1)]

    def test_who_wants_none_sees_one_link(self, club: Club, organiser: Client) -> None:
        tournament = make_contest(club, teams=4)
        address = reverse("tournaments:wishes", args=[tournament.pk])
        assert opened(organiser, "entry-list", tournament.pk).count(address) == 1
        assert address not in opened(organiser, "draw-new", tournament.pk)
        draw_round(tournament_id=tournament.pk, author=SCORER, now=NOW)
        page = opened(organiser, "draw-detail", tournament.pk, 1)
        assert "wish" not in page.partition("<main")[2]

    def test_a_hall_that_is_too_small_is_said_before_the_draw_and_refused_by_it(
        self, club: Club, organiser: Client
    ) -> None:
        tournament = make_contest(club, teams=9)
        page = send(organiser, tournament, "wish-halls", **halls("3"))
        assert "4 tables are needed and there are 3: 2 teams would have no seat" in page
        address = reverse("tournaments:draw-new", args=[tournament.pk])
        assert "2 teams would have no seat" in organiser.get(address).content.decode()
        page = organiser.post(address, {"method": "lot", "seed": ""}).content.decode()
        assert "4 tables are needed and there are 3: 2 teams would have no" in page
        assert not tournament.rounds.exists()


class TestTheDraw:
    def test_follows_the_wishes_and_tells_which_it_kept(
        self, wished: Tournament, organiser: Client
    ) -> None:
        first = wished.rounds.get(number=1).draw
        assert not first.broken
        tables = [pairing.table for pairing in first.pairings]
        assert tables == [1, 3, 21, 22]
        page = opened(organiser, "draw-detail", wished.pk, 1)
        assert "4 wishes are kept" in page
        assert "The Martins: 1, 2, 3 and 4 are apart" in page
        assert "8 sits at table 1" in page
        assert "Small hall" in page

    def test_names_what_it_could_not_keep_with_the_proof(
        self, club: Club, organiser: Client
    ) -> None:
        tournament = make_contest(club, teams=4)
        send(organiser, tournament, "wish-apart", **apart("1-3"))
        send(organiser, tournament, "wish-seat", **seat(4, "1"))
        send(organiser, tournament, "wish-halls", **halls("", "1"))
        draw_round(tournament_id=tournament.pk, author=SCORER, now=NOW)
        page = opened(organiser, "draw-detail", tournament.pk, 1)
        assert "2 wishes could not be kept" in page
        assert "meet, although they should be kept apart in the first rounds" in page
        assert "as many others would meet who should be apart" in page
        assert "There is no such table." in page
        send(organiser, tournament, "wish-remove", group="1,2,3")
        assert "have changed since this draw" in opened(organiser, "draw-detail", tournament.pk, 1)

    def test_a_late_entry_sits_at_the_next_table_that_there_is(
        self, club: Club, organiser: Client
    ) -> None:
        tournament = make_contest(club, teams=5, hands=2)
        send(organiser, tournament, "wish-halls", **halls("", "2", "A: 1-3\nB: 21-25"))
        playing = start_round(tournament)
        late = add_entries(
            tournament_id=tournament.pk,
            entries=[NewEntry(names=("Zoé Late", "Luc Late"))],
            author=SCORER,
            now=NOW,
        )[0]
        match = seat_late_entry(round_id=playing.pk, number=late.number, author=SCORER, now=NOW)
        assert match.table_number == 21
        assert opened_tables(playing) == {21: [playing.draw.exempt[0], 6]}
        codes = tournament.codes.order_by("number").values_list("number", flat=True)
        assert [*codes][:2] == [1, 3]
        assert verify_tournament(tournament).is_whole


class TestEverybody:
    def test_reads_nowhere_who_stays_apart(
        self, wished: Tournament, club: Club, client: Client
    ) -> None:
        told = json.dumps(public_document(wished))
        assert "Martins" not in told
        assert '"entrants": [1, 2, 3, 4]' not in told
        assert "salt" not in told
        address = reverse("tournaments:public-certificate", args=[wished.token, 1])
        certificate = json.loads(client.get(address).content)
        assert set(certificate["request"]["wishes"]) == {"hidden"}
        helper = member_of(club, username="lena", role=Role.REFEREE)
        assert "apart" not in opened(helper, "draw-detail", wished.pk, 1)
        address = reverse("tournaments:wishes", args=[wished.pk])
        assert helper.get(address).status_code == 403

    def test_checks_what_can_be_checked_without_the_wishes(
        self, wished: Tournament, client: Client
    ) -> None:
        address = reverse("tournaments:public-certificate", args=[wished.token, 1])
        plain = json.loads(client.get(address).content)
        found = verify(from_dict(plain["certificate"]), request_from_dict(plain["request"]))
        assert found == (Mismatch.WISHES_HIDDEN,)
        logged = wished.log.filter(kind=LogEntry.Kind.WISHED).latest("number")
        drawn = wished.log.filter(kind=LogEntry.Kind.DRAWN).earliest("number")
        assert plain["request"]["wishes"]["hidden"] == logged.data["mark"]
        assert logged.number < drawn.number
        document = json.loads(json.dumps(public_document(wished)))
        assert verify_document(document, CODEC).is_whole

    def test_sees_the_name_of_the_hall(self, wished: Tournament, organiser: Client) -> None:
        start_round(wished, seed=2)
        tokens = dict(wished.codes.values_list("number", "token"))
        assert "Small hall" in opened(visitor(), "table-open", tokens[21])
        assert "Small hall" in opened(organiser, "table-sheets", wished.pk, 2)
        assert "Big hall" in opened(organiser, "code-list", wished.pk)
        assert "Small hall" in opened(organiser, "public-entry", wished.token, 7)
        assert "Small hall" in opened(organiser, "board", wished.token)


class TestTheLog:
    def test_proves_the_wishes_and_the_draws(self, wished: Tournament, club: Club) -> None:
        found = verify_tournament(wished)
        assert [document_difference_text(one) for one in found.differences] == []
        assert found.is_whole
        assert [one.text for one in examine([club]).findings] == []

    def test_the_document_arrives_the_same_elsewhere(self, wished: Tournament) -> None:
        document = read_document(document_text(document_of(wished)))
        brought = import_tournament(document=document, club=make_club("Elsewhere"), now=NOW)
        assert document_of(brought) == document_of(wished)
        assert verify_tournament(brought).is_whole
        assert draw_round(tournament_id=brought.pk, author=SCORER, now=NOW).draw.pairings

    def test_wishes_that_were_changed_behind_its_back_are_found(self, wished: Tournament) -> None:
        document = document_of(wished)
        assert verify_document(document, CODEC).is_whole
        other = copy.deepcopy(document)
        other["tournament"]["wishes"]["apart"][0]["entrants"] = [1, 2]
        assert [one.field for one in verify_document(other, CODEC).differences] == ["wishes"]
        other = copy.deepcopy(document)
        other["tournament"]["halls"]["skipped"] = []
        assert [one.field for one in verify_document(other, CODEC).differences] == ["halls"]
        other = copy.deepcopy(document)
        other["rounds"][0]["draw"]["request"]["tables"] = [[1, 9]]
        fields = [one.field for one in verify_document(other, CODEC).differences]
        assert fields == ["drawn_again", "tables"]

    def test_a_contest_without_wishes_is_written_as_before(self, club: Club) -> None:
        tournament = make_contest(club, teams=4)
        start_round(tournament)
        document = document_of(tournament)
        assert {"halls", "wishes"}.isdisjoint(document["tournament"])
        assert document["rounds"][0]["draw"]["certificate"]["version"] == 2
        assert "wishes" not in document["rounds"][0]["draw"]["request"]

    def test_a_name_is_taken_out_of_groups_and_halls_too(self, club: Club) -> None:
        tournament = make_contest(club, teams=4)
        by: By = {"author": SCORER, "now": NOW}
        group = WishedGroup(kind="family", name="Player 1", entrants=(1, 2), rounds=0)
        keep_apart(tournament_id=tournament.pk, group=group, **by)
        halls = Halls(halls=(NamedHall("Where player 1 plays", 1, 9),))
        set_halls(tournament_id=tournament.pk, halls=halls, **by)
        anonymise_player(player_id=Player.objects.get(name="Player 1").pk, **by)
        tournament.refresh_from_db()
        document = document_of(tournament)
        assert "layer 1 " not in document_text(document).replace('"', " ")
        assert document["tournament"]["wishes"]["apart"][0]["kind"] == "family"
        assert verify_document(document, CODEC).is_whole

    def test_what_was_brought_in_without_a_log_hides_them_too(self, club: Club) -> None:
        tournament = make_contest(club, teams=4)
        group = WishedGroup(kind="family", name="The Martins", entrants=(1, 2), rounds=0)
        keep_apart(tournament_id=tournament.pk, group=group, author=SCORER, now=NOW)
        tournament.entries.update(has_paid=True)
        play_round(tournament)
        document = document_of(Tournament.objects.get()) | {"log": []}
        brought = import_tournament(
            document=json.loads(json.dumps(document, default=str)),
            club=make_club("Elsewhere"),
            now=NOW,
            without_log=SCORER,
        )
        told = public_document(brought)
        text = json.dumps(told)
        for private in ("The Martins", '"salt"', '"has_paid": true'):
            assert private not in text
        assert verify_document(json.loads(text), CODEC).is_whole
        # What is stored keeps all of it.
        assert "The Martins" in json.dumps(document_of(brought)["log"])
