"""The organiser's dashboard: the state of the contest, and the next step."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.db.models import Count, Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.extensions import sees
from scorekeeper.models import Game
from tournaments.audit_log.payments import purse_of
from tournaments.audit_log.standings import contest_of
from tournaments.contests.labels import rules_name
from tournaments.contests.queries.contests import entries_text
from tournaments.entries.labels import euros_text
from tournaments.entry_words import entry_words
from tournaments.models import Entry, Match, Round, Tournament
from tournaments.rounds.queries.draws import MovedNow, draw_plan, moved_now

TOP: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """The next step: the main button, and alternatives with their labels and addresses."""

    title: str
    text: str = ""
    label: str = ""
    url: str = ""
    others: Sequence[tuple[str, str]] = ()
    may_finish: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundLine:
    """A round, drawn or planned; planned ones have no address."""

    number: int
    hands: int
    state: str
    url: str
    games: int = 0
    finished: int = 0
    is_drawn: bool = False
    is_live: bool = False

    @property
    def tables_text(self) -> str:
        """Return how many tables are finished."""
        if not self.games:
            return ""
        return ngettext(
            "%(finished)d of %(games)d table finished",
            "%(finished)d of %(games)d tables finished",
            self.games,
        ) % {"finished": self.finished, "games": self.games}


def dashboard_of(tournament: Tournament) -> dict[str, Any]:
    """Return everything on the dashboard of a contest, in a fixed number of queries."""
    facts = _facts(tournament)
    drawn = _drawn_rounds(tournament)
    step = _next_step(tournament, facts, drawn)
    return {
        "rules_name": rules_name(tournament.ruleset_key, tournament.ruleset_name),
        "facts": facts,
        "rounds": [*drawn, *_planned_rounds(tournament, len(drawn), step)],
        "last_round": drawn[-1] if drawn else None,
        "step": step,
        "top": _top(tournament) if drawn else [],
    }


def _facts(tournament: Tournament) -> dict[str, Any]:
    entries = Entry.objects.filter(tournament=tournament).annotate(names_given=Count("players"))
    stays = Q(withdrawn_from=None)
    is_complete = Q(names_given=tournament.format.entry_size)
    counts = entries.aggregate(
        count=Count("pk", filter=stays),
        complete=Count("pk", filter=stays & is_complete),
        solo=Count("pk", filter=stays & ~is_complete),
        left=Count("pk", filter=~stays),
        here=Count("pk", filter=stays & Q(checked_in_at__isnull=False)),
        paid=Count("pk", filter=Q(has_paid=True)),
        plain=Count("pk", filter=Q(has_paid=True, purse={})),
        others=Count("pk", filter=~Q(purse={})),
    )
    return {
        "taking_part": entries_text(tournament, counts["count"]),
        "fees": _fees_text(tournament, counts.pop("plain"), counts.pop("others")),
        **counts,
    }


def _fees_text(tournament: Tournament, plain: int, others: int) -> str:
    """Return a summary of payments: `plain` entries paid the fee, `others` something else."""
    fee = tournament.fee_cents
    entries = tournament.entries.exclude(purse={}) if others else ()
    paid = plain * fee + sum(purse_of(entry).kept(fee) for entry in entries)
    return euros_text(paid) if fee or paid else ""


def _drawn_rounds(tournament: Tournament) -> list[RoundLine]:
    plays = Q(matches__kind__in=[Match.Kind.GAME, Match.Kind.CATCH_UP])
    rounds = (
        tournament.rounds.order_by("number")
        .defer("request", "certificate", "swaps")
        .annotate(
            games=Count("matches", filter=plays),
            finished=Count("matches", filter=plays & Q(matches__game__status=Game.Status.FINISHED)),
        )
    )
    return [_round_line(tournament, played) for played in rounds]


def _round_line(tournament: Tournament, played: Round) -> RoundLine:
    name = "draw-detail" if played.is_drawn else "round-detail"
    return RoundLine(
        number=played.number,
        hands=played.hands,
        state=played.get_status_display(),
        url=reverse(f"tournaments:{name}", args=[tournament.pk, played.number]),
        games=getattr(played, "games", 0),
        finished=getattr(played, "finished", 0),
        is_drawn=played.is_drawn,
        is_live=played.is_playing,
    )


def _planned_rounds(tournament: Tournament, drawn: int, step: Step) -> list[RoundLine]:
    if step.may_finish:
        # A bracket can end before the last planned round.
        return []
    return [
        RoundLine(number=number, hands=hands, state=_("to come"), url="")
        for number, hands in enumerate(tournament.round_hands, start=1)
        if number > drawn
    ]


def _top(tournament: Tournament) -> list[dict[str, Any]]:
    standings = contest_of(tournament).standings()
    lines = [line for line in standings.lines[:TOP] if line.record.has_results]
    found = tournament.entries.by_number().filter(number__in=[line.entrant for line in lines])
    titles = {entry.number: entry.title for entry in found}
    return [
        {
            "rank": line.rank,
            "number": line.entrant,
            "title": titles[line.entrant],
            "points": line.record.points,
            "wins": line.record.wins,
        }
        for line in lines
    ]


def _next_step(tournament: Tournament, facts: dict[str, Any], rounds: Sequence[RoundLine]) -> Step:
    if tournament.finished_at:
        return _finished(tournament)
    if not rounds:
        return _before_the_first(tournament, facts)
    if (moved := moved_now(tournament)) and not moved.is_kept:
        return _since_a_correction(tournament, moved)
    last = rounds[-1]
    if last.is_live:
        return _while_playing(tournament, last)
    if last.is_drawn:
        return Step(
            title=_("Round %(number)d is drawn") % {"number": last.number},
            text=_("Look at it, change it if you must, then publish it: everybody sees it then."),
            label=_("Look at the draw and publish it"),
            url=last.url,
        )
    if tournament.format.has_brackets_page:
        return _next_in_phases(tournament, last.number + 1)
    if last.number < tournament.round_count:
        return _draw_next(tournament, last.number + 1)
    return _at_the_end(tournament)


def _page(tournament: Tournament, name: str, *args: int) -> str:
    return reverse(f"tournaments:{name}", args=[tournament.pk, *args])


def _before_the_first(tournament: Tournament, facts: dict[str, Any]) -> Step:
    enter = (_("Enter more"), _page(tournament, "entry-list"))
    check_in = (_("Check in at the door"), _page(tournament, "entry-checkin"))
    if facts["complete"] < tournament.format.fewest:
        words = entry_words(tournament)
        return Step(
            title=_("Who takes part?"),
            text=str(words.a_round_needs),
            label=str(words.enter_them),
            url=_page(tournament, "entry-list"),
            others=[(_("Paste or import a list"), _page(tournament, "entry-paste"))],
        )
    return Step(
        title=_("Ready for round 1"),
        text=_("When everybody is here, draw who plays whom. Nobody sees it before you publish."),
        label=_("Draw round 1"),
        url=_page(tournament, "draw-new"),
        others=[check_in, enter],
    )


def _since_a_correction(tournament: Tournament, moved: MovedNow) -> Step:
    title = _("Who goes on has changed")
    text = _("A correction changes who goes on to round %(number)d. Does it stay as it was drawn?")
    if moved.level:
        title = _("Who goes on?")
        text = _("A correction has made totals of round %(number)d equal. Say who goes on.")
    elif moved.is_first:
        title = _("Who qualified has changed")
        text = _("A correction sends others to the brackets. Do they stay as they were drawn?")
    number = moved.level[0].round if moved.level else moved.playing.number
    return Step(
        title=title,
        text=text % {"number": number},
        label=_("Look at it and decide"),
        url=_page(tournament, "bracket"),
        others=[(_("Ranking"), _page(tournament, "ranking"))],
    )


def _while_playing(tournament: Tournament, last: RoundLine) -> Step:
    tables = (_("Tables"), last.url)
    slips = (_("Enter slips"), _page(tournament, "slip-desk", last.number))
    if last.finished < last.games:
        return Step(
            title=_("Round %(number)d is being played") % {"number": last.number},
            text=last.tables_text,
            label=_("Tables of round %(number)d") % {"number": last.number},
            url=last.url,
            others=[slips],
        )
    return Step(
        title=_("Every table of round %(number)d is finished") % {"number": last.number},
        text=_("Closing shows what is still unsigned or odd. It can be opened again."),
        label=_("Close round %(number)d") % {"number": last.number},
        url=_page(tournament, "round-close", last.number),
        others=[tables, slips],
    )


def _draw_next(tournament: Tournament, number: int) -> Step:
    return Step(
        title=_("Round %(number)d is closed") % {"number": number - 1},
        text=_("Its ranking can be read out while you draw the next one."),
        label=_("Draw round %(number)d") % {"number": number},
        url=_page(tournament, "draw-new"),
        others=[(_("Ranking"), _page(tournament, "ranking"))],
    )


def _next_in_phases(tournament: Tournament, number: int) -> Step:
    """Return the next step within phases: the next round, or what it waits for."""
    plan = draw_plan(tournament)
    if plan.is_over:
        return _at_the_end(tournament)
    bracket = (_("Pools and brackets"), _page(tournament, "bracket"))
    if plan.refusal:
        return Step(
            title=_("Round %(number)d is closed") % {"number": number - 1},
            text=plan.refusal,
            label=_("Pools and brackets"),
            url=_page(tournament, "bracket"),
            others=[(_("Phases"), _page(tournament, "phases"))],
        )
    step = _draw_next(tournament, number)
    return replace(step, others=[bracket, *step.others])


def _at_the_end(tournament: Tournament) -> Step:
    more = (
        (_("Pools and brackets"), _page(tournament, "bracket"))
        if tournament.format.has_brackets_page
        else (_("Draw one more round"), _page(tournament, "draw-new"))
    )
    (label, url), *others = _final_pages(tournament)
    return Step(
        title=_("All rounds are closed"),
        text=_("Look at the ranking and its ties, give the prizes, then finish the contest."),
        label=label,
        url=url,
        others=[*others, more],
        may_finish=True,
    )


def _finished(tournament: Tournament) -> Step:
    (label, url), *others = _final_pages(tournament)
    return Step(
        title=_("The contest is finished"),
        text=_("Its ranking, its prize list and its log stay here."),
        label=label,
        url=url,
        others=[*others, (_("Take the results away"), _page(tournament, "export-list"))],
    )


def _final_pages(tournament: Tournament) -> list[tuple[str, str]]:
    """Return links to the prize list, if there is one, and to the ranking."""
    ranking = (_("Ranking"), _page(tournament, "ranking"))
    if sees(tournament.club, "prizes", tournament):
        return [(_("Prize list"), _page(tournament, "prizes")), ranking]
    return [ranking]
