"""Databases of earlier versions are brought up to date with what is in them."""

import uuid
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from scorekeeper.documents.queries import document_of_evening
from scorekeeper.documents.verifying import read_evening
from scorekeeper.engine.choices import PenaltyMarks
from scorekeeper.engine.hand import (
    Contract,
    Declaration,
    DeclarationKind,
    HandEntry,
    Multiplier,
    Seat,
    Side,
)
from scorekeeper.evenings.services import close_evening, open_evening, set_attendance
from scorekeeper.models import (
    AccountSession,
    Club,
    Evening,
    GameSeat,
    Hand,
    Membership,
    Player,
)
from scorekeeper.models.hands import hand_tag
from scorekeeper.rules.queries import preset_choice
from tests.contest import games_of, make_contest, play, play_round, start_round, write_hand
from tests.stepping import Story, brought_up_from
from tests.table import NOW, SCORER, make_club, make_game, make_member, takes, write
from tests.tournaments.extensions.prizes.before import brought_in_with_a_list
from tests.tournaments.extensions.prizes.lists import set_list
from tournaments.audit_log.log import append
from tournaments.audit_log.payments import book_of
from tournaments.audit_log.queries.documents import document_of, document_text
from tournaments.audit_log.queries.logs import verify_tournament
from tournaments.cash.book import What
from tournaments.doctor.examine import examine
from tournaments.entries.services.substitutes import Substitute, substitute
from tournaments.extensions.prizes.queries import prizes_of
from tournaments.extensions.till.services import NewLine, write_line
from tournaments.models import (
    LogEntry,
    Match,
    Rating,
    SheetVerdict,
    Tournament,
)
from tournaments.ratings.services import rate_what_changed
from tournaments.tables.services import accept_sheet, close_round, say_of_sheet
from tournaments.wishes.services import WishedGroup, keep_apart


def what_was_said_of_sheets_before_it_had_keys_still_stands(club: Club) -> Story:
    match = games_of(start_round(make_contest(club, teams=4, hands=2)))[0]
    play(match)
    receipt = Match.objects.get(pk=match.pk).receipt
    accept_sheet(match_id=match.pk, side=Side.A, receipt=receipt, author=SCORER, now=NOW)
    before = SheetVerdict.objects.filter(match=match).values().get()
    yield None
    assert SheetVerdict.objects.filter(match=match).values().get() == before
    is_new = say_of_sheet(
        match_id=match.pk,
        side=Side.A,
        receipt=receipt,
        claim=None,
        author=SCORER,
        now=NOW,
        key=uuid.UUID(int=1),
    )
    assert not is_new
    assert match.sent_verdicts.count() == 1


def a_log_written_before_goes_on_from_its_last_line(club: Club) -> Story:
    contest = make_contest(club, teams=4, hands=2)
    match, other = games_of(start_round(contest))
    play(match)
    last = contest.log.latest("number")
    yield None
    found = Tournament.objects.get(pk=contest.pk)
    assert (found.version, found.log_hash) == (last.number, last.hash)
    play(other)
    assert verify_tournament(found).is_whole
    assert [found.text for found in examine([club]).findings] == []


def put(phone: Client, match: Match, key: uuid.UUID, number: int, entry: dict[str, Any]) -> Any:
    """Send a hand as a phone at the table does."""
    address = f"/api/v1/games/{match.game_id}/hands/{key}"
    body = {"number": number, "entry": entry}
    return phone.put(address, body, content_type="application/json")


def contests_drawn_before_there_were_wishes_go_on_with_some(club: Club) -> Story:
    contest = make_contest(club, teams=4, hands=2, rounds=2)
    playing = start_round(contest)
    before = document_of(contest)
    yield None
    found = Tournament.objects.get(pk=contest.pk)
    assert document_of(found) == before
    assert found.wishes_made is None
    assert found.tables_there.spans == ()
    for match in games_of(playing):
        play(match)
    close_round(round_id=playing.pk, author=SCORER, now=NOW)
    group = WishedGroup(kind="couple", name="", entrants=(1, 2), rounds=0)
    keep_apart(tournament_id=found.pk, group=group, author=SCORER, now=NOW)
    assert start_round(found, seed=2).draw_certificate.version == 3
    assert verify_tournament(Tournament.objects.get(pk=contest.pk)).is_whole
    assert [found.text for found in examine([club]).findings] == []


