"""The state of a contest and its next step, the same on every page that shows them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Count, Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.extensions import extensions, is_seen
from scorekeeper.models import Game
from scorekeeper.roles import Right
from tournaments.contests.queries.contests import entries_text
from tournaments.draw.request import Method
from tournaments.draw_secrets import secret_fingerprint
from tournaments.entries.queries.entries import EntryLine, unpaid_lines
from tournaments.entry_words import entry_words
from tournaments.models import Match, Round, Tournament
from tournaments.rounds.queries.draws import MovedNow, draw_plan, latecomers_of, moved_now
from tournaments.rounds.queries.requests import usual_method


class StepCode(StrEnum):
    """The kinds of next steps."""

    ENTER = "enter"
    DRAW = "draw"
    PUBLISH = "publish"
    PLAY = "play"
    CLOSE = "close"
    DECIDE = "decide"
    """A correction changed the qualifiers."""
    WAIT = "wait"
    """A phase cannot continue yet; its page says why."""
    FINISH = "finish"
    LOOK = "look"
    """Nothing to do: the contest is finished."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CalledNumber:
    """A number for a draw: what it is for, and the fingerprint of the secret that goes with it."""

    label: str
    announced: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A sentence about the state of the contest, and the next action.

    `label` and `url` are those of the main button, for those who have the `right`. With `is_act`
    the button performs the action instead of opening a page, after asking the `question`, if there
    is one. A number `called` in the hall may go along. `after` is the closed round after which
    everybody waits for the next one, `unpaid` are those who owe something before the contest is
    finished.
    """

    code: StepCode
    sentence: str
    label: str
    url: str
    right: Right
    is_act: bool = False
    called: CalledNumber | None = None
    question: str = ""
    after: Round | None = None
    unpaid: Sequence[EntryLine] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCount:
    """The number of a round's tables with a game, and of those that are finished."""

    games: int
    finished: int
    to_check: int = 0

    @property
    def text(self) -> str:
        if not self.games:
            return ""
        return ngettext(
            "%(finished)d of %(games)d table finished",
            "%(finished)d of %(games)d tables finished",
            self.games,
        ) % {"finished": self.finished, "games": self.games}


def rounds_counted(tournament: Tournament) -> Iterator[tuple[Round, TableCount]]:
    """Yield the drawn rounds of a contest in order; one query."""
    plays = Q(matches__kind__in=[Match.Kind.GAME, Match.Kind.CATCH_UP])
    rounds = tournament.rounds.defer("request", "certificate", "swaps").annotate(
        games=Count("matches", filter=plays),
        finished=Count("matches", filter=plays & Q(matches__game__status=Game.Status.FINISHED)),
        to_check=Count("matches", filter=plays & Q(matches__needs_check=True)),
    )
    for played in rounds.order_by("number"):
        counts = {name: getattr(played, name, 0) for name in ("games", "finished", "to_check")}
        yield played, TableCount(**counts)


def next_step(tournament: Tournament) -> Step:
    """Return the next step; two queries, more if phases determine who goes on."""
    if tournament.finished_at:
        return _finished(tournament)
    rounds = list(rounds_counted(tournament))
    if not rounds:
        return _before_the_first(tournament)
    if (moved := moved_now(tournament)) and not moved.is_kept:
        return _since_a_correction(tournament, moved)
    last, tables = rounds[-1]
    if last.is_playing:
        return _while_playing(tournament, last.number, tables)
    if last.is_drawn:
        return _publish(tournament, last, rounds[-2][0] if len(rounds) > 1 else None)
    if tournament.format.has_brackets_page:
        return _next_in_phases(tournament, last)
    if last.number < tournament.round_count:
        return _draw_next(tournament, last)
    return _at_the_end(tournament)


def _page(tournament: Tournament, name: str, *args: int) -> str:
    return reverse(f"tournaments:{name}", args=[tournament.pk, *args])


