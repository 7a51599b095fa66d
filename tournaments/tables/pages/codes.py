"""The codes of the tables as they are printed."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.safestring import SafeString

from scorekeeper.qr import qr_address, qr_svg
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedCode:
    """The code of one table: a drawing to scan and the same address to type."""

    number: int
    address: str
    qr_svg: SafeString


def printed_codes(
    request: HttpRequest, tournament: Tournament, *, table: int | None = None
) -> Sequence[PrintedCode]:
    """Return the codes of a contest's tables in order, or of one table: one query."""
    codes = tournament.codes.order_by("number")
    if table is not None:
        codes = codes.filter(number=table)
    found = []
    for code in codes:
        address = qr_address(request, "tournaments:table-open", code.token)
        found.append(PrintedCode(number=code.number, address=address, qr_svg=qr_svg(address)))
    return found
