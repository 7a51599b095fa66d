"""Databases of earlier versions are brought up to date with what is in them."""

import uuid
from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.pages.players import player_lines
from scorekeeper.documents.pages import document_of_evening
from scorekeeper.documents.verifying import read_evening
from scorekeeper.engine.hand import HandEntry, Seat, Side
from scorekeeper.evenings.services import close_evening, open_evening, set_attendance
from scorekeeper.models import Club, Evening, GameSeat, Player
from tests.contest import games_of, make_contest, play, play_round, start_round, write_hand
from tests.pages import words_on
from tests.phased import make_phased, play_phased
from tests.stepping import bring_up_from
from tests.table import NOW, SCORER, make_game, takes, write
from tests.tournaments.fixtures.meetings import make_season, slip, table, with_calendar
from tournaments.audit.pages.documents import document_of, document_text
from tournaments.audit.pages.verification import verify_tournament
from tournaments.cash.book import What
from tournaments.course.phases import Phase, PhaseKind
from tournaments.doctor.examine import examine
from tournaments.entries.services.substitutes import Substitute, substitute
from tournaments.entries.services.withdrawals import start_catch_up
from tournaments.fixtures import services
from tournaments.fixtures.pages.results import worth_of
from tournaments.ledger.log import append
from tournaments.ledger.money import book_of
from tournaments.linked.services.pairing import add_computer
from tournaments.models import (
    ArrivedContest,
    ArrivedEvening,
    Fixture,
    HallComputer,
    LogEntry,
    Match,
    MatchSeat,
    Rating,
    Season,
    SheetVerdict,
    Tournament,
)
from tournaments.ratings.services import rate_what_changed
from tournaments.seasons.services import create_season
from tournaments.setup.services import finish_tournament, resume_tournament
from tournaments.standings.brackets import BEFORE, VERSION
from tournaments.tables.services.rounds import close_round
from tournaments.tables.services.signatures import accept_sheet, say_of_sheet
from tournaments.till.services import NewLine, write_line
from tournaments.wishes.services import WishedGroup, keep_apart


@pytest.mark.django_db(transaction=True)
def test_what_was_said_of_sheets_before_it_had_keys_still_stands(club: Club) -> None:
    match = games_of(start_round(make_contest(club, teams=4, hands=2)))[0]
    play(match)
    receipt = Match.objects.get(pk=match.pk).receipt
    accept_sheet(match_id=match.pk, side=Side.A, receipt=receipt, author=SCORER, now=NOW)
    before = SheetVerdict.objects.values().get()
    bring_up_from("tournaments.0002_seasons")
    assert SheetVerdict.objects.values().get() == before
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


@pytest.mark.django_db(transaction=True)
def test_a_log_written_before_goes_on_from_its_last_line(club: Club) -> None:
    contest = make_contest(club, teams=4, hands=2)
    match, other = games_of(start_round(contest))
    play(match)
    last = contest.log.latest("number")
    bring_up_from("tournaments.0006_phones_of_players")
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


@pytest.mark.django_db(transaction=True)
def test_contests_drawn_before_there_were_wishes_go_on_with_some(club: Club) -> None:
    contest = make_contest(club, teams=4, hands=2, rounds=2)
    playing = start_round(contest)
    before = document_of(contest)
    bring_up_from("tournaments.0008_linked_computers")
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


@pytest.mark.django_db(transaction=True)
def test_hands_sent_before_are_known_when_they_are_sent_again(club: Club) -> None:
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
    bring_up_from("scorekeeper.0009_belotes_at_all_trump")
    assert send() == [("same", 2)] * 3
    assert examine([club]).findings == []


@pytest.mark.django_db(transaction=True)
def test_ratings_of_before_are_computed_anew(club: Club) -> None:
    contest = make_contest(club, teams=4, hands=2)
    play_round(contest)
    assert rate_what_changed(club) == 2
    before = list(Rating.objects.order_by("player").values_list("player", "mu", "sigma", "games"))
    bring_up_from(
        "tournaments.0011_clubs_together", change=lambda: Rating.objects.update(mu=40, sigma=1)
    )
    assert not Rating.objects.exists()
    assert rate_what_changed(club) == 2
    found = Rating.objects.order_by("player").values_list("player", "mu", "sigma", "games")
    assert list(found) == before
    assert Club.objects.get(pk=club.pk).together_from is None
    assert {player.licence for player in Player.objects.all()} == {""}


