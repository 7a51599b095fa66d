"""Addresses on paper: a line ends where whoever types them sees that nothing is missing."""

import pytest
from django.utils.html import strip_tags

from scorekeeper.templatetags.names import typed_address


@pytest.mark.parametrize(
    ("address", "parts"),
    [
        pytest.param(
            "https://belote.club-des-tilleuls.fr/p/Ah9-Ez_q/",
            ["https://", "belote", ".club-des-tilleuls.fr/", "p/", "Ah9-Ez_q/"],
            id="a server",
        ),
        pytest.param(
            "http://192.168.1.5:8000/",
            ["http://", "192", ".168", ".1", ".5:8000/"],
            id="a laptop in the hall",
        ),
        pytest.param("http://[fe80::1]:8000/", ["http://", "[fe80::1]:8000/"], id="IPv6"),
        pytest.param("", [], id="none"),
        pytest.param("a<b", ["a&lt;b"], id="no markup"),
    ],
)
def test_the_parts_of_an_address_stay_whole(address: str, parts: list[str]) -> None:
    shown = typed_address(address)
    assert shown.split('<span class="address-part">')[1:] == [f"{one}</span>" for one in parts]
    assert strip_tags(shown) == "".join(parts)
