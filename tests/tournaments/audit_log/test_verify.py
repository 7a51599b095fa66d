"""A contest is replayed from its log; whatever was changed beside it is found."""

import io
import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db.models import Case, F, Value, When

from scorekeeper.clubs.services.players import rename_player
from scorekeeper.models import Game, GameEvent, GameSeat, Hand, Player
from tests.contest import make_contest, play_round
from tests.table import NOW, SCORER, make_club
from tests.tournaments.audit_log.mutations import reseal
from tests.tournaments.audit_log.replay.eventful import eventful_teams
from tournaments.audit_log.actions import ACTIONS
from tournaments.audit_log.queries.documents import CODEC, document_of
from tournaments.audit_log.queries.logs import log_head
from tournaments.audit_log.replay.verification import verify_document
from tournaments.entries.services.entries import NewEntry, change_entry
from tournaments.models import (
    Entry,
    EntryPlayer,
    LogEntry,
    Match,
    MatchSeat,
    Round,
    SheetVerdict,
    Tournament,
)
from tournaments.people.services.names import anonymise_player

pytestmark = pytest.mark.django_db


@pytest.fixture
def contest() -> Tournament:
    tournament = make_contest(make_club(), teams=5, rounds=2, hands=3)
    play_round(tournament)
    play_round(tournament, seed=2)
    return tournament


def verified(tournament: Tournament, *options: str) -> tuple[int, list[str]]:
    """Return how the command ends, and its lines in English."""
    out = io.StringIO()
    try:
        call_command("verify_tournament", str(tournament.pk), *options, stdout=out)
    except SystemExit as stopped:
        return int(stopped.code or 0), out.getvalue().splitlines()
    return 0, out.getvalue().splitlines()


@pytest.fixture(autouse=True)
def _in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")


def test_a_contest_that_its_log_tells(contest: Tournament) -> None:
    code, lines = verified(contest)
    assert code == 0
    lines_of_log = contest.log.count()
    assert lines == [
        f"The log matches this contest exactly: {lines_of_log} lines, 2 rounds, 12 hands."
    ]


def test_everything_that_can_happen_is_told() -> None:
    contest = eventful_teams(make_club())
    assert verified(contest)[0] == 0
    for line in contest.log.all():
        place = (line.round_number is not None, line.table_number is not None)
        assert place in ACTIONS[line.kind].where.value, line


def test_an_empty_contest() -> None:
    assert verified(make_contest(make_club(), teams=0))[0] == 0


Change = Callable[[], object]
LATER = NOW + timedelta(minutes=5)
TAMPERED: dict[str, tuple[Change, str]] = {
    "a hand": (
        lambda: Hand.objects.filter(
            game__match__round__number=2, game__table_number=1, number=2
        ).update(card_points=150),
        "Round 2, table 1, hand 2: the points – stored: 150",
    ),
    "a score": (
        lambda: Hand.objects.filter(
            game__match__round__number=1, game__table_number=2, number=1
        ).update(score_a=F("score_a") + 5),
        "Round 1, table 2, hand 1: the score of side A",
    ),
    "a total": (
        lambda: Game.objects.filter(match__round__number=1, table_number=2).update(total_a=1),
        "Round 1, table 2: the total of side A – stored: 1;",
    ),
    "a result": (
        lambda: MatchSeat.objects.filter(
            match__round__number=2, match__table_number=1, side="A"
        ).update(points=2000),
        "Round 2, table 1, entry",
    ),
    "who sat there": (
        lambda: MatchSeat.objects.filter(match__round__number=2, match__table_number=1).update(
            position=2, side=Case(When(side="A", then=Value("B")), default=Value("A"))
        ),
        "Round 2, table 1: side A",
    ),
    "a receipt": (
        lambda: Match.objects.filter(round__number=1, table_number=1).update(receipt="ABCD-EFGH"),
        "the receipt – stored: ABCD-EFGH",
    ),
    "a signature": (
        lambda: SheetVerdict.objects.create(
            match=Match.objects.get(round__number=1, table_number=1),
            side="A",
            agrees=True,
            receipt="ABCD-EFGH",
            author_name="Nobody",
            at=Tournament.objects.get().created_at,
        ),
        "what both sides said of the sheet",
    ),
    "a name": (
        lambda: EntryPlayer.objects.filter(entry__number=3, position=1).update(name="Somebody"),
        "Entry 3: the players – stored: Somebody, Player 6",
    ),
    "a name on a chair": (
        lambda: GameSeat.objects.filter(
            game__match__round__number=2, game__table_number=1, seat="B2"
        ).update(name="Somebody"),
        "Round 2, table 1: the players – stored: ",
    ),
    "an entry": (
        lambda: Entry.objects.create(
            tournament=Tournament.objects.get(),
            number=9,
            created_at=Tournament.objects.get().created_at,
        ),
        "Entry 9: the log knows nothing of",
    ),
    "points without a game": (
        lambda: MatchSeat.objects.filter(round__number=1, kind="exempt").update(points=5000),
        "Round 1, entry",
    ),
    "a setting": (
        lambda: Tournament.objects.update(exempt_points=7),
        "The contest: the points without a game",
    ),
    "a round": (
        lambda: Round.objects.filter(number=2).update(status="playing"),
        "Round 2: how far it is – stored: playing; according to the log: closed",
    ),
}


