"""What every act says, told in English."""

from typing import Any, Final

from tournaments.chain import Link
from tournaments.course.meetings import Squad, TeamMeetings
from tournaments.replay.acts import ACTS, ActKind
from tournaments.standings.fund import Fund
from tournaments.standings.prizes import Prize, PrizePlan

RECEIPT: Final = "7K4M-9QXT"
SAID: Final = {"side": "B", "agrees": True, "receipt": RECEIPT, "note": ""}
TOTALS: Final = {"total_a": None, "total_b": None}
SLIP: Final = {"hands": 2, "total_a": 300, "total_b": 24, "capots_a": 1, "capots_b": 0}


class English:
    """Says acts in English, entries by their numbers."""

    def gettext(self, message: str) -> str:
        return message

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        return singular if number == 1 else plural

    def who(self, number: int) -> str:
        return f"#{number}"

    def points(self, points: int) -> str:
        return str(points)

    def euros(self, cents: int) -> str:
        return f"{cents / 100:.2f} €"

    def tag(self, code: str) -> str:
        return code.capitalize()

    def method(self, code: str) -> str:
        return f"by {code}"

    def settings(self, settings: dict[str, Any]) -> str:
        return "settings"

    def changes(self, before: dict[str, Any], after: dict[str, Any]) -> tuple[str, str]:
        return "was", "became"

    def older(self, link: Link) -> dict[str, Any]:
        return {"players": ["Ann", "Paul"], "tags": []}

    def side(self, link: Link, code: str) -> str:
        return f"side {code}"

    def sheet(self, link: Link, values: dict[str, Any] | None) -> str:
        return "a hand" if values else ""

    def game_act(self, code: str) -> str:
        return f"did {code}"


def told(kind: str, data: dict[str, Any]) -> tuple[str, str, str]:
    link = Link(
        number=7,
        kind=kind,
        round_number=1,
        table_number=1,
        data=data,
        author="Élise",
        at="2026-11-21T20:00:00+00:00",
    )
    act, say = ACTS[kind], English()
    return act.heading(link, say), act.before(link, say), act.words(link, say)


