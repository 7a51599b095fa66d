"""Leaderboards: statistics of a club's players over a season, a month or all time.

Only games that score the same things (`RuleSet.bidding`) are added up: plain belote, points and
bid, points only, bid only. Statistics of games come from one grouped query over the seats, contests
won from stored places.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final

from django.db.models import Count, Max, Q, QuerySet, Sum
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scorekeeper.engine.choices import Bidding
from scorekeeper.engine.former_fields import bidding_of
from scorekeeper.models import Club, Evening, Game, GameSeat, Player
from scorekeeper.models.keys import typed_number
from scorekeeper.models.sort_names import name_key, words_of
from tournaments.audit_log.places import first_entries
from tournaments.files.spreadsheets import Cell, Column, ExportedList
from tournaments.leaderboards.labels import rounded
from tournaments.models import (
    EntryPlayer,
    Fixture,
    FormerPlayer,
    League,
    PastContest,
    PastResult,
    Rating,
    Season,
    Tournament,
)
from tournaments.rankings.queries.exports import TEXT_WIDTH
from tournaments.ratings.model import Strength
from tournaments.seasons.queries.items import ItemKind, counted_items
from tournaments.seasons.queries.lineups import credited_in
from tournaments.seasons.queries.seasons import members_page, seasons_of
from tournaments.visible_ranking import with_final_ranking

STORED: Final = (*(kind.value for kind in Bidding), "cannes_2016")
"""Every value of `bidding` in stored rule sets, including those of earlier versions."""


def marks(kind: Bidding, values: str) -> Q:
    """Return the condition that the rule set in the field `values` scores that way."""
    found = Q(**{f"{values}__bidding__in": [name for name in STORED if bidding_of(name) is kind]})
    return found | Q(**{f"{values}__bidding__isnull": True}) if kind is Bidding.NONE else found


def kinds_played(club: Club) -> list[Bidding]:
    """Return the kinds of scoring in the club's games, most played first.

    Games are counted only if contests and evenings differ: mostly two queries.
    """
    contests = Tournament.objects.of_club(club)
    others = Game.objects.of_club(club).outside_contests()
    stored = [
        *contests.values_list("ruleset_values__bidding").distinct().order_by(),
        *others.values_list("ruleset_values__bidding").distinct().order_by(),
    ]
    kinds = {bidding_of(name) for (name,) in stored}
    return list(kinds) if len(kinds) < 2 else _counted_kinds(club)


def _counted_kinds(club: Club) -> list[Bidding]:
    seats: QuerySet[GameSeat] = GameSeat.objects.filter(game__club=club, is_counted=True)
    rows = seats.values_list("game__ruleset_values__bidding").annotate(Count("pk")).order_by()
    counts = dict.fromkeys(Bidding, 0)
    for name, count in rows:
        counts[bidding_of(name)] += count
    played = [kind for kind, count in counts.items() if count]
    return sorted(played, key=lambda kind: -counts[kind])


SEASON_CODE: Final = "season-"
MONTH_FORMAT: Final = "%Y-%m"
CONTEST_OF_SEAT: Final = "game__match__round__tournament"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """What a leaderboard covers, by primary keys; everything of the club if `is_all`.

    `first` and `after` limit the time of games outside contests and evenings; `only_contests` and
    `only_others` restrict the games, `played` the kind of scoring. Fixed teams are covered by their
    games.
    """

    club: Club
    is_all: bool = False
    contests: frozenset[int] = frozenset()
    evenings: frozenset[int] = frozenset()
    past: frozenset[int] = frozenset()
    games: frozenset[int] = frozenset()
    first: datetime | None = None
    after: datetime | None = None
    only_contests: bool = False
    only_others: bool = False
    played: Bidding | None = None

    def seats(self) -> QuerySet[GameSeat]:
        """Return the seats of the finished games, replaced players included, unordered."""
        seats = GameSeat.every.filter(game__club=self.club, is_counted=True).order_by()
        if self.only_contests:
            seats = seats.filter(game__is_contest=True)
        elif self.only_others:
            seats = seats.filter(game__is_contest=False)
        if self.played:
            seats = seats.filter(marks(self.played, "game__ruleset_values"))
        return seats if self.is_all else seats.filter(self._chosen())

    def _chosen(self) -> Q:
        chosen = Q(pk__in=[])
        if self.contests and not self.only_others:
            chosen |= Q(**{f"{CONTEST_OF_SEAT}__in": self.contests})
        if self.evenings:
            chosen |= Q(game__evening__in=self.evenings, game__is_contest=False)
        if self.games:
            chosen |= Q(game__in=self.games)
        if self.first and self.after:
            chosen |= Q(
                game__is_contest=False,
                game__evening=None,
                game__created_at__gte=self.first,
                game__created_at__lt=self.after,
            )
        return chosen

    def finished_contests(self) -> QuerySet[Tournament]:
        found = with_final_ranking(Tournament.objects.of_club(self.club))
        if self.only_others:
            return found.none()
        if self.played:
            found = found.filter(marks(self.played, "ruleset_values"))
        return found if self.is_all else found.filter(pk__in=self.contests)

    def past_contests(self) -> QuerySet[PastContest]:
        found = PastContest.objects.filter(club=self.club)
        # Past results have no rules and count as plain belote.
        if self.only_others or self.played not in (None, Bidding.NONE):
            return found.none()
        return found if self.is_all else found.filter(pk__in=self.past)


def scope_of(club: Club, when: str) -> Scope | None:
    """Return the scope of a code: "season-3", "2026-11", or all time if it is empty.

    Four queries at most; None if the club has no such scope.
    """
    if not when:
        return Scope(club=club, is_all=True)
    if when.startswith(SEASON_CODE):
        season = (
            seasons_of(club).filter(pk=typed_number(when.removeprefix(SEASON_CODE)) or 0).first()
        )
        return season_scope(season) if season else None
    try:
        month = datetime.strptime(when, MONTH_FORMAT).date()  # noqa: DTZ007 - a month has no zone
    except ValueError:
        return None
    return month_scope(club, month)


def season_code(season: Season) -> str:
    return f"{SEASON_CODE}{season.pk}"


def season_title(season: Season) -> str:
    return _("%(league)s, %(season)s") % {"league": season.league.name, "season": season.name}


def season_scope(season: Season) -> Scope:
    """Return the scope of a season, which must be loaded with its league and club."""
    club = season.league.club
    if season.league.kind == League.Kind.FIXTURES:
        games = Fixture.objects.filter(season=season, game__isnull=False)
        return Scope(club=club, games=frozenset(games.values_list("game_id", flat=True)))
    items = counted_items(season)

    def keys(kind: ItemKind) -> frozenset[int]:
        return frozenset(item.pk for item in items if item.kind is kind)

    return Scope(
        club=club,
        contests=keys(ItemKind.CONTEST),
        evenings=keys(ItemKind.EVENING),
        past=keys(ItemKind.PAST),
    )


def month_scope(club: Club, month: date) -> Scope:
    """Return the scope of the month that begins on that day; three queries."""
    after = _next_month(month)
    within: dict[str, Any] = {"club": club, "date__gte": month, "date__lt": after}

    def keys(model: type[Tournament] | type[Evening] | type[PastContest]) -> frozenset[int]:
        found = model._default_manager.filter(**within)
        return frozenset(found.values_list("pk", flat=True))

    return Scope(
        club=club,
        contests=keys(Tournament),
        evenings=keys(Evening),
        past=keys(PastContest),
        first=_midnight(month),
        after=_midnight(after),
    )


def months_of(club: Club) -> list[date]:
    """Return the first days of the months in which anything was played, latest first.

    Four queries, whatever there is.
    """
    found: set[date] = set()
    for model in (Tournament, Evening, PastContest):
        found |= set(model._default_manager.filter(club=club).dates("date", "month"))
    alone = Game.objects.of_club(club).outside_contests().filter(evening=None)
    found |= {moment.date() for moment in alone.datetimes("created_at", "month")}
    return sorted(found, reverse=True)


def month_code(month: date) -> str:
    """Return the code of a month in URLs: "2026-11"."""
    return month.strftime(MONTH_FORMAT)


def month_title(month: date) -> str:
    """Return a month in words: "November 2026"."""
    title = date_format(month, "F Y")
    return title[:1].upper() + title[1:]


def _next_month(month: date) -> date:
    return (month.replace(day=1) + timedelta(days=32)).replace(day=1)


def _midnight(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, datetime.min.time()))


LEAST_HANDS: Final = 24
"""Two games of twelve hands; with fewer, an average says little."""


class GameKind(StrEnum):
    """Which games a leaderboard covers."""

    ALL = ""
    CONTESTS = "contests"
    OTHERS = "others"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The filters of a leaderboard; `when` is the code of a scope, empty for all time.

    `played` is the kind of scoring, None if the club plays only one.
    """

    when: str = ""
    games: GameKind = GameKind.ALL
    played: Bidding | None = None
    tag: str = ""
    least: int = LEAST_HANDS
    search: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """Sums over the games of a player, or of a pair in a comparison."""

    games: int = 0
    hands: int = 0
    points: int = 0
    against: int = 0
    won: int = 0
    tied: int = 0
    contests_won: int = 0
    taken: int = 0
    made: int = 0
    failed: int = 0
    capots: int = 0
    belotes: int = 0

    @property
    def lost(self) -> int:
        return self.games - self.won - self.tied

    @property
    def difference(self) -> int:
        """Return the points for minus the points against."""
        return self.points - self.against

    @property
    def average(self) -> Fraction | None:
        return share(self.points, self.hands)

    @property
    def won_share(self) -> Fraction | None:
        return share(self.won, self.games)

    @property
    def made_share(self) -> Fraction | None:
        return share(self.made, self.taken)


