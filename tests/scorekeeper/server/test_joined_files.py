"""What pages are made of, out of its parts, as several threads and processes write it."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings, settings
from django.contrib.staticfiles.finders import AppDirectoriesFinder

from scorekeeper.server.static_bundles import IMPORT, JoinedFilesFinder, shortened


def test_two_threads_that_write_it_at_once_do_not_disturb_each_other(
    settings: LazySettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DATA_DIR = tmp_path
    replace = Path.replace

    def overtaken(self: Path, target: Path) -> Any:
        monkeypatch.setattr(Path, "replace", replace)
        JoinedFilesFinder().find("scorekeeper/table.js")
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", overtaken)
    joined = Path(JoinedFilesFinder().find("scorekeeper/table.js"))
    assert joined.read_text(encoding="utf-8")
    assert list(joined.parent.iterdir()) == [joined]


@pytest.mark.parametrize("path", settings.JOINED_STYLES)
def test_a_style_sheet_comes_as_one_file_of_all_its_parts_in_their_order(path: str) -> None:
    source = Path(str(AppDirectoriesFinder().find(path)))
    named = IMPORT.findall(source.read_text("utf-8"))
    joined = Path(JoinedFilesFinder().find(path)).read_text("utf-8")
    first_rules = []
    for name in named:
        found = re.search(r"^  [^@/\s].*$", (source.parent / name).read_text("utf-8"), re.MULTILINE)
        assert found, name
        first_rules.append(shortened(found[0]))
    places = [joined.index(rule) for rule in first_rules]
    assert places == sorted(places)
    assert "/*" not in joined
    assert "@import" not in joined


def test_a_style_sheet_loses_only_blanks_that_mean_nothing() -> None:
    style = """
    /* why */
    @layer parts {
      .a, .b > .c { content: "; {  }"; color: red; }
      .d::after { content: " " counter(seat) / ""; margin: 0 auto; }
    }
    """
    assert shortened(style) == (
        '@layer parts{.a,.b > .c{content:"; {  }";color:red}'
        '.d::after{content:" " counter(seat) / "";margin:0 auto}}'
    )
