"""Names taken away or shortened, and two entries of one person: nothing that was played changes."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.db.models import ForeignKey, ManyToManyField
from django.urls import reverse
from django.utils import translation

from scorekeeper.engine.hand import Seat, Side
from scorekeeper.engine.rulesets import GameFormat
from scorekeeper.models import Attendance, Club, Game, GameEvent, GameSeat, Hand, Player
from scorekeeper.models.authors import Author
from scorekeeper.selectors.players import player_lines, player_names
from scorekeeper.services.evenings import open_evening
from scorekeeper.services.games import Seating, edit_game, stop_game
from scorekeeper.services.players import (
    AnonymousError,
    archive_player,
    find_or_add_player,
    find_player,
    rename_player,
)
from tests.contest import games_of, make_contest, play, play_round, start_round
from tests.pages import member_of, text_of, visitor, words_on
from tests.table import NAMES, NOW, SCORER, make_club, make_game, make_member, takes, write
from tournaments.chain import first_break
from tournaments.models import EntryPlayer, LogEntry, PastContest, Tournament
from tournaments.redaction import NameTaker
from tournaments.selectors.documents import document_of, document_text
from tournaments.selectors.verification import verify_tournament
from tournaments.services.entries import NewEntry, PersonTakenError, add_entries, change_entry
from tournaments.services.merges import (
    MOVED,
    MergedAlreadyError,
    TwoPeopleError,
    merge_players,
    undo_merge,
)
from tournaments.services.people import anonymise_player, show_name
from tournaments.services.transfer import import_tournament

pytestmark = pytest.mark.django_db

PHONE = Author("Anne Petit")


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def club() -> Club:
    return make_club()


def player(club: Club, name: str) -> Player:
    return find_or_add_player(club=club, name=name, now=NOW)


def add(tournament: Tournament, *teams: str) -> None:
    wanted = [NewEntry(names=tuple(team.split(" & "))) for team in teams]
    add_entries(tournament_id=tournament.pk, entries=wanted, author=SCORER, now=NOW)


def contest_with(club: Club, *teams: str, **settings: Any) -> Tournament:
    contest = make_contest(club, teams=0, hands=2, **settings)
    add(contest, *teams)
    return contest


TEAMS = ("Anne Petit & Paul", "Rose & Ali", "Zoé & Max", "Luc & Ève")


def forget(who: Player) -> Player:
    return anonymise_player(player_id=who.pk, author=SCORER, now=NOW)


def everything_stored(*, but: tuple[str, ...] = ()) -> str:
    """Return every value of every table as one text."""
    values = []
    for model in apps.get_models():
        if model.__name__ not in but:
            values += [list(row) for row in model._default_manager.values_list()]
    return json.dumps(values, default=str, ensure_ascii=False)


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
    assert NameTaker(["Anne Petit", "Anne"], "X").words(text) == left


# Two entries of one person.


def merge(kept: Player, gone: Player) -> int:
    merged = merge_players(kept_id=kept.pk, gone_id=gone.pk, author=SCORER, now=NOW)
    return merged.pk


def naming(who: Player) -> dict[str, list[int]]:
    """Return the rows that name a player."""
    return {
        table: sorted(rows().filter(player=who).values_list("pk", flat=True))
        for table, rows in MOVED.items()
    }


def busy_pair(club: Club) -> tuple[Player, Player]:
    """Return two spellings of one person who have played under both."""
    contest_with(club, "Anne Dupont & Paul", "Rose & Ali", name="First contest")
    contest = contest_with(club, "Anne Dupond & Paul", "Rose & Ali", name="Second contest")
    play_round(contest)
    make_game(club, names={**NAMES, Seat.A1: "Anne Dupond"})
    past = PastContest.objects.create(club=club, name="Noël", date=NOW.date(), created_at=NOW)
    kept, gone = player(club, "Anne Dupont"), player(club, "Anne Dupond")
    past.results.create(place=1, total=900, names="Anne Dupond").players.add(gone)
    for name in ("Monday", "Tuesday"):
        evening = open_evening(
            club=club, name=name, date=NOW.date(), ruleset_key="classic", now=NOW
        )
        Attendance.objects.create(evening=evening, player=gone)
    Attendance.objects.create(evening=evening, player=kept)
    return kept, gone


def test_everything_of_both_counts_for_one(club: Club) -> None:
    kept, gone = busy_pair(club)
    games = GameSeat.objects.filter(player__in=[kept, gone]).count()
    merge(kept, gone)
    assert not any(naming(gone).values())
    assert GameSeat.objects.filter(player=kept).count() == games
    assert Attendance.objects.filter(player=kept).count() == 2
    assert GameSeat.objects.filter(player=kept, name="Anne Dupond").exists()
    assert [line.name for line in player_lines(club, search="anne")] == ["Anne", "Anne Dupont"][1:]


def test_undoing_puts_back_exactly_what_moved(club: Club) -> None:
    kept, gone = busy_pair(club)
    archive_player(player=kept, now=NOW)
    before = [{**naming(one), "attendances": list(evenings(one))} for one in (kept, gone)]
    merged = merge(kept, gone)
    later = make_game(club, names={**NAMES, Seat.A1: "Anne Dupond"})
    assert later.seats.get(seat="A1").player == kept
    undo_merge(merge_id=merged)
    after = [{**naming(one), "attendances": list(evenings(one))} for one in (kept, gone)]
    before[0]["seats"] = [*before[0]["seats"], later.seats.get(seat="A1").pk]
    assert after == before
    kept.refresh_from_db()
    assert kept.archived_at == NOW
    assert find_player(club=club, name="anne dupond") == gone


def evenings(who: Player) -> Any:
    return who.attendances.order_by("evening").values_list("evening", flat=True)


def test_the_other_name_means_the_player_who_was_kept(club: Club) -> None:
    kept, gone = player(club, "Anne Dupont"), player(club, "Anne Dupond")
    merge(kept, gone)
    assert player(club, "anne dupond") == kept
    assert player_names(club) == ["Anne Dupont"]
    contest = contest_with(club, "Anne Dupond & Paul", "Rose & Ali")
    assert contest.entries.get(number=1).names == ["Anne Dupont", "Paul"]
    for team in ("Anne Dupont & Max", "Anne Dupond & Max"):
        with pytest.raises(PersonTakenError) as raised:
            add(contest, team)
        assert raised.value.number == 1
    with pytest.raises(PersonTakenError):
        add(make_contest(club, teams=0), "Anne Dupond & Anne Dupont")


def test_both_names_at_one_table_do_no_harm(club: Club) -> None:
    merge(player(club, "Anne Dupont"), player(club, "Anne Dupond"))
    game = make_game(club, names={**NAMES, Seat.A1: "Anne Dupont", Seat.B1: "Anne Dupond"})
    assert game.seats.get(seat="B1").player is None
    assert game.seats.get(seat="B1").name == "Anne Dupond"


def test_whoever_was_in_one_place_at_once_is_two_people(club: Club) -> None:
    make_game(club)
    contest_with(club, "Rose & Ali", "Zoé & Max")
    past = PastContest.objects.create(club=club, name="Noël", date=NOW.date(), created_at=NOW)
    for place, name in enumerate(("Luc", "Ève"), start=1):
        past.results.create(place=place, total=9, names=name).players.add(player(club, name))
    for one, other in (("Anne", "David"), ("Rose", "Max"), ("Rose", "Ali"), ("Luc", "Ève")):
        with pytest.raises(TwoPeopleError) as raised:
            merge(player(club, one), player(club, other))
        assert len(raised.value.obstacles) == 1
    merge(player(club, "Anne"), player(club, "Rose"))


def test_a_chain_of_merges_is_undone_from_its_end(club: Club) -> None:
    one, two, three = (player(club, name) for name in ("Ann", "Anne", "Anna"))
    game = make_game(club, names={**NAMES, Seat.A1: "Ann"})
    first = merge(two, one)
    second = merge(three, two)
    assert player(club, "Ann") == three
    with pytest.raises(MergedAlreadyError):
        undo_merge(merge_id=first)
    with pytest.raises(MergedAlreadyError):
        merge(three, two)
    undo_merge(merge_id=second)
    assert player(club, "Ann") == two
    undo_merge(merge_id=first)
    assert game.seats.get(seat="A1").player == player(club, "Ann") == one


def test_a_merged_name_goes_with_the_name_of_the_player(club: Club) -> None:
    kept, gone = busy_pair(club)
    merged = merge(kept, gone)
    forget(kept)
    assert "dupon" not in everything_stored().casefold()
    with pytest.raises(AnonymousError):
        undo_merge(merge_id=merged)


def test_nobody_anonymous_becomes_somebody(club: Club) -> None:
    anne, rose = forget(player(club, "Anne")), player(club, "Rose")
    for kept, gone in ((anne, rose), (rose, anne)):
        with pytest.raises(AnonymousError):
            merge(kept, gone)


def test_every_table_that_names_players_moves() -> None:
    derived = {"Rating", "RatingStep", "PlayerMerge", "Player"}
    named = {
        model.__name__
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.get_fields()
        if isinstance(field, ForeignKey | ManyToManyField)
        and field.related_model is Player
        and not isinstance(field, ManyToManyField)
    }
    moved = {rows().model.__name__ for rows in MOVED.values()}
    assert named - derived == moved


# The pages.


def test_a_name_is_taken_away_after_two_questions(club: Club) -> None:
    anne, member = player(club, "Anne Petit"), member_of(club)
    page = reverse("tournaments:player-privacy", args=[anne.pk])
    assert "the whole name: Anne Petit" in words_on(member.get(page))
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


def test_the_log_page_says_that_a_name_was_taken_out(club: Club) -> None:
    contest = contest_with(club, *TEAMS)
    forget(player(club, "Anne Petit"))
    page = words_on(member_of(club).get(reverse("tournaments:tournament-log", args=[contest.pk])))
    assert "Anne Petit" not in page
    assert "The log is whole: 6 lines. Out of 1 a name was taken" in page
    assert "Name taken out" in page
    assert "a name was taken out" in page
    assert "changed afterwards" not in page


def test_two_players_become_one_on_the_page(club: Club) -> None:
    kept, gone = busy_pair(club)
    member = member_of(club)
    page = reverse("tournaments:player-merge", args=[gone.pk])
    assert "Anne Dupont" in words_on(member.get(page)).split("Names that look alike")[1]
    look = f"{page}?name=anne+dupont"
    shown = words_on(member.get(look))
    assert "Under which name from now on?" in shown
    assert "Choose one." in text_of(member.post(look, {}))
    done = member.post(look, {"keep": kept.pk}, follow=True)
    assert "Anne Dupond is Anne Dupont from now on" in words_on(done)
    edit = member.get(reverse("scorekeeper:player-edit", args=[gone.pk]))
    assert edit.headers["Location"] == reverse("scorekeeper:player-edit", args=[kept.pk])
    undo = reverse("tournaments:merge-undo", args=[gone.merge.pk])
    back = member.post(undo, follow=True)
    assert "Anne Dupond is a player of their own again" in words_on(back)


def test_two_people_are_not_made_one_on_the_page(club: Club) -> None:
    make_game(club)
    anne = player(club, "Anne")
    look = reverse("tournaments:player-merge", args=[anne.pk], query={"name": "David"})
    member = member_of(club)
    assert "in one game, on" in words_on(member.get(look))
    posted = member.post(look, {"keep": anne.pk})
    assert posted.status_code == 200
    assert not Player.objects.filter(merged_into__isnull=False).exists()
    unknown = reverse("tournaments:player-merge", args=[anne.pk], query={"name": "Nobody"})
    assert "knows no other player called Nobody" in words_on(member.get(unknown))


@pytest.mark.parametrize("name", ["player-privacy", "player-merge", "merge-undo"])
def test_strangers_change_nobody(club: Club, name: str) -> None:
    kept, gone = player(club, "Anne Dupont"), player(club, "Anne Dupond")
    pk = merge(kept, gone) if name == "merge-undo" else kept.pk
    page = reverse(f"tournaments:{name}", args=[pk])
    assert visitor().post(page).status_code == 302
    assert member_of(make_club("Les voisins"), "voisine").post(page).status_code == 404
    assert Player.objects.filter(merged_into__isnull=False).exists() is (name == "merge-undo")


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