WRITERS_AND_TIMES: dict[str, tuple[Change, str]] = {
    "who wrote a hand": (
        lambda: Hand.objects.filter(game__table_number=1, number=2).update(recorded_name="Nobody"),
        "hand 2: who wrote the hand – stored: Nobody; according to the log: Élise",
    ),
    "when a hand was written": (
        lambda: Hand.objects.filter(game__table_number=1, number=3).update(recorded_at=LATER),
        "hand 3: when the hand was written – stored: 2026-11-20T20:35:00+00:00",
    ),
    "a correction": (
        lambda: Hand.objects.filter(game__table_number=1, number=1).update(changed_at=LATER),
        "hand 1: when the hand was corrected – stored: 2026-11-20T20:35:00+00:00",
    ),
    "when a game began": (
        lambda: Game.objects.filter(table_number=2).update(created_at=LATER),
        "table 2: when it began",
    ),
    "when a game ended": (
        lambda: Game.objects.filter(table_number=2).update(finished_at=LATER),
        "table 2: when it ended",
    ),
    "when a round was drawn": (
        lambda: Round.objects.filter(number=1).update(drawn_at=LATER),
        "Round 1: when it was drawn",
    ),
    "when a round was published": (
        lambda: Round.objects.filter(number=2).update(published_at=LATER),
        "Round 2: when it was published",
    ),
    "when a round was closed": (
        lambda: Round.objects.filter(number=2).update(closed_at=LATER),
        "Round 2: when it was closed",
    ),
    "the clock": (
        lambda: Round.objects.filter(number=2).update(timer_left=60),
        "Round 2: the seconds on the clock",
    ),
    "when the contest was made": (
        lambda: Tournament.objects.update(created_at=LATER),
        "The contest: when it was entered",
    ),
    "when the contest ended": (
        lambda: Tournament.objects.update(finished_at=LATER),
        "The contest: when it ended",
    ),
    "when an entry came": (
        lambda: Entry.objects.filter(number=2).update(created_at=LATER),
        "Entry 2: when it was entered",
    ),
    "a check-in": (
        lambda: Entry.objects.filter(number=2).update(checked_in_at=LATER),
        "Entry 2: the check-in",
    ),
    "who did something at a table": (
        lambda: GameEvent.objects.filter(game__table_number=1).update(author_name="Nobody"),
        "table 1: the log of the game",
    ),
    "what was done at a table": (
        lambda: GameEvent.objects.filter(game__table_number=1, hand_number=2).delete(),
        "table 1: the log of the game",
    ),
}


@pytest.mark.parametrize(("change", "words"), WRITERS_AND_TIMES.values(), ids=WRITERS_AND_TIMES)
def test_other_writers_and_times_are_found(contest: Tournament, change: Change, words: str) -> None:
    change()
    code, lines = verified(contest)
    assert code == 1
    assert any(words in line for line in lines), lines


@pytest.mark.parametrize("column", ["author_name", "at"])
def test_who_accepted_a_sheet_and_when_is_compared(column: str) -> None:
    tournament = eventful_teams(make_club())
    SheetVerdict.objects.update(**{column: {"author_name": "Nobody", "at": LATER}[column]})
    code, lines = verified(tournament)
    assert code == 1
    assert any("what both sides said of the sheet" in line for line in lines), lines


