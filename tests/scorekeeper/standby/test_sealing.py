"""What two computers say to each other: read by nobody else, forged by nobody, for one question."""

import pytest

from scorekeeper.standby.sealing import (
    LENGTH,
    LETTERS,
    NoCodeError,
    NotSealedError,
    new_code,
    open_answer,
    open_question,
    read_code,
    seal_answer,
    seal_question,
    shown_code,
)

CODE = "0123456789ABCDEFGHJK"


def test_a_code_has_a_hundred_random_bits() -> None:
    assert len(LETTERS) ** LENGTH == 2**100
    assert new_code() != new_code()


@pytest.mark.parametrize(
    "typed",
    [
        pytest.param("01234-56789-ABCDE-FGHJK", id="as-shown"),
        pytest.param(" o1234 567 89abcdefghjk\n", id="letters-that-are-read-as-digits"),
        pytest.param("OI23456789ABCDEFGHJK", id="in-capitals"),
    ],
)
def test_a_code_is_read_however_it_is_typed(typed: str) -> None:
    assert read_code(typed) == CODE
    assert shown_code(CODE) == "01234-56789-ABCDE-FGHJK"


@pytest.mark.parametrize("typed", ["", CODE[:-1], f"{CODE}0", f"{CODE[:-1]}é"])
def test_another_text_is_no_code(typed: str) -> None:
    with pytest.raises(NoCodeError):
        read_code(typed)


def test_only_who_knows_the_code_reads_a_question() -> None:
    question = seal_question(CODE, b"who?")
    assert open_question(CODE, question.sealed) == (b"who?", question.mark)
    assert b"who?" not in question.sealed
    with pytest.raises(NotSealedError):
        open_question(new_code(), question.sealed)


@pytest.mark.parametrize("place", [0, 20, -1])
def test_what_was_changed_on_the_way_is_refused(place: int) -> None:
    sealed = bytearray(seal_question(CODE, b"who?").sealed)
    sealed[place] ^= 1
    with pytest.raises(NotSealedError):
        open_question(CODE, bytes(sealed))


def test_an_answer_belongs_to_one_question_and_its_place() -> None:
    one, other = seal_question(CODE, b"who?"), seal_question(CODE, b"who?")
    sealed = seal_answer(CODE, one.mark, b"me", 1)
    assert open_answer(CODE, one.mark, sealed, 1) == b"me"
    for mark, part in [(other.mark, 1), (one.mark, 0)]:
        with pytest.raises(NotSealedError):
            open_answer(CODE, mark, sealed, part)