def hands_sent_before_are_known_when_they_are_sent_again(club: Club) -> Story:
    match = games_of(start_round(make_contest(club, teams=4, hands=5)))[0]
    code = match.round.tournament.codes.get(number=match.table_number or 0)
    phone = Client(headers={"authorization": f"Bearer {code.token}"})
    hand = {"taker": "A1", "card_points": 92}
    sent = [(uuid.uuid4(), number, hand) for number in (1, 1, 2)]
    corrected = {"number": 2, "entry": {**hand, "card_points": 100}}

    def send() -> list[tuple[str, int]]:
        answers = [put(phone, match, *one).json() for one in sent]
        return [(answer["done"], len(answer["sheet"]["hands"])) for answer in answers]

    assert [done for done, _count in send()] == ["recorded", "same", "recorded"]
    tag = phone.get(f"/api/v1/games/{match.game_id}").json()["hands"][1]["tag"]
    address = f"/api/v1/games/{match.game_id}/hands/{sent[2][0]}"
    body = {**corrected, "base": tag}
    assert phone.put(address, body, content_type="application/json").status_code == 200
    yield None
    assert send() == [("same", 2)] * 3
    assert examine([club]).findings == []


def ratings_of_before_are_computed_anew(club: Club) -> Story:
    ratings = Rating.objects.filter(player__club=club)
    contest = make_contest(club, teams=4, hands=2)
    play_round(contest)
    assert rate_what_changed(club) == 2
    before = list(ratings.order_by("player").values_list("player", "mu", "sigma", "games"))
    yield lambda: ratings.update(mu=40, sigma=1)
    assert not ratings.exists()
    assert rate_what_changed(club) == 2
    found = ratings.order_by("player").values_list("player", "mu", "sigma", "games")
    assert list(found) == before
    assert Club.objects.get(pk=club.pk).together_from is None
    assert {player.licence for player in Player.objects.filter(club=club)} == {""}


def in_a_contest_of_before_whoever_sat_there_is_who_sits_there_now(club: Club) -> Story:
    contest = make_contest(club, teams=4, hands=2)
    play(games_of(start_round(contest))[0])
    document = document_of(Tournament.objects.get(pk=contest.pk))
    seats = list(GameSeat.every.filter(game__club=club).order_by("pk").values())
    yield None
    found = Tournament.objects.get(pk=contest.pk)
    assert document_of(found) == document
    assert list(GameSeat.every.filter(game__club=club).order_by("pk").values()) == seats
    assert verify_tournament(found).is_whole
    assert [found.text for found in examine([club]).findings] == []
    wanted = Substitute(place=1, name="Nadia", from_round=1, from_hand=2)
    substitute(tournament_id=contest.pk, number=1, wanted=wanted, author=SCORER, now=NOW)
    assert verify_tournament(Tournament.objects.get(pk=contest.pk)).is_whole


def evenings_of_before_get_a_key_and_tell_what_was_done(club: Club) -> Story:
    evening = open_evening(
        club=club, name="Friday", date=NOW.date(), ruleset_key="contest", now=NOW
    )
    set_attendance(evening=evening, players=(), new_names=["Zoé"], now=NOW)
    write(make_game(club, evening=evening), takes(Seat.A1, 92))
    close_evening(evening=evening, now=NOW)
    yield None
    found = Evening.objects.get(pk=evening.pk)
    assert [act["act"] for act in found.acts] == ["opened", "closed"]
    assert sorted(found.attendances.values_list("name", flat=True)) == [
        "Anne",
        "Bruno",
        "Chloé",
        "David",
        "Zoé",
    ]
    document = document_of_evening(found)
    assert read_evening(document.text()) == document


def who_had_paid_before_there_was_a_till_has_paid_the_fee(club: Club) -> Story:
    contest = make_contest(club, teams=4, hands=2, fee_cents=1_000)
    for has_paid, numbers in ((True, [1, 2, 3]), (False, [3])):
        # As the versions before wrote it: of amounts they said nothing.
        data = {"numbers": numbers, "paid": has_paid}
        append(contest, LogEntry.Kind.PAID, data, author=SCORER, now=NOW)
        contest.entries.filter(number__in=numbers).update(has_paid=has_paid)
    before = document_of(Tournament.objects.get(pk=contest.pk))
    yield None
    found = Tournament.objects.get(pk=contest.pk)
    assert document_text(document_of(found)) == document_text(before)
    assert "purse" not in document_text(before)
    book = book_of(found)
    assert [book.moved(line) for line in book.lines] == [1_000, 1_000, 1_000, -1_000]
    assert book.cash == 2_000
    line = NewLine(what=What.REFUND, cents=300, entry=1)
    write_line(tournament_id=found.pk, line=line, author=SCORER, now=NOW)
    assert verify_tournament(Tournament.objects.get(pk=contest.pk)).is_whole
    assert [found.text for found in examine([club]).findings] == []


def capots_that_takers_suffered_before_are_counted_as_failed(club: Club) -> Story:
    match = games_of(start_round(make_contest(club, teams=4, hands=2)))[0]
    assert match.game
    write_hand(match.game, HandEntry(taker=Seat.A1, card_points=0, capot=Side.B))
    write_hand(match.game, HandEntry(taker=Seat.B2, card_points=162, capot=Side.B))
    before = document_of(match.round.tournament)
    yield lambda: GameSeat.every.filter(game=match.game).update(failed=0)
    failed = dict(match.game.seats.values_list("seat", "failed"))
    assert failed == {"A1": 1, "A2": 0, "B1": 0, "B2": 0}
    assert document_of(Tournament.objects.get(pk=match.round.tournament_id)) == before
    assert [found.text for found in examine([club]).findings] == []


