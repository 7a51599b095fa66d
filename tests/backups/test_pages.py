"""The page of the copies, the line on the first page, and who may see and take what."""

import errno
import os
import shutil
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper import running
from scorekeeper.backups import queries as pages
from scorekeeper.backups import schedule
from scorekeeper.backups.erasures import FILE
from scorekeeper.backups.places import backups_folder, backups_in, second_place
from scorekeeper.backups.problems import BackupError, BackupProblem
from scorekeeper.models import Club, Membership
from scorekeeper.roles import Role
from tests.pages import member_of, visitor, words_on
from tests.table import NOW, make_club
from tests.tournaments.people.named import forget, player

PAGE = "/copies/"


@pytest.fixture
def serving() -> Iterator[None]:
    """Let this process serve as `start` does."""
    running.begin(running.Running("127.0.0.1", 8000, timezone.now()))
    yield
    running.end()


@pytest.fixture
def organiser(club: Club, serving: None) -> Client:
    """Return the browser of the first organiser."""
    user = User.objects.create_superuser("organisation", first_name="Colette")
    Membership.objects.create(club=club, user=user, role=Role.OWNER, created_at=NOW)
    client = visitor()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder


def choose(client: Client, folder: object) -> str:
    """Type a second place; return what is read then."""
    return words_on(client.post(PAGE, {"folder": str(folder)}, follow=True))


# Who sees what.


def test_only_where_start_serves(club: Club) -> None:
    client = member_of(club)
    assert client.get(PAGE).status_code == 404
    assert "newest copy" not in words_on(client.get("/"))


def test_strangers_are_asked_to_sign_in(club: Club, serving: None) -> None:
    assert visitor().get(PAGE).status_code == 302


def test_who_runs_one_of_several_clubs_sees_no_copy_of_them_all(club: Club, serving: None) -> None:
    client = member_of(club)
    assert client.get(PAGE).status_code == 200
    make_club("Another")
    assert client.get(PAGE).status_code == 404
    assert client.post(reverse("scorekeeper:copy-new")).status_code == 404
    assert "copies" not in words_on(client.get("/"))


def test_a_helper_copies_but_takes_nothing_along(club: Club, serving: None, stick: Path) -> None:
    client = member_of(club)
    page = words_on(client.post(reverse("scorekeeper:copy-new"), follow=True))
    assert "A copy was made." in page
    assert "1 copy on this computer" in page
    (copy,) = backups_in(backups_folder())
    assert client.get(reverse("scorekeeper:copy-file", args=[copy.path.name])).status_code == 404
    assert client.post(PAGE, {"folder": str(stick)}).status_code == 404
    assert client.post(reverse("scorekeeper:second-place-forget")).status_code == 404
    assert "Download" not in page


def test_the_first_organiser_downloads_the_whole_copy(organiser: Client, folder: Path) -> None:
    organiser.post(reverse("scorekeeper:copy-new"))
    (copy,) = backups_in(backups_folder())
    page = words_on(organiser.get(PAGE))
    assert "contains everybody’s" in page
    assert f"restore --replace {copy.path}" in page
    answer = organiser.get(reverse("scorekeeper:copy-file", args=[copy.path.name]))
    assert b"".join(answer) == copy.path.read_bytes()
    assert "no-store" in answer.headers["Cache-Control"]
    assert copy.path.name in answer.headers["Content-Disposition"]


@pytest.mark.parametrize("name", ["secret_key", "..%2Fsecret_key", "belote-2026-01-01-000000.zip"])
def test_nothing_but_copies_is_sent(organiser: Client, name: str) -> None:
    assert organiser.get(f"{PAGE}{name}").status_code == 404


def test_copying_what_is_copied_already(organiser: Client) -> None:
    organiser.post(reverse("scorekeeper:copy-new"), follow=True)
    page = words_on(organiser.post(reverse("scorekeeper:copy-new"), follow=True))
    assert "Nothing has been written since the last copy" in page
    assert len(backups_in(backups_folder())) == 1


