"""Which functions of a game a page has compiled: whatever Python calls often, and whatever searches."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numba import int64, typeof

from recif.games.core import playouts
from recif.games.core.compiled import blank
from recif.games.core.contract import Game
from recif.games.core.luck import seeded
from recif.games.core.sources import has_rules
from recif.games.core.turns import turns_of
from recif.mind.net.files import net_of
from recif.mind.search import search, tree
from recif.mind.search.think import Mind

Wanted = tuple[Any, tuple[Any, ...]]  # a function, and the types of its arguments

NUMBERS = typeof(np.zeros(1, np.int64))
BYTES = typeof(np.zeros((2, 1), np.uint8))


# What rules call their arguments, where words and ideas ask them: all but the state are whole numbers or rows of them.
ROWS = {"out", "weights", "rng"}
NUMBERED = {
    "seat",
    "cell",
    "move",
    "pile",
    "card",
    "colour",
    "start",
    "target",
    "slot",
    "step",
    "kind",
    "way",
    "viewer",
}


def functions_of(game: Game) -> list[Wanted]:
    wanted = [*_contract(game), *_turns(game), *_thinking(game)]
    known = {function for function, _ in wanted}
    return [*wanted, *(more for more in _asked_in_words(game) if more[0] not in known)]


def _contract(game: Game) -> Iterator[Wanted]:
    """The functions of docs/contract.md, by their names."""
    rules: Any = game.rules
    state, module = typeof(blank(rules.State)), typeof(rules)
    yield rules.new, (state, int64, NUMBERS)
    yield from ((rule, (state,)) for rule in (rules.waiting, rules.over, rules.winners))
    yield from ((rule, (state, int64, NUMBERS)) for rule in (rules.moves, rules.random_move, rules.guess))
    yield rules.play, (state, int64, int64)
    yield rules.luck, (state, NUMBERS, NUMBERS)
    yield rules.befall, (state, int64)
    yield rules.draw, (state, NUMBERS)
    yield rules.scores, (state, NUMBERS)
    yield rules.view, (state, int64, state)
    yield rules.seen, (state, int64, int64, int64)
    yield playouts.playouts, (module, state, NUMBERS, NUMBERS)
    yield playouts.perft, (module, state, int64)


def _turns(game: Game) -> Iterator[Wanted]:
    """What positions and matches ask at every move."""
    turns, boxes = turns_of(game), typeof(np.zeros(2, game.rules.State))
    yield turns.turn, (boxes, BYTES, boxes, int64, int64)
    yield turns.standing, (boxes, BYTES)
    yield turns.is_legal, (boxes, int64, int64, NUMBERS)
    yield turns.phase, (boxes,)
    yield turns.legal, (boxes, int64, NUMBERS)
    yield turns.happen, (boxes, int64, int64)
    yield turns.draw, (boxes, NUMBERS)


def _thinking(game: Game) -> Iterator[Wanted]:
    """The search by hunches and by the net, and what a level that plays by feel asks."""
    rules, hunch = game.rules, game.hunch
    state, module = typeof(blank(rules.State)), typeof(rules)
    yield hunch.moves, (module, state, int64, NUMBERS)
    yield hunch.weigh, (module, state, int64, NUMBERS, int64, NUMBERS)
    grown = typeof(tree.plant(1, 1))
    yield search.open_root, (module, grown, state, int64)
    yield search.has_room, (module, grown)
    yield tree.index, (grown,)
    yield tree.find, (grown, int64)
    for mind in _minds(game):
        desk = search.new_desk(rules, *mind)
        walk = search.Walk(tree.plant(1, 1), desk, blank(rules.State), 0, mind.hunch.KNOBS, seeded(0), mind.net)
        yield search.grow, (module, typeof(mind.hunch), typeof(walk), state, int64, NUMBERS)


def _asked_in_words(game: Game) -> Iterator[Wanted]:
    """Rules that a game's plain Python asks by name, and whose arguments can be told by theirs."""
    rules: Any = game.rules
    files = [file for file in Path(rules.__file__).parent.rglob("*.py") if not has_rules(file)]
    mentioned = set(re.findall(r"\w+", " ".join(file.read_text() for file in files)))
    state = typeof(blank(rules.State))
    for name, rule in vars(rules).items():
        names = _arguments(rule)
        if name in mentioned and names[:1] == ("state",) and set(names[1:]) <= ROWS | NUMBERED:
            yield rule, (state, *(NUMBERS if one in ROWS else int64 for one in names[1:]))


def _arguments(thing: Any) -> tuple[str, ...]:
    """What a rule calls its arguments; nothing else has any."""
    code = thing.py_func.__code__ if hasattr(thing, "py_func") else None
    return code.co_varnames[: code.co_argcount] if code else ()


def _minds(game: Game) -> Iterator[Mind]:
    yield Mind(game.hunch)
    stored = net_of(game)
    if stored and game.features:
        yield Mind(game.features, stored.net)
