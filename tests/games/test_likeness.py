"""Positions that are said to be alike are, by the rules: what can be played in one can be played in the other."""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest
from tests.games.setups import SETUPS, Setup, random_game
from tests.match.shells import SHELLS

from recif.games import GAMES
from recif.games.core import likeness
from recif.games.core.compiled import Record
from recif.games.core.contract import Game
from recif.games.core.position import Position
from recif.match.match import Match, replay

EVERY = 7  # positions of a random game, one is looked at
MOST_MIRRORS = 6  # of a position, for every one of which all moves are played
LIKE = [setup for setup in SETUPS if setup.game.likeness]
OPEN = [setup for setup in LIKE if setup.game.id != "crabs"]


def form(game: Game, state: Record) -> bytes:
    """The same for all that are alike."""
    assert game.likeness
    return min(bytes(one.tobytes()) for one in game.likeness.mirrors(state))


def after(position: Position) -> Iterator[Position]:
    """Every position one event on."""
    rules = position.game.rules
    for seat in position.waiting:
        for move in position.numbers(seat):
            next_one = position.copy()
            rules.play(next_one.state, seat, move)
            yield next_one
    for outcome, _ in position.luck().values() if not position.waiting else ():
        next_one = position.copy()
        rules.befall(next_one.state, outcome)
        yield next_one


def some_of(setup: Setup, seed: int) -> Iterator[Position]:
    for number, (position, _) in enumerate(random_game(setup, seed)):
        if number % EVERY == seed % EVERY:
            yield position.copy()


@pytest.mark.parametrize("setup", OPEN, ids=str)
def test_what_can_follow_a_position_can_follow_every_mirror_of_it(setup: Setup) -> None:
    game = setup.game
    assert game.likeness
    for position in list(some_of(setup, 3))[:4]:
        follows = {form(game, one.state) for one in after(position)}
        mirrors = game.likeness.mirrors(position.state)
        assert mirrors[0].tobytes() == position.state.tobytes()
        for state in mirrors[1 :: max(1, len(mirrors) // MOST_MIRRORS)]:
            mirror = Position(game, state)
            assert {form(game, one.state) for one in after(mirror)} == follows
            assert len(mirror.waiting) == len(position.waiting)
            assert sorted(mirror.scores) == sorted(position.scores)


@pytest.mark.parametrize("setup", OPEN, ids=str)
def test_a_mirror_of_the_end_is_won_by_as_many(setup: Setup) -> None:
    game = setup.game
    assert game.likeness
    for seed in range(3):
        for position, _ in random_game(setup, seed):
            last = position
        for state in game.likeness.mirrors(last.state):
            mirror = Position(game, state)
            assert mirror.is_over
            assert len(mirror.winners) == len(last.winners)
            assert sorted(mirror.scores[seat] for seat in mirror.winners) == sorted(
                last.scores[seat] for seat in last.winners
            )


@pytest.mark.parametrize("setup", LIKE, ids=str)
def test_all_that_are_alike_have_the_same_images(setup: Setup) -> None:
    game = setup.game
    assert game.likeness
    for position in list(some_of(setup, 5))[:3]:
        shown = likeness.images(position)
        for state in game.likeness.mirrors(position.state)[:MOST_MIRRORS]:
            seen = Position(game, state)
            for seat in range(seen.seats):
                assert likeness.apart(shown, likeness.signs(game, seen.view(seat).state, seat)) == 0


@pytest.mark.parametrize("game", [game for game in GAMES.values() if game.id in ("xok", "urchins", "crocodiles")])
def test_three_decisions_on_is_near_and_a_match_of_strangers_is_not(game: Game) -> None:
    setup = Setup(game, 2, {})
    matches = [[position.copy() for position, _ in random_game(setup, seed, 10_000)] for seed in range(6)]
    later = far = near = 0
    for match, other in pairwise(matches):
        for number in range(20, min(len(match), len(other)) - 3, 5):
            shown = likeness.images(match[number])
            later += is_near(match[number + 2], shown)
            near += 1
            far += is_near(other[number], shown)
    assert later >= 0.9 * near
    assert far <= 0.02 * near


def is_near(position: Position, shown: list[likeness.Signs]) -> bool:
    seen = likeness.signs(position.game, position.view(0).state, 0)
    return likeness.apart(shown, seen) <= likeness.near(position.game)


def test_neither_options_nor_older_rules_nor_orders_of_moves_hide_a_position() -> None:
    game = GAMES["xok"]
    played = [(0, "e5e6"), (1, "c3c4"), (0, "g5g6"), (1, "c6c7")]
    match = replay(game, 2, {}, played)
    shown = likeness.images(match.position)
    for other in (
        replay(game, 2, {}, [played[2], played[1], played[0], played[3]]),
        replay(game, 2, {}, played, version=1),
        Match.at(game, str(match.position)),
    ):
        assert likeness.apart(shown, likeness.signs(game, other.position.state, 0)) == 0
    kroc = GAMES["kroc"]
    usual, odd = kroc.new(2), kroc.new(2, {"deck": [6, 6, 6, 6, 6, 4, 5, 5, 7]})
    assert usual.tobytes() != odd.tobytes()
    assert likeness.apart(likeness.images(Position(kroc, usual)), likeness.signs(kroc, odd, 0)) == 0


def test_a_game_that_says_nothing_is_compared_byte_by_byte() -> None:
    state = SHELLS.new(2)
    assert likeness.near(SHELLS) == 0
    shown = likeness.images(Position(SHELLS, state))
    assert likeness.apart(shown, likeness.signs(SHELLS, Position(SHELLS, state).view(1).state, 1)) == 0
    assert shown[0].dtype == np.int64
