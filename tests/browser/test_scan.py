"""A sheet as the browser prints it, filled in and photographed, becomes hands."""

import struct
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import cv2
import numpy as np
import pytest
from django.test import Client
from playwright.sync_api import Browser, FilePayload, Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.evenings.services import open_evening
from scorekeeper.models import Club, Hand
from tests.browser.conftest import sign_in
from tests.contest import make_contest, start_round
from tests.table import NOW, make_member
from tests.tournaments.extensions.scan.paper import (
    Photo,
    Picture,
    Writer,
    WrittenRow,
    write_row,
)
from tournaments.extensions.scan import services
from tournaments.extensions.scan.layout import PAGE
from tournaments.extensions.scan.reader import SeenSheet, read_pages
from tournaments.models import EntryPlayer, SheetPhoto, Tournament

SEATS = ("A1", "B1", "A2", "B2")
TABLES = 8
PLACE = b"47.2184N 1.5536W"


def rows_of(table: int, hands: int = 4) -> list[WrittenRow]:
    """Return the hands of a table, no two alike."""
    points = [(35 + 11 * table + 9 * hand) % 140 + 10 for hand in range(hands)]
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


def photographed(papers: list[Picture], hands: int, kinds: tuple[str, ...]) -> list[FilePayload]:
    """Return a photo of each paper, which somebody has filled in; it says where it was taken."""
    dice = np.random.default_rng(31)
    photos: list[FilePayload] = []
    for table, paper in enumerate(papers, start=1):
        writer = Writer.by(dice)
        for number, row in enumerate(rows_of(table, hands), start=1):
            write_row(paper, writer, hands, number, row)
        jpeg = cv2.imencode(".jpg", Photo(dice, kinds).of(paper))[1].tobytes()
        told = b"Exif\0\0" + PLACE
        jpeg = jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(told) + 2) + told + jpeg[2:]
        photos.append({"name": f"{table}.jpg", "mimeType": "image/jpeg", "buffer": jpeg})
    return photos


def test_a_round_of_eight_tables_is_photographed_and_closed_with_few_keys(
    phone: Page, browser: Browser, live_server: LiveServer
) -> None:
    contest = make_contest(Club.objects.get(), teams=2 * TABLES, rounds=1, hands=4)
    played = start_round(contest)
    address = f"{live_server.url}/contests/{contest.pk}/rounds/{played.number}"
    photos = photographed(
        printed(phone, browser, f"{address}/paper/"), 4, ("perspective", "shadow")
    )

    phone.goto(f"{address}/")
    phone.get_by_role("link", name="Photographier une feuille").click()
    with phone.expect_file_chooser() as chosen:
        phone.get_by_role("button", name="Choisir des images ou un PDF").click()
    chosen.value.set_files(photos)
    expect(phone.locator("[data-photos] a")).to_have_count(TABLES, timeout=120_000)
    # With the last of them the list below is renewed.
    expect(phone.locator("#sheets.htmx-request")).to_have_count(0)
    phone.get_by_role("link", name="Vérifier la feuille de la table 1").click()
    keys = 3
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
            assert phone.evaluate("scrollY") == 0
        button.press("Enter")
        keys += 1
    main = phone.locator("main")
    expect(main).to_contain_text(f"Table {TABLES} : 4 donnes notées, ")
    phone.get_by_role("button", name="Clôturer le tour 1").click()
    keys += 1
    expect(main).to_contain_text("Le tour 1 est clôturé")
    assert keys <= 24
    for table in range(1, TABLES + 1):
        written = Hand.objects.filter(game__match__round=played, game__match__table_number=table)
        found = [(one.taker, one.card_points) for one in written.order_by("number")]
        assert found == [(row.taker, card_points(row)) for row in rows_of(table)]


@pytest.fixture
def pocket(browser: Browser, live_server: LiveServer) -> Iterator[Page]:
    """Return a page on a phone with a camera, on which the organiser is signed in."""
    with browser.new_context(
        locale="fr-FR", has_touch=True, viewport={"width": 360, "height": 640}
    ) as context:
        page = context.new_page()
        sign_in(page, live_server)
        yield page


