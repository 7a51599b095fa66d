"""Names taken away or shortened: nothing that was played changes."""

import json
from typing import Any

import pytest
from django.urls import reverse

from scorekeeper.clubs.queries import player_names
from scorekeeper.clubs.services.players import AnonymousError, find_player, rename_player
from scorekeeper.documents.queries import document_of_evening
from scorekeeper.documents.services import import_evening
from scorekeeper.documents.verifying import read_evening
from scorekeeper.engine.hand import Seat, Side
from scorekeeper.engine.rulesets import GameFormat
from scorekeeper.evenings.services import open_evening
from scorekeeper.games.services.games import Seating, edit_game, stop_game
from scorekeeper.games.services.substitutes import sit_in
from scorekeeper.models import Club, Evening, Game, GameEvent, GameSeat, Hand, Player
from scorekeeper.models.authors import Author
from tests.contest import games_of, play, play_round, start_round
from tests.pages import member_of, text_of, visitor, words_on
from tests.table import NAMES, NOW, SCORER, make_club, make_game, make_member, takes, write
from tests.tournaments.people.named import TEAMS, contest_with, everything_stored, forget, player
from tournaments.audit_log.chain import first_break
from tournaments.audit_log.queries.documents import document_of, document_text
from tournaments.audit_log.queries.logs import verify_tournament
from tournaments.audit_log.services import import_tournament
from tournaments.doctor.examine import examine
from tournaments.entries.services.entries import NewEntry, change_entry
from tournaments.models import EntryPlayer, LogEntry, PastContest
from tournaments.people import views as people_views
from tournaments.people.services.names import anonymise_player, show_name
from tournaments.redaction import NameTaker

pytestmark = pytest.mark.django_db

PHONE = Author("Anne Petit")


# What is shown.


def test_initials_are_for_the_public_only(club: Club) -> None:
    anne = show_name(player_id=player(club, "Anne-Marie Petit").pk, shown="initials")
    assert (anne.name, anne.public_name) == ("Anne-Marie Petit", "A.-M. P.")
    assert find_player(club=club, name="anne-marie petit") == anne
    assert show_name(player_id=anne.pk, shown="full").public_name == "Anne-Marie Petit"


# Anonymous for ever.


def test_no_table_of_the_database_holds_the_name_any_more(club: Club) -> None:
    anne = player(club, "Anne Petit")
    rename_player(player=anne, name="Anne Grand")
    rename_player(player=anne, name="Anne Petit")
    contest = contest_with(club, *TEAMS)
    match = games_of(start_round(contest))[0]
    assert match.game
    play(match)
    game = make_game(club, names={**NAMES, Seat.A1: "ANNE PETIT"})
    write(game, takes(Seat.A1, 100), author=PHONE)
    stop_game(game_id=game.pk, reason="Anne Petit went home", author=PHONE, now=NOW)
    past = PastContest.objects.create(club=club, name="Noël", date=NOW.date(), created_at=NOW)
    line = past.results.create(place=1, total=900, names="Paul & Anne Petit")
    line.players.set([anne, player(club, "Paul")])
    assert "Anne Petit" in everything_stored()
    nameless = forget(anne)
    assert nameless.name == f"Anonymous {anne.pk}"
    assert "anne petit" not in everything_stored().casefold()
    line.refresh_from_db()
    assert line.names == f"Paul & {nameless.name}"
    game.refresh_from_db()
    assert game.stop_reason == f"{nameless.name} went home"


def test_totals_places_and_statistics_stay(club: Club) -> None:
    contest = contest_with(club, *TEAMS)
    play_round(contest)
    before = document_of(contest)
    kept = list(GameSeat.objects.order_by("pk").values_list("player_id", "points", "taken"))
    forget(player(club, "Anne Petit"))
    after = document_of(contest)
    assert after["standings"] == before["standings"]
    results = [[m["results"] for m in played["matches"]] for played in before["rounds"]]
    assert results == [[m["results"] for m in played["matches"]] for played in after["rounds"]]
    assert kept == list(GameSeat.objects.order_by("pk").values_list("player_id", "points", "taken"))


def test_the_log_of_a_contest_stays_whole_and_tells_the_same_contest(club: Club) -> None:
    contest = contest_with(club, *TEAMS)
    play_round(contest)
    hashes = list(contest.log.order_by("number").values_list("hash", flat=True))
    forget(player(club, "Anne Petit"))
    forget(player(club, "Paul"))
    log = list(contest.log.order_by("number"))
    assert [entry.hash for entry in log][: len(hashes)] == hashes
    assert [entry.kind for entry in log][len(hashes) :] == [LogEntry.Kind.REDACTED] * 2
    assert [set(entry.data) for entry in log][len(hashes) :] == [{"vouched"}] * 2
    assert first_break(entry.link for entry in log) is None
    contest.refresh_from_db()
    assert verify_tournament(contest).is_whole
    assert "Anne Petit" not in document_text(document_of(contest))


