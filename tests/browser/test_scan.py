"""A sheet as the browser prints it, filled in and photographed, becomes hands."""

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.models import Club, Hand
from tests.contest import make_contest, start_round
from tournaments.extensions.scan.layout import PAGE

cv2 = pytest.importorskip("cv2", reason='pip install "belote[scan]"')

from tests.tournaments.extensions.scan.paper import (  # noqa: E402
    Photo,
    Picture,
    Writer,
    WrittenRow,
    write_row,
)

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
    decoded = cv2.imdecode(np.frombuffer(image, np.uint8), cv2.IMREAD_GRAYSCALE)
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
