"""Check the document of a belote contest: python check.py contest.json [--head NUMBER:DIGITS …].

Nothing but Python 3.9 is needed. What is checked, and how, is written in PROOF.md; this file
follows its sections. It prints what was checked, what was not and why, and every fault. The exit
code is 1 if there is a fault, 2 if there is no document.
"""

from __future__ import annotations

import hashlib
import json
import random
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from functools import partial
from itertools import combinations, groupby
from typing import Any

Plain = dict[Any, Any]
"""The values of a JSON object."""

MOST_BYTES = 60_000_000
DEEPEST = 60
MOST_FAULTS = 1000
MOST_ENTRANTS = 2000
MOST_PLACES = 500
MOST_SECONDS = 10_000_000
LAST_TABLE = 32_767
SIDES = ("A", "B")
SEATS = ("A1", "B1", "A2", "B2")


class UnscoredError(Exception):
    """Nothing says how a hand is scored."""


BROKEN = (
    UnscoredError,
    ArithmeticError,
    AttributeError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
    AssertionError,
)
NOT_CHECKED = {
    "hands": "The score of hands: the log does not fix it (contests of before 0.15)",
    "brought_in": "What was played before the contest was brought in was taken as it stands",
    "redrawn": "Draws were not made again: look-ahead, distances, wishes and proofs by search",
    "fewest": "Whether a draw has the fewest repeats, where its certificate has no short proof",
    "unused": "Why a new chain of secrets began before the announced secret was used",
    "no_draw": "Rounds without a draw in the document",
    "hidden_wishes": "Whether wishes for the draw were kept: only the organiser has them",
    "places": "The places from which rounds were drawn",
    "phases": "Who went on in pools and brackets, and the order that follows from it",
    "meetings": "Meetings of club teams, and the order that follows from them",
    "declarations": "Hands in which both sides declared and nobody wrote whose was best",
    "money": "The cash book: it is not in this document",
    "handed": "Whether each prize was handed to who had won it at that moment",
    "names": "Who wrote hands and verdicts before a name was taken out",
    "unknown": "Parts that this checker does not know",
    "anew": "Whether the whole log was written anew, or cut off: compare a printed head",
}
CHECKED = {
    "log": "lines of the log, chained",
    "redacted": "redacted lines, vouched for",
    "heads": "printed heads",
    "entries": "entries",
    "draws": "draws: everybody once, repeats as claimed, published as drawn",
    "fewest": "draws with the fewest repeats, proved",
    "lots": "lots for prizes",
    "called": "draws and lots from a called number and a secret fixed before",
    "tables": "tables",
    "scored": "hands, scored again",
    "hands": "hands, as the log has them",
    "receipts": "receipts",
    "results": "results",
    "standings": "lines of the ranking",
    "rankings": "final rankings in the log",
    "awards": "prizes",
    "counts": "counts of the till",
    "purses": "payments of entries",
}


# Section 2: bytes.
class NoDocumentError(ValueError):
    """The text is no document at all."""


def canonical(value: Any, *, ascii_only: bool = False) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=ascii_only)


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def same(one: Any, other: Any) -> bool:
    """Return whether two values are equal, without taking true for 1."""
    return canonical(one) == canonical(other)


def read(data: bytes) -> Any:
    """Return the values of a document; raises NoDocumentError."""

    def once(pairs: list[tuple[str, Any]]) -> Plain:
        found = dict(pairs)
        if len(found) < len(pairs):
            raise NoDocumentError("a key twice")
        return found

    def whole(text: str) -> int:
        if len(text) > 20:
            raise NoDocumentError("a number too long")
        return int(text)

    def refuse(text: str) -> Any:
        raise NoDocumentError(f"no whole number: {text[:20]}")

    if len(data) > MOST_BYTES:
        raise NoDocumentError("too large")
    try:
        found = json.loads(
            data.decode("utf-8"),
            object_pairs_hook=once,
            parse_int=whole,
            parse_float=refuse,
            parse_constant=refuse,
        )
        canonical(found).encode()
    except NoDocumentError:
        raise
    except (ValueError, RecursionError) as error:
        raise NoDocumentError("not JSON") from error
    if not isinstance(found, dict) or depth_of(found) > DEEPEST:
        raise NoDocumentError("no object, or too deep")
    return found


def depth_of(value: Any) -> int:
    depth, level = 0, [value]
    while level:
        depth += 1
        level = [
            inner
            for one in level
            if isinstance(one, (dict, list))
            for inner in (one.values() if isinstance(one, dict) else one)
        ]
    return depth


def number(value: Any, least: int = 0, most: int = 1 << 63) -> int:
    """Return a whole number within limits; raises ValueError."""
    if type(value) is not int or not least <= value <= most:
        raise ValueError("number")
    return value


def items(value: Any) -> list[Any]:
    """Return a list; raises TypeError for anything else."""
    if not isinstance(value, list):
        raise TypeError("list")
    return value


def need(is_right: Any, what: str) -> None:
    if not is_right:
        raise ValueError(what)


class Report:
    """What was checked and what was not, and every fault."""

    def __init__(self) -> None:
        self.done: dict[str, int] = {}
        self.skipped: list[str] = []
        self.faults: list[list[str]] = []

    def count(self, what: str, many: int = 1) -> None:
        self.done[what] = self.done.get(what, 0) + many

    def skip(self, what: str) -> None:
        if what not in self.skipped:
            self.skipped.append(what)

    def fault(self, path: str, stored: Any, expected: Any = None) -> None:
        if len(self.faults) < MOST_FAULTS:
            self.faults.append([path, shown(stored), shown(expected)])

    def compare(self, path: str, stored: Any, expected: Any) -> None:
        if not same(stored, expected):
            self.fault(path, stored, expected)

    def fields(self, path: str, stored: Any, expected: Plain, optional: Iterable[str] = ()) -> None:
        """Compare an object with what it should be; `optional` keys may only be as expected."""
        if not isinstance(stored, dict):
            self.fault(path, stored, "{}")
            return
        for name in sorted({*expected, *(one for one in optional if one in stored)}):
            if name not in stored or name not in expected:
                self.fault(f"{path}.{name}", stored.get(name), expected.get(name))
            else:
                self.compare(f"{path}.{name}", stored[name], expected[name])
        if any(name not in expected and name not in optional for name in stored):
            self.skip("unknown")

    def guard(self, path: str, act: Callable[[], None]) -> None:
        """Do something with values that may be anything."""
        try:
            act()
        except BROKEN:
            self.fault(path, "?")


def shown(value: Any) -> str:
    text = canonical(value)
    return text if len(text) <= 80 else f"{text[:77]}…"


# Section 3: the log.
LINE = (
    *("at", "author", "data", "hash", "kind", "number"),
    *("previous_hash", "round_number", "table_number"),
)
CHAIN_LENGTH = 1000
CALLED = re.compile(r"[0-9]{1,12}")
HASH = re.compile(r"[0-9a-f]{64}")
TIME = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{6})?\+00:00")


def check_chain(log: Any, report: Report) -> list[Plain]:
    """Return the entries of the log as far as they are chained."""
    previous = ""
    good: list[Plain] = []
    changed: dict[int, str] = {}
    vouched: dict[int, str] = {}
    for place, line in enumerate(items(log)):
        is_line = isinstance(line, dict) and sorted(line) == list(LINE)
        if not is_line or not isinstance(line["data"], dict) or not isinstance(line["kind"], str):
            report.fault(f"log[{place}]", "?")
            return good
        rest = {name: value for name, value in line.items() if name != "hash"}
        now, own = sha256(canonical(rest)), line["hash"]
        is_next = same(line["number"], place + 1) and same(line["previous_hash"], previous)
        if not is_next or not isinstance(own, str) or not HASH.fullmatch(own):
            report.fault(f"log[{place}]", line["number"], place + 1)
            return good
        if own != now:
            changed[place] = now
        if line["kind"] == "redacted":
            for pair in items(line["data"].get("vouched", [])):
                at, seal = items(pair)
                if number(at, 1) <= place:
                    vouched[at - 1] = seal
        previous = own
        good.append(line)
    for place, now in changed.items():
        if vouched.get(place) != now:
            report.fault(f"log[{place}].hash", log[place]["hash"], now)
        else:
            report.count("redacted")
    for at in vouched:
        # A line that is vouched for although nothing was taken out is as it was.
        if at not in changed and vouched[at] != good[at]["hash"]:
            report.fault(f"log[{at}].hash", good[at]["hash"], vouched[at])
    report.count("log", len(good))
    return good


def check_heads(log: list[Plain], heads: list[tuple[int, str]], report: Report) -> None:
    """Find each head in the log as far as it is chained."""
    seals = {line["number"]: line["hash"] for line in log}
    for at, digits in heads:
        seal = seals.get(at, "")
        if seal.startswith(digits):
            report.count("heads")
        else:
            report.fault(f"head {at}", seal[:16], digits)


def is_public_voucher(line: Plain) -> bool:
    return bool(line["kind"] == "redacted" and line["author"] == "belote")


# Section 4: receipts.
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
COLUMNS: Plain = {
    "taker": "",
    "card_points": None,
    "belote": "",
    "belote_seat": "",
    "capot": "",
    "penalty": "",
    "defenders_count": None,
    "tricks": None,
    "last_trick": "",
    "trump": "",
    "bid": None,
    "multiplier": 0,
    "taker_alone": False,
    "declarations": [],
    "best_declaration": "",
    "passed_deals": 0,
}


def tidy(hand: Plain) -> Plain:
    """Return the values of a hand that a receipt is made of."""
    found = {name: hand.get(name, usual) for name, usual in COLUMNS.items()}
    if found["bid"] is None:
        found["multiplier"] = 0
    if hand.get("further_belotes"):
        found["further_belotes"] = hand["further_belotes"]
    return found


def receipt_of(round_number: int, match: Plain, hands: list[Plain], totals: Any) -> str:
    content = [round_number, match["table"] or 0, side_of(match, "A"), side_of(match, "B")]
    text = canonical([*content, [tidy(hand) for hand in hands], list(totals)])
    bits = int.from_bytes(hashlib.sha256(text.encode()).digest()[:5], "big")
    letters = [ALPHABET[bits >> (5 * place) & 31] for place in range(7, -1, -1)]
    return f"{''.join(letters[:4])}-{''.join(letters[4:])}"


# Section 5: lots.
def lot_of(seed: int, entry: int) -> int:
    return random.Random(f"{seed}:{entry}").getrandbits(64)


def by_chance(order: Any, chance: str) -> list[int]:
    """Return entries in the order that a called number and its secret make."""
    return sorted(
        {number(who, 1) for who in items(order)}, key=lambda who: sha256(f"{chance}:{who}")
    )


def prize_order(data: Plain, seed: Any, previous: str) -> list[int]:
    ending = f":{data['random']}" if data.get("random") else ""
    start = f"{number(seed)}:{previous}:{number(data['prize'])}"
    present = {number(who, 1) for who in items(data["order"])}
    return sorted(present, key=lambda who: sha256(f"{start}:{who}{ending}"))


# Section 7: hands.
def other(side: str) -> str:
    return "B" if side == "A" else "A"


def score_hand(table: Plain, hand: Plain, held: Plain, missing: Plain | None) -> Plain:
    """Return what a hand brings, by the outcome table; exact where that reaches the target."""
    if missing and table["marked_exactly"] and not hand["penalty"]:
        exact = score_by(table, table["marked_exactly"], hand, held)
        if any(exact["points"][side] >= missing[side] for side in SIDES):
            return exact
    return score_by(table, table["marked"], hand, held)


def best_side(hand: Plain) -> str:
    if hand.get("best_declaration"):
        return str(hand["best_declaration"])
    sides = {one[0] for one in hand.get("declarations") or []}
    if len(sides) > 1:
        raise UnscoredError
    return sides.pop() if sides else ""