@pytest.mark.django_db(transaction=True)
def test_in_a_contest_of_before_whoever_sat_there_is_who_sits_there_now(club: Club) -> None:
    contest = make_contest(club, teams=4, hands=2)
    play(games_of(start_round(contest))[0])
    document = document_of(Tournament.objects.get(pk=contest.pk))
    seats = list(GameSeat.objects.order_by("pk").values())
    bring_up_from("tournaments.0008_linked_computers", "scorekeeper.0014_passkeys")
    found = Tournament.objects.get(pk=contest.pk)
    assert document_of(found) == document
    assert list(GameSeat.every.order_by("pk").values()) == seats
    assert verify_tournament(found).is_whole
    assert [found.text for found in examine([club]).findings] == []
    wanted = Substitute(place=1, name="Nadia", from_round=1, from_hand=2)
    substitute(tournament_id=contest.pk, number=1, wanted=wanted, author=SCORER, now=NOW)
    assert verify_tournament(Tournament.objects.get(pk=contest.pk)).is_whole


@pytest.mark.django_db(transaction=True)
def test_evenings_of_before_get_a_key_and_tell_what_was_done(club: Club) -> None:
    evening = open_evening(
        club=club, name="Friday", date=NOW.date(), ruleset_key="contest", now=NOW
    )
    set_attendance(evening=evening, players=(), new_names=["Zoé"], now=NOW)
    write(make_game(club, evening=evening), takes(Seat.A1, 92))
    close_evening(evening=evening, now=NOW)
    bring_up_from("tournaments.0008_linked_computers", "scorekeeper.0014_passkeys")
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


@pytest.mark.django_db(transaction=True)
def test_who_had_paid_before_there_was_a_till_has_paid_the_fee(club: Club, member: Client) -> None:
    contest = make_contest(club, teams=4, hands=2, fee_cents=1_000)
    for has_paid, numbers in ((True, [1, 2, 3]), (False, [3])):
        # As the versions before wrote it: of amounts they said nothing.
        data = {"numbers": numbers, "paid": has_paid}
        append(contest, LogEntry.Kind.PAID, data, author=SCORER, now=NOW)
        contest.entries.filter(number__in=numbers).update(has_paid=has_paid)
    before = document_of(Tournament.objects.get())
    bring_up_from("tournaments.0019_substitutes_in_national_ratings")
    found = Tournament.objects.get(pk=contest.pk)
    assert document_text(document_of(found)) == document_text(before)
    assert "purse" not in document_text(before)
    book = book_of(found)
    assert [book.moved(line) for line in book.lines] == [1_000, 1_000, 1_000, -1_000]
    assert book.cash == 2_000
    line = NewLine(what=What.REFUND, cents=300, entry=1)
    write_line(tournament_id=found.pk, line=line, author=SCORER, now=NOW)
    assert verify_tournament(Tournament.objects.get()).is_whole
    assert [found.text for found in examine([club]).findings] == []


@pytest.mark.django_db(transaction=True)
def test_capots_that_takers_suffered_before_are_counted_as_failed(club: Club) -> None:
    match = games_of(start_round(make_contest(club, teams=4, hands=2)))[0]
    assert match.game
    write_hand(match.game, HandEntry(taker=Seat.A1, card_points=0, capot=Side.B))
    write_hand(match.game, HandEntry(taker=Seat.B2, card_points=162, capot=Side.B))
    before = document_of(match.round.tournament)
    bring_up_from(
        "scorekeeper.0021_second_computers",
        "tournaments.0026_announced_contests",
        change=lambda: GameSeat.objects.update(failed=0),
    )
    failed = dict(match.game.seats.values_list("seat", "failed"))
    assert failed == {"A1": 1, "A2": 0, "B1": 0, "B2": 0}
    assert document_of(Tournament.objects.get(pk=match.round.tournament_id)) == before
    assert [found.text for found in examine([club]).findings] == []


def sums(season: Season) -> tuple[int, int]:
    """Return the match points and the points of all fixed teams of a season together."""
    rows = table(season)["rows"]
    return sum(int(row["score"]) for row in rows), sum(row["points"] for row in rows)


@pytest.mark.django_db(transaction=True)
def test_a_season_of_fixed_teams_that_is_over_keeps_its_table(club: Club) -> None:
    years = {"starts_on": date(2020, 9, 1), "ends_on": date(2021, 8, 31)}
    over = make_season(club, teams=3, league="Before", bye_points=2, **years)
    running = make_season(club, teams=3, league="Now", bye_points=2, ends_on=date(9999, 8, 31))
    for season in (over, running):
        first, second, _third = with_calendar(season)
        slip(first, 300, 186, hands=3)
        services.forfeit(fixture_id=second.pk, absent=Fixture.Forfeit.AWAY)
    bring_up_from("tournaments.0027_capots_that_fail")
    assert sums(running) == (3 + 3 + 2 + 2, 300 + 186 + 275)
    assert sums(over) == (3 + 3, 300 + 186 + 1100)
    services.freeze_fixtures(season_id=over.pk, now=NOW)
    assert sums(over) == (3 + 3, 300 + 186 + 1100)
    following = create_season(
        league=over.league,
        name="2021–2022",
        starts_on=date(2021, 9, 1),
        ends_on=date(2022, 8, 31),
        now=NOW,
    )
    assert worth_of(following).bye == 2


