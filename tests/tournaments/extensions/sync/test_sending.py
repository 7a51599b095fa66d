"""What is written in the hall is on the server once it can be reached: once, whole, or not at all.

Both installations are clubs of one database here: what one sends goes over a line that tests cut.
"""

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from scorekeeper import limited_json
from scorekeeper.clubs.services.players import add_players
from scorekeeper.limited_process import BusyError
from scorekeeper.models import Game, Player
from tests.contest import games_of, make_contest, play, play_round, start_round
from tests.pages import member_of, words_on
from tests.table import NOW, SCORER
from tests.tournaments.audit_log.replay.eventful import eventful_teams
from tests.tournaments.extensions.sync.line import ADDRESS, Cut, LineToServer, answer_of_a_fault
from tests.tournaments.extensions.sync.pair import Pair
from tournaments.audit_log.log import WrittenElsewhereError
from tournaments.audit_log.queries.documents import CODEC, document_of, document_text
from tournaments.audit_log.replay import untrusted
from tournaments.audit_log.replay.verification import verify_document
from tournaments.audit_log.services import store_document
from tournaments.contests.services import delete_tournament
from tournaments.entries.services.entries import NewEntry, add_entries
from tournaments.extensions.sync import kinds
from tournaments.extensions.sync.errors import ArrivalProblem, DocumentRefusal, ServerProblem
from tournaments.extensions.sync.kinds import KINDS
from tournaments.extensions.sync.labels import DOCUMENT_TROUBLES
from tournaments.extensions.sync.queries import sending_of
from tournaments.extensions.sync.server import Server
from tournaments.extensions.sync.services.arriving import CONTESTS, empty_contest
from tournaments.extensions.sync.services.pairing import (
    add_computer,
    end_computer,
    go_on_as,
    keep_apart,
    link_server,
)
from tournaments.extensions.sync.services.sending import try_again
from tournaments.extensions.sync.services.taking import go_on_here, prefer_hall
from tournaments.models import ArrivedContest, HallComputer, ServerLink, Tournament
from tournaments.people.services.names import anonymise_player

pytestmark = pytest.mark.django_db


def refusal(pair: Pair) -> str:
    return ArrivedContest.objects.get(computer__club=pair.there).refused


def test_a_contest_is_on_the_server_as_it_is_in_the_hall(pair: Pair) -> None:
    eventful_teams(pair.hall)
    pair.send()
    assert pair.has_everything()
    assert pair.arrived().is_mirror
    assert not list(KINDS[0].unsent(pair.link))


def test_what_did_not_change_is_not_sent_again(pair: Pair) -> None:
    make_contest(pair.hall, teams=4)
    assert len(pair.send().asked) == 1
    assert not pair.send().asked


def test_what_changed_goes_after_it(pair: Pair) -> None:
    tournament = make_contest(pair.hall, teams=4, rounds=2, hands=2)
    pair.send()
    address = pair.arrived().token
    for _round in range(2):
        play_round(tournament)
        pair.send()
        assert pair.has_everything()
    assert pair.arrived().token == address
    assert Game.objects.filter(club=pair.there).count() == 4


@pytest.mark.parametrize("cut", [Cut.BEFORE, Cut.WITHIN, Cut.AFTER])
def test_cut_anywhere_nothing_is_doubled_and_nothing_lost(pair: Pair, cut: Cut) -> None:
    tournament = make_contest(pair.hall, teams=4, rounds=2, hands=2)
    for _round in range(2):
        # As if the line had held until then: the document itself is cut.
        ServerLink.objects.update(trouble="")
        assert pair.send(cut).asked[0].startswith("PUT ")
        assert pair.link.trouble == ServerProblem.AWAY
        assert list(KINDS[0].unsent(pair.link)) == [tournament]
        play_round(tournament)
        pair.send(cut)
    pair.send()
    assert pair.has_everything()
    assert not pair.link.trouble
    assert Tournament.objects.filter(club=pair.there).count() == 1
    assert Game.objects.filter(club=pair.there).count() == 4


