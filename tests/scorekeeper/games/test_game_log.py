"""What the history says of a game: enough to see what a correction changed."""

from dataclasses import replace

from scorekeeper.engine.choices import AllTrump, Bidding
from scorekeeper.engine.hand import (
    Contract,
    Declaration,
    DeclarationKind,
    HandEntry,
    Multiplier,
    Seat,
    Side,
    Trump,
)
from scorekeeper.engine.rulesets import GameFormat
from scorekeeper.games.queries.log import load_log
from scorekeeper.games.queries.sheets import load_sheet
from scorekeeper.games.services.games import Seating, edit_game, start_game
from scorekeeper.games.services.hands import HandInput, correct_hand
from scorekeeper.models import Club, Game
from scorekeeper.rules.queries import preset_choice
from tests.table import NAMES, NOW, SCORER, takes, write


def test_a_correction_of_the_tricks_alone_shows(game: Game) -> None:
    write(game, replace(takes(Seat.A1, 92), tricks=5))
    written = HandInput(entry=replace(takes(Seat.A1, 92), tricks=4, last_trick=Side.A))
    correct_hand(game_id=game.pk, number=1, written=written, author=SCORER, now=NOW)
    line = load_log(load_sheet(game))[0]
    assert line.before.endswith("5")
    assert "4" in line.after.split("70")[1]
    assert line.after.endswith("Anne & Chloé")


def test_everything_of_a_contree_shows(club: Club) -> None:
    """All trumps counted to 258: the defence has the rest of 258, not of 162."""
    choice = preset_choice("contest")
    rules = replace(
        choice.ruleset,
        bidding=Bidding.POINTS_AND_BID,
        declarations=True,
        all_trump=AllTrump.SCALED_FROM_258,
    )
    game = start_game(
        club=club,
        seating=Seating(names=NAMES),
        rules=replace(choice, ruleset=rules),
        game_format=rules.format,
        author=SCORER,
        now=NOW,
    )
    tierce = Declaration(side=Side.B, kind=DeclarationKind.TIERCE)
    write(
        game,
        HandEntry(
            taker=Seat.A1,
            card_points=200,
            trump=Trump.ALL_TRUMP,
            contract=Contract(bid=100, multiplier=Multiplier.DOUBLED),
            declarations=(tierce,),
        ),
    )
    text = load_log(load_sheet(game))[0].after
    assert "200 – 58" in text
    assert "100" in text
    assert "Bruno & David" in text


def test_a_new_length_and_another_dealer_show(game: Game) -> None:
    edit_game(
        game_id=game.pk,
        seating=Seating(names=NAMES, first_dealer=Seat.B1, table_number=7),
        game_format=GameFormat(target=1000),
        author=SCORER,
        now=NOW,
    )
    line = load_log(load_sheet(game))[0]
    assert "12" in line.before
    assert "000" in line.after
    assert line.after.count("Bruno") == 2
    assert "7" in line.after
