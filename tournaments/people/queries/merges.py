"""Preview of merging two players: what each has, the result, obstacles."""

import re
from datetime import date

from django.db.models import Max, Q, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scorekeeper.clubs.queries import MOST_OFFERED
from scorekeeper.labels.sheets import points_text
from scorekeeper.models import Attendance, Game, GameSeat, Player, PlayerMerge
from scorekeeper.models.clubs import PlayerQuerySet
from scorekeeper.models.sort_names import folded, words_of
from tournaments.models import (
    Entry,
    EntryPlayer,
    LeagueTeam,
    PastContest,
    PastResult,
    SeasonPenalty,
    Tournament,
)
from tournaments.name_matching import MOST_ALIKE, alike


def comparison(one: Player, other: Player) -> list[tuple[str, str, str]]:
    """Return the data of two players side by side, without what neither has; 14 queries."""
    rows = zip(_having(one), _having(other), strict=True)
    return [(label, a, b) for (label, a), (_label, b) in rows if {a, b} != {""}]


def _having(player: Player) -> list[tuple[str, str]]:
    last = GameSeat.every.filter(player=player).aggregate(last=Max("game__created_at"))["last"]
    day = _day(timezone.localtime(last)) if last else ""
    counted = (
        (_("Games"), Game.objects.filter(seats__player=player).distinct()),
        (_("Contests"), EntryPlayer.objects.filter(player=player)),
        (_("Past results"), PastResult.objects.filter(players=player)),
        (_("Evenings attended"), Attendance.objects.filter(player=player)),
        (_("Teams of leagues"), LeagueTeam.objects.filter(players=player)),
        (_("Penalties of seasons"), SeasonPenalty.objects.filter(player=player)),
    )
    counts = [
        (label, points_text(count) if (count := rows.count()) else "") for label, rows in counted
    ]
    return [*counts, (_("Last game"), day)]


def obstacles(one: Player, other: Player) -> list[str]:
    """Return in words where both were at the same time, so that they must be two people."""
    games = Game.objects.filter(seats__player=one).filter(seats__player=other).distinct()
    apart = Tournament.objects.filter(entries__in=_entries(one))
    apart = apart.filter(entries__in=_entries(other))
    partners = Entry.objects.filter(players__player=one).filter(players__player=other)
    contests = Tournament.objects.filter(
        Q(pk__in=apart.values("pk")) | Q(pk__in=partners.values("tournament"))
    )
    past = PastContest.objects.filter(results__players=one).filter(results__players=other)
    teams = LeagueTeam.objects.filter(players=one).filter(players=other)
    return [
        *(
            _("in one game, on %(day)s") % {"day": _day(timezone.localtime(game.created_at))}
            for game in games.only("created_at").order_by("created_at")
        ),
        *(
            _("in one contest, %(name)s on %(day)s")
            % {"name": contest.name, "day": _day(contest.date)}
            for contest in contests.order_by("date", "pk")
        ),
        *(
            _("on two lines of %(name)s on %(day)s, a past result")
            % {"name": kept.name, "day": _day(kept.date)}
            for kept in past.distinct().order_by("date")
        ),
        *(_("in one team of a league, %(name)s") % {"name": team.name} for team in teams),
    ]


def _day(day: date) -> str:
    return date_format(day, "SHORT_DATE_FORMAT")


def _entries(player: Player) -> QuerySet[Entry]:
    """Return the entries of a player; one who left before round 1 may have joined another."""
    own = Entry.objects.filter(Q(players__player=player) | Q(former__player=player))
    return own.exclude(withdrawn_from__isnull=False, seats__isnull=True)


def others_of(player: Player) -> PlayerQuerySet:
    """Return the players with whom one can be merged: all others of the club with a name."""
    players = Player.objects.of_club(player.club).filter(merged_into=None)
    return players.exclude(shown=Player.Shown.ANONYMOUS).exclude(pk=player.pk)


def latest_names(others: PlayerQuerySet) -> list[str]:
    """Return the names to choose from; in a large club, those of the newest players."""
    names = others.order_by("-pk").values_list("name", flat=True)[:MOST_OFFERED]
    return sorted(names, key=folded)


def alike_players(player: Player, others: PlayerQuerySet) -> list[Player]:
    """Return who may be the same person, by name.

    Only players whose words begin or end alike are compared; in a large club only some of them.
    """
    near = Q()
    for word in words_of(re.sub(r"[^\w\s]|_", " ", player.name)):
        part = (len(word) - 1) // 2
        begins = Q(sort_name__contains=word[: max(2, part)])
        near &= begins | Q(sort_name__contains=word[-max(3, part) :])
    found = [other for other in others.filter(near) if alike(player.name, other.name)]
    return sorted(found, key=lambda one: folded(one.name))[:MOST_ALIKE]


def merges_of(player: Player) -> list[PlayerMerge]:
    return list(player.merges.select_related("gone").order_by("-at", "-pk"))
