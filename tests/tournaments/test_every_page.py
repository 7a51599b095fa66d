"""Every page of a contest in every state that halls bring about."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.engine.hand import HandEntry, Seat
from scorekeeper.models import Club
from tests.contest import (
    entry_of,
    games_of,
    make_contest,
    play,
    play_round,
    start_round,
    write_hand,
)
from tests.meetings import CUP, LEAGUE, make_meetings
from tests.pages import count_queries, member_of, visitor, words_on
from tests.phased import (
    KNOCKOUT,
    POOLS,
    TWO_OF_EACH,
    WHOLE,
    make_phased,
    play_phased,
    play_tables,
)
from tests.table import NOW, SCORER, make_club
from tests.tournaments.extensions.prizes.lists import set_list
from tournaments.contests.services import finish_tournament
from tournaments.entries.services.withdrawals import withdraw_entry
from tournaments.models import Tournament
from tournaments.rounds.services import draw_round
from tournaments.tables.services import TableSlip, close_round, record_table_slip

pytestmark = pytest.mark.django_db

CONTEST_PAGES = (
    "tournament-detail",
    "tournament-edit",
    "tournament-rules",
    "tournament-log",
    "announcement",
    "request-list",
    "poster",
    "entry-list",
    "entry-new",
    "entry-paste",
    "entry-join",
    "entry-cards",
    "entry-checkin",
    "till",
    "till-count",
    "till-prices",
    "substitute-list",
    "draw-new",
    "phases",
    "bracket",
    "squads",
    "meeting-list",
    "code-list",
    "call-list",
    "message-list",
    "device-list",
    "sanctions",
    "sanction-list",
    "ranking",
    "prizes",
    "prizes-read",
    "prizes-edit",
    "prize-new",
    "lot-new",
    "export-list",
    "newspaper",
    "newspaper-file",
    "results-poster",
)
ENTRY_PAGES = ("entry-edit", "entry-withdraw", "entry-substitute", "till-account")
ROUND_PAGES = (
    "draw-detail",
    "draw-certificate",
    "draw-reseat",
    "round-detail",
    "round-close",
    "catch-up-new",
    "slip-desk",
    "table-sheets",
    "seat-list",
)
TABLE_PAGES = ("slip-edit", "sheet-ruling")
PUBLIC_PAGES = (
    *("board", "public", "public-receipt", "public-bracket", "public-meetings"),
    *("public-picture", "results", "contest-check"),
)


def empty(club: Club) -> Tournament:
    return make_contest(club, teams=0)


def one_team(club: Club) -> Tournament:
    return make_contest(club, teams=1)


def drawn(club: Club) -> Tournament:
    tournament = make_contest(club, teams=5, hands=2)
    draw_round(tournament_id=tournament.pk, seed=3, author=SCORER, now=NOW)
    return tournament


def three_teams(club: Club) -> Tournament:
    tournament = make_contest(club, teams=3, hands=2)
    play_round(tournament)
    play_round(tournament, seed=2)
    return tournament


def stopped_in_a_round(club: Club) -> Tournament:
    tournament = make_contest(club, teams=7, hands=3)
    play_round(tournament)
    first, second, third = games_of(start_round(tournament, seed=2))
    play(first)
    write_hand(second.game, HandEntry(taker=Seat.B1, card_points=162))
    number = third.seats.get(side="A").entry.number
    withdraw_entry(tournament_id=tournament.pk, number=number, from_round=2, author=SCORER, now=NOW)
    return tournament


def kept_to_check(club: Club) -> Tournament:
    tournament = make_contest(club, teams=4, hands=2, rounds=1)
    for match in games_of(start_round(tournament)):
        slip = TableSlip(hands=2, total_a=300, total_b=1)
        record_table_slip(match_id=match.pk, slip=slip, author=SCORER, now=NOW, keep_to_check=True)
    return tournament


def melee(club: Club) -> Tournament:
    tournament = make_contest(club, teams=10, hands=2, mode=Tournament.Mode.MELEE)
    play_round(tournament)
    start_round(tournament, seed=2)
    return tournament


def finished(club: Club) -> Tournament:
    tournament = make_contest(club, teams=4, hands=2, rounds=1)
    set_list(tournament, "Ham\nWine\nDraw: cup")
    play_round(tournament)
    return finish_tournament(tournament_id=tournament.pk, author=SCORER, now=NOW)


def in_pools(club: Club) -> Tournament:
    tournament = make_phased(club, POOLS, TWO_OF_EACH, teams=7)
    play_phased(tournament, rounds=1)
    draw_round(tournament_id=tournament.pk, author=SCORER, now=NOW)
    return tournament


def in_brackets(club: Club) -> Tournament:
    tournament = make_phased(club, POOLS, TWO_OF_EACH, teams=7)
    play_phased(tournament, rounds=3)
    playing = start_round(tournament)
    play_tables(playing, lambda *_numbers: (WHOLE // 2, WHOLE // 2))
    close_round(round_id=playing.pk, author=SCORER, now=NOW)
    return tournament


def played_out(club: Club) -> Tournament:
    tournament = make_phased(club, KNOCKOUT, teams=5)
    play_phased(tournament, rounds=3)
    return finish_tournament(tournament_id=tournament.pk, author=SCORER, now=NOW)


def club_teams_in_a_cup(club: Club) -> Tournament:
    tournament = make_meetings(club, CUP, pairs=2, reserve=1)
    withdraw_entry(tournament_id=tournament.pk, number=1, from_round=1, author=SCORER, now=NOW)
    withdraw_entry(tournament_id=tournament.pk, number=2, from_round=1, author=SCORER, now=NOW)
    playing = start_round(tournament)
    play_tables(playing, lambda *_numbers: (WHOLE // 2, WHOLE // 2))
    return tournament


def club_teams_in_a_league(club: Club) -> Tournament:
    tournament = make_meetings(club, LEAGUE, pairs=2)
    play_phased(tournament, rounds=2)
    draw_round(tournament_id=tournament.pk, author=SCORER, now=NOW)
    return tournament


STATES = (
    empty,
    one_team,
    drawn,
    three_teams,
    stopped_in_a_round,
    kept_to_check,
    melee,
    finished,
    in_pools,
    in_brackets,
    played_out,
    club_teams_in_a_cup,
    club_teams_in_a_league,
)


def addresses(tournament: Tournament) -> list[str]:
    """Return every page that an organiser can open."""
    pk = tournament.pk
    found = [reverse(f"tournaments:{name}", args=[pk]) for name in CONTEST_PAGES]
    for number in tournament.entries.values_list("number", flat=True)[:3]:
        found += [reverse(f"tournaments:{name}", args=[pk, number]) for name in ENTRY_PAGES]
    for played in tournament.rounds.all():
        found += [reverse(f"tournaments:{name}", args=[pk, played.number]) for name in ROUND_PAGES]
        if tournament.meetings and not played.is_drawn:
            found.append(reverse("tournaments:meeting-sheets", args=[pk, played.number]))
            meeting = reverse("tournaments:meeting-detail", args=[pk, played.number, 2])
            found += [meeting, reverse("tournaments:line-up", args=[pk, 2])]
        for match in games_of(played):
            place = [pk, played.number, match.table_number]
            found += [reverse(f"tournaments:{name}", args=place) for name in TABLE_PAGES]
            found.append(reverse("scorekeeper:game-detail", args=[match.game_id]))
    for what in ("ranking", "results", "hands"):
        for kind in ("csv", "xlsx"):
            found.append(reverse("tournaments:export-file", args=[pk, what, kind]))
    return found


def public_addresses(tournament: Tournament) -> list[str]:
    """Return every page that anybody can open."""
    found = [reverse(f"tournaments:{name}", args=[tournament.token]) for name in PUBLIC_PAGES]
    for number in tournament.entries.values_list("number", flat=True)[:3]:
        found.append(reverse("tournaments:public-entry", args=[tournament.token, number]))
    for code in tournament.codes.all():
        found.append(reverse("tournaments:table-open", args=[code.token]))
    if tournament.meetings:
        found.append(reverse("tournaments:public-meeting", args=[tournament.token, 1, 2]))
        for name in ("table-open", "table-call"):
            found.append(reverse(f"tournaments:{name}", args=[code.token]))
    return found


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_every_page_opens(state: Callable[[Club], Tournament]) -> None:
    club = make_club()
    tournament = state(club)
    member = member_of(club)
    for address in [*addresses(tournament), *public_addresses(tournament)]:
        answer = member.get(address, follow=True)
        assert answer.status_code == 200, address
    somebody = visitor()
    for address in public_addresses(tournament):
        assert somebody.get(address, follow=True).status_code == 200, address


def is_refused(client: Client, address: str) -> bool:
    answer = client.get(address)
    return answer.status_code == 404 or (
        answer.status_code == 302 and "/login/" in answer.headers["Location"]
    )


def test_strangers_and_other_clubs_see_no_organisers_page() -> None:
    club = make_club()
    tournament = stopped_in_a_round(club)
    stranger, neighbour = visitor(), member_of(make_club("Les voisins"), "voisine")
    for address in addresses(tournament):
        assert is_refused(stranger, address), address
        assert neighbour.get(address).status_code == 404, address


GROWING = (
    "tournament-detail",
    "entry-list",
    "entry-checkin",
    "till",
    "ranking",
    "prizes",
    "export-list",
    "tournament-log",
)


def test_no_page_asks_more_of_the_database_as_teams_grow() -> None:
    club = make_club()
    member = member_of(club)
    counts = []
    for teams in (6, 24):
        tournament = make_contest(club, teams=teams, hands=1, name=f"Contest of {teams}")
        play_round(tournament)
        started = start_round(tournament, seed=2)
        play(games_of(started)[0])
        pages = [reverse(f"tournaments:{name}", args=[tournament.pk]) for name in GROWING]
        pages += [
            reverse(f"tournaments:{name}", args=[tournament.pk, 2])
            for name in ("round-detail", "draw-detail", "round-close", "table-sheets", "seat-list")
        ]
        pages += [reverse(f"tournaments:{name}", args=[tournament.token]) for name in PUBLIC_PAGES]
        pages += [
            reverse("tournaments:export-file", args=[tournament.pk, what, "csv"])
            for what in ("ranking", "results", "hands")
        ]

        def look(page: str) -> int:
            return count_queries(lambda: b"".join(member.get(page)))

        for page in pages:
            member.get(page)  # sessions and kept rankings aside
        counts.append({page.replace(str(tournament.pk), "N"): look(page) for page in pages})
    small, large = (sorted(count.values()) for count in counts)
    assert large == small


def test_five_hundred_and_one_teams_are_drawn_played_and_ranked() -> None:
    club = make_club()
    tournament = make_contest(club, teams=501, hands=1, rounds=2)
    playing = start_round(tournament)
    assert len(games_of(playing)) == 250
    for match in games_of(playing)[:3]:
        play(match)
    member = member_of(club)
    page = member.get(reverse("tournaments:round-detail", args=[tournament.pk, 1]))
    assert page.status_code == 200
    close_round(round_id=playing.pk, author=SCORER, now=NOW)
    exempt = playing.seats.get(kind="exempt").entry
    second = start_round(tournament, seed=2)
    assert second.seats.get(kind="exempt").entry != exempt
    ranking = member.get(reverse("tournaments:ranking", args=[tournament.pk]), {"whole": "1"})
    assert entry_of(tournament, 501).title in words_on(ranking).replace("&amp;", "&")
