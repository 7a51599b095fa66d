"""Contests exported while version 1 of the draw was the only one arrive here and are verified."""

import gzip
import json
from pathlib import Path

import pytest

from tests.table import NOW, make_club
from tournaments.audit_log.labels import parting_text
from tournaments.audit_log.queries.documents import document_of
from tournaments.audit_log.queries.logs import verify_tournament
from tournaments.audit_log.services import import_tournament
from tournaments.draw.version1 import drawing as version1

pytestmark = pytest.mark.django_db

KEPT = sorted(Path(__file__).with_name("version1").glob("*.json.gz"))


def test_there_are_some() -> None:
    assert len(KEPT) == 7


@pytest.mark.parametrize("kept", KEPT, ids=lambda kept: kept.name.split(".")[0])
def test_a_contest_of_version_1_arrives_and_is_verified(kept: Path) -> None:
    document = json.loads(gzip.decompress(kept.read_bytes()))
    assert {played["draw"]["certificate"]["version"] for played in document["rounds"]} == {1}
    arrived = import_tournament(document=document, club=make_club("Elsewhere"), now=NOW)
    assert verify_tournament(arrived).is_whole
    assert document_of(arrived) == document


def test_a_draw_that_version_1_would_take_too_long_to_make_again_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kept = next(path for path in KEPT if path.name.startswith("melee_8"))
    arrived = import_tournament(
        document=json.loads(gzip.decompress(kept.read_bytes())), club=make_club(), now=NOW
    )
    monkeypatch.setattr(version1, "MOST_STEPS", 30)
    found = [parting_text(difference) for difference in verify_tournament(arrived).differences]
    assert found[0] == (
        "Round 1: not checked: version 1 of the draw takes more than 20,000,000 steps to draw it "
        "again."
    )
