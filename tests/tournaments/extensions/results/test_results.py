"""Results on one page, on a poster, for the newspaper; the preview that messengers show."""

from dataclasses import replace
from datetime import date

import pytest
from django.test import Client
from django.utils import translation
from pytest_django import Settings

from scorekeeper.engine.hand import HandEntry, Seat
from scorekeeper.games.services.hands import HandInput, correct_hand
from scorekeeper.models import Club, Player
from tests.contest import (
    entry_of,
    games_of,
    make_contest,
    play,
    play_round,
    start_round,
    write_hand,
)
from tests.meetings import LEAGUE, make_meetings
from tests.pages import member_of, visitor, words_on
from tests.phased import make_phased, play_phased
from tests.table import NOW, SCORER
from tests.tournaments.extensions.entry_requests.asking import SPONSORS, announced, say
from tests.tournaments.extensions.prizes.lists import set_list
from tests.tournaments.people.named import player
from tournaments.audit_log.standings import contest_of
from tournaments.contests.services import finish_tournament, resume_tournament
from tournaments.entries.services.entries import NewEntry, add_entries
from tournaments.entries.services.substitutes import Substitute, substitute
from tournaments.entries.services.withdrawals import withdraw_entry
from tournaments.extensions.results.queries import newspaper_text, results_page
from tournaments.formats.phases import Phase, PhaseKind
from tournaments.hall.queries.public import contest_podium
from tournaments.models import Match, Tournament
from tournaments.tables.services import close_round, reopen_round

pytestmark = pytest.mark.django_db

TEAMS = (
    ("Anne Petit", "Paul Grand"),
    ("Rose Riou", "Ali Morvan"),
    ("Zoé Le Goff", "Max Tanguy"),
    ("Luc Salaün", "Ève Jaouen"),
)


LIST = """1er 2 hams, offert par Boucherie Le Gall
2e Wine
Dernier: 2 sausages
1re dame: Flowers"""


@pytest.fixture
def over(club: Club) -> Tournament:
    """Return a contest that is over: one is shown by initials, and the next is announced."""
    contest = make_contest(
        club,
        teams=0,
        hands=2,
        rounds=1,
        tags=("ladies",),
    )
    set_list(contest, LIST)
    entries = [
        NewEntry(names=names, tags=("ladies",) if "Zoé" in names[0] else ()) for names in TEAMS
    ]
    add_entries(tournament_id=contest.pk, entries=entries, author=SCORER, now=NOW)
    say(contest, *SPONSORS, place="Salle des fêtes")
    play_round(contest)
    for name in ("Anne Petit", "Rose Riou"):
        Player.objects.filter(pk=player(club, name).pk).update(shown=Player.Shown.INITIALS)
    coming = announced(club, name="Christmas contest").tournament
    Tournament.objects.filter(pk=coming.pk).update(date=date(2026, 12, 12))
    finish_tournament(tournament_id=contest.pk, author=SCORER, now=NOW)
    contest.refresh_from_db()
    return contest


def test_one_page_tells_all_of_it_with_names_as_each_wants(over: Tournament) -> None:
    page = words_on(visitor().get(f"/p/{over.token}/results/"))
    given = "2 hams given by Boucherie Le Gall"
    for told in ("4 teams", given, "2 sausages", "Best game", "Flowers"):
        assert told in page
    assert "Boulangerie Martin" in page
    assert "Christmas contest" in page
    assert "A. P." in page
    assert not any(name in page for name in ("Anne Petit", "Rose Riou"))


def test_before_the_end_nothing_is_told(club: Club) -> None:
    contest = make_contest(club, teams=4, hands=2, rounds=1)
    play_round(contest)
    page = words_on(visitor().get(f"/p/{contest.token}/results/"))
    assert "The contest is not over" in page
    assert "Player 1" not in page


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        (
            "en",
            [
                "On Saturday 21 November 2026, 4 teams met at Salle des fêtes for “Concours de la "
                "Saint-Martin”, organised by Club des Tilleuls.",
                "came first with 184 points. Behind them came ",
                "The last: ",
                "Ladies: Zoé Le Goff and Max Tanguy (Flowers).",
                "The club thanks Boulangerie Martin and Garage du Port.",
                "Next date: Christmas contest, Saturday 12 December 2026, 14:00, Salle des fêtes.",
            ],
        ),
        (
            "fr",
            [
                "Le samedi 21 novembre 2026, « Concours de la Saint-Martin », concours de belote "
                "organisé par Club des Tilleuls (Salle des fêtes), a réuni 4 équipes.",
                "La première place revient à ",
                " avec 184 points. Suivent ",
                "Le club remercie ses sponsors : Boulangerie Martin et Garage du Port.",
                "Prochain rendez-vous : Christmas contest, samedi 12 décembre 2026, 14:00",
            ],
        ),
    ],
    ids=["english", "french"],
)
def test_the_newspaper_gets_sentences(
    over: Tournament, language: str, sentences: list[str]
) -> None:
    with translation.override(language):
        text = newspaper_text(results_page(over)).replace("\xa0", " ").replace("\u202f", " ")
    for sentence in sentences:
        assert sentence in text
    assert "&" not in text
    assert "Anne Petit" not in text


