"""A sheet as the browser prints it, filled in and photographed, becomes hands."""

from itertools import pairwise

import cv2
import numpy as np
from playwright.sync_api import Browser, FilePayload, Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.models import Club, Hand
from tests.contest import make_contest, start_round
from tests.tournaments.extensions.scan.paper import (
    Photo,
    Picture,
    Writer,
    WrittenRow,
    write_row,
)
from tournaments.extensions.scan.layout import PAGE
from tournaments.models import EntryPlayer, Tournament

SEATS = ("A1", "B1", "A2", "B2")
TABLES = 8


def rows_of(table: int) -> list[WrittenRow]:
    """Return the four hands of a table, no two alike."""
    points = [(35 + 11 * table + 9 * hand) % 140 + 10 for hand in range(4)]
    sides = ("A", "", "B", "")
    return [
        WrittenRow(SEATS[(table + hand) % 4], (own, 162 - own), belote=sides[hand])
        for hand, own in enumerate(points)
    ]


def printed(organiser: Page, browser: Browser, address: str) -> list[Picture]:
    """Return the sheets of a page as they are printed, a dot for a tenth of a millimetre."""
    state = organiser.context.storage_state()
    with browser.new_context(storage_state=state, device_scale_factor=2.65) as context:
        page = context.new_page()
        page.goto(address)
        page.emulate_media(media="print")
        images = [one.screenshot() for one in page.locator(".readable").all()]
    found = []
    for image in images:
        decoded: Picture = cv2.imdecode(np.frombuffer(image, np.uint8), cv2.IMREAD_GRAYSCALE)
        found.append(cv2.resize(decoded, PAGE, interpolation=cv2.INTER_AREA))
    return found


def test_a_round_of_eight_tables_is_photographed_and_closed_with_few_keys(
    phone: Page, browser: Browser, live_server: LiveServer
) -> None:
    contest = make_contest(Club.objects.get(), teams=2 * TABLES, rounds=1, hands=4)
    played = start_round(contest)
    address = f"{live_server.url}/contests/{contest.pk}/rounds/{played.number}"
    papers = printed(phone, browser, f"{address}/paper/")
    dice = np.random.default_rng(31)
    photos: list[FilePayload] = []
    for table, paper in enumerate(papers, start=1):
        writer = Writer.by(dice)
        for number, row in enumerate(rows_of(table), start=1):
            write_row(paper, writer, 4, number, row)
        photo = Photo(dice, ("perspective", "shadow")).of(paper)
        jpeg = cv2.imencode(".jpg", photo)[1].tobytes()
        photos.append({"name": f"{table}.jpg", "mimeType": "image/jpeg", "buffer": jpeg})

    phone.goto(f"{address}/")
    phone.locator("summary", has_text="Imprimer").click()
    phone.get_by_role("link", name="Photographier une feuille").click()
    phone.locator("input[type=file]").set_input_files(photos)
    phone.get_by_role("button", name="Lire").click()
    phone.get_by_role("link", name="Vérifier la feuille de la table 1").click()
    keys = 4
    for table in range(1, TABLES + 1):
        expect(phone.locator("h1")).to_have_text(f"Feuille de la table {table}")
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
        for number, row in enumerate(rows_of(table), start=1):
            picks = phone.locator(f"[name='{number}-pick']")
            if picks.count():
                assert row.points
                says = f"{row.taker} · {row.points[0]} – {row.points[1]}"
                says += f" · Belote {row.belote}" if row.belote else ""
                phone.locator("label", has=phone.get_by_text(says, exact=True)).click()
                keys += 1
        button = phone.get_by_role("button", name="Noter 4 donnes")
        # Nothing is open: the button waits for the Enter key.
        if not phone.locator("[name$='-pick']").count():
            expect(button).to_be_focused()
        button.press("Enter")
        keys += 1
    main = phone.locator("main")
    expect(main).to_contain_text(f"Table {TABLES} : 4 donnes notées")
    phone.get_by_role("button", name="Clôturer le tour 1").click()
    keys += 1
    expect(main).to_contain_text("Le tour 1 est clôturé")
    assert keys <= 24
    for table in range(1, TABLES + 1):
        written = Hand.objects.filter(game__match__round=played, game__match__table_number=table)
        found = [(one.taker, one.card_points) for one in written.order_by("number")]
        assert found == [(row.taker, card_points(row)) for row in rows_of(table)]


def card_points(row: WrittenRow) -> int:
    """Return the points of the side that took."""
    assert row.points
    return row.points["AB".index(row.taker[0])]


def test_long_names_stay_above_the_boxes_of_their_sheet(
    phone: Page, live_server: LiveServer
) -> None:
    contest = make_contest(Club.objects.get(), teams=4, rounds=1, hands=20)
    for place, player in enumerate(EntryPlayer.objects.all()):
        name = f"Marie-Bernadette Saint-Maximin-Delacroix {'ABCDEFGH'[place]}"
        EntryPlayer.objects.filter(pk=player.pk).update(name=name)
    Tournament.objects.update(name="Grand concours de la Sainte-Catherine et de la Saint-Nicolas")
    played = start_round(contest)
    phone.set_viewport_size({"width": 1366, "height": 768})
    phone.goto(f"{live_server.url}/contests/{contest.pk}/rounds/{played.number}/paper/")
    phone.emulate_media(media="print")
    for paper in phone.locator(".readable").all():
        expect(paper.locator(".readable__side p")).to_have_count(4)
        ends = [
            paper.locator(part).first.bounding_box()
            for part in (".readable__head", ".readable__how", ".readable__what", ".readable__box")
        ]
        for above, below in pairwise(ends):
            assert above
            assert below
            assert above["y"] + above["height"] <= below["y"] + 1
