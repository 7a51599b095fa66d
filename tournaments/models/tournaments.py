"""Contests and their settings."""

from collections.abc import Iterable
from functools import cached_property

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.models import Club, Player
from scorekeeper.models.clubs import NAME_LENGTH
from scorekeeper.models.codes import TOKEN_LENGTH, new_token
from tournaments.audit_log.replay.announcement import Announcement, Sponsor, sponsors_from_dict
from tournaments.draw.halls import Halls, halls_from_dict
from tournaments.draw.request import Method
from tournaments.draw.wishes import Wishes, wishes_from_dict
from tournaments.formats.contest_format import ContestFormat, format_of
from tournaments.formats.meetings import TeamMeetings, meetings_from_dict
from tournaments.formats.phases import Phase, phases_from_dict
from tournaments.standings.brackets import BEFORE
from tournaments.standings.bye_points import ExemptCode, GivenScores
from tournaments.standings.criteria import CriterionCode
from tournaments.standings.ranking import LastResort, RankingRules
from tournaments.standings.sanctions import Sanction, sanctions_from_dict

FORMAT_FIELDS = ("mode", "phases", "meetings")
"""What must be loaded of a contest for its format."""
EVERY_TABLE = "*"
BOARD = "board"
"""Keys of `Tournament.table_news`: all tables at once, and the board."""
STATE_DIGITS = 16
"""How many digits of the hash identify a state of a contest."""


def state_of(version: int, log_hash: str) -> str:
    """Return a short identifier of a contest's state.

    The version alone is not enough: a restored backup or another document of the same contest can
    reach the same version with other contents. The hash tells them apart.
    """
    return f"{version}.{log_hash[:STATE_DIGITS]}"


class TournamentQuerySet(models.QuerySet["Tournament"]):
    """QuerySet of contests."""

    def of_club(self, club: Club) -> "TournamentQuerySet":
        return self.filter(club=club)

    def naming(self, players: Iterable[Player]) -> "TournamentQuerySet":
        """Return the contests in which any of the players is or was in an entry."""
        people = list(players)
        sit, sat = (Q(**{f"entries__{who}__player__in": people}) for who in ("players", "former"))
        return self.filter(sit | sat).distinct()

    def newest_first(self) -> "TournamentQuerySet":
        return self.order_by("-date", "-pk")


