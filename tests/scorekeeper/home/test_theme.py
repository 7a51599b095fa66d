"""Light or dark: chosen on a device, remembered by a cookie, applied by the server."""

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.models import Club
from scorekeeper.theme import Theme, read_theme
from tests.pages import member_of, visitor

pytestmark = pytest.mark.django_db


def choose(client: Client, theme: str, page: str = "/help/") -> str:
    """Press a button of the switch; return where it leads."""
    answer = client.post(reverse("scorekeeper:theme-set"), {"theme": theme, "next": page})
    return answer.headers["Location"]


def shown(client: Client, page: str = "/help/") -> str:
    return client.get(page).content.decode()


def test_pages_follow_the_device_until_somebody_chooses() -> None:
    page = shown(visitor())
    assert 'data-theme="auto"' in page
    assert '<meta name="color-scheme" content="light dark">' in page


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_phone_without_an_account_keeps_what_it_chose(theme: str) -> None:
    phone = visitor()
    assert choose(phone, theme) == "/help/"
    page = shown(phone)
    assert f'data-theme="{theme}"' in page
    assert f'<meta name="color-scheme" content="{theme}">' in page
    assert f'value="{theme}" aria-pressed="true"' in " ".join(page.split())
    assert choose(phone, "auto") == "/help/"
    assert 'data-theme="auto"' in shown(phone)


def test_whoever_is_signed_in_finds_the_switch_in_the_menu(club: Club) -> None:
    page = shown(member_of(club))
    before, _menu, after = page.partition('class="menu__panel"')
    assert 'name="theme"' not in before
    assert after.partition("</details>")[0].count('name="theme"') == 3
    assert page.count('name="theme"') == 3


def test_the_switch_leads_to_no_other_site() -> None:
    assert choose(visitor(), "dark", "https://example.org/") == "/"
    assert choose(visitor(), "dark", "//example.org/") == "/"


@pytest.mark.parametrize("typed", ["", "neon", "DARK", "<script>"])
def test_another_word_is_no_theme(typed: str) -> None:
    assert read_theme(typed) is Theme.AUTO
    phone = visitor()
    phone.cookies["theme"] = typed
    assert 'data-theme="auto"' in shown(phone)
