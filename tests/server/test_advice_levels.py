"""Advice of a level looks as far as the player of that level, with the same mind."""

from typing import Any

import pytest

from recif.games import GAMES
from recif.mind import minds as mind
from recif.mind.coach.prospects import LEAST
from recif.mind.levels import ABYSS, NUMBERS
from recif.mind.search.think import Budget, Mind
from recif.mind.warmup import first_decision
from recif.server.machines import thoughts
from recif.server.machines.thoughts import Sighting

pytestmark = pytest.mark.one_database("sqlite")
SEEDS = 100  # one of them is not hasty


class Sought(Exception):
    """What a search was asked for; nothing is searched."""

    def __init__(self, *told: Any) -> None:
        self.budget, self.mind = told


@pytest.fixture(autouse=True)
def asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def think(_: Any, budget: Budget, __: int, hunch: Any, *, net: Any) -> None:
        raise Sought(budget, Mind(hunch, net))

    monkeypatch.setattr(mind, "think", think)


def sought(ask: Any, *told: Any) -> Sought | None:
    try:
        ask(*told)
    except Sought as found:
        return found
    return None


@pytest.mark.parametrize("number", NUMBERS[1:])
@pytest.mark.parametrize("game", GAMES)
def test_a_hint_looks_as_far_as_the_player_of_its_level(game: str, number: int) -> None:
    view = first_decision(GAMES[game])
    seen = Sighting.of(view.position, view.seat)
    player = next(filter(None, (sought(thoughts.choose, seen, number, seed) for seed in range(SEEDS))))
    adviser = sought(thoughts.advise, seen, number, 1)
    assert adviser
    assert adviser.mind is not None
    assert [part is other for part, other in zip(adviser.mind, player.mind, strict=True)] == [True, True]
    assert adviser.budget.seconds is None
    if number == ABYSS:
        assert (player.budget.seconds, adviser.budget.nodes) == (5.0, thoughts.DEEPEST)
    else:
        assert adviser.budget.nodes == max(player.budget.nodes, LEAST)
