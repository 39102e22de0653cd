"""Nothing reaches a seat of Crabe vs Poulpe that it may not know.

Two games are played side by side: in the eyes of one viewer the same things happen in both, but wherever only a back
shows, each game takes a card of its own. All that the viewer can ask for must be the same, byte for byte.
"""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recif.games import start
from recif.games.core.contract import LUCK, SPECTATOR, Refused
from recif.games.core.position import Position
from recif.games.crabs.notation import CARD_TEXTS, WORDS

SETUPS: tuple[dict[str, Any], ...] = (
    {},
    {"mode": "asymmetric"},
    {"mode": "asymmetric", "crabs_seat": 1},
    {"effects": {"4": "give mix", "5": "drop drop", "6": "mix", "7": "draw give drop", "10": "steal mix"}},
)
TRIES = ["", "pass", "stop", "accept", "nonsense", "1c", "Op", "Ap", *(f"{word}:7p" for word in WORDS.values())]

Choices = dict[int, list[int]]  # what the viewer sees of an event, and the events that look so


def choices(game: Position, viewer: int) -> tuple[int, Choices]:
    """Whose event is next, and all that can happen, sorted by how it looks."""
    seat = game.waiting[0] if game.waiting else LUCK
    numbers = game.numbers(seat) if game.waiting else [number for number, _ in game.luck().values()]
    found: Choices = {}
    for number in numbers:
        found.setdefault(int(game.game.rules.seen(game.state, seat, number, viewer)), []).append(number)
    return seat, found


def happen(game: Position, seat: int, number: int) -> None:
    if seat == LUCK:
        game.game.rules.befall(game.state, number)
    else:
        game.game.rules.play(game.state, seat, number)


def is_looking(game: Position, viewer: int) -> bool:
    """Whether the viewer has the other hand before its eyes."""
    shown = game.game.words.scene(game.state)
    return bool(shown["phase"] == "pinch" and shown["turn"] == viewer)


def told(game: Position, viewer: int, random: Random) -> list[object]:
    """Everything that this viewer can get out of a game, of itself and of its view."""
    words, view = game.game.words, game.view(viewer)
    out: list[object] = [bytes(view), str(view)]
    for state in (game.state, view.state):
        out += [words.scene(state, viewer), words.picture(state, viewer)]
    out += [game.waiting, game.is_over, game.winners, game.scores]
    if viewer != SPECTATOR:
        tries = [*TRIES, random.choice(CARD_TEXTS)]
        out += [game.moves(viewer), view.moves(viewer), [game.why(viewer, text) for text in tries]]
        out += [refusal(game, viewer, text) for text in tries]
    return out


def refusal(game: Position, seat: int, text: str) -> str:
    try:
        game.copy().play(seat, text)
    except Refused as refused:
        return f"{refused.code} {refused.text}"
    return "played"


@pytest.mark.parametrize("options", SETUPS, ids=str)
@given(seed=st.integers(0, 2**32), viewer=st.sampled_from([0, 1, SPECTATOR]))
@settings(max_examples=15, deadline=None)
def test_games_that_look_alike_to_a_viewer_are_alike_in_all_that_it_can_ask(
    options: dict[str, Any], seed: int, viewer: int
) -> None:
    random = Random(seed)
    games = [start("crabs", **options) for _ in range(2)]
    words = games[0].game.words
    while not games[0].is_over:
        (seat, first), (other, second) = (choices(game, viewer) for game in games)
        common = sorted(set(first) & set(second))
        if not common:
            break
        look = random.choice(common)
        numbers = [random.choice(first[look]), random.choice(second[look])]
        texts = [words.text(g.state, seat, n, viewer) for g, n in zip(games, numbers, strict=True)]
        sentences = [words.sentence(g.state, seat, n, viewer) for g, n in zip(games, numbers, strict=True)]
        assert seat == other
        assert texts[0] == texts[1]
        assert sentences[0] == sentences[1]
        for game, number in zip(games, numbers, strict=True):
            happen(game, seat, number)
        if is_looking(games[0], viewer) and games[0].state.hand[1 - viewer] != games[1].state.hand[1 - viewer]:
            break  # from here on the viewer can tell the games apart
        if random.random() < 0.3:
            asked = random.getrandbits(32)
            assert told(games[0], viewer, Random(asked)) == told(games[1], viewer, Random(asked))


@pytest.mark.parametrize("options", SETUPS, ids=str)
def test_such_games_do_differ(options: dict[str, Any]) -> None:
    """The test above would be worth nothing if both games took the same cards."""
    random, games = Random(7), [start("crabs", **options) for _ in range(2)]
    for _ in range(10):
        (seat, first), (_, second) = (choices(game, 0) for game in games)
        look = random.choice(sorted(set(first) & set(second)))
        for game, found in zip(games, (first, second), strict=True):
            happen(game, seat, random.choice(found[look]))
    assert bytes(games[0]) != bytes(games[1])
    assert bytes(games[0].view(0)) == bytes(games[1].view(0))