def test_a_change_for_which_nothing_vouches_is_still_found(club: Club) -> None:
    contest = contest_with(club, *TEAMS)
    forget(player(club, "Anne Petit"))
    entry = contest.log.filter(kind=LogEntry.Kind.ENTRY_ADDED).order_by("number")[0]
    entry.data = {**entry.data, "players": ["Somebody", "Paul"]}
    entry.save()
    assert first_break(one.link for one in contest.log.order_by("number")) == entry.number


def test_a_contest_goes_on_and_moves_to_another_installation(club: Club) -> None:
    contest = contest_with(club, *TEAMS)
    play_round(contest)
    nameless = forget(player(club, "Anne Petit"))
    play_round(contest, seed=2)
    contest.refresh_from_db()
    assert verify_tournament(contest).is_whole
    document = json.loads(document_text(document_of(contest)))
    other = import_tournament(document=document, club=make_club("Les voisins"), now=NOW)
    assert verify_tournament(other).is_whole
    assert other.entries.get(number=1).names == [nameless.name, "Paul"]


def test_the_partner_of_somebody_anonymous_can_be_changed(club: Club) -> None:
    contest = contest_with(club, *TEAMS)
    nameless = forget(player(club, "Anne Petit"))
    changed = NewEntry(names=(nameless.name, "Jean"))
    change_entry(tournament_id=contest.pk, number=1, changed=changed, author=SCORER, now=NOW)
    assert EntryPlayer.objects.filter(entry__tournament=contest, player=nameless).count() == 1
    nameless.refresh_from_db()
    assert nameless.archived_at is not None


def test_the_name_is_found_no_more(club: Club) -> None:
    anne = forget(player(club, "Anne Petit"))
    assert find_player(club=club, name="Anne Petit") is None
    assert player(club, "Anne Petit") != anne
    assert player_names(club) == ["Anne Petit"]
    with pytest.raises(AnonymousError):
        rename_player(player=anne, name="Anne")
    with pytest.raises(AnonymousError):
        show_name(player_id=anne.pk, shown="full")
    with pytest.raises(AnonymousError):
        forget(anne)


def test_another_player_who_took_the_name_keeps_it(club: Club) -> None:
    first = contest_with(club, "Anne & Paul", "Rose & Ali")
    anne = player(club, "Anne")
    rename_player(player=anne, name="Anne P.")
    second = contest_with(club, "Anne & Zoé", "Rose & Ali", name="The other contest")
    forget(anne)
    assert first.entries.get(number=1).names == [f"Anonymous {anne.pk}", "Paul"]
    assert second.entries.get(number=1).names == ["Anne", "Zoé"]
    for contest, holds in ((first, False), (second, True)):
        log = contest.log.order_by("number")
        assert first_break(entry.link for entry in log) is None
        assert ("Anne" in str([entry.data for entry in log])) is holds


def test_other_clubs_keep_their_namesakes(club: Club) -> None:
    neighbours = make_club("Les voisins")
    contest = contest_with(neighbours, *TEAMS)
    forget(player(club, "Anne Petit"))
    assert contest.entries.get(number=1).names == ["Anne Petit", "Paul"]


def test_what_an_account_signs_keeps_the_name_of_the_account(club: Club) -> None:
    elise = Author.of_user(make_member(club))
    game = make_game(club, names={**NAMES, Seat.A1: "Élise"})
    write(game, takes(Seat.A1, 100), author=elise)
    forget(player(club, "Élise"))
    assert Hand.objects.get().recorded_name == "Élise"
    event = GameEvent.objects.get(kind=GameEvent.Kind.HAND_RECORDED)
    assert event.author_name == "Élise"


def test_names_in_the_log_of_a_game_are_replaced(club: Club) -> None:
    game = make_game(club)
    anne = player(club, "Anne")
    other = {**NAMES, Seat.A1: "Zoé"}
    edit_game(
        game_id=game.pk,
        seating=Seating(names=other),
        game_format=GameFormat(hands=12),
        author=SCORER,
        now=NOW,
    )
    forget(anne)
    logged = [(event.before, event.after) for event in game.events.order_by("pk")]
    assert "'Anne'" not in str(logged)
    assert f"'A1': 'Anonymous {anne.pk}'" in str(logged)


@pytest.mark.parametrize("name", ["Anne", "Zoé"], ids=["who left", "who sat in"])
def test_the_name_of_who_left_and_of_who_sat_in_is_taken_out(club: Club, name: str) -> None:
    evening = open_evening(
        club=club, name="Vendredi", date=NOW.date(), ruleset_key="classic", now=NOW
    )
    game = make_game(club, evening=evening)
    write(game, takes(Seat.A1, 100), takes(Seat.B1, 90), takes(Seat.A1, 81))
    sit_in(game_id=game.pk, seat=Seat.A1, name="Zoé", from_hand=2, author=SCORER, now=NOW)
    stop_game(game_id=game.pk, reason="late", author=SCORER, now=NOW)
    known = player(club, name)
    before = list(GameSeat.every.order_by("pk").values_list("hands", "points"))
    forget(known)
    document = document_of_evening(Evening.objects.get()).text()
    assert f'"{name}"' not in document
    assert f'"{name}"' not in everything_stored()
    assert GameSeat.every.filter(game=game, name=f"Anonymous {known.pk}").count() == 1
    assert list(GameSeat.every.order_by("pk").values_list("hands", "points")) == before
    there = import_evening(club=make_club("Away"), document=read_evening(document), now=NOW)
    assert there.games.get().has_substitutes
    assert [finding.text for finding in examine([club]).findings] == []