def _before_the_first(tournament: Tournament) -> Step:
    entries = tournament.entries.filter(withdrawn_from=None).annotate(named=Count("players"))
    is_complete = Q(named=tournament.format.entry_size)
    counts = entries.aggregate(
        all=Count("pk"),
        complete=Count("pk", filter=is_complete),
        here=Count("pk", filter=Q(checked_in_at__isnull=False)),
    )
    entered = {"entries": entries_text(tournament, counts["all"])}
    if counts["complete"] < tournament.format.fewest:
        sentence = _("Nobody has entered yet: start with the entries.")
        if counts["all"]:
            sentence = _("%(entries)s entered, too few for a round: enter more.") % entered
        return Step(
            code=StepCode.ENTER,
            sentence=sentence,
            label=str(entry_words(tournament).enter_them),
            url=_page(tournament, "entry-list"),
            right=Right.DOOR,
        )
    if counts["here"] or not tournament.format.may_leave_out(1):
        sentence = _("%(entries)s entered: draw round 1 once all are here.")
        if counts["here"] == counts["all"]:
            sentence = _("%(entries)s entered, and all are here: draw round 1.")
        return _draw(tournament, 1, sentence % entered)
    sentence = _("%(entries)s entered, nobody checked in yet: a draw takes them all.")
    question = _(
        "Nobody is checked in: the draw takes all %(entries)s. Is somebody missing? Check in first."
    )
    drawn = {"entries": entries_text(tournament, counts["complete"])}
    return _draw(tournament, 1, sentence % entered, question=question % drawn)


def _draw(
    tournament: Tournament,
    number: int,
    sentence: str,
    *,
    question: str = "",
    after: Round | None = None,
) -> Step:
    return Step(
        code=StepCode.DRAW,
        sentence=sentence,
        label=_("Draw round %(number)d") % {"number": number},
        url=_page(tournament, "draw-new"),
        right=Right.CONTESTS,
        is_act=True,
        called=_called(tournament, number),
        question=question,
        after=after,
    )


def _called(tournament: Tournament, number: int) -> CalledNumber | None:
    """Return what a called number is for, None where chance takes no part or has no secret."""
    announced = secret_fingerprint(tournament) if tournament.format.draws_lots(number) else ""
    if not announced:
        return None
    label = _("Number called in the hall (optional)")
    # Elsewhere lots only decide between what is equal otherwise.
    if usual_method(tournament, number) in (Method.RANKING, Method.MOVEMENT):
        label = _("Number called, between equal teams (optional)")
    return CalledNumber(label=label, announced=announced)


def _publish(tournament: Tournament, drawn: Round, before: Round | None) -> Step:
    """Return the step of a preview: look at it, or draw again for those who have come since."""
    sentence = _("Round %(number)d is drawn and only you can see it: check it, then publish it.")
    words: dict[str, int | str] = {"number": drawn.number}
    label, url = _("Look at the draw"), _page(tournament, "draw-detail", drawn.number)
    if late := latecomers_of(drawn):
        sentence = ngettext(
            "%(entries)s is here but not in the draw of round %(number)d: draw it again.",
            "%(entries)s are here but not in the draw of round %(number)d: draw it again.",
            len(late),
        )
        words |= {"entries": entries_text(tournament, len(late))}
        label, url = _("Draw round %(number)d again") % words, _page(tournament, "draw-new")
    return Step(
        code=StepCode.PUBLISH,
        sentence=sentence % words,
        label=label,
        url=url,
        right=Right.CONTESTS,
        after=before,
    )


def _draw_next(tournament: Tournament, closed: Round) -> Step:
    sentence = _("Round %(closed)d is closed: draw round %(number)d.")
    words = {"closed": closed.number, "number": closed.number + 1}
    return _draw(tournament, closed.number + 1, sentence % words, after=closed)


def _since_a_correction(tournament: Tournament, moved: MovedNow) -> Step:
    text = _(
        "A correction changes who goes on to round %(number)d. Does the round stay as it was drawn?"
    )
    if moved.level:
        text = _("A correction has made totals of round %(number)d equal. Say who goes on.")
    elif moved.is_first:
        text = _("A correction sends others to the brackets. Do they stay as they were drawn?")
    number = moved.level[0].round if moved.level else moved.playing.number
    return Step(
        code=StepCode.DECIDE,
        sentence=text % {"number": number},
        label=_("Look at it and decide"),
        url=_page(tournament, "bracket"),
        right=Right.CONTESTS,
    )


