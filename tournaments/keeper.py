"""The say of a contest in its games, as the score keeper asks for it."""

from collections.abc import Sequence
from datetime import date

from django.contrib.auth.models import User
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper.contests import ContestPage, ContestSheet, MovedOn, TableMovedOnError
from scorekeeper.games.services.games import GameIsOverError
from scorekeeper.models import Game, GameEvent, Hand, Membership
from scorekeeper.models.authors import Author
from tournaments.access import is_organiser, joined_code, joined_tokens
from tournaments.ledger.locks import lock_contest_of
from tournaments.ledger.log import append
from tournaments.ledger.results import follow_game
from tournaments.models import LogEntry, Match, SheetVerdict, TableCode, Tournament
from tournaments.models.signatures import Signature, signature_of
from tournaments.tables.pages.phones import match_mark, match_page


class ContestKeeper:
    """Keeps the games of contests: the chained log, the results, who may enter what."""

    def lock(self, game_id: int) -> Game | None:
        """Lock the contest of a game, then the game; raises FinishedError."""
        tournament = lock_contest_of(game_id)
        if tournament is None:
            return None
        # Read only now that nobody else acts in the contest; `of` because not every game has one.
        games = _with_matches(Game.objects.select_for_update(of=("self",)))
        game = games.filter(pk=game_id).first()
        if game and (match := _match_of(game)):
            match.round.tournament = tournament
        return game

    def logged(self, event: GameEvent) -> None:
        """Append what was done at a table to the contest's log.

        Raises GameIsOverError where no cards are played any more, and for a phone whose round is
        closed or whose sheet is settled.
        """
        match = _match_of(event.game)
        if match is None:
            return
        if not match.is_game or not (
            _runs(event.author, match) or may_change(match, _verdicts(match))
        ):
            raise GameIsOverError
        append(
            match.round.tournament,
            LogEntry.Kind.GAME,
            {
                "act": event.kind,
                "hand": event.hand_number,
                "before": event.before,
                "after": event.after,
            },
            author=Author(event.author_name, event.author),
            now=event.at,
            round_number=match.round.number,
            table_number=match.table_number,
        )

    def stored(self, game: Game, hands: Sequence[Hand]) -> None:
        """Let results and rankings follow the game."""
        if match := _match_of(game):
            follow_game(match.round.tournament, match, game, hands)

    def games(self) -> QuerySet[Game]:
        """Return all games, each with its match, its contest and the code of its table."""
        codes = TableCode.objects.filter(
            tournament=OuterRef("match__round__tournament"), number=OuterRef("match__table_number")
        )
        games = _with_matches(Game.objects.select_related("match__round__tournament"))
        return games.annotate(code=Subquery(codes.values("token")))

    def may_see(self, request: HttpRequest, game: Game) -> bool:
        """Return whether a phone has the code of the table; raises TableMovedOnError."""
        match = _match_of(game)
        if match is None:
            return False
        code = joined_code(request, match)
        if code is None:
            return False
        _refuse_moved_on(match, code.token)
        return True

    def knows(self, token: str) -> bool:
        """Return whether that is the code of a table now."""
        return TableCode.objects.filter(token=token).exists()

    def sheet(self, game: Game, token: str | None) -> ContestSheet | None:
        """Return what whoever has the code of a table may do; without a code: an organiser.

        One query, none before the sheet is finished. Raises TableMovedOnError once the game is
        over for the table.
        """
        match = _match_of(game)
        if match is None or (token is not None and not _opens(token, game)):
            return None
        if token is not None:
            _refuse_moved_on(match, token)
        verdicts = _verdicts(match)
        may = _is_open(match) and (token is None or may_change(match, verdicts))
        mark = match_mark(match, verdicts)
        return ContestSheet(may_enter=may, may_correct=may, receipt=match.receipt, mark=mark)

    def show_the_way_from(self, token: str) -> None:
        """Raise TableMovedOnError for the code of a table: the way to what is played there."""
        if code := TableCode.objects.select_related("tournament").filter(token=token).first():
            raise TableMovedOnError(_way_to(token), MovedOn.GONE, code.tournament.ruleset)

    def show_the_way(self, request: HttpRequest) -> None:
        """Raise TableMovedOnError for a phone that joined a table: the way to the last one."""
        tokens = joined_tokens(request)
        codes = TableCode.objects.select_related("tournament").filter(token__in=tokens)
        if last := max(codes, key=lambda code: tokens.index(code.token), default=None):
            ruleset = last.tournament.ruleset
            raise TableMovedOnError(_way_to(last.token), MovedOn.GONE, ruleset)

    def page(self, request: HttpRequest, game: Game) -> ContestPage:
        """Return what the page of the game shows of its contest."""
        match = _match_of(game)
        assert match is not None, "a game of a contest has a match while its page is shown"
        tournament = match.round.tournament
        organises = is_organiser(request, tournament)
        back = reverse("tournaments:round-detail", args=[tournament.pk, match.round.number])
        public = reverse("tournaments:public", args=[tournament.token])
        shown = match_page(match, organises=organises)
        may = _is_open(match) and (organises or may_change(match, _verdicts(match)))
        return ContestPage(
            template="tables/_game_contest.html",
            context={"page": shown},
            may_enter=may,
            may_correct=may,
            back=back if organises else public,
            back_label=_("All tables") if organises else tournament.name,
            token=None if organises else shown.token,
            join=_way_to(shown.token) if shown.token else back,
            receipt=match.receipt,
            mark=shown.mark,
        )

    def is_contest_on(self, first: date, last: date) -> bool:
        """Return whether a contest of these days is not finished yet, in any club."""
        return Tournament.objects.filter(finished_at=None, date__range=(first, last)).exists()


def _way_to(token: str) -> str:
    return reverse("tournaments:table-open", args=[token])


def _opens(token: str, game: Game) -> bool:
    """Return whether that is the code of the game's table now, as `games` found it."""
    code: str | None = getattr(game, "code", None)
    return code == token


def _refuse_moved_on(match: Match, token: str) -> None:
    """Raise TableMovedOnError where a phone at the table has nothing to enter any more."""
    if not (match.round.is_playing and match.is_game):
        reason = MovedOn.LEFT if match.round.is_playing else MovedOn.CLOSED
        raise TableMovedOnError(_way_to(token), reason)


def _is_open(match: Match) -> bool:
    """Return whether cards are played at a table of a contest that is not finished."""
    return match.is_game and match.round.tournament.finished_at is None


def may_change(match: Match, verdicts: Sequence[SheetVerdict]) -> bool:
    """Return whether a table may still change its sheet: the round is open, nothing is settled."""
    return match.round.is_playing and signature_of(match, verdicts) is not Signature.SETTLED


def _verdicts(match: Match) -> Sequence[SheetVerdict]:
    """Return what was said of a sheet; nobody speaks before it is finished."""
    return list(match.verdicts.all()) if match.receipt else []


def _runs(user: User | None, match: Match) -> bool:
    """Return whether somebody runs the contest: an account in another club is a phone like any."""
    if user is None:
        return False
    return Membership.objects.filter(user=user, club=match.round.tournament.club_id).exists()


def _with_matches(games: QuerySet[Game]) -> QuerySet[Game]:
    """Return games with their matches, but not the whole draw that a round holds."""
    drawn = [f"match__round__{name}" for name in ("request", "certificate", "swaps")]
    return games.select_related("match__round").defer(*drawn)


def _match_of(game: Game) -> Match | None:
    """Return the match of a game, with which it is loaded; None where there is none any more."""
    found: Match | None = getattr(game, "match", None)
    return found
