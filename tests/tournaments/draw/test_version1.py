"""Draws of version 1, kept from the time when it was the only one, are drawn again bit for bit.

`version1.json.gz` holds pairs of a request and its certificate: fields of 0 to 100 entrants by
every method, round after round, and searches with a limit.
"""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from tournaments.draw.certificate import from_dict, request_from_dict, verify

pytestmark = pytest.mark.slow

Plain = dict[str, Any]

KEPT: list[tuple[Plain, Plain]] = json.loads(
    gzip.decompress(Path(__file__).with_name("version1.json.gz").read_bytes())
)


@pytest.mark.parametrize("method", ["lot", "ranking", "movement", "melee"])
def test_what_version_1_drew_is_verified_by_its_own_code(method: str) -> None:
    kept = [(request, drawn) for request, drawn in KEPT if request["method"] == method]
    assert len(kept) > 50
    for request, drawn in kept:
        certificate = from_dict(drawn)
        assert certificate.version == 1
        assert verify(certificate, request_from_dict(request)) == ()