def hands_of_before_are_the_same(club: Club) -> Story:
    coinche = preset_choice("coinche_ffb")
    house = replace(coinche.ruleset, penalty_marks=PenaltyMarks.BASE_AND_BID)
    game = make_game(club, choice=replace(coinche, ruleset=house))
    old = Declaration(side=Side.A, kind=DeclarationKind.CENT)
    bid = Contract(bid=100, multiplier=Multiplier.PLAIN)
    (hand,) = write(game, replace(takes(Seat.A1, 92), contract=bid, declarations=(old,)))
    before, tag = hand.entry, hand_tag(hand)
    yield None
    after = Hand.objects.get(pk=hand.pk)
    assert (after.entry, hand_tag(after)) == (before, tag)
    assert after.further_belotes == []


def who_was_signed_in_before_is_listed(club: Club) -> Story:
    person = make_member(club)
    client, stale = Client(), Client()
    for browser in (client, stale):
        browser.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    session = stale.session
    session["_auth_user_hash"] = "of the password before"
    session.save()
    yield None
    found = AccountSession.objects.get(user=person)
    assert (found.session_id, found.user) == (client.session.session_key, person)
    assert found.seen_at <= timezone.now()


def stored_members_keep_what_they_could_do(one: Club) -> Story:
    two, three, four = (make_club(name) for name in ("Deux", "Trois", "Quatre"))
    first, second = make_member(one, "first"), make_member(one, "second")
    helper, chief = make_member(two, "helper"), make_member(two, "chief")
    User.objects.filter(pk=chief.pk).update(is_superuser=True)
    late, early = make_member(three, "late"), make_member(three, "early")
    Membership.objects.filter(user=early).update(created_at=NOW - timedelta(days=9))
    shut, open_one = make_member(four, "shut"), make_member(four, "open")
    User.objects.filter(pk=shut.pk).update(is_superuser=True, is_active=False)
    yield None
    members = Membership.objects.filter(club__in=(one, two, three, four)).select_related("user")
    roles = {m.user: m.role for m in members}
    owners, organisers = {first, chief, early, open_one}, {second, helper, late, shut}
    assert roles == dict.fromkeys(owners, "owner") | dict.fromkeys(organisers, "organiser")


def whoever_was_shown_by_initials_before_has_no_page(club: Club) -> Story:
    Player.objects.create(club=club, name="Anne Petit", shown="initials", created_at=NOW)
    Player.objects.create(club=club, name="Bruno", created_at=NOW)
    yield None
    pages = dict(Player.objects.filter(club=club).values_list("name", "has_page"))
    assert pages == {"Anne Petit": False, "Bruno": True}


def a_database_of_before_opens_with_its_prizes(club: Club) -> Story:
    tournament = brought_in_with_a_list(club)
    before = document_of(tournament)
    yield None
    found = Tournament.objects.get(pk=tournament.pk)
    assert document_of(found) == before
    assert {(one.label, one.numbers, one.what) for one in prizes_of(found).won} == {
        ("Place 1", (1,), "Ham"),
        ("Place 2", (3,), "Wine"),
        ("The last", (2,), "Ladle"),
    }
    assert verify_tournament(set_list(found, "1er ham")).is_whole


STORIES = (
    what_was_said_of_sheets_before_it_had_keys_still_stands,
    a_log_written_before_goes_on_from_its_last_line,
    contests_drawn_before_there_were_wishes_go_on_with_some,
    hands_sent_before_are_known_when_they_are_sent_again,
    ratings_of_before_are_computed_anew,
    in_a_contest_of_before_whoever_sat_there_is_who_sits_there_now,
    evenings_of_before_get_a_key_and_tell_what_was_done,
    who_had_paid_before_there_was_a_till_has_paid_the_fee,
    capots_that_takers_suffered_before_are_counted_as_failed,
    hands_of_before_are_the_same,
    who_was_signed_in_before_is_listed,
    stored_members_keep_what_they_could_do,
    whoever_was_shown_by_initials_before_has_no_page,
    a_database_of_before_opens_with_its_prizes,
)


@pytest.fixture(scope="module")
def brought_up(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[Mapping[str, Story]]:
    """Yield the rest of each story, of a database that came from the first versions."""
    with (
        django_db_blocker.unblock(),
        brought_up_from(
            "scorekeeper.0006_sent_hands", "tournaments.0002_seasons", stories=STORIES
        ) as begun,
    ):
        yield begun


@pytest.mark.django_db
@pytest.mark.parametrize("story", [story.__name__ for story in STORIES])
def test_a_database_of_the_first_versions(brought_up: Mapping[str, Story], story: str) -> None:
    assert next(brought_up[story], None) is None
