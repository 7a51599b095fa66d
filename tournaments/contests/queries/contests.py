"""Contests for lists and menus."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final

from django.conf import settings
from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorekeeper.extensions import extensions, is_seen, optional_url
from scorekeeper.models import Club
from scorekeeper.roles import Right
from tournaments.contests.labels import format_text, rules_name
from tournaments.entry_words import entry_words
from tournaments.files.calendars import CalendarDay
from tournaments.models import ContestOpening, Entry, Round, Tournament

STILL_TONIGHT: Final = timedelta(days=1)
FINISHED_LATELY: Final = timedelta(hours=12)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedContest:
    """A contest in a list, with the number of entries and its progress."""

    tournament: Tournament
    entry_count: int
    state: str
    is_live: bool

    @property
    def entries_text(self) -> str:
        """Return "12 teams", or "24 players" in a mêlée."""
        return entries_text(self.tournament, self.entry_count)

    @property
    def format_text(self) -> str:
        """Return "3 × 12"."""
        return format_text(self.tournament.round_hands)


def entries_text(tournament: Tournament, count: int) -> str:
    """Return the number of entries in words."""
    return str(entry_words(tournament).counted % {"count": count})


def contests_with_counts(club: Club) -> QuerySet[Tournament]:
    """Return the club's contests, newest first, with everything that a list shows; one query."""
    entries = Entry.objects.filter(tournament=OuterRef("pk")).order_by().values("tournament")
    last = Round.objects.filter(tournament=OuterRef("pk")).order_by("-number")
    return (
        Tournament.objects.of_club(club)
        .newest_first()
        .annotate(
            entry_count=Coalesce(Subquery(entries.annotate(n=Count("pk")).values("n")), 0),
            last_number=Subquery(last.values("number")[:1]),
            last_status=Subquery(last.values("status")[:1]),
        )
    )


def contest_lines(contests: Iterable[Tournament]) -> list[ListedContest]:
    """Return list lines for contests from `contests_with_counts`."""
    return [contest_line(tournament) for tournament in contests]


def contest_line(tournament: Tournament) -> ListedContest:
    """Return the list line of a contest from `contests_with_counts`."""
    number: int | None = getattr(tournament, "last_number", None)
    status: str | None = getattr(tournament, "last_status", None)
    return ListedContest(
        tournament=tournament,
        entry_count=getattr(tournament, "entry_count", 0),
        state=_state_text(tournament, number, status),
        is_live=tournament.finished_at is None and number is not None,
    )


def _state_text(tournament: Tournament, number: int | None, status: str | None) -> str:
    if tournament.finished_at:
        return pgettext("contest", "finished")
    if number is None:
        return pgettext("contest", "not begun")
    words = {"number": number, "of": max(number, tournament.round_count)}
    if status == Round.Status.PLAYING:
        return _("round %(number)d of %(of)d") % words
    if status == Round.Status.DRAWN:
        return _("round %(number)d of %(of)d is drawn") % words
    return _("after round %(number)d of %(of)d") % words


def contest_of_tonight(
    club: Club, *, today: date, also_finished: bool = False
) -> ListedContest | None:
    """Return the contest of today, or of last night while it is not finished; one query.

    If there are several, prefer one whose rounds have begun. With `also_finished`, one that was
    finished a few hours ago is returned if no other is on.
    """
    is_on = Q(finished_at=None)
    if also_finished:
        is_on |= Q(finished_at__gte=timezone.now() - FINISHED_LATELY)
    recent = contests_with_counts(club).filter(is_on, date__range=(today - STILL_TONIGHT, today))
    unfinished_first = F("finished_at").desc(nulls_first=True)
    begun_first = F("last_number").desc(nulls_last=True)
    found = recent.order_by(unfinished_first, begun_first, "-date", "-pk").first()
    return contest_line(found) if found else None


def last_contest(club: Club) -> Tournament | None:
    """Return the contest whose settings the next one begins with; one query."""
    return Tournament.objects.of_club(club).order_by("-date", "-pk").first()


def settings_text(contest: Tournament) -> str:
    """Return the main settings of a contest in a few words: "3 × 12 · Teams formed in advance"."""
    rules = rules_name(contest.ruleset_key, contest.ruleset_name)
    rounds = format_text(contest.round_hands).replace(
        " × ", "\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}"
    )
    return f"{rounds} · {contest.get_mode_display()} · {rules}"


def nav_items(
    tournament: Tournament, here: str, *, rights: Collection[Right], club: Club | None
) -> list[dict[str, Any]]:
    """Return the menu entries of a contest that somebody with these rights may open; one query.

    `club` determines the extensions; those with a count may take another query.
    """
    pk = tournament.pk
    last = tournament.last_round
    pages = [
        ("overview", _("Overview"), reverse("tournaments:tournament-detail", args=[pk])),
        ("entries", pgettext("menu", "Entries"), reverse("tournaments:entry-list", args=[pk])),
        ("round", _("Round %(number)d") % {"number": last[0] if last else 1}, _round(pk, last)),
        ("ranking", _("Ranking"), reverse("tournaments:ranking", args=[pk])),
    ]
    extra = set()
    adding = [one for one in extensions() if one.contest_menu and is_seen(one, club, tournament)]
    for entry in [entry for one in adding for entry in one.contest_menu if entry.right in rights]:
        name = entry.page.removeprefix("tournaments:")
        at = [page for page, _label, _url in pages].index(entry.before)
        count = entry.count(tournament) if entry.count else 0
        label = f"{entry.label} ({count})" if count else str(entry.label)
        pages.insert(at, (name, label, reverse(entry.page, args=[pk])))
        extra.add(name)
    # Without a round, its menu entry leads to drawing one.
    barred = set() if Right.CONTESTS in rights or last else {"round"}
    return [
        {"url": url, "label": label, "is_here": name == here, "is_extra": name in extra}
        for name, label, url in pages
        if name not in barred
    ]


def _round(pk: int, last: tuple[int, str] | None) -> str:
    """Return the address of the current round: its tables, its draw, or the page that draws it."""
    if last is None:
        return reverse("tournaments:draw-new", args=[pk])
    number, status = last
    name = "draw-detail" if status == Round.Status.DRAWN else "round-detail"
    return reverse(f"tournaments:{name}", args=[pk, number])


def contest_day(tournament: Tournament, address: str = "") -> CalendarDay:
    """Return the day of a contest for a calendar, with its announcement."""
    words = [tournament.club.name, tournament.announced.hour_and_place]
    return CalendarDay(
        key=f"contest {tournament.token}",
        day=tournament.date,
        title=tournament.name,
        text="\n".join(filter(None, words)),
        address=address,
    )


def opened_contests(club: Club, *, since: date) -> list[ContestOpening]:
    """Return the contests that a club announces from a day on, in order; one query."""
    opened = ContestOpening.objects.filter(tournament__club=club, tournament__date__gte=since)
    coming = opened.filter(tournament__finished_at=None).select_related("tournament__club")
    return list(coming.order_by("tournament__date", "pk"))


def page_of(opened: ContestOpening) -> str:
    """Return the address of an announcement, absolute if the program has a public address."""
    path = optional_url("tournaments:announced", opened.token)
    return f"{settings.PUBLIC_URL}{path}" if path else ""
