"""The public results of a finished contest, and a text for the newspaper."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorekeeper.labels.sheets import points_text
from tournaments.audit_log.meetings import course_contest_of
from tournaments.audit_log.replay.announcement import Sponsor
from tournaments.contests.labels import points_given, rounds_text
from tournaments.draw.groups import MAIN
from tournaments.entry_words import entry_words
from tournaments.extensions.entry_requests.queries import day_text
from tournaments.extensions.prizes.queries import PrizeList, PrizeLot, WonPrize, prizes_of
from tournaments.hall.queries.boards import shared_ranking
from tournaments.hall.queries.public import FinalPlace, final_places
from tournaments.models import ContestOpening, Tournament
from tournaments.previews.podiums import PLACES_SHOWN, PlaceLine
from tournaments.rankings.queries.after_end import after_end
from tournaments.rounds.queries.requests import drawn_names
from tournaments.seating import NamedEntry
from tournaments.standings.brackets import NOBODY, TreeGame, Trees
from tournaments.standings.results import ResultKind
from tournaments.visible_ranking import Reader

ON_POSTER: Final = 13
"""The number of places on a poster that can be read from two metres."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenPrize:
    """A prize or a first place; `giver` says who gave it, if known.

    `is_special` if it is not for a place in the ranking.
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
    """The final of the main bracket; `points` are None if they explain nothing."""

    winner: tuple[str, ...]
    loser: tuple[str, ...]
    points: tuple[int, int] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultsPage:
    """The results of a contest; `following` is the club's next announced contest.

    `round_hands` are the hands of each round that was played. `corrected` describes corrections
    after the end, empty if there were none.
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

    @property
    def not_on_poster(self) -> int:
        return len(self.others) - len(self.on_poster)


def results_page(tournament: Tournament) -> ResultsPage:
    """Return the results of a finished contest."""
    places = final_places(tournament)
    listed = prizes_of(tournament, reader=Reader.EVERYBODY)
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
    """Return the hands of each round that was played; one query."""
    played = tournament.rounds.filter(matches__game__hand_count__gt=0).distinct()
    return tuple(played.order_by("number").values_list("hands", flat=True))


def _final(tournament: Tournament) -> PlayedFinal | None:
    """Return the final of the main bracket, None if there was none."""
    if not tournament.format.has_brackets_page:
        return None
    ranking, how = shared_ranking(tournament), tournament.format
    contest = course_contest_of(tournament) if how.reads_tables else ranking.contest
    names = drawn_names(how, ranking.names)
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


def _given_by(prizes: Iterable[WonPrize]) -> str:
    sponsors = dict.fromkeys(prize.sponsor for prize in prizes if prize.sponsor)
    return _("given by %(sponsor)s") % {"sponsor": ", ".join(sponsors)} if sponsors else ""


