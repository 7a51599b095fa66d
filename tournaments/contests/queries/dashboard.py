"""The control room of a contest: how far the rounds are, who entered."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.audit_log.payments import purse_of
from tournaments.contests.labels import rules_name
from tournaments.contests.queries.contests import entries_text
from tournaments.contests.queries.next_step import TableCount, rounds_counted
from tournaments.entries.labels import euros_text
from tournaments.models import Entry, Round, Tournament
from tournaments.rounds.queries.draws import draw_plan


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundLine:
    """A round in the line of rounds, drawn or only planned; planned ones have no address yet."""

    number: int
    state: str
    url: str = ""
    tables: TableCount | None = None
    is_drawn: bool = False
    is_live: bool = False
    is_closed: bool = False


def dashboard_of(tournament: Tournament) -> dict[str, Any]:
    """Return all that the organiser sees of a contest at a glance, in a fixed number of queries."""
    drawn = list(rounds_counted(tournament))
    last = drawn[-1][0] if drawn else None
    return {
        "rules_name": rules_name(tournament.ruleset_key, tournament.ruleset_name),
        "rounds": [*map(_round_line, drawn), *_planned_rounds(tournament, len(drawn))],
        "last_round": last,
        "facts": _facts(tournament),
    }


def _page(tournament: Tournament, name: str, *args: int) -> str:
    return reverse(f"tournaments:{name}", args=[tournament.pk, *args])


def _facts(tournament: Tournament) -> dict[str, Any]:
    entries = Entry.objects.filter(tournament=tournament).annotate(names_given=Count("players"))
    stays = Q(withdrawn_from=None)
    is_complete = Q(names_given=tournament.format.entry_size)
    counts = entries.aggregate(
        count=Count("pk", filter=stays),
        solo=Count("pk", filter=stays & ~is_complete),
        withdrawn=Count("pk", filter=~stays),
        here=Count("pk", filter=stays & Q(checked_in_at__isnull=False)),
        paid=Count("pk", filter=Q(has_paid=True)),
        plain=Count("pk", filter=Q(has_paid=True, purse={})),
        unpaid=Count("pk", filter=stays & Q(has_paid=False, purse={})),
        others=Count("pk", filter=~Q(purse={})),
    )
    # `plain` entries paid the fee, `unpaid` ones owe it, `others` paid or owe something else.
    plain, unpaid, has_others = (counts.pop(name) for name in ("plain", "unpaid", "others"))
    fee = tournament.fee_cents
    others = list(tournament.entries.exclude(purse={})) if has_others else []
    paid = plain * fee + sum(purse_of(entry).kept(fee) for entry in others)
    owing = [
        entry for entry in others if entry.withdrawn_from is None and purse_of(entry).owes(fee)
    ]
    return {
        "taking_part": entries_text(tournament, counts["count"]),
        "fees": euros_text(paid) if fee or paid else "",
        "unpaid": (unpaid if fee else 0) + len(owing),
        **counts,
    }


def _round_line(drawn: tuple[Round, TableCount]) -> RoundLine:
    played, tables = drawn
    name = "draw-detail" if played.is_drawn else "round-detail"
    return RoundLine(
        number=played.number,
        state=played.get_status_display(),
        url=_page(played.tournament, name, played.number),
        tables=tables,
        is_drawn=played.is_drawn,
        is_live=played.is_playing,
        is_closed=played.is_closed,
    )


def _planned_rounds(tournament: Tournament, drawn: int) -> list[RoundLine]:
    if tournament.finished_at or (drawn and _is_played_out(tournament)):
        return []
    planned = range(drawn + 1, tournament.round_count + 1)
    return [RoundLine(number=number, state=_("to come")) for number in planned]


def _is_played_out(tournament: Tournament) -> bool:
    """Return whether a bracket is over before the last round that was planned for it."""
    return tournament.format.has_brackets_page and draw_plan(tournament).is_over
