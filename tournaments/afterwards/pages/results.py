"""The results of a contest that is over, as everybody may see them: names as each is shown."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.hall.pages.boards import shared_ranking
from tournaments.hall.pages.public import FinalPlace, final_places
from tournaments.models import ContestOpening, Tournament
from tournaments.previews.podiums import PLACES_SHOWN, PlaceLine
from tournaments.prizes.pages.lots import PrizeLot
from tournaments.prizes.pages.prizes import PrizeList, prizes_of
from tournaments.rankings.pages.rankings import RankingLine
from tournaments.replay.announced import Sponsor
from tournaments.setup.labels import points_given

ON_POSTER: Final = 11
"""Places on a poster: more could not be read from two metres."""

Lines = Mapping[int, RankingLine]


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenPrize:
    """What somebody won, or was first in; `giver` is who gave it, where that is known.

    `is_special`: not for a place in the ranking.
    """

    title: str
    names: tuple[tuple[str, ...], ...]
    prize: str = ""
    giver: str = ""
    note: str = ""
    place: int = 0
    is_special: bool = False

    @property
    def winners(self) -> str:
        return " · ".join(" & ".join(names) for names in self.names)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultsPage:
    """All that is told of a contest after its end; `following` is the next that is announced."""

    tournament: Tournament
    lines: tuple[PlaceLine, ...]
    best: tuple[FinalPlace, ...]
    entries: int
    prizes: tuple[GivenPrize, ...]
    special: tuple[GivenPrize, ...]
    lots: tuple[PrizeLot, ...]
    sponsors: tuple[Sponsor, ...]
    following: ContestOpening | None

    @property
    def podium(self) -> tuple[PlaceLine, ...]:
        return tuple(line for line in self.lines if line.place <= PLACES_SHOWN)

    @property
    def others(self) -> tuple[PlaceLine, ...]:
        return self.lines[len(self.podium) :]

    @property
    def on_poster(self) -> tuple[PlaceLine, ...]:
        return self.others[: max(0, ON_POSTER - len(self.podium))]


def results_page(tournament: Tournament) -> ResultsPage:
    """Return what is told of a contest that is over."""
    lines = shared_ranking(tournament).lines
    places = final_places(tournament)
    # A draw among those present may be won by who came too late to play.
    listed = prizes_of(tournament)
    prizes = given_prizes(tournament, listed, {line.number: line for line in lines})
    return ResultsPage(
        tournament=tournament,
        lines=tuple(place.line for place in places),
        best=tuple(place for place in places if place.rank <= PLACES_SHOWN),
        entries=len(places),
        prizes=tuple(one for one in prizes if not one.is_special),
        special=tuple(one for one in prizes if one.is_special),
        lots=listed.lots,
        sponsors=tournament.sponsored_by,
        following=_following(tournament),
    )


def given_prizes(tournament: Tournament, listed: PrizeList, lines: Lines) -> tuple[GivenPrize, ...]:
    """Return the prizes of a list, names as everybody may see them."""
    given = [
        GivenPrize(
            title=place.label,
            names=_names(lines, [line.number for line in place.winners]),
            prize=" · ".join(prize.what for prize in place.prizes),
            giver=" · ".join(dict.fromkeys(one.sponsor for one in place.prizes if one.sponsor)),
            # Prizes are single teams', where club teams are on the podium.
            place=place.rank if place.is_place and not tournament.meetings else 0,
            is_special=not place.is_place,
        )
        for place in listed.places
        if place.prizes
    ]
    firsts = [
        GivenPrize(
            title=_("First, %(tag)s") % {"tag": first["label"]},
            names=_names(lines, [line.number for line in first["winners"]]),
            note=_("place %(rank)d of all") % {"rank": first["winners"][0].rank},
            is_special=True,
        )
        for first in listed.tags
    ]
    special = [one for one in given if one.is_special]
    return (
        *(one for one in given if not one.is_special),
        *_best_game(listed, lines),
        *firsts,
        *special,
    )


def _best_game(listed: PrizeList, lines: Lines) -> Iterator[GivenPrize]:
    """Yield the best game; several may be as good."""
    games = listed.best_games
    if games:
        yield GivenPrize(
            title=_("Best game"),
            names=_names(lines, list(dict.fromkeys(game["entry"].number for game in games))),
            note=points_given(games[0]["points"]),
            is_special=True,
        )


def _names(lines: Lines, numbers: list[int]) -> tuple[tuple[str, ...], ...]:
    return tuple(lines[number].names for number in numbers if number in lines)


def _following(tournament: Tournament) -> ContestOpening | None:
    """Return the next contest of the club that everybody is told of."""
    opened = ContestOpening.objects.filter(
        tournament__club=tournament.club_id,
        tournament__date__gt=tournament.date,
        tournament__date__gte=timezone.localdate(),
        tournament__finished_at=None,
    )
    return opened.select_related("tournament").order_by("tournament__date").first()


def entries_text(page: ResultsPage) -> str:
    """Return how many took part: "13 teams"."""
    if page.tournament.is_melee:
        text = ngettext("%(count)d player", "%(count)d players", page.entries)
    else:
        text = ngettext("%(count)d team", "%(count)d teams", page.entries)
    return text % {"count": page.entries}
