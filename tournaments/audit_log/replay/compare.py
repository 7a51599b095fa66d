"""Differences between a document and the replayed contest."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.engine.hand import Side
from scorekeeper.engine.outcome_table import hash_of
from tournaments.audit_log.replay.derived import AwardFields, StandingFields
from tournaments.audit_log.replay.document import (
    OUTCOMES,
    EntryFields,
    HandFields,
    LaterFields,
    MatchFields,
    PlannedFields,
    ResultFields,
    RoundFields,
    SheetFields,
    TournamentFields,
    entry_numbers,
)
from tournaments.audit_log.replay.fields import WHERE_SET, marked, rebuilt, to_document
from tournaments.audit_log.replay.outcomes import (
    ContestOutcomes,
    Scored,
    eligible_of,
    game_result,
    penalties_of,
    receipt,
    scores_of,
    standings_lines,
)
from tournaments.audit_log.replay.prizes import awards_fields
from tournaments.audit_log.replay.reading import all_hands
from tournaments.audit_log.replay.shape import joined
from tournaments.audit_log.replay.state import EntryState, MatchState, RoundState, SeatState, State
from tournaments.audit_log.replay.wishes import known_by, mark_of
from tournaments.standings.brackets import BEFORE
from tournaments.standings.results import RoundResult


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentPlace:
    """A place in a contest; `path` is its place in the document."""

    path: str = ""
    round_number: int | None = None
    table: int | None = None
    hand: int | None = None
    entry: int | None = None

    def at(self, key: str) -> "DocumentPlace":
        return replace(self, path=joined(self.path, key))


@dataclass(frozen=True, slots=True)
class Difference:
    """`stored` is in the document, `expected` follows from the log; None means missing."""

    place: DocumentPlace
    field: str
    stored: Any
    expected: Any


Differences = Iterator[Difference]


def differences(
    document: dict[str, Any], state: State, outcomes: ContestOutcomes
) -> list[Difference]:
    """Return all differences between a document of the right shape and a replayed contest."""
    return [
        *_settings(document, state, outcomes.contest.version),
        *_outcomes(document.get(OUTCOMES), state),
        *_entries(document["entries"], state),
        *_rounds(document["rounds"], state, outcomes),
        *_standings(document["standings"], outcomes),
        *_awards(document.get("awards", []), state, outcomes),
    ]


def compared(
    part: type, place: DocumentPlace, stored: Mapping[str, Any], expected: Mapping[str, Any]
) -> Differences:
    """Yield the keys of `expected` with other stored values, and keys that should not be there."""
    left_out = dict.fromkeys(one.name for one in marked(part, WHERE_SET) if one.name in stored)
    for name, value in {**left_out, **expected}.items():
        if stored.get(name) != value:
            yield Difference(place.at(name), name, stored.get(name), value)


def reading_in(document: Mapping[str, Any], state: State) -> int:
    """Return the version of the bracket rules in a document; an unfinished contest says which.

    Documents of earlier versions do not name it.
    """
    if state.finished_at:
        return state.reading
    said: int = document["tournament"].get("bracket_version", BEFORE)
    return min(said, state.format.reading)


def _settings(document: dict[str, Any], state: State, version: int) -> Differences:
    place = DocumentPlace(path="tournament")
    stored = document["tournament"]
    expected = {**state.settings, **rebuilt(LaterFields, state, bracket_version=version)}
    if mark := mark_of(state.wishes):
        # The log has only the hash of the wishes: with another hash nothing else can be compared.
        is_same = mark_of(stored.get("wishes", {})) == mark
        expected["wishes"] = stored["wishes"] if is_same else known_by(mark)
    yield from compared(TournamentFields, place, stored, expected)


def _outcomes(stored: dict[str, Any] | None, state: State) -> Differences:
    """Compare how hands are scored; a document without it says nothing."""
    if stored is not None and (found := hash_of(stored)) != state.outcomes:
        yield Difference(DocumentPlace(path=OUTCOMES), OUTCOMES, found, state.outcomes)


def folded_names(names: Iterable[str]) -> list[str]:
    """Return names without differences of case and spacing: the club has the better spelling."""
    return [" ".join(name.split()).casefold() for name in names]


def _entries(entries: list[dict[str, Any]], state: State) -> Differences:
    seen = set()
    for index, entry in enumerate(entries):
        place = DocumentPlace(path=f"entries[{index}]", entry=entry["number"])
        expected = state.entries.get(entry["number"])
        seen.add(entry["number"])
        if expected is None:
            yield Difference(place, "entry", entry["number"], None)
        else:
            yield from _entry(place, entry, expected)
    for number in state.entries.keys() - seen:
        yield Difference(DocumentPlace(path="entries", entry=number), "entry", None, number)


def _entry(place: DocumentPlace, entry: dict[str, Any], state: EntryState) -> Differences:
    if folded_names(entry["players"]) != folded_names(state.players):
        yield Difference(place.at("players"), "players", entry["players"], state.players)
    former = entry.get("former", [])
    if _folded_former(former) != _folded_former(state.former):
        yield Difference(place.at("former"), "former", former, state.former)
    expected = rebuilt(EntryFields, state, players=entry["players"], former=former)
    yield from compared(EntryFields, place, entry, expected)


def _folded_former(former: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [{**one, "player": folded_names([one["player"]])} for one in former]


def _rounds(rounds: list[dict[str, Any]], state: State, outcomes: ContestOutcomes) -> Differences:
    seen = set()
    for index, played in enumerate(rounds):
        number = played["number"]
        place = DocumentPlace(path=f"rounds[{index}]", round_number=number)
        seen.add(number)
        if number not in state.rounds:
            yield Difference(place, "round", number, None)
            continue
        again = state.rounds[number]
        expected = rebuilt(RoundFields, again, matches=played["matches"])
        yield from compared(RoundFields, place, played, expected)
        yield from _matches(place, played["matches"], again, state, outcomes)
    for number in state.rounds.keys() - seen:
        yield Difference(DocumentPlace(path="rounds", round_number=number), "round", None, number)


def stored_name(match: dict[str, Any]) -> tuple[int, ...]:
    """Return the name of a document's match in its round, as `MatchState.name` does."""
    if match["table"]:
        return (match["table"],)
    return (0, *entry_numbers(match["a"]), *entry_numbers(match["b"]))