def test_a_game_whose_names_are_taken_out_is_another_state_of_it(club: Club) -> None:
    """A restored copy reaches the same version with the names."""
    game, other = make_game(club), make_game(club, names=dict(zip(Seat, "STUV", strict=True)))
    before = (game.version, game.mark)
    forget(player(club, "Anne"))
    after = Game.objects.get(pk=game.pk)
    assert after.version == before[0] + 1
    assert after.mark != before[1]
    assert Game.objects.get(pk=other.pk).mark == other.mark


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Anne Petit", "X"),
        ("  anne   petit ", "X"),
        ("Anne Petit & Paul", "X & Paul"),
        ("ANNE PETIT did not follow suit.", "X did not follow suit."),
        ("Anne Petit-Jean left", "Anne Petit-Jean left"),
        ("Marianne Petit left", "Marianne Petit left"),
        ("Anne was late", "Anne was late"),
        ("", ""),
    ],
)
def test_names_in_what_people_wrote(text: str, left: str) -> None:
    assert NameTaker({"Anne Petit": "X", "Anne": "X"}).words(text) == left


# The pages.


def test_a_name_is_taken_away_after_two_questions(club: Club) -> None:
    anne, member = player(club, "Anne Petit"), member_of(club)
    page = reverse("tournaments:player-privacy", args=[anne.pk])
    said = words_on(member.get(page))
    assert "the full name: Anne Petit" in said
    assert "it is deleted 4 weeks after the contest" in said
    member.post(page, {"shown": "initials"})
    anne.refresh_from_db()
    assert anne.public_name == "A. P."
    assert "Tick this" in text_of(member.post(page, {"leave": "1"}))
    assert "Once more" in words_on(member.post(page, {"leave": "1", "understood": "on"}))
    assert "Tick this" in text_of(member.post(page, {"sure": "1"}))
    anne.refresh_from_db()
    assert anne.name == "Anne Petit"
    done = member.post(page, {"sure": "1", "understood": "on"}, follow=True)
    assert f"From now on it is Anonymous {anne.pk}" in words_on(done)
    edit = reverse("scorekeeper:player-edit", args=[anne.pk])
    assert "anonymous for ever" in words_on(member.get(edit))
    member.post(edit, {"name": "Anne Petit"})
    anne.refresh_from_db()
    assert anne.name == f"Anonymous {anne.pk}"


def test_a_name_is_taken_away_once_however_often_the_button_is_touched(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    anne, member = player(club, "Anne Petit"), member_of(club)

    def after_the_other_touch(**asked: Any) -> Player:
        anonymise_player(**asked)
        return anonymise_player(**asked)

    monkeypatch.setattr(people_views, "anonymise_player", after_the_other_touch)
    page = reverse("tournaments:player-privacy", args=[anne.pk])
    done = member.post(page, {"sure": "1", "understood": "on"}, follow=True)
    assert done.status_code == 200
    assert f"Anonymous {anne.pk}" in words_on(done)


def test_the_log_page_says_that_a_name_was_taken_out(club: Club) -> None:
    contest = contest_with(club, *TEAMS)
    forget(player(club, "Anne Petit"))
    page = words_on(member_of(club).get(reverse("tournaments:tournament-log", args=[contest.pk])))
    assert "Anne Petit" not in page
    assert "The log is intact: 6 lines. A name was removed from 1" in page
    assert "Name taken out" in page
    assert "a name was removed" in page
    assert "changed afterwards" not in page


def test_sides_and_games_are_still_found(club: Club) -> None:
    game = make_game(club, game_format=GameFormat(hands=1))
    write(game, takes(Seat.A1, 100))
    forget(player(club, "Anne"))
    found = Game.objects.get()
    assert (found.winner, found.total_a, found.total_b) == (Side.A, game_total(found, "a"), 62)


def game_total(game: Game, side: str) -> int:
    return int(getattr(game, f"total_{side}"))


def test_public_pages_show_initials_and_members_the_name(club: Club) -> None:
    contest = contest_with(club, *TEAMS)
    play_round(contest)
    anne = player(club, "Anne Petit")
    public = [
        reverse("tournaments:public", args=[contest.token]),
        reverse("tournaments:public-entry", args=[contest.token, 1]),
        reverse("tournaments:board", args=[contest.token]),
    ]
    for page in public:
        assert "Anne Petit" in words_on(visitor().get(page))
    show_name(player_id=anne.pk, shown="initials")
    for page in public:
        shown = words_on(visitor().get(page))
        assert "Anne Petit" not in shown
        assert "A. P. &amp; Paul" in shown
    ranking = reverse("tournaments:ranking", args=[contest.pk])
    assert "Anne Petit" in words_on(member_of(club).get(ranking))