def test_where_club_teams_met_they_are_who_came_first(club: Club) -> None:
    contest = make_meetings(club, LEAGUE)
    for _round in range(3):
        play_round(contest)
    finish_tournament(tournament_id=contest.pk, author=SCORER, now=NOW)
    contest.refresh_from_db()
    text = newspaper_text(results_page(contest))
    assert "victory for Égletons" in text
    assert "4 teams met" in text
    assert contest_podium(contest).places[0].name == "Égletons"


def told_of(contest: Tournament) -> str:
    """Return the text for the newspaper once the contest is over."""
    finish_tournament(tournament_id=contest.pk, author=SCORER, now=NOW)
    text = newspaper_text(results_page(Tournament.objects.get(pk=contest.pk)))
    return text.replace("\xa0", " ").replace("\u202f", " ")


def test_who_played_the_best_game_is_named_for_it_and_no_substitute(
    club: Club, member: Client
) -> None:
    contest = make_contest(club, teams=4, rounds=2, hands=2)
    set_list(contest, "1er ham\nMeilleure partie: cup\nDernier tour: wine", several=True)
    first, second = start_round(contest), None
    for match, made in zip(games_of(first), (140, 90), strict=True):
        play(match, [made] * 2)
    close_round(round_id=first.pk, author=SCORER, now=NOW)
    best = contest_of(contest).standings().lines[0].entrant
    gone, partner = entry_of(contest, best).names
    wanted = Substitute(place=1, name="Nadia", from_round=2, from_hand=1)
    substitute(tournament_id=contest.pk, number=best, wanted=wanted, author=SCORER, now=NOW)
    second = start_round(contest, seed=2)
    for match in games_of(second):
        sides = {seat.entry.number: seat.side for seat in match.seats.select_related("entry")}
        taker = Seat(f"{sides.get(best, 'A')}1")
        for _hand in range(2):
            made = 120 if best in sides else 100
            write_hand(match.game, HandEntry(taker=taker, card_points=made))
    close_round(round_id=second.pk, author=SCORER, now=NOW)
    text = told_of(contest)
    assert f"Best game: {gone} and {partner} (cup)." in text
    assert f"Best of the last round: Nadia and {partner} (wine)." in text
    page = words_on(member.get(f"/contests/{contest.pk}/prizes/"))
    assert f"Best game {gone} &amp; {partner} no. {best}" in page
    assert f"Best of the last round Nadia &amp; {partner} no. {best}" in page
    # The place is the team's, as it is now.
    assert f"1 Nadia &amp; {partner} no. {best}" in page


def test_only_rounds_that_were_played_are_told(club: Club) -> None:
    contest = make_contest(club, teams=4, rounds=3, hands=2)
    play_round(contest)
    play_round(contest, seed=2)
    assert "They played 2 rounds of 2 hands each, 4 hands in all." in told_of(contest)


def test_the_final_of_a_cup_is_told_and_none_that_nobody_played(club: Club) -> None:
    contest = make_phased(club, Phase(kind=PhaseKind.KNOCKOUT, rounds=2), teams=4)
    play_phased(contest, rounds=1)
    assert "final" not in newspaper_text(results_page(contest))
    play_phased(contest, rounds=1)
    final = "In the final Player 1 and Player 2 beat Player 3 and Player 4, 201 to 123."
    assert final in told_of(contest)


