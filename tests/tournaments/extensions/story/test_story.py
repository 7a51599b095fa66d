"""The story of a contest from its numbers, each told on a small sheet."""

from collections.abc import Iterable
from typing import Any

import pytest

from tournaments.extensions.story.moments import Story, find_story
from tournaments.extensions.story.race import StoryCredit, StoryHand, StoryInput, StoryTable

Sheet = Iterable[tuple[int, int]]


def hands(sheet: Sheet, **outcomes: str) -> tuple[StoryHand, ...]:
    """Return the hands of a sheet; `h2="litige"` says how the second one ended."""
    return tuple(
        StoryHand(
            number=number,
            a=a,
            b=b,
            outcome=outcomes.get(f"h{number}", "made"),
            winner="" if outcomes.get(f"h{number}") == "litige" else "A" if a > b else "B",
        )
        for number, (a, b) in enumerate(sheet, start=1)
    )


def table(
    game: int, a: int, b: int, sheet: Sheet = (), *, round: int = 1, **more: Any
) -> StoryTable:
    """Return a finished game between two teams; its totals are what the hands add up to."""
    outcomes = {name: str(value) for name, value in more.items() if name.startswith("h")}
    rows = list(sheet)
    total_a, total_b = sum(row[0] for row in rows), sum(row[1] for row in rows)
    totals = more.get("totals", (total_a, total_b))
    assert isinstance(totals, tuple)
    return StoryTable(
        game=game,
        round=round,
        table=game % 10,
        a=(a,),
        b=(b,),
        total_a=totals[0],
        total_b=totals[1],
        hands=hands(rows, **outcomes),
    )


def story(
    *tables: StoryTable, rounds: tuple[tuple[int, int], ...] = ((1, 3),), given: Sheet = ()
) -> Story:
    """Tell what these tables played; `given` are points of the first round without a game."""
    credits = [
        StoryCredit(
            entrant=entrant,
            round=played.round,
            points=played.total(side),
            game=played.game,
            side=side,
        )
        for played in tables
        for side in ("A", "B")
        for entrant in played.side(side)
    ]
    credits += [StoryCredit(entrant=one, round=1, points=points) for one, points in given]
    told = StoryInput(
        rounds=rounds,
        tables=tables,
        credits=tuple(credits),
        places={number: places(credits, number) for number, _ in rounds},
    )
    return find_story(told)


def places(credits: Iterable[StoryCredit], after: int) -> dict[int, int]:
    totals: dict[int, int] = {}
    for credit in credits:
        if credit.round <= after:
            totals[credit.entrant] = totals.get(credit.entrant, 0) + credit.points
    return {one: 1 + sum(own > total for own in totals.values()) for one, total in totals.items()}


class TestRace:
    def test_points_add_up_hand_by_hand_over_all_tables(self) -> None:
        told = story(
            table(1, 1, 2, [(100, 62), (0, 162), (90, 72)]),
            table(2, 3, 4, [(80, 82), (252, 0), (0, 162)]),
        )
        assert told.race.totals[1] == (0, 100, 100, 190)
        assert told.race.totals[3] == (0, 80, 332, 332)
        assert told.race.best == (0, 100, 332, 332)
        assert told.race.behind(1) == (0, 0, 232, 142)

    def test_the_lead_goes_from_one_to_another(self) -> None:
        told = story(
            table(1, 1, 2, [(100, 62), (0, 162), (90, 72)]),
            table(2, 3, 4, [(80, 82), (252, 0), (0, 162)]),
        )
        leads = [(lead.entrant, lead.first, lead.last, lead.by) for lead in told.race.leads]
        assert leads == [(1, 1, 1, 18), (3, 2, 3, 108)]
        assert told.race.lead_changes == 1
        assert told.race.led(3) == 2

    def test_who_is_caught_up_with_still_leads(self) -> None:
        told = story(table(1, 1, 2, [(100, 62), (62, 100), (62, 100)]))
        assert [(lead.entrant, lead.last) for lead in told.race.leads] == [(1, 2), (2, 3)]

    def test_nobody_leads_while_two_newcomers_are_level(self) -> None:
        told = story(
            table(1, 1, 2, [(100, 62), (0, 162), (100, 62)]),
            table(2, 3, 4, [(62, 100), (162, 0), (0, 162)]),
        )
        # After the first hand 1 and 4 are level, after the second 2 and 3.
        assert [(lead.entrant, lead.first) for lead in told.race.leads] == [(2, 3)]

    def test_points_that_a_litige_gives_back_count_at_the_end_of_the_round(self) -> None:
        told = story(table(1, 1, 2, [(100, 62), (0, 81)], totals=(181, 143)), rounds=((1, 2),))
        assert told.race.totals[1] == (0, 100, 181)

    def test_slips_and_exempt_points_count_at_the_end_of_their_round(self) -> None:
        told = story(
            table(1, 1, 2, [(100, 62), (0, 162), (90, 72)]),
            table(2, 3, 4, totals=(300, 186)),
            given=[(5, 243)],
        )
        assert told.race.totals[3] == (0, 0, 0, 300)
        assert told.race.totals[5] == (0, 0, 0, 243)
        assert told.slips == 1
        assert not told.race.sees(3, 2)
        assert told.race.sees(3, 3)
        assert told.race.sees(1, 2)

    def test_a_contest_of_slips_only_goes_round_by_round(self) -> None:
        told = story(
            table(1, 1, 2, totals=(300, 186)),
            table(11, 1, 2, totals=(100, 386), round=2),
            rounds=((1, 12), (2, 12)),
        )
        assert told.race.is_by_round
        assert told.race.totals[2] == (0, 186, 572)
        assert told.race.ends == (1, 2)
        assert told.biggest_hand is None

    def test_a_round_of_one_hand_more_is_folded_into_its_last(self) -> None:
        told = story(table(1, 1, 2, [(100, 62), (100, 62), (100, 62), (100, 62)]))
        assert told.race.totals[1] == (0, 100, 200, 400)

    def test_nothing_is_told_of_nothing(self) -> None:
        told = story(rounds=())
        assert (told.race.steps, told.race.leads, told.top) == (0, (), ())
        assert told.winner_behind is None


