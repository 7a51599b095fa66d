"""Texts of contests are compared in English, whatever the machine speaks."""

from collections.abc import Iterator

import pytest
from django.utils import translation


@pytest.fixture(autouse=True)
def _in_english(_quiet_language: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Speak English in the terminal and where no visitor's browser says otherwise."""
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    with translation.override("en"):
        yield
