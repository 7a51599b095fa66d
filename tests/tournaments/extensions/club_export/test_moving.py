"""A club leaves a server as one file, is erased there, and stands again on another."""

import io
import json
import zipfile
from datetime import timedelta
from hashlib import sha256
from io import BytesIO

import pytest
from django.apps import apps
from django.contrib.auth.models import User

from scorekeeper import __version__
from scorekeeper.clubs.services.accounts import create_sign_in_link, use_sign_in_link
from scorekeeper.models import Club, Evening, Membership, PlayerMerge
from scorekeeper.refusals import Refused
from scorekeeper.roles import Role
from scorekeeper.rules.queries import find_choice
from tests.contest import make_contest
from tests.table import NOW, make_club, make_member
from tests.tournaments.extensions.club_export.clubs import (
    codes_of,
    documents_of,
    exported,
    make_whole_club,
    manifest_of,
    owners_of,
    packed_anew,
    rows_of,
    shown_of,
)
from tests.tournaments.extensions.interclub.world import club_taking_part, contest_of
from tournaments.audit_log.queries.logs import verify_tournament
from tournaments.doctor.examine import examine
from tournaments.extensions.club_export.rows import APPS, KEPT_BACK, kinds
from tournaments.extensions.club_export.services import bring_in_club, erase_club
from tournaments.extensions.interclub.queries import current_table
from tournaments.extensions.interclub.services import bring_up_to_date
from tournaments.models import DrawSecrets, HallComputer, NationalLine, PlayerPhone, Tournament
from tournaments.people.services.merges import undo_merge
from tournaments.refusals import ContestRefusal

pytestmark = pytest.mark.django_db

OF_ACCOUNTS = {"AccountSession", "Passkey", "SignInLink", "FoundingInvitation"}
OF_ALL_CLUBS = {"NationalTable", "NationalLine", "PairedComputer", "RateLimit", "TakeOver"}


def test_a_club_moves_whole_and_leaves_nothing_behind() -> None:
    club, other = make_whole_club("Tilleuls"), make_whole_club("Voisins")
    assert {kind.name for kind in kinds() if not kind.rows(club).exists()} == set()
    # The secrets of draws stay behind: there the first draw takes no called number.
    DrawSecrets.objects.filter(tournament__club=club).delete()
    before = documents_of(club), shown_of(club), codes_of(club)
    beside = rows_of(other)
    file, people = exported(club), Membership.objects.filter(club=club).count()

    erase_club(club_id=club.pk)
    assert {name: rows for name, rows in rows_of(club).items() if rows} == {}
    assert rows_of(other) == beside

    brought = bring_in_club(source=file, now=NOW)
    here = brought.club
    assert here.pk != club.pk
    documents, pages, codes = before
    assert (documents_of(here), codes_of(here)) == (documents, codes)
    shown = shown_of(here)
    assert {name: shown[name] for name in pages if shown[name] != pages[name]} == {}
    assert (brought.new_codes, brought.doubtful) == (0, [])
    assert rows_of(other) == beside
    assert Membership.objects.filter(club=here).count() == people
    assert examine([here]).findings == []
    assert all(verify_tournament(one).is_whole for one in Tournament.objects.of_club(here))
    # What stands inside other values leads to what it meant.
    evening = Evening.objects.filter(club=here, ruleset_key__startswith="club-").get()
    rules = find_choice(here, evening.ruleset_key)
    assert rules
    assert rules.name == "Règles de Tilleuls"
    again = exported(here)
    for merge in PlayerMerge.objects.filter(kept__club=here):
        assert undo_merge(merge_id=merge.pk).club_id == here.pk
    # The devices' keys stayed behind.
    assert not PlayerPhone.objects.of_club(here).exists()
    assert not HallComputer.objects.filter(club=here, ended_at=None).exists()
    assert _counts(again) == _counts(file)


def _counts(file: BytesIO) -> dict[str, int]:
    """Return how many rows a file has of each kind; coming is noted in the log of the people."""
    parts = manifest_of(file)["parts"]
    return {
        name.partition("-")[0]: part["rows"]
        for name, part in parts.items()
        if name.startswith("rows/") and "memberevent" not in name
    }


def test_every_model_is_a_clubs_or_an_accounts() -> None:
    """A new model goes along with its club, or is said here to be none of its."""
    owned = {kind.model for kind in kinds()}
    rest = {
        model.__name__
        for model in apps.get_models(include_auto_created=True)
        if model._meta.app_label in APPS and model not in owned
    }
    assert rest == OF_ACCOUNTS | OF_ALL_CLUBS
    assert owned >= KEPT_BACK


