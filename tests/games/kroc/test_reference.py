"""The compiled rules of Cric Crac Kroc and the slow reference tell the same games."""

from collections import Counter
from itertools import chain, combinations

import pytest
from tests.games.kroc.reference import CARDS, Answer, Due, Game, Table
from tests.games.setups import Setup

from recif.games import GAMES
from recif.games.core.compiled import Numbers
from recif.games.core.luck import below, seeded
from recif.games.core.position import Position
from recif.games.kroc.options import BITING, COUNTS, SPARE_COUNTS

KROC = GAMES["kroc"]
EVERY_BITING = [*chain.from_iterable(combinations(BITING, n) for n in range(len(BITING) + 1)), ("random",)]
DECKS = [
    COUNTS,
    SPARE_COUNTS,
    [0, 20, 0, 0, 0, 0, 0, 0, 0],
    [2, 2, 2, 2, 2, 2, 2, 2, 4],
    [20, 20, 0, 20, 20, 9, 9, 1, 1],
]


def assert_same(position: Position, table: Table) -> None:
    """The scene shows what lies on the reference's table."""
    scene = KROC.words.scene(position.state)
    assert [pile["cards"] for pile in scene["piles"]] == table.piles
    assert [Counter(seat["kept"]) for seat in scene["seats"]] == [Counter(kept) for kept in table.kept]
    assert [seat for seat in range(table.seats) if scene["seats"][seat]["hungry"]] == sorted(table.hungry)
    assert list(position.scores) == table.points()
    assert scene["unseen"] == {card: table.unseen[card] for card in CARDS}
    assert scene["deck"] == table.deck()
    assert set(position.winners) == table.winners


def answer(position: Position, due: Due, rng: Numbers) -> Answer:
    """Play something legal on the compiled side, and say what."""
    what, seat = due
    if what == "luck":
        assert not position.waiting
        return position.draw(rng)
    if what == "steal":
        assert position.waiting == (seat,)
        return played(position, seat, rng)
    assert position.waiting == tuple(range(position.seats))
    texts = [played(position, chooser, rng) for chooser in range(position.seats)]
    return [[int(pile) for pile in text.split("+")] for text in texts]


def played(position: Position, seat: int, rng: Numbers) -> str:
    texts = list(position.moves(seat))
    text = texts[below(rng, len(texts))]
    position.play(seat, text)
    return text


@pytest.mark.parametrize("seats", KROC.seats)
@pytest.mark.parametrize("biting", EVERY_BITING, ids=lambda words: ",".join(words) or "-")
def test_the_compiled_rules_tell_the_same_games_as_the_reference(seats: int, biting: tuple[str, ...]) -> None:
    for seed, deck in enumerate(DECKS):
        position = Setup(KROC, seats, {"biting": biting, "deck": deck}).start()
        table, rng = Table(seats, biting, deck), seeded(seed)
        game = table.game()
        due = next(game)
        while not position.is_over:
            assert_same(position, table)
            said = answer(position, due, rng)
            due = next_due(game, said)
        assert due == ("over", -1)
        assert_same(position, table)


def next_due(game: Game, said: Answer) -> Due:
    try:
        return game.send(said)
    except StopIteration:
        return "over", -1
