"""The document of a contest: complete for another installation, or redacted for everybody.

The public document names each person as that person wants to be named, and contains no fees. Log
entries that lose a name keep their hash; an additional last entry vouches for what is left of them.
"""

import gzip
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from threading import Lock
from typing import Any, Final

from django.db.models import Prefetch

from scorekeeper.engine.hand import Side
from scorekeeper.engine.outcome_table import hash_of, plain_outcomes
from scorekeeper.models import Game, Hand, Player
from scorekeeper.models.initials import initials_of
from tournaments.audit_log.actions import is_brought_in
from tournaments.audit_log.chain import VOUCHED, ChainEntry
from tournaments.audit_log.replay.cash_book import HIDDEN
from tournaments.audit_log.replay.compare import given_total
from tournaments.audit_log.replay.document import (
    OUTCOMES,
    DrawFields,
    EntryFields,
    FormerFields,
    HandFields,
    LinkFields,
    MatchFields,
    ResultFields,
    RoundFields,
    SheetFields,
    SlipFields,
    TournamentFields,
    VerdictFields,
)
from tournaments.audit_log.replay.fields import PRIVATE, WHERE_SET, marked, to_document
from tournaments.audit_log.replay.hands import CODEC as CODEC
from tournaments.audit_log.replay.outcomes import standings_lines
from tournaments.audit_log.replay.prizes import awards_fields
from tournaments.audit_log.standings import contest_of, eligible_now
from tournaments.draw.certificate import hide_wishes
from tournaments.draw.wishes import wishes_from_dict
from tournaments.models import (
    Entry,
    EntryPlayer,
    FormerPlayer,
    LogEntry,
    Match,
    MatchSeat,
    Round,
    Tournament,
)
from tournaments.redaction import NameTaker
from tournaments.visible_ranking import Reader, visible_ranking


def document_of(tournament: Tournament, *, reading: int | None = None) -> dict[str, Any]:
    """Return the contest as plain values, in about ten queries whatever its size.

    Codes of tables and addresses are left out: they would give access to the contest. `reading` is
    the version of the bracket rules if it is not the present one.
    """
    reading = reading or tournament.reading
    contest = replace(contest_of(tournament), version=reading)
    log = [to_document(LinkFields, line) for line in tournament.log.order_by("number")]
    return {
        "tournament": to_document(TournamentFields, tournament, bracket_version=reading),
        "entries": [_entry(entry) for entry in _loaded_entries(tournament)],
        "rounds": [_round(played, tournament) for played in _loaded_rounds(tournament)],
        "standings": standings_lines(contest.standings()),
        **awards_fields(tournament.prize_plan, eligible_now(tournament, contest)),
        **_outcomes(tournament, log),
        "log": log,
    }