class Tournament(models.Model):
    """A contest: its entries, rounds, settings and ranking criteria.

    `round_hands` is the number of hands of each round and `criteria` the codes of the ranking
    criteria, both in order. `token` opens the public pages. A mirror is written by another computer
    and read-only here.

    Versions: `version` is the number of log entries, so it changes with every action; `log_hash` is
    the hash of the last entry. `results_version` changes with every result. `placed_hash` and
    `placed_version` are the `log_hash` and `results_version` for which the entries' stored places
    were computed.

    Settings as plain values, empty if not used: `phases` (how rounds are drawn), `halls` (tables
    and halls), `wishes` (for the draws), `meetings` (club teams that meet at several tables),
    `till` (prices, and their share in the prize fund), `sanction_list` (warnings and penalties that
    the referee can give), `sanctions` (those given), `announcement` (information before the day).
    `prize_plan` replaces the plain list of prizes that older contests have.

    `table_news` counts, by table and under "*" for all, the messages that phones have to fetch.
    With `second_entries`, players who withdrew can enter again.
    """

    class Mode(models.TextChoices):
        """Who enters: teams, or players who get new partners each round."""

        TEAMS = "teams", _("Teams formed in advance")
        MELEE = "melee", _("Mêlée: new partners each round")

    class NextDraw(models.TextChoices):
        """How the rounds after the first are drawn."""

        RANKING = Method.RANKING.value, _("By ranking: first against second, and so on")
        LOT = Method.LOT.value, _("By a new lot")
        MOVEMENT = Method.MOVEMENT.value, _("Odd teams stay, even teams move on")

    class Exempt(models.TextChoices):
        HALF_GAME = ExemptCode.HALF_GAME.value, _("Half of a game")
        ROUND_AVERAGE = ExemptCode.ROUND_AVERAGE.value, _("The average of that round")
        FIXED = ExemptCode.FIXED.value, _("A fixed number of points")

    class Ties(models.TextChoices):
        """How entries that are equal on all criteria are placed."""

        LOT = LastResort.LOT.value, _("A lot decides")
        SHARED = LastResort.SHARED.value, _("They share the place")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="tournaments")
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    date = models.DateField(_("date"))
    mode = models.CharField(max_length=8, choices=Mode, default=Mode.TEAMS)
    ruleset_key = models.CharField(max_length=40)
    ruleset_name = models.CharField(max_length=NAME_LENGTH)
    ruleset_based_on = models.CharField(max_length=40)
    ruleset_values = models.JSONField()
    ruleset_practice = models.JSONField(default=dict)
    round_hands = models.JSONField()
    next_draw = models.CharField(max_length=8, choices=NextDraw, default=NextDraw.RANKING)
    criteria = models.JSONField()
    ties = models.CharField(max_length=8, choices=Ties, default=Ties.LOT)
    lot_seed = models.PositiveBigIntegerField()
    drawn_lots = models.JSONField(default=list)
    exempt = models.CharField(max_length=16, choices=Exempt, default=Exempt.HALF_GAME)
    exempt_points = models.PositiveIntegerField(default=0)
    forfeit_points = models.PositiveIntegerField(null=True, blank=True)
    round_minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    fee_cents = models.PositiveIntegerField(default=0)
    tags = models.JSONField(default=list)
    prizes = models.JSONField(default=list)
    phases = models.JSONField(default=list)
    halls = models.JSONField(default=dict)
    wishes = models.JSONField(default=dict)
    second_entries = models.BooleanField(default=False)
    meetings = models.JSONField(default=dict)
    till = models.JSONField(default=dict)
    sanction_list = models.JSONField(default=list)
    sanctions = models.JSONField(default=list)
    table_news = models.JSONField(default=dict)
    prize_for_last = models.CharField(max_length=NAME_LENGTH, blank=True)
    prize_plan = models.JSONField(default=dict)
    prize_lots = models.JSONField(default=list)
    handed_over = models.JSONField(default=list)
    announcement = models.JSONField(default=dict)
    sponsors = models.JSONField(default=list)
    token = models.CharField(max_length=TOKEN_LENGTH, unique=True, default=new_token)
    version = models.PositiveIntegerField(default=0)
    log_hash = models.CharField(max_length=64, blank=True, default="")
    results_version = models.PositiveIntegerField(default=0)
    placed_hash = models.CharField(max_length=64, blank=True, default="", editable=False)
    placed_version = models.PositiveIntegerField(default=0, editable=False)
    is_mirror = models.BooleanField(default=False)
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)
    bracket_version = models.PositiveSmallIntegerField(default=BEFORE)

    objects = TournamentQuerySet.as_manager()

    class Meta:
        indexes = (models.Index(fields=["club", "-date", "-id"], name="contests_by_date"),)

    def __str__(self) -> str:
        return self.name

    @property
    def state(self) -> str:
        """The identifier of this state, which screens compare and caches use as key."""
        return state_of(self.version, self.log_hash)

    @property
    def ruleset(self) -> RuleSet:
        return RuleSet.from_values(self.ruleset_values)

    @property
    def format(self) -> ContestFormat:
        """Return what depends on the kind of the contest."""
        phases, meetings = phases_from_dict(self.phases), meetings_from_dict(self.meetings)
        return format_of(self.mode, phases, meetings)

    @cached_property
    def last_round(self) -> tuple[int, str] | None:
        """The number and status of the last round, None before the first."""
        return self.rounds.order_by("-number").values_list("number", "status").first()

    @property
    def round_count(self) -> int:
        return len(self.round_hands)

    def hands_of_round(self, number: int) -> int:
        """Return the hands of a round, counted from 1; rounds beyond the plan are like the last."""
        hands: list[int] = self.round_hands
        return hands[min(number, len(hands)) - 1]

    @property
    def course(self) -> tuple[Phase, ...]:
        """Return the phases; empty if all rounds are drawn in the same way."""
        return self.format.phases

    @property
    def reading(self) -> int:
        """Return the version of the bracket rules; a finished contest keeps the one it had."""
        if self.finished_at:
            return self.bracket_version
        return self.format.reading

    @property
    def tables_there(self) -> Halls:
        return halls_from_dict(self.halls)

    @property
    def wishes_made(self) -> Wishes | None:
        """Return the wishes for the draws, or None if there are none."""
        return wishes_from_dict(self.wishes or None)

    @property
    def team_meetings(self) -> TeamMeetings | None:
        """Return the club teams and their meetings, or None if every entry plays for itself."""
        return self.format.meetings

    @property
    def sanctions_given(self) -> tuple[Sanction, ...]:
        """Return the warnings and penalties that were given, including cancelled ones."""
        return sanctions_from_dict(self.sanctions)

    @property
    def announced(self) -> Announcement:
        return Announcement(**self.announcement)

    @property
    def sponsored_by(self) -> tuple[Sponsor, ...]:
        return sponsors_from_dict(self.sponsors)

    @property
    def ranking_rules(self) -> RankingRules:
        return RankingRules(
            criteria=tuple(CriterionCode(code) for code in self.criteria),
            last_resort=LastResort(self.ties),
            seed=self.lot_seed,
            drawn=tuple(tuple(order) for order in self.drawn_lots),
        )

    @property
    def given_scores(self) -> GivenScores:
        return GivenScores(
            exempt=ExemptCode(self.exempt), fixed=self.exempt_points, forfeit=self.forfeit_points
        )

    def points_of_forfeit(self, hands: int) -> int:
        """Return a team's points in a round of `hands` hands if its opponents have withdrawn."""
        return self.given_scores.forfeit_points(whole=self.ruleset.whole, hands=hands)