def _while_playing(tournament: Tournament, number: int, tables: TableCount) -> Step:
    words = {"number": number, "finished": tables.finished, "games": tables.games}
    if tables.finished < tables.games:
        sentence = ngettext(
            "Round %(number)d is being played: %(finished)d of %(games)d table is finished.",
            "Round %(number)d is being played: %(finished)d of %(games)d tables are finished.",
            tables.games,
        )
        return Step(
            code=StepCode.PLAY,
            sentence=sentence % words,
            label=_("Enter slips"),
            url=_page(tournament, "slip-desk", number),
            right=Right.WRITE,
        )
    sentence = _("Every table of round %(number)d is finished: close the round.")
    if tables.to_check:
        words["to_check"] = tables.to_check
        sentence = ngettext(
            "Every table of round %(number)d is finished; %(to_check)d slip is to be checked.",
            "Every table of round %(number)d is finished; %(to_check)d slips are to be checked.",
            tables.to_check,
        )
    return Step(
        code=StepCode.CLOSE,
        sentence=sentence % words,
        label=_("Close round %(number)d") % words,
        url=_page(tournament, "round-close", number),
        right=Right.DECIDE,
        is_act=True,
    )


def _next_in_phases(tournament: Tournament, closed: Round) -> Step:
    """Return the next step within phases: the next round, or what it waits for."""
    plan = draw_plan(tournament)
    if plan.is_over:
        return _at_the_end(tournament)
    if plan.refusal:
        return Step(
            code=StepCode.WAIT,
            sentence=plan.refusal,
            label=_("Pools and brackets"),
            url=_page(tournament, "bracket"),
            right=Right.LOOK,
        )
    return _draw_next(tournament, closed)


def _at_the_end(tournament: Tournament) -> Step:
    sentence = _("All rounds are closed: look at the ranking, then finish the contest.")
    if end := _after_the_end(tournament):
        text = _(
            "All rounds are closed: look at the ranking, finish the contest, then comes “%(next)s”."
        )
        sentence = text % {"next": end[1]}
    return Step(
        code=StepCode.FINISH,
        sentence=sentence,
        label=_("See the ranking"),
        url=_page(tournament, "ranking"),
        right=Right.LOOK,
    )


def _after_the_end(tournament: Tournament) -> tuple[str, str] | None:
    """Return the page of an extension, and its name, where a finished contest has more to do."""
    for one in extensions():
        end = one.contest_end(tournament) if one.contest_end else None
        if end and is_seen(one, tournament.club, tournament):
            page, name = end
            return reverse(page, args=[tournament.pk]), str(name)
    return None


def finish_step(tournament: Tournament) -> Step:
    """Return the last step, after the ranking has been checked; who has not paid is told first."""
    sentence = _("All rounds are closed: if the ranking is right, finish the contest.")
    if end := _after_the_end(tournament):
        text = _(
            "All rounds are closed: if the ranking is right, finish the contest, then comes "
            "“%(next)s”."
        )
        sentence = text % {"next": end[1]}
    question = _(
        "Finish the contest? Its ranking is then shown as final. If something is wrong, you can "
        "open the contest again."
    )
    if unpaid := unpaid_lines(tournament):
        text = ngettext(
            "%(count)d entry has not paid yet.", "%(count)d entries have not paid yet.", len(unpaid)
        )
        question = f"{text % {'count': len(unpaid)}} {question}"
    return Step(
        code=StepCode.FINISH,
        sentence=sentence,
        label=_("Finish the contest"),
        url=_page(tournament, "tournament-finish"),
        right=Right.CONTESTS,
        is_act=True,
        question=question,
        unpaid=unpaid,
    )


def _finished(tournament: Tournament) -> Step:
    """Return the step of a finished contest: what an extension has left to do, or the ranking."""
    ranking = _page(tournament, "ranking"), _("See the ranking")
    url, label = _after_the_end(tournament) or ranking
    return Step(
        code=StepCode.LOOK,
        sentence=_("The contest is finished: its ranking is final."),
        label=label,
        url=url,
        right=Right.LOOK,
    )
