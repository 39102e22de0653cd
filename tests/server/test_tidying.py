"""Garbage waits for a quiet moment, and does not wait for ever."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from recif.server.garbage import LONG, QUIET, Tidying

pytestmark = pytest.mark.one_database("sqlite")


class Knot:
    """Holds itself: only the collector frees it."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def tidying() -> Iterator[Tidying]:
    threshold = gc.get_threshold()
    yield Tidying()
    gc.unfreeze()
    gc.set_threshold(*threshold)


def knot_set_aside(tidying: Tidying) -> "weakref.ref[Knot]":
    knot = weakref.ref(Knot())
    tidying.tick(1)
    assert gc.get_freeze_count() > 0
    gc.collect()
    assert knot() is not None
    return knot


def test_what_was_set_aside_is_collected_in_a_quiet_moment(tidying: Tidying) -> None:
    knot = knot_set_aside(tidying)
    for second in range(QUIET):
        tidying.tick(2 + second)  # somebody plays
    assert knot() is not None
    tidying.tick(1 + QUIET)
    assert knot() is None


def test_it_is_collected_in_the_end_though_somebody_always_plays(tidying: Tidying) -> None:
    knot = knot_set_aside(tidying)
    for second in range(LONG - 2):
        tidying.tick(2 + second)
    assert knot() is not None
    tidying.tick(LONG)
    assert knot() is None


def test_nothing_is_looked_through_where_nothing_has_happened(tidying: Tidying) -> None:
    for _ in range(QUIET):
        tidying.tick(0)
    knot = weakref.ref(Knot())
    gc.freeze()
    tidying.tick(0)
    assert knot() is not None