def score_by(table: Plain, marks: Plain, hand: Plain, held: Plain) -> Plain:
    judging, penalty, capot = table["judging"], hand["penalty"], hand["capot"]
    if not penalty:
        need(hand["taker"] in SEATS, "taker")
    takers = penalty or hand["taker"][0]
    defenders = other(takers)
    need(takers in SIDES and capot in ("", *SIDES), "sides")
    deck = table["decks"][table["trumps"][hand.get("trump") or "unsaid"]]
    points = 0 if penalty else number(hand["card_points"], 0, deck["whole"])
    points = deck["scale"][points] if deck["scale"] else points
    listed = marks[str(deck["marks"])]
    all_marks = deck["marks"]
    marked = [listed[0][points], listed[1][points]] if listed else [points, all_marks - points]
    bid, said = hand.get("bid"), hand.get("multiplier") or 0
    is_slam = bid is not None and str(bid) in table["bids_worth"]
    kind = "" if bid is None else f"{bid if is_slam else 0}-{said}"
    belotes = [side for side in [hand["belote"], *(hand.get("further_belotes") or [])] if side]
    best = "" if penalty else best_side(hand)
    declared = {
        side: [
            table["declarations"]["points"][one[1]]
            for one in hand.get("declarations") or []
            if one[0] == side == best
        ]
        for side in SIDES
    }
    outcome, winner = "penalty", defenders
    places = table["penalties"][kind]
    if not penalty:
        numbers = marked if judging["rounded"] else [points, all_marks - points]
        passes = best and capot == other(best) and judging["declarations_of_losers"] != "kept"
        counts = judging["declarations_count"] and not passes
        own, others = (
            numbers[place]
            + (judging["belote_points"] * belotes.count(side) if judging["belote_helps"] else 0)
            + (sum(declared[side]) if counts else 0)
            for place, side in enumerate((takers, defenders))
        )
        if is_slam:
            is_made = capot == takers and (bid != 500 or hand["taker_alone"])
            outcome = "made" if is_made else "failed"
        elif bid is not None:
            is_made = capot == takers or (own >= bid and (own > others or not judging["beats"]))
            outcome = "made" if is_made else "failed"
        elif capot:
            outcome = "made" if capot == takers else "failed"
        elif own == others:
            outcome = judging["on_equality"]
        else:
            outcome = "made" if own > others else "failed"
        winner = {"made": takers, "failed": defenders}.get(outcome, "")
        places = table["hands"][kind][outcome][0 if not capot else 1 if capot == takers else 2]
    got = {"A": 0, "B": 0}
    worth = 0 if bid is None else table["bids_worth"].get(str(bid), bid)
    for place in places:
        side, _reason, fixed, cards, bids = table["parts"][place]
        got[(takers, defenders)[side]] += fixed + cards * marked[side] + bids * worth
    is_held = outcome == "litige" and judging["belote_held"] and hand["belote"] == takers
    for holder in belotes:
        if not is_held and judging["belote_marked"] != "nobody":
            failed = winner == defenders and holder == takers
            is_taken = judging["belote_marked"] == "taken_from_failed" and failed
            got[winner if is_taken else holder] += judging["belote_points"]
    if best:
        passes = (best == takers and winner == defenders) or capot == other(best)
        losers = {"kept": best, "to_winner": winner, "lost": ""}
        goes_to = losers[judging["declarations_of_losers"]] if passes else best
        if goes_to:
            got[goes_to] += sum(declared[best])
    after = dict(held)
    if winner:
        got[winner] += held["A"] + held["B"]
        after = {"A": 0, "B": 0}
    if outcome == "litige":
        at_once = marked[0] // 2 if judging["half_held"] else 0
        got[takers] += at_once
        after[takers] += marked[0] - at_once + (judging["belote_points"] if is_held else 0)
    is_capot = bool(winner) and capot == winner
    return {
        "points": got,
        "held": after,
        "winner": winner,
        "outcome": "capot" if is_capot else outcome,
        "takers": "" if penalty else takers,
    }


def play(table: Plain | None, values: Plain, sheet: Plain) -> Plain:
    """Return the score of a sheet's hands: totals, held points, who won; raises UnscoredError."""
    if table is None or not {"held_at_end", "both_reach"} <= values.keys():
        raise UnscoredError
    planned = sheet["planned"]
    target, length, games = planned["target"], planned["hands"], number(planned["games"], 1, 20)
    totals, own, held = {"A": 0, "B": 0}, {"A": 0, "B": 0}, {"A": 0, "B": 0}
    scores: list[Plain] = []
    played, ended, winner = 0, 0, ""

    def give(points: Plain) -> None:
        for side in SIDES:
            totals[side] += points[side]
            own[side] += points[side]

    def settled() -> Plain:
        return held if values["held_at_end"] == "returned" else {"A": 0, "B": 0}

    def ahead(points: Plain) -> str:
        return "" if points["A"] == points["B"] else "A" if points["A"] > points["B"] else "B"

    def end(score: Plain) -> str | None:
        """Return who won the game, None if it goes on."""
        leads = ahead({side: own[side] + settled()[side] for side in SIDES})
        if length is not None:
            return leads if played >= length else None
        reached = [side for side in SIDES if own[side] >= target]
        if len(reached) < 2:
            return reached[0] if reached else None
        how = values["both_reach"]
        had = all(own[side] - score["points"][side] >= target for side in SIDES)
        if how == "another_hand" and not had:
            return None
        if how == "takers" and score["takers"]:
            return str(score["takers"])
        if how == "higher_then_takers":
            return leads or score["takers"] or None
        return leads or None

    for hand in sheet["hands"]:
        if ended == games:
            break
        lacks = {side: max(0, target - own[side]) for side in SIDES} if target else None
        score = score_hand(table, hand, held, lacks)
        give(score["points"])
        held = score["held"]
        scores.append(score)
        played += 1
        won = end(score)
        if won is not None:
            give(settled())
            held = {"A": 0, "B": 0}
            ended, winner, played = ended + 1, won, 0
            if ended < games:
                own = {"A": 0, "B": 0}
    is_over = ended == games
    if sheet["is_finished"] and not is_over:
        if played:
            give(settled())
            held = {"A": 0, "B": 0}
        winner = ahead(totals)
    elif is_over and games > 1:
        winner = ahead(totals)
    elif not is_over:
        winner = ""
    return {
        "totals": [totals["A"], totals["B"]],
        "scores": scores,
        "held": held["A"] + held["B"],
        "winner": winner,
    }


# Section 8: from the log to the contest.
LATER: Plain = {
    "halls": {},
    "meetings": {},
    "till": {},
    "prize_plan": {},
    "prize_lots": [],
    "handed_over": [],
    "sanctions": [],
}
"""The parts of a contest that settings do not hold; left out of a document while empty."""
PLAYED = ("played", "catch_up")


def seats_of(side_a: Any, side_b: Any, counting: Any = None) -> list[Plain]:
    return [
        {
            "entry": number(entry, 1),
            "side": side,
            "counts": counting is None or entry in counting,
            "kind": "played",
        }
        for side, numbers in (("A", side_a), ("B", side_b))
        for entry in items(numbers)
    ]


def new_match(kind: str, seats: list[Plain], table: Any = None, sheet: Any = None) -> Plain:
    return {
        "kind": kind,
        "seats": seats,
        "table": table,
        "sheet": sheet,
        "needs_check": False,
        "check_note": "",
        "is_signed": False,
        "decided_for": None,
        "decided_by": "",
        "verdicts": {},
    }


def exempt_match(entry: int) -> Plain:
    match = new_match("exempt", seats_of([entry], []))
    match["seats"][0]["kind"] = "exempt"
    return match


def new_sheet(hands: Any, at: str) -> Plain:
    return {
        "planned": {"target": None, "hands": hands, "games": 1},
        "is_finished": False,
        "is_slip": False,
        "hands": [],
        "by": [],
        "slips": [],
        "capots": {"A": 0, "B": 0},
        "first_dealer": "A1",
        "passed_deals": 0,
        "stop_reason": "",
        "started_at": at,
        "finished_at": None,
    }


def side_of(match: Plain, side: str) -> list[int]:
    return [seat["entry"] for seat in match["seats"] if seat["side"] == side]


def is_game(match: Plain) -> bool:
    return match["kind"] in ("game", "catch_up")


def counting(played: Plain) -> Iterator[tuple[Plain, Plain]]:
    for match in played["matches"]:
        for seat in match["seats"]:
            if seat["counts"]:
                yield match, seat


def later(at: str, seconds: int) -> str:
    """Return a time of the log so many seconds later."""
    found = TIME.fullmatch(at)
    need(found, "time")
    assert found is not None
    ends = datetime.fromisoformat(found[1]) + timedelta(seconds=number(seconds, 0, MOST_SECONDS))
    return f"{ends.isoformat()}{found[2] or ''}+00:00"


