"""Examples for the style guide: a made-up game, and forms with errors."""

from typing import Any, Final

from django.utils import timezone

from scorekeeper.engine.hand import HandEntry, Seat, Side
from scorekeeper.engine.tally import tally
from scorekeeper.evenings.forms import AttendanceForm, EveningForm
from scorekeeper.evenings.queries import AttendanceChoices
from scorekeeper.games.forms.hands import HandForm, preview_of
from scorekeeper.games.queries.sheets import GameSheet
from scorekeeper.games.services.actions import apply_tally, follow_tally
from scorekeeper.models import Game, Hand, Player
from scorekeeper.models.hands import HandInput
from scorekeeper.qr import qr_svg
from scorekeeper.rules.queries import preset_choice

NAMES: Final = dict(zip(Seat, ("Marie-Françoise", "Jeanne", "Paul", "Luc"), strict=True))
PLAYED: Final = (
    HandEntry(taker=Seat.A1, card_points=92, belote=Side.A),
    HandEntry(taker=Seat.B1, card_points=60),
    HandEntry(taker=Seat.B2, card_points=81),
    HandEntry(taker=Seat.A2, card_points=162, capot=Side.A),
    HandEntry(penalty=Side.B),
)
ADDRESS: Final = "http://192.168.1.20:8000/t/k7m2"


def samples() -> dict[str, Any]:
    rules = preset_choice("contest")
    sheet = _sample_sheet(rules.ruleset.as_values())
    form = HandForm({"taker": "A1", "points_a": "162"}, sheet=sheet)
    people = [Player(pk=number, name=name) for number, name in enumerate(NAMES.values())]
    present = AttendanceChoices(players=people, found=[], is_whole=True)
    return {
        "sheet": sheet,
        "game": sheet.game,
        "may_edit": False,
        "preview": preview_of(form),
        "hand_form": form,
        "form": EveningForm({"date": "demain"}, rulesets=[rules]),
        "more": AttendanceForm(choices=present),
        "address": ADDRESS,
        "qr_svg": qr_svg(ADDRESS),
    }


def _sample_sheet(values: dict[str, Any]) -> GameSheet:
    game = Game(pk=1, ruleset_key="contest", ruleset_values=values, hands_per_game=12)
    written = [HandInput(entry=entry).as_columns() for entry in PLAYED]
    hands = [Hand(game=game, recorded_at=timezone.now(), **columns) for columns in written]
    result = tally(PLAYED, game.ruleset, game.format, Seat.A1)
    apply_tally(hands, result)
    follow_tally(game, result)
    return GameSheet(game, NAMES, hands, result, ())