WORDS: Final = [
    (ActKind.CREATED, {"settings": {}}, "", "settings"),
    (
        ActKind.CREATED,
        {"settings": {}, "document": {}},
        "",
        "settings · brought in without a log",
    ),
    (ActKind.CHANGED, {"settings": {}, "before": {}}, "was", "became"),
    (
        ActKind.ENTRY_ADDED,
        {"number": 4, "players": ["Anne", "Paul"], "tags": ["ladies"]},
        "",
        "No. 4 · Anne & Paul · Ladies",
    ),
    (
        ActKind.ENTRY_CHANGED,
        {"number": 4, "players": ["Anne", "Paul"], "tags": []},
        "Ann & Paul",
        "No. 4 · Anne & Paul",
    ),
    (ActKind.ENTRY_REMOVED, {"number": 4}, "", "#4"),
    (ActKind.CHECKED_IN, {"numbers": [1, 2], "here": True}, "", "Here: #1, #2"),
    (ActKind.CHECKED_IN, {"numbers": [1], "here": False}, "", "Not here after all: #1"),
    (
        ActKind.PAID,
        {"numbers": [*range(1, 10)], "paid": True},
        "",
        "Paid: #1, #2, #3, #4, #5, #6 and 3 more",
    ),
    (ActKind.PAID, {"numbers": [1], "paid": False}, "", "Not paid after all: #1"),
    (ActKind.WITHDRAWN, {"number": 4, "from": 2}, "", "#4, from round 2 on"),
    (ActKind.RETURNED, {"number": 4, "revived": []}, "", "#4"),
    (
        ActKind.SUBSTITUTED,
        {"number": 4, "place": 1, "left": "Anne", "came": "Max", "from": 2, "hand": 5},
        "",
        "No. 4 · Max for Anne, from hand 5 of round 2 on",
    ),
    (
        ActKind.SUBSTITUTED,
        {"act": "taken_back", "number": 4, "place": 1, "left": "Anne", "came": "Max"},
        "",
        "No. 4 · Max never sat there: Anne had not left",
    ),
    (
        ActKind.DRAWN,
        {"method": "lot", "seed": 9, "fingerprint": "f", "typed": True, "repeats": []},
        "",
        "by lot · typed seed 9 · nobody meets again",
    ),
    (
        ActKind.DRAWN,
        {
            "method": "lot",
            "seed": 9,
            "fingerprint": "f",
            "repeats": [{"kind": "opponents", "entrants": [1, 2], "times": 1}],
        },
        "",
        "by lot · seed 9 · 1 repeat",
    ),
    (ActKind.SWAPPED, {"one": 1, "other": 2}, "", "#1 and #2 change places"),
    (ActKind.DISCARDED, {}, "", ""),
    (
        ActKind.PUBLISHED,
        {
            "hands": 4,
            "matches": [{"table": 1, "a": [1], "b": [2]}, {"table": None, "a": [3], "b": []}],
        },
        "",
        "1 table · exempt: #3",
    ),
    (ActKind.RESEATED, {"one": 1, "other": 2}, "", "#1 and #2 change places"),
    (
        ActKind.RESEATED,
        {"act": "late", "a": [3], "b": [4], "count": [3, 4]},
        "",
        "Late entry: #3 against #4",
    ),
    (
        ActKind.RESEATED,
        {"act": "catch_up", "a": [3], "b": [1], "count": [3]},
        "",
        "Catch-up game: #3 against #1; it counts for #3",
    ),
    (
        ActKind.RESEATED,
        {"act": "cancelled", "exempt": [3]},
        "",
        "The table is closed: #3 exempt again",
    ),
    (ActKind.UNPUBLISHED, {}, "", ""),
    (ActKind.TIMER, {"act": "set", "seconds_left": 605}, "", "set · 10:05 left"),
    (
        ActKind.GAME,
        {"act": "finished", "hand": None, "before": None, "after": None},
        "",
        "",
    ),
    (
        ActKind.SLIP,
        {**SLIP, "reason": "Late", "signed": False, "to_check": True, "note": "Who?"},
        "",
        "300 – 24 after 2 hands · capots 1 and 0 · Late · impossible, kept to be checked"
        " · not signed yet · Who?",
    ),
    (ActKind.CHECKED, {"note": "It stands"}, "", "It stands"),
    (ActKind.ACCEPTED, {**SAID, **TOTALS}, "", f"side B · receipt {RECEIPT}"),
    (
        ActKind.DISPUTED,
        {**SAID, "agrees": False, "total_a": 300, "total_b": None, "note": "The belote"},
        "",
        f"side B · receipt {RECEIPT} · it should say 300 – – · The belote",
    ),
    (ActKind.RULED, {"receipt": RECEIPT, "note": "So be it"}, "", f"receipt {RECEIPT} · So be it"),
    (ActKind.SIGNED, {"receipt": RECEIPT, "note": ""}, "", f"receipt {RECEIPT}"),
    (ActKind.CLOSED, {"missing": [2, 3]}, "", "without tables 2, 3"),
    (ActKind.REOPENED, {}, "", ""),
    (ActKind.LOT, {"order": [2, 1]}, "", "#2, #1"),
    (ActKind.CODE, {}, "", ""),
    (ActKind.FINISHED, {"ranking": [[1, 1, 900]]}, "", ""),
    (ActKind.RESUMED, {}, "", ""),
    (
        ActKind.HALLS,
        {
            "halls": {
                "count": 20,
                "skipped": [13],
                "halls": [{"name": "Salle A", "first": 1, "last": 24}],
            }
        },
        "",
        "20 tables · Salle A 1–24 · without 13",
    ),
    (ActKind.HALLS, {"halls": {}}, "", ""),
    (
        ActKind.KEPT,
        {
            "moved": [
                {"entrant": 3, "drawn": "main", "now": "consolation"},
                {"entrant": 7, "drawn": "consolation", "now": "main"},
            ]
        },
        "",
        "main bracket: #7 instead of #3",
    ),
    (
        ActKind.WISHED,
        {"mark": "f" * 64, "groups": 1, "seats": 2},
        "",
        "1 group apart · 2 fixed seats",
    ),
    (ActKind.WISHED, {"mark": "", "groups": 0, "seats": 0}, "", "none"),
    (
        ActKind.DECIDED,
        {"winner": 3, "by": "hand"},
        "",
        "#3 · by one more hand",
    ),
    (
        ActKind.DECIDED,
        {"winner": 3, "by": "hand", "squads": ["Ussel"]},
        "",
        "Ussel · by one more hand",
    ),
    (
        ActKind.MEETINGS,
        {
            "meetings": TeamMeetings(
                pairs=2,
                squads=(
                    Squad(number=1, name="Brive", entries=(1, 2)),
                    Squad(number=2, name="Tulle", entries=(4, 3)),
                ),
            ).as_plain()
        },
        "",
        "Brive 1, 2 · Tulle 4, 3",
    ),
    (ActKind.MEETINGS, {"meetings": {}}, "", "none"),
    (
        ActKind.MONEY,
        {"what": "payment", "cents": 500, "means": "card", "entry": 4, "note": "Half"},
        "",
        "Payment 5.00 € · card · #4 · Half",
    ),
    (
        ActKind.MONEY,
        {"what": "payment", "cents": 2400, "means": "cash", "items": [["Meal", 2, 1200]]},
        "",
        "Payment 24.00 € · cash · 2 × Meal 12.00 €",
    ),
    (
        ActKind.MONEY,
        {"what": "counter", "of": 7, "note": "Typed twice"},
        "",
        "Line 7 taken back · Typed twice",
    ),
    (ActKind.MONEY, {"hidden": True}, "", ""),
    (
        ActKind.CHARGED,
        {"number": 4, "items": [["", 1, 1000], ["Meal", 1, 1200]]},
        "",
        "#4 · 1 × Fee 10.00 € · 1 × Meal 12.00 €",
    ),
    (ActKind.CHARGED, {"number": 4, "items": []}, "", "#4 · the fee"),
    (ActKind.CHARGED, {"hidden": True}, "", ""),
    (
        ActKind.PRICES,
        {"prices": {"fee": [800, 0], "prices": [["Meal", 1200, 0, 0]]}},
        "",
        "Meal 12.00 €",
    ),
    (
        ActKind.COUNTED,
        {"cents": 9950, "expected": 10000, "note": "Change given"},
        "",
        "99.50 €, the book says 100.00 € · Change given",
    ),
    (ActKind.COUNTED, {"hidden": True}, "", ""),
    (
        ActKind.PRIZES,
        {
            "plan": PrizePlan(
                prizes=(Prize(key=1, last=3, goods="ham"),), fund=Fund(cents=500)
            ).as_plain()
        },
        "",
        "3 prizes · a fund of 5.00 €",
    ),
    (ActKind.PRIZES, {"plan": PrizePlan().as_plain()}, "", "0 prizes"),
    (ActKind.PRIZE_LOT, {"prize": 1, "order": [3, 1]}, "", "#3 · among 2 present"),
    (
        ActKind.HANDED_OVER,
        {"prize": 1, "place": 1, "entries": [3], "note": "Anne", "cents": 5, "goods": "ham"},
        "",
        "#3 · 0.05 € · ham · Anne",
    ),
    (ActKind.HANDED_BACK, {"prize": 1, "place": 1, "entries": [3]}, "", "#3"),
    (
        ActKind.SANCTION,
        {
            "number": 1,
            "entry": 3,
            "name": "Late",
            "points": 50,
            "from": "total",
            "reason": "Ten past",
        },
        "",
        "#3 · Late · −50 off the total · Ten past",
    ),
    (
        ActKind.SANCTION,
        {"number": 2, "entry": 3, "name": "Talking", "points": 0, "from": "total"},
        "",
        "#3 · Talking",
    ),
    (
        ActKind.SANCTION,
        {"act": "countered", "number": 1, "entry": 3, "reason": "The bus was late"},
        "",
        "#3 · The bus was late",
    ),
    (
        ActKind.CALL,
        {"about": "renounce", "reason": "Hand 4", "note": "The hand stands", "rule": "Art. 9"},
        "",
        "A renounce · Hand 4 · The hand stands · Art. 9",
    ),
    (
        ActKind.REDACTED,
        {"vouched": [[2, "0" * 64]]},
        "",
        "A player asked to be anonymous: out of 1 line. It keeps the mark it had; "
        "this line vouches for what is left.",
    ),
]