class Replay:
    """The state of a contest, built from its log, one entry after the other."""

    def __init__(self, document: Plain, report: Report) -> None:
        self.report = report
        self.document = document
        self.settings: Plain = {}
        self.later: Plain = dict(LATER)
        self.wishes = ""
        self.named = ""
        self.next_secret = ""
        self.secrets_left = 0
        self.table: Plain | None = None
        self.entries: dict[int, Plain] = {}
        self.rounds: dict[int, Plain] = {}
        self.created_at = ""
        self.finished_at: str | None = None
        self.brackets = 1
        self.final: Any = None
        self.book = Book()

    # What the contest is.
    @property
    def is_melee(self) -> bool:
        return bool(self.settings["format"]["mode"] == "melee")

    @property
    def is_plain(self) -> bool:
        return not self.settings.get("phases") and not self.later["meetings"]

    def in_order(self) -> list[Plain]:
        return [self.rounds[at] for at in sorted(self.rounds)]

    def round_of(self, line: Plain) -> Plain:
        return self.rounds[line["round_number"]]

    def match_of(self, line: Plain) -> Plain:
        found: list[Plain] = [
            match
            for match in self.round_of(line)["matches"]
            if match["table"] and match["table"] == line["table_number"]
        ]
        return found[0]

    # Sheets.
    def score(self, sheet: Plain) -> Plain:
        """Return the score of a sheet; raises UnscoredError."""
        if sheet.get("scored") is None:
            sheet["scored"] = self._score(sheet)
        found: Plain = sheet["scored"]
        return found

    def _score(self, sheet: Plain) -> Plain:
        if not sheet["is_slip"]:
            found = play(self.table, self.settings["rules"]["values"], sheet)
            return {**found, "count": len(found["scores"])}
        a = sum(slip["total_a"] for slip in sheet["slips"])
        b = sum(slip["total_b"] for slip in sheet["slips"])
        return {
            "totals": [a, b],
            "scores": [],
            "held": 0,
            "winner": "" if a == b else "A" if a > b else "B",
            "count": sum(slip["hands"] for slip in sheet["slips"]),
        }

    def receipt(self, played: Plain, match: Plain) -> str:
        sheet = match["sheet"]
        if sheet is None or not is_game(match) or not sheet["is_finished"]:
            return ""
        scored = self.score(sheet)
        hands = sheet["hands"][: len(scored["scores"])]
        return receipt_of(played["number"], match, hands, scored["totals"])

    def seen(self, played: Plain, match: Plain) -> tuple[str, int]:
        """Return what signatures and checks refer to: the receipt, and how many penalties."""
        sheet = match["sheet"]
        try:
            count = len(self.score(sheet)["scores"])
            fallen = sum(bool(hand["penalty"]) for hand in sheet["hands"][:count])
            return self.receipt(played, match), fallen
        except UnscoredError:
            is_there = is_game(match) and sheet["is_finished"]
            fallen = sum(bool(hand["penalty"]) for hand in sheet["hands"])
            return canonical(sheet["hands"]) if is_there else "", fallen

    # One entry.
    def follow(self, line: Plain) -> None:
        """Apply an entry of the log; raises one of BROKEN if it is impossible."""
        need(bool(self.settings) != (line["kind"] == "created"), "created")
        act = getattr(self, f"do_{line['kind']}", None)
        if not re.fullmatch(r"[a-z_]{1,16}", line["kind"]) or act is None:
            self.report.skip("unknown")
            return
        act(line, line["data"])
        self.book.follow(line, self.entries)

    def do_created(self, line: Plain, data: Plain) -> None:
        self.created_at = line["at"]
        if "document" in data:
            self.report.skip("brought_in")
            self._bring_in(data["document"])
        self._chance(data)
        self.do_changed(line, data)

    def do_changed(self, line: Plain, data: Plain) -> None:
        need(isinstance(data["settings"]["rules"]["values"], dict), "settings")
        self.settings = dict(data["settings"])
        self.named = data.get("outcomes", self.named)
        table = self.document.get("outcomes")
        is_fixed = bool(self.named) and isinstance(table, dict)
        self.table = table if is_fixed and sha256(canonical(table)) == self.named else None
        for played in self.rounds.values():
            for match in played["matches"]:
                if match["sheet"]:
                    match["sheet"]["scored"] = None

    def _bring_in(self, brought: Plain) -> None:
        contest = brought["tournament"]
        self.later.update({name: contest.get(name, empty) for name, empty in LATER.items()})
        self.created_at, self.finished_at = contest["created_at"], contest["finished_at"]
        self.brackets = contest.get("bracket_version", 1)
        self.wishes = mark_of(contest.get("wishes"))
        for entry in items(brought["entries"]):
            self.entries[number(entry["number"], 1)] = {
                "former": [],
                "team_name": "",
                "purse": {},
                **entry,
            }
        for plain in items(brought["rounds"]):
            played = {
                "groups": [],
                "moved": [],
                "capot_fails": False,
                **plain,
                "matches": [brought_match(match) for match in items(plain["matches"])],
                "published": None,
                "drawn": None,
                "swaps": plain["draw"]["swaps"] if plain["draw"] else [],
            }
            self.rounds[number(plain["number"], 1)] = played

    def _chance(self, data: Plain) -> str:
        """Return what a called number and the next secret make together, empty without them."""
        if "called" not in data and "secret" not in data:
            if "chain" in data:
                if self.secrets_left:
                    self.report.skip("unused")
                self.next_secret, self.secrets_left = data["chain"], CHAIN_LENGTH
            return ""
        need("chain" not in data and CALLED.fullmatch(data["called"]), "called")
        need(bool(self.next_secret) and sha256(data["secret"]) == self.next_secret, "secret")
        self.next_secret, self.secrets_left = data["secret"], self.secrets_left - 1
        self.report.count("called")
        return sha256(f"{data['secret']}:{data['called']}")

    def do_lot(self, line: Plain, data: Plain) -> None:
        if chance := self._chance(data):
            need(same(data["order"], by_chance(data["order"], chance)), "order")
        ranking = self.settings["ranking"]
        lots = [items(data["order"]), *ranking["drawn_lots"]]
        self.settings = {**self.settings, "ranking": {**ranking, "drawn_lots": lots}}

    def do_code(self, line: Plain, data: Plain) -> None:
        """Give a table a new code, which nothing follows from."""

    do_call = do_photographed = do_code

    def do_halls(self, line: Plain, data: Plain) -> None:
        self.later["halls"] = data["halls"]

    def do_wished(self, line: Plain, data: Plain) -> None:
        self.wishes = data["mark"]

    def do_meetings(self, line: Plain, data: Plain) -> None:
        self.later["meetings"] = data["meetings"]

    def do_finished(self, line: Plain, data: Plain) -> None:
        self.finished_at = line["at"]
        self.brackets = data.get("brackets", 1)
        self.final = data.get("ranking")
        if "ranking" in data and self.is_plain:
            try:
                lines = self.standings()
            except UnscoredError:
                return
            expected = [[one["entry"], one["rank"], one["total"]] for one in lines]
            self.report.compare(
                f"log[{line['number'] - 1}].data.ranking", data["ranking"], expected
            )
            self.report.count("rankings")

    def do_resumed(self, line: Plain, data: Plain) -> None:
        self.finished_at, self.brackets, self.final = None, 1, None

    def do_redacted(self, line: Plain, data: Plain) -> None:
        if is_public_voucher(line):
            return
        self.report.skip("names")
        for played in self.rounds.values():
            for match in played["matches"]:
                for verdict in match["verdicts"].values():
                    verdict["author"] = None
                for by in match["sheet"]["by"] if match["sheet"] else ():
                    by["by"] = None

    # Entries.
    def do_entry_added(self, line: Plain, data: Plain) -> None:
        own = number(data["number"], 1)
        need(own not in self.entries, "entry")
        self.entries[own] = {
            "number": own,
            "withdrawn_from": None,
            "checked_in_at": None,
            "has_paid": False,
            "created_at": line["at"],
            "former": [],
            "purse": {},
        }
        self.do_entry_changed(line, data)

    def do_entry_changed(self, line: Plain, data: Plain) -> None:
        self.entries[data["number"]].update(
            players=list(items(data["players"])),
            tags=data.get("tags", []),
            team_name=data.get("team_name", ""),
        )

    def do_entry_removed(self, line: Plain, data: Plain) -> None:
        del self.entries[data["number"]]

    def do_checked_in(self, line: Plain, data: Plain) -> None:
        for who in items(data["numbers"]):
            self.entries[who]["checked_in_at"] = line["at"] if data["here"] else None

    def do_paid(self, line: Plain, data: Plain) -> None:
        for who in items(data["numbers"]):
            need(who in self.entries, "entry")

    do_money = do_charged = do_counted = do_code

    def do_prices(self, line: Plain, data: Plain) -> None:
        self.later["till"] = data.get("prices", self.later["till"])

    def _seats_from(self, who: int, first: int) -> list[tuple[Plain, Plain, Plain]]:
        return [
            (played, match, seat)
            for played in self.in_order()
            if played["number"] >= first
            for match, seat in counting(played)
            if seat["entry"] == who
        ]

    def do_withdrawn(self, line: Plain, data: Plain) -> None:
        who, first = data["number"], number(data["from"])
        self.entries[who]["withdrawn_from"] = first
        for _played, match, own in self._seats_from(who, first):
            own["kind"] = "absent"
            for seat in match["seats"]:
                if seat is not own and seat["counts"] and seat["kind"] != "absent":
                    seat["kind"] = "exempt" if seat["side"] == own["side"] else "forfeit"
            if match["kind"] != "exempt":
                match["kind"] = "forfeit"

    def do_returned(self, line: Plain, data: Plain) -> None:
        entry, revived = self.entries[data["number"]], data.get("revived")
        if entry["withdrawn_from"] is None:
            return
        seats = self._seats_from(entry["number"], entry["withdrawn_from"])
        entry["withdrawn_from"] = None
        for played, match, seat in seats:
            is_back = (
                played["status"] == "playing" if revived is None else played["number"] in revived
            )
            if is_back:
                self._come_back(played, match, seat)

    def _come_back(self, played: Plain, match: Plain, own: Plain) -> None:
        if match["kind"] == "exempt":
            own["kind"] = "exempt"
        elif match["sheet"]:
            left = [self.entries[seat["entry"]]["withdrawn_from"] for seat in match["seats"]]
            if any(one is not None and played["number"] >= one for one in left):
                own["kind"] = "forfeit"
                return
            is_whole = all(seat["counts"] for seat in match["seats"])
            match["kind"] = "game" if is_whole else "catch_up"
            for seat in match["seats"]:
                seat["kind"] = "played" if is_whole else "catch_up"

    def do_substituted(self, line: Plain, data: Plain) -> None:
        entry, place = self.entries[data["number"]], number(data["place"], 1, 2)
        own = [one for one in entry["former"] if one["place"] == place]
        if "act" in data:
            last = own[-1]
            entry["former"] = [one for one in entry["former"] if one is not last]
            name = last["player"]
        else:
            left = {
                "place": place,
                "round": number(data["from"], 1),
                "hand": number(data["hand"], 1),
            }
            at = (left["round"], left["hand"])
            need(all((one["round"], one["hand"]) < at for one in own), "substitute")
            left["player"], name = entry["players"][place - 1], data["came"]
            entry["former"] = sorted(
                [*entry["former"], left], key=lambda one: (one["place"], one["round"], one["hand"])
            )
        players = list(entry["players"])
        players[place - 1] = name
        entry["players"] = players

    # Rounds.
    def do_drawn(self, line: Plain, data: Plain) -> None:
        at = line["round_number"]
        if self.rounds and self.rounds[max(self.rounds)]["status"] == "drawn":
            del self.rounds[max(self.rounds)]
        need(same(at, len(self.rounds) + 1), "round")
        if chance := self._chance(data):
            need(same(data["seed"], int(chance[:13], 16)), "seed")
        hands = self.settings["format"]["round_hands"]
        self.rounds[at] = {
            "number": at,
            "hands": hands[min(at, len(hands)) - 1],
            "status": "drawn",
            "capot_fails": False,
            "matches": [],
            "swaps": [],
            "groups": [],
            "moved": [],
            "published": None,
            "drawn_at": line["at"],
            "published_at": None,
            "closed_at": None,
            "timer_left": None,
            "timer_ends_at": None,
            "drawn": {**data, **self._facts(at)},
        }

    def _facts(self, at: int) -> Plain:
        """Return what a round drawn now must be made from."""
        size = 1 if self.is_melee else 2
        present = [
            one["number"]
            for one in self.entries.values()
            if len(one["players"]) == size
            and (one["withdrawn_from"] is None or one["withdrawn_from"] > at)
        ]
        opponents, partners = [], []
        byes: dict[int, int] = {}
        for played in self.in_order():
            if played["number"] >= at:
                break
            for match in played["matches"]:
                if is_game(match):
                    a, b = side_of(match, "A"), side_of(match, "B")
                    opponents += [sorted((one, two)) for one in a for two in b]
                    partners += [sorted(pair) for side in (a, b) for pair in combinations(side, 2)]
            for _match, seat in counting(played):
                if seat["kind"] in ("exempt", "catch_up"):
                    byes[seat["entry"]] = byes.get(seat["entry"], 0) + 1
        places: dict[int, int] | None = None
        if at == 1:
            places = dict.fromkeys(self.entries, 0)
        elif self.is_plain:
            try:
                places = {one["entry"]: one["rank"] for one in self.standings(at)}
            except UnscoredError:
                places = None
        return {
            "present": sorted(present),
            "opponents": sorted(opponents),
            "byes": byes,
            "partners": sorted(partners),
            "places": places,
            "wished": self.wishes,
            "tables": spans_of(self.later["halls"]),
            "has_meetings": bool(self.later["meetings"]),
        }

    def do_swapped(self, line: Plain, data: Plain) -> None:
        self.round_of(line)["swaps"].append([data["one"], data["other"]])

    def do_discarded(self, line: Plain, data: Plain) -> None:
        del self.rounds[line["round_number"]]

    def do_published(self, line: Plain, data: Plain) -> None:
        played, minutes = self.round_of(line), self.settings["round_minutes"]
        need(played["status"] == "drawn", "status")
        played.update(
            status="playing",
            hands=number(data["hands"], 1, 100),
            published=items(data["matches"]),
            groups=data.get("groups", []),
            capot_fails=data.get("capot_fails", False),
            published_at=line["at"],
            timer_left=minutes * 60 if minutes else None,
        )
        played["matches"] = [
            exempt_match(match["a"][0])
            if match["table"] is None
            else new_match(
                "game",
                seats_of(match["a"], match["b"]),
                number(match["table"], 1),
                new_sheet(data["hands"], line["at"]),
            )
            for match in data["matches"]
        ]
        for _match, seat in counting(played):
            need(seat["entry"] in self.entries, "entry")

    def do_unpublished(self, line: Plain, data: Plain) -> None:
        self.round_of(line).update(
            status="drawn",
            matches=[],
            published=None,
            groups=[],
            moved=[],
            published_at=None,
            timer_left=None,
            timer_ends_at=None,
        )

    def do_kept(self, line: Plain, data: Plain) -> None:
        self.round_of(line)["moved"] = data["moved"]

    def do_reseated(self, line: Plain, data: Plain) -> None:
        played, act = self.round_of(line), data.get("act")
        seats = {seat["entry"]: (match, seat) for match, seat in counting(played)}
        if act is None:
            one, two = data["one"], data["other"]
            for who in (one, two):
                match = seats[who][0]
                if match["sheet"] is not None:
                    match["verdicts"], match["is_signed"] = {}, False
                    if is_game(match) and match["sheet"]["is_finished"]:
                        match["check_note"] = ""
            seats[one][1]["entry"], seats[two][1]["entry"] = two, one
        elif act == "seated":
            match, seat = seats[data["one"]]
            need(data["other"] in self.entries, "entry")
            seat["entry"] = data["other"]
            match["verdicts"], match["is_signed"] = {}, False
            self._come_back(played, match, seat)
        elif act == "cancelled":
            played["matches"].remove(self.match_of(line))
            played["matches"] += [exempt_match(who) for who in data["exempt"]]
        else:
            need(act in ("late", "catch_up"), "act")
            opened = seats_of(data["a"], data["b"], data["count"])
            here = {seat["entry"] for seat in opened}
            played["matches"] = [
                match
                for match in played["matches"]
                if match["kind"] != "exempt"
                or here.isdisjoint(seat["entry"] for seat in match["seats"])
            ]
            if act == "catch_up":
                for seat in opened:
                    seat["kind"] = "catch_up"
            kind = "game" if act == "late" else "catch_up"
            sheet = new_sheet(played["hands"], line["at"])
            played["matches"].append(new_match(kind, opened, line["table_number"], sheet))

    def do_timer(self, line: Plain, data: Plain) -> None:
        played, act, seconds = self.round_of(line), data["act"], data["seconds_left"]
        runs = act == "started" or (act == "set" and played["timer_ends_at"] is not None)
        if act != "started":
            played["timer_left"] = seconds
        played["timer_ends_at"] = later(line["at"], seconds) if runs and seconds else None

    def do_closed(self, line: Plain, data: Plain) -> None:
        self.round_of(line).update(
            status="closed", closed_at=line["at"], timer_left=None, timer_ends_at=None
        )

    def do_reopened(self, line: Plain, data: Plain) -> None:
        self.round_of(line).update(status="playing", closed_at=None, timer_ends_at=None)

    # Tables.
    def do_game(self, line: Plain, data: Plain) -> None:
        played, match = self.round_of(line), self.match_of(line)
        need(match["sheet"] is not None, "sheet")
        is_looked_at = match["is_signed"] or match["check_note"]
        before = self.seen(played, match) if is_looked_at else None
        match["sheet"]["scored"] = None
        change_game(match, match["sheet"], line)
        if before and (match["is_signed"] or match["check_note"]):
            after = self.seen(played, match)
            match["is_signed"] = match["is_signed"] and before[0] == after[0]
            match["check_note"] = match["check_note"] if before == after else ""

    def do_slip(self, line: Plain, data: Plain) -> None:
        match = self.match_of(line)
        need(match["sheet"] and match["sheet"]["is_slip"], "slip")
        match.update(
            needs_check=data["to_check"],
            check_note=data["note"],
            is_signed=data["signed"],
            verdicts={},
        )
        match["sheet"].update(
            stop_reason=data["reason"],
            capots={"A": number(data["capots_a"]), "B": number(data["capots_b"])},
        )

    def do_checked(self, line: Plain, data: Plain) -> None:
        self.match_of(line).update(needs_check=False, check_note=data["note"])

    def do_ruled(self, line: Plain, data: Plain) -> None:
        match = self.match_of(line)
        need(match["sheet"] is not None, "sheet")
        try:
            need(same(self.receipt(self.round_of(line), match), data["receipt"]), "receipt")
            self.report.count("receipts")
        except UnscoredError:
            self.report.skip("hands")
        if line["kind"] in ("accepted", "disputed"):
            names = ("agrees", "receipt", "total_a", "total_b", "note")
            need(data["side"] in SIDES, "side")
            match["verdicts"][data["side"]] = {
                **{name: data[name] for name in names},
                "side": data["side"],
                "author": line["author"],
                "at": line["at"],
            }
        else:
            match["is_signed"] = True
            match["check_note"] = data["note"] or match["check_note"]

    do_accepted = do_disputed = do_signed = do_ruled

    def do_decided(self, line: Plain, data: Plain) -> None:
        match = self.match_of(line)
        if not self.later["meetings"]:
            need(data["winner"] in [seat["entry"] for seat in match["seats"]], "winner")
        match.update(decided_for=data["winner"], decided_by=data["by"])

    # Sanctions and prizes.
    def do_sanction(self, line: Plain, data: Plain) -> None:
        given = self.later["sanctions"]
        if "act" in data:
            need(any(same(one["number"], data["number"]) for one in given), "sanction")
            self.later["sanctions"] = [
                {**one, "countered": {"reason": data["reason"]}}
                if one["number"] == data["number"]
                else one
                for one in given
            ]
            return
        need(same(data["number"], len(given) + 1) and data["entry"] in self.entries, "sanction")
        names = ("number", "entry", "name", "points", "from", "reason")
        plain = {name: data[name] for name in names if name in data}
        plain["round"] = line["round_number"]
        if line["table_number"] is not None:
            plain["table"] = line["table_number"]
        self.later["sanctions"] = [*given, plain]

    def do_prizes(self, line: Plain, data: Plain) -> None:
        self.later["prize_plan"] = data["plan"]
        keys = [one["key"] for one in data["plan"]["prizes"]]
        self.later["prize_lots"] = [one for one in self.later["prize_lots"] if one["prize"] in keys]
        self.settings = {**self.settings, "prizes": [], "prize_for_last": ""}

    def do_prize_lot(self, line: Plain, data: Plain) -> None:
        seed, chance = self.settings["ranking"]["lot_seed"], self._chance(data)
        if chance and not data.get("random"):
            order = by_chance(data["order"], chance)
        else:
            need(not chance or same(data["random"], chance), "random")
            order = prize_order(data, seed, line["previous_hash"])
        need(same(data["order"], order), "order")
        need(all(who in self.entries for who in data["order"]), "entry")
        others = [one for one in self.later["prize_lots"] if one["prize"] != data["prize"]]
        self.later["prize_lots"] = [*others, {"prize": data["prize"], "order": data["order"]}]
        self.report.count("lots")

    def do_handed_over(self, line: Plain, data: Plain) -> None:
        names = ("prize", "place", "entries", "note")
        handed = self.later["handed_over"]
        slot = [data["prize"], data["place"]]
        need(not any(same([one["prize"], one["place"]], slot) for one in handed), "handed over")
        self.later["handed_over"] = [*handed, {name: data[name] for name in names}]
        self.report.skip("handed")

    def do_handed_back(self, line: Plain, data: Plain) -> None:
        handed, slot = self.later["handed_over"], [data["prize"], data["place"]]
        left = [one for one in handed if not same([one["prize"], one["place"]], slot)]
        need(len(left) < len(handed), "handed back")
        self.later["handed_over"] = left

    # Results and the ranking.
    def results(self, before: int | None = None) -> dict[tuple[int, int], Plain]:
        """Return the result of each entry in each round; raises UnscoredError."""
        found: dict[tuple[int, int], Plain] = {}
        for played in self.in_order():
            if before is not None and played["number"] >= before:
                break
            for result in self._of_round(played):
                found[played["number"], result["entry"]] = result
        return found

    def _of_round(self, played: Plain) -> list[Plain]:
        games = [
            self.game_result(played, match, seat)
            for match, seat in counting(played)
            if is_game(match) and seat["kind"] in PLAYED and match["sheet"]["is_finished"]
        ]
        rounding = self.settings["rules"]["values"].get("rounding", "none")
        whole = 162 if rounding in ("none", "total_only") else 160
        hands, given = played["hands"], self.settings["given"]
        points = [one["points"] for one in games if one["kind"] == "played"]
        if given["exempt"] == "fixed":
            exempt = given["exempt_points"]
        elif given["exempt"] == "round_average" and points:
            exempt = half_up(sum(points), len(points))
        else:
            exempt = half_up(whole * hands, 2)
        forfeit = given["forfeit_points"]
        if forfeit is None:
            step = 1 if whole % 10 else 10
            forfeit = step * half_up(1100 * hands, 12 * step)
        for _match, seat in counting(played):
            if seat["kind"] in ("exempt", "forfeit"):
                is_bye = seat["kind"] == "exempt"
                games.append(
                    {
                        "entry": seat["entry"],
                        "round": played["number"],
                        "kind": seat["kind"],
                        "points": exempt if is_bye else forfeit,
                        "opponents": [],
                        "hands": 0,
                        "outcome": "" if is_bye else "won",
                        "capots": 0,
                        "failed": 0,
                    }
                )
        return games

    def game_result(self, played: Plain, match: Plain, seat: Plain) -> Plain:
        sheet, side = match["sheet"], seat["side"]
        scored = self.score(sheet)
        capots, failed = sheet["capots"][side], 0
        if not sheet["is_slip"]:
            scores = scored["scores"]
            capots = sum(one["outcome"] == "capot" and one["winner"] == side for one in scores)
            failed = sum(
                one["takers"] == side
                and (
                    one["outcome"] == "failed"
                    or (
                        bool(played["capot_fails"])
                        and one["outcome"] == "capot"
                        and one["winner"] != side
                    )
                )
                for one in scores
            )
        winner = scored["winner"]
        return {
            "entry": seat["entry"],
            "round": played["number"],
            "kind": "catch_up" if match["kind"] == "catch_up" else "played",
            "points": scored["totals"][SIDES.index(side)],
            "outcome": "tied" if not winner else "won" if winner == side else "lost",
            "opponents": side_of(match, other(side)),
            "capots": capots,
            "failed": failed,
            "hands": scored["count"],
        }

    def standings(self, before: int | None = None) -> list[Plain]:
        """Return the ranking, by all rounds or those before one; raises UnscoredError."""
        results = list(self.results(before).values())
        left = {
            one["number"]
            for one in self.entries.values()
            if one["withdrawn_from"] is not None
            and (before is None or one["withdrawn_from"] < before)
        }
        sanctions = [
            one
            for one in self.later["sanctions"]
            if "countered" not in one and (before is None or one["round"] < before)
        ]
        return ranked(self.settings["ranking"], list(self.entries), results, left, sanctions)


