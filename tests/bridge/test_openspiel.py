"""OpenSpiel's own tests and algorithms, and what they cannot know: that nothing hidden leaks."""

import doctest
import json
import random
import re
import unittest
import xml.etree.ElementTree
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import cfr, exploitability, generate_playthrough, ismcts, mcts

from recif.bridge import openspiel
from recif.bridge.openspiel import written
from recif.games import GAMES
from recif.games.core.contract import Refused

# The last round of a game: cards face down, and a seat that is hungry; then two rounds with unseen cards of one kind.
LAST_ROUND = (
    "2 - 6,6,6,6,6,4,5,4,7 0,0,0,1,1,0,1,0,1 11 choosing:1 B?/T/T?/S PPPPYYBBBLLLSTT/PPYYYYBBLLSSSTT 0 2+2/4 -/-"
)
TWO_ROUNDS = (
    "2 - 6,6,6,11,5,4,4,4,6 0,0,0,6,0,0,0,0,0 11 choosing:1 B?/T/T?/S PPPPYYBBBLLLSTT/PPYYYYBBLLSSSTT - 2+2/4 -/-"
)
SETUPS: list[tuple[str, dict[str, Any]]] = [
    ("kroc", {"players": 3, "biting": '["heist"]'}),
    ("kroc", {"position": written(LAST_ROUND)}),
    ("crabs", {"mode": "asymmetric"}),
    ("xok", {"side": 4}),
    ("urchins", {"players": 3, "size": 5}),
    ("crocodiles", {"setup": "first"}),
]
every_setup = pytest.mark.parametrize(("name", "params"), SETUPS)


def loaded(name: str, params: dict[str, Any] | None = None) -> Any:
    return pyspiel.load_game(f"recif_{name}", params or {})


def walk(game: Any, seed: int, most: int = 80) -> Iterator[Any]:
    """The states of a random game."""
    dice, state = random.Random(seed), game.new_initial_state()
    for _ in range(most):
        if state.is_terminal():
            return
        yield state
        state.apply_action(dice.choice(state.legal_actions()))


def test_what_the_docstring_shows_happens() -> None:
    assert not doctest.testmod(openspiel).failed


@every_setup
def test_random_simulations_find_nothing_wrong(name: str, params: dict[str, Any]) -> None:
    pyspiel.random_sim_test(loaded(name, params), num_sims=1, serialize=True, verbose=False)


@every_setup
def test_the_api_is_kept(name: str, params: dict[str, Any]) -> None:
    case = type("Case", (api_test.EnforceAPIOnPartialTreeBase,), {"game": loaded(name, params), "game_name": name})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun >= 5
    assert result.wasSuccessful(), [*result.failures, *result.errors]


@pytest.mark.parametrize(("name", "params"), SETUPS[:4])  # the others take long to be over, and are written like these
def test_a_playthrough_is_written_and_can_be_played_again(name: str, params: dict[str, Any]) -> None:
    game = loaded(name, params)
    told = generate_playthrough.playthrough(str(game), [], seed=1)
    assert "InformationStateString(0)" in told
    assert "ObservationTensor(0)" in told
    assert "InformationStateTensor(0)" in told
    state = game.new_initial_state()
    for action in re.findall(r"^action: (\d+)", told, re.MULTILINE):
        state.apply_action(int(action))
    assert state.is_terminal()


@pytest.mark.parametrize("name", GAMES)
def test_options_and_seats_are_parameters(name: str) -> None:
    game = GAMES[name]
    for seats in game.seats:
        for option in game.options:
            for value in option.samples():
                told = value if isinstance(value, int) else written(value)
                loaded_game = loaded(name, {"players": seats, option.name: told})
                expected = game.new(seats, {option.name: value})
                assert loaded_game.num_players() == seats
                assert loaded_game.first.state.tobytes() == expected.tobytes()


@every_setup
def test_worlds_that_a_player_cannot_tell_apart_look_the_same(name: str, params: dict[str, Any]) -> None:
    game, dice = loaded(name, params), random.Random(3)
    hidden = 0
    for state in walk(game, 4):
        if state.is_chance_node():
            continue
        for player in range(game.num_players()):
            world = state.resample_from_infostate(player, dice.random)
            hidden += bytes(world.position) != bytes(state.position)
            assert world.information_state_string(player) == state.information_state_string(player)
            assert world.observation_string(player) == state.observation_string(player)
            assert world.observation_tensor(player) == state.observation_tensor(player)
            assert world.information_state_tensor(player) == state.information_state_tensor(player)
        mover = state.current_player()
        world = state.resample_from_infostate(mover, dice.random)
        assert world.current_player() == mover
        assert world.legal_actions() == state.legal_actions()
    assert bool(hidden) == (name in ("kroc", "crabs"))


@pytest.mark.parametrize("name", ["kroc", "crabs"])
def test_the_information_state_has_perfect_recall(name: str) -> None:
    """The same information state: the same things known and done before, and the same actions now."""
    game = loaded(name, {"position": written(TWO_ROUNDS)} if name == "kroc" else None)
    known: dict[str, tuple[list[tuple[str, int]], list[int]]] = {}

    def visit(state: Any, past: list[list[tuple[str, int]]], depth: int) -> None:
        if state.is_terminal() or depth == 0:
            return
        player = state.current_player()
        actions = state.legal_actions()
        if player >= 0:
            told = state.information_state_string(player)
            assert known.setdefault(told, (past[player], actions)) == (past[player], actions)
        for action in actions:
            more = [list(done) for done in past]
            if player >= 0:
                more[player].append((told, action))
            visit(state.child(action), more, depth - 1)

    first = game.new_initial_state()
    if name == "crabs":
        *_, first = walk(game, 2, most=11)  # all cards dealt
    visit(first, [[], []], 99 if name == "kroc" else 4)
    assert len(known) > 10


