"""A document with anything wrong in it is refused in words, or it is a contest like any other.

`python -m tests.benchmarks.spoiled` hunts with thousands of seeds.
"""

from collections import Counter
from typing import Any

import pytest

from tests.tournaments.audit_log.mutations import Document
from tests.tournaments.audit_log.spoiled import fate_of, whole_documents
from tests.tries import tries

pytestmark = pytest.mark.django_db

SEEDS = range(tries(30))
TAKEN = (145, 211)
"""Seeds whose documents are changed so that everything still follows."""


@pytest.fixture(scope="module")
def documents(django_db_setup: None, django_db_blocker: Any) -> list[Document]:
    with django_db_blocker.unblock():
        return whole_documents()


def test_nothing_is_taken_that_does_not_follow(documents: list[Document]) -> None:
    fates = Counter(fate_of(documents[seed % 3], seed) for seed in SEEDS)
    assert fates["refused"] > len(SEEDS) // 2


def test_what_still_follows_is_a_contest_like_any_other(documents: list[Document]) -> None:
    assert {fate_of(documents[seed % 3], seed) for seed in TAKEN} == {"taken"}