def half_up(total: int, parts: int) -> int:
    return (2 * total + parts) // (2 * parts)


def brought_match(plain: Plain) -> Plain:
    """Return the state of a match from a document."""
    results = {one["entry"]: one for one in plain["results"]}
    match = {
        **new_match(plain["kind"], seats_of(*map(numbers_of, (plain["a"], plain["b"])))),
        **plain,
    }
    for seat in match["seats"]:
        seat.update(counts=results[seat["entry"]]["counts"], kind=results[seat["entry"]]["kind"])
    match["verdicts"] = {one["side"]: one for one in plain["verdicts"]}
    if plain["sheet"]:
        hands = [*plain["hands"], *plain["hands_not_counted"]]
        sheet = {**new_sheet(1, ""), **plain["sheet"], "slips": plain["slips"]}
        sheet["hands"] = [columns_of(hand) for hand in hands]
        sheet["by"] = [
            {"by": one["recorded_by"], "at": one["recorded_at"], "changed": one.get("changed_at")}
            for one in hands
        ]
        if sheet["is_slip"]:
            sheet["capots"] = {
                **sheet["capots"],
                **{seat["side"]: results[seat["entry"]]["capots"] for seat in match["seats"]},
            }
        match["sheet"] = sheet
    return match


def numbers_of(side: Any) -> list[int]:
    """Return the entries on a side as a document has it."""
    if isinstance(side, list):
        return side
    return [] if side is None else [side]


BLANK = ("taker", "belote", "capot", "penalty")
BESIDE = ("penalty_reason", "further_belotes")


def columns_of(hand: Plain) -> Plain:
    """Return the values of a hand in a document as the log has them."""
    found = {name: hand.get(name, usual) for name, usual in COLUMNS.items()}
    found["card_points"] = hand["points"]
    for name in BLANK:
        found[name] = hand[name] or ""
    found.update({name: hand[name] for name in BESIDE if name in hand})
    return found


def change_game(match: Plain, sheet: Plain, line: Plain) -> None:
    """Apply an act on the game of a table."""
    data, act, hands = line["data"], line["data"]["act"], sheet["hands"]
    after = data["after"]
    if act in ("hand_corrected", "hand_withdrawn"):
        at = number(data["hand"], 1, len(hands)) - 1
        stood = hands[at]
        for name, value in (data["before"] or {}).items():
            need(name not in stood or same(stood[name], value), "before")
    if act == "hand_recorded":
        need(same(data["hand"], len(hands) + 1) and isinstance(after, dict), "hand")
        hands.append(after)
        sheet["by"].append({"by": line["author"], "at": line["at"], "changed": None})
        sheet["passed_deals"] = 0
    elif act == "hand_corrected":
        need(isinstance(after, dict), "hand")
        hands[at], sheet["by"][at]["changed"] = after, line["at"]
    elif act == "hand_withdrawn":
        gone = hands.pop(at)
        sheet["by"].pop(at)
        if at == len(hands):
            sheet["passed_deals"] = gone["passed_deals"]
    elif act == "deal_passed":
        sheet["passed_deals"] += 1
    elif act == "deal_restored":
        need(sheet["passed_deals"] >= 1, "passed deals")
        sheet["passed_deals"] -= 1
    elif act in ("started", "edited"):
        if act == "started":
            sheet["started_at"] = line["at"]
        if after or act == "edited":
            need(after["first_dealer"] in SEATS, "dealer")
            sheet["first_dealer"] = after["first_dealer"]
            if "hands" in after:
                names = ("target", "hands", "games")
                sheet["planned"] = {name: after[name] for name in names}
    elif act in ("finished", "stopped"):
        sheet["is_finished"], sheet["finished_at"] = True, line["at"]
        if act == "stopped":
            sheet["stop_reason"] = after["reason"]
    elif act == "reopened":
        sheet.update(is_finished=False, finished_at=None, stop_reason="")
    elif act in ("slip_recorded", "slip_corrected"):
        sheet.update(is_slip=True, is_finished=True, slips=items(after["slips"]))
        sheet["finished_at"] = sheet["finished_at"] or line["at"]
    elif act == "slip_withdrawn":
        sheet.update(is_slip=False, is_finished=False, finished_at=None, slips=[], stop_reason="")
        sheet["capots"] = {"A": 0, "B": 0}
        match.update(needs_check=False, is_signed=False, check_note="")
    else:
        raise ValueError("act")


