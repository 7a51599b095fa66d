"""Import of a contest from the document of another installation or program."""

import json
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from django.db import transaction
from django.utils import timezone

from scorekeeper.clubs.services.clubs import oldest_club
from scorekeeper.engine.hand import Seat, Side
from scorekeeper.engine.presets import PRESETS
from scorekeeper.engine.rulesets import GameFormat
from scorekeeper.engine.tally import tally
from scorekeeper.games.services.actions import apply_tally, follow_seat
from scorekeeper.models import Club, Game, GameEvent, GameSeat, Hand, Player, SlipTotals
from scorekeeper.models.authors import Author
from scorekeeper.rules.queries import preset_choice
from tournaments.audit_log.chain import ChainEntry
from tournaments.audit_log.queries.documents import document_of, document_text, moment
from tournaments.audit_log.replay.compare import Difference, DocumentPlace
from tournaments.audit_log.replay.completing import completed_of, has_no_log
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
    RulesFields,
    SheetFields,
    SlipFields,
    TournamentFields,
    VerdictFields,
    entry_numbers,
)
from tournaments.audit_log.replay.fields import columns, declared
from tournaments.audit_log.replay.game_logs import TableAction, TableLogs, table_logs
from tournaments.audit_log.replay.hands import CODEC, as_columns
from tournaments.audit_log.replay.reading import NO_DRAW, all_hands
from tournaments.audit_log.replay.shape import DocumentProblem, ShapeCode, parted_values
from tournaments.audit_log.replay.untrusted import Faults, faults_of, faults_of_data
from tournaments.audit_log.room_left import refuse_one_too_many
from tournaments.contests.services import USUAL_RULES, Settings, described
from tournaments.draw.result import Pairing
from tournaments.entries.services.players import club_players, sitter_of
from tournaments.models import (
    Entry,
    EntryPlayer,
    FormerPlayer,
    LogEntry,
    Match,
    MatchSeat,
    Round,
    SheetVerdict,
    TableCode,
    Tournament,
)
from tournaments.rounds.services import chairs_at
from tournaments.standings.brackets import BEFORE

_SEED_BYTES = 6


def completed_document(
    document: dict[str, Any], *, by: Author, now: datetime, club: int | None = None
) -> tuple[dict[str, Any], list[DocumentProblem]]:
    """Return the completed form of a document without a log, and what is wrong with it.

    Derived values are filled in, and a log of one entry is added that names who imports it and
    when. Raises BusyError.
    """
    # Lots depend only on the document, wherever it is imported.
    seal = sha256(document_text(document).encode(errors="surrogatepass")).digest()
    asked = {
        "document": document,
        "settings": _usual(USUAL_RULES, now, seed=int.from_bytes(seal[:_SEED_BYTES], "big")),
        "rules": {
            key: _usual(key, now)["rules"] for key in PRESETS if key == _preset_key(document)
        },
        "by": by.name,
        "at": moment(now) or "",
    }
    return completed_of(document_text(asked).encode(errors="surrogatepass"), club)


def _preset_key(document: dict[str, Any]) -> Any:
    """Return the key of the rules in a document whose shape is not checked yet."""
    tournament = document.get("tournament")
    rules = tournament.get("rules") if isinstance(tournament, dict) else None
    return rules.get("key") if isinstance(rules, dict) else None


def _usual(key: str, now: datetime, *, seed: int = 0) -> dict[str, Any]:
    """Return the default settings of a contest with these rules."""
    rules = preset_choice(key)
    settings = Settings(name="", date=timezone.localdate(now), rules=rules)
    return described(settings, seed=seed)


Plain: TypeAlias = dict[str, Any]


NOBODY: Final[Mapping[str, Player]] = MappingProxyType({})


