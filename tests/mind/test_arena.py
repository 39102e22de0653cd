"""Matches between two players."""

import pytest

from recif.games import start
from recif.games.contract import Refused
from recif.mind.arena import Bout, hold, is_decided, play_game, play_turn
from recif.mind.players import player
from recif.mind.statistics import Tally
from recif.mind.think import View

SMALL = {"side": 4}


def test_a_game_of_a_bout_can_be_played_again() -> None:
    bout = Bout("xok", "nodes:20", "random", options=SMALL)
    assert [play_game(bout, n) for n in range(4)] == [play_game(bout, n) for n in range(4)]


def test_seats_are_swapped_in_the_second_game_of_a_pair() -> None:
    """Equal players and equal luck: what one wins from a seat, the other wins from it."""
    bout = Bout("kroc", "random", "random")
    points = [play_game(bout, n) for n in range(40)]
    assert 0 < sum(points) < 40


def test_a_bout_counts_its_games() -> None:
    outcome = hold(Bout("xok", "nodes:30", "random", options=SMALL, games=6, early=False))
    assert outcome.games == len(outcome.points) == 6
    assert outcome.low <= outcome.rate <= outcome.high


def test_a_bout_ends_early_once_it_is_decided() -> None:
    tally = Tally()
    for _ in range(20):
        tally = tally.add(1.0)
    assert is_decided(tally, Bout("xok", "2", "1"))
    assert not is_decided(tally.add(1.0), Bout("xok", "2", "1"))  # half a pair


def test_all_waiting_seats_are_asked_before_anything_is_played() -> None:
    at = start("kroc", 3)
    while not at.waiting:
        at.befall(min(at.luck()))
    asked: list[tuple[int, tuple[int, ...]]] = []

    def watching(view: View, seed: int) -> int:
        asked.append((view.seat, view.position.waiting))
        return view.position.numbers(view.seat)[0]

    play_turn(at, lambda _: watching, seed=1)
    assert asked == [(0, (0, 1, 2)), (1, (0, 1, 2)), (2, (0, 1, 2))]


@pytest.mark.parametrize("words", ["", "9x", "uct:", "nodes:many", "clairvoyant:3"])
def test_a_player_nobody_knows_is_refused(words: str) -> None:
    with pytest.raises(Refused, match="unknown player"):
        player(words)
