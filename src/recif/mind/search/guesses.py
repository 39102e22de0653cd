"""Guesses for a search, which needs thousands of them from one view.

A game may find once what they have in common: `recall(state, viewer)` in its rules, and `imagine(recalled, state,
viewer, rng)`, which fills hands and decks as `guess` would, and nothing else. Other games guess anew each time.
"""

from typing import Any

from recif.games.core.compiled import Numbers, Record
from recif.games.core.machine import twin


def recall(rules: Any, state: Record, viewer: int) -> Any:
    """What all guesses from a view have in common; None where a game does not tell."""
    return rules.recall(state, viewer) if hasattr(rules, "recall") else None


def imagine(rules: Any, recalled: Any, state: Record, viewer: int, rng: Numbers) -> None:
    """Fill in what a viewer cannot see."""
    if recalled is None:
        rules.guess(state, viewer, rng)
    else:
        rules.imagine(recalled, state, viewer, rng)


@twin(recall)
def _recall(rules, state, viewer):
    if hasattr(rules.pymod, "recall"):
        return lambda rules, state, viewer: rules.recall(state, viewer)
    return lambda rules, state, viewer: None


@twin(imagine)
def _imagine(rules, recalled, state, viewer, rng):
    if hasattr(rules.pymod, "recall"):
        return lambda rules, recalled, state, viewer, rng: rules.imagine(recalled, state, viewer, rng)
    return lambda rules, recalled, state, viewer, rng: rules.guess(state, viewer, rng)