def test_no_password_no_link_and_no_key_leaves() -> None:
    club = make_whole_club("Tilleuls")
    owner = make_member(club, "paul")
    owner.set_password("a long word")
    owner.email = "paul@example.org"
    owner.save()
    token = create_sign_in_link(user=owner, now=NOW)
    hidden = {owner.password, token, *owner.sign_in_links.values_list("token_hash", flat=True)}
    hidden |= {*HallComputer.objects.values_list("key_hash", flat=True)}
    hidden |= {*PlayerPhone.objects.values_list("key_hash", flat=True)}
    with zipfile.ZipFile(exported(club)) as archive:
        content = "".join(archive.read(name).decode() for name in archive.namelist())
        people = [json.loads(line) for line in archive.read("people.jsonl").splitlines()]
    assert [word for word in hidden if word in content] == []
    assert "paul" not in content.replace("paul@example.org", "")
    assert people[-1] == {"name": "Élise", "role": "owner", "mail": "paul@example.org"}


@pytest.fixture
def small() -> BytesIO:
    """Return the file of a club with one contest, which is here no more."""
    club = make_club("Petit club")
    make_member(club)
    make_contest(club, teams=4, name="Contest")
    file = exported(club)
    erase_club(club_id=club.pk)
    return file


ROWS = "rows/tournaments.entry.jsonl"
PLAYERS = "rows/scorekeeper.player.jsonl"
CLUBS = "rows/scorekeeper.club.jsonl"


def _changed(file: BytesIO, case: str) -> BytesIO:
    manifest = manifest_of(file)
    if case == "newer":
        manifest["migrations"]["tournaments"].append("9999_of_tomorrow")
    if case == "newer format":
        manifest["version"] = 2
    if case == "older":
        manifest["migrations"]["tournaments"].pop()
    if case == "part not named":
        del manifest["parts"][ROWS]
    if case == "huge":
        manifest["parts"][ROWS]["bytes"] = 10**12
    text: dict[str, bytes | None] = {"manifest.json": json.dumps(manifest).encode()}
    cases: dict[str, dict[str, bytes | None]] = {
        "a part changed": {ROWS: b'{"pk":1}\n'},
        "a part missing": {ROWS: None},
        "no manifest": {"manifest.json": None},
        "manifest of another": {"manifest.json": b"{}"},
        "manifest damaged": {"manifest.json": b'{"format": "belote-club", '},
    }
    return packed_anew(file, **cases.get(case, text))


@pytest.mark.parametrize(
    ("case", "refusal"),
    [
        ("newer", ContestRefusal.FILE_NEWER),
        ("newer format", ContestRefusal.FILE_NEWER),
        ("older", ContestRefusal.FILE_OLDER),
        ("part not named", ContestRefusal.FILE_DAMAGED),
        ("huge", ContestRefusal.FILE_TOO_LARGE),
        ("a part changed", ContestRefusal.FILE_DAMAGED),
        ("a part missing", ContestRefusal.FILE_DAMAGED),
        ("no manifest", ContestRefusal.FILE_FOREIGN),
        ("manifest of another", ContestRefusal.FILE_FOREIGN),
        ("manifest damaged", ContestRefusal.FILE_DAMAGED),
    ],
)
def test_a_file_that_is_not_whole_is_refused(
    small: BytesIO, case: str, refusal: ContestRefusal
) -> None:
    with pytest.raises(Refused) as refused:
        bring_in_club(source=_changed(small, case), now=NOW)
    assert refused.value.code is refusal
    assert not Club.objects.exists()


def test_a_file_of_a_newer_format_is_refused_with_the_version_that_wrote_it(small: BytesIO) -> None:
    with pytest.raises(Refused) as refused:
        bring_in_club(source=_changed(small, "newer format"), now=NOW)
    assert f"wrote this file ({__version__})" in str(refused.value)


@pytest.mark.parametrize(
    "content",
    [b"", b"no zip", b"PK\x03\x04 cut off"],
    ids=["empty", "something else", "cut off"],
)
def test_what_is_no_zip_is_refused(db: None, content: bytes) -> None:
    with pytest.raises(Refused) as refused:
        bring_in_club(source=io.BytesIO(content), now=NOW)
    assert refused.value.code is ContestRefusal.FILE_UNREADABLE