def given_prizes(tournament: Tournament, listed: PrizeList) -> tuple[GivenPrize, ...]:
    """Return the prizes of a list, with public names."""
    given = [
        GivenPrize(
            title=place.label,
            names=tuple(line.names for line in place.winners),
            prize=" · ".join(prize.what for prize in place.prizes),
            giver=_given_by(place.prizes),
            # Prizes belong to single teams, while club teams are on the podium.
            place=place.rank if place.is_place and not tournament.format.has_club_teams else 0,
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
    """Yield the best game, or several equal ones."""
    games = listed.best_games
    if games:
        yield GivenPrize(
            title=_("Best game"),
            names=tuple(dict.fromkeys(game["entry"].names for game in games)),
            note=points_given(games[0]["points"]),
            is_special=True,
        )


def _following(tournament: Tournament) -> ContestOpening | None:
    """Return the club's next announced contest."""
    opened = ContestOpening.objects.filter(
        tournament__club=tournament.club_id,
        tournament__date__gt=tournament.date,
        tournament__date__gte=timezone.localdate(),
        tournament__finished_at=None,
    )
    return opened.select_related("tournament").order_by("tournament__date").first()


def entries_text(page: ResultsPage) -> str:
    """Return the number of participants: "13 teams"."""
    return str(entry_words(page.tournament).counted % {"count": page.entries})


def newspaper_text(page: ResultsPage) -> str:
    """Return the whole text: a headline, then short paragraphs."""
    return "\n\n".join([_headline(page), *_paragraphs(page)]) + "\n"


def _headline(page: ResultsPage) -> str:
    values = {"contest": page.tournament.name, "winners": _winners(page, 1)}
    if not values["winners"]:
        return page.tournament.name
    return _("%(contest)s: victory for %(winners)s") % values


def _paragraphs(page: ResultsPage) -> Iterator[str]:
    tournament = page.tournament
    values = {
        "day": date_format(tournament.date, "l j F Y"),
        "entries": entries_text(page),
        "contest": tournament.name,
        "club": tournament.club.name,
        "place": tournament.announced.place,
        "rounds": rounds_text(page.round_hands),
    }
    if values["place"]:
        text = _(
            "On %(day)s, %(entries)s met at %(place)s for “%(contest)s”, organised by %(club)s."
        )
    else:
        text = _("On %(day)s, %(entries)s met for “%(contest)s”, organised by %(club)s.")
    played = [_("They played %(rounds)s.") % values] if page.round_hands else []
    yield " ".join([text % values, *played])
    if page.best:
        yield " ".join([*_podium(page), *_final_in_words(page)])
    if special := [_special(one) for one in page.special]:
        yield " ".join(special)
    if page.corrected:
        yield _("These results were corrected after the end of the contest.")
    if page.sponsors:
        names = _listed(one.name for one in page.sponsors)
        yield _("The club thanks %(names)s.") % {"names": names}
    if page.following:
        coming = page.following.tournament
        where = coming.announced.place
        when = ", ".join(filter(None, [day_text(coming), where]))
        yield _("Next date: %(contest)s, %(when)s.") % {"contest": coming.name, "when": when}


def _podium(page: ResultsPage) -> Iterator[str]:
    first = next(iter(page.best))
    values = {"names": _winners(page, 1), "points": points_text(first.total)}
    if sum(line.rank == 1 for line in page.best) > 1:
        yield _("%(names)s came first with %(points)s points each.") % values
    else:
        yield _("%(names)s came first with %(points)s points.") % values
    if others := [line for line in page.best if line.rank > 1]:
        followers = [
            _("%(names)s (%(points)s points)")
            % {"names": _together(line.names), "points": points_text(line.total)}
            for line in others
        ]
        yield _("Behind them came %(names)s.") % {"names": _listed(followers)}


def _final_in_words(page: ResultsPage) -> Iterator[str]:
    """Yield sentences about the final of a cup."""
    if (final := page.final) is None:
        return
    values = {"winner": _together(final.winner), "loser": _together(final.loser)}
    if final.points is None:
        yield _("In the final %(winner)s won against %(loser)s after a level game.") % values
    else:
        points, others = map(points_text, final.points)
        values |= {"points": points, "others": others}
        yield _("In the final %(winner)s beat %(loser)s, %(points)s to %(others)s.") % values


def _winners(page: ResultsPage, place: int) -> str:
    lines = (line for line in page.best if line.rank == place)
    return _teams(line.names for line in lines)


def _special(prize: GivenPrize) -> str:
    """Return a sentence about a prize that is not for a place."""
    values = {
        "title": prize.title,
        "names": _teams(prize.names),
        "more": ", ".join(filter(None, [prize.note, prize.prize, prize.giver])),
    }
    if values["more"]:
        return _("%(title)s: %(names)s (%(more)s).") % values
    return _("%(title)s: %(names)s.") % values


def _together(names: Sequence[str]) -> str:
    return pgettext("two players", " and ").join(names)


def _teams(teams: Iterable[Sequence[str]]) -> str:
    """Return those who share something, grouped by team."""
    found = list(teams)
    *most, last = map(_together, found or [()])
    if not most or all(len(names) == 1 for names in found):
        return _listed([*most, last])
    return pgettext("end of a list of pairs", "%(most)s, and %(last)s") % {
        "most": ", ".join(most),
        "last": last,
    }


def _listed(texts: Iterable[str]) -> str:
    """Return texts as a list in a sentence: "A, B and C"."""
    *most, last = list(texts) or [""]
    if not most:
        return last
    return pgettext("end of a list", "%(most)s and %(last)s") % {
        "most": ", ".join(most),
        "last": last,
    }