def ranked(
    rules: Plain, entries: list[int], results: list[Plain], left: set[int], sanctions: list[Plain]
) -> list[Plain]:
    """Return the lines of a ranking, best first."""
    off: dict[tuple[Any, ...], int] = {}
    for one in sanctions:
        key = (one["entry"], one["round"]) if one["from"] == "game" else (one["entry"],)
        off[key] = off.get(key, 0) + number(one["points"])
    last = max((one["round"] for one in results), default=0)
    records = []
    for who in sorted(entries):
        own = [dict(one) for one in results if one["entry"] == who]
        for one in own:
            if one["kind"] in PLAYED:
                one["points"] -= off.get((who, one["round"]), 0)
        games = [one for one in own if one["kind"] in PLAYED]
        records.append(
            {
                "entry": who,
                "points": sum(one["points"] for one in own) - off.get((who,), 0),
                "wins": sum(one["outcome"] == "won" for one in own),
                "byes": sum(one["kind"] == "exempt" for one in own),
                "capots": sum(one["capots"] for one in own),
                "failed": sum(one["failed"] for one in own),
                "games": sorted((one["points"] for one in games), reverse=True),
                "last_game": sum(one["points"] for one in games if one["round"] == last),
                "meetings": [
                    (foe, one["outcome"])
                    for one in games
                    if one["outcome"]
                    for foe in one["opponents"]
                ],
                "has_results": bool(own),
                "has_left": who in left,
            }
        )
    ordered, reasons = in_order(rules, records, list(rules["criteria"]))
    lines, rank, shares = [], 0, False
    for place, record in enumerate(ordered):
        rank = rank if shares else place + 1
        reason = reasons[place] if place < len(reasons) else None
        lines.append(
            {
                "rank": rank,
                "entry": record["entry"],
                "total": record["points"],
                "wins": record["wins"],
                "exempt": record["byes"],
                "decided_by": reason,
                "best_game": record["games"][0] if record["games"] else None,
                "record": record,
            }
        )
        shares = reason == "shared"
    return lines


LOWEST_FIRST = ("fewest_failed", "lot")


def in_order(rules: Plain, group: list[Plain], steps: list[str]) -> tuple[list[Plain], list[str]]:
    """Return a group in order, and what puts each before the next."""
    steps = [*steps, "lot"] if rules["ties"] == "lot" and "lot" not in steps else steps
    for place, code in enumerate(steps):
        values = values_of(rules, group, code)
        if len({tuple(value) for value in values.values()}) < 2:
            continue
        ordered = sorted(
            group, key=lambda one: tuple(values[one["entry"]]), reverse=code not in LOWEST_FIRST
        )
        rest = steps[place + (code != "direct") :]
        found: list[Plain] = []
        reasons: list[str] = []
        for _value, part in groupby(ordered, key=lambda one: tuple(values[one["entry"]])):
            inner = list(part)
            own, own_reasons = in_order(rules, inner, rest) if len(inner) > 1 else (inner, [])
            reasons += [code] if found else []
            found += own
            reasons += own_reasons
        return found, reasons
    return group, ["shared"] * (len(group) - 1)


def values_of(rules: Plain, group: list[Plain], code: str) -> dict[int, list[int]]:
    tied = [one["entry"] for one in group]
    if code == "lot":
        if not any(one["has_results"] for one in group):
            return {who: [0] for who in tied}
        drawn = next((lot for lot in rules["drawn_lots"] if set(tied) <= set(lot)), None)
        seed = number(rules["lot_seed"])
        order = drawn or sorted(tied, key=lambda who: (lot_of(seed, who), who))
        inside = [who for who in order if who in tied]
        return {who: [place] for place, who in enumerate(inside)}
    if code == "direct":
        worth = {"won": 2, "tied": 1, "lost": 0}
        found = {}
        for one in group:
            within = [(foe, end) for foe, end in one["meetings"] if foe in tied]
            if len({foe for foe, _end in within}) < len(tied) - 1:
                return {who: [0] for who in tied}
            found[one["entry"]] = [sum(worth[end] for _foe, end in within)]
        return found
    reads: dict[str, Callable[[Plain], list[int]]] = {
        "points": lambda one: [one["points"]],
        "wins": lambda one: [one["wins"]],
        "wins_and_byes": lambda one: [one["wins"] + one["byes"]],
        "best_game": lambda one: one["games"][:1],
        "next_best_games": lambda one: one["games"][1:],
        "capots": lambda one: [one["capots"]],
        "fewest_failed": lambda one: [one["failed"]],
        "last_game": lambda one: [one["last_game"]],
        "stayed": lambda one: [int(not one["has_left"])],
    }
    return {one["entry"]: reads[code](one) for one in group}


# The cash book.
MOVES = {
    "payment": 1,
    "refund": -1,
    "free": 0,
    "expense": -1,
    "float": 1,
    "gift": 1,
    "prize": -1,
}


class Purse:
    """What an entry owes and has paid; `paid` is None for the fee, whatever that is."""

    def __init__(self, plain: Plain | None = None, has_paid: bool = False) -> None:
        plain = plain or {}
        self.items = [list(one) for one in plain.get("items", [])]
        self.paid: int | None = plain.get("paid", 0) if plain else (None if has_paid else 0)
        self.free = plain.get("free", 0)
        self.refunded = plain.get("refunded", 0)
        self.has_paid = has_paid

    def plain(self, fee: int) -> Plain:
        usual = fee if self.has_paid else 0
        if self.paid in (None, usual) and not (self.items or self.free or self.refunded):
            return {}
        found: Plain = {"items": self.items} if self.items else {}
        found["paid"] = self.given(fee)
        for name, cents in (("free", self.free), ("refunded", self.refunded)):
            if cents:
                found[name] = cents
        return found

    def due(self, fee: int) -> int:
        return sum(count * cents for _name, count, cents in self.items) if self.items else fee

    def given(self, fee: int) -> int:
        return fee if self.paid is None else self.paid

    def settle(self, fee: int) -> None:
        given = self.free + self.given(fee)
        is_refunded = bool(self.paid) and self.refunded >= (self.paid or 0)
        is_recorded = given > 0 or bool(self.items)
        is_back = is_refunded and not self.free
        self.has_paid = is_recorded and given >= self.due(fee) and not is_back


class Book:
    """The cash book: its lines, and the purse of each entry."""

    def __init__(self) -> None:
        self.fee = 0
        self.lines: list[Plain] = []
        self.purses: dict[int, Purse] = {}
        self.others: list[Purse] = []
        self.is_hidden = False
        self.counts = 0

    def purse(self, who: int) -> Purse:
        return self.purses.setdefault(who, Purse())

    def follow(self, line: Plain, entries: dict[int, Plain]) -> None:
        act = getattr(self, f"book_{line['kind']}", None)
        if act is None or self.is_hidden:
            return
        if line["data"].get("hidden") or (line["kind"] == "paid" and not line["data"]["numbers"]):
            self.is_hidden = True
            return
        act(line["data"])

    def add(self, what: str, cents: int | None, **more: Any) -> None:
        self.lines.append(
            {
                "what": what,
                "cents": cents,
                "means": "cash",
                "purse": None,
                "prize": None,
                "of": None,
                "countered": False,
                **more,
            }
        )

    def fixed(self, purse: Purse) -> Purse:
        if purse.paid is None:
            purse.paid = self.fee
            for line in self.lines:
                if line["purse"] is purse and line["cents"] is None:
                    line["cents"] = self.fee
        return purse

    def valid(self) -> list[Plain]:
        return [line for line in self.lines if not line["countered"] and line["of"] is None]

    def cash(self) -> int:
        return sum(
            MOVES[line["what"]] * (self.fee if line["cents"] is None else line["cents"])
            for line in self.valid()
            if line["means"] == "cash"
        )

    def counter(self, line: Plain) -> None:
        line["countered"] = True
        self.add("counter", None, of=line)

    def change(self, purse: Purse, what: str, cents: int) -> None:
        if what == "refund":
            purse.refunded += cents
        elif what == "free":
            purse.free += cents
        else:
            purse.paid = purse.given(self.fee) + cents
        need(purse.given(self.fee) >= purse.refunded, "purse")
        purse.settle(self.fee)

    def book_created(self, data: Plain) -> None:
        self.fee = data["settings"].get("fee_cents", 0)
        for entry in data.get("document", {}).get("entries", ()):
            purse = Purse(entry.get("purse"), entry["has_paid"])
            self.purses[entry["number"]] = purse
            if purse.paid != 0:
                kept = None if purse.paid is None else purse.paid - purse.refunded
                self.add("payment", kept, purse=purse)

    def book_changed(self, data: Plain) -> None:
        fee = data["settings"].get("fee_cents", 0)
        is_kept = data.get("paid_is_kept", False)
        if is_kept:
            for purse in [*self.purses.values(), *self.others]:
                self.fixed(purse)
        self.fee = fee
        if is_kept:
            for purse in self.purses.values():
                if not (purse.items or purse.free or purse.paid):
                    purse.has_paid = purse.has_paid and not fee

    def book_entry_removed(self, data: Plain) -> None:
        own = data["number"]
        if "into" in data:
            gone, kept = self.fixed(self.purse(own)), self.fixed(self.purse(data["into"]))
            is_marked = gone.has_paid and kept.has_paid
            kept.items += gone.items
            kept.paid = kept.given(self.fee) + gone.given(self.fee)
            kept.free += gone.free
            kept.refunded += gone.refunded
            kept.settle(self.fee)
            if not kept.due(self.fee) and not kept.paid:
                kept.has_paid = is_marked
            for line in self.lines:
                if line["purse"] is gone:
                    line["purse"] = kept
            del self.purses[own]
            return
        if "to" in data:
            if data["to"] in self.purses:
                self.others.append(self.purses.pop(data["to"]))
            self.purses[data["to"]] = self.purses.pop(own, Purse())
        elif own in self.purses:
            self.others.append(self.purses.pop(own))

    def book_paid(self, data: Plain) -> None:
        if data["paid"]:
            cents = data.get("cents") or [None] * len(data["numbers"])
            for who, amount in zip(data["numbers"], cents):
                purse = self.purse(who)
                is_new = not (purse.items or purse.free or purse.refunded or purse.paid)
                is_fee = amount is None and is_new
                purse.paid = None if is_fee else purse.given(self.fee) + (amount or 0)
                purse.has_paid = True
                self.add("payment", None if purse.paid is None else amount or 0, purse=purse)
            return
        for who in data["numbers"]:
            purse = self.purse(who)
            for line in [line for line in self.valid() if line["purse"] is purse]:
                self.counter(line)
            purse.paid = purse.free = purse.refunded = 0
            purse.has_paid = False

    def book_money(self, data: Plain) -> None:
        if data["what"] == "counter":
            line = self.lines[number(data["of"], 1) - 1]
            need(not line["countered"] and line["of"] is None, "counter")
            if line["purse"] is not None:
                purse = self.fixed(line["purse"])
                cents = self.fee if line["cents"] is None else line["cents"]
                self.change(purse, line["what"], -cents)
            self.counter(line)
            return
        what, cents = data["what"], number(data["cents"], 1)
        bought: Purse | None = None
        need(what in MOVES, "what")
        if data.get("entry") is not None:
            bought = self.fixed(self.purse(data["entry"]))
            self.change(bought, what, cents)
        elif what == "payment":
            bought = Purse({"paid": cents, "items": data.get("items") or [["–", 1, cents]]})
            self.others.append(bought)
        self.add(what, cents, means=data.get("means", ""), purse=bought)

    def book_charged(self, data: Plain) -> None:
        purse = self.fixed(self.purse(data["number"]))
        purse.items = [list(one) for one in data["items"]]
        purse.settle(self.fee)

    def book_counted(self, data: Plain) -> None:
        need(same(data["expected"], self.cash()), "expected")
        self.counts += 1

    def book_handed_over(self, data: Plain) -> None:
        if data.get("paid"):
            self.add("prize", number(data["paid"]), prize=[data["prize"], data["place"]])

    def book_handed_back(self, data: Plain) -> None:
        slot = [data["prize"], data["place"]]
        for line in [line for line in self.valid() if line["prize"] == slot]:
            self.counter(line)