def share(part: int, whole: int) -> Fraction | None:
    return Fraction(part, whole) if whole else None


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardLine(Figures):
    """One player's line; `is_short` marks too few hands for averages to count.

    `url` is the link of the name, None for no link. `place` is that in the order in which a table
    shows the lines, None where it ranks nobody.
    """

    pk: int
    place: int | None = None
    name: str
    sort_name: str
    best_game: int | None = None
    rating: float | None = None
    is_short: bool
    url: str | None


def tags_of(club: Club) -> list[str]:
    return sorted({tag for _contest, tag, _player in _tagged(club)})


def board_lines(
    club: Club, asked: Asked, *, with_ratings: bool = False, for_everybody: bool = False
) -> list[BoardLine]:
    """Return a line for everybody who played or won what the filters cover, by name.

    The number of queries is constant. With `for_everybody`, names are shown as each person wishes.
    """
    scope = scope_of(club, asked.when)
    if scope is None:
        return []
    scope = replace(
        scope,
        only_contests=asked.games is GameKind.CONTESTS,
        only_others=asked.games is GameKind.OTHERS,
        played=asked.played,
    )
    won = contests_won(scope)
    played = _played(scope)
    wanted = set(played) | set(won)
    if asked.tag:
        wanted &= _players_with(club, asked.tag, scope)
    ratings = _ratings(club) if with_ratings else {}
    lines = []
    for player in Player.objects.of_club(club).filter(pk__in=wanted):
        own = played.get(player.pk, {})
        name = player.public_name if for_everybody else player.name
        lines.append(
            BoardLine(
                pk=player.pk,
                name=name,
                sort_name=name_key(name),
                contests_won=won[player.pk],
                rating=ratings.get(player.pk),
                is_short=own.get("hands", 0) < asked.least,
                url=_public_url(player) if for_everybody else members_page(player.pk),
                **own,
            )
        )
    words = words_of(asked.search)
    found = [line for line in lines if all(word in line.sort_name for word in words)]
    return sorted(found, key=lambda line: line.sort_name)


