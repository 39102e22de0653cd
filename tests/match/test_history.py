"""States a match has been through: most are played again when somebody asks, and come out the same."""

import gc
import random
from concurrent.futures import ThreadPoolExecutor
from sys import getrefcount

import numpy as np
import pytest

from recif.games import GAMES
from recif.games.core.contract import LUCK
from recif.games.core.playing import Event
from recif.games.core.position import start
from recif.games.core.states import frozen
from recif.match.history import EVERY, History
from recif.match.match import Match
from tests.games.setups import SETUPS, Setup
from tests.match.shells import SHELLS

every_setup = pytest.mark.parametrize("setup", SETUPS, ids=str)


def play_on(match: Match, events: int, chance: random.Random) -> dict[int, bytes]:
    """Play so far, and the states on the way, by the number of events before them."""
    states = {}
    while not match.is_over and len(match.log) < events:
        states[len(match.log)] = bytes(match.position)
        if match.is_luck_due:
            match.draw(chance.randrange)
        else:
            seat = match.waiting[0]
            match.play(seat, chance.choice(list(match.position.moves(seat))))
    return states


def folded(match: Match) -> list[bytes]:
    """The states of its log, one after the other."""
    again, states = Match(match.game, match.seats, match.options), []
    for (seat, text), number in zip(match.log, match.numbers, strict=True):
        states.append(bytes(again.position))
        again._apply(seat, text, number)
    return states


@every_setup
def test_every_state_is_found_again_in_whatever_order_one_asks(setup: Setup) -> None:
    match = Match(setup.game, setup.seats, setup.options)
    states = play_on(match, 3 * EVERY, random.Random(5))
    order = [index for index in states if index < len(match.log)]
    random.Random(1).shuffle(order)
    for index in [*order, *sorted(order), *sorted(order, reverse=True)]:
        assert match.before[index].tobytes() == states[index]
    with pytest.raises(IndexError):
        match.before[len(match.log)]


@every_setup
@pytest.mark.parametrize("keep", [2 * EVERY, EVERY + 1, EVERY, EVERY - 1, 1])
def test_taking_back_and_playing_on_leaves_no_state_of_the_other_way(setup: Setup, keep: int) -> None:
    match = Match(setup.game, setup.seats, setup.options)
    states = play_on(match, 2 * EVERY + 5, random.Random(5))
    if len(match.log) <= keep:
        pytest.skip("the game is shorter")
    match.undo(len(match.log) + len(match.choices) - keep)
    assert bytes(match.position) == states[len(match.log)]
    play_on(match, keep + 5, random.Random(6))
    assert [state.tobytes() for state in match.before] == folded(match)


def test_threads_that_look_back_at_once_see_the_same() -> None:
    match = Match(GAMES["crabs"], 2, {})
    play_on(match, 3 * EVERY, random.Random(5))
    states, order = folded(match), list(range(len(match.log))) * 20
    random.Random(2).shuffle(order)
    with ThreadPoolExecutor(4) as threads:
        assert all(threads.map(lambda index: match.before[index].tobytes() == states[index], order))


class Peeping(list[Event]):
    """A log that looks back at the latest event while the next is being written."""

    def __init__(self, history: History) -> None:
        super().__init__()
        self.history, self.seen = history, list[bytes]()

    def append(self, event: Event) -> None:
        if self:
            self.seen.append(self.history[len(self) - 1].tobytes())
        super().append(event)


def test_whoever_looks_back_while_an_event_is_written_sees_the_state_asked_for() -> None:
    history = History(SHELLS)
    history.log = log = Peeping(history)
    states = [bytes(start(SHELLS)), bytes(start(SHELLS).go(0, 3)), bytes(start(SHELLS).go(0, 3).go(1, 2))]
    for event, number, state in zip(
        [Event(0, "3"), Event(1, "2"), Event(LUCK, "shell:1")], (3, 2, 0), states, strict=True
    ):
        history.append(event, number, bytearray(state))
    assert log.seen == states[:2]


def test_a_copy_goes_its_own_way() -> None:
    match = Match(GAMES["xok"])
    states = play_on(match, 5, random.Random(5))
    twin = match.before.copy()
    match.undo(3)
    assert [state.tobytes() for state in twin] == list(states.values())
    assert (len(twin.log), len(match.log)) == (5, 2)


def test_a_state_that_was_read_is_forgotten_when_nobody_needs_it() -> None:
    game = GAMES["crocodiles"]
    memory = bytearray(bytes(game.new()))
    before = getrefcount(memory)
    state = frozen(memory, game.rules.State)
    for name in game.rules.State.names or ():
        assert np.array_equal(getattr(state, name), np.frombuffer(memory, game.rules.State)[0][name])
    del state
    gc.collect()
    assert getrefcount(memory) == before
