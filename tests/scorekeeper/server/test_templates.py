"""What templates lose on the way into a page."""

from django.template.loader import get_template


def test_a_page_has_no_line_that_begins_with_blanks() -> None:
    page = get_template("base.html").template.source  # type: ignore[attr-defined] # of Django’s engine
    assert page.count("\n") > 10
    assert not [line for line in page.splitlines() if line[:1] == " "]


def test_a_script_keeps_the_layout_of_its_source() -> None:
    assert "\n  const " in get_template("offline/sw.js").template.source  # type: ignore[attr-defined] # of Django’s engine