class TestFacts:
    def test_the_biggest_hand_and_how_often_it_was_marked(self) -> None:
        told = story(
            table(1, 1, 2, [(100, 62), (272, 0), (90, 72)]),
            table(2, 3, 4, [(0, 272), (80, 82), (81, 81)]),
        )
        assert told.biggest_hand
        assert (told.biggest_hand.points, told.biggest_hand.times) == (272, 2)
        assert told.biggest_hand.entrants == (1,)
        assert told.biggest_hand.hand
        assert told.biggest_hand.hand.number == 2

    def test_the_comeback_of_a_game(self) -> None:
        told = story(
            table(1, 1, 2, [(0, 162), (0, 162), (252, 0), (162, 0)]),
            table(2, 3, 4, [(100, 62), (0, 162), (72, 90), (90, 72)]),
            rounds=((1, 4),),
        )
        assert told.comeback
        assert (told.comeback.entrants, told.comeback.points) == ((1,), 324)
        assert told.comeback.hand
        assert told.comeback.hand.number == 2

    def test_a_game_that_was_led_throughout_is_no_comeback(self) -> None:
        assert story(table(1, 1, 2, [(100, 62)] * 3)).comeback is None

    def test_who_climbed_and_how_far_the_winner_was_behind(self) -> None:
        told = story(
            table(1, 1, 2, [(162, 0)]),
            table(2, 3, 4, [(100, 62)]),
            table(11, 1, 2, [(0, 252)], round=2),
            table(12, 3, 4, [(52, 110)], round=2),
            rounds=((1, 1), (2, 1)),
        )
        assert told.climb
        assert (told.climb.entrant, told.climb.before, told.climb.after) == (2, 4, 1)
        assert told.winner_behind
        assert (told.winner_behind.points, told.winner_behind.step) == (162, 1)

    def test_a_winner_who_always_led_was_never_behind(self) -> None:
        assert story(table(1, 1, 2, [(100, 62)] * 3)).winner_behind is None

    def test_a_winner_whose_hands_are_not_known_was_not_behind_for_that(self) -> None:
        told = story(table(1, 1, 2, [(100, 62)] * 3), table(2, 3, 4, totals=(400, 86)))
        assert told.top[0] == 3
        assert told.winner_behind is None

    def test_highest_lowest_and_tightest_game(self) -> None:
        told = story(
            table(1, 1, 2, totals=(300, 186)),
            table(2, 3, 4, totals=(240, 246)),
        )
        facts = [told.highest_game, told.lowest_game, told.tightest]
        found = [(fact.entrants, fact.points) for fact in facts if fact]
        assert found == [((1,), 300), ((2,), 186), ((4,), 6)]

    def test_litiges_are_counted_and_their_longest_chain_is_told(self) -> None:
        sheet = [(0, 81), (0, 81), (262, 62), (0, 81), (100, 62)]
        told = story(table(1, 1, 2, sheet, h1="litige", h2="litige", h4="litige"), rounds=((1, 5),))
        assert told.most_litiges
        assert told.most_litiges.points == 3
        assert told.chain
        assert (told.chain.first, told.chain.length) == (1, 2)
        assert told.chain.won
        assert told.chain.won.number == 3
        assert told.outcomes["litige"] == 3

    def test_a_chain_may_last_to_the_end(self) -> None:
        told = story(table(1, 1, 2, [(0, 81)] * 2, h1="litige", h2="litige"), rounds=((1, 2),))
        assert told.chain
        assert told.chain.won is None

    @pytest.mark.parametrize("count", [0, 1])
    def test_one_litige_is_no_chain(self, count: int) -> None:
        outcomes: dict[str, Any] = {f"h{number}": "litige" for number in range(1, count + 1)}
        assert story(table(1, 1, 2, [(0, 81), (100, 62)], **outcomes)).chain is None
