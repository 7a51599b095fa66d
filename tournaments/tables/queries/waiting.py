"""What waits for somebody in a contest: disputes, missing results, who is not here."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.contests.queries.contests import entries_text
from tournaments.models import Round, Tournament
from tournaments.tables.queries.tables import TableRow, round_tables

MOST_SHOWN: Final = 12
"""So many tables are named, the others counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """Something that waits for somebody, and where it is seen to (label and address)."""

    title: str
    links: list[tuple[str, str]]
    is_urgent: bool = False


def waiting_in(tournament: Tournament, last: Round | None) -> Iterator[Waiting]:
    """Yield what waits in a contest whose last round this is, the most urgent first.

    Some five queries.
    """
    if last is None or not last.is_drawn:
        yield from _at_the_tables(tournament, last)
    if last is None or last.is_drawn:
        yield from _at_the_door(tournament)


def _at_the_tables(tournament: Tournament, last: Round | None) -> Iterator[Waiting]:
    if last is None or tournament.finished_at:
        return
    tables = round_tables(last)
    looks = [(row, "sheet-ruling") for row in tables.disputed]
    if links := _links(tournament, last, looks):
        yield Waiting(title=_("Sheets not accepted"), links=links, is_urgent=True)
    if links := _links(tournament, last, [(row, "sheet-ruling") for row in tables.odd]):
        yield Waiting(title=_("To be checked"), links=links)
    if links := _links(tournament, last, [(row, "slip-edit") for row in tables.without_result]):
        yield Waiting(title=_("Tables without a result"), links=links)
    if last.is_playing and tables.unsigned:
        count = len(tables.unsigned)
        text = ngettext("%(count)d table", "%(count)d tables", count) % {"count": count}
        url = reverse(
            "tournaments:round-detail",
            args=[tournament.pk, last.number],
            query={"show": "unsigned"},
        )
        yield Waiting(title=_("Sheets not signed"), links=[(text, url)])


def _at_the_door(tournament: Tournament) -> Iterator[Waiting]:
    """Yield who is missing, once somebody has checked in."""
    stays = tournament.entries.filter(withdrawn_from=None)
    missing = stays.filter(checked_in_at=None).count()
    if missing and stays.exclude(checked_in_at=None).exists():
        text = entries_text(tournament, missing)
        url = _page(tournament, "entry-checkin")
        yield Waiting(title=_("Not here yet"), links=[(text, url)])


def _links(
    tournament: Tournament, played: Round, looks: Iterable[tuple[TableRow, str]]
) -> list[tuple[str, str]]:
    links = [
        (_table(row.number), _page(tournament, name, played.number, row.number or 0))
        for row, name in looks
    ]
    if len(links) <= MOST_SHOWN:
        return links
    left = len(links) - MOST_SHOWN
    more = ngettext("%(count)d more", "%(count)d more", left) % {"count": left}
    return [*links[:MOST_SHOWN], (more, _page(tournament, "round-detail", played.number))]


def _table(number: int | None) -> str:
    return _("Table %(number)d") % {"number": number or 0}


def _page(tournament: Tournament, name: str, *args: int) -> str:
    return reverse(f"tournaments:{name}", args=[tournament.pk, *args])
