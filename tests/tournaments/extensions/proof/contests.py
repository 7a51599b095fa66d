"""Contests of every kind, and their documents altered as somebody would, for both checkers."""

import importlib.util
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from scorekeeper.engine.hand import Contract, HandEntry, Multiplier, Seat, Side
from scorekeeper.models import Club
from tests.contest import games_of, make_contest, play_round, start_round, write_hand
from tests.meetings import LEAGUE, make_meetings
from tests.phased import POOLS, TWO_OF_EACH, make_phased, play_phased
from tests.table import NOW, SCORER, make_club
from tests.tournaments.audit_log.mutations import reseal
from tests.tournaments.audit_log.replay.eventful import (
    eventful_melee,
    eventful_teams,
    forfeits_in_melee,
)
from tests.tournaments.extensions.prizes.lists import set_list
from tests.undone import undone
from tournaments.audit_log.queries.documents import document_of, document_text, public_document
from tournaments.contests.services import finish_tournament
from tournaments.draw.commitment import seed_of
from tournaments.extensions import proof
from tournaments.extensions.prizes.services import draw_prize
from tournaments.models import Tournament
from tournaments.tables.services import announce_next_round, close_round, reopen_round

STATIC: Final = Path(proof.__file__).parent / "static" / "proof"
CHECK_PY: Final = STATIC / "check.py"
CHECK_JS: Final = STATIC / "check.js"


def load_checker() -> ModuleType:
    """Return check.py as a module; it is no part of the program."""
    spec = importlib.util.spec_from_file_location("contest_checker", CHECK_PY)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def phased(club: Club) -> Tournament:
    contest = make_phased(club, POOLS, TWO_OF_EACH)
    play_phased(contest, rounds=6)
    return finish_tournament(tournament_id=contest.pk, author=SCORER, now=NOW)


def club_teams(club: Club) -> Tournament:
    contest = make_meetings(club, LEAGUE)
    play_phased(contest, rounds=3)
    return finish_tournament(tournament_id=contest.pk, author=SCORER, now=NOW)


def finished(club: Club) -> Tournament:
    """Return a contest in which everybody must meet again, played to its end."""
    contest = make_contest(club, teams=5, rounds=6, hands=2)
    first = play_round(contest, seed=0)
    announce_next_round(round_id=first.pk, minutes=5, author=SCORER, now=NOW)
    for number in range(1, 6):
        play_round(contest, seed=number)
    set_list(contest, "Draw: cup")
    for called in ("", "0815"):
        draw_prize(
            tournament_id=contest.pk,
            prize=1,
            present=[1, 3, 5],
            called=called,
            author=SCORER,
            now=NOW,
        )
    return finish_tournament(tournament_id=contest.pk, author=SCORER, now=NOW)


def unusual_hands(club: Club) -> Tournament:
    """Return a contest with capots, failures, litiges, belotes and penalties."""
    contest = make_contest(club, teams=4, rounds=1, hands=6)
    hands = (
        HandEntry(taker=Seat.A1, card_points=162, capot=Side.A, belote=Side.A),
        HandEntry(taker=Seat.B1, card_points=81),
        HandEntry(taker=Seat.A2, card_points=70, belote=Side.B),
        HandEntry(taker=Seat.B2, card_points=0, capot=Side.A),
        HandEntry(penalty=Side.B),
        HandEntry(taker=Seat.A1, card_points=81),
    )
    playing = start_round(contest)
    for match in games_of(playing):
        for hand in hands:
            write_hand(match.game, hand)
    close_round(round_id=playing.pk, author=SCORER, now=NOW)
    return contest


def unusual_contree(club: Club) -> Tournament:
    """Return a contest of bids whose round was opened again after the next was announced."""
    contest = make_contest(club, teams=4, rounds=1, hands=4, rules="contree_ffb")
    hands = (
        HandEntry(taker=Seat.A1, card_points=90, contract=Contract(bid=80)),
        HandEntry(taker=Seat.B1, card_points=70, contract=Contract(bid=100)),
        HandEntry(
            taker=Seat.A2,
            card_points=120,
            contract=Contract(bid=110, multiplier=Multiplier.DOUBLED),
            belote=Side.A,
        ),
        HandEntry(taker=Seat.B2, card_points=162, capot=Side.B, contract=Contract(bid=120)),
    )
    playing = start_round(contest)
    for match in games_of(playing):
        for hand in hands:
            write_hand(match.game, hand)
    close_round(round_id=playing.pk, author=SCORER, now=NOW)
    announce_next_round(round_id=playing.pk, minutes=10, author=SCORER, now=NOW)
    return reopen_round(round_id=playing.pk, author=SCORER, now=NOW).tournament