# Prizes.
AIMS = (
    *("place", "last", "tag", "best_game", "capots"),
    *("first_round", "last_round", "present"),
)


def by_rank(lines: list[Plain]) -> list[list[int]]:
    return [
        [line["entry"] for line in sharing]
        for _rank, sharing in groupby(lines, key=lambda line: line["rank"])
    ]


def by_number(ranked_lines: list[Plain], numbers: Plain) -> list[list[int]]:
    found = [(numbers.get(line["entry"], 0), line["entry"]) for line in ranked_lines]
    found.sort(key=lambda one: -one[0])
    return [
        [who for _number, who in equal]
        for many, equal in groupby(found, key=lambda one: one[0])
        if many > 0
    ]


def awards_of(replay: Replay) -> list[Plain]:
    """Return the winners of each prize; raises UnscoredError."""
    plan = replay.later["prize_plan"]
    results = list(replay.results().values())
    lines = [line for line in replay.standings() if line["record"]["has_results"]]
    rounds = sorted({one["round"] for one in results})
    planned = len(replay.settings["format"]["round_hands"])
    is_last = bool(rounds) and (replay.finished_at is not None or rounds[-1] >= planned)
    drawn = {lot["prize"]: lot["order"] for lot in replay.later["prize_lots"]}
    off: dict[tuple[int, int], int] = {}
    for one in replay.later["sanctions"]:
        if "countered" not in one and one["from"] == "game":
            off[one["entry"], one["round"]] = (
                off.get((one["entry"], one["round"]), 0) + one["points"]
            )
    best: dict[int, int] = {}
    for one in results:
        if one["kind"] == "played":
            points = one["points"] - off.get((one["entry"], one["round"]), 0)
            best[one["entry"]] = max(points, best.get(one["entry"], 0))

    def of_round(at: int) -> list[list[int]]:
        played = [one for one in results if one["round"] == at and one["kind"] in PLAYED]
        here = [one["entry"] for one in played]
        left = {who for who in here if (replay.entries[who]["withdrawn_from"] or at + 1) <= at}
        own = [
            one
            for one in replay.later["sanctions"]
            if "countered" not in one and one["from"] == "game" and one["round"] <= at
        ]
        return by_rank(ranked(replay.settings["ranking"], here, played, left, own))

    def groups_of(prize: Plain) -> list[list[int]]:
        aim = prize["aim"]
        if aim == "last":
            return by_rank([one for one in lines if not one["record"]["has_left"]])[::-1]
        if aim == "tag":
            return by_rank(
                [one for one in lines if prize["tag"] in replay.entries[one["entry"]]["tags"]]
            )
        if aim == "capots":
            return by_number(lines, {one["entry"]: one["record"]["capots"] for one in lines})
        if aim == "best_game":
            return by_number(lines, best)
        if aim == "present":
            return [[who] for who in drawn.get(prize["key"], ()) if who in replay.entries]
        if aim == "first_round":
            return of_round(rounds[0]) if rounds else []
        if aim == "last_round":
            return of_round(rounds[-1]) if is_last else []
        need(aim == "place", "aim")
        return by_rank(lines)

    prizes = sorted(
        plan["prizes"],
        key=lambda one: (
            *(AIMS.index(one["aim"]), one.get("tag", "")),
            *(one["first"], one["last"], one["key"]),
        ),
    )
    slots = [
        (prize, place)
        for prize in prizes
        for place in range(number(prize["first"], 1), number(prize["last"], 1, MOST_PLACES) + 1)
    ]
    groups = {prize["key"]: groups_of(prize) for prize in prizes}
    if not plan["several"]:
        return one_each(slots, lines, groups)
    found = []
    for prize, place in slots:
        before, winners = 0, []
        for group in groups[prize["key"]]:
            before += len(group)
            if place <= before:
                winners = group
                break
        found.append({"prize": prize["key"], "place": place, "entries": sorted(winners)})
    return found


def one_each(slots: list[Any], lines: list[Plain], groups: Plain) -> list[Plain]:
    """Give every entry at most one prize; README of standings, section 3."""
    order = [line["entry"] for line in lines]
    by_place = [(prize, place) for prize, place in slots if prize["aim"] == "place"]
    others = [(prize, place) for prize, place in slots if prize["aim"] != "place"]
    kept = {
        order[place - 1]
        for prize, place in by_place
        if place <= len(order)
        and (place <= 3 or prize.get("cents") or prize.get("percent") or prize.get("parts"))
    }
    flat = {key: [who for group in found for who in group] for key, found in groups.items()}
    asked = []
    for prize, place in others:
        ones = flat[prize["key"]]
        wanted = ones[place - 1 : place]
        if prize["aim"] != "last":
            wanted = [*ones[place - 1 :], *reversed(ones[: place - 1])]
        asked.append([who for who in wanted if who not in kept])
    apart = set_apart(asked)
    taken = {who for who in apart if who is not None}
    special = set(taken)
    got: dict[int, int] = {}
    in_turn = sorted(range(len(by_place)), key=lambda at: by_place[at][1])
    for is_second in (False, True):
        for at in in_turn:
            wanted = order[::-1] if is_second else order[by_place[at][1] - 1 :]
            who = next((one for one in wanted if one not in taken), None)
            if at not in got and who is not None:
                got[at] = who
                taken.add(who)
    pools = {who: group for group in by_rank(lines) for who in group}
    found = []
    for at, (prize, place) in enumerate(by_place):
        winners = [] if at not in got else [one for one in pools[got[at]] if one not in special]
        found.append({"prize": prize["key"], "place": place, "entries": sorted(winners)})
    for (prize, place), who in zip(others, apart):
        ones = flat[prize["key"]]
        winner = ones[place - 1] if who is None and place <= len(ones) else who
        entries = [] if winner is None else [winner]
        found.append({"prize": prize["key"], "place": place, "entries": entries})
    return found


def set_apart(asked: list[list[int]]) -> list[int | None]:
    chosen: list[int | None] = []
    for candidates in asked:
        rest = asked[len(chosen) + 1 :]
        gone = {who for who in chosen if who is not None}
        most = most_of(rest, gone)
        free = [who for who in candidates if who not in gone]
        fitting = (who for who in free if most_of(rest, gone | {who}) == most)
        chosen.append(next(fitting, free[0] if free else None))
    return chosen


def most_of(asked: list[list[int]], gone: set[int]) -> int:
    holder: dict[int, int] = {}

    def find(prize: int, tried: set[int]) -> bool:
        for who in asked[prize]:
            if who in gone or who in tried:
                continue
            tried.add(who)
            if who not in holder or find(holder[who], tried):
                holder[who] = prize
                return True
        return False

    return sum(find(prize, set()) for prize in range(len(asked)))


# Section 6: draws.
def mark_of(wishes: Plain | None) -> str:
    """Return the hash of wishes, empty without any."""
    if not wishes:
        return ""
    if wishes.get("hidden"):
        return str(wishes["hidden"])
    plain = {
        "apart": [
            {"entrants": one["entrants"], "rounds": one["rounds"]}
            for one in wishes.get("apart", [])
        ],
        "seats": [
            {"entrant": one["entrant"], "tables": one["tables"]} for one in wishes.get("seats", [])
        ],
        "salt": wishes.get("salt", ""),
    }
    return sha256(canonical(plain, ascii_only=True))


def spans_of(halls: Plain) -> list[list[int]]:
    """Return the ranges of tables in the order of their use, empty for no limit."""
    if not halls:
        return []
    left = LAST_TABLE if halls["count"] is None else number(halls["count"], 0, LAST_TABLE)
    found = []
    whole = [(one["first"], one["last"]) for one in halls["halls"]] or [(1, LAST_TABLE)]
    for first, last in whole:
        start = first
        for skipped in [*sorted(set(halls["skipped"])), last + 1]:
            if start <= skipped <= last + 1:
                if start < skipped and left:
                    found.append([start, min(skipped - 1, start + left - 1)])
                    left -= found[-1][1] - start + 1
                start = skipped + 1
    return found


def fingerprint_of(request: Plain) -> str:
    kept = {
        "entrants": sorted(
            (
                {name: one[name] for name in ("byes", "number", "place")}
                for one in request["entrants"]
            ),
            key=lambda one: one["number"],
        ),
        **{name: request[name] for name in ("method", "round_number", "rounds_left", "seed")},
        "search_limit": request["search_limit"],
    }
    present = {one["number"] for one in kept["entrants"]}
    for name in ("opponents", "partners"):
        kept[name] = sorted(sorted(pair) for pair in request[name] if present.issuperset(pair))
    is_phased = request["method"] in ("pools", "bracket")
    if is_phased:
        kept["frame"] = request["frame"]
    if is_phased or request.get("wishes") or request.get("tables"):
        kept["tables"] = request["tables"]
        kept["wishes"] = mark_of(request["wishes"]) or None
    return sha256(canonical(kept, ascii_only=True))


def repeats_of(request: Plain, pairings: list[Plain], exempt: list[int]) -> list[Plain]:
    found = []

    def times(name: str) -> dict[tuple[int, ...], int]:
        met: dict[tuple[int, ...], int] = {}
        for pair in request[name]:
            key = tuple(sorted(pair))
            met[key] = met.get(key, 0) + 1
        return met

    opponents, partners = times("opponents"), times("partners")
    for one in pairings:
        for pair in (tuple(sorted((a, b))) for a in one["a"] for b in one["b"]):
            if pair in opponents:
                found.append(["opponents", list(pair), opponents[pair]])
    for one in pairings:
        for side in (one["a"], one["b"]):
            pair = tuple(sorted(side))
            if len(side) == 2 and pair in partners:
                found.append(["partners", list(pair), partners[pair]])
    byes = {one["number"]: one["byes"] for one in request["entrants"]}
    found += [["exempt", [who], byes[who]] for who in exempt if byes[who]]
    return [{"kind": kind, "entrants": who, "times": many} for kind, who, many in found]


def barrier_holds(request: Plain, barrier: Plain) -> bool:
    """Return whether members of different groups have all met, and every group is odd."""
    present = [one["number"] for one in request["entrants"]]
    need(len(present) <= MOST_ENTRANTS, "entrants")
    is_odd = len(present) % 2 == 1
    fewest = min(one["byes"] for one in request["entrants"])
    open_to_bye = {one["number"] for one in request["entrants"] if one["byes"] == fewest}
    met = {tuple(sorted(pair)) for pair in request["opponents"]}
    removed = set(barrier["removed"])
    everybody = {*present, 0} if is_odd else set(present)
    named = [*barrier["removed"], *(who for group in barrier["groups"] for who in group)]
    if len(set(named)) < len(named) or not set(named) <= everybody:
        return False

    def could_meet(one: int, two: int) -> bool:
        if 0 in (one, two):
            return one != two and max(one, two) in open_to_bye
        return one != two and tuple(sorted((one, two))) not in met

    return all(
        len(group) % 2 == 1
        and not any(
            could_meet(who, two) for who in group for two in everybody - removed - set(group)
        )
        for group in barrier["groups"]
    )


TOLD = ("proof", "barrier", "distance", "look_ahead", "rounds_safe")
"""What a certificate says of its draw beside the tables."""
ASKED = (
    *("method", "seed", "round_number", "rounds_left", "entrants", "opponents", "partners"),
    *("search_limit", "tables", "wishes", "frame"),
)
DRAWN = ("pairings", "exempt", "repeats", *TOLD, "broken", "worth", "groups")


def tell_unknown(plain: Plain, report: Report) -> None:
    """Say that a draw has keys that this checker does not know."""
    request, certificate = plain["request"], plain["certificate"]
    parts = [
        (plain, ("request", "certificate", "swaps")),
        (request, ASKED),
        (certificate, ("version", "method", "seed", "fingerprint", "draw")),
        (certificate["draw"], DRAWN),
        *((one, ("number", "place", "byes")) for one in request["entrants"]),
        *((one, ("table", "a", "b")) for one in certificate["draw"]["pairings"]),
    ]
    if any(name not in known for part, known in parts for name in part):
        report.skip("unknown")