@pytest.mark.parametrize(
    ("part", "old", "new"),
    [
        (ROWS, '"number":1', '"number":2'),
        (ROWS, '"tournament_id":', '"tournament":'),
        (ROWS, '"number":1', '"number":"one"'),
        (PLAYERS, '"created_at":"20', '"created_at":"then 20'),
        ("rows/tournaments.entryplayer.jsonl", '"entry_id":', '"entry_id":9'),
        ("rows/tournaments.tournament.jsonl", '"name":"Contest"', '"name":"Other"'),
        (ROWS, '"number":1', '"number":[' + "0," * 3_000_000 + "0]"),
        (CLUBS, '"uses":null', '"uses":5'),
        (CLUBS, '"uses":null', '"uses":"till"'),
    ],
    ids=[
        *("twice", "no such column", "no number", "no moment", "no such row", "not its document"),
        *("too many values", "what is used no list", "what is used a word"),
    ],
)
def test_rows_that_cannot_be_are_refused_though_their_marks_fit(
    small: BytesIO, part: str, old: str, new: str
) -> None:
    """Whoever writes such a file can reckon its marks too."""
    with zipfile.ZipFile(small) as archive:
        content = archive.read(part).decode().replace(old, new).encode()
    manifest = manifest_of(small)
    manifest["parts"][part] |= {"bytes": len(content), "sha256": sha256(content).hexdigest()}
    marks = json.dumps(manifest).encode()
    with pytest.raises(Refused) as refused:
        bring_in_club(source=packed_anew(small, **{part: content, "manifest.json": marks}), now=NOW)
    assert refused.value.code is ContestRefusal.FILE_DAMAGED
    assert not Club.objects.exists()


@pytest.mark.parametrize("codes", [None, [], ["till", "prizes"]], ids=str)
def test_what_a_club_uses_moves_along(codes: list[str] | None) -> None:
    club = make_club("Petit club")
    make_member(club)
    Club.objects.filter(pk=club.pk).update(uses=codes)
    file = exported(club)
    erase_club(club_id=club.pk)
    assert Club.objects.get(pk=bring_in_club(source=file, now=NOW).club.pk).uses == codes


def test_a_club_is_brought_in_once(small: BytesIO) -> None:
    club = bring_in_club(source=small, now=NOW).club
    with pytest.raises(Refused) as refused:
        bring_in_club(source=small, now=NOW)
    assert str(refused.value).startswith("The club “Petit club” is already here")
    assert [*Club.objects.all()] == [club]


def test_codes_that_are_taken_are_new_and_counted(small: BytesIO) -> None:
    first = bring_in_club(source=small, now=NOW).club
    codes = codes_of(first)
    Club.objects.filter(pk=first.pk).update(created_at=NOW - timedelta(days=1))
    brought = bring_in_club(source=small, now=NOW)
    assert brought.new_codes == len(codes)
    assert codes_of(first) == codes
    assert not codes_of(brought.club) & codes


def test_the_owner_signs_in_by_a_link_or_is_somebody_who_is_here(small: BytesIO) -> None:
    brought = bring_in_club(source=small, now=NOW)
    (person,) = brought.people
    user = use_sign_in_link(token=person.token, now=NOW)
    assert user is not None
    assert not user.has_usable_password()
    assert owners_of(brought.club) == ["Élise"]
    erase_club(club_id=brought.club.pk)
    known = User.objects.create_user("known", first_name="Marc")
    assert bring_in_club(source=small, now=NOW, owner=known).people == []
    assert owners_of(Club.objects.get()) == ["Marc"]


def test_whose_account_goes_with_a_club() -> None:
    club, other = make_club("Petit club"), make_club("Voisins")
    alone, both = make_member(club, "alone"), make_member(club, "both", Role.DESK)
    first = make_member(club, "first", Role.ORGANISER)
    User.objects.filter(pk=first.pk).update(is_superuser=True)
    Membership.objects.create(club=other, user=both, role=Role.OWNER, created_at=NOW)
    erased = erase_club(club_id=club.pk)
    assert erased.accounts == {alone.pk}
    assert {*User.objects.values_list("username", flat=True)} == {"both", "first"}
    assert Membership.objects.get().club == other


def test_the_list_of_all_clubs_loses_the_lines_of_a_club_erased_and_no_more() -> None:
    club, other = club_taking_part("Lyon"), club_taking_part("Nantes")
    contest_of(club, rounds=1)
    contest_of(other, rounds=1)
    table = bring_up_to_date(now=NOW)
    assert NationalLine.objects.count() == 16
    erase_club(club_id=club.pk)
    assert current_table() == table
    left = {player for line in NationalLine.objects.all() for player in line.players}
    assert left == {player.pk for player in other.players.all()}
