"""Names of people and teams: whole as pages show them, shortened, or the family name first."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString

from scorekeeper.models.initials import initials_of
from scorekeeper.models.sort_names import FIRST_NAMES, first_and_family, folded

LONG: Final = 18
"""Characters that fit on a button or in a line of the projector."""
FITS_A_KEY: Final = 7
"""Characters that fit on the smallest key of a phone."""
LONG_WORD: Final = 10
"""A longer word takes smaller letters in a narrow column."""
LONG_HYPHENATED: Final = 18
"""A longer word, its hyphens included, takes still smaller ones."""
BETWEEN: Final = " & "
TEAM_MARK: Final = " · "
"""The separators between two people, and between a team's own name and its people."""
HYPHENS: Final = re.compile(r"(\w+\.?)-(?=\w)")


def people_of(title: str) -> tuple[str, list[str]]:
    """Return a team's own name with the separator after it, and the names of its people."""
    team, mark, names = title.rpartition(TEAM_MARK)
    return team + mark, names.split(BETWEEN)


def short_names(titles: Iterable[str], *, initials: bool = False) -> dict[str, str]:
    """Return the short names of people who are shown together: "J.-P. de La Fontaine".

    With `initials` one letter is left of the family name too: "J.-P. d.". No two people get the
    same: of Marie and Maud Petit one becomes "Mar. Petit", the other "Mau. Petit"; the initials of
    two people with the same first name have more of the family name: "C. Ch." and "C. Ca.".
    """
    people = {person for title in titles for person in people_of(title)[1]}
    short = {person: _shortened(person, 1, initials=initials) for person in people}
    longer = range(2, max(map(len, people), default=0))
    ways = [(letters, 1) for letters in longer]
    if initials:
        ways += [(1, letters) for letters in longer]
    for letters, of_family in ways:
        counts = Counter(short.values())
        alike = [person for person, found in short.items() if counts[found] > 1]
        if not alike:
            break
        short |= {
            person: _shortened(person, letters, initials=initials, of_family=of_family)
            for person in alike
        }
    counts = Counter(short.values())
    return {
        person: found for person, found in short.items() if found != person and counts[found] == 1
    }


def _shortened(name: str, letters: int, *, initials: bool, of_family: int = 1) -> str:
    """Return a name with so many letters of the first names: one letter of each, or the first.

    With `initials` it has so many of the family name as well.
    """
    first, family = first_and_family(name)
    if not initials and not (first and re.search(r"[^\W\d_]{2}", family)):
        return name
    begin, end = (first, family) if first else (family, "")
    if letters == 1:
        begin = initials_of(begin)
    elif letters < len(begin):
        begin = begin[:letters].rstrip("-. ") + "."
    if initials and of_family == 1:
        end = initials_of(end)[:2]
    elif initials and of_family < len(end):
        end = end[:of_family].rstrip("-. ") + "."
    return f"{begin} {end}".strip()


def shown_names(title: str, short: Mapping[str, str] | None = None) -> SafeString:
    """Return a team's names, or one person's, for a page: the `names` filter of templates.

    Lines end between people, then between words (`app/names.css`), never behind the number of a
    team. With the short names of those shown together they become shorter in a column that is too
    narrow (`names-fit`).
    """
    title = str(title)  # It may be a translation.
    *before, names = title.split(TEAM_MARK)
    number = f"{before.pop(0)} · " if before and not re.search(r"[^\W\d_]", before[0]) else ""
    number = number.replace(" ", "\u00a0")
    if before:
        before[0], number = number + before[0], ""
    length = " names--long" if max(map(len, re.split(r"[\s-]", title))) > LONG_WORD else ""
    if max(map(len, title.split()), default=0) > LONG_HYPHENATED:
        length = " names--long names--hyphenated"
    return format_html(
        '<span class="names{}">{}{}</span>',
        length,
        format_html_join("", "{} · ", ((_shown_people(one, {}),) for one in before)),
        _shown_people(names, short or {}, number=number),
    )


def numbered_names(title: str, number: int) -> SafeString:
    """Return a team's names behind its number: the `numbered` filter of templates."""
    return shown_names(f"{number}{TEAM_MARK}{title}")


def _shown_people(names: str, short: Mapping[str, str], *, number: str = "") -> SafeString:
    """Return the names of people, each in a box, the first with the number of the team."""
    first, *others = (_shown_name(name, short) for name in names.split(BETWEEN))
    first = format_html("{}{}", number, first)
    if not others:
        return first
    behind = format_html_join("", " <span>&amp; {}</span>", ((other,) for other in others))
    return format_html("<span>{}</span>{}", first, behind)


def _shown_name(name: str, short: Mapping[str, str]) -> SafeString:
    """Return a name whose first names, or all of it, can give way to what is shorter.

    A hyphen ends a line in a family name only, and only in one that no line has room for.
    """
    found = short.get(name, "") if len(name) > FITS_A_KEY else ""
    first, family = first_and_family(name)
    if found and not found.endswith(family):
        whole = _shown_name(name, {})
        return format_html(
            '<span class="names__all" data-short="{}"><span>{}</span></span>', found, whole
        )
    initials = found.removesuffix(family).strip()
    if not initials and "-" not in first:
        return _shown_family(name)
    words = format_html_join(" ", "<span>{}</span>", ((word,) for word in first.split()))
    given = format_html('<span class="names__first" data-short="{}">{}</span>', initials, words)
    if name.startswith(first):
        return format_html("{}{}", given, _shown_family(name.removeprefix(first)))
    if name.endswith(first):
        return format_html("{}{}", _shown_family(name.removesuffix(first)), given)
    return conditional_escape(name)


def _shown_family(name: str) -> SafeString:
    """Return a name whose double-barrelled words go to the next line whole."""
    words = (
        format_html('<span class="names__family">{}</span>' if "-" in word else "{}", word)
        for word in name.split(" ")
    )
    return format_html_join(" ", "{}", ((word,) for word in words))


def narrow_names(title: str, short: Mapping[str, str]) -> str:
    """Return a team's names as plain text for little room: long ones become these short names.

    Lines end between words, not in initials.
    """
    team, people = people_of(title)
    if len(title) > LONG:
        people = [short.get(person, person) for person in people]
    return team + unbroken(BETWEEN.join(people))


def unbroken(text: str) -> str:
    """Return a sentence in which no line ends at the hyphen of a first name or of initials."""
    return HYPHENS.sub(_joined, text)


def _joined(found: re.Match[str]) -> str:
    is_first = found[1].endswith(".") or folded(found[1]) in FIRST_NAMES
    return f"{found[0]}\u2060" if is_first else found[0]


def listed_name(name: str) -> str:
    """Return a name for lists sorted by family name: "Benoît Brigitte"."""
    first, family = first_and_family(name)
    return f"{family} {first}" if first and re.search(r"[^\W\d_]", family) else name