def check_draw(path: str, plain: Plain, played: Plain, replay: Replay, report: Report) -> None:
    request, certificate = plain["request"], plain["certificate"]
    drawn, told = certificate["draw"], played["drawn"]
    report.compare(f"{path}.swaps", plain["swaps"], played["swaps"])
    report.compare(
        f"{path}.certificate.fingerprint", certificate["fingerprint"], fingerprint_of(request)
    )
    report.compare(f"{path}.certificate.method", certificate["method"], request["method"])
    report.compare(f"{path}.certificate.seed", certificate["seed"], request["seed"])
    is_phased = request["method"] in ("pools", "bracket")
    has_wishes = bool(request.get("wishes"))
    least = 4 if is_phased else 3 if has_wishes or request.get("tables") else 2
    version = max(number(certificate["version"], 1, 4), 2)
    report.compare(f"{path}.certificate.version", version, least)
    report.skip("redrawn")
    tell_unknown(plain, report)
    if (request.get("wishes") or {}).get("hidden"):
        report.skip("hidden_wishes")
    numbers = [one["number"] for one in items(request["entrants"])]
    pairings, exempt = items(drawn["pairings"]), items(drawn["exempt"])
    seated = [who for one in pairings for who in (*one["a"], *one["b"])]
    need(len(numbers) <= MOST_ENTRANTS and len(seated) + len(exempt) <= len(numbers), "seats")
    if is_phased:
        need(set(seated) | set(exempt) <= set(numbers), "seats")
        need(len({*seated, *exempt}) == len(seated) + len(exempt), "seats")
    else:
        report.compare(f"{path}.certificate", sorted([*seated, *exempt]), sorted(numbers))
    tables = [one["table"] for one in pairings]
    spans = request.get("tables") or [[1, LAST_TABLE]]
    need(len(set(tables)) == len(tables), "tables")
    need(all(name in drawn for name in TOLD), "draw")
    need(all(any(a <= table <= b for a, b in spans) for table in tables), "tables")
    if not is_phased:
        expected = repeats_of(request, pairings, exempt)
        report.compare(f"{path}.certificate.draw.repeats", drawn["repeats"], expected)
        check_fewest(path, request, drawn, report)
    if told is not None:
        check_facts(path, request, told, replay, report)
        for name, stored in (
            ("fingerprint", certificate["fingerprint"]),
            ("seed", request["seed"]),
        ):
            report.compare(f"{path}.{name}", stored, told[name])
        report.compare(f"{path}.method", request["method"], told["method"])
        if "repeats" in told:
            report.compare(f"{path}.repeats", drawn["repeats"], told["repeats"])
    if played["published"] is not None:
        turned = seated_by(drawn, plain["swaps"])
        if not (told and told["has_meetings"]):
            report.compare(
                f"{path}.certificate.draw.pairings", turned["seats"], played["published"]
            )
        report.compare(f"{path}.certificate.draw.groups", turned["groups"], played["groups"])
    report.count("draws")


def seated_by(drawn: Plain, swaps: Any) -> Plain:
    """Return the seats of a draw after its swaps, as the log publishes them."""

    def turn(who: list[int]) -> list[int]:
        for one, two in swaps:
            who = [two if own == one else one if own == two else own for own in who]
        return who

    seats = [
        {"table": one["table"], "a": turn(one["a"]), "b": turn(one["b"])}
        for one in drawn["pairings"]
    ]
    seats += [{"table": None, "a": [who], "b": []} for who in turn(drawn["exempt"])]
    groups = [{"name": one["name"], "slots": turn(one["slots"])} for one in drawn.get("groups", [])]
    return {"seats": seats, "groups": groups}


