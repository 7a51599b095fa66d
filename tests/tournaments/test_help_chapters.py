"""The help opens at the chapter about the page that one is on, and every chapter is there."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.extensions import help_chapter
from scorekeeper.models import Club
from tests.contest import make_contest
from tests.pages import addresses_of, member_of, visitor

pytestmark = pytest.mark.django_db


@pytest.fixture
def chapters(client: Client) -> set[str]:
    """Return the anchors of the help."""
    page = client.get(reverse("scorekeeper:help")).content.decode()
    return set(re.findall(r'<section class="help__chapter" id="([\w-]+)"', page))


def test_every_page_has_a_chapter_of_the_help(chapters: set[str]) -> None:
    found = {
        pattern.callback.__module__: help_chapter(pattern.callback.__module__)
        for app in ("scorekeeper", "tournaments")
        for pattern in addresses_of(app)
    }
    assert len(found) > 20
    assert {module for module, chapter in found.items() if not chapter} == set()
    assert set(found.values()) <= chapters


def test_a_module_has_the_chapter_of_the_longest_name_that_fits() -> None:
    assert help_chapter("scorekeeper.system.failures") == "failures"
    assert help_chapter("scorekeeper.system.views") == "computer"
    assert help_chapter("scorekeeper.systems") == ""
    assert help_chapter("django.contrib.admin.sites") == ""


def test_the_link_at_the_foot_leads_to_the_chapter_of_the_page(club: Club) -> None:
    contest = make_contest(club, teams=4)
    member = member_of(club)
    pages = {
        reverse("tournaments:ranking", args=[contest.pk]): "contest-end",
        reverse("tournaments:leaderboard"): "seasons",
        reverse("scorekeeper:evening-list"): "evening",
    }
    for address, chapter in pages.items():
        assert f'href="/help/#{chapter}"' in member.get(address).content.decode()
    public = reverse("tournaments:public", args=[contest.token])
    assert 'href="/help/#contest-round"' in visitor().get(public).content.decode()
