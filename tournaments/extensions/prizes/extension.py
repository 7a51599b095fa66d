from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _

from scorekeeper.extensions import Extension, MenuEntry
from scorekeeper.models import Club
from tournaments.extensions.prizes.queries import has_left, prizes_won

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


def has_data(club: Club, contest: Any) -> bool:
    """Return whether a contest has prizes, or had some that were drawn or handed over; no query."""
    if contest is None:
        return False
    is_set = contest.prizes or contest.prize_plan or contest.prize_for_last
    return bool(is_set or contest.prize_lots or contest.handed_over)


def contest_end(tournament: Any) -> "tuple[str, _StrPromise] | None":
    """Return the page of the prizes while some are left to hand over, None otherwise."""
    if not has_left(tournament):
        return None
    return "tournaments:prizes", _("Hand over the prizes")


EXTENSION = Extension(
    code="prizes",
    help_chapters={"tournaments.extensions.prizes": "contest-end"},
    label=_("Prizes"),
    text=_("What there is to win, who has won it, and what was handed over"),
    is_usual=True,
    has_data=has_data,
    requires=("till",),
    urls="tournaments.extensions.prizes.urls",
    contest_menu=(MenuEntry(page="tournaments:prizes", label=_("Prizes"), before="ranking"),),
    contest_end=contest_end,
    prizes_won=prizes_won,
    templates={
        "contest.results": "prizes/_contest_results.html",
        "contest.settings": "prizes/_contest_settings.html",
        "contest_form.prizes": "prizes/_form_note.html",
        "rules.prizes": "prizes/_rules_prizes.html",
    },
)
