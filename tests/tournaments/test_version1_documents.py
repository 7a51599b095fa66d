"""Contests exported while version 1 of the draw was the only one arrive here and are verified."""

import gzip
import json
from pathlib import Path

import pytest

from tests.table import NOW, make_club
from tournaments.selectors.documents import document_of
from tournaments.selectors.verification import verify_tournament
from tournaments.services.transfer import import_tournament

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