class DocumentError(ValueError):
    """Raised with the first hundred problems of a document, and how many there are."""

    def __init__(
        self,
        problems: Sequence[DocumentProblem] = (),
        differences: Sequence[Difference] = (),
        *,
        count: int | None = None,
    ) -> None:
        self.count = len(problems) + len(differences) if count is None else count
        super().__init__(f"{self.count} problems")
        self.problems = list(problems)
        self.differences = list(differences)


def read_document(data: str | bytes, *, club: int | None = None) -> Any:
    """Parse and verify a document; the result is exactly what its own log yields.

    Every document from outside is read by this function. Only the shape is checked of one without a
    log. It will belong to the `club`. Raises DocumentError and BusyError.
    """
    if isinstance(data, str):
        data = data.encode(errors="surrogatepass")
    _refuse(faults_of_data(data, club))
    return json.loads(data)


def import_tournament(
    *,
    document: Any,
    club: Club | None,
    now: datetime,
    without_log: Author | None = None,
    is_proven: bool = False,
) -> Tournament:
    """Store the contest of a document as a new one of a club; players are matched by name.

    Without a club it goes to the oldest one, or to a new one. The log is kept and continued. Tables
    get new codes. A document without a log is only accepted if `without_log` names who imports it;
    its log then begins with the import. If anything is wrong, nothing is stored and DocumentError
    is raised; nothing is locked during the check. `is_proven` skips the check after
    `read_document`. Raises TooManyContestsError, and BusyError.
    """
    if has_no_log(document):
        if without_log is None:
            raise DocumentError([DocumentProblem("log", ShapeCode.NO_LOG)])
        whose = club.pk if club else None
        document, problems = completed_document(document, by=without_log, now=now, club=whose)
        _refuse(Faults(problems=problems, count=len(problems)))
        _refuse(faults_of_data(document_text(document).encode(errors="surrogatepass"), whose))
    elif not is_proven:
        _refuse(faults_of(document))
    with transaction.atomic():
        tournament = Tournament(club=club or oldest_club(now=now))
        refuse_one_too_many(tournament.club)
        store_document(tournament, document, now=now)
        _store_codes(tournament)
    return tournament


def _refuse(faults: Faults) -> None:
    if faults.count:
        raise DocumentError(faults.problems, faults.differences, count=faults.count)


def _refuse_other(document: Plain, tournament: Tournament) -> None:
    """Raise DocumentError if the stored contest differs from the document."""
    place = DocumentPlace()
    # An imported contest follows the present bracket rules; compare by those of the document.
    reading = document["tournament"].get("bracket_version", BEFORE)
    again = json.loads(document_text(document_of(tournament, reading=reading)))
    # Verified by the log's hash; another version of the program may write it in another form.
    document = {**document, OUTCOMES: again.get(OUTCOMES, {})}
    again.setdefault(OUTCOMES, {})
    if again == document:
        return
    parted = [
        Difference(replace(place, path=path), "", stored, expected)
        for path, stored, expected in parted_values(document, again)
    ]
    raise DocumentError(differences=parted)


def store_document(
    tournament: Tournament, document: Plain, *, now: datetime, known: Mapping[str, Player] = NOBODY
) -> None:
    """Store a verified document in an empty contest.

    `known` gives the players for some of the names; the others are found by name. Raises
    DocumentError if the stored contest differs from the document.
    """
    values = columns(TournamentFields, document["tournament"]) | {
        "version": len(document["log"]),
        "log_hash": document["log"][-1]["hash"] if document["log"] else "",
        "results_version": tournament.results_version + len(document["log"]),
    }
    for name, value in values.items():
        setattr(tournament, name, value)
    tournament.save()
    # Reload values as the database has them: dates and times are text in a document.
    tournament.refresh_from_db()
    entries = _store_entries(tournament, document["entries"], now, known)
    events = table_logs(ChainEntry.from_dict(link) for link in document["log"])
    for plain in document["rounds"]:
        _RoundStore(tournament, entries, events, plain).store()
    LogEntry.objects.bulk_create(
        LogEntry(tournament=tournament, **columns(LinkFields, link)) for link in document["log"]
    )
    _refuse_other(document, tournament)


