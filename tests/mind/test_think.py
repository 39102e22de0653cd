"""The search, through its Python face."""

import numpy as np
import pytest

from recif.games import GAMES, position, start
from recif.games.core.luck import seeded
from recif.games.core.position import Position
from recif.mind.search.think import Budget, Thought, View, think
from recif.mind.search.tree import NONE, add_edge, find, plant
from tests.games.setups import random_game, setups_of

A_CHAIN_OF_EIGHT = "4 w d1,d2,d3,d4,d5,d6,d7,c6 a1,a2,b1,b2,g4,g5,g6,g7"


def best_text(thought: Thought, at: Position) -> str:
    return at.game.words.text(at.state, thought.seat, thought.best.move)


def some_positions(game: str, count: int = 4) -> list[Position]:
    """Positions of random games in which somebody must decide."""
    found = []
    for seed, setup in enumerate(list(setups_of(GAMES[game]))[:count]):
        seen = [at.copy() for at, _ in random_game(setup, seed) if at.waiting]
        found.append(seen[len(seen) // 2])
    return found


def test_the_same_view_and_seed_give_the_same_thought() -> None:
    view = View(start("xok", side=4), 0)
    assert think(view, Budget(300), seed=7) == think(view, Budget(300), seed=7)


def test_another_seed_gives_another_thought() -> None:
    view = View(start("xok", side=4), 0)
    assert think(view, Budget(300), seed=7) != think(view, Budget(300), seed=8)


def test_a_search_counts_the_nodes_it_was_given() -> None:
    assert think(View(start("xok", side=4), 0), Budget(123)).nodes == 123


def test_two_threads_share_the_nodes() -> None:
    thought = think(View(start("xok", side=4), 0), Budget(200, threads=2))
    assert thought.nodes == 200
    assert sum(idea.visits for idea in thought.ideas) == 200


def test_a_search_stops_when_its_time_is_up() -> None:
    assert think(View(start("xok", side=4), 0), Budget(seconds=0.0)).nodes == 0


def test_a_raised_flag_stops_the_search() -> None:
    assert think(View(start("xok", side=4), 0), Budget(10_000), stop=np.ones(1, np.int64)).nodes == 0


def test_a_seat_that_does_not_wait_is_not_asked() -> None:
    with pytest.raises(ValueError, match="nothing to decide"):
        think(View(start("xok"), 1), Budget(10))


def test_a_win_in_one_is_found_and_proven() -> None:
    at = position("xok", A_CHAIN_OF_EIGHT)
    thought = think(View(at, 0), Budget(2_000), hunch=at.game.hunch)
    assert thought.proven == 0b01
    assert thought.values == (1.0, 0.0)
    assert at.play(0, best_text(thought, at)).winners == (0,)


def test_a_win_in_one_is_found_without_hunches_too() -> None:
    at = position("xok", A_CHAIN_OF_EIGHT)
    thought = think(View(at, 0), Budget(2_000))
    assert at.play(0, best_text(thought, at)).winners == (0,)


@pytest.mark.parametrize("game", GAMES)
def test_ideas_are_legal_moves_and_their_shares_add_up(game: str) -> None:
    for at in some_positions(game):
        for seat in at.waiting:
            thought = think(View(at, seat), Budget(50), hunch=at.game.hunch)
            assert {idea.move for idea in thought.ideas} <= set(at.numbers(seat))
            assert sum(idea.share for idea in thought.ideas) == pytest.approx(1)
            assert sum(thought.values) == pytest.approx(1)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_hidden_changes_nothing(game: str) -> None:
    """Two worlds that look alike to a seat get the same thought from the same seed."""
    for at in some_positions(game):
        for seat in at.waiting:
            other = at.view(seat)
            other.game.rules.guess(other.state, seat, seeded(99))
            thoughts = [think(View(world, seat), Budget(50), 3, at.game.hunch) for world in (at, other)]
            assert thoughts[0] == thoughts[1]


def test_an_edge_that_is_used_again_has_forgotten_its_regrets() -> None:
    tree = plant(2, 2)
    tree.extras[0] = (3, 0.5, 0.5)
    find(tree, 1)
    assert add_edge(tree, 0, NONE, 0, 7, 1.0) == 0
    assert tree.extras[0].item() == (0, 0.0, 0.0)


def test_a_tree_is_given_room_as_it_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same thought, however small it starts."""
    view = View(start("xok", side=4), 0)
    roomy = think(view, Budget(3_000), seed=2)
    monkeypatch.setattr("recif.mind.search.think.ROOM", 2)
    monkeypatch.setattr("recif.mind.search.think.WIDTH", 1)
    assert think(view, Budget(3_000), seed=2) == roomy
    assert not roomy.is_full


def test_a_full_tree_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("recif.mind.search.think.MOST_EDGES", 5_000)
    monkeypatch.setattr("recif.mind.search.think.WIDTH", 1)
    thought = think(View(start("xok", side=4), 0), Budget(3_000))
    assert thought.is_full
    assert thought.nodes < 3_000