@pytest.mark.django_db(transaction=True)
def test_an_unused_catch_up_table_of_before_is_told_by_the_log(club: Club) -> None:
    contest = make_contest(club, teams=3, hands=2)
    published = start_round(contest)
    play(games_of(published)[0], [90, 90])
    alone = published.seats.get(kind=MatchSeat.Kind.EXEMPT).entry.number
    done = games_of(published)[0].seats.order_by("side")[0].entry.number
    start_catch_up(round_id=published.pk, side_a=[alone], side_b=[done], author=SCORER, now=NOW)
    # As the versions before wrote it: who plays there for nothing had a seat as at any table.
    seat = MatchSeat.objects.filter(counts=False)
    assert seat.update(kind=MatchSeat.Kind.PLAYED) == 1
    assert not verify_tournament(Tournament.objects.get()).is_whole
    bring_up_from("tournaments.0029_days_off")
    found = Tournament.objects.get()
    assert verify_tournament(found).is_whole
    assert [found.text for found in examine([club]).findings] == []
    assert found.bracket_version == 1


@pytest.mark.django_db(transaction=True)
def test_a_contest_that_ended_keeps_the_reading_of_its_brackets_in_the_log(club: Club) -> None:
    course = Phase(kind=PhaseKind.KNOCKOUT, rounds=1)
    ended, opened = (make_phased(club, course, teams=2) for _ in range(2))
    for contest in (ended, opened):
        play_phased(contest, rounds=1)
        finish_tournament(tournament_id=contest.pk, author=SCORER, now=NOW)
    resume_tournament(tournament_id=opened.pk, author=SCORER, now=NOW)
    before = document_of(Tournament.objects.get(pk=ended.pk))
    bring_up_from("tournaments.0029_days_off")
    found = dict(Tournament.objects.values_list("pk", "bracket_version"))
    assert found == {ended.pk: VERSION, opened.pk: BEFORE}
    assert document_of(Tournament.objects.get(pk=ended.pk)) == before
    assert [found.text for found in examine([club]).findings] == []


@pytest.mark.django_db(transaction=True)
def test_players_of_before_are_sorted_and_found(club: Club) -> None:
    Player.objects.bulk_create(
        Player(club=club, name=name, created_at=NOW) for name in ("Zoé Aubry", "Éric LE GOFF")
    )
    bring_up_from("scorekeeper.0027_capots_of_slips")
    assert [line.name for line in player_lines(club)] == ["Zoé Aubry", "Éric LE GOFF"]
    assert [line.name for line in player_lines(club, search="eric")] == ["Éric LE GOFF"]


@pytest.mark.django_db(transaction=True)
def test_of_documents_refused_before_the_last_of_each_computer_is_still_told(
    club: Club, member: Client
) -> None:
    """What waits for somebody's answer stays, and so does what stands on the server."""
    for name in ("Laptop", "Old laptop"):
        add_computer(club=club, name=name, now=NOW)
    computer, old = HallComputer.objects.order_by("pk")
    at = [NOW + timedelta(minutes=minute) for minute in range(4)]
    there = {"computer": computer, "tournament": make_contest(club, teams=0)}
    ArrivedContest.objects.create(**there, first_hash="0", refused="wrong", refused_at=at[3])
    for number, code in enumerate(("full", "no_document", "computer")):
        why = {"refused": code, "refused_at": at[number], "name": f"Contest {number}"}
        ArrivedContest.objects.create(computer=computer, first_hash=f"{number + 1}", **why)
    why = {"refused": "too_large", "refused_at": at[3], "name": "Evening"}
    ArrivedEvening.objects.create(computer=computer, key=uuid.UUID(int=1), **why)
    why["refused_at"] = at[0]
    ArrivedEvening.objects.create(computer=old, key=uuid.UUID(int=1), **why)
    bring_up_from("tournaments.0033_contests_and_winners")
    told = HallComputer.objects.order_by("pk").values_list("refused_name", "refused", "refused_at")
    assert list(told) == [("Evening", "too_large", at[3]), ("Evening", "too_large", at[0])]
    assert HallComputer.objects.filter(refused_key=f"{uuid.UUID(int=1)}").count() == 2
    left = ArrivedContest.objects.order_by("pk").values_list("first_hash", "refused")
    assert list(left) == [("0", "wrong"), ("3", "computer")]
    assert not ArrivedEvening.objects.exists()
    said = words_on(member.get(reverse("tournaments:hall-computers")))
    assert said.count("It is larger than a server takes") == 2
    assert "Contest 0" not in said
