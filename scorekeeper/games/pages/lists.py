"""The club's games, searched and filtered."""

from django.db.models import Q
from django.db.models.functions import Greatest
from django.utils.translation import gettext as _

from scorekeeper.games.pages.cards import with_seats
from scorekeeper.models import Club, Evening, Game, GameSeat
from scorekeeper.models.games import GameQuerySet
from scorekeeper.models.sort_names import folded, words_of


def listed_games(club: Club, *, search: str = "", status: str = "") -> GameQuerySet:
    """Return games, the latest first, with seats, evening and `best_total`.

    Every word searched for is to be found in a player's name, the rule set, the evening, or is
    the table's number. An unknown status filters nothing. Searching costs three queries more.
    """
    games = Game.objects.of_club(club).outside_contests()
    if status in Game.Status.values:
        games = games.filter(status=status)
    # "Table 3" is the number 3: the word itself stands before every number.
    words = [word for word in words_of(search) if word != folded(_("Table"))]
    if words:
        games = games.filter(_matching(club, words))
    games = games.annotate(best_total=Greatest("total_a", "total_b"))
    return with_seats(games).select_related("evening").newest_first()


def _matching(club: Club, words: list[str]) -> Q:
    """Return the condition that every word is found somewhere, accents and capitals aside."""
    # Who left during a game played it too.
    seats = GameSeat.every.filter(game__club=club)
    names = list(seats.order_by().values_list("name", flat=True).distinct())
    rules = Game.objects.of_club(club).order_by().values_list("ruleset_name", flat=True).distinct()
    rule_names = list(rules)
    evenings = list(Evening.objects.of_club(club).values_list("pk", "name"))
    condition = Q()
    for word in words:
        named = seats.filter(name__in=[name for name in names if word in folded(name)])
        found = Q(pk__in=named.values("game_id"))
        found |= Q(ruleset_name__in=[name for name in rule_names if word in folded(name)])
        found |= Q(evening__in=[pk for pk, name in evenings if word in folded(name)])
        if word.isascii() and word.isdigit() and len(word) <= 4:
            found |= Q(table_number=int(word))
        condition &= found
    return condition