# The second place.


def test_a_second_place_is_chosen_and_filled(organiser: Client, stick: Path) -> None:
    organiser.post(reverse("scorekeeper:copy-new"))
    page = choose(organiser, stick)
    place = second_place()
    assert place
    assert place.folder.parent == stick
    assert "1 copy is there" in page
    assert "in the second place too" in page
    assert str(place.folder) in page
    (there,) = backups_in(place.folder)
    (here,) = backups_in(backups_folder())
    assert there.path.read_bytes() == here.path.read_bytes()
    if sys.platform != "win32":
        assert there.path.stat().st_mode & 0o777 == 0o600


def test_the_list_of_erased_names_goes_along(organiser: Client, club: Club, stick: Path) -> None:
    forget(player(club, "Anne Petit"))
    choose(organiser, stick)
    place = second_place()
    assert place
    assert (place.folder / FILE).is_file()


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "Type the path"),
        ("stick", "whole path"),
        ("{stick}/none", "no such folder"),
        ("{data}", "folder of the data itself"),
        ("{data}/copies", "folder of the data itself"),
        ("/" + "x" * 400, "too long"),
        ("{stick}/file", "no such folder"),
    ],
)
def test_what_cannot_be_a_second_place(
    organiser: Client, folder: Path, stick: Path, typed: str, said: str
) -> None:
    (folder / "copies").mkdir()
    (stick / "file").touch()
    text = typed.format(stick=stick, data=folder)
    answer = organiser.post(PAGE, {"folder": text})
    assert said in words_on(answer)
    assert second_place() is None
    if text:
        assert f'value="{text}"' in answer.content.decode()


def test_one_that_cannot_be_written(
    organiser: Client, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_arguments: object, **_options: object) -> None:
        raise PermissionError(13, "Permission denied")

    # Asked in its place, because the administrator of a machine may write everything.
    monkeypatch.setattr("scorekeeper.backups.forms.tempfile.TemporaryFile", refuse)
    assert "Permission denied" in choose(organiser, stick)
    assert second_place() is None


def test_a_stick_that_is_pulled_out_and_put_in_again(
    organiser: Client, club: Club, stick: Path, tmp_path: Path
) -> None:
    choose(organiser, stick)
    place = second_place()
    assert place
    away = tmp_path / "in a pocket"
    shutil.move(place.folder, away)
    club.name = "Another name"
    club.save()
    page = words_on(organiser.post(reverse("scorekeeper:copy-new"), follow=True))
    assert "A copy was made." in page
    assert "is not there" in page
    # An empty mount point may stay: nothing is written into it.
    assert not list(stick.iterdir())
    assert "is not there" in words_on(organiser.get("/"))
    shutil.move(away, place.folder)
    schedule.bring_to_second_place()
    assert backups_in(place.folder)[0].path.name == backups_in(backups_folder())[0].path.name
    assert "is not there" not in words_on(organiser.get("/"))