def test_names_taken_out_are_no_difference() -> None:
    tournament = eventful_teams(make_club())
    player = Player.objects.get(name="Player 1")
    Hand.objects.update(recorded_name="Player 1")
    GameEvent.objects.update(author_name="Player 1")
    anonymise_player(player_id=player.pk, author=SCORER, now=NOW)
    assert verified(tournament)[0] == 0


@pytest.mark.parametrize(("change", "words"), TAMPERED.values(), ids=TAMPERED)
def test_what_was_changed_beside_the_log_is_found(
    contest: Tournament, change: Change, words: str
) -> None:
    change()
    code, lines = verified(contest)
    assert code == 1
    assert any(line.startswith(words) or words in line for line in lines), lines
    assert lines[-1].startswith("The log and the contest differ in")


def test_a_changed_line_of_the_log_is_found(contest: Tournament) -> None:
    line = LogEntry.objects.get(kind="game", round_number=1, table_number=1, data__hand=2)
    line.data["after"]["card_points"] = 100
    line.save()
    code, lines = verified(contest)
    assert code == 1
    assert lines[0] == f"Line {line.number} of the log was changed, removed or added."
    assert any("Round 1, table 1, hand 2: the points" in text for text in lines)


def test_a_line_left_out_cannot_be_replayed(contest: Tournament) -> None:
    LogEntry.objects.get(kind="game", round_number=1, table_number=1, data__hand=2).delete()
    code, lines = verified(contest)
    assert code == 1
    assert "cannot have been done in the state that the contest was in" in lines[1]
    assert lines[1].startswith("Round 1, table 1: ")


def test_lines_cut_off_at_the_end_are_found(contest: Tournament) -> None:
    last = contest.log.latest("number")
    last.delete()
    code, lines = verified(contest)
    assert code == 1
    assert lines[0] == f"Line {last.number} of the log was changed, removed or added."


def test_what_paper_says_of_the_log_finds_a_cut_off_end_and_one_sealed_anew(
    contest: Tournament,
) -> None:
    head = log_head(contest)
    assert verified(contest, "--head", str(head))[0] == 0
    code_on_paper = f"http://192.168.1.9/p/{contest.token}/check/?head={head.typed}"
    assert verified(contest, "--head", code_on_paper, "--head", f"1:{'0' * 16}")[0] == 1
    assert verified(contest, "--head", code_on_paper, "--head", str(head))[0] == 0
    lost = f"Line {head.number} of the log does not have the fingerprint {head.digits}"
    first = contest.log.get(number=1)
    document = document_of(contest)
    document["log"][0]["author"] = "Somebody"
    reseal(document)
    for line, plain in zip(contest.log.order_by("number"), document["log"], strict=True):
        line.author_name, line.hash = plain["author"], plain["hash"]
        line.previous_hash = plain["previous_hash"]
        line.save()
    assert contest.log.get(number=1).hash != first.hash
    assert verified(contest)[0] == 0  # by itself the program cannot know
    code, lines = verified(contest, "--head", f"{head.number}:{head.digits}")
    assert (code, lines[-1].startswith(lost)) == (1, True)
    contest.log.filter(number=head.number).delete()
    Tournament.objects.update(version=head.number - 1)
    assert any(line.startswith(lost) for line in verified(contest, "--head", str(head))[1])


