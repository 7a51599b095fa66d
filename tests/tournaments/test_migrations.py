"""Databases of earlier versions are brought up to date with what is in them."""

import uuid

import pytest
from django.core.management import call_command

from scorekeeper.engine.hand import Side
from scorekeeper.models import Club
from tests.contest import games_of, make_contest, play, start_round
from tests.table import NOW, SCORER
from tournaments.models import Match, SheetVerdict
from tournaments.tables.services.signatures import accept_sheet, say_of_sheet


@pytest.mark.django_db(transaction=True)
def test_what_was_said_of_sheets_before_it_had_keys_still_stands(club: Club) -> None:
    match = games_of(start_round(make_contest(club, teams=4, hands=2)))[0]
    play(match)
    receipt = Match.objects.get(pk=match.pk).receipt
    accept_sheet(match_id=match.pk, side=Side.A, receipt=receipt, author=SCORER, now=NOW)
    before = SheetVerdict.objects.values().get()
    try:
        call_command("migrate", "tournaments", "0002_seasons", verbosity=0)
    finally:
        call_command("migrate", verbosity=0)
    assert SheetVerdict.objects.values().get() == before
    is_new = say_of_sheet(
        match_id=match.pk,
        side=Side.A,
        receipt=receipt,
        claim=None,
        author=SCORER,
        now=NOW,
        key=uuid.UUID(int=1),
    )
    assert not is_new
    assert match.sent_verdicts.count() == 1