def _matches(
    place: DocumentPlace,
    matches: list[dict[str, Any]],
    played: RoundState,
    state: State,
    outcomes: ContestOutcomes,
) -> Differences:
    expected = {match.name: match for match in played.matches}
    seen = set()
    for index, match in enumerate(matches):
        name = stored_name(match)
        seen.add(name)
        where = replace(
            place,
            path=f"{place.path}.matches[{index}]",
            table=match["table"],
            entry=None if match["table"] else name[1],
        )
        if name not in expected:
            yield Difference(where, "match", name[-1], None)
        else:
            yield from _ComparedTable(
                where, match, expected[name], played, state, outcomes
            ).differences()
    for name in expected.keys() - seen:
        where = replace(place, table=name[0] or None, entry=None if name[0] else name[1])
        yield Difference(where.at("matches"), "match", None, name[-1])


@dataclass(frozen=True, slots=True)
class _ComparedTable:
    """Compares one match of a document with the replayed one."""

    place: DocumentPlace
    stored: dict[str, Any]
    match: MatchState
    round: RoundState
    state: State
    outcomes: ContestOutcomes

    def differences(self) -> Differences:
        scored = self.outcomes.scored.get(id(self.match))
        yield from compared(MatchFields, self.place, self.stored, self._plain(scored))
        yield from self._verdicts()
        if (scored is None) != (self.stored["sheet"] is None):
            yield Difference(self.place.at("sheet"), "sheet", bool(self.stored["sheet"]), scored)
        elif scored:
            sheet = self._plain_sheet(scored)
            yield from compared(SheetFields, self.place.at("sheet"), self.stored["sheet"], sheet)
            yield from self._hands(scored)
        yield from self._results()

    def _plain(self, scored: Scored | None) -> dict[str, Any]:
        match = self.match
        how = self.state.format
        a, b = (how.document_side(match.side(side)) for side in Side)
        total_a, total_b = self._totals(scored)
        followed = {
            "a": a,
            "b": b,
            "bye": match.kind == "exempt",
            "total_a": total_a,
            "total_b": total_b,
            "slips": match.sheet.slips if match.sheet else [],
            "receipt": receipt(self.state, self.round, match, scored) if scored else "",
            "penalties": penalties_of(match.sheet, scored) if match.sheet and scored else 0,
        }
        # The parts of a match are compared on their own.
        below = {name: self.stored[name] for name in ("sheet", "verdicts")}
        return rebuilt(MatchFields, match, **followed, **below)

    def _totals(self, scored: Scored | None) -> tuple[int | None, int | None]:
        """Return the totals of the game, or the points that each side got without one."""
        if self.match.is_game and scored:
            return scored.totals.a, scored.totals.b
        points: dict[Side, list[int]] = {side: [] for side in Side}
        for seat in self.match.seats:
            if seat.counts:
                result = self._result(seat)
                points[seat.side].append(result.points if result else 0)
        return given_total(points[Side.A]), given_total(points[Side.B])

    def _plain_sheet(self, scored: Scored) -> dict[str, Any]:
        sheet = self.match.sheet
        assert sheet is not None
        return rebuilt(
            SheetFields,
            sheet,
            planned=rebuilt(PlannedFields, sheet.planned),
            hand_count=scored.hand_count,
            held=scored.held,
            returned_a=scored.returned.a,
            returned_b=scored.returned.b,
            winner=scored.winner.value if scored.winner else "",
            first_dealer=sheet.first_dealer.value,
        )

    def _hands(self, scored: Scored) -> Differences:
        """Compare the hands as they were entered, and the scores of those that count."""
        sheet = self.match.sheet
        assert sheet is not None
        stored = all_hands(self.stored)
        counted = len(scored.hands) if self.match.is_game else 0
        if len(self.stored["hands"]) != counted:
            yield Difference(
                self.place.at("hands"), "hands_counted", len(self.stored["hands"]), counted
            )
        if len(stored) != len(sheet.hands):
            where = self.place.at("hands")
            yield Difference(where, "hands_written", len(stored), len(sheet.hands))
            return
        scores = scores_of(self.state, sheet, scored)
        for index, (hand, columns) in enumerate(zip(stored, sheet.hands, strict=True)):
            by = sheet.authorships[index]
            expected = to_document(
                HandFields,
                columns,
                number=index + 1,
                score_a=scores[index].a,
                score_b=scores[index].b,
                # Names may have been removed from the log since.
                recorded_by=hand["recorded_by"] if by.by is None else by.by,
                recorded_at=by.at,
                changed_at=by.changed_at,
            )
            place = replace(self._place_of(index), hand=index + 1)
            yield from compared(HandFields, place, hand, expected)

    def _place_of(self, index: int) -> DocumentPlace:
        """Return the place of a hand in one of the two lists."""
        counted = len(self.stored["hands"])
        if index < counted:
            return self.place.at(f"hands[{index}]")
        return self.place.at(f"hands_not_counted[{index - counted}]")

    def _verdicts(self) -> Differences:
        stored = {
            verdict["side"]: {name: verdict[name] for name in verdict if name != "side"}
            for verdict in self.stored["verdicts"]
        }
        expected = {side.value: dict(verdict) for side, verdict in self.match.verdicts.items()}
        for side, verdict in expected.items():
            if verdict["author"] is None and side in stored:
                verdict["author"] = stored[side]["author"]
        if stored != expected:
            yield Difference(self.place.at("verdicts"), "verdicts", stored, expected)

    def _result(self, seat: SeatState) -> RoundResult | None:
        if seat.counts:
            return self.outcomes.results.get((self.round.number, seat.entry))
        # An exempt entry that plays for others has the game's result too; it does not count.
        scored = self.outcomes.scored.get(id(self.match))
        if scored is None or not (self.match.is_game and scored.is_finished):
            return None
        return game_result(self.round, self.match, seat, scored)

    def _results(self) -> Differences:
        """Compare the results of the entries that count at the table."""
        stored = {result["entry"]: result for result in self.stored["results"]}
        order = [result["entry"] for result in self.stored["results"]]
        for seat in self.match.seats:
            if seat.entry not in stored:
                continue  # already reported: other entries sit there
            place = replace(
                self.place,
                path=f"{self.place.path}.results[{order.index(seat.entry)}]",
                entry=seat.entry,
            )
            expected = plain_result(seat, self._result(seat))
            yield from compared(ResultFields, place, stored[seat.entry], expected)


