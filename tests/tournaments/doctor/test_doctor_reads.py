"""The doctor reads one state of everything while the hall plays on."""

import sqlite3

import pytest
from django.db import DatabaseError, connection

from scorekeeper.models import Club
from tests.table import NOW, make_club
from tournaments.audit_log.read_snapshot import one_state


@pytest.mark.django_db(transaction=True)
def test_it_reads_one_state_and_holds_nobody_up() -> None:
    if connection.vendor != "sqlite":
        pytest.skip("written for the way SQLite keeps its readers and writers apart")
    club = make_club()
    with one_state():
        before = Club.objects.count()
        other = sqlite3.connect(connection.settings_dict["NAME"], timeout=0)
        with other:
            other.execute(
                "UPDATE scorekeeper_club SET name = 'Written meanwhile' WHERE id = ?", [club.pk]
            )
        other.close()
        assert Club.objects.count() == before
        assert Club.objects.get().name == "Club des Tilleuls"
        with pytest.raises(DatabaseError, match="readonly"):
            Club.objects.create(name="By the doctor", created_at=NOW)
    assert Club.objects.get().name == "Written meanwhile"
