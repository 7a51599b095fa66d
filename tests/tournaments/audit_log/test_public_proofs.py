"""What anybody can check without an account: every draw of a round, and the contest's document."""

import json
import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.services.players import find_or_add_player
from scorekeeper.models import Club, Player
from scorekeeper.models.authors import Author
from tests.contest import games_of, make_contest, play, play_round, start_round
from tests.meetings import LEAGUE, make_meetings
from tests.pages import visitor, words_on
from tests.phased import play_phased
from tests.table import NOW, SCORER
from tests.tournaments.extensions.prizes.lists import set_list
from tournaments.audit_log.queries import documents
from tournaments.audit_log.queries.documents import CODEC, document_of
from tournaments.audit_log.queries.logs import log_head
from tournaments.audit_log.replay.verification import verify_document
from tournaments.contests.services import draw_lot, finish_tournament, record_lot
from tournaments.draw import certificate
from tournaments.draw.request import DrawRequest
from tournaments.draw_secrets import announced_secret
from tournaments.entries.services.entries import (
    NewEntry,
    add_entries,
    change_entry,
    remove_entry,
    set_paid,
)
from tournaments.meetings.services import set_meetings
from tournaments.models import DrawSecrets, LogEntry, Tournament
from tournaments.people.services.names import anonymise_player, show_name
from tournaments.rounds.queries import public as public_draws
from tournaments.rounds.services import draw_round, publish_round, take_back_round
from tournaments.tables.services import close_round

pytestmark = pytest.mark.django_db

SHY, NAMESAKE, GONE = "Philomène Discrète", "Paul Durand", "Gaston Parti"


def page(tournament: Tournament, name: str, *more: int) -> str:
    return reverse(f"tournaments:public-{name}", args=[tournament.token, *more])


def at(minutes: int) -> dict[str, Any]:
    return {"author": SCORER, "now": NOW + timedelta(minutes=minutes)}


@pytest.fixture
def contest(club: Club) -> Tournament:
    """Return a finished contest of one round, with three who do not want to be read."""
    tournament = make_contest(club, teams=2, rounds=1, hands=1, fee_cents=500)
    teams = [NewEntry(names=(SHY, NAMESAKE)), NewEntry(names=(GONE, "Rose"))]
    add_entries(tournament_id=tournament.pk, entries=teams, author=Author(SHY), now=NOW)
    set_paid(tournament_id=tournament.pk, numbers=[1, 3], **at(0))
    play_round(tournament)
    anonymise_player(player_id=Player.objects.get(name=GONE).pk, **at(5))
    for name in (SHY, NAMESAKE):
        player = Player.objects.get(name=name)
        show_name(player_id=player.pk, shown=Player.Shown.INITIALS)
    return finish_tournament(tournament_id=tournament.pk, **at(9))


def read(tournament: Tournament, **headers: str) -> Any:
    return visitor().get(page(tournament, "document"), headers=headers)


