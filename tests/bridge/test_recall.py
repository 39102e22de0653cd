"""Information-state tensors: the same if and only if a player has seen the same."""

import random
from collections.abc import Callable
from copy import deepcopy
from itertools import chain
from typing import Any

import pyspiel
import pytest

from recif.bridge.openspiel import RecifState, hides_nothing, written
from recif.bridge.past import LOOK, Recollection
from recif.games.core.contract import LUCK
from recif.games.core.folder import arrays_of
from recif.games.core.luck import seeded
from recif.games.core.position import Position
from recif.games.crabs.rules import PINCH
from tests.games.setups import SETUPS, Setup, random_event

every_setup = pytest.mark.parametrize("setup", SETUPS, ids=str)


def loaded(setup: Setup) -> Any:
    options = {name: value if isinstance(value, int) else written(value) for name, value in setup.options.items()}
    return pyspiel.load_game(f"recif_{setup.game.id}", {"players": setup.seats, **options})


def known(state: Any, player: int) -> tuple[str, bytes]:
    """The information state as a text and as numbers."""
    observer = state.get_game().make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    observer.set_from(state, player)
    return state.information_state_string(player), observer.tensor.tobytes()


@every_setup
def test_two_pasts_have_the_same_numbers_if_and_only_if_they_read_the_same(setup: Setup) -> None:
    """Whatever happens next in a random game, and whatever might have: told apart both ways, or neither."""
    game, dice = loaded(setup), random.Random(5)
    texts: dict[bytes, str] = {}
    tensors: dict[str, bytes] = {}
    state, alike = game.new_initial_state(), 0
    for step in range(400):
        if state.is_terminal():
            break
        actions = state.legal_actions()
        if step % 4 == 0:
            pasts = [state.child(action) for action in dice.sample(actions, min(3, len(actions)))]
            found = [[known(past, player) for past in pasts] for player in range(setup.seats)]
            alike += sum(len({text for text, _ in told}) < len(told) for told in found)
            for text, tensor in chain(*found):
                assert texts.setdefault(tensor, text) == text
                assert tensors.setdefault(text, tensor) == tensor
        state.apply_action(dice.choice(actions))
    assert bool(alike) != hides_nothing(setup.game), "hidden choices and cards, and nowhere else"


@pytest.mark.parametrize("setup", SETUPS[::3], ids=str)
def test_numbers_tell_nothing_that_is_hidden(setup: Setup) -> None:
    game, dice = loaded(setup), random.Random(9)
    state = game.new_initial_state()
    for step in range(120):
        if state.is_terminal():
            break
        if step % 6 == 0 and not state.is_chance_node():
            for player in range(setup.seats):
                world = state.resample_from_infostate(player, dice.random)
                assert world.information_state_tensor(player) == state.information_state_tensor(player)
        state.apply_action(dice.choice(state.legal_actions()))


def pinching(seed: int) -> tuple[Any, Any] | None:
    """A state of Crab vs Octopus in which a pinch comes next, and another that its seat cannot tell from it."""
    game, dice = pyspiel.load_game("recif_crabs", {"mode": "asymmetric"}), random.Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        action = dice.choice(state.legal_actions())
        after = state.child(action)
        if after.position.state.phase == PINCH and not state.is_chance_node():
            seat = after.current_player()
            twin = state.resample_from_infostate(seat, dice.random)
            if list(twin.position.state.hand) != list(state.position.state.hand) and action in twin.legal_actions():
                return after, twin.child(action)
        state = after
    return None


def test_what_was_seen_at_a_glance_is_never_forgotten() -> None:
    """§7 Who pinches sees the other hand; it takes the same card of two that differ, and still knows which it was."""
    tried = 0
    for seed in range(60):
        found = pinching(seed)
        if found is None:
            continue
        state, twin = found
        seat = state.current_player()
        both = set(state.legal_actions()) & set(twin.legal_actions())
        if not both:
            continue
        tried += 1
        for one in (state, twin):
            one.apply_action(min(both))
        (text, tensor), (other_text, other_tensor) = known(state, seat), known(twin, seat)
        assert text != other_text
        assert tensor != other_tensor
        assert LOOK in {who for who, _ in state.past.seen[seat]}
        assert LOOK not in {who for who, _ in state.past.seen[1 - seat]}
    assert tried


def lowest(position: Position, rng: Any) -> tuple[int, int]:
    """Moves that come first: to decline, to go to and fro; games last long by them."""
    waiting = position.waiting
    return (waiting[0], position.numbers(waiting[0])[0]) if waiting else random_event(position, rng)


@every_setup
@pytest.mark.parametrize("choose", [random_event, lowest])
def test_no_game_is_longer_than_its_log(setup: Setup, choose: Callable[[Position, Any], tuple[int, int]]) -> None:
    rng, past = seeded(2), Recollection(setup.start(), [[] for _ in range(setup.seats)])
    most = arrays_of(setup.game).log(past.position.state).most
    while not past.position.is_over:
        past.happen(*choose(past.position, rng))
    assert 0 < max(map(len, past.seen)) <= most


def test_a_clone_and_a_pickled_state_remember_the_same() -> None:
    state: RecifState = pyspiel.load_game("recif_kroc").new_initial_state()
    dice = random.Random(1)
    for _ in range(20):
        state.apply_action(dice.choice(state.legal_actions()))
    again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))[1]
    clone = state.clone()
    state.apply_action(state.legal_actions()[0])
    assert clone.information_state_tensor(0) == again.information_state_tensor(0)
    assert clone.information_state_tensor(0) != state.information_state_tensor(0)
    assert deepcopy(clone.past).seen == clone.past.seen


def test_an_entry_says_who_did_what() -> None:
    """Luck is 1, a look 2, this player 3, the next 4; then the digits of what was seen."""
    game = pyspiel.load_game("recif_kroc", {"players": 3})
    observer = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    first = len(state.past.seen[0])
    for bite in (2, 0, 1):
        state.apply_action(bite)
    shown = {}
    for player in range(3):
        observer.set_from(state, player)
        shown[player] = observer.dict["log"][first : first + 3].tolist()
        assert observer.dict["player"].tolist() == [float(seat == player) for seat in range(3)]
        assert observer.dict["log"][0, 0] == 1, "luck laid the first card"
    assert shown[0] == [[3, 2, 0, 0, 0], [4, 0, 1, 0, 0], [5, 1, 0, 2, 1]]
    assert shown[1] == [[5, 0, 1, 0, 0], [3, 0, 0, 0, 0], [4, 1, 0, 2, 1]]
    assert {who for who, _ in state.past.seen[2]} == {LUCK, 0, 1, 2}
