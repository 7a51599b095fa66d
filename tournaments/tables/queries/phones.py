"""A table as its phones show it: its game, and who accepted the sheet."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scorekeeper.clubs.queries import WHOLE_NAMES, names_for_everybody
from tournaments.models import Match, Round, SheetVerdict, TableCode, Tournament
from tournaments.models.rounds import Signature, playing_mark, signature_of
from tournaments.seating import NamedSide, SeatedTable, named_entries, table_of


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenSide(NamedSide):
    """One side of a table, with its verdict on the finished sheet."""

    verdict: SheetVerdict | None

    @property
    def spoken_numbers(self) -> str:
        """Return the numbers as read aloud: "7", in a mêlée "7 & 12"."""
        return " & ".join(str(entry.number) for entry in self.entries)

    @property
    def is_current(self) -> bool:
        """Return whether the verdict is about the present sheet."""
        return self.verdict is None or self.verdict.receipt == self.match.receipt

    @property
    def accepts(self) -> bool:
        return self.verdict is not None and self.verdict.agrees

    @property
    def objects(self) -> bool:
        return self.verdict is not None and not self.verdict.agrees

    @property
    def has_claim(self) -> bool:
        return self.verdict is not None and self.verdict.total_a is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPage:
    """The contest's part of the page of a table's game.

    `token` is the table's code, None if there is none or the visitor does not have it. `mark`
    changes whenever this part does.
    """

    match: Match
    tournament: Tournament
    organises: bool
    token: str | None
    sides: Sequence[SpokenSide]
    signature: Signature
    mark: str

    @property
    def side_a(self) -> SpokenSide:
        return self.sides[0]

    @property
    def side_b(self) -> SpokenSide:
        return self.sides[1]

    @property
    def is_settled(self) -> bool:
        """Return whether both sides have accepted the sheet, or the referee has decided."""
        return self.signature is Signature.SETTLED

    @property
    def is_disputed(self) -> bool:
        return self.signature is Signature.DISPUTED

    @property
    def may_sign(self) -> bool:
        """Return whether a verdict of a side is missing."""
        waits = bool(self.match.receipt) and not self.is_settled
        return waits and self.match.is_game and self.match.round.is_playing

    @property
    def waits_for(self) -> SpokenSide | None:
        """Return the side without a verdict if the other one has accepted."""
        if self.signature is not Signature.ONE_SIDE:
            return None
        return self.side_b if self.side_a.accepts else self.side_a

    @property
    def counts_for(self) -> SpokenSide | None:
        """Return the only side for which a catch-up game counts."""
        counting = [side for side in self.sides if side.counts]
        return counting[0] if len(counting) == 1 else None


def match_page(match: Match, *, organises: bool, has_code: bool = True) -> MatchPage:
    """Return the contest's part of the page of a table's game; five queries at most.

    The match must be loaded with its round and contest.
    """
    tournament = match.round.tournament
    verdicts = list(match.verdicts.all())
    code = tournament.codes.filter(number=match.table_number or 0).first()
    shown = WHOLE_NAMES if organises else names_for_everybody(tournament.club_id)
    table = table_of(match, named_entries(tournament.pk, shown=shown, at=match))
    return MatchPage(
        match=match,
        tournament=tournament,
        organises=organises,
        token=code.token if code and has_code else None,
        sides=spoken_sides(table, [one for one in verdicts if _is_current(one, match)]),
        signature=signature_of(match, verdicts),
        mark=playing_mark(tournament, match.round, match, verdicts),
    )


def spoken_sides(table: SeatedTable, verdicts: Iterable[SheetVerdict]) -> list[SpokenSide]:
    said = {verdict.side: verdict for verdict in verdicts}
    return [
        SpokenSide(match=one.match, side=one.side, entries=one.entries, verdict=said.get(one.side))
        for one in table.sides
    ]


def _is_current(verdict: SheetVerdict, match: Match) -> bool:
    return bool(match.receipt) and verdict.receipt == match.receipt


class CodeFinding(StrEnum):
    """What a table's code leads to."""

    UNPUBLISHED = "unpublished"
    """No draw is published yet."""
    PLAYING = "playing"
    FORFEIT = "forfeit"
    """The round is being played, but one side of the table has left."""
    EMPTY = "empty"
    """Nobody plays there in this round."""
    CLOSED = "closed"
    """The round is closed, and the next one not published yet."""
    FINISHED = "finished"
    """The contest is finished."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedTable:
    """What a table's code opens: the round, and the table's game.

    `page` is None if the table has no match in the round. `mark` changes whenever the phone must
    reload.
    """

    code: TableCode
    state: CodeFinding
    round: Round | None
    page: MatchPage | None
    mark: str

    @property
    def tournament(self) -> Tournament:
        return self.code.tournament

    @property
    def match(self) -> Match | None:
        return self.page.match if self.page else None

    @property
    def is_playing(self) -> bool:
        return self.state is CodeFinding.PLAYING


def table_now(code: TableCode, *, organises: bool = False) -> OpenedTable:
    """Return what is being played at a table; seven queries at most."""
    tournament = code.tournament
    playing, match = _playing_at(code)
    return OpenedTable(
        code=code,
        state=_state(tournament, playing, match),
        round=playing,
        page=match_page(match, organises=organises) if match else None,
        mark=_mark(code, playing, match),
    )


def table_mark(code: TableCode) -> str:
    """Return only the mark, for phones that poll; three queries."""
    playing, match = _playing_at(code)
    return _mark(code, playing, match)


def _mark(code: TableCode, playing: Round | None, match: Match | None) -> str:
    verdicts = match.verdicts.all() if match else ()
    return playing_mark(code.tournament, playing, match, verdicts, table=code.number)


def _playing_at(code: TableCode) -> tuple[Round | None, Match | None]:
    """Return the latest published round, and its match at the table."""
    published = code.tournament.rounds.exclude(status=Round.Status.DRAWN)
    playing = published.order_by("-number").first()
    if playing is None:
        return None, None
    playing.tournament = code.tournament
    match = playing.matches.select_related("game").filter(table_number=code.number).first()
    if match:
        match.round = playing
    return playing, match


def _state(tournament: Tournament, playing: Round | None, match: Match | None) -> CodeFinding:
    if tournament.finished_at:
        return CodeFinding.FINISHED
    if playing is None:
        return CodeFinding.UNPUBLISHED
    if playing.is_closed:
        return CodeFinding.CLOSED
    if match is None:
        return CodeFinding.EMPTY
    return CodeFinding.PLAYING if match.is_game else CodeFinding.FORFEIT


def is_same_round(one: str, other: str) -> bool:
    return one.split(".")[:2] == other.split(".")[:2]
