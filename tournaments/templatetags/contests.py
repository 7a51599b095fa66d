"""Tags about a contest: its menu, its tables, its log."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from django import template
from django.contrib.humanize.templatetags.humanize import intcomma
from django.template import RequestContext
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.clubs.access import may, member_club
from scorekeeper.extensions import optional_url
from scorekeeper.qr import qr_address, qr_svg
from scorekeeper.roles import Right
from tournaments.audit_log.queries.logs import log_head
from tournaments.contests.queries.contests import nav_items
from tournaments.contests.queries.next_step import Step, StepCode, finish_step, next_step
from tournaments.draw_secrets import secret_fingerprint
from tournaments.entries.labels import euros_text, lineup_texts
from tournaments.entry_words import entry_words
from tournaments.models import Round, Tournament
from tournaments.rankings.labels import cross_sign, outcome_sign
from tournaments.rankings.queries.after_end import after_end, contests_changed_after_end
from tournaments.rounds.labels import in_words
from tournaments.rounds.queries.draws import opened_tables
from tournaments.seasons.queries.items import Item, ItemKind
from tournaments.seating import NamedEntry
from tournaments.tables.queries.tables import clock_view
from tournaments.tables.queries.waiting import Waiting, waiting_in

register = template.Library()

NEXT_ROUND_MINUTES: Final = (5, 10, 15)


register.filter("euros", euros_text)
register.filter("cross_sign", cross_sign)
register.filter("outcome_sign", outcome_sign)


@register.filter
def lineup(entry: NamedEntry) -> str:
    """Return the substitutions of an entry: "Marie (round 1), then Paul"."""
    return " · ".join(lineup_texts(entry.names, entry.left_seats))


@register.simple_tag
def say(tournament: Tournament, name: str, **values: Any) -> str:
    """Return a text of `EntryWords` for the entries of a contest."""
    text = getattr(entry_words(tournament), name)
    return str(text % values if values else text)


@register.simple_tag
def hall_name(tournament: Tournament, table: int | None) -> SafeString | str:
    """Return the hall of a table, empty if it has no name."""
    name = tournament.tables_there.name_of(table) if tournament.halls else ""
    return format_html('<span class="hall-name">{}</span> ', name) if name else ""


@register.simple_tag
def exempt_score(played: Round) -> str:
    """Return what an exempt entry scores in a round: "972 points"."""
    points = played.exempt_points
    if points is None:
        return _("the round’s average")
    shown = {"points": intcomma(points)}
    return ngettext("%(points)s point", "%(points)s points", points) % shown


@register.simple_tag(takes_context=True)
def contest_menu(
    context: RequestContext, tournament: Tournament, here: str = ""
) -> list[dict[str, Any]]:
    """Return the contest's menu for the visitor's role, with the page `here` marked."""
    rights = [right for right in Right if may(context.request, tournament.club_id, right)]
    return nav_items(tournament, here, rights=rights, club=member_club(context.request))


@register.simple_tag(takes_context=True)
def contest_step(context: RequestContext, tournament: Tournament) -> Step | None:
    """Return what comes next in a contest; a few queries, None where another computer writes it.

    Without its button for whoever may not do it, and on the page that it leads to.
    """
    if tournament.is_mirror:
        return None
    path = context.request.path
    step = next_step(tournament)
    if step.code is StepCode.FINISH and step.url == path:
        step = finish_step(tournament)
    is_offered = step.url != path and may(context.request, tournament.club_id, step.right)
    return step if is_offered else replace(step, label="")


@register.simple_tag
def clock_of(played: Round) -> dict[str, Any] | None:
    """Return the clock of a round, None if it has none."""
    return clock_view(played, timezone.now())


@register.inclusion_tag("tables/_next_round.html")
def next_round(closed: Round) -> dict[str, Any]:
    """Show when the round after a closed one begins, and change it."""
    clock = clock_view(closed, timezone.now())
    return {"closed": closed, "clock": clock, "choices": NEXT_ROUND_MINUTES}


@register.inclusion_tag("hall/_board_next_round.html", takes_context=True)
def board_next_round(context: RequestContext, tournament: Tournament) -> dict[str, Any]:
    """Let whoever may decide say on the board when the next round begins; else show nothing."""
    may_say = may(context["request"], tournament.club_id, Right.DECIDE)
    closed = next_step(tournament).after if may_say and not tournament.is_mirror else None
    clock = clock_view(closed, timezone.now()) if closed else None
    return {"closed": closed, "clock": clock, "choices": NEXT_ROUND_MINUTES}


@register.simple_tag
def waiting_in_contest(tournament: Tournament, last: Round | None) -> list[Waiting]:
    """Return what waits for somebody in a contest whose last round this is."""
    return list(waiting_in(tournament, last))


@register.simple_tag
def tables_opened_later(played: Round) -> dict[int, str]:
    """Return the tables opened after the draw, with the entries that count there; one query."""
    return {table: in_words(numbers) for table, numbers in opened_tables(played).items()}


@register.inclusion_tag("rankings/_after_end.html")
def after_the_end(
    tournament: Tournament, *, is_public: bool = False, is_short: bool = False
) -> dict[str, Any]:
    """Show the changes after the end of a contest, and who moved; one query if there are none."""
    changed = after_end(tournament, is_public=is_public)
    return {"changed": changed, "is_public": is_public, "is_short": is_short}


@register.simple_tag
def contests_after_end(items: Iterable[Item]) -> list[Tournament]:
    """Return the contests of a season that were changed after their end."""
    keys = [item.pk for item in items if item.kind is ItemKind.CONTEST]
    return contests_changed_after_end(Tournament.objects.filter(pk__in=keys))


@register.inclusion_tag("audit_log/_log_head.html", takes_context=True)
def printed_log_head(context: RequestContext, tournament: Tournament) -> dict[str, Any]:
    """Print the position of a contest's log and the next secret's fingerprint; two queries.

    Its QR code opens the page that compares the position, if there is one.
    """
    head, page = log_head(tournament), "tournaments:contest-check"
    address = ""
    if head.number and optional_url(page, tournament.token):
        address = f"{qr_address(context['request'], page, tournament.token)}?head={head.typed}"
    return {
        "head": head,
        "qr": qr_svg(address) if address else "",
        "announced": secret_fingerprint(tournament),
    }
