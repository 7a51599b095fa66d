"""The rules of an exported contest, saved to a file, score its sheets as the contest did."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from scorekeeper.engine.hand import (
    CAPOT_BID,
    Contract,
    Declaration,
    DeclarationKind,
    HandEntry,
    Multiplier,
    Seat,
    Side,
    Trump,
)
from scorekeeper.engine.presets import PRESETS
from scorekeeper.models import Club
from scorekeeper.rules.queries import preset_choice
from tests.contest import games_of, make_contest, start_round, write_hand
from tests.scorekeeper.scoring_command import run_on
from tournaments.audit_log.queries.documents import document_of

A, B = Side
SHEET = """\
taker,points,bid,double,trump,belote,capot,declarations,best_declaration,penalty
A,83,100,,,,,A:tierce,,
B,91,110,doubled,hearts,A,,A:cent B:cent,B,
A,162,capot,,spades,,A,,,
,,,,,,,,,B
B,158,90,redoubled,all_trump,B,,,,
"""


def bid(
    seat: Seat, points: int, contract: int, said: Multiplier = Multiplier.PLAIN, **more: Any
) -> HandEntry:
    return HandEntry(
        taker=seat,
        card_points=points,
        contract=Contract(bid=contract, multiplier=said),
        **more,
    )


HANDS = (
    bid(Seat.A1, 83, 100, declarations=(Declaration(side=A, kind=DeclarationKind.TIERCE),)),
    bid(
        Seat.B1,
        91,
        110,
        said=Multiplier.DOUBLED,
        trump=Trump.HEARTS,
        belote=A,
        declarations=tuple(Declaration(side=side, kind=DeclarationKind.CENT) for side in Side),
        best_declaration=B,
    ),
    bid(Seat.A2, 162, CAPOT_BID, trump=Trump.SPADES, capot=A),
    HandEntry(penalty=B),
    bid(Seat.B2, 158, 90, said=Multiplier.REDOUBLED, trump=Trump.ALL_TRUMP, belote=B),
)


def test_score_marks_what_the_contest_marked(club: Club, tmp_path: Path) -> None:
    ours = replace(preset_choice("contest"), ruleset=PRESETS["coinche_ffb"])
    tournament = make_contest(club, teams=2, rounds=1, hands=5, rules=ours)
    (match,) = games_of(start_round(tournament))
    for hand in HANDS:
        write_hand(match.game, hand)
    document = json.loads(json.dumps(document_of(tournament)))
    rules = tmp_path / "rules.json"
    rules.write_text(json.dumps(document["tournament"]["rules"]["values"]))
    code, out, err = run_on(SHEET, tmp_path, "--rules-file", str(rules))
    assert (code, err) == (0, "")
    scored = [tuple(map(int, row.split(",")[2:4])) for row in out.splitlines()[1:-1]]
    assert match.game is not None
    assert scored == [(hand.score_a, hand.score_b) for hand in match.game.hands.order_by("number")]
    assert len(scored) == len(HANDS)
