"""A passkey from end to end, with a browser's own security key."""

from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.models import Passkey

SIGN_IN = "Se connecter avec une clé d’accès"


def plug_in_a_key(page: Page) -> None:
    """Give the browser a key that knows its owner, as a phone does."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    session.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": {
                "protocol": "ctap2",
                "transport": "internal",
                "hasResidentKey": True,
                "hasUserVerification": True,
                "isUserVerified": True,
                "automaticPresenceSimulation": True,
            }
        },
    )


def test_a_passkey_is_added_and_signs_in(phone: Page, live_server: LiveServer) -> None:
    plug_in_a_key(phone)
    phone.goto(f"{live_server.url}/account/")
    phone.get_by_text("Clés d’accès").click()
    phone.get_by_label("Nom de la clé").fill("Mon téléphone")
    phone.get_by_role("button", name="Ajouter une clé d’accès").click()
    expect(phone.get_by_text("La clé d’accès est ajoutée")).to_be_visible()
    assert Passkey.objects.get().name == "Mon téléphone"
    phone.context.clear_cookies()
    phone.goto(f"{live_server.url}/accounts/login/?next=/players/")
    phone.get_by_role("button", name=SIGN_IN).click()
    phone.wait_for_url(f"{live_server.url}/players/")
    expect(phone.get_by_text("Menu")).to_be_visible()


def test_a_plain_address_is_offered_none(hall_page: Page, live_server: LiveServer) -> None:
    hall_page.goto(live_server.url.replace("localhost", "hall.test") + "/accounts/login/")
    expect(hall_page.get_by_role("button", name="Se connecter", exact=True)).to_be_visible()
    expect(hall_page.get_by_role("button", name=SIGN_IN)).to_have_count(0)
