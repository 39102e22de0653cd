"""Lists of moves read like the moves one by one, in every game and with every option."""

import random

import pytest

from recif.games.core.contract import REFEREE, SPECTATOR
from recif.games.core.position import Position
from recif.match.listing import legal, listing
from recif.match.match import Match
from tests.games.setups import SETUPS, Setup, random_game

every_setup = pytest.mark.parametrize("setup", SETUPS, ids=str)


def alike(position: Position, seat: int) -> None:
    state, words = position.state, position.game.words
    numbers = position.numbers(seat)
    assert legal(position.game, state, seat).tolist() == numbers
    for number, (text, parts, sentence) in zip(
        numbers, listing(position.game, state, seat, legal(position.game, state, seat)), strict=True
    ):
        assert text == words.text(state, seat, number)
        assert parts == words.parts(state, seat, number)
        assert sentence == words.sentence(state, seat, number, seat)


@every_setup
def test_a_list_of_moves_reads_like_the_moves_one_by_one(setup: Setup) -> None:
    positions = [position.copy() for position, _ in random_game(setup, 3)]
    for position in positions[::7] + positions[-2:]:  # the last ones have moves that end the game
        for seat in range(setup.seats):
            alike(position.view(seat), seat)


@every_setup
def test_a_match_tells_who_knows_everything_before_each_event(setup: Setup) -> None:
    match, chance = Match(setup.game, setup.seats, setup.options), random.Random(5)
    while not match.is_over and len(match.log) < 40:
        if match.is_luck_due:
            match.draw(chance.randrange)
        else:
            match.play(match.waiting[0], chance.choice(list(match.position.moves(match.waiting[0]))))
    states = [Position(match.game, state) for state in match.before] + [match.position]
    for index, position in enumerate(states):
        for viewer in range(SPECTATOR, match.seats):
            assert match.knows_all(index, viewer) == (bytes(position.view(viewer)) == bytes(position))
    for viewer in (REFEREE, SPECTATOR, *range(match.seats)):
        assert match.seen_by(viewer).tobytes() == bytes(match.position.view(viewer))