class TestDocument:
    """`verify_tournament FILE` checks an exported document, and stores nothing."""

    @pytest.fixture
    def file(self, contest: Tournament, tmp_path: Path) -> Path:
        path = tmp_path / "contest.json"
        call_command(
            "export_tournament", str(contest.pk), "--output", str(path), stdout=io.StringIO()
        )
        return path

    def told(self, file: Path, *options: str) -> tuple[int, list[str]]:
        out = io.StringIO()
        try:
            call_command("verify_tournament", str(file), *options, stdout=out)
        except SystemExit as stopped:
            return int(stopped.code or 0), out.getvalue().splitlines()
        return 0, out.getvalue().splitlines()

    def test_a_document_is_checked_without_being_stored(
        self, contest: Tournament, file: Path
    ) -> None:
        head = str(log_head(contest))
        count = contest.log.count()
        code, lines = self.told(file, "--head", head)
        assert code == 0
        assert lines[0] == (
            f"The log matches this contest exactly: {count} lines, 2 rounds, 12 hands."
        )
        assert "these were not compared" in lines[1]
        assert Tournament.objects.count() == 1

    def test_an_altered_total_is_said_with_its_place(self, file: Path) -> None:
        document = json.loads(file.read_text(encoding="utf-8"))
        document["rounds"][0]["matches"][0]["total_a"] += 1
        file.write_text(json.dumps(document), encoding="utf-8")
        code, lines = self.told(file)
        assert code == 1
        assert any(line.startswith("rounds[0].matches[0].total_a: ") for line in lines)
        assert lines[-1].startswith("The log and the contest differ in ")

    def test_a_printed_line_that_it_does_not_have(self, contest: Tournament, file: Path) -> None:
        head = log_head(contest)
        code, lines = self.told(file, "--head", f"{head.number}:00000000")
        assert code == 1
        assert lines[-1].startswith(f"Line {head.number} of the log does not have the fingerprint")

    def test_without_a_log_nobody_can_check_it(self, file: Path) -> None:
        document = json.loads(file.read_text(encoding="utf-8"))
        document["log"] = []
        file.write_text(json.dumps(document), encoding="utf-8")
        assert self.told(file)[0] == 1

    def test_what_is_no_document(self, tmp_path: Path) -> None:
        with pytest.raises(CommandError, match="cannot be read"):
            self.told(tmp_path / "nowhere.json")
        path = tmp_path / "words.json"
        path.write_text("hello", encoding="utf-8")
        assert self.told(path)[0] == 1


def test_whether_a_seed_was_typed_is_yes_or_no(contest: Tournament) -> None:
    document = document_of(contest)
    drawn = next(line for line in document["log"] if line["kind"] == "drawn")
    drawn["data"]["typed"] = "perhaps"
    reseal(document)
    found = verify_document(document, CODEC)
    assert [problem.path for problem in found.reasons] == [f"log[{drawn['number'] - 1}].data.typed"]


def test_what_is_no_head_is_refused(contest: Tournament) -> None:
    with pytest.raises(CommandError, match="not a line of a log"):
        verified(contest, "--head", "abc")


def test_an_empty_log_is_found(contest: Tournament) -> None:
    contest.log.all().delete()
    code, lines = verified(contest)
    assert (code, lines[0]) == (1, "Line 1 of the log was changed, removed or added.")


def test_a_log_that_does_not_begin_with_the_contest_is_found(contest: Tournament) -> None:
    contest.log.filter(number=1).delete()
    code, lines = verified(contest)
    assert code == 1
    assert "line 2 of the log (Entry" in lines[1]


def test_names_changed_as_they_may_be_are_no_difference(contest: Tournament) -> None:
    changed = NewEntry(names=("Player 4", "Somebody new"))
    change_entry(tournament_id=contest.pk, number=2, changed=changed, author=SCORER, now=NOW)
    player = Player.objects.get(name="Player 1")
    rename_player(player=player, name="PLAYER 1")
    assert verified(contest)[0] == 0


class TestDraws:
    def test_a_certificate_that_was_touched(self, contest: Tournament) -> None:
        drawn = contest.rounds.get(number=2)
        pairings = drawn.certificate["draw"]["pairings"]
        pairings[0]["a"], pairings[1]["a"] = pairings[1]["a"], pairings[0]["a"]
        drawn.save()
        code, lines = verified(contest)
        assert code == 1
        assert any("drawn again from the same request" in line for line in lines)
        assert any("the draw as it was published" in line for line in lines)

    def test_a_draw_from_places_that_were_not_so(self, contest: Tournament) -> None:
        drawn = contest.rounds.get(number=2)
        drawn.request["entrants"][0]["place"] += 1
        drawn.save()
        code, lines = verified(contest)
        assert code == 1
        assert any("the place that the draw was made from" in line for line in lines)


def test_each_contest_has_a_log_of_its_own(contest: Tournament) -> None:
    other = make_contest(make_club("Other"), teams=4, rounds=1, hands=1)
    play_round(other)
    assert verified(contest)[0] == verified(other)[0] == 0
