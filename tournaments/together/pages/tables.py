"""The ratings over all clubs as everybody may see them: names as they are shown just now."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import QuerySet
from django.urls import reverse

from scorekeeper.labels.categories import categories_text
from scorekeeper.models import Club, Player
from scorekeeper.models.sort_names import words_of
from tournaments.models import NationalLine, NationalTable
from tournaments.ratings.model import Strength
from tournaments.together.pages.people import is_open, loaded, shown_of_all


def current_table() -> NationalTable | None:
    """Return the newest table that is whole; one query."""
    return NationalTable.objects.exclude(finished_at=None).order_by("-pk").first()


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPlace:
    """Where somebody plays; `url` leads to the club's page, None where the club shows none."""

    name: str
    url: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonLine:
    """A person's line as anybody sees it; licence and categories only where the name is open."""

    place: int
    name: str
    url: str | None
    licence: str
    categories: str
    clubs: tuple[ShownPlace, ...]
    strength: Strength
    games: int
    won_share: Fraction
    contests: int
    contests_won: int
    has_one_partner: bool


def lines_sought(table: NationalTable, *, search: str, category: str) -> QuerySet[NationalLine]:
    lines = NationalLine.objects.filter(table=table)
    for word in words_of(search):
        lines = lines.filter(sought__contains=word)
    if category:
        lines = lines.filter(categories__contains=f"|{category}|")
    return lines


def person_lines(lines: Iterable[NationalLine], *, search: str = "") -> list[PersonLine]:
    """Return lines as they are shown; one query for all of them.

    Who has no name any more since they were made, or whose club takes no part, is left out, and
    from a search who would be found by what is hidden by now.
    """
    lines = list(lines)
    players = loaded(pk for line in lines for pk in line.players)
    words = words_of(search)
    found = []
    for line in lines:
        own = [players[pk] for pk in line.players if pk in players]
        if len(own) == len(line.players):
            shown = _shown(line, own)
            sought = words_of(" ".join([shown.name, *(club.name for club in shown.clubs)]))
            if all(any(word in part for part in sought) for word in words):
                found.append(shown)
    return found


def _shown(line: NationalLine, players: list[Player]) -> PersonLine:
    is_whole = all(map(is_open, players))
    licences = dict.fromkeys(player.licence for player in players if player.licence)
    categories = dict.fromkeys(one for player in players for one in player.categories)
    return PersonLine(
        place=line.place,
        name=shown_of_all(players),
        url=_page_of(players),
        licence=", ".join(licences) if is_whole else "",
        categories=categories_text(categories) if is_whole else "",
        clubs=tuple(_place(player.club) for player in players),
        strength=Strength(mu=line.mu, sigma=line.sigma),
        games=line.games,
        won_share=Fraction(line.won, line.games),
        contests=line.contests,
        contests_won=line.contests_won,
        has_one_partner=line.has_one_partner,
    )


def _page_of(players: list[Player]) -> str | None:
    """Return a page of the person; none where it would say the name that another club hides."""
    if len(players) > 1 and not all(map(is_open, players)):
        return None
    for player in players:
        if player.club.opens_rankings and player.has_public_page:
            return reverse("tournaments:club-player", args=[player.club_id, player.pk])
    return None


def _place(club: Club) -> ShownPlace:
    url = reverse("tournaments:club-detail", args=[club.pk]) if club.opens_rankings else None
    return ShownPlace(name=club.name, url=url)
