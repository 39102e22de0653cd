"""What a net is told of Crabe vs Poulpe: the same from either side, all that changes the game, and who wins at once."""

from typing import Any

import numpy as np
import pytest
from tests.games.setups import Setup, random_game

from recif.games import GAMES
from recif.games.core.features import SURE
from recif.games.core.position import Position
from recif.games.crabs import features, rules
from recif.games.crabs.cards import CARDS, RANKS

CRABS = GAMES["crabs"]


def told(at: Position) -> list[int]:
    """What is true for the seat to move; SURE alone if it wins at once."""
    out = np.zeros(features.MOST, np.int64)
    count = features.features(at.state, at.waiting[0], out)
    return [SURE] if count == SURE else sorted(out[:count].tolist())


def setup_of(**options: Any) -> str:
    return features.setup_of(CRABS.new(2, options))


def other_backs(cards: int) -> int:
    """A set with the backs of its cards exchanged."""
    return sum(1 << bit // CARDS * CARDS + (bit + RANKS) % CARDS for bit in range(2 * CARDS) if cards >> bit & 1)


def exchanged(at: Position) -> Position:
    """The same position with crabs and octopuses exchanged."""
    twin = at.copy()
    state = twin.state
    state.crabs_seat = 1 - state.crabs_seat
    state.hand[:] = [other_backs(int(hand)) for hand in state.hand]
    state.deck = other_backs(int(state.deck))
    state.held[:] = state.held[:, ::-1].copy()
    state.stock[:] = state.stock[::-1].copy()
    return twin


def test_who_is_the_crab_matters_only_where_effects_differ_by_side() -> None:
    for mode, is_same in (("symmetric", True), ("asymmetric", False)):
        for at, _ in random_game(Setup(CRABS, 2, {"mode": mode}), 2):
            if at.waiting and told(at) != [SURE]:
                assert (told(at) == told(exchanged(at))) == is_same


@pytest.mark.parametrize("table", features.SETUPS.values())
def test_a_setup_is_known_by_its_name(table: Any) -> None:
    name = setup_of(**table.options)
    assert features.SETUPS[name] == table


def test_effects_of_ones_own_and_older_rules_are_other_setups() -> None:
    assert setup_of(effects={"9": "steal"}) not in features.SETUPS
    assert setup_of(effects={"9": "mix"}) in features.SETUPS, "what the cards say anyway"
    assert features.setup_of(CRABS.new(2, version=1)) not in features.SETUPS


@pytest.mark.parametrize("mode", ["symmetric", "asymmetric"])
def test_a_seat_that_can_play_its_last_card_needs_no_net(mode: str) -> None:
    met = set()
    for seed in range(12):
        for at, _ in random_game(Setup(CRABS, 2, {"mode": mode}), seed):
            if not at.waiting:
                continue
            seat = at.waiting[0]
            cards = [number for number in at.numbers(seat) if number < rules.PASS]
            wins = any(after(at, seat, number).winners == (seat,) for number in cards)
            assert (told(at) == [SURE]) == wins
            met.add(wins)
    assert met == {True, False}


def after(at: Position, seat: int, number: int) -> Position:
    twin = at.copy()
    rules.play(twin.state, seat, number)
    return twin