def test_newspaper_poster_and_reading_say_that_results_were_corrected(
    over: Tournament,
) -> None:
    member = member_of(over.club)
    told = {
        "newspaper": "These results were corrected after the end of the contest.",
        "results/poster": "Corrected after its end on 20 November 2026",
        "prizes/read": "Corrected after its end on 20 November 2026",
    }

    def saying() -> list[bool]:
        pages = ((f"/contests/{over.pk}/{name}/", text) for name, text in told.items())
        return [text in words_on(member.get(page)) for page, text in pages]

    assert saying() == [False] * 3
    resume_tournament(tournament_id=over.pk, author=SCORER, now=NOW)
    (match, _other) = Match.objects.filter(round__tournament=over).order_by("table_number")
    reopen_round(round_id=match.round_id, author=SCORER, now=NOW)
    correct_hand(
        game_id=match.game_id or 0,
        number=1,
        written=HandInput(entry=HandEntry(taker=Seat.B1, card_points=140)),
        author=SCORER,
        now=NOW,
        even_finished=True,
    )
    close_round(round_id=match.round_id, author=SCORER, now=NOW)
    finish_tournament(tournament_id=over.pk, author=SCORER, now=NOW)
    assert saying() == [True] * 3


@pytest.mark.parametrize(("teams", "listed", "more"), [(12, 12, ""), (15, 13, "and 2 more")])
def test_a_poster_lists_every_team_that_it_counts_or_says_how_many_more(
    club: Club, teams: int, listed: int, more: str
) -> None:
    contest = make_contest(club, teams=teams, hands=1, rounds=2)
    play_round(contest)
    withdraw_entry(tournament_id=contest.pk, number=5, from_round=2, author=SCORER, now=NOW)
    play_round(contest, seed=2)
    finish_tournament(tournament_id=contest.pk, author=SCORER, now=NOW)
    response = member_of(club).get(f"/contests/{contest.pk}/results/poster/")
    page = response.context["page"]
    assert len(page.podium) + len(page.on_poster) == listed
    told = words_on(response)
    assert f"{teams} teams" in told
    assert " more" not in told if not more else more in told


def test_the_text_is_copied_and_saved(over: Tournament) -> None:
    member = member_of(over.club)
    page = member.get(f"/contests/{over.pk}/newspaper/").content.decode()
    saved = member.get(f"/contests/{over.pk}/newspaper.txt")
    assert saved.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert "On Saturday 21 November 2026, 4 teams met" in saved.content.decode()
    assert "data-copy" in page
    assert f"/p/{over.token}/results/" in page


@pytest.mark.parametrize(
    ("language", "headline", "sentence"),
    [
        ("en", "victory for Anne and Paul, and Rose and Ali", "came first with 90 points each."),
        ("fr", "victoire pour Anne et Paul, et Rose et Ali", ", avec 90 points chacun."),
    ],
)
def test_who_shares_the_first_place_is_told_apart(
    over: Tournament, language: str, headline: str, sentence: str
) -> None:
    page = results_page(over)
    pairs = (("Anne", "Paul"), ("Rose", "Ali"))
    first = page.best[0]
    tied = [replace(first, names=names, rank=1, total=90) for names in pairs]
    with translation.override(language):
        text = newspaper_text(replace(page, best=tuple(tied)))
    assert headline in text
    assert sentence in text


def test_messengers_may_read_what_they_show_and_search_engines_leave_it_out(
    over: Tournament,
) -> None:
    allowed = words_on(visitor().get("/robots.txt"))
    for part in ("results/", "picture.png"):
        assert f"Allow: /p/*/{part}" in allowed
        assert visitor().get(f"/p/{over.token}/{part}")["X-Robots-Tag"] == "noindex"


@pytest.mark.parametrize("part", ["", "results/"])
def test_messengers_show_the_podium(over: Tournament, settings: Settings, part: str) -> None:
    address = f"/p/{over.token}/{part}"
    assert "og:image" not in visitor().get(address).content.decode()
    settings.PUBLIC_URL = "https://belote.example"
    shown = visitor().get(address).content.decode()
    assert f'<meta property="og:url" content="https://belote.example{address}">' in shown
    picture = f"https://belote.example/p/{over.token}/picture.png"
    assert f'<meta property="og:image" content="{picture}' in shown
    assert "1. " in shown.partition("og:description")[2][:200]
    sent = visitor().get(f"/p/{over.token}/picture.png")
    assert sent.content.startswith(b"\x89PNG")


def test_each_player_s_page_leads_there(over: Tournament) -> None:
    member: Client = member_of(over.club)
    page = member.get(f"/people/{player(over.club, 'Ali Morvan').pk}/").content.decode()
    assert f'href="/p/{over.token}/results/"' in page
