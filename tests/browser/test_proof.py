"""The script by which pages prove computers, held against the library that signs."""

import hashlib
import random

import pytest
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from cryptography.hazmat.primitives.hashes import SHA1, SHA256
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

IS_SIGNED = "cases => cases.map((given) => belote.proof.isSigned(...given))"


@pytest.fixture
def tab(page: Page, live_server: LiveServer) -> Page:
    script = "<script>belote = {}</script><script src=/static/scorekeeper/table/proof.js></script>"
    document = f"<!DOCTYPE html><title>x</title><link rel=icon href='data:,'>{script}"
    page.route(
        "**/proof-test", lambda route: route.fulfill(body=document, content_type="text/html")
    )
    page.goto(f"{live_server.url}/proof-test")
    return page


def test_hashes_are_those_of_the_library(tab: Page) -> None:
    dice = random.Random(27)
    alphabet = "abc 0129\n♠é\U0001f0a1"
    texts = ["".join(dice.choices(alphabet, k=length)) for length in range(200)]
    texts += ["a" * 1000, "é" * 5000]
    found = tab.evaluate("texts => texts.map(belote.proof.sha256)", texts)
    assert found == [hashlib.sha256(text.encode()).hexdigest() for text in texts]


def new_key() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


def modulus(key: rsa.RSAPrivateKey) -> str:
    return f"{key.public_key().public_numbers().n:x}"


def test_what_the_library_signs_is_known(tab: Page) -> None:
    for key in (new_key(), new_key()):
        texts = [f"belote\n{number}\nhttp://192.168.1.21:8000\n1 é" for number in range(30)]
        signatures = [key.sign(text.encode(), padding.PKCS1v15(), SHA256()) for text in texts]
        given = [
            [text, one.hex(), modulus(key)] for text, one in zip(texts, signatures, strict=True)
        ]
        assert tab.evaluate(IS_SIGNED, given) == [True] * len(texts)


def raised(key: rsa.RSAPrivateKey, message: str) -> str:
    """Return what its key makes of a padded message, however that is padded."""
    private = key.private_numbers()
    return f"{pow(int(message, 16), private.d, private.public_numbers.n):0512x}"


def test_everything_else_is_not(tab: Page) -> None:
    key, other, text = new_key(), new_key(), "belote\nword\nhttp://192.168.1.21:8000\n1"
    own, below = modulus(key), key.public_key().public_numbers().n
    signature = key.sign(text.encode(), padding.PKCS1v15(), SHA256())
    number = int.from_bytes(signature)
    digest = hashlib.sha256(text.encode()).hexdigest()
    begins = "3031300d060960864801650304020105000420"
    whole = f"0001{'ff' * 202}00{begins}{digest}"
    assert raised(key, whole) == signature.hex(), "the cases below differ from it in one thing"
    pss = padding.PSS(padding.MGF1(SHA256()), 32)
    cases = {
        "another number": [f"{text}0", signature.hex(), own],
        "another key": [text, signature.hex(), modulus(other)],
        "signed by another": [
            text,
            other.sign(text.encode(), padding.PKCS1v15(), SHA256()).hex(),
            own,
        ],
        "one bit": [text, f"{number ^ 1:0512x}", own],
        "nothing": [text, "", own],
        "zero": [text, "0" * 512, own],
        "one": [text, "1".rjust(512, "0"), own],
        "the modulus": [text, own, own],
        "beyond the modulus": [text, f"{number + below:x}", own],
        "longer": [text, f"00{signature.hex()}", own],
        "capitals": [text, signature.hex().upper(), own],
        "no number": [text, "g" * 512, own],
        "another padding": [text, key.sign(text.encode(), pss, SHA256()).hex(), own],
        "another hash": [text, key.sign(text.encode(), padding.PKCS1v15(), SHA1()).hex(), own],
        "a short padding": [
            text,
            raised(key, f"0001{'ff' * 8}00{begins}{digest}{'00' * 194}"),
            own,
        ],
        "something in the padding": [text, raised(key, whole.replace("ffff", "ff00", 1)), own],
        "of the other kind": [text, raised(key, whole.replace("0001", "0002", 1)), own],
        "without its kind of hash": [text, raised(key, f"0001{'ff' * 221}00{digest}"), own],
        "a key of nothing": [text, "", ""],
    }
    found = dict(zip(cases, tab.evaluate(IS_SIGNED, list(cases.values())), strict=True))
    assert found == dict.fromkeys(cases, False)


def test_each_word_is_another_one(tab: Page) -> None:
    words = tab.evaluate("() => Array.from({ length: 50 }, belote.proof.randomWord)")
    assert len(set(words)) == 50
    assert {len(word) for word in words} == {32}
