"""French is complete, compiled and in step with the code."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import polib
import pytest
from django.core.management import call_command
from django.test import override_settings

from scorekeeper.labels.lone_words import WORDS

ROOT = Path(__file__).parents[2]
CATALOGUE = ROOT / "scorekeeper" / "locale" / "fr" / "LC_MESSAGES" / "django.po"
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|</?\w+[^>]*>")

NO_FRENCH: list[tuple[str, str]] = [
    ("straight or English quotes", r"[\"“”]|\w'\w"),
    ("no no-break space before : ; ? !", r"(?<=[^\u00a0\u202f?!…/(])[:;?!](?=\s|$|\u00a0»|[).*])"),
    ("no no-break space inside « »", r"«(?!\u00a0)|(?<!\u00a0)»"),
]
"""What no French printer lets pass."""
NOT_READ = re.compile(r"https?://\S+|<[^>]*>|%\(\w+\)[sd]|\d:\d|:\d")

Key = tuple[str | None, str]


@pytest.fixture(scope="module")
def french() -> polib.POFile:
    return polib.pofile(str(CATALOGUE))


def keys_of(catalogue: polib.POFile | polib.MOFile) -> dict[Key, polib.POEntry | polib.MOEntry]:
    return {(entry.msgctxt, entry.msgid): entry for entry in catalogue}


def forms_of(entry: polib.POEntry | polib.MOEntry) -> list[str]:
    """Return the translations: one, or one for each number."""
    return list(entry.msgstr_plural.values()) or [entry.msgstr]


def test_every_text_is_translated(french: polib.POFile) -> None:
    assert [entry.msgid for entry in french if not entry.translated() or entry.fuzzy] == []


def test_every_translation_fills_in_the_same_values(french: polib.POFile) -> None:
    def values(text: str) -> list[str]:
        return sorted(PLACEHOLDER.findall(text))

    wrong = [
        entry.msgid
        for entry in french
        for text in forms_of(entry)
        if values(text) not in (values(entry.msgid), values(entry.msgid_plural or entry.msgid))
    ]
    assert wrong == []


@pytest.mark.parametrize(("rule", "pattern"), NO_FRENCH, ids=lambda value: value[:9])
def test_quotes_and_spaces_are_french(french: polib.POFile, rule: str, pattern: str) -> None:
    texts = [text for entry in french for text in forms_of(entry)]
    wrong = [text for text in texts if re.search(pattern, NOT_READ.sub("x", text))]
    assert wrong == [], rule


def test_the_compiled_file_is_that_of_the_catalogue(french: polib.POFile) -> None:
    compiled = keys_of(polib.mofile(str(CATALOGUE.with_suffix(".mo"))))
    written = keys_of(french)
    assert compiled.keys() == written.keys()
    assert all(forms_of(compiled[key]) == forms_of(written[key]) for key in written)


@pytest.mark.skipif(not shutil.which("xgettext"), reason="gettext is not installed here")
def test_the_catalogue_has_every_text_of_the_code_and_no_other(
    french: polib.POFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ignored: Callable[[str, list[str]], set[str]] = shutil.ignore_patterns("__pycache__")
    for name in ("scorekeeper", "templates", "tournaments"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=ignored)
    monkeypatch.chdir(tmp_path)
    # Named by its own path, the catalogue of the project would be written instead.
    with override_settings(LOCALE_PATHS=[tmp_path / "scorekeeper" / "locale"]):
        call_command("makemessages", locale=["fr"], no_obsolete=True, verbosity=0)
    found = polib.pofile(str(tmp_path / CATALOGUE.relative_to(ROOT)))
    assert keys_of(found).keys() == keys_of(french).keys()


def test_texts_are_marked_by_names_that_xgettext_knows() -> None:
    """Under any other name than `_` a text is never collected, and stays English."""
    wrong = [
        f"{path.relative_to(ROOT)}: {alias}"
        for package in ("scorekeeper", "tournaments")
        for path in (ROOT / package).rglob("*.py")
        for alias in re.findall(r"gettext\w* as (\w+)", path.read_text())
        if alias != "_"
    ]
    assert wrong == []


@pytest.mark.parametrize("word", WORDS)
def test_a_word_that_stands_alone_says_to_translators_what_it_means(
    french: polib.POFile, word: str
) -> None:
    entry = keys_of(french)[None, word]
    assert entry.comment.startswith("Translators: ")
    assert len(entry.occurrences) > 1, f"“{word}” stands on no page any more"
