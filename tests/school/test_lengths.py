"""How long matches last: measured for every game of the house, and true of a match that is played here."""

import pytest
from bench.lengths import turns

from recif.games import GAMES
from recif.match.match import Match
from recif.school.lengths import lengths_of, minutes


@pytest.mark.parametrize("game", GAMES)
def test_every_number_of_seats_was_measured(game: str) -> None:
    known = lengths_of(game)
    assert known
    assert list(known.turns) == [str(seats) for seats in GAMES[game].seats]
    assert all(5 <= length <= 60 for length in minutes(GAMES[game]).values())


def test_what_all_choose_at_once_is_one_turn() -> None:
    match = Match(GAMES["kroc"], 3)
    while len([event for event in match.log if event.seat >= 0]) < 6:
        if match.is_luck_due:
            match.draw(lambda _: 0)
            continue
        for seat in match.waiting:
            match.play(seat, next(iter(match.position.moves(seat))))
    assert turns(match) == 2


def test_the_steps_of_one_seat_are_one_turn() -> None:
    match = Match(GAMES["urchins"], 2)
    while 1 not in match.waiting:
        (seat,) = match.waiting
        match.play(seat, next(iter(match.position.moves(seat))))
    assert len(match.log) > 1
    assert turns(match) == 1