MAKERS: Final[tuple[Callable[[Club], Tournament], ...]] = (
    eventful_teams,
    eventful_melee,
    forfeits_in_melee,
    phased,
    club_teams,
    finished,
    unusual_hands,
    unusual_contree,
)


def texts_of_documents() -> dict[str, str]:
    """Return the export and the public document of each contest; nothing of them stays stored."""
    found = {}
    with undone():
        for make in MAKERS:
            contest = make(make_club(make.__name__))
            contest.refresh_from_db()
            found[make.__name__] = document_text(document_of(contest))
            found[f"{make.__name__}, public"] = document_text(public_document(contest))
    return found


def with_unknown_key(text: str) -> dict[str, str]:
    """Return a document with a key that nobody knows, in each part of its first draw in turn."""
    document = json.loads(text)
    plain = document["rounds"][0]["draw"]
    parts = {
        "draw": plain,
        "request": plain["request"],
        "entrant": plain["request"]["entrants"][0],
        "certificate": plain["certificate"],
        "drawn": plain["certificate"]["draw"],
        "pairing": plain["certificate"]["draw"]["pairings"][0],
    }
    found = {}
    for name, part in parts.items():
        part["other"] = 1
        found[name] = json.dumps(document)
        del part["other"]
    return found


def with_broken_secrets(text: str) -> dict[str, tuple[str, str]]:
    """Return a document with the number or the secret of a draw altered, sealed anew.

    Beside it stands the place of the draw in the log.
    """
    found = {}
    broken: dict[str, dict[str, Any]] = {
        "a number without its secret": {"secret": None},
        "a secret without its number": {"called": None},
        "no number": {"called": "47a1"},
        "another chain beside the secret": {"chain": "ab" * 32},
    }
    for name, values in broken.items():
        document = json.loads(text)
        drawn = [one for one in document["log"] if one["kind"] == "drawn"]
        line = next(one for one in drawn if "called" in one["data"])
        changed = {**line["data"], **values}
        if values.get("called"):  # Nothing else is wrong.
            changed["seed"] = seed_of(changed["secret"], changed["called"])
        line["data"] = {key: value for key, value in changed.items() if value is not None}
        reseal(document)
        found[name] = json.dumps(document), f"log[{line['number'] - 1}]"
    return found


def with_another_chain(text: str) -> str:
    """Return a document with a draw in which a chain began beside the announced one."""
    document = json.loads(text)
    line = next(one for one in document["log"] if one["kind"] == "drawn")
    line["data"]["chain"] = "ab" * 32
    reseal(document)
    return json.dumps(document)


# Values that no page shows and no log fixes: PROOF.md, section 10.
UNSEEN: Final = ("distance", "look_ahead", "rounds_safe", "worth", "proof", "broken", "barrier")


def altered(text: str, seed: int) -> str | None:
    """Return a document with one letter or digit changed, deleted or swapped.

    None if that says the same, or changes only what PROOF.md lists as not found.
    """
    dice = random.Random(seed)
    place = dice.randrange(1, len(text) - 1)
    act = dice.choice(("digit", "letter", "delete", "swap"))
    if act == "delete":
        changed = text[:place] + text[place + 1 :]
    elif act == "swap":
        changed = text[:place] + text[place + 1] + text[place] + text[place + 2 :]
    else:
        letters = "0123456789" if act == "digit" else "abcdefghijklmnopqrstuvwxyzABXYZé"
        wanted = (
            [at for at in range(place, min(place + 400, len(text))) if text[at].isdigit()]
            if act == "digit"
            else [place]
        )
        if not wanted:
            return None
        place = wanted[0]
        changed = text[:place] + dice.choice(letters) + text[place + 1 :]
    try:
        before, after = json.loads(text), json.loads(changed)
    except ValueError:
        return changed
    return changed if seen(before) != seen(after) else None


def seen(document: Any) -> Any:
    """Return a document without what PROOF.md lists as changes that no checker reports."""
    if not isinstance(document, dict):
        return document
    found = dict(document)
    for part in ("rounds", "entries"):
        if part in found:
            found[part] = list(_seen(found[part]))
    return json.dumps(found, sort_keys=True)


def _seen(parts: Any) -> Iterator[Any]:
    for one in parts if isinstance(parts, list) else [parts]:
        if isinstance(one, dict) and isinstance(one.get("players"), list):
            one = {**one, "players": [" ".join(str(n).split()).casefold() for n in one["players"]]}
        draw = one.get("draw") if isinstance(one, dict) else None
        if not isinstance(draw, dict):
            yield one
            continue
        certificate = draw.get("certificate")
        if isinstance(certificate, dict) and isinstance(certificate.get("draw"), dict):
            kept = {k: None if k in UNSEEN else v for k, v in certificate["draw"].items()}
            one = {**one, "draw": {**draw, "certificate": {**certificate, "draw": kept}}}
        yield one
