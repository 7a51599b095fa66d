"""A sheet as the browser prints it, filled in and photographed, becomes hands."""

from itertools import pairwise

import cv2
import numpy as np
from playwright.sync_api import Browser, Page, expect
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

ROWS = [
    WrittenRow("A1", (92, 70), belote="A"),
    WrittenRow("B2", (60, 102)),
    WrittenRow("A2", (162, 0), capot="A"),
    WrittenRow("B1", (110, 52), belote="B"),
]


def printed(organiser: Page, browser: Browser, address: str) -> Picture:
    """Return the first sheet of a page as it is printed, a dot for a tenth of a millimetre."""
    state = organiser.context.storage_state()
    with browser.new_context(storage_state=state, device_scale_factor=2.65) as context:
        page = context.new_page()
        page.goto(address)
        page.emulate_media(media="print")
        image = page.locator(".readable").first.screenshot()
    decoded: Picture = cv2.imdecode(np.frombuffer(image, np.uint8), cv2.IMREAD_GRAYSCALE)
    return cv2.resize(decoded, PAGE, interpolation=cv2.INTER_AREA)


def test_a_printed_sheet_is_filled_in_photographed_and_entered(
    phone: Page, browser: Browser, live_server: LiveServer
) -> None:
    contest = make_contest(Club.objects.get(), teams=4, rounds=1, hands=4)
    played = start_round(contest)
    address = f"{live_server.url}/contests/{contest.pk}/rounds/{played.number}"
    paper = printed(phone, browser, f"{address}/paper/")
    dice = np.random.default_rng(31)
    writer = Writer.by(dice)
    for number, row in enumerate(ROWS, start=1):
        write_row(paper, writer, 4, number, row)
    photo = Photo(dice, ("perspective", "shadow")).of(paper)
    _is_done, jpeg = cv2.imencode(".jpg", photo)

    phone.goto(f"{address}/")
    phone.locator("summary", has_text="Imprimer").click()
    phone.get_by_role("link", name="Photographier une feuille").click()
    phone.locator("input[type=file]").set_input_files(
        {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": jpeg.tobytes()}
    )
    phone.get_by_role("button", name="Lire").click()
    sheet = phone.locator(".scanned")
    expect(sheet.locator(".scanned__strip")).to_have_count(5)
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for number, row in enumerate(ROWS, start=1):
        assert row.points
        # Read already, or else typed, as people do.
        if sheet.locator(f"[name='{number}-looked']").count():
            sheet.locator(f"[name='{number}-looked']").check()
            sheet.locator(f"[name='{number}-taker']").select_option(row.taker)
            sheet.locator(f"[name='{number}-points_a']").fill(str(row.points[0]))
            sheet.locator(f"[name='{number}-points_b']").fill(str(row.points[1]))
            sheet.locator(f"[name='{number}-belote']").select_option(row.belote)
            sheet.locator(f"[name='{number}-capot']").select_option(row.capot)
    assert sheet.locator("[name$='-looked']").count() < 3
    sheet.get_by_role("button", name="Noter 4 donnes").click()
    expect(phone.locator("main")).to_contain_text("4 donnes notées")
    written = Hand.objects.filter(game__match__round=played).order_by("number")
    found = [(one.taker, one.card_points, one.belote or "", one.capot or "") for one in written]
    assert found == [
        ("A1", 92, "A", ""),
        ("B2", 102, "", ""),
        ("A2", 162, "", "A"),
        ("B1", 52, "B", ""),
    ]


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
