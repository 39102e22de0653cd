"""The compiled rules of Crabe vs Poulpe beside the slow ones, over whole random games with random tables of effects."""

from random import Random
from typing import Any

import pytest
from tests.games.crabs.reference import Table, game

from recif.games import GAMES
from recif.games.core.position import start
from recif.games.crabs.memory import LOG
from recif.games.crabs.rules import TURN
from recif.games.crabs.steps import LAST_ONLY, STEPS


def random_effects(random: Random) -> dict[str, str]:
    """Any table that the option takes."""
    effects = {}
    for number in range(2, 11):
        for side in random.choice([[], [""], ["c"], ["p"], ["c", "p"]]):
            middle = random.choices([step for step in STEPS if step not in LAST_ONLY], k=random.randrange(4))
            effects[f"{number}{side}"] = " ".join([*middle, *random.choices(list(STEPS), k=random.randrange(2))])
    return effects


def play_both(seed: int, options: dict[str, Any], version: int | None = None) -> int:
    """Returns how often a 1 was played on a 1."""
    random, chained = Random(seed), 0
    ours = start(GAMES["crabs"], 2, options, version)
    theirs = game(Table(**options, version=version or 2))
    winner: list[int] = []
    seat, expected = next(theirs)
    while not winner:
        if ours.waiting:
            assert seat == ours.waiting[0]
            assert sorted(expected) == list(ours.moves(seat))
        else:
            assert seat is None
            assert dict(expected) == {text: weight for text, (_, weight) in ours.luck().items()}
        ones = [text for text in sorted(expected) if text in ("1c", "1p")]
        text = random.choice(ones or sorted(expected)) if random.random() < 0.5 else random.choice(sorted(expected))
        chained += bool(ours.state.left) and text in ones and ours.state.phase == TURN
        if seat is None:
            ours.befall(text)
        else:
            ours.play(seat, text)
        try:
            seat, expected = theirs.send(text)
        except StopIteration as end:
            winner.append(end.value)
    assert ours.winners == tuple(winner)
    assert ours.state.logged <= LOG
    return chained


@pytest.mark.parametrize("mode", ["symmetric", "asymmetric"])
@pytest.mark.parametrize("crabs_seat", [0, 1])
@pytest.mark.parametrize("resist", ["chain", "once"])
def test_both_agree_on_every_choice_of_random_games(mode: str, crabs_seat: int, resist: str) -> None:
    options = {"mode": mode, "crabs_seat": crabs_seat, "effects": {}, "resist": resist}
    chained = sum(play_both(seed, options) for seed in range(40))
    assert (chained > 0) == (resist == "chain")


@pytest.mark.parametrize("mode", ["symmetric", "asymmetric"])
def test_both_agree_on_the_first_version_of_the_rules(mode: str) -> None:
    assert sum(play_both(seed, {"mode": mode, "crabs_seat": 0, "effects": {}}, version=1) for seed in range(40)) == 0


def test_both_agree_under_random_tables_of_effects() -> None:
    for seed in range(120):
        random = Random(seed)
        mode = random.choice(["symmetric", "asymmetric"])
        play_both(seed, {"mode": mode, "crabs_seat": random.randrange(2), "effects": random_effects(random)})


@pytest.mark.parametrize(
    "effect", ["pinch pinch pinch pinch", "mix mix mix mix", "draw mix draw mix", "give give give give"]
)
def test_the_log_has_room_for_the_longest_games(effect: str) -> None:
    for seed in range(20):
        play_both(seed, {"mode": "symmetric", "crabs_seat": 0, "effects": {str(n): effect for n in range(2, 11)}})
