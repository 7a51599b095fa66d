"""A club's own workbooks on a phone: their columns looked at, one changed, everybody entered."""

from pathlib import Path

from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.models import Club, Player
from tests.contest import make_contest
from tests.tournaments.files.club_books import (
    PLAYERS_LIST,
    entries_book,
    plain_entries_book,
    results_book,
)
from tournaments.models import ListColumns, PastContest


def test_a_workbook_is_entered_from_a_phone(
    phone: Page, live_server: LiveServer, tmp_path: Path
) -> None:
    book = tmp_path / "inscrits.xlsx"
    book.write_bytes(plain_entries_book())
    contest = make_contest(Club.objects.get(), teams=0)
    phone.goto(f"{live_server.url}/contests/{contest.pk}/entries/")
    phone.locator('main a[href$="/entries/paste/"]').first.click()
    phone.locator("#id_file").set_input_files(book)
    phone.get_by_role("button", name="Vérifier la liste").click()

    expect(phone.get_by_label("Téléphone")).to_have_value("ignored")
    expect(phone.get_by_label("Joueur 1")).to_have_value("name_1")
    expect(phone.locator(".entry-lines--good > li")).to_have_count(3)
    expect(phone.locator(".entry-lines--good > li").first).to_contain_text("Payé")
    # Who has paid is asked for at the door: the column is left out.
    phone.get_by_label("Payé").select_option("ignored")
    phone.get_by_role("button", name="Lire ainsi").click()
    expect(phone.locator(".entry-lines--good > li").first).not_to_contain_text("Payé")
    phone.locator(".action-bar button.button--primary").click()

    expect(phone.locator("main")).to_contain_text("Anne Dupont & Paul Le Goff")
    expect(phone.locator("main")).to_contain_text("Zoé Martin")
    expect(phone.locator("main")).not_to_contain_text("06 12")
    kept = ListColumns.objects.get()
    assert kept.parts[-1] == "ignored"


def test_headings_over_two_rows_name_both_players_of_a_team(
    phone: Page, live_server: LiveServer, tmp_path: Path
) -> None:
    book = tmp_path / "concours.xlsx"
    book.write_bytes(entries_book())
    contest = make_contest(Club.objects.get(), teams=0)
    phone.goto(f"{live_server.url}/contests/{contest.pk}/entries/paste/")
    phone.locator("#id_file").set_input_files(book)
    phone.get_by_role("button", name="Vérifier la liste").click()
    expect(phone.locator(".entry-lines--good > li")).to_have_count(3)
    expect(phone.locator("main")).to_contain_text("Total")
    phone.locator(".action-bar button.button--primary").click()
    expect(phone.locator("main")).to_contain_text("Anne Dupont & Paul Le Goff")
    assert contest.entries.count() == 3


def test_old_results_are_asked_once_for_their_contest(
    phone: Page, live_server: LiveServer, tmp_path: Path
) -> None:
    book = tmp_path / "noel.ods"
    book.write_bytes(results_book())
    phone.goto(f"{live_server.url}/past/import/")
    phone.locator("#id_file").set_input_files(book)
    phone.get_by_role("button", name="Vérifier la liste").click()
    expect(phone.locator("#id_day")).to_have_value("2024-12-21")
    phone.locator("#id_contest").fill("Noël")
    phone.get_by_role("button", name="Lire ainsi").click()
    expect(phone.locator(".past-lines > li")).to_have_count(2)
    phone.locator(".action-bar button.button--primary").click()
    expect(phone.locator("main")).to_contain_text("Noël")
    assert PastContest.objects.get().results.count() == 2


def test_a_list_of_members_becomes_players(
    phone: Page, live_server: LiveServer, tmp_path: Path
) -> None:
    book = tmp_path / "adherents.csv"
    book.write_bytes(PLAYERS_LIST)
    phone.goto(f"{live_server.url}/people/import/")
    phone.locator("#id_file").set_input_files(book)
    phone.get_by_role("button", name="Vérifier la liste").click()
    phone.locator(".action-bar button.button--primary").click()
    expect(phone.locator("main")).to_contain_text("Martin-Durand")
    assert Player.objects.filter(name__in=["Anne Dupont", "Zoé Martin-Durand"]).count() == 2
