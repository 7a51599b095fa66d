"""Letters that nobody sees: not kept when typed, refused where they turn it, shown if stored."""

import pytest
from django.urls import reverse

from scorekeeper.clubs.services.players import find_or_add_player
from scorekeeper.models import Player
from scorekeeper.unicode_safety import made_visible, turns_round, without_hidden
from tests.pages import member_of, visitor, words_on
from tests.table import NOW, make_club, make_game
from tournaments.files.rows import rows_of

OVERRIDE = "\u202e"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        pytest.param("Anne", "Anne", id="nothing"),
        pytest.param("An\u200bne\ufeff", "Anne", id="zero width, byte order"),
        pytest.param("An\u00adne", "Anne", id="soft hyphen"),
        pytest.param("\u2068Anne\u2069", "Anne", id="isolates of a phone's contacts"),
        pytest.param("\u202aAnne\u202c", "Anne", id="embedding"),
        pytest.param("An\u200dne\u200c", "Anne", id="joiners between our letters"),
        pytest.param("Anne\U000e0041\U000e007f", "Anne", id="tags"),
        pytest.param("\u3164Anne\u2800", "Anne", id="blank letters"),
        pytest.param("👩\u200d💻 Zoé", "👩\u200d💻 Zoé", id="a joined emoji"),
        pytest.param("نمی\u200cخواهم", "نمی\u200cخواهم", id="a word that needs it"),
        pytest.param("ligne 1\nligne 2", "ligne 1\nligne 2", id="lines"),
        pytest.param("Hélène D’Arc-Petit", "Hélène D’Arc-Petit", id="accents"),
    ],
)
def test_what_nobody_sees_is_not_kept(typed: str, kept: str) -> None:
    assert without_hidden(typed) == kept


def test_what_stands_already_is_made_visible() -> None:
    assert made_visible(f"Anne{OVERRIDE}") == "Anne⟨U+202E⟩"
    assert turns_round(f"a{OVERRIDE}b")
    assert not turns_round("\u2068Anne\u2069")


@pytest.mark.django_db
class TestNames:
    def test_a_name_is_kept_as_it_is_seen(self) -> None:
        club = make_club()
        member = member_of(club)
        member.post(reverse("scorekeeper:player-new"), {"name": "Zo\u200bé\u2069 Petit"})
        assert Player.objects.get().name == "Zoé Petit"
        assert find_or_add_player(club=club, name="Zoé\ufeff Petit", now=NOW).name == "Zoé Petit"
        assert Player.objects.count() == 1

    def test_a_name_that_is_turned_round_is_refused(self) -> None:
        page = member_of(make_club()).post(
            reverse("scorekeeper:player-new"), {"name": f"{OVERRIDE}enna"}
        )
        assert "reverses the text" in words_on(page)
        assert not Player.objects.exists()

    def test_what_a_phone_is_called_is_kept_as_it_is_seen(self) -> None:
        phone = visitor()
        game = make_game(make_club())
        phone.post(reverse("scorekeeper:game-join", args=[game.token]), {"name": "Lé\u200ba"})
        assert phone.session["scorer_name"] == "Léa"

    def test_an_old_name_is_shown_with_what_it_hides(self) -> None:
        club = make_club()
        Player.objects.create(club=club, name=f"Anne{OVERRIDE}", created_at=NOW)
        page = member_of(club).get(reverse("scorekeeper:player-list"))
        assert "Anne⟨U+202E⟩" in words_on(page)
        assert OVERRIDE not in page.content.decode()
        # Whoever takes no compressed page is sent so much of it, and no more.
        assert page.headers["Content-Length"] == str(len(page.content))


def test_a_pasted_list_holds_what_is_seen() -> None:
    ((_number, _text, cells),) = rows_of("An\u200bne\u202e Petit;Paul\u00a0Martin\u2069", most=9)
    assert cells == ["Anne Petit", "Paul Martin"]