def _public_url(player: Player) -> str | None:
    if not player.has_public_page:
        return None
    return reverse("tournaments:club-player", args=[player.club_id, player.pk])


def _played(scope: Scope) -> dict[int, dict[str, Any]]:
    """Return the sums over every player's seats, named as in `BoardLine`; one query."""
    sums = ("points", "hands", "taken", "made", "failed", "capots", "belotes")
    rows = (
        scope.seats()
        .filter(player__isnull=False)
        .values("player")
        .annotate(
            games=Count("pk"),
            won=Count("pk", filter=Q(is_won=True)),
            best_game=Max("points"),
            **{f"all_{name}": Sum(name) for name in sums},
        )
    )
    return {
        row.pop("player"): {key.removeprefix("all_"): value for key, value in row.items()}
        for row in rows
    }


def _ratings(club: Club) -> dict[int, float]:
    found = Rating.objects.filter(player__club=club).values_list("player", "mu", "sigma")
    return {player: Strength(mu=mu, sigma=sigma).cautious for player, mu, sigma in found}


def contests_won(scope: Scope) -> Counter[int]:
    """Return how many contests each player won, past results included.

    Everybody on a shared first place has won; with substitutes, players of at least half of the
    rounds. Four queries if all places are stored, a few more with substitutes.
    """
    won: Counter[int] = Counter()
    contests = scope.finished_contests()
    shared = credited_in(contests.values("pk"))
    for credited in shared.values():
        won.update(player for player, result in credited.items() if result.place == 1)
    firsts = first_entries(contests.exclude(pk__in=shared))
    people = EntryPlayer.objects.filter(entry__in=firsts, player__isnull=False)
    won.update(dict(people.values_list("player").annotate(Count("pk")).order_by()))
    past = PastResult.objects.filter(contest__in=scope.past_contests(), place=1)
    own = past.filter(players__isnull=False).values_list("players")
    won.update(dict(own.annotate(Count("pk")).order_by()))
    return won