@pytest.mark.parametrize(("name", "params"), [s for s in SETUPS if s[0] in ("xok", "crocodiles", "urchins")])
def test_mcts_plays(name: str, params: dict[str, Any]) -> None:
    game = loaded(name, params)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(game, 2.0, 3, evaluator, random_state=np.random.RandomState(1))
    moves = 0
    for state in walk(game, 6, most=12):
        if not state.is_chance_node():
            assert bot.step(state) in state.legal_actions()
            moves += 1
    assert moves > 5


def test_mcts_finds_a_win_at_once() -> None:
    game = loaded("xok", {"position": written("5 w e1,e2,e3,e4,e5,e6,e7,e8 a1,a2,b1,b2")})
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    state = game.new_initial_state()
    bot = mcts.MCTSBot(game, 2.0, 400, evaluator, solve=True, random_state=np.random.RandomState(1))
    state.apply_action(bot.step(state))
    assert state.returns() == [1.0, -1.0]


@pytest.mark.parametrize(("name", "params"), [s for s in SETUPS if s[0] in ("kroc", "crabs")])
def test_information_set_mcts_plays(name: str, params: dict[str, Any]) -> None:
    game = loaded(name, params)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game, evaluator, 2.0, 8, random_state=np.random.RandomState(1))
    moves = 0
    for state in walk(game, 8, most=40):
        if not state.is_chance_node():
            assert bot.step(state) in state.legal_actions()
            moves += 1
        if moves == 6:
            break
    assert moves


def test_regret_minimisation_solves_a_last_round() -> None:
    game = loaded("kroc", {"position": written(LAST_ROUND)})
    solver = cfr.CFRSolver(game)
    solver.evaluate_and_update_policy()
    first = exploitability.nash_conv(game, solver.average_policy())
    for _ in range(25):
        solver.evaluate_and_update_policy()
    last = exploitability.nash_conv(game, solver.average_policy())
    assert 0 <= last < 0.05 < first


def test_an_illegal_action_is_refused_and_nothing_changes() -> None:
    state = loaded("xok").new_initial_state()
    taken = state.string_to_action("e5e6")
    state.apply_action(taken)
    with pytest.raises(Refused, match="e5 and e6 are taken already"):
        state.apply_action(taken)
    assert state.history() == [taken]
    state.apply_action(state.legal_actions()[0])


def test_bad_parameters_say_what_to_do() -> None:
    with pytest.raises(Refused, match="option side"):
        loaded("xok", {"side": 7})
    with pytest.raises(Refused, match="possible numbers of seats: 2, 3, 4"):
        loaded("urchins", {"players": 5})


@every_setup
def test_a_state_is_begun_again_from_its_struct(name: str, params: dict[str, Any]) -> None:
    game, seen = loaded(name, params), 0
    for state in walk(game, 5, most=60):
        again = game.new_initial_state(state.to_struct())
        assert str(again) == str(state)
        assert again.legal_actions() == state.legal_actions()
        assert json.loads(state.to_json()) == again.to_dict() == state.to_dict()
        seen += 1
    assert seen >= 3


@every_setup
def test_an_action_is_applied_by_its_struct(name: str, params: dict[str, Any]) -> None:
    game, twin = loaded(name, params), loaded(name, params).new_initial_state()
    for state in walk(game, 6, most=40):
        if state.history():
            told = twin.action_to_struct(twin.current_player(), state.history()[-1])
            assert twin.apply_action_struct(told).ok()
        assert twin.history() == state.history()


def test_the_struct_of_a_move_that_is_not_legal_is_not_applied() -> None:
    state = loaded("xok", {"side": 4}).new_initial_state()
    told = state.action_to_struct(state.string_to_action("d4d5"))
    assert state.apply_action_struct(told).ok()
    refused = state.apply_action_struct(told)
    assert not refused.ok()
    assert "d4d5" in refused.to_string()
    assert len(state.history()) == 1


@pytest.mark.parametrize("name", ["kroc", "crabs"])
def test_an_observation_struct_tells_what_its_player_may_know(name: str) -> None:
    """The same for every world that the player cannot tell from this one; the whole state tells more."""
    game, dice, hidden = loaded(name), random.Random(4), 0
    for state in walk(game, 4, most=60):
        if state.is_chance_node():
            continue
        for player in range(game.num_players()):
            world = state.resample_from_infostate(player, dice.random)
            assert world.to_observation_struct(player).to_dict() == state.to_observation_struct(player).to_dict()
            hidden += world.to_dict() != state.to_dict()
    assert hidden > 5


def test_a_struct_of_a_game_with_other_options_is_refused() -> None:
    small = loaded("xok", {"side": 4}).new_initial_state()
    with pytest.raises(Refused, match="other options"):
        loaded("xok").new_initial_state(small.to_struct())


def test_a_state_is_drawn_as_a_player_sees_it() -> None:
    *_, state = walk(loaded("crabs"), 4, most=40)
    drawings = [state.svg(player) for player in (None, 0, 1)]
    assert len(set(drawings)) == 3
    assert all(xml.etree.ElementTree.fromstring(one).tag.endswith("svg") for one in drawings)
