"""A full recount of a club from its hands: nothing that is kept of games is looked at.

Only the engine's tally and the pure standings are used, so that what the pages show can be compared
with what the hands say.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from scorekeeper.engine.hand import Seat, Side
from scorekeeper.engine.scoring import Outcome
from scorekeeper.engine.tally import TalliedHand, Tally, tally
from scorekeeper.models import Club, Game, Hand
from tournaments.models import EntryPlayer, Match, MatchSeat, Season, Tournament
from tournaments.models.results import round_result
from tournaments.standings.contest import RankedContest, RankedEntrant
from tournaments.standings.ranking import Standings
from tournaments.standings.results import GameOutcome, RoundResult
from tournaments.standings.season_scores import EveningResult
from tournaments.standings.season_table import SeasonTable, credit_evening, season_table


def tallied(game: Game) -> Tally:
    """Return a game from its hands as they were entered."""
    entries = [hand.entry for hand in Hand.objects.filter(game=game).order_by("number")]
    return tally(entries, game.ruleset, game.format, Seat(game.first_dealer))


def by_player(club: Club) -> dict[str, Counter[str]]:
    """Return what the hands of finished games add up to, by the name of the player."""
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for game in Game.objects.filter(club=club, status=Game.Status.FINISHED):
        played = tallied(game)
        for chair in game.seats.select_related("player"):
            assert chair.player
            found[chair.player.name] += of_seat(played, Seat(chair.seat))
    return found


def of_seat(played: Tally, seat: Seat) -> Counter[str]:
    """Return what a game brought the player on a chair."""
    took = [hand for hand in played.hands if hand.entry.taker is seat]
    return Counter(
        games=1,
        hands=len(played.hands),
        points=played.totals.of(seat.side),
        won=int(played.winner is seat.side),
        taken=len(took),
        made=sum(hand.score.winner is seat.side for hand in took),
        failed=failed_of(played, seat.side, took),
        capots=capots_of(played, seat.side),
        belotes=sum(hand.entry.belote_seat is seat for hand in played.hands),
    )


def capots_of(played: Tally, side: Side) -> int:
    return sum(
        hand.score.outcome is Outcome.CAPOT and hand.score.winner is side for hand in played.hands
    )


def failed_of(played: Tally, side: Side, hands: Iterable[TalliedHand] | None = None) -> int:
    """Return how many contracts a side lost, of all hands or of some: a capot suffered is one."""
    taken = [
        hand for hand in (played.hands if hands is None else hands) if hand.entry.takers is side
    ]
    lost = {Outcome.FAILED, Outcome.CAPOT}
    return sum(hand.score.outcome in lost and hand.score.winner is not side for hand in taken)


@dataclass
class RecountedContest:
    """A contest whose results come from its hands; exempt entries have what they were given."""

    tournament: Tournament
    results: list[RoundResult] = field(default_factory=list)

    def __post_init__(self) -> None:
        matches = Match.objects.filter(round__tournament=self.tournament)
        for match in matches.select_related("round", "game"):
            seats = list(match.seats.select_related("entry"))
            self.results += self._of_match(match, seats)

    def _of_match(self, match: Match, seats: Iterable[MatchSeat]) -> Iterable[RoundResult]:
        if match.game is None:
            yield from (round_result(seat, seat.entry.number, match.round.number) for seat in seats)
            return
        played = tallied(match.game)
        for seat in seats:
            side = Side(seat.side)
            won = GameOutcome.WON if played.winner is side else GameOutcome.LOST
            yield RoundResult(
                entrant=seat.entry.number,
                round=match.round.number,
                points=played.totals.of(side),
                outcome=won if played.winner else GameOutcome.TIED,
                opponents=tuple(o.entry.number for o in seats if o.side != seat.side),
                capots=capots_of(played, side),
                failed=failed_of(played, side),
                hands=len(played.hands),
            )

    @property
    def standings(self) -> Standings:
        """Return the ranking."""
        entrants = self.tournament.entries.values_list("number", "withdrawn_from")
        contest = RankedContest(
            entrants=tuple(RankedEntrant(number=n, withdrawn_from=left) for n, left in entrants),
            results=tuple(self.results),
            rules=self.tournament.ranking_rules,
        )
        return contest.standings()


def contests_of(season: Season) -> list[RecountedContest]:
    """Return the contests that a season of chosen ones counts, recounted."""
    chosen = Tournament.objects.filter(season_events__season=season).order_by("date", "pk")
    return [RecountedContest(tournament) for tournament in chosen]


def season_of(season: Season) -> SeasonTable:
    """Return the table of a season of players."""
    results: list[EveningResult] = []
    for number, contest in enumerate(contests_of(season), start=1):
        members: defaultdict[int, list[int]] = defaultdict(list)
        people = EntryPlayer.objects.filter(entry__tournament=contest.tournament)
        for entry, player in people.values_list("entry__number", "player"):
            assert player
            members[entry].append(player)
        results += credit_evening(contest.standings, members, evening=number)
    return season_table(results, season.rules)
