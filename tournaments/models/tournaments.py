"""Contests and the settings they are played by."""

from collections.abc import Iterable

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
from tournaments.formats.meetings import TeamMeetings, meetings_from_dict
from tournaments.formats.phases import Phase, phases_from_dict
from tournaments.standings.brackets import BEFORE, VERSION
from tournaments.standings.bye_points import ExemptCode, GivenScores
from tournaments.standings.criteria import CriterionCode
from tournaments.standings.ranking import LastResort, RankingRules
from tournaments.standings.sanctions import Sanction, sanctions_from_dict

EVERY_TABLE = "*"
BOARD = "board"
"""All tables at once, and the board, among those that have news."""
STATE_DIGITS = 16
"""So many of a hash tell any two states of a contest apart."""


def state_of(version: int, log_hash: str) -> str:
    """Return a word for the state of a contest.

    A restored copy, or another document of the contest, reaches a known number of the version with
    other contents: the hash tells them apart.
    """
    return f"{version}.{log_hash[:STATE_DIGITS]}"


class TournamentQuerySet(models.QuerySet["Tournament"]):
    """Queries on contests."""

    def of_club(self, club: Club) -> "TournamentQuerySet":
        return self.filter(club=club)

    def naming(self, players: Iterable[Player]) -> "TournamentQuerySet":
        """Return the contests in which some players sit in an entry, or sat."""
        people = list(players)
        sit, sat = (Q(**{f"entries__{who}__player__in": people}) for who in ("players", "former"))
        return self.filter(sit | sat).distinct()

    def newest_first(self) -> "TournamentQuerySet":
        return self.order_by("-date", "-pk")


class Tournament(models.Model):
    """A contest: entries, rounds, and what is compared to rank them.

    `round_hands` are the hands of each round in order. `criteria` are codes of what is compared, in
    order. `version` counts the entries of the log: it changes whenever anything does; `log_hash` is
    the hash of the last, from which the log goes on. `results_version` changes whenever a result
    does. `phases` say how its rounds are drawn, empty where they are all alike. `halls` are the
    tables there are, `wishes` what is wished of the draws, `meetings` the club teams that meet at
    several tables, `till` what can be paid for and what of that goes to the prizes, `sanction_list`
    the warnings and penalties that it may give, `sanctions` those that it gave, `announcement` what
    is said before the day: empty where nothing is said. `table_news` counts for each table, under
    "*" for all, what its phones have to look at. With `second_entries` who has left may enter
    again. `placed_hash` and `placed_version` are the `log_hash` and the `results_version` that the
    stored places of its entries follow from. The prizes of contests of before are a list, until a
    `prize_plan` takes its place. The token opens the public pages. A mirror is written by another
    computer, and only shown here.
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
        """What happens to those whom nothing else separates."""

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
        """What screens compare, and the key of whatever is kept for them."""
        return state_of(self.version, self.log_hash)

    @property
    def ruleset(self) -> RuleSet:
        return RuleSet.from_values(self.ruleset_values)

    @property
    def is_melee(self) -> bool:
        """Return whether partners change each round and every player is ranked alone."""
        return self.mode == self.Mode.MELEE

    @property
    def players_per_entry(self) -> int:
        return 1 if self.is_melee else 2

    @property
    def round_count(self) -> int:
        return len(self.round_hands)

    def hands_of_round(self, number: int) -> int:
        """Return the hands of a round, counted from 1; rounds beyond the plan are like the last."""
        hands: list[int] = self.round_hands
        return hands[min(number, len(hands)) - 1]

    @property
    def course(self) -> tuple[Phase, ...]:
        """Return the phases, none in a contest whose rounds are all alike."""
        return phases_from_dict(self.phases)

    @property
    def reading(self) -> int:
        """Return how the brackets are read: of a contest that ended, as they were then."""
        if self.finished_at:
            return self.bracket_version
        return VERSION if self.phases else BEFORE

    @property
    def tables_there(self) -> Halls:
        return halls_from_dict(self.halls)

    @property
    def wishes_made(self) -> Wishes | None:
        """Return what is wished of the draws, None where nothing is."""
        return wishes_from_dict(self.wishes or None)

    @property
    def team_meetings(self) -> TeamMeetings | None:
        """Return the club teams that meet, None where every entry plays for itself."""
        return meetings_from_dict(self.meetings)

    @property
    def sanctions_given(self) -> tuple[Sanction, ...]:
        """Return the warnings and penalties that were given, countered ones too."""
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
        """Return what a team gets in a round of that many hands whose opponents have left."""
        return self.given_scores.forfeit_points(whole=self.ruleset.whole, hands=hands)
