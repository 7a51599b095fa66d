"""Contests written as documents and read by commands."""

import copy
import io
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from scorekeeper.models import Club
from tests.table import make_club
from tests.tournaments.audit_log.mutations import Document
from tests.tournaments.audit_log.replay.eventful import eventful_teams
from tournaments.models import LogEntry, Tournament

pytestmark = pytest.mark.django_db


class TestCommands:
    def run(self, *arguments: str) -> str:
        out = io.StringIO()
        call_command(*arguments, stdout=out)
        return out.getvalue()

    def test_from_one_club_to_another(self, club: Club, tmp_path: Path) -> None:
        tournament = eventful_teams(club)
        file = tmp_path / "contest.json"
        file.write_text(self.run("export_tournament", str(tournament.pk)), encoding="utf-8")
        make_club("Elsewhere")
        told = self.run("import_tournament", str(file), "--club", "Elsewhere")
        arrived = Tournament.objects.get(pk=int(told.splitlines()[-1]))
        assert arrived.club.name == "Elsewhere"
        copied = tmp_path / "again.json"
        self.run("export_tournament", str(arrived.pk), "--output", str(copied))
        assert json.loads(copied.read_text("utf-8")) == json.loads(file.read_text("utf-8"))
        told = self.run("import_tournament", str(file))
        assert Tournament.objects.get(pk=int(told)).club == club

    def test_an_installation_without_a_club_gets_one(
        self, document: Document, tmp_path: Path
    ) -> None:
        Tournament.objects.all().delete()
        Club.objects.all().delete()
        file = tmp_path / "contest.json"
        file.write_text(json.dumps(document), encoding="utf-8")
        arrived = Tournament.objects.get(pk=int(self.run("import_tournament", str(file))))
        assert arrived.club == Club.objects.get()

    def test_a_fault_is_named_and_nothing_stored(
        self, document: Document, club: Club, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        faulty = copy.deepcopy(document)
        faulty["rounds"][1]["matches"][0]["total_b"] += 10
        file = tmp_path / "contest.json"
        file.write_text(json.dumps(faulty), encoding="utf-8")
        with pytest.raises(SystemExit) as stopped:
            call_command("import_tournament", str(file))
        assert stopped.value.code == 1
        assert "rounds[1].matches[0].total_b: " in capsys.readouterr().err
        assert not LogEntry.objects.exists()

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (("export_tournament", "99"), "99"),
            (("verify_tournament", "99"), "99"),
            (("import_tournament", "/no/such/file"), "/no/such/file"),
            (("import_tournament", "/dev/null", "--club", "Nowhere"), "Club des Tilleuls"),
        ],
    )
    def test_what_is_not_there(self, club: Club, arguments: tuple[str, ...], words: str) -> None:
        with pytest.raises(CommandError, match=words):
            call_command(*arguments)
