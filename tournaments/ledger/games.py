"""The say of a contest in its games, and the one step in which a contest follows one of them."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery
from django.urls import reverse

from scorekeeper.contests import ContestSheet, MovedOn, TableMovedOnError
from scorekeeper.games.services.acts import GameIsOverError
from scorekeeper.models import Game, GameEvent, Hand, Membership
from scorekeeper.models.authors import Author
from tournaments.ledger.locks import lock_contest_of
from tournaments.ledger.log import append_all_at, last_line, touch_results
from tournaments.ledger.results import follow_game
from tournaments.models import LogEntry, Match, Round, SheetVerdict, TableCode, Tournament
from tournaments.models.signatures import Signature, signature_of


class ContestGames:
    """Keeps the games of contests: the chained log, the results, who may enter what."""

    def lock(self, game_id: int) -> QuerySet[Game]:
        """Lock the contest of a game; raises FinishedError."""
        lock_contest_of(game_id)
        return self.games().annotate(last_line=last_line("match__round__tournament"))

    def follow(self, game: Game, hands: Sequence[Hand], events: Sequence[GameEvent]) -> None:
        """Let results, receipt and log follow a game of a locked contest; without events no log.

        Raises GameIsOverError as `refuse_over` does.
        """
        match = match_of(game)
        if match is None:
            return
        tournament = match.round.tournament
        if events:
            author = Author(events[0].author_name, events[0].author)
            refuse_over(match, author)
            tournament.last_line = tournament.last_line or game.last_line  # type: ignore[attr-defined]
        changed = follow_game(tournament, match, game, hands)
        if events:
            acts, now = map(act_of, events), events[0].at
            append_all_at(match, acts, author=author, now=now, touches_results=changed)
        elif changed:
            touch_results(tournament)

    def games(self) -> QuerySet[Game]:
        """Return all games, each with its match, its contest and the code of its table."""
        codes = TableCode.objects.filter(
            tournament=OuterRef("match__round__tournament"), number=OuterRef("match__table_number")
        )
        # A round holds its whole draw, which nobody needs for a table.
        drawn = [f"match__round__{name}" for name in ("request", "certificate", "swaps")]
        games = Game.objects.select_related("match__round__tournament").defer(*drawn)
        return games.annotate(code=Subquery(codes.values("token")))

    def sheet(self, game: Game, token: str | None) -> ContestSheet | None:
        """Return what whoever has the code of a table may do; without a code: an organiser.

        One query, none before the sheet is finished. Raises TableMovedOnError once the game is
        over for the table.
        """
        match = match_of(game)
        # The code is the one that holds now, as `games` found it.
        if match is None or (token is not None and token != game.code):  # type: ignore[attr-defined]
            return None
        if token is not None:
            refuse_moved_on(match, token)
        verdicts = verdicts_of(match)
        return ContestSheet(
            may_enter=(may := may_write(match, verdicts, organises=token is None)),
            may_correct=may,
            receipt=match.receipt,
            mark=playing_mark(match.round.tournament, match.round, match, verdicts),
        )

    def knows(self, token: str) -> bool:
        """Return whether that is the code of a table now."""
        return TableCode.objects.filter(token=token).exists()

    def show_the_way_from(self, token: str) -> None:
        """Raise TableMovedOnError for the code of a table: the way to what is played there."""
        if code := TableCode.objects.select_related("tournament").filter(token=token).first():
            raise TableMovedOnError(way_to(token), MovedOn.GONE, code.tournament.ruleset)

    def is_contest_on(self, first: date, last: date) -> bool:
        """Return whether a contest of these days is not finished yet, in any club."""
        return Tournament.objects.filter(finished_at=None, date__range=(first, last)).exists()


def match_of(game: Game) -> Match | None:
    """Return the match of a game, with which it is loaded; None where there is none any more."""
    found: Match | None = getattr(game, "match", None)
    return found


def act_of(event: GameEvent) -> tuple[LogEntry.Kind, dict[str, Any]]:
    """Return what was done to a game as a contest's log tells it."""
    return LogEntry.Kind.GAME, {
        "act": event.kind,
        "hand": event.hand_number,
        "before": event.before,
        "after": event.after,
    }


def refuse_over(match: Match, author: Author) -> None:
    """Raise GameIsOverError where no cards are played any more.

    And for a phone whose round is closed or whose sheet is settled; who runs the contest may still
    act there.
    """
    is_open = match.is_game and (_may_change(match, match.verdicts.all()) or _runs(author, match))
    if not is_open:
        raise GameIsOverError


def may_write(match: Match, verdicts: Iterable[SheetVerdict], *, organises: bool) -> bool:
    """Return whether hands are entered and corrected by an organiser, or by the table itself.

    Never once the contest is finished.
    """
    is_open = match.is_game and match.round.tournament.finished_at is None
    return is_open and (organises or _may_change(match, verdicts))


def _may_change(match: Match, verdicts: Iterable[SheetVerdict]) -> bool:
    """Return whether a table may still change its sheet: the round is open, nothing is settled."""
    return match.round.is_playing and signature_of(match, verdicts) is not Signature.SETTLED


def _runs(author: Author, match: Match) -> bool:
    """Return whether somebody runs the contest: an account in another club is a phone like any."""
    club = match.round.tournament.club_id
    return bool(author.user) and Membership.objects.filter(user=author.user, club=club).exists()


def verdicts_of(match: Match) -> Sequence[SheetVerdict]:
    """Return what was said of a sheet; nobody speaks before it is finished."""
    return list(match.verdicts.all()) if match.receipt else []


def refuse_moved_on(match: Match, token: str) -> None:
    """Raise TableMovedOnError where a phone at the table has nothing to enter any more."""
    if not (match.round.is_playing and match.is_game):
        reason = MovedOn.LEFT if match.round.is_playing else MovedOn.CLOSED
        raise TableMovedOnError(way_to(token), reason)


def way_to(token: str) -> str:
    """Return the address at which a table's code shows what is played there now."""
    return reverse("tournaments:table-open", args=[token])


def playing_mark(
    tournament: Tournament,
    playing: Round | None,
    match: Match | None,
    verdicts: Iterable[SheetVerdict],
) -> str:
    """Return a word that changes with what phones at a table wait for."""
    parts = ["over" if tournament.finished_at else "open"]
    if playing:
        parts += [str(playing.number), playing.status]
    if match:
        said = sorted(f"{v.side}{int(v.agrees)}{v.at:%H%M%S%f}" for v in verdicts)
        parts += [str(match.pk), match.kind, match.receipt, str(int(match.is_signed)), *said]
    return ".".join(parts)