def check_fewest(path: str, request: Plain, drawn: Plain, report: Report) -> None:
    """Check that nobody could have drawn with fewer repeats, where the certificate proves it."""
    proof, repeats = drawn["proof"], drawn["repeats"]
    is_here = f"{path}.certificate.draw.proof"
    if proof == "no_repeats":
        report.compare(is_here, len(repeats), 0)
    elif proof == "everybody_exempt":
        fewest = min(one["byes"] for one in request["entrants"])
        is_true = all(one["kind"] == "exempt" and one["times"] == fewest for one in repeats)
        report.compare(is_here, is_true, True)
    elif proof == "barrier" and not request.get("wishes"):
        barrier = drawn["barrier"]
        report.compare(is_here, barrier_holds(request, barrier), True)
        must = max(0, (len(barrier["groups"]) - len(barrier["removed"]) + 1) // 2)
        fewest = min(one["byes"] for one in request["entrants"])
        again = [one for one in repeats if one["kind"] != "exempt"]
        report.compare(is_here, len(again), must)
        byes = [one["times"] for one in repeats if one["kind"] == "exempt"]
        report.compare(is_here, byes, [fewest] * len(byes))
    else:
        report.skip("fewest")
        return
    report.count("fewest")


def check_facts(path: str, request: Plain, told: Plain, replay: Replay, report: Report) -> None:
    """Check that a draw was made from what was known at its moment."""
    if told["has_meetings"]:
        report.skip("meetings")
        return
    numbers = sorted(one["number"] for one in request["entrants"])
    is_phased = request["method"] in ("pools", "bracket")
    if not is_phased:
        report.compare(f"{path}.request.entrants", numbers, told["present"])
    here = set(numbers)
    for name in ("opponents", "partners"):
        expected = [pair for pair in told[name] if here.issuperset(pair)]
        report.compare(f"{path}.request.{name}", request[name], expected)
    report.compare(f"{path}.request.tables", request.get("tables", []), told["tables"])
    report.compare(f"{path}.request.wishes", mark_of(request.get("wishes")), told["wished"])
    for one in request["entrants"]:
        report.compare(
            f"{path}.request.entrants.byes", one["byes"], told["byes"].get(one["number"], 0)
        )
        if told["places"] is None:
            report.skip("phases" if is_phased or not replay.is_plain else "places")
        else:
            expected = told["places"].get(one["number"])
            report.compare(f"{path}.request.entrants.place", one["place"], expected)


# Section 8: the document against the replayed log.
OPTIONAL_OF_CONTEST = (
    *("phases", "second_entries", "sanction_list", "announcement", "sponsors"),
    *LATER,
)
OPTIONAL_OF_HAND: Plain = {
    "belote_seat": "",
    "penalty_reason": "",
    "defenders_count": None,
    "tricks": None,
    "last_trick": "",
    "trump": "",
    "bid": None,
    "multiplier": 0,
    "taker_alone": False,
    "declarations": [],
    "best_declaration": "",
    "further_belotes": [],
    "passed_deals": 0,
    "changed_at": None,
}
NO_RESULT = {"points": 0, "outcome": "", "capots": 0, "failed": 0, "hands": 0}


def folded(names: Any) -> list[str]:
    return [" ".join(name.split()).casefold() for name in items(names)]


def check_contest(document: Plain, replay: Replay, report: Report) -> None:
    contest = document["tournament"]
    expected = {
        **replay.settings,
        **{name: value for name, value in replay.later.items() if value},
        "created_at": replay.created_at,
        "finished_at": replay.finished_at,
    }
    if replay.book.is_hidden:
        expected.pop("till", None)
    if replay.finished_at is not None and replay.brackets != 1:
        expected["bracket_version"] = replay.brackets
    stored = {name: value for name, value in contest.items() if name != "wishes"}
    if replay.finished_at is None:
        stored.pop("bracket_version", None)
    report.fields("tournament", stored, expected, (*OPTIONAL_OF_CONTEST, "bracket_version"))
    report.compare("tournament.wishes", mark_of(contest.get("wishes")), replay.wishes)


def check_entries(document: Plain, replay: Replay, report: Report) -> None:
    entries = items(document["entries"])
    found = sorted(one["number"] for one in entries)
    report.compare("entries", found, sorted(replay.entries))
    for place, entry in enumerate(entries):
        path, own = f"entries[{place}]", replay.entries.get(entry["number"])
        if own is None:
            continue
        purse = replay.book.purse(entry["number"])
        paid: Plain = {"has_paid": purse.has_paid}
        bought = purse.plain(replay.book.fee)
        if bought:
            paid["purse"] = bought
        if replay.book.is_hidden:
            paid = {"has_paid": False}
        names = ("number", "tags", "withdrawn_from", "checked_in_at", "created_at")
        expected = {name: own[name] for name in names}
        expected.update(paid)
        if own["team_name"]:
            expected["team_name"] = own["team_name"]
        stored = {name: value for name, value in entry.items() if name not in ("players", "former")}
        report.fields(path, stored, expected, ("team_name", "purse"))
        report.compare(f"{path}.players", folded(entry["players"]), folded(own["players"]))
        former = [
            [{**one, "player": folded([one["player"]])} for one in which]
            for which in (entry.get("former", []), own["former"])
        ]
        report.compare(f"{path}.former", *former)
        report.count("entries")


def score_everything(document: Plain, replay: Replay, report: Report) -> None:
    """Score every sheet; what nothing says how to score is taken as the document has it."""
    for plain in items(document["rounds"]):
        played = replay.rounds.get(plain["number"])
        stored = {name_of(match): match for match in plain["matches"]}
        for match in played["matches"] if played else ():
            sheet = match["sheet"]
            if sheet is None:
                continue
            try:
                replay.score(sheet)
            except UnscoredError:
                report.skip("declarations" if replay.table else "hands")
                sheet["scored"] = as_written(stored[state_name(match)], match)


def as_written(stored: Plain, match: Plain) -> Plain:
    """Return the score of a sheet by what the document says of its hands."""
    plain, sheet, hands = stored["sheet"], match["sheet"], stored["hands"]
    if not is_game(match):
        hands = stored["hands_not_counted"][: number(plain["hand_count"])]
    a = sum(one["score_a"] for one in hands) + plain["returned_a"]
    b = sum(one["score_b"] for one in hands) + plain["returned_b"]
    is_length = sheet["planned"]["target"] is None and sheet["is_finished"]
    ahead = "" if a == b else "A" if a > b else "B"
    return {
        "totals": [a, b],
        "scores": [
            {
                "points": {"A": one["score_a"], "B": one["score_b"]},
                "winner": "",
                "outcome": "",
                "takers": "",
            }
            for one in hands
        ],
        "held": plain["held"],
        "winner": ahead if is_length else plain["winner"],
        "count": len(hands),
        "is_written": True,
    }


def state_name(match: Plain) -> str:
    sides = {side.lower(): side_of(match, side) for side in SIDES}
    return name_of({"table": match["table"], **sides})


def check_rounds(document: Plain, replay: Replay, report: Report) -> None:
    rounds = items(document["rounds"])
    report.compare("rounds", [one["number"] for one in rounds], sorted(replay.rounds))
    for place, plain in enumerate(rounds):
        played = replay.rounds.get(plain["number"])
        if played is None:
            continue
        path = f"rounds[{place}]"
        names = ("number", "hands", "status", "drawn_at", "published_at", "closed_at")
        expected = {name: played[name] for name in (*names, "timer_left", "timer_ends_at")}
        for name in ("groups", "moved", "capot_fails"):
            if played[name]:
                expected[name] = played[name]
        stored = {name: plain[name] for name in plain if name not in ("draw", "matches")}
        report.fields(path, stored, expected, ("groups", "moved", "capot_fails"))
        if plain["draw"] is not None:
            report.guard(
                f"{path}.draw",
                partial(check_draw, f"{path}.draw", plain["draw"], played, replay, report),
            )
        elif played["drawn"] is not None:
            report.fault(f"{path}.draw", None, played["drawn"]["fingerprint"])
        else:
            report.skip("no_draw")
        check_matches(path, plain, played, replay, report)


def name_of(match: Plain) -> str:
    if match["table"]:
        return f"table {match['table']}"
    sides = [*numbers_of(match["a"]), *numbers_of(match["b"])]
    return f"entry {' '.join(map(str, sides))}"


def check_matches(path: str, plain: Plain, played: Plain, replay: Replay, report: Report) -> None:
    known = {state_name(match): match for match in played["matches"]}
    stored = items(plain["matches"])
    names = [name_of(match) for match in stored]
    report.compare(f"{path}.matches", sorted(names), sorted(map(state_name, played["matches"])))
    for place, match in enumerate(stored):
        own, here = known.get(names[place]), f"{path}.matches[{place}]"
        if own is not None:
            report.guard(here, Table(here, match, own, played, replay, report).check)


class Table:
    """A match of a document beside the replayed one."""

    def __init__(
        self, path: str, stored: Plain, match: Plain, played: Plain, replay: Replay, report: Report
    ) -> None:
        self.path, self.stored, self.match = path, stored, match
        self.played, self.replay, self.report = played, replay, report

    def check(self) -> None:
        match, sheet, stored = self.match, self.match["sheet"], self.stored
        scored = self.replay.score(sheet) if sheet else None
        if scored and "is_written" not in scored:
            self.report.count("scored", len(scored["scores"]))
        sides = {side.lower(): self._side(side) for side in SIDES}
        slips = [
            {name: slip[name] for name in ("hands", "total_a", "total_b")}
            for slip in (sheet["slips"] if sheet else [])
        ]
        counted = len(scored["scores"]) if scored and is_game(match) else 0
        fallen = (
            sum(bool(one["penalty"]) for one in sheet["hands"][: len(scored["scores"])])
            if scored
            else 0
        )
        names = ("table", "kind", "needs_check", "check_note", "is_signed")
        expected = {
            **{name: match[name] for name in names},
            **sides,
            "bye": match["kind"] == "exempt",
            "slips": slips,
            "penalties": fallen,
            "receipt": self.replay.receipt(self.played, match) if sheet else "",
        }
        if match["decided_for"] is not None:
            expected["decided_for"] = match["decided_for"]
        if match["decided_by"]:
            expected["decided_by"] = match["decided_by"]
        apart = (
            *("hands", "hands_not_counted", "sheet", "results"),
            *("verdicts", "total_a", "total_b"),
        )
        plain = {name: value for name, value in stored.items() if name not in apart}
        self.report.fields(self.path, plain, expected, ("decided_for", "decided_by"))
        if sheet is None or scored is None:
            self.report.compare(f"{self.path}.sheet", stored["sheet"], None)
            self.report.compare(
                f"{self.path}.hands", [stored["hands"], stored["hands_not_counted"]], [[], []]
            )
        else:
            self._sheet(sheet, scored)
            self._hands(sheet, scored, counted)
        self._verdicts()
        self._results(scored)
        self.report.count("tables")

    def _side(self, side: str) -> Any:
        numbers = side_of(self.match, side)
        if not numbers:
            return None
        return numbers if self.replay.is_melee else numbers[0]

    def _sheet(self, sheet: Plain, scored: Plain) -> None:
        scores, (a, b) = scored["scores"], scored["totals"]
        is_slip = sheet["is_slip"]
        names = (
            *("is_finished", "is_slip", "planned", "first_dealer", "passed_deals"),
            *("stop_reason", "started_at", "finished_at"),
        )
        returned_a = 0 if is_slip else a - sum(one["points"]["A"] for one in scores)
        returned_b = 0 if is_slip else b - sum(one["points"]["B"] for one in scores)
        expected = {
            **{name: sheet[name] for name in names},
            "hand_count": scored["count"],
            "held": scored["held"],
            "returned_a": returned_a,
            "returned_b": returned_b,
            "winner": scored["winner"],
        }
        self.report.fields(f"{self.path}.sheet", self.stored["sheet"], expected)

    def _hands(self, sheet: Plain, scored: Plain, counted: int) -> None:
        stored = [*items(self.stored["hands"]), *items(self.stored["hands_not_counted"])]
        self.report.compare(f"{self.path}.hands", len(self.stored["hands"]), counted)
        self.report.compare(f"{self.path}.hands", len(stored), len(sheet["hands"]))
        if len(stored) != len(sheet["hands"]):
            return
        scores = self._scores(sheet, scored)
        for place, (hand, columns) in enumerate(zip(stored, sheet["hands"])):
            by = sheet["by"][place]
            expected = {
                "number": place + 1,
                "points": columns["card_points"],
                **{name: columns[name] or None for name in BLANK},
                "recorded_by": hand["recorded_by"] if by["by"] is None else by["by"],
                "recorded_at": by["at"],
            }
            if scores is not None:
                won = scores[place]["points"] if place < len(scores) else {"A": 0, "B": 0}
                expected.update(score_a=won["A"], score_b=won["B"])
            else:
                expected.update(score_a=hand["score_a"], score_b=hand["score_b"])
            values = {**columns, "changed_at": by["changed"]}
            for name, usual in OPTIONAL_OF_HAND.items():
                if not same(values.get(name, usual), usual):
                    expected[name] = values[name]
            is_counted = place < len(self.stored["hands"])
            at = place if is_counted else place - len(self.stored["hands"])
            part = "hands" if is_counted else "hands_not_counted"
            self.report.fields(f"{self.path}.{part}[{at}]", hand, expected, OPTIONAL_OF_HAND)
            self.report.count("hands")

    def _scores(self, sheet: Plain, scored: Plain) -> list[Plain] | None:
        if "is_written" in scored:
            return None
        if not sheet["is_slip"]:
            return list(scored["scores"])
        try:
            found = play(self.replay.table, self.replay.settings["rules"]["values"], sheet)
        except UnscoredError:
            return None
        return list(found["scores"])

    def _verdicts(self) -> None:
        expected = {side: dict(one) for side, one in self.match["verdicts"].items()}
        stored = {one["side"]: one for one in items(self.stored["verdicts"])}
        for side, one in expected.items():
            if one["author"] is None and side in stored:
                one["author"] = stored[side]["author"]
        self.report.compare(f"{self.path}.verdicts", stored, expected)
        self.report.compare(f"{self.path}.verdicts", len(self.stored["verdicts"]), len(stored))

    def _results(self, scored: Plain | None) -> None:
        match, played = self.match, self.played
        stored = {one["entry"]: one for one in items(self.stored["results"])}
        given = {one["entry"]: one for one in self.replay._of_round(played)}
        self.report.compare(
            f"{self.path}.results",
            sorted(one["entry"] for one in self.stored["results"]),
            sorted(seat["entry"] for seat in match["seats"]),
        )
        points: dict[str, list[int]] = {"A": [], "B": []}
        for place, seat in enumerate(match["seats"]):
            result = given.get(seat["entry"]) if seat["counts"] else None
            if not seat["counts"] and is_game(match) and match["sheet"]["is_finished"]:
                result = self.replay.game_result(played, match, seat)
            has_result = result is not None
            expected = {
                "entry": seat["entry"],
                "counts": seat["counts"],
                "kind": result["kind"] if result else seat["kind"],
                "has_result": has_result,
                **{name: result[name] if result else usual for name, usual in NO_RESULT.items()},
            }
            if seat["counts"]:
                points[seat["side"]].append(expected["points"])
            if seat["entry"] in stored:
                own = stored[seat["entry"]]
                if result and scored and "is_written" in scored:
                    expected.update(capots=own["capots"], failed=own["failed"])
                    if match["sheet"]["planned"]["target"] is not None:
                        expected["outcome"] = own["outcome"]
                self.report.fields(f"{self.path}.results[{place}]", own, expected)
                self.report.count("results")
        totals = [max(points[side], default=None) for side in SIDES]
        if is_game(match) and scored:
            totals = scored["totals"]
        self.report.compare(f"{self.path}.total_a", self.stored["total_a"], totals[0])
        self.report.compare(f"{self.path}.total_b", self.stored["total_b"], totals[1])


SHOWN_LINE = ("rank", "entry", "total", "wins", "best_game", "exempt", "decided_by")


DECIDED_BY = (
    *(None, "shared", "lot", "direct", "bracket", "meetings", "tables", "difference"),
    *("points", "wins", "wins_and_byes", "best_game", "next_best_games", "capots"),
    *("fewest_failed", "last_game", "stayed"),
)


def check_standings(document: Plain, replay: Replay, report: Report) -> None:
    stored = items(document["standings"])
    lines = replay.standings()
    if not replay.is_plain:
        report.skip("meetings" if replay.later["meetings"] else "phases")
        found = sorted(one["entry"] for one in stored)
        report.compare("standings", found, sorted(replay.entries))
        by_entry = {one["entry"]: one for one in lines}
        for place, line in enumerate(stored):
            own = by_entry.get(line["entry"], {})
            need(set(line) == set(SHOWN_LINE) and line["decided_by"] in DECIDED_BY, "line")
            for name in ("total", "wins", "best_game", "exempt"):
                report.compare(f"standings[{place}].{name}", line[name], own.get(name))
        if replay.final is not None:
            shown_lines = [[one["entry"], one["rank"], one["total"]] for one in stored]
            report.compare("standings", shown_lines, replay.final)
            report.count("standings", len(stored))
        return
    report.compare("standings", len(stored), len(lines))
    for place, (line, own) in enumerate(zip(stored, lines)):
        report.fields(f"standings[{place}]", line, {name: own[name] for name in SHOWN_LINE})
        report.count("standings")


def check_awards(document: Plain, replay: Replay, report: Report) -> None:
    stored = items(document.get("awards", []))
    if not replay.later["prize_plan"]:
        report.compare("awards", stored, [])
    elif replay.is_plain:
        expected = awards_of(replay)
        report.compare("awards", len(stored), len(expected))
        for place, (one, own) in enumerate(zip(stored, expected)):
            report.fields(f"awards[{place}]", one, own)
            report.count("awards")


PARTS = {
    "tournament": check_contest,
    "entries": check_entries,
    "rounds.matches": score_everything,
    "rounds": check_rounds,
    "standings": check_standings,
    "awards": check_awards,
}


def check(document: Plain, heads: list[tuple[int, str]]) -> Report:
    """Check a document; never raises, whatever it holds."""
    report = Report()
    report.skip("anew")
    log: list[Plain] = []
    report.guard("log", lambda: log.extend(check_chain(document.get("log"), report)))
    check_heads(log, heads, report)
    if not log:
        report.fault("log", "", "?")
        return report
    replay = Replay(document, report)
    for line in log:
        try:
            replay.follow(line)
        except BROKEN:
            report.fault(f"log[{line['number'] - 1}]", line["kind"], "?")
            return report
    if "outcomes" in document:
        report.compare("outcomes", sha256(canonical(document["outcomes"])), replay.named)
    elif not replay.named:
        report.skip("hands")
    if replay.book.is_hidden:
        report.skip("money")
    else:
        report.count("counts", replay.book.counts)
        report.count("purses", len(replay.book.purses))
    for name, part in PARTS.items():
        report.guard(name, partial(part, document, replay, report))
    known = ("tournament", "entries", "rounds", "standings", "awards", "outcomes", "log")
    if any(name not in known for name in document):
        report.skip("unknown")
    return report


def head_of(text: str) -> tuple[int, str]:
    """Return a printed head: 214:3fa901bc77de0012, with spaces and a dot, or in the QR code."""
    written = text.lower().rpartition("?head=")[2].replace("%3a", ":")
    found = re.fullmatch(r"(\d{1,9}) ?[·:] ?([0-9a-f ]{8,79})", " ".join(written.split()))
    if found is None:
        raise NoDocumentError(f"no head: {text}")
    return int(found[1]), found[2].replace(" ", "")


def main(arguments: list[str]) -> int:
    heads, files, is_json = [], [], "--json" in arguments
    try:
        given = iter(one for one in arguments if one != "--json")
        for one in given:
            if one == "--head":
                heads.append(head_of(next(given, "")))
            else:
                files.append(one)
        if len(files) != 1:
            raise NoDocumentError("python check.py contest.json [--head NUMBER:DIGITS …] [--json]")
        with open(files[0], "rb") as file:
            document = read(file.read(MOST_BYTES + 1))
    except (NoDocumentError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    report = check(document, heads)
    if is_json:
        print(json.dumps(vars(report)))
        return int(bool(report.faults))
    print("Checked:")
    for what, many in report.done.items():
        print(f"  {many} {CHECKED[what]}")
    print("Not checked:")
    for what in report.skipped:
        print(f"  {NOT_CHECKED[what]}")
    for path, stored, expected in report.faults:
        print(f"FAULT {path}: the document says {stored}, it should be {expected}")
    print(f"{len(report.faults)} faults" if report.faults else "No fault was found.")
    return int(bool(report.faults))


if __name__ == "__main__":
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8", errors="replace")
    sys.exit(main(sys.argv[1:]))
