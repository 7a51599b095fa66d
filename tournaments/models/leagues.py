"""Leagues and their seasons: which events count, how they are scored, penalties."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from scorekeeper.models import Club, Evening, Player
from scorekeeper.models.clubs import NAME_LENGTH
from scorekeeper.models.codes import TOKEN_LENGTH, new_token
from tournaments.models.historical_results import PastContest
from tournaments.models.tournaments import Tournament
from tournaments.standings.ranking import LastResort, RankingRules
from tournaments.standings.season_scores import (
    Average,
    BestOf,
    Combination,
    CombinationCode,
    MatchPoints,
    PlacePoints,
    PointsWorth,
    Sum,
    Worth,
    WorthCode,
)
from tournaments.standings.season_table import (
    SEASON_CRITERIA,
    AttendanceBonus,
    BonusKind,
    SeasonAttendance,
    SeasonRules,
    Short,
)


class League(models.Model):
    """A competition that a club repeats year after year."""

    class Kind(models.TextChoices):
        PLAYERS = "players", _("Players: partners may change")
        TEAMS = "teams", _("Teams of two")
        FIXTURES = "fixtures", _("Fixed teams that all meet each other")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="leagues")
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    kind = models.CharField(max_length=8, choices=Kind, default=Kind.PLAYERS)
    created_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["club", "name"], name="a_club_names_each_league_once"),
        )

    def __str__(self) -> str:
        return self.name


class Season(models.Model):
    """A season of a league, from `starts_on` to `ends_on` inclusive.

    `collects` says what counts: chosen events only, or every event of a kind between the dates
    except those left out. `frozen_table` is the table as plain values from when the season was
    frozen; empty until then. `table_version` selects how the table of fixed teams is computed:
    older versions gave nothing for a day off, and always 1,100 points for a forfeit.
    """

    TABLE_BEFORE = 1
    TABLE_VERSION = 2

    class Collects(models.TextChoices):
        """Which contests and evenings count."""

        CHOSEN = "chosen", _("Those that are chosen")
        CONTESTS = "contests", _("Every contest between the dates")
        EVENINGS = "evenings", _("Every club evening between the dates")
        ALL = "all", _("Every contest and every club evening between the dates")

    class WorthKind(models.TextChoices):
        POINTS = WorthCode.POINTS.value, _("Its points")
        MATCH_POINTS = WorthCode.MATCH_POINTS.value, _("Points for games won, tied and lost")
        PLACE_POINTS = WorthCode.PLACE_POINTS.value, _("Points for the place")

    class Combines(models.TextChoices):
        SUM = CombinationCode.SUM.value, _("All evenings are added")
        AVERAGE = CombinationCode.AVERAGE.value, _("The average of the evenings attended")
        BEST = CombinationCode.BEST.value, _("The best evenings are added")

    class ShortKind(models.TextChoices):
        RANKED_AFTER = Short.RANKED_AFTER.value, _("They stand after the others")
        NOT_RANKED = Short.NOT_RANKED.value, _("They are not ranked")

    class Bonus(models.TextChoices):
        EACH_EVENING = BonusKind.EACH_EVENING.value, _("For each evening")
        ONCE = BonusKind.ONCE.value, _("Once")

    Ties = Tournament.Ties

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="seasons")
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    starts_on = models.DateField()
    ends_on = models.DateField()
    collects = models.CharField(max_length=8, choices=Collects, default=Collects.ALL)
    worth = models.CharField(max_length=12, choices=WorthKind, default=WorthKind.POINTS)
    win_points = models.SmallIntegerField(default=3)
    tie_points = models.SmallIntegerField(default=1)
    loss_points = models.SmallIntegerField(default=0)
    bye_points = models.SmallIntegerField(default=1)
    place_points = models.JSONField(default=list)
    points_beyond = models.SmallIntegerField(default=0)
    splits_places = models.BooleanField(default=False)
    combines = models.CharField(max_length=8, choices=Combines, default=Combines.SUM)
    best_count = models.PositiveSmallIntegerField(default=1)
    planned_evenings = models.PositiveSmallIntegerField(null=True, blank=True)
    least_evenings = models.PositiveSmallIntegerField(default=0)
    short = models.CharField(max_length=12, choices=ShortKind, default=ShortKind.RANKED_AFTER)
    bonus_points = models.PositiveSmallIntegerField(default=0)
    bonus_least = models.PositiveSmallIntegerField(default=1)
    bonus_kind = models.CharField(max_length=12, choices=Bonus, default=Bonus.EACH_EVENING)
    ties = models.CharField(max_length=8, choices=Ties, default=Ties.SHARED)
    lot_seed = models.PositiveBigIntegerField()
    finalists = models.PositiveSmallIntegerField(default=0)
    tags = models.JSONField(default=list)
    token = models.CharField(max_length=TOKEN_LENGTH, unique=True, default=new_token)
    table_version = models.PositiveSmallIntegerField(default=TABLE_VERSION)
    frozen_at = models.DateTimeField(null=True, blank=True)
    frozen_table = models.JSONField(null=True, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["league", "name"], name="a_league_names_each_season_once"
            ),
            models.CheckConstraint(
                condition=models.Q(starts_on__lte=models.F("ends_on")),
                name="a_season_begins_before_it_ends",
            ),
            models.CheckConstraint(
                condition=models.Q(best_count__gte=1), name="a_season_counts_at_least_one_evening"
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def rules(self) -> SeasonRules:
        bonus = None
        if self.bonus_points:
            bonus = AttendanceBonus(
                points=self.bonus_points, least=self.bonus_least, kind=BonusKind(self.bonus_kind)
            )
        return SeasonRules(
            worth=self._worth(),
            combination=self._combination(),
            attendance=SeasonAttendance(
                least=self.least_evenings, planned=self.planned_evenings, short=Short(self.short)
            ),
            bonus=bonus,
            ranking=RankingRules(
                criteria=SEASON_CRITERIA, last_resort=LastResort(self.ties), seed=self.lot_seed
            ),
        )

    def _worth(self) -> Worth:
        if self.worth == self.WorthKind.MATCH_POINTS:
            return MatchPoints(
                win=self.win_points, tie=self.tie_points, loss=self.loss_points, bye=self.bye_points
            )
        if self.worth == self.WorthKind.PLACE_POINTS:
            return PlacePoints(
                table=tuple(self.place_points),
                beyond=self.points_beyond,
                is_split=self.splits_places,
            )
        return PointsWorth()

    def _combination(self) -> Combination:
        if self.combines == self.Combines.BEST:
            return BestOf(self.best_count)
        return Average() if self.combines == self.Combines.AVERAGE else Sum()


class SeasonEvent(models.Model):
    """A contest, an evening or a past result that was added to a season or left out of it.

    What the season's dates collect by themselves has none: see `seasons/queries/items.py`.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="events")
    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, null=True, blank=True, related_name="season_events"
    )
    evening = models.ForeignKey(
        Evening, on_delete=models.CASCADE, null=True, blank=True, related_name="season_events"
    )
    past = models.ForeignKey(
        PastContest, on_delete=models.CASCADE, null=True, blank=True, related_name="season_events"
    )
    counts = models.BooleanField(default=True)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=models.Q(tournament__isnull=False, evening=None, past=None)
                | models.Q(tournament=None, evening__isnull=False, past=None)
                | models.Q(tournament=None, evening=None, past__isnull=False),
                name="a_season_event_is_one_thing",
            ),
            models.UniqueConstraint(
                fields=["season", "tournament"], name="a_contest_is_in_a_season_once"
            ),
            models.UniqueConstraint(
                fields=["season", "evening"], name="an_evening_is_in_a_season_once"
            ),
            models.UniqueConstraint(
                fields=["season", "past"], name="a_past_contest_is_in_a_season_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.tournament or self.evening or self.past}"


class LeagueTeam(models.Model):
    """A fixed team of a season: its players, substitutes included."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="teams")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=NAME_LENGTH)
    players = models.ManyToManyField(Player, related_name="league_teams")

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["season", "name"], name="a_season_names_a_team_once"),
            models.UniqueConstraint(
                fields=["season", "number"], name="a_season_numbers_a_team_once"
            ),
        )

    def __str__(self) -> str:
        return self.name


class Fixture(models.Model):
    """A game between two fixed teams, on a day of the calendar.

    `forfeited` names the side that did not come: "home", "away" or "both".
    """

    class Forfeit(models.TextChoices):
        NONE = "", _("played")
        HOME = "home", _("the first team did not come")
        AWAY = "away", _("the second team did not come")
        BOTH = "both", _("neither came")

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="fixtures")
    day = models.PositiveSmallIntegerField()
    planned_on = models.DateField(null=True, blank=True)
    home = models.ForeignKey(LeagueTeam, on_delete=models.CASCADE, related_name="home_fixtures")
    away = models.ForeignKey(LeagueTeam, on_delete=models.CASCADE, related_name="away_fixtures")
    game = models.OneToOneField(
        "scorekeeper.Game", on_delete=models.SET_NULL, null=True, blank=True, related_name="fixture"
    )
    forfeited = models.CharField(max_length=4, choices=Forfeit, default=Forfeit.NONE, blank=True)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=~models.Q(home=models.F("away")), name="a_team_does_not_play_itself"
            ),
            models.UniqueConstraint(
                fields=["season", "day", "home"], name="a_team_is_at_home_once_a_day"
            ),
            models.UniqueConstraint(
                fields=["season", "day", "away"], name="a_team_is_away_once_a_day"
            ),
        )

    def __str__(self) -> str:
        return f"{self.home} – {self.away}"


class SeasonPenalty(models.Model):
    """Points deducted from somebody's season, with the reason."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="penalties")
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, null=True, blank=True, related_name="season_penalties"
    )
    team = models.ForeignKey(
        LeagueTeam, on_delete=models.CASCADE, null=True, blank=True, related_name="penalties"
    )
    points = models.PositiveIntegerField()
    reason = models.CharField(max_length=200)
    author_name = models.CharField(max_length=NAME_LENGTH)
    at = models.DateTimeField()

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=models.Q(points__gte=1) & ~models.Q(reason=""),
                name="a_penalty_takes_points_for_a_reason",
            ),
            models.CheckConstraint(
                condition=models.Q(player__isnull=False, team=None)
                | models.Q(player=None, team__isnull=False),
                name="a_penalty_is_of_a_player_or_a_team",
            ),
        )

    def __str__(self) -> str:
        return self.reason
