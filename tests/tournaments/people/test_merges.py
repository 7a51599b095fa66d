"""Two entries of one person become one player: nothing that was played changes."""

from typing import Any

import pytest
from django.apps import apps
from django.db.models import ForeignKey, ManyToManyField
from django.urls import reverse

from scorekeeper.clubs.queries import player_lines, player_names
from scorekeeper.clubs.services.players import AnonymousError, archive_player, find_player
from scorekeeper.engine.hand import Seat
from scorekeeper.evenings.services import open_evening
from scorekeeper.games.services.games import stop_game
from scorekeeper.games.services.substitutes import sit_in
from scorekeeper.models import Attendance, Club, GameSeat, Player
from tests.contest import make_contest, play_round
from tests.pages import member_of, text_of, visitor, words_on
from tests.table import NAMES, NOW, SCORER, make_club, make_game, takes, write
from tests.tournaments.people.named import add, contest_with, everything_stored, forget, player
from tournaments.doctor.examine import examine
from tournaments.entries.services.entries import PersonTakenError
from tournaments.models import PastContest
from tournaments.people.queries.merges import alike_players, others_of
from tournaments.people.services.merges import (
    MOVED,
    MergedAlreadyError,
    TwoPeopleError,
    merge_players,
    undo_merge,
)

pytestmark = pytest.mark.django_db


def people(club: Club, *names: str) -> list[Player]:
    return [Player.objects.create(club=club, name=name, created_at=NOW) for name in names]


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


def test_who_sat_in_under_another_name_brings_the_hands_along(club: Club) -> None:
    game = make_game(club)
    write(game, takes(Seat.A1, 100), takes(Seat.B1, 90), takes(Seat.A1, 81))
    sit_in(game_id=game.pk, seat=Seat.A1, name="Zoé", from_hand=2, author=SCORER, now=NOW)
    sit_in(game_id=game.pk, seat=Seat.A1, name="Yves", from_hand=3, author=SCORER, now=NOW)
    stop_game(game_id=game.pk, reason="late", author=SCORER, now=NOW)
    make_game(club, names={**NAMES, Seat.A1: "Zoé Martin"})
    kept, gone = player(club, "Zoé Martin"), player(club, "Zoé")
    hands = GameSeat.every.get(player=gone).hands
    merge_id = merge(kept, gone)
    assert GameSeat.every.get(player=kept, game=game).hands == hands == 1
    assert [finding.text for finding in examine([club]).findings] == []
    undo_merge(merge_id=merge_id)
    assert GameSeat.every.get(player=gone).game == game
    # Two who sat at one table are two people: the one who left there, too.
    with pytest.raises(TwoPeopleError):
        merge(player(club, "Anne"), gone)


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
    # Who is one person in two clubs is looked up under the player who was kept.
    derived = {"Rating", "RatingStep", "PlayerMerge", "Player", "SamePerson"}
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


@pytest.mark.parametrize(
    "other",
    [
        "Émile Lefèvre",
        "Lefevre Emile",
        "Emiel Lefevre",
        "Emile Lefeevre",
        "Emile Leefvre",
        "mile Lefevre",
        "Emile-Lefevre",
    ],
)
def test_names_that_look_alike_are_found(club: Club, other: str) -> None:
    emile, alike, _third = people(club, "Emile Lefevre", other, "Paul Lefevre")
    assert alike_players(emile, others_of(emile)) == [alike]


@pytest.mark.parametrize("other", ["Emilie Grand", "Paul Lefevre", "Emma Lefort"])
def test_other_names_do_not_look_alike(club: Club, other: str) -> None:
    emile, _other = people(club, "Emile Lefevre", other)
    assert not alike_players(emile, others_of(emile))


def test_two_names_that_differ_by_accents_are_told_apart_when_typed(club: Club) -> None:
    with_accent, without, zoe = people(club, "Émile", "Emile", "Zoé")
    page = reverse("tournaments:player-merge", args=[zoe.pk])
    for one in (with_accent, without):
        assert member_of(club, f"m{one.pk}").get(page, {"name": one.name}).context["other"] == one


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
    assert "Anne Dupond is now Anne Dupont" in words_on(done)
    edit = member.get(reverse("scorekeeper:player-edit", args=[gone.pk]))
    assert edit.headers["Location"] == reverse("scorekeeper:player-edit", args=[kept.pk])
    undo = reverse("tournaments:merge-undo", args=[gone.merge.pk])
    back = member.post(undo, follow=True)
    assert "Anne Dupond is a separate player again" in words_on(back)


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
    assert "has no other player called Nobody" in words_on(member.get(unknown))


@pytest.mark.parametrize("name", ["player-privacy", "player-merge", "merge-undo"])
def test_strangers_change_nobody(club: Club, name: str) -> None:
    kept, gone = player(club, "Anne Dupont"), player(club, "Anne Dupond")
    pk = merge(kept, gone) if name == "merge-undo" else kept.pk
    page = reverse(f"tournaments:{name}", args=[pk])
    assert visitor().post(page).status_code == 302
    assert member_of(make_club("Les voisins"), "voisine").post(page).status_code == 404
    assert Player.objects.filter(merged_into__isnull=False).exists() is (name == "merge-undo")