def test_without_a_line_no_document_is_made_again_and_again(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Tournament] = []

    def noted(one: Tournament) -> dict[str, Any]:
        made.append(one)
        return document_of(one)

    monkeypatch.setattr(kinds, "document_of", noted)
    tournament = make_contest(pair.hall, teams=4)
    pair.send(Cut.BEFORE)
    for _time in range(3):
        assert pair.send(Cut.BEFORE).asked == ["GET /hall/"]
        assert pair.link.trouble == ServerProblem.AWAY
    assert made == [tournament]
    pair.send()
    assert pair.has_everything()
    assert not pair.link.trouble


def test_a_computer_that_forgot_what_it_sent_sends_it_once_more(pair: Pair) -> None:
    make_contest(pair.hall, teams=4)
    pair.send()
    pair.link.contests.all().delete()
    pair.send()
    assert pair.has_everything()
    assert not list(KINDS[0].unsent(pair.link))


def test_nothing_is_written_on_the_server(pair: Pair) -> None:
    start_round(make_contest(pair.hall, teams=4, hands=2))
    pair.send()
    mirror = pair.arrived()
    with pytest.raises(WrittenElsewhereError):
        add_entries(
            tournament_id=mirror.pk,
            entries=[NewEntry(names=("Zoé", "Yann"))],
            author=SCORER,
            now=NOW,
        )
    with pytest.raises(WrittenElsewhereError):
        delete_tournament(tournament_id=mirror.pk)
    with pytest.raises(WrittenElsewhereError):
        play(games_of(mirror.rounds.get())[0])
    said = words_on(member_of(pair.there, "max").post(f"/contests/{mirror.pk}/finish/"))
    assert "Do it on the hall’s computer" in said
    assert pair.has_everything()


def test_an_older_copy_is_refused_until_somebody_decides(pair: Pair) -> None:
    tournament = make_contest(pair.hall, teams=4, rounds=2, hands=2)
    before = document_of(tournament)
    play_round(tournament)
    pair.send()
    newer = document_of(pair.arrived())
    go_back(pair, before)
    pair.send()
    assert refusal(pair) == DocumentRefusal.OLDER
    assert document_of(pair.arrived()) == newer
    shown = sending_of(pair.hall)
    assert shown
    assert "was an older copy restored here" in str(shown.refused[0].reason)

    prefer_hall(CONTESTS, arrived=ArrivedContest.objects.get())
    try_again(link=pair.link)
    pair.send()
    assert pair.has_everything()


def test_two_courses_of_one_contest_are_refused(pair: Pair) -> None:
    tournament = make_contest(pair.hall, teams=4, rounds=2, hands=2)
    before = document_of(tournament)
    play_round(tournament)
    pair.send()
    back = go_back(pair, before)
    play_round(back, seed=7)
    play_round(back, seed=8)
    pair.send()
    assert refusal(pair) == DocumentRefusal.PARTED

    go_on_here(CONTESTS, arrived=ArrivedContest.objects.get())
    try_again(link=pair.link)
    pair.send()
    assert refusal(pair) == DocumentRefusal.ELSEWHERE


@pytest.mark.parametrize("way", ["chosen", "computer ended"])
def test_who_preferred_the_hall_may_go_on_here_all_the_same(pair: Pair, way: str) -> None:
    make_contest(pair.hall, teams=4, rounds=2, hands=2)
    pair.send()
    prefer_hall(CONTESTS, arrived=ArrivedContest.objects.get())
    if way == "chosen":
        go_on_here(CONTESTS, arrived=ArrivedContest.objects.get())
    else:
        end_computer(computer=HallComputer.objects.get(), now=NOW)
    play_round(pair.arrived())
    document = json.loads(document_text(document_of(pair.arrived())))
    assert not verify_document(document, CODEC).problems


def go_back(pair: Pair, document: dict[str, Any]) -> Tournament:
    """Put an older copy of a contest back in the hall, as `restore` would."""
    tournament = Tournament.objects.get(club=pair.hall)
    empty_contest(tournament)
    store_document(tournament, json.loads(document_text(document)), now=NOW)
    return tournament