def _tagged(club: Club) -> list[tuple[int, str, int]]:
    """Return contest, tag and player of all entries with tags, replaced players included."""
    found = []
    for people in (EntryPlayer.objects, FormerPlayer.objects):
        own = people.filter(entry__tournament__club=club, player__isnull=False)
        rows = own.exclude(entry__tags=[]).values_list("entry__tournament", "entry__tags", "player")
        found += [(contest, tag, player) for contest, tags, player in rows for tag in tags]
    return found


def _players_with(club: Club, tag: str, scope: Scope) -> set[int]:
    """Return who entered with a tag in one of the contests of the scope; two queries."""
    return {
        player
        for contest, own, player in _tagged(club)
        if own == tag and (scope.is_all or contest in scope.contests)
    }


ONE_PLACE: Final = Decimal("0.1")


def leaderboard_sheet(
    lines: Iterable[BoardLine], *, least: int, with_ratings: bool = False
) -> ExportedList:
    """Return a line for each player; averages count from `least` hands on."""
    remark = _("fewer than %(count)d hands") % {"count": least}
    cells: list[tuple[Column, Callable[[BoardLine], Cell]]] = [
        (Column(_("Place")), lambda line: line.place),
        (Column(_("Player"), TEXT_WIDTH), lambda line: line.name),
        (Column(_("Points per hand")), lambda line: _decimal(line.average, 2)),
        (Column(_("Games")), lambda line: line.games),
        (Column(_("Hands")), lambda line: line.hands),
        (Column(_("Points")), lambda line: line.points),
        (Column(_("Games won")), lambda line: line.won),
        (Column(_("Games won, percent")), lambda line: _percent(line.won_share)),
        (Column(_("Contests won")), lambda line: line.contests_won),
        (Column(_("Contracts taken")), lambda line: line.taken),
        (Column(_("Contracts made")), lambda line: line.made),
        (Column(_("Contracts made, percent")), lambda line: _percent(line.made_share)),
        (Column(_("Contracts failed")), lambda line: line.failed),
        (Column(_("Capots")), lambda line: line.capots),
        (Column(_("Belotes")), lambda line: line.belotes),
        (Column(_("Best game")), lambda line: line.best_game),
    ]
    if with_ratings:
        cells.append((Column(_("Rating")), lambda line: _rating(line.rating)))
    cells.append((Column(_("Note"), TEXT_WIDTH), lambda line: remark if line.is_short else ""))
    return ExportedList(
        title=_("Leaderboard"),
        columns=tuple(column for column, _cell in cells),
        rows=([cell(line) for _column, cell in cells] for line in lines),
    )


def _decimal(number: Fraction | None, places: int) -> Decimal | None:
    return None if number is None else rounded(number, places)


def _percent(share: Fraction | None) -> Decimal | None:
    return None if share is None else rounded(100 * share, 1)


def _rating(rating: float | None) -> Decimal | None:
    return None if rating is None else Decimal(rating).quantize(ONE_PLACE)
