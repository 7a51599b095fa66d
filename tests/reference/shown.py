"""Write what the program shows of the kept club into a folder: `python -m tests.reference.shown`.

Run in a process of its own, at the hour at which the club was made.
"""

import gzip
import hashlib
import html.parser
import json
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from typing import Any, Final

HOUR: Final = datetime(2026, 11, 20, 21, 0, tzinfo=UTC)
PAGES: Final = "pages"
MADE_ANEW: Final = (
    (re.compile(r'(name="csrfmiddlewaretoken" value=)"[^"]*"'), r'\1"…"'),
    (re.compile(r'("X-CSRFToken": )"[^"]*"|(?<=nonce=)"[^"]*"'), r'\1"…"'),
    (re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}"), "…"),
)
"""What a page has of its own each time that it is asked for."""


def write(folder: Path) -> None:
    """Write everything that is compared."""
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    (folder / PAGES).mkdir(parents=True)
    for name, text in {
        "addresses.txt": _addresses(),
        "help.txt": _help(),
        "openapi.json": _openapi(),
        "doctor.json": _printed("doctor", "--json"),
        "documents.json": _documents(),
        **{f"{PAGES}/{name}.html": text for name, text in _pages()},
    }.items():
        (folder / name).write_text(text.rstrip("\n") + "\n", encoding="utf-8")


def _addresses() -> str:
    from tests.access.rows import routes

    return "\n".join(f"{route or '/'}  {found.name}" for route, found in sorted(routes().items()))


def _help() -> str:
    from django.core.management import get_commands, load_command_class

    ours = {name: app for name, app in get_commands().items() if not str(app).startswith("django")}
    texts = []
    for name, app in sorted(ours.items()):
        assert isinstance(app, str)
        if app.split(".")[0] in {"scorekeeper", "tournaments"}:
            parser = load_command_class(app, name).create_parser("manage.py", name)
            # From 3.13 on Python names the value of an option once.
            texts.append(re.sub(r"(-\w) [^\s,]+, (--\w+)", r"\1, \2", parser.format_help()))
    return "\n\n".join(texts)


def _openapi() -> str:
    from tournaments.api import api

    return json.dumps(api.get_openapi_schema(), indent=1, sort_keys=True, ensure_ascii=False)


def _printed(*command: str) -> str:
    from django.core.management import call_command

    out = StringIO()
    try:
        call_command(*command, stdout=out)
    except SystemExit as end:
        out.write(f"\nexit {end.code}")
    return out.getvalue()


def _documents() -> str:
    """Return the head of each log, and each contest's and evening's document, part by part."""
    from scorekeeper.models import Evening
    from tournaments.models import Tournament

    found: dict[str, Any] = {}
    for contest in Tournament.objects.order_by("pk"):
        document = json.loads(_printed("export_tournament", str(contest.pk)))
        found[f"contest {contest.pk} {contest.name}"] = {
            "log_hash": contest.log_hash,
            "verified": _printed("verify_tournament", str(contest.pk)).strip(),
            **_parts(document),
        }
    for evening in Evening.objects.order_by("pk"):
        document = json.loads(_printed("export_evening", str(evening.pk)))
        found[f"evening {evening.pk} {evening.name}"] = _parts(document)
    return json.dumps(found, indent=1, ensure_ascii=False)


def _parts(document: dict[str, Any]) -> dict[str, str]:
    return {
        name: hashlib.sha256(json.dumps(part, sort_keys=True).encode()).hexdigest()[:16]
        for name, part in document.items()
    }


def _pages() -> Iterator[tuple[str, str]]:
    """Return the pages that `pages.txt` names, as the owner sees them in French."""
    from django.contrib.auth.models import User
    from django.test import Client

    from tests.reference.club import FOLDER

    client = Client(headers={"accept-language": "fr"})
    client.force_login(User.objects.get(username="owner"))
    for line in (FOLDER / "pages.txt").read_text(encoding="utf-8").splitlines():
        name, address, *whole = line.split()
        answer = client.get(address)
        assert answer.status_code == 200, f"{address}: {answer.status_code}"
        page = answer.content.decode()
        # What stands round tabs and main part is the same everywhere: a few pages are kept whole.
        shown = r'(?:<div class="page-tabs.*?)?<main\b.*</main>'
        main = None if whole else re.search(shown, page, re.DOTALL)
        yield name, plain(main[0] if main else page)


def plain(page: str) -> str:
    """Return a page with a tag or a text a line, and without what it has anew each time."""
    for anew, kept in MADE_ANEW:
        page = anew.sub(kept, page)
    lines = _Lines()
    lines.feed(page)
    return "\n".join(lines.found)


class _Lines(html.parser.HTMLParser):
    """The tags and texts of a page, white space closed up, attributes in their order."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = [
            f' {name}="{" ".join(value.split())}"' if value is not None else f" {name}"
            for name, value in sorted(attrs)
        ]
        self.found.append(f"<{tag}{''.join(said)}>")

    def handle_endtag(self, tag: str) -> None:
        self.found.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        if text := " ".join(data.split()):
            self.found.append(text)


def main(target: Path) -> None:
    os.environ |= {"DJANGO_SETTINGS_MODULE": "tests.settings", "COLUMNS": "100"}
    # A run of the tests has its folder; this club lies in one of its own.
    with tempfile.TemporaryDirectory(prefix="belote-reference-") as folder:
        os.environ["BELOTE_TESTS_DIR"] = folder
        from tests.reference.club import DATABASE

        Path(folder, "belote.sqlite3").write_bytes(gzip.decompress(DATABASE.read_bytes()))
        import django
        from django.utils import timezone

        timezone.now = lambda: HOUR
        django.setup()
        write(target)
        from django.db import connections

        connections.close_all()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
