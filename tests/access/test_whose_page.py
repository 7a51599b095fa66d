"""What everybody may see of a club's contests and seasons is headed by the club's name."""

import re

import pytest

from tests.access.rows import IN, read_rows
from tests.access.world import fill
from tests.pages import visitor

BRAND = re.compile(r'<span class="brand__name">([^<]*)<')


@pytest.mark.django_db(transaction=True)
def test_a_stranger_sees_whose_page_it_is() -> None:
    filled, phone = fill("Quetsches"), visitor()
    heads = {}
    for row in read_rows():
        is_page = row.file == "tournaments.txt" and row.method == "GET" and row.names_a_thing
        if not is_page or row.answers["stranger"] != IN:
            continue
        answer = phone.get(row.path(filled.words))
        if answer.headers["Content-Type"].startswith("text/html"):
            for name in BRAND.findall(answer.content.decode()):
                heads[row.address] = name
    assert len(heads) > 15
    assert set(heads.values()) == {"Quetsches"}, heads
