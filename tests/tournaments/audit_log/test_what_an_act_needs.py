"""What every act of a contest needs, in one test: whoever adds one reads here what is left."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from django.db.migrations.loader import MigrationLoader
from django.utils import translation

import tournaments
from tests.access.rows import read_rows
from tests.tournaments.audit_log.replay.words import WORDS, English, told
from tests.tournaments.audit_log.spoiled import whole_documents
from tournaments.audit_log.actions import ACTIONS, Action, ActionType
from tournaments.audit_log.actions.action import Speaker
from tournaments.audit_log.queries import logs
from tournaments.hall.queries.boards import UNSEEN

A: Final = ActionType
TESTS: Final = Path(__file__).parents[2]

DONE_AT: Final[dict[str, str]] = {
    A.CREATED: "contests/new/",
    A.CHANGED: "contests/CONTEST/edit/",
    A.ENTRY_ADDED: "contests/CONTEST/entries/new/",
    A.ENTRY_CHANGED: "contests/CONTEST/entries/1/edit/",
    A.ENTRY_REMOVED: "contests/CONTEST/entries/1/remove/",
    A.CHECKED_IN: "contests/CONTEST/checkin/",
    A.PAID: "contests/CONTEST/checkin/",
    A.WITHDRAWN: "contests/CONTEST/entries/1/withdraw/",
    A.RETURNED: "contests/CONTEST/entries/1/return/",
    A.SUBSTITUTED: "contests/CONTEST/entries/1/substitute/",
    A.DRAWN: "contests/CONTEST/draw/",
    A.SWAPPED: "contests/DRAWN/rounds/1/swap/",
    A.DISCARDED: "contests/DRAWN/rounds/1/discard/",
    A.PUBLISHED: "contests/DRAWN/rounds/1/publish/",
    A.RESEATED: "contests/CONTEST/rounds/2/reseat/",
    A.UNPUBLISHED: "contests/CONTEST/rounds/2/take-back/",
    A.TIMER: "contests/CONTEST/rounds/2/timer/",
    A.GAME: "c/TABLECODE/",
    A.SLIP: "contests/CONTEST/rounds/2/slips/",
    A.CHECKED: "contests/CONTEST/rounds/2/tables/1/check/",
    A.ACCEPTED: "c/TABLECODE/accept/",
    A.DISPUTED: "c/TABLECODE/dispute/",
    A.RULED: "contests/CONTEST/rounds/2/tables/1/ruling/",
    A.SIGNED: "contests/CONTEST/rounds/2/tables/1/sign/",
    A.CLOSED: "contests/CONTEST/rounds/2/close/",
    A.REOPENED: "contests/CONTEST/rounds/2/reopen/",
    A.LOT: "contests/CONTEST/lot/",
    A.CODE: "contests/CONTEST/codes/1/replace/",
    A.FINISHED: "contests/CONTEST/finish/",
    A.RESUMED: "contests/FINISHED/resume/",
    A.REDACTED: "people/PLAYER/privacy/",
    A.HALLS: "contests/CONTEST/wishes/tables/",
    A.WISHED: "contests/CONTEST/wishes/apart/",
    A.DECIDED: "contests/CONTEST/rounds/2/tables/1/goes-on/",
    A.KEPT: "contests/CONTEST/bracket/settle/",
    A.MEETINGS: "contests/CONTEST/squads/",
    A.MONEY: "contests/CONTEST/till/new/expense/",
    A.CHARGED: "contests/CONTEST/entries/1/till/",
    A.PRICES: "contests/CONTEST/till/prices/",
    A.COUNTED: "contests/CONTEST/till/count/",
    A.PRIZES: "contests/CONTEST/prizes/new/",
    A.PRIZE_LOT: "contests/CONTEST/prizes/2/draw/",
    A.HANDED_OVER: "contests/CONTEST/prizes/1/1/hand/",
    A.HANDED_BACK: "contests/CONTEST/prizes/1/1/hand/",
    A.SANCTION: "contests/CONTEST/sanctions/",
    A.CALL: "contests/CONTEST/calls/CALL/close/",
    A.PHOTOGRAPHED: "contests/CONTEST/rounds/2/scan/",
}
"""An address where somebody does it, as `tests/access/` writes it."""

SEEN_ON_THE_BOARD: Final = {
    *(A.CREATED, A.CHANGED, A.FINISHED, A.RESUMED, A.LOT, A.REDACTED, A.HALLS, A.WISHED),
    *(A.ENTRY_ADDED, A.ENTRY_CHANGED, A.ENTRY_REMOVED, A.WITHDRAWN, A.RETURNED, A.SUBSTITUTED),
    *(A.DRAWN, A.SWAPPED, A.DISCARDED, A.PUBLISHED, A.RESEATED, A.UNPUBLISHED, A.TIMER),
    *(A.CLOSED, A.REOPENED, A.SLIP, A.RULED, A.DECIDED, A.KEPT, A.MEETINGS, A.SANCTION),
    *(A.PRIZES, A.PRIZE_LOT),
}
"""What the board is drawn anew for."""

DONE_IN: Final[dict[str, tuple[str, str]]] = {
    A.CHANGED: ("tournaments/contests/test_tournament_settings.py", "change_tournament("),
    A.ENTRY_REMOVED: ("tournaments/meetings/test_meeting_pages.py", "remove_entry("),
    A.CODE: ("tournaments/tables/test_phones.py", "code-replace"),
    A.FINISHED: ("tournaments/formats/test_ladder.py", "finish_tournament("),
    A.RESUMED: ("tournaments/rankings/test_corrected_after_end.py", "resume_tournament("),
    A.REDACTED: ("tournaments/audit_log/test_verify.py", "anonymise_player("),
    A.DECIDED: ("tournaments/phases/hall.py", "decide_level("),
    A.KEPT: ("tournaments/phases/umpire.py", "keep_trees"),
    A.MEETINGS: ("tournaments/meetings/test_team_meetings.py", "set_meetings("),
    A.MONEY: ("tournaments/extensions/till/test_till.py", "write_line("),
    A.CHARGED: ("tournaments/extensions/till/test_till.py", "charge_entry("),
    A.PRICES: ("tournaments/extensions/till/test_till.py", "set_prices("),
    A.COUNTED: ("tournaments/extensions/till/test_till.py", "count_till("),
    A.SANCTION: ("tournaments/extensions/calls/test_sanctions.py", "give_sanction("),
    A.CALL: ("tournaments/extensions/calls/test_calls.py", "call-close"),
    A.PHOTOGRAPHED: ("tournaments/extensions/scan/test_scan_pages.py", "Sheet photographed"),
}
"""What the contests of `eventful.py` do not do: the file of tests that does it, and how."""

CHANGES_NOTHING: Final = {A.CODE, A.CALL, A.PHOTOGRAPHED}
NO_DATA: Final = {A.DISCARDED, A.UNPUBLISHED, A.REOPENED, A.CODE, A.RESUMED, A.FINISHED}


def lacking(kind: ActionType, done: set[str]) -> Iterator[str]:
    """Return what an act lacks, each with the file where it belongs."""
    if kind not in ACTIONS:
        yield "a class in audit_log/actions/, with title, data and replay"
    else:
        yield from _lacking_in_class(kind, ACTIONS[kind])
    if kind not in {type_ for type_, *_rest in WORDS}:
        yield "its words: a line in tests/…/replay/words.py"
    if kind.value not in _migrated():
        yield "a migration: it is a choice of LogEntry.kind"
    if kind not in _described():
        yield "a line in the table of tournaments/PROOF.md, section 13"
    if (kind in UNSEEN) == (kind in SEEN_ON_THE_BOARD):
        yield "UNSEEN in hall/queries/boards.py, or SEEN_ON_THE_BOARD here: one of the two"
    if kind not in done:
        file, how = DONE_IN.get(kind, ("", ""))
        if not file or how not in (TESTS / file).read_text("utf-8"):
            yield "a test that does it: tests/…/replay/eventful.py, or one named in DONE_IN here"
    if DONE_AT.get(kind) not in _posted():
        yield "who may do it: a POST in tests/access/, and that address in DONE_AT here"


@cache
def _posted() -> set[str]:
    return {row.address.partition("|")[0] for row in read_rows() if row.method == "POST"}


def _lacking_in_class(kind: ActionType, act: Action) -> Iterator[str]:
    title = getattr(act, "title", "")
    if not title:
        yield "a title"
    if not _is_french(title):
        yield "its title in French: gettext_noop() round it, and a translation"
    if [getattr(one, "title", "") for one in ACTIONS.values()].count(title) > 1:
        yield "a title of its own"
    if (type(act).replay is Action.replay) != (kind in CHANGES_NOTHING):
        yield "replay(), or its name in CHANGES_NOTHING here"
    if bool(list(act.data.problems({}, "data"))) == (kind in NO_DATA):
        yield "the data that its line must have, or its name in NO_DATA here"
    for type_, data, *_rest in WORDS:
        if type_ == kind:
            try:
                told(kind, data)
            except AttributeError as error:
                yield f"something that the Speaker says: {error}"


def _is_french(title: str) -> bool:
    with translation.override("fr"):
        return translation.gettext(title) != title


@cache
def _migrated() -> set[str]:
    """Return the choices of the column after the last migration."""
    state = MigrationLoader(None).project_state()
    return {code for code, _label in state.models["tournaments", "logentry"].fields["kind"].choices}


@cache
def _described() -> set[str]:
    text = (Path(tournaments.__file__).parent / "PROOF.md").read_text("utf-8")
    rows = (line.split("|")[1] for line in text.splitlines() if line.startswith("| `"))
    return {name for row in rows for name in re.findall(r"`(\w+)`", row)}


@pytest.mark.django_db
def test_no_act_lacks_anything() -> None:
    done = {line["kind"] for document in whole_documents() for line in document["log"]}
    found = {kind.value: list(lacking(kind, done)) for kind in ActionType}
    told_all = "\n".join(f"{kind}: {text}" for kind, texts in found.items() for text in texts)
    assert not told_all, f"\n{told_all}"
    assert not {*DONE_IN} & done, "eventful.py does it by now"


@pytest.mark.parametrize("speaker", [logs._Words, English])
def test_whoever_words_the_log_says_all_of_it(speaker: type) -> None:
    said = {name for name in vars(Speaker) if not name.startswith("_")}
    assert [name for name in sorted(said) if not hasattr(speaker, name)] == []
