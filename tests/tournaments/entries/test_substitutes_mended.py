"""Substitutes where it gets crowded: two sides of a table, two entries, moments put right."""

import json
from datetime import timedelta

import pytest

from scorekeeper.models import Club, Player
from scorekeeper.refusals import Refused
from tests.tournaments.audit_log.replay.eventful import BY
from tests.tournaments.audit_log.test_verify import verified
from tests.tournaments.entries.test_substitutes import at_table, contest, sits_in
from tournaments.audit_log.queries.documents import document_of, document_text
from tournaments.audit_log.services import DocumentError, import_tournament
from tournaments.draw.halls import Halls, NamedHall
from tournaments.draw.wishes import LAST_TABLE
from tournaments.entries.forms import EntryForm
from tournaments.entries.queries.substitutes import rounds_to_sit_in
from tournaments.entries.services.entries import (
    NewEntry,
    PersonTakenError,
    add_entries,
    change_entry,
)
from tournaments.entries.services.substitutes import (
    Substitute,
    substitute,
    take_back_substitute,
)
from tournaments.entries.services.withdrawals import (
    NoPlaceError,
    next_table,
    return_entry,
    withdraw_entry,
)
from tournaments.lineups import TO_COME
from tournaments.models import Entry, Tournament

__all__ = ["contest"]

pytestmark = pytest.mark.django_db


def test_who_left_one_side_of_a_table_sits_in_on_the_other(contest: Tournament) -> None:
    game = at_table(contest, 1, 2)
    other = Entry.objects.exclude(number=1).get(seats__match=game.match)
    left = other.names[0]
    sits_in(contest, other.number, "Nadia", 2, 2)
    sits_in(contest, 1, left, 2, 3)
    assert contest.entries.get(number=1).names == [left, "Player 2"]
    assert verified(contest)[0] == 0


def test_one_of_a_team_at_least_has_come(contest: Tournament, club: Club) -> None:
    with pytest.raises(PersonTakenError):
        add_entries(tournament_id=contest.pk, entries=[NewEntry(names=(TO_COME, TO_COME))], **BY)
    document = json.loads(document_text(document_of(contest)))
    document["entries"][0]["players"] = [TO_COME, TO_COME]
    with pytest.raises(DocumentError):
        import_tournament(document=document, club=club, now=BY["now"])


def test_a_moment_put_right_keeps_the_person(contest: Tournament) -> None:
    sits_in(contest, 1, "Nadia", 2)
    came = Player.objects.get(name="Nadia")
    later = {**BY, "now": BY["now"] + timedelta(hours=1)}
    wanted = Substitute(place=1, name="Nadia", from_round=2, from_hand=2)
    substitute(tournament_id=contest.pk, number=1, wanted=wanted, instead=True, **later)
    assert Player.objects.get(name="Nadia") == came
    take_back_substitute(tournament_id=contest.pk, number=1, place=1, **BY)
    assert not Player.objects.filter(name="Nadia").exists()


def test_of_two_who_sat_in_and_were_taken_back_nobody_remains(contest: Tournament) -> None:
    for hour, name in enumerate(("Nadia", "Zoé"), start=1):
        wanted = Substitute(place=1, name=name, from_round=2, from_hand=hour)
        at = {**BY, "now": BY["now"] + timedelta(hours=hour)}
        substitute(tournament_id=contest.pk, number=1, wanted=wanted, **at)
    for hour in (3, 4):
        at = {**BY, "now": BY["now"] + timedelta(hours=hour)}
        take_back_substitute(tournament_id=contest.pk, number=1, place=1, **at)
    assert not Player.objects.filter(name__in=["Nadia", "Zoé"]).exists()


def test_who_played_a_round_in_one_entry_did_not_play_it_in_another(contest: Tournament) -> None:
    sits_in(contest, 1, "Nadia", 2, 3)
    for moment in ((1, 1), (2, 2)):
        with pytest.raises(PersonTakenError):
            sits_in(contest, 2, "Player 1", *moment)
    sits_in(contest, 2, "Player 1", 2, 3)


def test_an_entry_stays_away_while_somebody_of_it_sits_elsewhere(contest: Tournament) -> None:
    withdraw_entry(tournament_id=contest.pk, number=8, from_round=2, **BY)
    sits_in(contest, 1, "Player 15", 2)
    sits_in(contest, 1, "Nadia", 3)
    with pytest.raises(PersonTakenError):
        return_entry(tournament_id=contest.pk, number=8, **BY)
    with pytest.raises(PersonTakenError):
        withdraw_entry(tournament_id=contest.pk, number=8, from_round=3, **BY)
    for _time in range(2):
        take_back_substitute(tournament_id=contest.pk, number=1, place=1, **BY)
    assert return_entry(tournament_id=contest.pk, number=8, **BY).withdrawn_from is None


def test_a_late_team_in_which_somebody_sat_in_keeps_its_two_names(contest: Tournament) -> None:
    late = NewEntry(names=("Late One", "Late Two"))
    add_entries(tournament_id=contest.pk, entries=[late], **BY)
    sits_in(contest, 9, "Nadia", 3, place=2)
    alone = NewEntry(names=("Late One",))
    with pytest.raises(Refused, match="it needs two names"):
        change_entry(tournament_id=contest.pk, number=9, changed=alone, **BY)


def test_a_name_is_put_right_beside_somebody_of_a_team_that_left(contest: Tournament) -> None:
    withdraw_entry(tournament_id=contest.pk, number=8, from_round=3, **BY)
    sits_in(contest, 1, "Player 15", 3)
    entry = contest.entries.get(number=1)
    form = EntryForm(
        {"name_1": "Player 15", "name_2": "Paulette"},
        tournament=contest,
        has_money=False,
        entry=entry,
    )
    assert not form.errors
    change_entry(tournament_id=contest.pk, number=1, changed=form.new_entry, **BY)
    assert contest.entries.get(number=1).names == ["Player 15", "Paulette"]
    taken = NewEntry(names=("Player 15", "Player 16"))
    with pytest.raises(PersonTakenError):
        change_entry(tournament_id=contest.pk, number=1, changed=taken, **BY)


def test_after_the_last_round_nobody_sits_in(contest: Tournament) -> None:
    entry = contest.entries.get(number=1)
    assert rounds_to_sit_in(contest, entry) == [1, 2, 3]
    contest.round_hands = [4, 4]
    assert rounds_to_sit_in(contest, entry) == [1, 2]


def test_one_more_table_has_a_number_that_a_table_can_have(contest: Tournament) -> None:
    contest.halls = Halls(count=4, skipped=(5, 6)).to_dict()
    assert next_table(contest, [1, 2, 3, 4]) == 7
    far = (NamedHall("A", 1, 3), NamedHall("Z", LAST_TABLE, LAST_TABLE))
    contest.halls = Halls(count=4, halls=far).to_dict()
    assert next_table(contest, [1, 2, 3, LAST_TABLE]) == 4
    with pytest.raises(NoPlaceError):
        next_table(contest, range(1, LAST_TABLE + 1))
