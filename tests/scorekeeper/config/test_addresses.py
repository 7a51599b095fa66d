"""The addresses of an app lead to pages of its own rooms."""

import pytest
from django.urls import URLResolver, get_resolver


def resolver_of(app: str) -> URLResolver:
    (found,) = (
        addresses
        for addresses in get_resolver().url_patterns
        if isinstance(addresses, URLResolver) and addresses.namespace == app
    )
    return found


@pytest.mark.parametrize("app", ["scorekeeper", "tournaments"])
def test_no_app_shows_pages_of_the_other_one(app: str) -> None:
    rooms = {page.callback.__module__ for page in resolver_of(app).url_patterns}
    assert {room.partition(".")[0] for room in rooms} == {app}
