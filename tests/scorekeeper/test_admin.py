"""The administrator's look at the stored data."""

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.services.accounts import create_sign_in_link
from scorekeeper.demo import fill_demo
from scorekeeper.models import Game, GameEvent, Hand, SignInLink
from tests.pages import member_of, visitor
from tests.table import NOW, make_club

pytestmark = pytest.mark.django_db

REGISTERED = [
    model._meta.model_name
    for model in apps.get_app_config("scorekeeper").get_models()
    if model in admin.site._registry
]


@pytest.fixture
def administrator() -> Client:
    fill_demo(now=NOW, seed=32)
    user = User.objects.create_superuser("admin")
    create_sign_in_link(user=user, now=NOW)
    client = visitor()
    client.force_login(user)
    return client


@pytest.mark.parametrize("model", REGISTERED)
def test_every_list_opens(administrator: Client, model: str) -> None:
    answer = administrator.get(reverse(f"admin:scorekeeper_{model}_changelist"))
    assert answer.status_code == 200


@pytest.mark.parametrize("model", [Game, Hand, GameEvent, SignInLink])
def test_what_was_played_is_only_read(administrator: Client, model: type[Game]) -> None:
    name = f"admin:scorekeeper_{model._meta.model_name}"
    first = model.objects.order_by("pk").first()
    assert first
    shown = administrator.get(reverse(f"{name}_change", args=[first.pk])).content.decode()
    assert 'name="_save"' not in shown
    assert getattr(first, "token", "no token") not in shown
    assert getattr(first, "token_hash", "no hash") not in shown
    assert administrator.post(reverse(f"{name}_delete", args=[first.pk])).status_code == 403
    assert administrator.get(reverse(f"{name}_add")).status_code == 403


def test_organisers_do_not_enter() -> None:
    answer = member_of(make_club()).get(reverse("admin:index"))
    assert answer.status_code == 302