class TestDocument:
    def test_names_stand_in_it_as_each_wants(self, contest: Tournament) -> None:
        text = read(contest).content.decode()
        for name in (SHY, NAMESAKE, GONE, "Philomène", "Durand", "Gaston"):
            assert name not in text
        players = {entry["number"]: entry["players"] for entry in json.loads(text)["entries"]}
        assert players[1] == ["Player 1", "Player 2"]
        assert players[3] == ["P. D.", "P. D. 2"]

    def test_whom_the_club_does_not_know_any_more_nobody_reads_in_it(self, club: Club) -> None:
        tournament = make_contest(club, teams=2, rounds=1, hands=1)
        misspelt, away = "Phylomène Discrète", "Odile Absente"
        teams = [NewEntry(names=(misspelt, "Rose Petit")), NewEntry(names=(away, "Ali"))]
        add_entries(tournament_id=tournament.pk, entries=teams, **at(0))
        right = NewEntry(names=(SHY, "Rose Petit"))
        change_entry(tournament_id=tournament.pk, number=3, changed=right, **at(1))
        for name in (SHY, away):
            show_name(player_id=Player.objects.get(name=name).pk, shown=Player.Shown.INITIALS)
        remove_entry(tournament_id=tournament.pk, number=4, **at(2))
        play_round(tournament)
        answer = read(tournament)
        text = answer.content.decode()
        assert not any(name in text for name in (misspelt, SHY, away))
        assert "Rose Petit" in text
        assert verify_document(answer.json(), CODEC).is_whole

    def test_nobody_reads_in_it_who_has_paid(self, contest: Tournament) -> None:
        document = read(contest).json()
        assert not any(entry["has_paid"] for entry in document["entries"])
        paid = [line["data"] for line in document["log"] if line["kind"] == "paid"]
        assert paid == [{"numbers": [], "paid": True}]

    def test_it_is_verified_like_any_other(self, contest: Tournament) -> None:
        document = read(contest).json()
        found = verify_document(document, CODEC)
        assert found.is_whole, found
        assert found.acts == contest.version + 1
        changed = json.loads(json.dumps(document))
        changed["log"][0]["author"] = "somebody"
        assert verify_document(changed, CODEC).broken_at == 1

    def test_its_lines_have_the_marks_that_the_page_shows(self, contest: Tournament) -> None:
        head = log_head(contest)
        line = read(contest).json()["log"][head.number - 1]
        assert line["hash"].startswith(head.digits.replace(" ", ""))
        assert head.digits in words_on(visitor().get(page(contest, "draws")))

    def test_codes_and_addresses_are_not_in_it(self, contest: Tournament) -> None:
        text = read(contest).content.decode()
        assert contest.token not in text
        assert not any(code.token in text for code in contest.codes.all())

    def test_it_is_made_once_and_again_once_a_name_is_hidden(
        self, contest: Tournament, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        made: list[Tournament] = []

        def make(tournament: Tournament) -> dict[str, Any]:
            made.append(tournament)
            return document_of(tournament)

        monkeypatch.setattr(documents, "document_of", make)
        first = read(contest)
        assert read(contest).content == first.content
        assert len(made) == 1
        asked = {"if-none-match": first.headers["ETag"]}
        assert read(contest, **asked).status_code == 304
        rose = Player.objects.get(name="Rose")
        show_name(player_id=rose.pk, shown=Player.Shown.INITIALS)
        again = read(contest, **asked)
        assert (again.status_code, len(made)) == (200, 2)
        assert "Rose" not in again.content.decode()

    def test_who_stands_in_the_log_alone_is_hidden_at_once(self, club: Club) -> None:
        tournament = make_contest(club, teams=2, rounds=1, hands=1)
        find_or_add_player(club=club, name="Odile Absente", now=NOW - timedelta(days=7))
        teams = [NewEntry(names=("Odile Absente", "Ali"))]
        add_entries(tournament_id=tournament.pk, entries=teams, **at(0))
        remove_entry(tournament_id=tournament.pk, number=3, **at(1))
        play_round(tournament)
        first = read(tournament)
        assert "Odile Absente" in first.content.decode()
        odile = Player.objects.get(name="Odile Absente")
        show_name(player_id=odile.pk, shown=Player.Shown.INITIALS)
        again = read(tournament, **{"if-none-match": first.headers["ETag"]})
        assert again.status_code == 200
        assert "Odile Absente" not in again.content.decode()

    def test_one_who_asks_while_it_is_made_is_asked_to_wait(self, contest: Tournament) -> None:
        with documents._making:
            answer = read(contest)
        assert answer.status_code == 503
        assert answer.headers["Retry-After"] == "5"
        assert read(contest).status_code == 200

    def test_it_is_offered_between_rounds_alone(self, club: Club) -> None:
        tournament = make_contest(club, teams=2, rounds=2, hands=1)
        states = [read(tournament).status_code]
        for act in (draw, publish, close, draw):
            act(tournament)
            states.append(read(tournament).status_code)
        assert states == [404, 404, 404, 200, 404]


def draw(tournament: Tournament, seed: int | None = None, minutes: int = 0) -> None:
    draw_round(tournament_id=tournament.pk, seed=seed, **at(minutes))


def last(tournament: Tournament) -> Any:
    return tournament.rounds.order_by("-number")[0]


def publish(tournament: Tournament, minutes: int = 0) -> None:
    publish_round(round_id=last(tournament).pk, **at(minutes))


def close(tournament: Tournament) -> None:
    for match in games_of(last(tournament)):
        play(match)
    close_round(round_id=last(tournament).pk, **at(0))


class TestDraws:
    def test_every_draw_of_a_round_is_told_with_its_time(self, club: Club) -> None:
        tournament = make_contest(club, teams=4)
        draw(tournament)
        draw(tournament, seed=77, minutes=3)
        publish(tournament, minutes=4)
        take_back_round(round_id=last(tournament).pk, **at(5))
        draw(tournament, seed=78, minutes=6)
        publish(tournament, minutes=7)
        words = words_on(visitor().get(page(tournament, "draws")))
        assert "Drawn 3 times" in words
        assert "chosen at random · replaced" in words
        assert "20 November, 21:33:00 · seed 77, typed by the organiser · published, then" in words
        assert "20 November, 21:36:00 · seed 78, typed by the organiser" in words
        assert "20 November, 21:37:00 · published" in words

    def test_a_draw_that_waits_is_nobodys_business(self, club: Club) -> None:
        tournament = make_contest(club, teams=4)
        draw(tournament, seed=4242)
        answer = visitor().get(page(tournament, "draws"))
        assert "4242" not in words_on(answer)
        assert visitor().get(page(tournament, "certificate", 1)).status_code == 404
        assert visitor().post(page(tournament, "draw-check", 1)).status_code == 404

    def test_whoever_has_the_certificate_draws_the_same(self, club: Club) -> None:
        tournament = make_contest(club, teams=5)
        start_round(tournament, seed=9)
        found = visitor().get(page(tournament, "certificate", 1)).json()
        request = certificate.request_from_dict(found["request"])
        assert certificate.verify(certificate.from_dict(found["certificate"]), request) == ()

    def test_a_round_is_drawn_again_once_and_for_nobody_who_only_looks(
        self, club: Club, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        tournament = make_contest(club, teams=6)
        start_round(tournament, seed=10)
        drawn: list[DrawRequest] = []

        def draw_again(told: certificate.Certificate, request: DrawRequest) -> Any:
            drawn.append(request)
            return certificate.verify(told, request)

        monkeypatch.setattr(public_draws, "verify", draw_again)
        address = page(tournament, "draws")
        assert "every table was the same" not in words_on(visitor().get(address))
        assert not drawn
        for _again in range(3):
            answer = visitor().post(page(tournament, "draw-check", 1), follow=True)
            assert "every table was the same" in words_on(answer)
        assert len(drawn) == 1

    def test_the_button_works_in_a_strangers_browser(self, club: Club) -> None:
        tournament = make_contest(club, teams=6)
        start_round(tournament, seed=14)
        phone = Client(enforce_csrf_checks=True, headers={"accept-language": "en"})
        text = phone.get(page(tournament, "draws")).content.decode()
        form = text.partition(page(tournament, "draw-check", 1))[2].partition("</form>")[0]
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', form)
        assert token is not None
        sent = {"csrfmiddlewaretoken": token[1]}
        assert phone.post(page(tournament, "draw-check", 1), sent).status_code == 302

    def test_a_draw_that_was_changed_is_found(self, club: Club) -> None:
        tournament = make_contest(club, teams=6)
        played = start_round(tournament, seed=11)
        first, second, *_others = played.certificate["draw"]["pairings"]
        first["a"], second["a"] = second["a"], first["a"]
        played.save(update_fields=["certificate"])
        answer = visitor().post(page(tournament, "draw-check", 1), follow=True)
        assert "Drawn again, the result is different: the tables" in words_on(answer)

    def test_only_one_is_drawn_again_at_a_time(self, club: Club) -> None:
        tournament = make_contest(club, teams=6)
        start_round(tournament, seed=12)
        with public_draws._checking:
            answer = visitor().post(page(tournament, "draw-check", 1), follow=True)
        assert "Try again shortly" in words_on(answer)

    def test_lots_are_shown_with_what_decided_them(self, club: Club) -> None:
        tournament = make_contest(club, teams=6)
        start_round(tournament, seed=13)
        draw_lot(tournament_id=tournament.pk, among=[3, 5], called="0471", **at(1))
        secret = tournament.log.latest("number").data["secret"]
        record_lot(tournament_id=tournament.pk, order=[2, 1], **at(2))
        words = words_on(visitor().get(page(tournament, "draws")))
        assert f"number 0471 called in the hall The secret {secret}" in words
        assert "in this order: 2, 1 · drawn in the hall and typed" in words
        draw_lot(tournament_id=tournament.pk, among=[5, 3], called="0472", **at(3))
        words = words_on(visitor().get(page(tournament, "draws")))
        assert "replaced · number 0471" in words
        assert "drawn again · number 0472" in words

    def test_players_that_change_after_a_draw_are_shown(self, club: Club) -> None:
        tournament = make_contest(club, teams=6)
        start_round(tournament, seed=13)
        address = page(tournament, "draws")
        assert "the players of these numbers" not in words_on(visitor().get(address))
        for number, names in ((2, ("Ada", "Bo")), (3, ("Cy", "Di"))):
            changed = NewEntry(names=names)
            change_entry(tournament_id=tournament.pk, number=number, changed=changed, **at(1))
        assert "these numbers were changed: 2, 3" in words_on(visitor().get(address))

    def test_club_teams_that_change_after_a_draw_are_shown(self, club: Club) -> None:
        contest = make_meetings(club, LEAGUE)
        play_phased(contest, rounds=1)
        address = page(contest, "draws")
        assert "the club teams were changed" not in words_on(visitor().get(address))
        meetings = Tournament.objects.get(pk=contest.pk).format.meetings
        assert meetings
        first, second, *others = meetings.squads
        exchanged = replace(first, name=second.name), replace(second, name=first.name)
        set_meetings(
            tournament_id=contest.pk,
            meetings=replace(meetings, squads=(*exchanged, *others)),
            **at(1),
        )
        assert "After this draw the club teams were changed" in words_on(visitor().get(address))

    def test_a_mirror_shows_what_the_other_computer_announced(self, club: Club) -> None:
        tournament = make_contest(club, teams=6)
        DrawSecrets.objects.all().delete()
        assert "The next draw" not in words_on(visitor().get(page(tournament, "draws")))
        Tournament.objects.update(is_mirror=True)
        words = words_on(visitor().get(page(tournament, "draws")))
        assert announced_secret(tournament) in words

    @pytest.mark.parametrize(
        ("prizes", "is_shown"), [("Draw: cup", True), ("1st: cup", False)], ids=["lots", "none"]
    )
    def test_after_the_end_secrets_are_for_prizes_among_those_present(
        self, club: Club, prizes: str, is_shown: bool
    ) -> None:
        tournament = make_contest(club, teams=4, rounds=1, hands=1)
        play_round(tournament)
        assert "The next draw" in words_on(visitor().get(page(tournament, "draws")))
        set_list(tournament, prizes)
        finish_tournament(tournament_id=tournament.pk, **at(9))
        shown = words_on(visitor().get(page(tournament, "draws")))
        assert ("The next draw" in shown) is is_shown

    def test_what_an_old_log_does_not_say_is_not_said(self, club: Club) -> None:
        tournament = make_contest(club, teams=4)
        start_round(tournament, seed=13)
        drawn = tournament.log.get(kind=LogEntry.Kind.DRAWN)
        del drawn.data["typed"]
        drawn.save(update_fields=["data"])
        words = words_on(visitor().get(page(tournament, "draws")))
        assert "the log of that time does not say whether it was typed" in words
