"""A name that is hidden stays hidden: after a merge, on a page a phone kept, in a penalty."""

import pytest
from django.urls import reverse

from scorekeeper.models import Club, Player
from tests.contest import make_contest, play_round
from tests.pages import visitor, words_on
from tests.table import NOW, SCORER
from tournaments.models import Tournament
from tournaments.people.services.merges import merge_players, undo_merge
from tournaments.people.services.names import show_name

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(club: Club) -> Tournament:
    contest = make_contest(club, teams=2, rounds=1, hands=1)
    play_round(contest)
    contest.refresh_from_db()
    return contest


def hide(who: Player) -> None:
    show_name(player_id=who.pk, shown=Player.Shown.INITIALS)


def test_a_hidden_name_does_not_come_back_by_a_merge(club: Club, tournament: Tournament) -> None:
    hidden = Player.objects.get(name="Player 1")
    hide(hidden)
    kept = Player.objects.create(club=club, name="Paul Martin", created_at=NOW)
    merge = merge_players(kept_id=kept.pk, gone_id=hidden.pk, author=SCORER, now=NOW)
    page = visitor().get(reverse("tournaments:public", args=[tournament.token]))
    assert "Player 1" not in words_on(page)
    kept.refresh_from_db()
    assert kept.public_name == "P. M."
    undo_merge(merge_id=merge.pk)
    kept.refresh_from_db()
    assert kept.public_name == "Paul Martin"


def test_a_name_that_a_merge_hides_is_hidden_where_it_was_read_before(
    club: Club, tournament: Tournament
) -> None:
    hidden = Player.objects.create(club=club, name="P. Martin", created_at=NOW)
    hide(hidden)
    address = reverse("tournaments:public", args=[tournament.token])
    phone = visitor()
    phone.get(address)  # the cookie that comes with the first page
    kept = phone.get(address)
    player = Player.objects.get(name="Player 1")
    merge = merge_players(kept_id=player.pk, gone_id=hidden.pk, author=SCORER, now=NOW)
    again = phone.get(address, headers={"if-none-match": kept.headers["ETag"]})
    assert again.status_code == 200
    assert "Player 1 " not in words_on(again)
    undo_merge(merge_id=merge.pk)
    shown = phone.get(address, headers={"if-none-match": again.headers["ETag"]})
    assert "Player 1 " in words_on(shown)


@pytest.mark.parametrize("name", ["public", "public-entry"])
def test_a_page_that_a_phone_kept_is_sent_anew_once_a_name_is_hidden(
    tournament: Tournament, name: str
) -> None:
    number = [1] if name == "public-entry" else []
    address = reverse(f"tournaments:{name}", args=[tournament.token, *number])
    phone = visitor()
    phone.get(address)  # the cookie that comes with the first page
    kept = phone.get(address)
    assert "Player 1" in words_on(kept)
    asked = {"if-none-match": kept.headers["ETag"]}
    assert phone.get(address, headers=asked).status_code == 304
    hide(Player.objects.get(name="Player 1"))
    again = phone.get(address, headers=asked)
    assert again.status_code == 200
    assert "Player 1 " not in words_on(again)
