"""A contest's document for everybody: each person as that one wants to be shown, and no fees.

Lines of the log that lose a name, or who has paid, keep their hash; a last line, which only this
document has, vouches for what is left of them. So the chain is checked as that of any log.
"""

import gzip
from collections.abc import Iterable
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any, Final

from scorekeeper.models import Player
from scorekeeper.models.clubs import initials_of
from tournaments.chain import VOUCHED, Link
from tournaments.models import EntryPlayer, LogEntry, Round, Tournament
from tournaments.redaction import NameTaker
from tournaments.selectors.documents import document_of, document_text

KEPT: Final = 4
"""Contests whose packed document is kept: a hundred teams make some hundred kilobytes."""
VOUCHER: Final = "belote"
"""Who signs the last line."""


class BeingMadeError(Exception):
    """Raised while another document is being made: who asks again in a moment finds it."""


def is_offered(tournament: Tournament) -> bool:
    """Return whether everybody may have the document: at least one round, none drawn or played.

    A draw that is not published yet stands in the log, and a table that plays changes everything.
    """
    statuses = set(tournament.rounds.values_list("status", flat=True))
    return statuses == {Round.Status.CLOSED}


def public_document(tournament: Tournament) -> dict[str, Any]:
    """Return the document of a contest as everybody may read it."""
    taker = NameTaker(_words(tournament))
    document: dict[str, Any] = taker.values(document_of(tournament))
    for entry in document["entries"]:
        entry["has_paid"] = False
    links = [act.link for act in tournament.log.order_by("number")]
    document["log"] = [link.as_plain() for link in _told(links, taker)]
    return document


def _told(links: Iterable[Link], taker: NameTaker) -> list[Link]:
    """Return the lines of the log without names and fees, and one that vouches for them."""
    told, seals = [], []
    for link in links:
        left = taker.link(link, signs=True) or link
        if left.kind == LogEntry.Kind.PAID:
            left = replace(left, data={**left.data, "numbers": []})
        if left != link:
            seals.append([left.number, left.true_hash()])
        told.append(left)
    if seals:
        last = told[-1]
        voucher = Link(
            number=last.number + 1,
            kind=LogEntry.Kind.REDACTED.value,
            round_number=None,
            table_number=None,
            data={VOUCHED: seals},
            author=VOUCHER,
            at=last.at,
        )
        told.append(voucher.sealed(last.hash))
    return told


def _words(tournament: Tournament) -> dict[str, str]:
    """Return what stands for every name of those who are shown by initials; two queries.

    Two people in one contest never stand there by one word.
    """
    hidden = Player.objects.filter(club=tournament.club_id, shown=Player.Shown.INITIALS)
    people = {pk: (name, kept or pk) for pk, name, kept in _names(hidden)}
    spelled = [(name, person) for name, person in people.values()]
    entered = EntryPlayer.objects.filter(entry__tournament=tournament).order_by("pk")
    taken: dict[str, int] = {}
    for name, player in entered.values_list("name", "player"):
        if player in people:
            spelled.append((name, people[player][1]))
        else:
            taken[name] = 0
    return {name: _word(initials_of(name), person, taken) for name, person in spelled}


def _names(hidden: Any) -> Iterable[tuple[int, str, int | None]]:
    found: Iterable[tuple[int, str, int | None]] = hidden.order_by("pk").values_list(
        "pk", "name", "merged_into"
    )
    return found


def _word(initials: str, person: int, taken: dict[str, int]) -> str:
    """Return the initials of a person, numbered where somebody else has them."""
    word, again = initials, 1
    while taken.setdefault(word, person) != person:
        again += 1
        word = f"{initials} {again}"
    return word


@dataclass(frozen=True, slots=True)
class PackedDocument:
    """A document as it is sent: packed by gzip, and what it was made of."""

    mark: tuple[object, ...]
    packed: bytes


_kept: dict[str, PackedDocument] = {}
_making: Final = Lock()


def mark_of_document(tournament: Tournament) -> tuple[object, ...]:
    """Return what changes whenever the document does: acts, results, and names hidden since."""
    return (tournament.token, tournament.version, tournament.results_version)


def packed_document(tournament: Tournament) -> PackedDocument:
    """Return the document, made once for each state of the contest; one at a time.

    Raises BeingMadeError: whoever asks for it must not hold up those who enter hands.
    """
    mark = mark_of_document(tournament)
    known = _kept.get(tournament.token)
    if known and known.mark == mark:
        return known
    if not _making.acquire(blocking=False):
        raise BeingMadeError
    try:
        text = document_text(public_document(tournament))
        made = PackedDocument(mark, gzip.compress(text.encode(), compresslevel=6, mtime=0))
        _kept.pop(tournament.token, None)
        while len(_kept) >= KEPT:
            _kept.pop(next(iter(_kept)), None)
        _kept[tournament.token] = made
    finally:
        _making.release()
    return made