def _store_entries(
    tournament: Tournament, entries: Sequence[Plain], now: datetime, known: Mapping[str, Player]
) -> dict[int, Entry]:
    former = (one["player"] for plain in entries for one in plain.get("former", ()))
    every = [*(name for plain in entries for name in plain["players"]), *former]
    names = [name for name in every if name not in known]
    players = club_players(club=tournament.club, names=names, now=now)
    stored = Entry.objects.bulk_create(
        Entry(tournament=tournament, **columns(EntryFields, plain)) for plain in entries
    )
    people = []
    FormerPlayer.objects.bulk_create(
        FormerPlayer(
            entry=entry,
            player_id=_key_of(one["player"], known, players),
            **columns(FormerFields, one),
        )
        for entry, plain in zip(stored, entries, strict=True)
        for one in plain.get("former", ())
    )
    for entry, plain in zip(stored, entries, strict=True):
        seen = set()
        for position, name in enumerate(plain["players"], start=1):
            key = _key_of(name, known, players)
            # Two names that belong to one person here: the second keeps only the name.
            own = None if key in seen else key
            seen.add(key)
            people.append(EntryPlayer(entry=entry, position=position, player_id=own, name=name))
    EntryPlayer.objects.bulk_create(people)
    every_entry = tournament.entries.by_number().prefetch_related("former")
    return {entry.number: entry for entry in every_entry}


def _key_of(name: str, known: Mapping[str, Player], players: Mapping[str, Player]) -> int | None:
    return known[name].pk if name in known else sitter_of(players, name).player


