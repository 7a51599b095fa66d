"""Parser for pasted lists of prizes: "1er 200 €", "2e jambon", "Dernier: saucisson"."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from tournaments.standings.prizes import PlanError, Prize, PrizeKind
from tournaments.tags import USUAL_TAGS

LONGEST_GOODS: Final = 80
MOST_CENTS: Final = 100_000_00
MOST_PARTS: Final = 1000

_ORDINAL: Final = r"(?:ers?|ères?|res?|èmes?|emes?|es?|è|nde?|st|rd|th)"
_SPAN: Final = re.compile(
    rf"(?:de\s+|du\s+|from\s+|places?\s+)?(\d{{1,3}})({_ORDINAL})?"
    rf"(?:\s*(?:-|–|—|à|au|to)\s*(\d{{1,3}})({_ORDINAL})?)?(?=\W|$)\s*(places?\b)?\s*([:.)=\t–—-])?\s*",
    re.IGNORECASE,
)
_BULLET: Final = re.compile(r"^[\s*•·-]+")
_BETWEEN: Final = re.compile(r"^[\s:=–—-]+")
_WORDS: Final[tuple[tuple[str, PrizeKind, int], ...]] = (
    (r"(?:meilleure? |best )?(?:score |of )?(?:du |the )?(?:1er|premier|first) (?:tour|round)",
     PrizeKind.FIRST_ROUND, 1),
    (r"(?:meilleure? |best )?(?:score |of )?(?:du |the )?(?:dernier|last) (?:tour|round)",
     PrizeKind.LAST_ROUND, 1),
    (r"avant[- ]derni(?:er|ère)s?|last but one", PrizeKind.LAST, 2),
    (r"(?:la |le |the )?(?:derni(?:er|ère)s?|last)", PrizeKind.LAST, 1),
    (r"(?:la )?meilleure? (?:partie|score|game)|best game", PrizeKind.BEST_GAME, 1),
    (r"(?:le )?(?:plus (?:de|grand nombre de) |most )?capots?", PrizeKind.CAPOTS, 1),
    (r"tirage(?: au sort)?(?: parmi les présents)?|tombola|(?:a )?draw(?: among those present)?",
     PrizeKind.PRESENT, 1),
)  # fmt: skip
_AIMS: Final = tuple(
    (re.compile(rf"(?:{words})(?!\w)", re.IGNORECASE), aim, first) for words, aim, first in _WORDS
)
_TAGS: Final[Mapping[str, str]] = {
    "ladies": r"dames?|femmes?|féminines?|lad(?:y|ies)|wom[ae]n",
    "juniors": r"juniors?|jeunes?",
    "mixed": r"mixtes?|mixed",
    "members": r"membres?|adhérents?|adhérentes?|members?",
}
_EACH: Final = re.compile(r"[,(]?\s*\b(?:chacune?|each|par joueur|per player)\b\)?", re.IGNORECASE)
_GIVEN_BY: Final = re.compile(
    r"[,;(–-]?\s*\b(?:offerte?s? par|don de|given by|from|par)\s+([^()]+?)\)?$", re.IGNORECASE
)
_MONEY: Final = re.compile(
    r"(\d[\d\s\u00a0\u202f]*(?:[.,]\d{1,2})?)\s*(?:(€|euros?\b|eur\b)|(%)|(parts?\b)|$)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class PastedPrizes:
    """The prizes of a list, and the lines without one."""

    prizes: list[Prize] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


def read_prizes(
    text: str, *, tags: Iterable[str] = (), key: int = 1, place: int = 1
) -> PastedPrizes:
    """Return the prizes of a list, one on each line, with keys from `key` on.

    A line without a purpose is for the next place, counted from `place`. `tags` are those of the
    contest.
    """
    found = PastedPrizes()
    patterns = _tag_patterns(tags)
    for line in text.splitlines():
        words = _BULLET.sub("", " ".join(line.split()))
        if not words:
            continue
        aimed, what = _aimed(words, patterns, place)
        try:
            prize = Prize(key=key, **aimed, **read_what(what))
        except PlanError:
            found.wrong.append(words)
            continue
        found.prizes.append(prize)
        key += 1
        if prize.aim is PrizeKind.PLACE:
            place = prize.last + 1
    return found


def _tag_patterns(tags: Iterable[str]) -> list[tuple[re.Pattern[str], str]]:
    known = {**_TAGS, **{tag: re.escape(tag) for tag in tags if tag not in _TAGS}}
    labels = {code: re.escape(str(label)) for code, label in USUAL_TAGS.items()}
    return [
        (re.compile(rf"(?:équipes? )?(?:{words}|{labels.get(tag, words)})(?!\w)", re.I), tag)
        for tag, words in known.items()
    ]


def _aimed(
    words: str, tags: Sequence[tuple[re.Pattern[str], str]], place: int
) -> tuple[dict[str, Any], str]:
    """Return the purpose of a line, and the remaining text."""
    if found := _named(words, tags):
        return found
    span = _SPAN.match(words)
    # A number alone may be a quantity: "2 bouteilles".
    if span and (span[2] or span[4] or span[5] or span[6] or span[3]):
        first = int(span[1])
        last = int(span[3] or first)
        rest = words[span.end() :]
        if named := _named(rest, tags):
            return {**named[0], "first": first, "last": last}, named[1]
        return {"first": first, "last": last}, rest
    return {"first": place, "last": place}, words


def _named(
    words: str, tags: Sequence[tuple[re.Pattern[str], str]]
) -> tuple[dict[str, Any], str] | None:
    """Return a purpose other than a place, and the remaining text; None without one."""
    for pattern, aim, first in _AIMS:
        if found := pattern.match(words):
            aimed = {"aim": aim, "first": first, "last": first}
            return aimed, _BETWEEN.sub("", words[found.end() :])
    for pattern, tag in tags:
        if found := pattern.match(words):
            return {"aim": PrizeKind.TAG, "tag": tag}, _BETWEEN.sub("", words[found.end() :])
    return None


def read_what(text: str) -> dict[str, Any]:
    """Return what a prize is from "200 € chacun + coupe, offert par la mairie"."""
    without = _EACH.sub("", text)
    parsed: dict[str, Any] = {"each": without != text}
    if given := _GIVEN_BY.search(without):
        parsed["sponsor"] = given[1].strip()[:LONGEST_GOODS]
        without = without[: given.start()]
    money, goods = read_money(without)
    return {**parsed, **money, "goods": goods.strip(" +,;·:.–-")[:LONGEST_GOODS]}


def read_money(text: str) -> tuple[dict[str, int], str]:
    """Return the money at the start of a text, and the rest; raises PlanError."""
    text = text.strip()
    found = _MONEY.match(text)
    if not found:
        return {}, text
    number = re.sub(r"\s", "", found[1]).replace(",", ".")
    whole, _dot, rest = number.partition(".")
    hundredths = int(whole) * 100 + int(rest.ljust(2, "0"))
    name, most = "cents", MOST_CENTS
    if found[3]:
        name, most = "percent", 100_00
    elif found[4]:
        name, most, hundredths = "parts", MOST_PARTS, int(whole)
    if hundredths > most:
        raise PlanError(text)
    return {name: hundredths}, text[found.end() :]