def given_total(points: Iterable[int]) -> int | None:
    """Return the points of a side without a game, None if the side is empty.

    In a mêlée a player who left gets nothing, the partner gets the points of an exempt player.
    """
    return max(points, default=None)


def plain_result(seat: SeatState, result: RoundResult | None) -> dict[str, Any]:
    """Return the result of an entry at a table as a document has it."""
    found = result or RoundResult(entrant=seat.entry, round=0, points=0, kind=seat.kind)
    return rebuilt(
        ResultFields,
        found,
        entry=seat.entry,
        counts=seat.counts,
        kind=found.kind.value,
        has_result=result is not None,
        outcome=found.outcome.value if found.outcome else "",
    )


def _standings(stored: list[dict[str, Any]], outcomes: ContestOutcomes) -> Differences:
    expected = standings_lines(outcomes.standings)
    by_entry = {line["entry"]: (index, line) for index, line in enumerate(stored)}
    for line in expected:
        if line["entry"] not in by_entry:
            place = DocumentPlace(path="standings", entry=line["entry"])
            yield Difference(place, "standing", None, line["entry"])
            continue
        index, found = by_entry[line["entry"]]
        place = DocumentPlace(path=f"standings[{index}]", entry=line["entry"])
        yield from compared(StandingFields, place, found, line)
    if len(stored) != len(expected) or len(by_entry) != len(stored):
        yield Difference(DocumentPlace(path="standings"), "standings", len(stored), len(expected))
    elif (order := [line["entry"] for line in stored]) != [line["entry"] for line in expected]:
        yield Difference(
            DocumentPlace(path="standings"), "order", order, [one["entry"] for one in expected]
        )


def _awards(stored: list[dict[str, Any]], state: State, outcomes: ContestOutcomes) -> Differences:
    """Compare the winners of each prize."""
    expected = awards_fields(state.prize_plan, eligible_of(state, outcomes.contest)).get(
        "awards", []
    )
    for index, (one, other) in enumerate(zip(stored, expected, strict=False)):
        place = DocumentPlace(path=f"awards[{index}]", entry=next(iter(other["entries"]), None))
        yield from compared(AwardFields, place, one, other)
    if len(stored) != len(expected):
        yield Difference(DocumentPlace(path="awards"), "awards", len(stored), len(expected))