@dataclass(frozen=True, slots=True)
class _RoundStore:
    """Stores one round of a document, in about ten queries."""

    tournament: Tournament
    entries: dict[int, Entry]
    events: TableLogs
    plain: Plain

    def store(self) -> None:
        """Store the round with its tables and everything written there."""
        plain = self.plain
        stored = Round.objects.create(
            tournament=self.tournament,
            **columns(RoundFields, plain),
            **columns(DrawFields, plain["draw"] or NO_DRAW),
        )
        tables = [match for match in plain["matches"] if match["sheet"]]
        games = Game.objects.bulk_create(self._game(match) for match in tables)
        by_table = {match["table"]: game for match, game in zip(tables, games, strict=True)}
        matches = Match.objects.bulk_create(
            Match(round=stored, game=by_table.get(match["table"]), **columns(MatchFields, match))
            for match in plain["matches"]
        )
        self._store_seats(stored, matches)
        self._store_sheets(tables, games)

    def _game(self, match: Plain) -> Game:
        sheet, tournament = match["sheet"], self.tournament
        total_a, total_b = self._game_totals(match)
        rules = [one.column for one in declared(RulesFields).values()]
        return Game(
            club=tournament.club,
            is_contest=True,
            table_number=match["table"],
            kind=Game.Kind.SLIP if sheet["is_slip"] else Game.Kind.HANDS,
            status=Game.Status.FINISHED if sheet["is_finished"] else Game.Status.PLAYING,
            **{name: getattr(tournament, name) for name in rules},
            **columns(SheetFields, sheet),
            total_a=total_a,
            total_b=total_b,
            version=len(self._events_of(match)),
            has_substitutes=self._has_substitutes(match),
        )

    def _has_substitutes(self, match: Plain) -> bool:
        """Return whether somebody was replaced during the game."""
        sides = (entry_numbers(match[name]) for name in ("a", "b"))
        left = (one for side in sides for number in side for one in self.entries[number].left_seats)
        return any(one.round == self.plain["number"] and one.hand > 1 for one in left)

    def _game_totals(self, match: Plain) -> tuple[int, int]:
        """Return the totals of a game; after a forfeit they are not those of the table."""
        if match["kind"] != Match.Kind.FORFEIT:
            return match["total_a"], match["total_b"]
        result = tally(
            (CODEC.read(as_columns(hand)) for hand in all_hands(match)),
            self.tournament.ruleset,
            GameFormat(**match["sheet"]["planned"]),
        )
        return result.totals.a, result.totals.b

    def _events_of(self, match: Plain) -> Sequence[TableAction]:
        return self.events.get((self.plain["number"], match["table"]), ())

    def _store_seats(self, stored: Round, matches: Sequence[Match]) -> None:
        """Store the seats with their results and their verdicts on the sheet."""
        both = list(zip(matches, self.plain["matches"], strict=True))
        MatchSeat.objects.bulk_create(
            seat for match, plain in both for seat in self._seats(stored, match, plain)
        )
        SheetVerdict.objects.bulk_create(
            SheetVerdict(match=match, **columns(VerdictFields, verdict))
            for match, plain in both
            for verdict in plain["verdicts"]
        )

    def _seats(self, stored: Round, match: Match, plain: Plain) -> Iterator[MatchSeat]:
        results = {result["entry"]: result for result in plain["results"]}
        for side, numbers in ((Side.A, plain["a"]), (Side.B, plain["b"])):
            for position, number in enumerate(entry_numbers(numbers), start=1):
                yield MatchSeat(
                    match=match,
                    round=stored,
                    entry=self.entries[number],
                    side=side,
                    position=position,
                    **columns(ResultFields, results[number]),
                )

    def _store_sheets(self, tables: Sequence[Plain], games: Sequence[Game]) -> None:
        """Store the sheets of the tables."""
        both = list(zip(games, tables, strict=True))
        hands = [_hands(game, plain) for game, plain in both]
        Hand.objects.bulk_create(hand for written in hands for hand in written)
        GameSeat.objects.bulk_create(
            seat
            for (game, plain), written in zip(both, hands, strict=True)
            for seat in self._chairs(game, plain, [hand for hand in written if hand.counted])
        )
        SlipTotals.objects.bulk_create(
            SlipTotals(game=game, number=number, **columns(SlipFields, slip))
            for game, plain in both
            for number, slip in enumerate(plain["slips"], start=1)
        )
        GameEvent.objects.bulk_create(
            GameEvent(
                game=game,
                kind=event.kind,
                hand_number=event.hand,
                before=event.before,
                after=event.after,
                author_name=event.author,
                at=datetime.fromisoformat(event.at),
            )
            for game, plain in both
            for event in self._events_of(plain)
        )

    def _chairs(self, game: Game, plain: Plain, hands: Sequence[Hand]) -> Iterator[GameSeat]:
        """Yield the chairs of a table, each with its share of the hands that count."""
        sides = (tuple(entry_numbers(plain[name])) for name in ("a", "b"))
        pairing = Pairing(plain["table"], *sides)
        chairs = chairs_at(game, pairing, self.entries, self.plain["number"])
        for chair in chairs:
            follow_seat(chair, chairs, game, hands)
            yield chair


def _hands(game: Game, plain: Plain) -> list[Hand]:
    """Return the hands of a table; derived fields are computed again."""
    written = all_hands(plain)
    hands = [
        Hand(
            game=game,
            submission_key=uuid.uuid4(),
            **columns(HandFields, hand),
        )
        for hand in written
    ]
    entries = (hand.entry for hand in hands)
    apply_tally(hands, tally(entries, game.ruleset, game.format, Seat(game.first_dealer)))
    for hand, said in zip(hands, written, strict=True):
        hand.counted = hand.counted and not game.is_slip
        hand.score_a, hand.score_b = said["score_a"], said["score_b"]
    return hands


def _store_codes(tournament: Tournament) -> None:
    tables = Match.objects.filter(round__tournament=tournament).values_list(
        "table_number", flat=True
    )
    numbers = sorted({number for number in tables if number})
    TableCode.objects.bulk_create(
        TableCode(tournament=tournament, number=number) for number in numbers
    )
