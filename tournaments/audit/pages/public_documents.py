"""A contest's document for everybody: each person as that one wants to be shown, and no fees.

Lines of the log that lose a name, or who has paid, keep their hash; a last line, which only this
document has, vouches for what is left of them. So the chain is checked as that of any log.
"""

import gzip
from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any, Final

from scorekeeper.models import Player
from scorekeeper.models.initials import initials_of
from tournaments.audit.pages.documents import document_of, document_text
from tournaments.chain import VOUCHED, Link
from tournaments.draw.certificate import hide_wishes
from tournaments.draw.wishes import wishes_from_plain
from tournaments.models import EntryPlayer, FormerPlayer, LogEntry, Round, Tournament
from tournaments.redaction import NameTaker
from tournaments.replay.acts import is_brought_in
from tournaments.replay.booked import HIDDEN
from tournaments.replay.document import EntryFields, TournamentFields
from tournaments.replay.fields import PRIVATE, WHERE_SET, marked

KEPT: Final = 4
"""Contests whose packed document is kept: a hundred teams make some hundred kilobytes."""
ENTERED: Final = frozenset({LogEntry.Kind.ENTRY_ADDED, LogEntry.Kind.ENTRY_CHANGED})
MONEY: Final = frozenset(
    {LogEntry.Kind.MONEY, LogEntry.Kind.CHARGED, LogEntry.Kind.PRICES, LogEntry.Kind.COUNTED}
)
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
    links = [act.link for act in tournament.log.order_by("number")]
    taker = NameTaker(_words(tournament, links))
    document: dict[str, Any] = taker.values(document_of(tournament))
    _hide_private(document)
    document["log"] = [link.as_plain() for link in _told(links, taker)]
    return document


def _hide_private(document: dict[str, Any]) -> None:
    """Take all money out, and leave of the wishes for the draws only the marks that fixed them."""
    for entry in document["entries"]:
        _forget(entry, EntryFields)
    _forget(document["tournament"], TournamentFields, "wishes")
    if wishes := wishes_from_plain(document["tournament"].get("wishes")):
        document["tournament"]["wishes"] = {"hidden": wishes.mark}
    for played in document["rounds"]:
        if played["draw"] is not None:
            hide_wishes(played["draw"]["request"], played["draw"]["certificate"])


def _forget(plain: dict[str, Any], part: type, *kept: str) -> None:
    """Let what is private be as usual."""
    for one in marked(part, PRIVATE):
        if WHERE_SET not in one.marks:
            plain[one.name] = one.default
        elif one.name not in kept:
            plain.pop(one.name, None)


def _told(links: Iterable[Link], taker: NameTaker) -> list[Link]:
    """Return the lines of the log without names and fees, and one that vouches for them."""
    told, seals = [], []
    for link in links:
        left = taker.link(link, signs=True) or link
        if left.kind == LogEntry.Kind.PAID:
            left = replace(left, data={"numbers": [], "paid": left.data["paid"]})
        if left.kind in MONEY:
            left = replace(left, data={HIDDEN: True})
        if is_brought_in(left):
            # Brought in without a log: the line holds all that the document of then held.
            left = replace(left, data=deepcopy(left.data))
            _hide_private(left.data["document"])
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


def _words(tournament: Tournament, links: Iterable[Link]) -> dict[str, str]:
    """Return what stands for every name of those who are shown by initials; four queries.

    Two people in one contest never stand there by one word. Names of entries that were removed or
    put right stay in the log: whom the club does not know any more nobody can ask.
    """
    hidden: dict[int, int] = {}
    spelled: list[tuple[str, int | str]] = []
    known = []
    for pk, name, kept, shown in _players(tournament):
        if shown == Player.Shown.INITIALS:
            hidden[pk] = kept or pk
            spelled.append((name, hidden[pk]))
        else:
            known.append(name)
    taken: dict[str, int | str] = {}
    for name, player in _entered(tournament):
        if player in hidden:
            spelled.append((name, hidden[player]))
        else:
            taken[name] = 0
    known += [*taken, *(name for name, _person in spelled)]
    asked = NameTaker(dict.fromkeys(known, ""))
    spelled += [(name, name) for name in _entered_once(links) if not asked.is_meant(name)]
    return {name: _word(initials_of(name), person, taken) for name, person in spelled}


def _players(tournament: Tournament) -> Iterable[tuple[int, str, int | None, str]]:
    players = Player.objects.filter(club=tournament.club_id).order_by("pk")
    return players.values_list("pk", "name", "merged_into", "shown")


def _entered(tournament: Tournament) -> Iterator[tuple[str, int | None]]:
    """Yield the names of those who sit in entries, and of those who left a place there."""
    for rows in (EntryPlayer.objects, FormerPlayer.objects):
        own = rows.filter(entry__tournament=tournament).order_by("pk")
        yield from own.values_list("name", "player")


def _entered_once(links: Iterable[Link]) -> list[str]:
    """Return every name under which somebody was ever entered, in the order of the log."""
    return list(dict.fromkeys(name for link in links for name in _named_by(link)))


def _named_by(link: Link) -> list[str]:
    if link.kind == LogEntry.Kind.SUBSTITUTED:
        return [link.data["left"], link.data["came"]]
    return link.data["players"] if link.kind in ENTERED else []


def _word(initials: str, person: int | str, taken: dict[str, int | str]) -> str:
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
    """Return what changes whenever the document does: acts, results, and names hidden since.

    Who is hidden may stand in the log alone, of an entry that was removed, say.
    """
    hidden = Player.objects.filter(club=tournament.club_id, shown=Player.Shown.INITIALS)
    names = tuple(hidden.order_by("pk").values_list("pk", "name"))
    return (tournament.token, tournament.state, tournament.results_version, names)


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