def test_a_document_that_was_changed_on_the_way_is_refused(pair: Pair) -> None:
    tournament = make_contest(pair.hall, teams=4)
    pair.send()
    assert refusal(pair) == ""
    tournament.log.filter(number=1).update(author_name="Somebody else")
    pair.link.contests.update(asked=0)
    pair.send()
    assert refusal(pair) == DocumentRefusal.WRONG


def test_a_player_is_found_once_and_remembered(pair: Pair) -> None:
    tournament = make_contest(pair.hall, teams=4)
    pair.send()
    name = tournament.entries.get(number=1).players.get(position=1).name
    known = Player.objects.get(club=pair.there, name=name)
    known.name = "Put right on the server"
    known.save()
    add_entries(
        tournament_id=tournament.pk,
        entries=[NewEntry(names=("Zoé", "Yann"))],
        author=SCORER,
        now=NOW,
    )
    pair.send()
    again = pair.arrived().entries.get(number=1).players.get(position=1)
    assert again.player == known
    assert not Player.objects.filter(club=pair.there, name=name).exists()


def test_a_player_who_was_merged_stays_the_one(pair: Pair) -> None:
    tournament = make_contest(pair.hall, teams=4)
    pair.send()
    name = tournament.entries.get(number=1).players.get(position=1).name
    kept = add_players(club=pair.there, names=["The same person"], now=NOW)["the same person"]
    Player.objects.filter(club=pair.there, name=name).update(merged_into=kept)
    play_round(tournament)
    pair.send()
    assert pair.arrived().entries.get(number=1).players.get(position=1).player == kept


def test_a_name_that_is_taken_out_for_ever_is_not_remembered(pair: Pair) -> None:
    tournament = make_contest(pair.hall, teams=4)
    pair.send()
    name = tournament.entries.get(number=1).players.get(position=1).name
    here, there = (Player.objects.get(club=club, name=name) for club in (pair.hall, pair.there))
    anonymise_player(player_id=here.pk, author=SCORER, now=NOW)
    pair.send()
    anonymise_player(player_id=there.pk, author=SCORER, now=NOW)
    assert HallComputer.objects.get().names.exists()
    assert not HallComputer.objects.get().names.filter(name=name).exists()


def test_a_computer_that_was_sent_away_sends_nothing_and_its_contests_go_on(pair: Pair) -> None:
    make_contest(pair.hall, teams=4)
    pair.send()
    end_computer(computer=HallComputer.objects.get(), now=NOW)
    assert not pair.arrived().is_mirror
    add_entries(
        tournament_id=Tournament.objects.get(club=pair.hall).pk,
        entries=[NewEntry(names=("Zoé", "Yann"))],
        author=SCORER,
        now=NOW,
    )
    pair.send()
    assert pair.link.trouble == ServerProblem.KEY
    assert not pair.has_everything()


@pytest.fixture
def twin(pair: Pair) -> HallComputer:
    """Connect the hall anew: what it sent before comes from another computer now."""
    make_contest(pair.hall, teams=4, rounds=2, hands=2)
    pair.send()
    key = add_computer(club=pair.there, name="Its twin", now=NOW)
    pair.server = Server(ADDRESS, key)
    pair.link = link_server(
        club=pair.hall, server=replace(pair.server, opener=LineToServer()), now=NOW
    )
    return HallComputer.objects.get(name="Its twin")


def other(computer: HallComputer) -> HallComputer:
    return HallComputer.objects.exclude(pk=computer.pk).get()


def test_a_contest_that_is_there_already_is_not_doubled(pair: Pair, twin: HallComputer) -> None:
    """Two computers with copies of one folder are both connected: one of them writes."""
    pair.send()
    assert Tournament.objects.filter(club=pair.there).count() == 1
    assert twin.contests.get().refused == DocumentRefusal.COMPUTER
    keep_apart(computer=twin)
    try_again(link=pair.link)
    pair.send()
    assert twin.contests.get().refused == DocumentRefusal.ELSEWHERE
    assert Tournament.objects.get(club=pair.there).arrived.computer == other(twin)


