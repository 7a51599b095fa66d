"""Which side has the best declaration."""

from typing import Any

import pytest

from scorekeeper.engine.declarations import best_side
from scorekeeper.engine.hand import Declaration
from tests.engine.sheet import A, B, shown


@pytest.mark.parametrize(
    ("all_shown", "best"),
    [
        pytest.param([], None, id="none"),
        pytest.param([shown(A, "tierce")], A, id="only one side"),
        pytest.param([shown(A, "cent"), shown(B, "four")], B, id="four beat any sequence"),
        pytest.param([shown(A, "four_nines"), shown(B, "four_jacks")], B, id="jacks beat nines"),
        pytest.param([shown(A, "four"), shown(B, "four")], None, id="told by their cards"),
        pytest.param(
            [shown(A, "four"), shown(B, "four_queens")], A, id="any other four beats queens"
        ),
        pytest.param([shown(A, "four"), shown(B, "four_aces")], B, id="aces beat any other"),
        pytest.param([shown(A, "four"), shown(B, "four_kings")], None, id="tens or queens"),
        pytest.param([shown(A, "four_tens"), shown(B, "four_kings")], A, id="tens beat kings"),
        pytest.param(
            [shown(A, "tierce", "ace"), shown(B, "tierce", "king")], A, id="the higher card"
        ),
        pytest.param(
            [shown(A, "tierce", "king"), shown(B, "tierce", "king")],
            None,
            id="equal cards: trumps decide, which the table saw",
        ),
        pytest.param([shown(A, "cent", "jack"), shown(B, "cent")], None, id="one did not say"),
        pytest.param(
            [shown(A, "tierce"), shown(A, "tierce", "ace"), shown(B, "tierce", "nine")],
            A,
            id="the best of several",
        ),
    ],
)
def test_the_best_declaration(all_shown: list[Declaration], best: Any) -> None:
    assert best_side(all_shown) is best