def _outcomes(tournament: Tournament, log: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the outcome table if the log has its hash, as those of new contests do."""
    named = [line["data"][OUTCOMES] for line in log if OUTCOMES in line["data"]]
    found = plain_outcomes(tournament.ruleset) if named else {}
    return {OUTCOMES: found} if named and hash_of(found) == named[-1] else {}


def document_text(document: dict[str, Any], *, ascii_only: bool = False) -> str:
    """Return a document as JSON, one value a line."""
    return json.dumps(document, ensure_ascii=ascii_only, indent=1)


def moment(at: datetime | None) -> str | None:
    """Return a time in UTC as text."""
    return at.astimezone(UTC).isoformat() if at else None


def _loaded_entries(tournament: Tournament) -> Iterable[Entry]:
    former = FormerPlayer.objects.order_by("position", "until_round", "until_hand")
    return tournament.entries.by_number().prefetch_related(Prefetch("former", former))


def _entry(entry: Entry) -> dict[str, Any]:
    former = [to_document(FormerFields, one) for one in entry.former.all()]
    return to_document(EntryFields, entry, former=former)


def _loaded_rounds(tournament: Tournament) -> Iterable[Round]:
    hands = Hand.objects.order_by("number")
    seats = MatchSeat.objects.select_related("entry").order_by("side", "position")
    matches = Match.objects.select_related("game").prefetch_related(
        Prefetch("game__hands", hands), "game__slips", Prefetch("seats", seats), "verdicts"
    )
    return tournament.rounds.order_by("number").prefetch_related(Prefetch("matches", matches))


def _round(played: Round, tournament: Tournament) -> dict[str, Any]:
    matches = [_match(match, tournament) for match in played.matches.all()]
    return to_document(
        RoundFields,
        played,
        draw=to_document(DrawFields, played) if played.has_draw else None,
        matches=sorted(matches, key=_by_table),
    )


def _by_table(match: dict[str, Any]) -> tuple[bool, int]:
    """Return a sort key for the matches of a round: by table, those without one by entry."""
    has_none = match["table"] is None
    return has_none, match["results"][0]["entry"] if has_none else match["table"]


def _match(match: Match, tournament: Tournament) -> dict[str, Any]:
    sides: dict[str, list[MatchSeat]] = defaultdict(list)
    for seat in match.seats.all():
        sides[seat.side].append(seat)
    game = match.game
    stored = list(game.hands.all()) if game else []
    hands = [to_document(HandFields, hand) for hand in stored]
    # Totals come from the hands that count; hands under a slip or of an abandoned table do not.
    counted = sum(hand.counted for hand in stored) if match.is_game else 0
    total_a, total_b = _totals(match, sides)
    slips = sorted(game.slips.all(), key=lambda slip: slip.number) if game else []
    verdicts = sorted(match.verdicts.all(), key=lambda verdict: verdict.side)
    return to_document(
        MatchFields,
        match,
        a=_side(sides[Side.A], tournament),
        b=_side(sides[Side.B], tournament),
        bye=match.kind == Match.Kind.EXEMPT,
        hands=hands[:counted],
        total_a=total_a,
        total_b=total_b,
        hands_not_counted=hands[counted:],
        slips=[to_document(SlipFields, slip) for slip in slips],
        sheet=_sheet(game) if game else None,
        results=[
            to_document(ResultFields, seat, entry=seat.entry.number) for seat in match.seats.all()
        ],
        verdicts=[to_document(VerdictFields, verdict) for verdict in verdicts],
    )


def _side(seats: Sequence[MatchSeat], tournament: Tournament) -> int | list[int] | None:
    """Return a team's number, both players' numbers in a mêlée, None for an empty side."""
    return tournament.format.document_side([seat.entry.number for seat in seats])


def _totals(match: Match, sides: dict[str, list[MatchSeat]]) -> tuple[int | None, int | None]:
    """Return the totals of a game, or the points that each side got without one."""
    if match.is_game and match.game:
        return match.game.total_a, match.game.total_b
    a, b = (given_total(seat.points for seat in sides[side] if seat.counts) for side in Side)
    return a, b


def _sheet(game: Game) -> dict[str, Any]:
    """Return the data of a table's game without its hands.

    `returned_a` and `returned_b` were held by litiges and came back at the end; together with the
    scores of the hands they make the totals.
    """
    counted = [] if game.is_slip else [hand for hand in game.hands.all() if hand.counted]
    marked = (sum(h.score_a for h in counted), sum(h.score_b for h in counted))
    return to_document(
        SheetFields,
        game,
        returned_a=0 if game.is_slip else game.total_a - marked[0],
        returned_b=0 if game.is_slip else game.total_b - marked[1],
    )


KEPT: Final = 4
"""The number of contests whose compressed document is cached: some hundred kilobytes each."""
ENTERED: Final = frozenset({LogEntry.Kind.ENTRY_ADDED, LogEntry.Kind.ENTRY_CHANGED})
MONEY: Final = frozenset(
    {LogEntry.Kind.MONEY, LogEntry.Kind.CHARGED, LogEntry.Kind.PRICES, LogEntry.Kind.COUNTED}
)
VOUCHER: Final = "belote"
"""The author of the last entry."""


def is_offered(tournament: Tournament) -> bool:
    """Return whether the document is public: at least one round, none drawn or being played.

    The log contains unpublished draws, and a running table changes everything. The document also
    reveals the ranking by all rounds.
    """
    if visible_ranking(tournament, Reader.EVERYBODY).after_round is not None:
        return False
    statuses = set(tournament.rounds.values_list("status", flat=True))
    return statuses == {Round.Status.CLOSED}


def public_document(tournament: Tournament) -> dict[str, Any]:
    """Return the public document of a contest."""
    links = [act.link for act in tournament.log.order_by("number")]
    taker = NameTaker(_words(tournament, links))
    document: dict[str, Any] = taker.values(document_of(tournament))
    _hide_private(document)
    document["log"] = [link.to_dict() for link in _redacted_lines(links, taker)]
    return document


def _hide_private(document: dict[str, Any]) -> None:
    """Remove everything about money, and replace the wishes for the draws by their hash."""
    for entry in document["entries"]:
        _forget(entry, EntryFields)
    _forget(document["tournament"], TournamentFields, "wishes")
    if wishes := wishes_from_dict(document["tournament"].get("wishes")):
        document["tournament"]["wishes"] = {"hidden": wishes.mark}
    for played in document["rounds"]:
        if played["draw"] is not None:
            hide_wishes(played["draw"]["request"], played["draw"]["certificate"])


def _forget(plain: dict[str, Any], part: type, *kept: str) -> None:
    """Reset private fields to their defaults."""
    for one in marked(part, PRIVATE):
        if WHERE_SET not in one.marks:
            plain[one.name] = one.default
        elif one.name not in kept:
            plain.pop(one.name, None)


def _redacted_lines(links: Iterable[ChainEntry], taker: NameTaker) -> list[ChainEntry]:
    """Return the log entries without names and fees, and one that vouches for them."""
    lines, seals = [], []
    for link in links:
        left = taker.link(link, signs=True) or link
        if left.kind == LogEntry.Kind.PAID:
            left = replace(left, data={"numbers": [], "paid": left.data["paid"]})
        if left.kind in MONEY:
            left = replace(left, data={HIDDEN: True})
        if is_brought_in(left):
            # Imported without a log: the entry contains the whole document as it was then.
            left = replace(left, data=deepcopy(left.data))
            _hide_private(left.data["document"])
        if left != link:
            seals.append([left.number, left.true_hash()])
        lines.append(left)
    if seals:
        last = lines[-1]
        voucher = ChainEntry(
            number=last.number + 1,
            kind=LogEntry.Kind.REDACTED.value,
            round_number=None,
            table_number=None,
            data={VOUCHED: seals},
            author=VOUCHER,
            at=last.at,
        )
        lines.append(voucher.sealed(last.hash))
    return lines


def _words(tournament: Tournament, links: Iterable[ChainEntry]) -> dict[str, str]:
    """Return the replacement for the name of each person who is shown by initials; four queries.

    Two people of one contest get different replacements. The log also contains names of removed
    entries and names that were corrected; the club may no longer know these people.
    """
    hidden: dict[int, int] = {}
    spelled: list[tuple[str, int | str]] = []
    known = []
    for pk, name, kept, shown in _players(tournament):
        if shown == Player.Shown.INITIALS:
            hidden[pk] = kept or pk
            spelled.append((name, hidden[pk]))
        else:
            known.append(name)
    taken: dict[str, int | str] = {}
    for name, player in _entered(tournament):
        if player in hidden:
            spelled.append((name, hidden[player]))
        else:
            taken[name] = 0
    known += [*taken, *(name for name, _person in spelled)]
    asked = NameTaker(dict.fromkeys(known, ""))
    spelled += [(name, name) for name in _entered_once(links) if not asked.is_meant(name)]
    return {name: _word(initials_of(name), person, taken) for name, person in spelled}


def _players(tournament: Tournament) -> Iterable[tuple[int, str, int | None, str]]:
    players = Player.objects.filter(club=tournament.club_id).order_by("pk")
    return players.values_list("pk", "name", "merged_into", "shown")


def _entered(tournament: Tournament) -> Iterator[tuple[str, int | None]]:
    """Yield the names in entries, including players who were replaced."""
    for rows in (EntryPlayer.objects, FormerPlayer.objects):
        own = rows.filter(entry__tournament=tournament).order_by("pk")
        yield from own.values_list("name", "player")


def _entered_once(links: Iterable[ChainEntry]) -> list[str]:
    """Return every name that was ever entered, in the order of the log."""
    return list(dict.fromkeys(name for link in links for name in _named_by(link)))


def _named_by(link: ChainEntry) -> list[str]:
    if link.kind == LogEntry.Kind.SUBSTITUTED:
        return [link.data["left"], link.data["came"]]
    return link.data["players"] if link.kind in ENTERED else []


def _word(initials: str, person: int | str, taken: dict[str, int | str]) -> str:
    """Return the initials of a person, numbered if somebody else has the same."""
    word, again = initials, 1
    while taken.setdefault(word, person) != person:
        again += 1
        word = f"{initials} {again}"
    return word


@dataclass(frozen=True, slots=True)
class PackedDocument:
    """A document compressed by gzip, and the state of the contest that it was made from."""

    mark: tuple[object, ...]
    packed: bytes


_cache: dict[str, PackedDocument] = {}
_making: Final = Lock()


def mark_of_document(tournament: Tournament) -> tuple[object, ...]:
    """Return a value that changes with every action, result and hidden name.

    A hidden person may be in the log alone, for example in an entry that was removed.
    """
    hidden = Player.objects.filter(club=tournament.club_id, shown=Player.Shown.INITIALS)
    names = tuple(hidden.order_by("pk").values_list("pk", "name"))
    return (tournament.token, tournament.state, tournament.results_version, names)


def packed_document(tournament: Tournament) -> PackedDocument | None:
    """Return the document, made once for each state of the contest; one at a time.

    None while another one is being made: requests for it must not hold up those who enter hands.
    """
    mark = mark_of_document(tournament)
    known = _cache.get(tournament.token)
    if known and known.mark == mark:
        return known
    if not _making.acquire(blocking=False):
        return None
    try:
        text = document_text(public_document(tournament))
        made = PackedDocument(mark, gzip.compress(text.encode(), compresslevel=6, mtime=0))
        _cache.pop(tournament.token, None)
        while len(_cache) >= KEPT:
            _cache.pop(next(iter(_cache)), None)
        _cache[tournament.token] = made
    finally:
        _making.release()
    return made