def test_a_network_drive_that_went_away_is_said(
    organiser: Client, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose(organiser, stick)
    place, usual = second_place(), Path.stat
    assert place

    def refuse(path: Path, **options: Any) -> os.stat_result:
        # What such a drive answers; one that is merely missing is another matter.
        if path == place.folder:
            raise OSError(errno.ENOTCONN, "Transport endpoint is not connected")
        return usual(path, **options)

    monkeypatch.setattr(Path, "stat", refuse)
    schedule.bring_to_second_place()
    assert "Transport endpoint is not connected" in words_on(organiser.get("/"))


def test_a_full_stick_does_not_stop_the_first_place(
    organiser: Client, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose(organiser, stick)

    def refuse(folder: Path, needed: int) -> None:
        raise BackupError(BackupProblem.NO_ROOM, place=folder, needed="30 MB", free="1 MB")

    monkeypatch.setattr(schedule, "check_room", refuse)
    page = words_on(organiser.post(reverse("scorekeeper:copy-new"), follow=True))
    assert "A copy was made." in page
    assert "1 MB are free" in page
    place = second_place()
    assert place
    assert backups_in(place.folder) == []


def test_a_copy_that_was_cut_off_in_the_second_place_is_written_anew(
    organiser: Client, stick: Path
) -> None:
    organiser.post(reverse("scorekeeper:copy-new"))
    choose(organiser, stick)
    place = second_place()
    assert place
    (there,) = backups_in(place.folder)
    there.path.write_bytes(b"half")
    schedule.bring_to_second_place()
    (again,) = backups_in(place.folder)
    assert again.size == backups_in(backups_folder())[0].size


def test_a_copy_dated_by_a_clock_that_went_wrong_keeps_no_later_one_from_the_second_place(
    organiser: Client, club: Club, stick: Path
) -> None:
    organiser.post(reverse("scorekeeper:copy-new"))
    (wrong,) = backups_in(backups_folder())
    wrong.path.rename(wrong.path.with_name("belote-2099-01-01-120000.zip"))
    choose(organiser, stick)
    club.name = "Another name"
    club.save()
    organiser.post(reverse("scorekeeper:copy-new"))
    place = second_place()
    assert place
    made = {copy.path.name for copy in backups_in(backups_folder())}
    assert len(made) == 2
    assert {copy.path.name for copy in backups_in(place.folder)} == made


def test_the_second_place_is_given_up(organiser: Client, stick: Path) -> None:
    organiser.post(reverse("scorekeeper:copy-new"))
    choose(organiser, stick)
    before = second_place()
    assert before
    organiser.post(reverse("scorekeeper:second-place-forget"))
    assert second_place() is None
    assert backups_in(before.folder)
    # Chosen again it is the same folder there.
    choose(organiser, stick)
    assert second_place() == before


# The line on the first page.


def test_the_first_page_says_how_old_the_newest_is(organiser: Client) -> None:
    organiser.post(reverse("scorekeeper:copy-new"))
    answer = organiser.get("/")
    assert "less than a minute old" in words_on(answer)
    assert b'id="copies-title"' not in answer.content


def test_it_turns_red_when_something_was_written_since(
    organiser: Client, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    organiser.post(reverse("scorekeeper:copy-new"))
    since, later = timezone.now(), timezone.now() + schedule.OLD + timedelta(minutes=1)
    monkeypatch.setattr(pages, "timezone", SimpleNamespace(now=lambda: later))
    assert not pages.backups_state(since=since).is_old
    club.name = "Another name"
    club.save()
    assert pages.backups_state(since=since).is_old
    assert b'id="copies-title"' in organiser.get("/").content
    # A program that was just started has not had its turn yet.
    assert not pages.backups_state(since=later).is_old


def test_the_first_hand_after_a_quiet_hour_is_no_reason_to_turn_red(
    organiser: Client, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    organiser.post(reverse("scorekeeper:copy-new"))
    (copy,) = backups_in(backups_folder())
    before = timezone.localtime() - timedelta(hours=1)
    copy.path.rename(copy.path.with_name(f"belote-{before:%Y-%m-%d-%H%M%S}.zip"))
    # The regular look, which finds nothing to copy.
    schedule.back_up_now()
    club.name = "Another name"
    club.save()
    assert not pages.backups_state(since=before).is_old
    assert b'id="copies-title"' not in organiser.get("/").content


def test_a_copy_that_cannot_be_made_is_said_on_the_first_page(
    organiser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_options: object) -> None:
        raise BackupError(BackupProblem.NO_ROOM, place="data", needed="30 MB", free="1 MB")

    monkeypatch.setattr(schedule, "make_backup", refuse)
    page = words_on(organiser.post(reverse("scorekeeper:copy-new"), follow=True))
    assert "The disk of data is full" in page
    answer = organiser.get("/")
    assert "The disk of data is full" in words_on(answer)
    assert b'id="copies-title"' in answer.content
