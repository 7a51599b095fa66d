"""What the program does by itself: again and again, one in spite of another, not after its end."""

import logging
import threading

import pytest

from scorekeeper.server.duties import Duties, Duty

PATIENCE = 10


def test_a_duty_is_done_again() -> None:
    done, often_enough = [], threading.Event()

    def act() -> None:
        done.append(1)
        if len(done) == 3:
            often_enough.set()

    duties = Duties([Duty("counting", 0.001, act)])
    duties.start()
    assert often_enough.wait(PATIENCE)
    duties.stop()
    count = len(done)
    assert not threading.Event().wait(0.02)
    assert len(done) == count


def test_one_that_fails_is_reported_and_tried_again_and_hinders_no_other(
    caplog: pytest.LogCaptureFixture,
) -> None:
    tried, other = threading.Event(), threading.Event()
    failures = []

    def fail() -> None:
        failures.append(1)
        if len(failures) == 2:
            tried.set()
        raise OSError("the stick is not there")

    duties = Duties([Duty("copying", 0.001, fail), Duty("looking", 60, other.set)])
    with caplog.at_level(logging.ERROR):
        duties.start()
        assert tried.wait(PATIENCE)
        assert other.wait(PATIENCE)
        duties.stop()
    assert "copying failed" in caplog.text
    assert "the stick is not there" in caplog.text


def test_the_end_does_not_wait_for_the_next_time() -> None:
    done = threading.Event()
    duties = Duties([Duty("looking", 3600, done.set)])
    duties.start()
    assert done.wait(PATIENCE)
    duties.stop()
    assert not [thread for thread in threading.enumerate() if thread.name == "looking"]