@pytest.fixture
def arrived(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Return the list to which each file is added that the server reads."""
    files: list[bytes] = []

    def reading(data: bytes, club: int | None) -> Iterator[SeenSheet | str]:
        files.append(data)
        return read_pages(data, club)

    monkeypatch.setattr(services, "read_pages", reading)
    return files


def longest_side(jpeg: bytes) -> int:
    decoded: Picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_GRAYSCALE)
    return max(int(side) for side in decoded.shape)


def test_photos_taken_without_a_connection_are_sent_once_it_is_back(
    pocket: Page, browser: Browser, live_server: LiveServer, arrived: list[bytes]
) -> None:
    """By whoever took them, made smaller, without the place; what is refused is said."""
    contest = make_contest(Club.objects.get(), teams=4, rounds=1, hands=2)
    played = start_round(contest)
    address = f"{live_server.url}/contests/{contest.pk}/rounds/{played.number}"
    photos = photographed(printed(pocket, browser, f"{address}/paper/"), 2, ("clean",))
    context = pocket.context
    mine: Any = context.cookies(live_server.url)

    pocket.goto(f"{address}/scan/")
    context.set_offline(True)
    camera = pocket.locator("sheet-camera")
    for photo in photos:
        with pocket.expect_file_chooser() as chosen:
            camera.get_by_role("button", name="Photographier une feuille").click()
        assert not chosen.value.is_multiple()
        chosen.value.set_files(photo)
    expect(camera.get_by_text("Gardées sur ce téléphone :")).to_contain_text("2")
    expect(camera).to_contain_text("ne répond pas")
    pocket.close()
    context.set_offline(False)

    other = Client()
    other.force_login(make_member(Club.objects.get(), "bruno"))
    session = other.cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    pocket = context.new_page()
    pocket.goto(f"{address}/scan/")
    expect(pocket.get_by_text("Quelqu’un d’autre était connecté")).to_have_count(2)
    assert not arrived

    context.add_cookies(mine)
    pocket.reload()
    camera = pocket.locator("sheet-camera")
    expect(camera.get_by_role("link", name="Table 1")).to_be_visible()
    expect(camera.get_by_role("link", name="Table 2")).to_be_visible()
    expect(pocket.get_by_role("link", name="Vérifier la feuille de la table 1")).to_be_visible()
    assert SheetPhoto.objects.count() == 2
    assert [longest_side(one) for one in arrived] == [2400, 2400]
    assert not [one for one in arrived if PLACE in one]

    # The same once more, and one on which nothing is to be seen.
    nothing = cv2.imencode(".png", np.full((900, 600), 90, np.uint8))[1].tobytes()
    empty: FilePayload = {"name": "rien.png", "mimeType": "image/png", "buffer": nothing}
    camera.locator("[multiple]").set_input_files([photos[0], empty])
    refused = camera.get_by_text("rien.png – Aucune feuille")
    expect(refused).to_be_visible()
    assert SheetPhoto.objects.count() == 2
    expect(camera.get_by_role("button", name="Photographier de nouveau")).to_be_visible()
    assert pocket.evaluate("document.documentElement.scrollWidth <= innerWidth")
    pocket.reload()
    expect(refused).to_be_visible()
    camera.get_by_role("button", name="Retirer").click()
    expect(refused).to_have_count(0)


def test_a_browser_that_keeps_no_photo_asks_before_it_is_closed(
    pocket: Page, live_server: LiveServer
) -> None:
    played = start_round(make_contest(Club.objects.get(), teams=4, rounds=1, hands=2))
    pocket.add_init_script("Object.defineProperty(window, 'indexedDB', {value: null})")
    pocket.goto(f"{live_server.url}/contests/{played.tournament_id}/rounds/1/scan/")
    pocket.context.set_offline(True)
    pocket.locator("h1").click()
    photo: FilePayload = {"name": "1.jpg", "mimeType": "image/jpeg", "buffer": b"no picture"}
    pocket.locator("[capture]").set_input_files(photo)
    expect(pocket.get_by_text("Ce navigateur ne garde rien")).to_be_visible()
    with pocket.expect_event("dialog") as asked:
        pocket.close(run_before_unload=True)
    assert asked.value.type == "beforeunload"
    asked.value.accept()


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
    evening = open_evening(
        club=contest.club,
        name="Soirée de belote du vendredi, au foyer rural de Saint-Maximin-la-Sainte-Baume",
        date=NOW.date(),
        ruleset_key="contest",
        now=NOW,
    )
    phone.set_viewport_size({"width": 1366, "height": 768})
    phone.emulate_media(media="print")
    phone.goto(f"{live_server.url}/evenings/{evening.pk}/paper/")
    expect(phone.locator(".readable__name")).to_have_count(4)
    assert_stands_above_boxes(phone)
    phone.goto(f"{live_server.url}/contests/{contest.pk}/rounds/{played.number}/paper/")
    for paper in phone.locator(".readable").all():
        expect(paper.locator(".readable__side p")).to_have_count(4)
    assert_stands_above_boxes(phone)


def assert_stands_above_boxes(page: Page) -> None:
    for paper in page.locator(".readable").all():
        ends = [
            paper.locator(part).first.bounding_box()
            for part in (".readable__head", ".readable__how", ".readable__what", ".readable__box")
        ]
        for above, below in pairwise(ends):
            assert above
            assert below
            assert above["y"] + above["height"] <= below["y"] + 1
