"""A contest of another program, made whole before it is imported: see `replay.completing`."""

from datetime import datetime
from hashlib import sha256
from typing import Any

from django.utils import timezone

from scorekeeper.engine.presets import PRESETS
from scorekeeper.models.authors import Author
from scorekeeper.rules.pages.rulesets import preset_choice
from tournaments.audit.pages.documents import document_text, moment
from tournaments.replay.completing import completed_of
from tournaments.replay.shape import DocumentProblem
from tournaments.setup.services import USUAL_RULES, Settings, described

_SEED_BYTES = 6


def completed_document(
    document: dict[str, Any], *, by: Author, now: datetime, club: int | None = None
) -> tuple[dict[str, Any], list[DocumentProblem]]:
    """Return a document without a log with what follows from it and a log of one line.

    Or what is wrong with it. Who brings it in, and when, stands in that line. Raises BusyError.
    """
    # The same document gives the same lots wherever it is brought in.
    seal = sha256(document_text(document).encode(errors="surrogatepass")).digest()
    asked = {
        "document": document,
        "settings": _usual(USUAL_RULES, now, seed=int.from_bytes(seal[:_SEED_BYTES], "big")),
        "rules": {key: _usual(key, now)["rules"] for key in PRESETS if key == _key_of(document)},
        "by": by.name,
        "at": moment(now) or "",
    }
    return completed_of(document_text(asked).encode(errors="surrogatepass"), club)


def _key_of(document: dict[str, Any]) -> Any:
    """Return by which key a document names its rules, whose shape nobody has looked at."""
    tournament = document.get("tournament")
    rules = tournament.get("rules") if isinstance(tournament, dict) else None
    return rules.get("key") if isinstance(rules, dict) else None


def _usual(key: str, now: datetime, *, seed: int = 0) -> dict[str, Any]:
    """Return what a contest by those rules has where nobody says otherwise."""
    rules = preset_choice(key)
    settings = Settings(name="", date=timezone.localdate(now), rules=rules)
    return described(settings, seed=seed)
