"""A few sentences for the local newspaper: plain text, names as everybody may see them."""

from collections.abc import Iterable, Iterator, Sequence

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorekeeper.labels.sheets import points_text
from tournaments.afterwards.pages.results import GivenPrize, ResultsPage, entries_text
from tournaments.announced.pages.announced import day_text
from tournaments.setup.labels import rounds_text


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
        text = _("On %(day)s, %(entries)s met at %(place)s for “%(contest)s”, held by %(club)s.")
    else:
        text = _("On %(day)s, %(entries)s met for “%(contest)s”, held by %(club)s.")
    played = [_("They played %(rounds)s.") % values] if page.round_hands else []
    yield " ".join([text % values, *played])
    if page.best:
        yield " ".join([*_podium(page), *_final(page)])
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
        told = [
            _("%(names)s (%(points)s points)")
            % {"names": _together(line.names), "points": points_text(line.total)}
            for line in others
        ]
        yield _("Behind them came %(names)s.") % {"names": _listed(told)}


def _final(page: ResultsPage) -> Iterator[str]:
    """Yield how the final of a cup ended."""
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
    """Return a sentence of a prize that is not for a place."""
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
    """Return who shares something, so that one sees who plays with whom."""
    found = list(teams)
    *most, last = map(_together, found or [()])
    if not most or all(len(names) == 1 for names in found):
        return _listed([*most, last])
    return pgettext("end of a list of pairs", "%(most)s, and %(last)s") % {
        "most": ", ".join(most),
        "last": last,
    }


def _listed(texts: Iterable[str]) -> str:
    """Return texts as a sentence lists them: "A, B and C"."""
    *most, last = list(texts) or [""]
    if not most:
        return last
    return pgettext("end of a list", "%(most)s and %(last)s") % {
        "most": ", ".join(most),
        "last": last,
    }