@pytest.mark.parametrize("was_ended", [False, True], ids=["still connected", "ended before"])
def test_the_same_computer_goes_on_under_its_new_connection(
    pair: Pair, twin: HallComputer, was_ended: bool
) -> None:
    if was_ended:
        end_computer(computer=other(twin), now=NOW)
        assert not pair.arrived().is_mirror
    pair.send()
    go_on_as(computer=twin, before=other(twin), now=NOW)
    play_round(Tournament.objects.get(club=pair.hall))
    # Without anybody's hand, once the pause is over.
    assert not pair.send().asked
    pair.send(later=timedelta(minutes=1))
    assert pair.has_everything()
    assert pair.arrived().is_mirror
    assert other(twin).ended_at


def test_what_went_on_here_is_not_given_back(pair: Pair, twin: HallComputer) -> None:
    """Somebody wrote on the server after the old connection was ended."""
    end_computer(computer=other(twin), now=NOW)
    play_round(pair.arrived())
    go_on_as(computer=twin, before=other(twin), now=NOW)
    pair.send()
    assert not pair.arrived().is_mirror
    assert twin.contests.get().refused == DocumentRefusal.ELSEWHERE


@pytest.mark.parametrize(
    ("fault", "trouble"),
    [
        (answer_of_a_fault(500), ArrivalProblem.FAILED),
        (answer_of_a_fault(502), ArrivalProblem.FAILED),
        (TimeoutError(), ArrivalProblem.SLOW),
        (ConnectionResetError(), ArrivalProblem.CUT),
        (answer_of_a_fault(406), ArrivalProblem.STRANGE),
    ],
    ids=["500", "502", "no answer", "broken", "a filter"],
)
def test_a_document_in_trouble_holds_up_no_other(
    pair: Pair, fault: Exception, trouble: ArrivalProblem
) -> None:
    make_contest(pair.hall, teams=4, name="In trouble")
    second = make_contest(pair.hall, teams=4, name="Behind it")
    first = Tournament.objects.get(name="In trouble").log.get(number=1).hash
    pair.send(faults={first: fault})
    assert pair.arrived().name == second.name
    assert not pair.link.trouble
    shown = sending_of(pair.hall)
    assert shown
    assert [one.name for one in shown.troubled] == ["In trouble"]
    assert shown.troubled[0].reason == DOCUMENT_TROUBLES[trouble]


def test_pauses_grow_between_the_tries_of_a_document(pair: Pair) -> None:
    make_contest(pair.hall, teams=4)
    fault = {"PUT": answer_of_a_fault(500)}
    tried = [
        minute
        for minute in range(200)
        if "PUT" in "".join(pair.send(later=timedelta(minutes=minute), faults=fault).asked)
    ]
    assert tried == [0, 1, 3, 7, 15, 31, 63, 123, 183]
    try_again(link=pair.link)
    pair.send(later=timedelta(minutes=200))
    assert pair.has_everything()
    assert pair.link.contests.get().trouble == ""


def test_a_server_that_is_busy_is_asked_again_each_minute(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It reads what another hall sent; nothing of this one is lost, and its pauses do not grow."""
    make_contest(pair.hall, teams=4)

    def busy(*_about: object) -> None:
        raise BusyError

    with monkeypatch.context() as patched:
        patched.setattr(limited_json, "READ_DIRECTLY", 0)
        patched.setattr(untrusted.CHILD, "answer_to", busy)
        tried = [
            minute
            for minute in range(6)
            if "PUT" in "".join(pair.send(later=timedelta(minutes=minute)).asked)
        ]
    assert tried == [*range(6)]
    shown = sending_of(pair.hall)
    assert shown
    assert [one.reason for one in shown.troubled] == [DOCUMENT_TROUBLES[ArrivalProblem.BUSY]]
    pair.send(later=timedelta(minutes=6))
    assert pair.has_everything()
    assert pair.link.contests.get().trouble == ""


def test_a_proxy_that_takes_nothing_so_large_is_told_as_such(pair: Pair) -> None:
    make_contest(pair.hall, teams=4)
    pair.send(faults={"PUT": answer_of_a_fault(413)})
    assert pair.link.contests.get().refused == DocumentRefusal.TOO_LARGE
