"""What every act says, told in English."""

from typing import Any, Final

from tournaments.audit_log.actions import ACTIONS, ActionType
from tournaments.audit_log.chain import ChainEntry
from tournaments.formats.meetings import Squad, TeamMeetings
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

    def older(self, link: ChainEntry) -> dict[str, Any]:
        return {"players": ["Ann", "Paul"], "tags": []}

    def side(self, link: ChainEntry, code: str) -> str:
        return f"side {code}"

    def sheet(self, link: ChainEntry, values: dict[str, Any] | None) -> str:
        return "a hand" if values else ""

    def game_act(self, code: str) -> str:
        return f"did {code}"


def told(kind: str, data: dict[str, Any]) -> tuple[str, str, str]:
    link = ChainEntry(
        number=7,
        kind=kind,
        round_number=1,
        table_number=1,
        data=data,
        author="Élise",
        at="2026-11-21T20:00:00+00:00",
    )
    act, say = ACTIONS[kind], English()
    return act.heading(link, say), act.before(link, say), act.words(link, say)


WORDS: Final[list[tuple[ActionType, dict[str, Any], str, str]]] = [
    (ActionType.CREATED, {"settings": {}}, "", "settings"),
    (
        ActionType.CREATED,
        {"settings": {}, "document": {}},
        "",
        "settings · imported without a log",
    ),
    (ActionType.CHANGED, {"settings": {}, "before": {}}, "was", "became"),
    (
        ActionType.ENTRY_ADDED,
        {"number": 4, "players": ["Anne", "Paul"], "tags": ["ladies"]},
        "",
        "No. 4 · Anne & Paul · Ladies",
    ),
    (
        ActionType.ENTRY_CHANGED,
        {"number": 4, "players": ["Anne", "Paul"], "tags": []},
        "Ann & Paul",
        "No. 4 · Anne & Paul",
    ),
    (ActionType.ENTRY_REMOVED, {"number": 4}, "", "#4"),
    (ActionType.CHECKED_IN, {"numbers": [1, 2], "here": True}, "", "Here: #1, #2"),
    (ActionType.CHECKED_IN, {"numbers": [1], "here": False}, "", "Not here after all: #1"),
    (
        ActionType.PAID,
        {"numbers": [*range(1, 10)], "paid": True},
        "",
        "Paid: #1, #2, #3, #4, #5, #6 and 3 more",
    ),
    (ActionType.PAID, {"numbers": [1], "paid": False}, "", "Not paid after all: #1"),
    (ActionType.WITHDRAWN, {"number": 4, "from": 2}, "", "#4, from round 2 on"),
    (ActionType.RETURNED, {"number": 4, "revived": []}, "", "#4"),
    (
        ActionType.SUBSTITUTED,
        {"number": 4, "place": 1, "left": "Anne", "came": "Max", "from": 2, "hand": 5},
        "",
        "No. 4 · Max for Anne, from hand 5 of round 2 on",
    ),
    (
        ActionType.SUBSTITUTED,
        {"act": "taken_back", "number": 4, "place": 1, "left": "Anne", "came": "Max"},
        "",
        "No. 4 · Max never sat there: Anne had not left",
    ),
    (
        ActionType.DRAWN,
        {"method": "lot", "seed": 9, "fingerprint": "f", "typed": True, "repeats": []},
        "",
        "by lot · typed seed 9 · nobody meets again",
    ),
    (
        ActionType.DRAWN,
        {
            "method": "lot",
            "seed": 9,
            "fingerprint": "f",
            "repeats": [{"kind": "opponents", "entrants": [1, 2], "times": 1}],
        },
        "",
        "by lot · seed 9 · 1 repeat",
    ),
    (ActionType.SWAPPED, {"one": 1, "other": 2}, "", "#1 and #2 change places"),
    (ActionType.DISCARDED, {}, "", ""),
    (
        ActionType.PUBLISHED,
        {
            "hands": 4,
            "matches": [{"table": 1, "a": [1], "b": [2]}, {"table": None, "a": [3], "b": []}],
        },
        "",
        "1 table · exempt: #3",
    ),
    (ActionType.RESEATED, {"one": 1, "other": 2}, "", "#1 and #2 change places"),
    (
        ActionType.RESEATED,
        {"act": "late", "a": [3], "b": [4], "count": [3, 4]},
        "",
        "Late entry: #3 against #4",
    ),
    (
        ActionType.RESEATED,
        {"act": "catch_up", "a": [3], "b": [1], "count": [3]},
        "",
        "Catch-up game: #3 against #1; it counts for #3",
    ),
    (
        ActionType.RESEATED,
        {"act": "cancelled", "exempt": [3]},
        "",
        "The table is closed: #3 exempt again",
    ),
    (ActionType.UNPUBLISHED, {}, "", ""),
    (ActionType.TIMER, {"act": "set", "seconds_left": 605}, "", "set · 10:05 left"),
    (
        ActionType.GAME,
        {"act": "finished", "hand": None, "before": None, "after": None},
        "",
        "",
    ),
    (
        ActionType.SLIP,
        {**SLIP, "reason": "Late", "signed": False, "to_check": True, "note": "Who?"},
        "",
        "300 – 24 after 2 hands · capots 1 and 0 · Late · impossible, kept to be checked"
        " · not signed yet · Who?",
    ),
    (ActionType.CHECKED, {"note": "It stands"}, "", "It stands"),
    (ActionType.ACCEPTED, {**SAID, **TOTALS}, "", f"side B · receipt {RECEIPT}"),
    (
        ActionType.DISPUTED,
        {**SAID, "agrees": False, "total_a": 300, "total_b": None, "note": "The belote"},
        "",
        f"side B · receipt {RECEIPT} · it should say 300 – – · The belote",
    ),
    (
        ActionType.RULED,
        {"receipt": RECEIPT, "note": "So be it"},
        "",
        f"receipt {RECEIPT} · So be it",
    ),
    (ActionType.SIGNED, {"receipt": RECEIPT, "note": ""}, "", f"receipt {RECEIPT}"),
    (ActionType.CLOSED, {"missing": [2, 3]}, "", "without tables 2, 3"),
    (ActionType.REOPENED, {}, "", ""),
    (ActionType.LOT, {"order": [2, 1]}, "", "#2, #1"),
    (ActionType.CODE, {}, "", ""),
    (ActionType.FINISHED, {"ranking": [[1, 1, 900]]}, "", ""),
    (ActionType.RESUMED, {}, "", ""),
    (
        ActionType.HALLS,
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
    (ActionType.HALLS, {"halls": {}}, "", ""),
    (
        ActionType.KEPT,
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
        ActionType.WISHED,
        {"mark": "f" * 64, "groups": 1, "seats": 2},
        "",
        "1 group apart · 2 fixed seats",
    ),
    (ActionType.WISHED, {"mark": "", "groups": 0, "seats": 0}, "", "none"),
    (
        ActionType.DECIDED,
        {"winner": 3, "by": "hand"},
        "",
        "#3 · by one more hand",
    ),
    (
        ActionType.DECIDED,
        {"winner": 3, "by": "hand", "squads": ["Ussel"]},
        "",
        "Ussel · by one more hand",
    ),
    (
        ActionType.MEETINGS,
        {
            "meetings": TeamMeetings(
                pairs=2,
                squads=(
                    Squad(number=1, name="Brive", entries=(1, 2)),
                    Squad(number=2, name="Tulle", entries=(4, 3)),
                ),
            ).to_dict()
        },
        "",
        "Brive 1, 2 · Tulle 4, 3",
    ),
    (ActionType.MEETINGS, {"meetings": {}}, "", "none"),
    (
        ActionType.MONEY,
        {"what": "payment", "cents": 500, "means": "card", "entry": 4, "note": "Half"},
        "",
        "Payment 5.00 € · card · #4 · Half",
    ),
    (
        ActionType.MONEY,
        {"what": "payment", "cents": 2400, "means": "cash", "items": [["Meal", 2, 1200]]},
        "",
        "Payment 24.00 € · cash · 2 × Meal 12.00 €",
    ),
    (
        ActionType.MONEY,
        {"what": "counter", "of": 7, "note": "Typed twice"},
        "",
        "Line 7 reversed · Typed twice",
    ),
    (ActionType.MONEY, {"hidden": True}, "", ""),
    (
        ActionType.CHARGED,
        {"number": 4, "items": [["", 1, 1000], ["Meal", 1, 1200]]},
        "",
        "#4 · 1 × Fee 10.00 € · 1 × Meal 12.00 €",
    ),
    (ActionType.CHARGED, {"number": 4, "items": []}, "", "#4 · the fee"),
    (ActionType.CHARGED, {"hidden": True}, "", ""),
    (
        ActionType.PRICES,
        {"prices": {"fee": [800, 0], "prices": [["Meal", 1200, 0, 0]]}},
        "",
        "Meal 12.00 €",
    ),
    (
        ActionType.COUNTED,
        {"cents": 9950, "expected": 10000, "note": "Change given"},
        "",
        "99.50 €, the book says 100.00 € · Change given",
    ),
    (ActionType.COUNTED, {"hidden": True}, "", ""),
    (
        ActionType.PRIZES,
        {
            "plan": PrizePlan(
                prizes=(Prize(key=1, last=3, goods="ham"),), fund=Fund(cents=500)
            ).to_dict()
        },
        "",
        "3 prizes · a fund of 5.00 €",
    ),
    (ActionType.PRIZES, {"plan": PrizePlan().to_dict()}, "", "0 prizes"),
    (ActionType.PRIZE_LOT, {"prize": 1, "order": [3, 1]}, "", "#3 · among 2 present"),
    (
        ActionType.HANDED_OVER,
        {"prize": 1, "place": 1, "entries": [3], "note": "Anne", "cents": 5, "goods": "ham"},
        "",
        "#3 · 0.05 € · ham · Anne",
    ),
    (ActionType.HANDED_BACK, {"prize": 1, "place": 1, "entries": [3]}, "", "#3"),
    (
        ActionType.SANCTION,
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
        ActionType.SANCTION,
        {"number": 2, "entry": 3, "name": "Talking", "points": 0, "from": "total"},
        "",
        "#3 · Talking",
    ),
    (
        ActionType.SANCTION,
        {"act": "countered", "number": 1, "entry": 3, "reason": "The bus was late"},
        "",
        "#3 · The bus was late",
    ),
    (
        ActionType.CALL,
        {"about": "renounce", "reason": "Hand 4", "note": "The hand stands", "rule": "Art. 9"},
        "",
        "A renounce · Hand 4 · The hand stands · Art. 9",
    ),
    (
        ActionType.PHOTOGRAPHED,
        {"sha256": "0123abcd" * 8},
        "",
        "photo 0123abcd",
    ),
    (
        ActionType.REDACTED,
        {"vouched": [[2, "0" * 64]]},
        "",
        "A player asked to be anonymous: the name was removed from 1 line. "
        "It keeps the fingerprint it had; this line certifies what is left.",
    ),
]
