"""The list of all clubs on a phone: it fits, is sorted by a tap, and found by a name."""

from datetime import date

from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.models import Player
from tests.browser.test_pages_fit import BROKEN, CUT, SIZES, WIDE
from tests.table import NOW
from tests.tournaments.extensions.interclub.world import (
    TEAMS,
    club_taking_part,
    contest_of,
    player_named,
)
from tournaments.models import SamePerson


def test_the_list_of_all_clubs_fits_and_is_sorted(phone: Page, live_server: LiveServer) -> None:
    lyon = club_taking_part("Les joyeux beloteurs de la Croix-Rousse")
    nantes = club_taking_part("Nantes", is_open=False)
    contest_of(lyon)
    contest_of(nantes, tuple((name,) for team in TEAMS for name in team), is_melee=True)
    anne, other = player_named(lyon, "Anne", "29 000 123"), player_named(nantes, "Bruno")
    Player.objects.filter(pk=anne.pk).update(name="Anne-Sophie de Montgolfier")
    contest_of(lyon, TEAMS[2:], rounds=1, day=date(2026, 10, 20))
    SamePerson.objects.create(one=anne, other=other, asked_at=NOW, answered_at=NOW)
    faults = []
    for width, height in SIZES:
        phone.set_viewport_size({"width": width, "height": height})
        phone.goto(f"{live_server.url}/together/")
        faults += [(width, fault) for fault in [*phone.evaluate(CUT), *phone.evaluate(BROKEN)]]
        if phone.evaluate(WIDE):
            faults.append((width, "wider than the screen"))
    assert faults == []
    phone.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})
    phone.get_by_role("link", name="Parties", exact=True).click()
    assert "sort=-games" in phone.url
    rows = phone.locator(".national tbody tr")
    expect(rows).to_have_count(15)
    phone.get_by_label("Nom ou club").fill("emile")
    phone.get_by_role("button", name="Afficher").click()
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Émile")
