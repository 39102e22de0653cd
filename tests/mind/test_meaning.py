"""What chances mean: as games of so many seats have shown, and nothing certain but what is proven."""

from collections.abc import Iterable

import numpy as np
import pytest
from bench.calibration import Said, by_the_others, fitted

from recif.games import GAMES, position
from recif.games.core.contract import PLAIN
from recif.mind.coach import prospects
from recif.mind.meaning import OPEN, meant
from recif.mind.minds import meaning_of, ponder
from recif.mind.net.files import net_of
from recif.mind.search.think import Budget, View
from tests.games.setups import random_game, setups_of

WITH_NETS = [name for name, game in GAMES.items() if net_of(game)]


def a_view(game: str, seats: int) -> View:
    """In the middle of a random game."""
    setup = next(setup for setup in setups_of(GAMES[game]) if setup.seats == seats)
    seen = [at.copy() for at, _ in random_game(setup, 3) if at.waiting]
    at = seen[len(seen) // 2]
    return View(at, at.waiting[0])


@pytest.mark.parametrize(("game", "seats"), [("xok", 2), ("kroc", 3), ("urchins", 4)])
def test_people_are_told_what_chances_mean_with_so_many_seats(
    game: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    view, stored = a_view(game, seats), net_of(GAMES[game])
    assert stored
    raw = ponder(view, Budget(300))
    assert not raw.proven
    for meaning in (PLAIN, (0.2, 1.5, 0.1)):
        monkeypatch.setattr(stored.origin, "meanings", {seats: meaning, seats + 1: (3.0, 3.0, 3.0)})
        told = prospects.ponder(view, 300, 0)
        assert told.values[view.seat] == pytest.approx(meant(raw.values[view.seat], meaning, seats))
        assert sum(told.values) == pytest.approx(1)
        assert [idea.move for idea in told.ideas] == [idea.move for idea in raw.ideas]
        assert told.best.value == pytest.approx(meant(raw.best.value, meaning, seats))


@pytest.mark.parametrize("game", WITH_NETS)
def test_chances_mean_what_was_measured_with_so_many_seats_or_with_the_most_below(game: str) -> None:
    stored = net_of(GAMES[game])
    assert stored
    meanings = stored.origin.meanings
    assert min(GAMES[game].seats) in meanings
    assert set(meanings) <= set(GAMES[game].seats)
    for seats in GAMES[game].seats:
        meaning = meaning_of(a_view(game, seats))
        assert meaning == meanings[max(few for few in meanings if few <= seats)]
        chances = [meant(said / 20, meaning, seats) for said in range(21)]
        assert chances == sorted(chances), "who is said more means more"


def test_chances_are_shifted_stretched_and_bent() -> None:
    assert meant(0.5, (0.0, 3.0, 1.0)) == pytest.approx(0.5)
    assert meant(0.6, (0.0, 2.0, 0.0)) == pytest.approx(0.36 / (0.36 + 0.16))
    assert meant(0.6, (0.1, 1.0, 0.0)) < meant(0.6, (0.1, 1.0, 0.5)) < meant(0.7, (0.1, 1.0, 0.5))


def test_nothing_is_said_to_be_certain_but_what_is_proven() -> None:
    assert [meant(sure, (0.3, 2.0, 1.0), 3) for sure in (0.0, 1.0)] == [OPEN, 1 - OPEN]
    at = position("xok", "4 w d1,d2,d3,d4,d5,d6,d7,c6 a1,a2,b1,b2,g4,g5,g6,g7")
    assert prospects.ponder(View(at, 0), 500, 0).values == (1.0, 0.0)
    for game in ("kroc", "crabs"):
        told = prospects.ponder(a_view(game, 2), 100, 0)
        assert all(OPEN - 1e-9 <= idea.value <= 1 - OPEN + 1e-9 for idea in told.ideas if not idea.proven)


def test_three_who_are_even_have_a_third_each() -> None:
    assert [meant(1 / seats, (0.0, 2.5, 0.1), seats) for seats in (2, 3, 5)] == pytest.approx([1 / 2, 1 / 3, 1 / 5])
    assert meant(0.3, (0.0, 2.5, 0.1), 3) < 0.3 < 1 / 3 < 0.4 < meant(0.4, (0.0, 2.5, 0.1), 3)


def said_too_surely(seats: int, games: int) -> list[Said]:
    """Games in which the winner is drawn by chances that are nearer to a fair share than what is said."""
    rng = np.random.default_rng(4)
    chances = rng.uniform(0.02, 0.98, games)
    return [
        Said(float(said), float(rng.random() < meant(said, (0.0, 0.5, 0.0), seats)), game)
        for game, said in enumerate(chances)
    ]


def too_sure(said: Iterable[Said]) -> float:
    """By how much more is promised than comes true, of the tenth to whom most is promised."""
    top = sorted(said)[-400:]
    return sum(one.chance - one.outcome for one in top) / len(top)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_fit_finds_what_chances_mean_by_games_that_it_is_not_tried_on(seats: int) -> None:
    said = said_too_surely(seats, 4_000)
    shift, stretch, bend = fitted(said, seats)
    assert (shift, stretch, bend) == pytest.approx((0, 0.5, 0), abs=0.12)
    assert too_sure(by_the_others(said, seats)) == pytest.approx(0, abs=0.04)
    assert too_sure(said) > 0.1, "as it was said"
