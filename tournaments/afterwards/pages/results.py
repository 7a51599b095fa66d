"""The results of a contest that is over, as everybody may see them: names as each is shown."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.clubs.pages.shown_names import hidden_players
from tournaments.draw.frames import MAIN
from tournaments.drawing.pages.meetings import named_squads
from tournaments.hall.pages.boards import shared_ranking
from tournaments.hall.pages.public import FinalPlace, final_places
from tournaments.ledger.meetings import squads_contest_of
from tournaments.models import ContestOpening, Tournament
from tournaments.previews.podiums import PLACES_SHOWN, PlaceLine
from tournaments.prizes.pages.lots import PrizeLot
from tournaments.prizes.pages.prizes import PrizeList, prizes_of
from tournaments.rankings.pages.after_end import after_end
from tournaments.replay.announced import Sponsor
from tournaments.seating import NamedEntry
from tournaments.setup.labels import points_given
from tournaments.standings.brackets import NOBODY, TreeGame, Trees
from tournaments.standings.contest import RankedContest
from tournaments.standings.results import ResultKind

ON_POSTER: Final = 11
"""Places on a poster: more could not be read from two metres."""


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
class PlayedFinal:
    """Who met in the final of the main bracket; `points` are None where they say nothing."""

    winner: tuple[str, ...]
    loser: tuple[str, ...]
    points: tuple[int, int] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultsPage:
    """All that is told of a contest after its end; `following` is the next that is announced.

    `round_hands` are the hands of each round in which cards were played. `corrected` says that
    something was corrected after the end, empty where nothing was.
    """

    tournament: Tournament
    lines: tuple[PlaceLine, ...]
    best: tuple[FinalPlace, ...]
    entries: int
    prizes: tuple[GivenPrize, ...]
    special: tuple[GivenPrize, ...]
    lots: tuple[PrizeLot, ...]
    sponsors: tuple[Sponsor, ...]
    following: ContestOpening | None
    round_hands: tuple[int, ...]
    final: PlayedFinal | None
    corrected: str

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
    places = final_places(tournament)
    listed = prizes_of(tournament, hidden=hidden_players(tournament.club_id))
    prizes = given_prizes(tournament, listed)
    changed = after_end(tournament, is_public=True)
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
        round_hands=_hands_played(tournament),
        final=_final(tournament),
        corrected=changed.title if changed else "",
    )


def _hands_played(tournament: Tournament) -> tuple[int, ...]:
    """Return the hands of each round in which cards were played; one query."""
    played = tournament.rounds.filter(matches__game__hand_count__gt=0).distinct()
    return tuple(played.order_by("number").values_list("hands", flat=True))


def _final(tournament: Tournament) -> PlayedFinal | None:
    """Return the final of the main bracket, None where there is none, or nobody played it."""
    if not tournament.phases:
        return None
    names: Mapping[int, NamedEntry]
    if meetings := tournament.team_meetings:
        contest: RankedContest = squads_contest_of(tournament, meetings)
        names = named_squads(meetings)
    else:
        ranking = shared_ranking(tournament)
        contest, names = ranking.contest, ranking.names
    trees = contest.trees()
    for played in reversed(trees.rounds):
        for game in trees.games(played):
            if game.tree == MAIN and len(played.slots(MAIN)) == 2 and game.winner and game.loser:
                return _played_final(game, trees, names)
    return None


def _played_final(
    game: TreeGame, trees: Trees, names: Mapping[int, NamedEntry]
) -> PlayedFinal | None:
    winner = trees.results.get((game.round, game.winner or NOBODY))
    loser = trees.results.get((game.round, game.loser))
    if not (winner and loser and winner.kind is loser.kind is ResultKind.PLAYED):
        return None
    return PlayedFinal(
        winner=names[winner.entrant].in_round(game.round).names,
        loser=names[loser.entrant].in_round(game.round).names,
        points=None if game.is_level else (winner.points, loser.points),
    )


def given_prizes(tournament: Tournament, listed: PrizeList) -> tuple[GivenPrize, ...]:
    """Return the prizes of a list, in which names stand as everybody may see them."""
    given = [
        GivenPrize(
            title=place.label,
            names=tuple(line.names for line in place.winners),
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
            names=tuple(line.names for line in first["winners"]),
            note=_("place %(rank)d of all") % {"rank": first["winners"][0].rank},
            is_special=True,
        )
        for first in listed.tags
    ]
    special = [one for one in given if one.is_special]
    return (
        *(one for one in given if not one.is_special),
        *_best_game(listed),
        *firsts,
        *special,
    )


def _best_game(listed: PrizeList) -> Iterator[GivenPrize]:
    """Yield the best game; several may be as good."""
    games = listed.best_games
    if games:
        yield GivenPrize(
            title=_("Best game"),
            names=tuple(dict.fromkeys(game["entry"].names for game in games)),
            note=points_given(games[0]["points"]),
            is_special=True,
        )


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
