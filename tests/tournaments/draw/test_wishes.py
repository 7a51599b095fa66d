"""Draws with wishes equal a search of everything: every pairing, every way to number tables."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.draw.test_teams import every_draw
from tournaments.draw.certificate import (
    Mismatch,
    certify,
    fingerprint,
    from_dict,
    hide_wishes,
    request_from_dict,
    request_to_dict,
    to_dict,
    verify,
)
from tournaments.draw.drawing import draw, swap
from tournaments.draw.request import (
    PHASED,
    DrawRequest,
    Entrant,
    Method,
    Pair,
    RequestError,
    pair_of,
)
from tournaments.draw.result import Draw, LookAhead, Pairing, WishKind, WishProof
from tournaments.draw.seats import TooFewTablesError
from tournaments.draw.wishes import Apart, FixedSeat, WishError, Wishes

pytestmark = pytest.mark.slow

ENDLESS = 32_767


@st.composite
def wishes(draw_from: st.DrawFn, size: int) -> Wishes:
    """Any wishes of some entrants."""
    groups = draw_from(
        st.lists(
            st.tuples(st.sets(st.integers(1, size), min_size=2), st.sampled_from([0, 1, 2, 3])),
            max_size=4,
        )
    )
    spans = st.integers(1, 6).flatmap(
        lambda first: st.tuples(st.just(first), st.integers(first, 6))
    )
    seats = draw_from(st.dictionaries(st.integers(1, size), spans, max_size=4))
    return Wishes(
        tuple(Apart(tuple(sorted(group)), rounds) for group, rounds in groups),
        tuple(FixedSeat(number, (span,)) for number, span in sorted(seats.items())),
        "salt",
    )


@st.composite
def wished(draw_from: st.DrawFn, sizes: tuple[int, ...], method: Method) -> DrawRequest:
    """Any meetings and wishes of a small field; an odd one has somebody exempt."""
    size = draw_from(st.sampled_from(sizes))
    pairs = st.sampled_from(list(combinations(range(1, size + 1), 2)))
    is_melee = method is Method.MELEE
    return DrawRequest(
        method,
        seed=draw_from(st.integers(0, 99)),
        round_number=2,
        rounds_left=0,
        entrants=tuple(Entrant(n, n, draw_from(st.integers(0, 1))) for n in range(1, size + 1)),
        opponents=tuple(draw_from(st.lists(pairs, max_size=3 * size))),
        partners=tuple(draw_from(st.lists(pairs, max_size=size))) if is_melee else (),
        search_limit=3_000_000,
        tables=draw_from(st.sampled_from([(), ((1, 2), (4, 9)), ((3, 9),)])),
        wishes=draw_from(wishes(size)),
    )


class Everything:
    """What every draw of a request is worth, by the rules of the README and nothing else."""

    def __init__(self, request: DrawRequest) -> None:
        self.request = request
        self.met = Counter(request.opponents)
        self.levels: list[set[Pair]] = [set(), set()]
        given_wishes = request.wishes or Wishes()
        for group in given_wishes.apart:
            if group.rounds in (0, 2, 3):
                pairs = {pair_of(*pair) for pair in combinations(group.entrants, 2)}
                self.levels[group.rounds > 0] |= pairs
        self.levels[1] -= self.levels[0]
        self.tables = {seat.entrant: seat for seat in given_wishes.seats}

    def excludes(self, one: int, other: int) -> bool:
        both = [self.tables[n] for n in (one, other) if n in self.tables]
        return len(both) == 2 and not any(
            both[0].has(table) and both[1].has(table) for table in range(1, 10)
        )

    def worth(self, pairs: tuple[Pair, ...]) -> tuple[int, ...]:
        return (
            sum(pair in self.met for pair in pairs),
            sum(self.met[pair] for pair in pairs),
            *(sum(pair in level for pair in pairs) for level in self.levels),
            sum(self.excludes(*pair) for pair in pairs),
        )

    def team_draws(self) -> Iterator[tuple[Pair, ...]]:
        numbers = tuple(entrant.number for entrant in self.request.entrants)
        if len(numbers) % 2 == 0:
            yield from every_draw(numbers)
            return
        fewest = min(entrant.byes for entrant in self.request.entrants)
        for exempt in self.request.entrants:
            if exempt.byes == fewest:
                yield from every_draw(tuple(n for n in numbers if n != exempt.number))

    def melee_draws(self) -> Iterator[tuple[tuple[Pair, Pair], ...]]:
        numbers = [entrant.number for entrant in self.request.entrants]
        byes = {entrant.number: entrant.byes for entrant in self.request.entrants}
        left_over = len(numbers) % 4
        fewest = sum(sorted(byes.values())[:left_over])
        for exempt in combinations(numbers, left_over):
            if sum(byes[n] for n in exempt) == fewest:
                for sides in every_draw(tuple(n for n in numbers if n not in exempt)):
                    for tables in every_draw(tuple(range(len(sides)))):
                        yield tuple((sides[a], sides[b]) for a, b in tables)

    def melee_worth(self, tables: tuple[tuple[Pair, Pair], ...]) -> tuple[int, ...]:
        against = [pair_of(x, y) for one, other in tables for x in one for y in other]
        sides = [pair_of(*side) for table in tables for side in table]
        together = [*against, *sides]
        return (
            sum(pair in set(self.request.partners) for pair in sides),
            sum(pair in self.met for pair in against),
            *(sum(pair in level for pair in together) for level in self.levels),
        )

    def broken_seats(self, pairings: tuple[Pairing, ...]) -> int:
        return sum(
            number in self.tables and not self.tables[number].has(pairing.table)
            for pairing in pairings
            for number in (*pairing.a, *pairing.b)
        )

    def fewest_broken_seats(self, pairings: tuple[Pairing, ...]) -> int:
        spans = self.request.tables or ((1, ENDLESS),)
        there = [n for n in range(1, 10) if any(first <= n <= last for first, last in spans)]
        ways = permutations(there, len(pairings))
        return min(
            self.broken_seats(
                tuple(replace(one, table=table) for one, table in zip(pairings, way, strict=True))
            )
            for way in ways
        )


def pairs_of(drawn: Draw) -> tuple[Pair, ...]:
    return tuple(pair_of(p.a[0], p.b[0]) for p in drawn.pairings)


def checked(request: DrawRequest) -> Draw:
    """Draw, and check what holds of any draw with wishes."""
    drawn = draw(request)
    certificate = from_dict(to_dict(certify(request, drawn)))
    assert certificate.version == 3
    assert verify(certificate, request_from_dict(request_to_dict(request))) == ()
    everything = Everything(request)
    numbers = [pairing.table for pairing in drawn.pairings]
    spans = request.tables or ((1, ENDLESS),)
    assert numbers == sorted(set(numbers))
    assert all(any(first <= n <= last for first, last in spans) for n in numbers)
    seats = [wish for wish in drawn.broken if wish.kind is WishKind.SEAT]
    assert len(seats) == everything.broken_seats(drawn.pairings)
    assert len(seats) == everything.fewest_broken_seats(drawn.pairings)
    assert all(wish.proof is not WishProof.NOT_PROVEN for wish in seats)
    return drawn


@given(wished((2, 4, 5, 6, 7, 8), Method.RANKING))
def test_teams_are_drawn_as_the_best_of_all_draws(request_: DrawRequest) -> None:
    everything = Everything(request_)
    every = list(everything.team_draws())
    drawn = checked(request_)
    assert drawn.worth == everything.worth(pairs_of(drawn)) == min(map(everything.worth, every))
    for wish in drawn.broken:
        if wish.kind is not WishKind.SEAT:
            kept = [everything.worth(pairs) for pairs in every if wish.entrants not in pairs]
            assert wish.worth == min(kept, default=())
            assert (wish.proof is WishProof.IMPOSSIBLE) == (not kept)
            assert (wish.proof is WishProof.COMPARED) is bool(kept)


@given(wished((9, 10), Method.LOT))
def test_ten_teams_are_drawn_as_the_best_of_all_draws(request_: DrawRequest) -> None:
    everything = Everything(request_)
    drawn = checked(request_)
    best = min(map(everything.worth, everything.team_draws()))
    assert drawn.worth == everything.worth(pairs_of(drawn)) == best


@given(wished((4, 5, 6, 8, 9), Method.MELEE))
def test_players_are_drawn_as_the_best_of_all_draws(request_: DrawRequest) -> None:
    everything = Everything(request_)
    drawn = checked(request_)
    tables = tuple((p.a, p.b) for p in drawn.pairings)
    every = list(everything.melee_draws())
    best = min(map(everything.melee_worth, every))
    # Tables of a mêlée hold four: its pairings say two or four alike.
    assert drawn.worth == everything.melee_worth(tables) == best  # type: ignore[arg-type]
    fewest = [draw for draw in every if everything.melee_worth(draw)[:2] == best[:2]]
    for wish in drawn.broken:
        if wish.kind is not WishKind.SEAT:
            kept = [
                everything.melee_worth(tables)
                for tables in fewest
                if not any({*wish.entrants} <= {*a, *b} for a, b in tables)
            ]
            assert wish.worth == min(kept, default=())
            assert wish.proof is (WishProof.COMPARED if kept else WishProof.SEARCHED)


def field_of(size: int, *apart: Apart, method: Method = Method.LOT, **more: object) -> DrawRequest:
    entrants = tuple(Entrant(n) for n in range(1, size + 1))
    # What a test asks for beside it comes as words, of any type.
    asked = Wishes(apart, tuple(more.pop("seats", ())), "salt")  # type: ignore[arg-type]
    return DrawRequest(method, 7, 1, 3, entrants, search_limit=1_000_000, wishes=asked, **more)  # type: ignore[arg-type]


def test_couples_families_and_clubs_of_a_large_field_do_not_meet() -> None:
    clubs = [Apart(tuple(range(first, first + 20)), 1) for first in range(1, 200, 20)]
    couples = [Apart((number, number + 100)) for number in range(1, 60)]
    for method in set(Method) - PHASED:
        drawn = draw(field_of(200, *clubs, *couples, method=method))
        assert not drawn.broken
        assert not any(drawn.worth)
        assert drawn.look_ahead is LookAhead.GUARANTEED


def test_a_club_of_more_than_half_meets_as_seldom_as_can_be_and_each_time_with_its_proof() -> None:
    drawn = draw(field_of(30, Apart(tuple(range(1, 21)), 1)))
    assert drawn.worth == (0, 0, 0, 5, 0)
    assert [wish.kind for wish in drawn.broken] == [WishKind.ROUNDS] * 5
    assert {wish.worth for wish in drawn.broken} == {(0, 0, 0, 5, 0)}


def test_the_movement_is_kept_where_it_keeps_every_wish() -> None:
    plain = draw(replace(field_of(8, method=Method.MOVEMENT), wishes=None))
    pairs = [pair_of(p.a[0], p.b[0]) for p in plain.pairings]
    assert pairs_of(draw(field_of(8, Apart((1, 3)), method=Method.MOVEMENT))) == tuple(pairs)
    assert pairs[0] not in pairs_of(draw(field_of(8, Apart(pairs[0]), method=Method.MOVEMENT)))


def test_the_rounds_to_come_are_planned_among_the_draws_that_are_worth_as_much() -> None:
    drawn = draw(replace(field_of(6, Apart((1, 2), 1)), rounds_left=4))
    assert drawn.look_ahead is LookAhead.PLANNED
    assert (1, 2) not in pairs_of(drawn)


def test_tables_are_numbered_as_they_stand_in_the_halls() -> None:
    drawn = draw(field_of(12, tables=((1, 2), (21, 29)), seats=(FixedSeat(7, ((28, 29),)),)))
    numbers = [p.table for p in drawn.pairings]
    assert numbers == [1, 2, 21, 22, 23, 28]
    assert 7 in (*drawn.pairings[-1].a, *drawn.pairings[-1].b)
    with pytest.raises(TooFewTablesError):
        draw(field_of(12, tables=((1, 5),)))


def test_an_exchange_by_hand_names_what_it_breaks() -> None:
    request = field_of(8, Apart((1, 2)))
    drawn = draw(request)
    table = next(p for p in drawn.pairings if 1 in (*p.a, *p.b))
    other = table.b[0] if table.a == (1,) else table.a[0]
    changed = swap(request, drawn, 2, other)
    assert [(wish.entrants, wish.proof) for wish in changed.broken] == [
        ((1, 2), WishProof.NOT_PROVEN)
    ]


@pytest.mark.parametrize(
    "wrong",
    [
        {"apart": (Apart((1,)),)},
        {"apart": (Apart((1, 1)),)},
        {"apart": (Apart((1, 2), -1),)},
        {"seats": (FixedSeat(1, ()),)},
        {"seats": (FixedSeat(1, ((2, 1),)),)},
        {"seats": (FixedSeat(1, ((1, 1),)), FixedSeat(1, ((2, 2),)))},
    ],
    ids=["alone", "twice", "before", "nowhere", "backwards", "seated twice"],
)
def test_wishes_that_cannot_be_meant_are_refused(wrong: dict[str, tuple[Apart, ...]]) -> None:
    with pytest.raises(WishError):
        # That is what is refused.
        Wishes(**wrong)  # type: ignore[arg-type]


def test_tables_that_stand_twice_are_refused() -> None:
    with pytest.raises(RequestError):
        field_of(4, tables=((1, 3), (3, 5)))


def test_everybody_checks_a_draw_without_seeing_what_was_wished() -> None:
    request = field_of(8, Apart((1, 2, 3, 4, 5, 6)))
    certificate = certify(request, draw(request))
    assert certificate.draw.broken
    plain, told = request_to_dict(request), to_dict(certificate)
    hide_wishes(plain, told)
    assert "entrants" not in str(plain["wishes"])
    assert told["draw"]["broken"] == []
    public, shown = request_from_dict(plain), from_dict(told)
    assert fingerprint(public) == certificate.fingerprint
    assert verify(shown, public) == (Mismatch.WISHES_HIDDEN,)
    others = replace(shown, draw=replace(shown.draw, pairings=shown.draw.pairings[1:]))
    assert Mismatch.EXEMPT in verify(others, public)


def test_other_wishes_have_another_fingerprint_and_draw_another_round() -> None:
    request = field_of(8, Apart((1, 2)))
    certificate = certify(request, draw(request))
    other = replace(request, wishes=Wishes((Apart((1, 3)),), (), "salt"))
    assert Mismatch.FINGERPRINT in verify(certificate, other)
    assert Mismatch.VERSION in verify(certificate, replace(request, wishes=None))


def test_a_request_without_wishes_is_certified_as_before() -> None:
    request = replace(field_of(8), wishes=None)
    certificate = certify(request, draw(request))
    assert certificate.version == 2
    assert "wishes" not in request_to_dict(request)
    assert "broken" not in to_dict(certificate)["draw"]
