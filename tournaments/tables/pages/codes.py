"""The codes of the tables as they are printed."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.http import HttpRequest

from scorekeeper.hall_codes import hall_code, letters_of_table
from scorekeeper.qr import qr_address, qr_svg
from tournaments.models import Tournament


def printed_codes(
    request: HttpRequest, tournament: Tournament, *, table: int | None = None
) -> Sequence[dict[str, Any]]:
    """Return the codes of a contest's tables in order, or of one table: two queries.

    `hall` says where to type, without a camera, and what.
    """
    hall = hall_code(request, tournament.token, tournament.date, club=tournament.club_id)
    codes = tournament.codes.order_by("number")
    if table is not None:
        codes = codes.filter(number=table)
    found = []
    for code in codes:
        address = qr_address(request, "tournaments:table-open", code.token)
        typed = replace(hall, letters=letters_of_table(hall.letters, code.number, code.token))
        found.append(
            {"number": code.number, "address": address, "qr_svg": qr_svg(address), "hall": typed}
        )
    return found
