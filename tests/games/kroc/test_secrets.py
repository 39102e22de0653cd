"""A choice of Cric Crac Kroc tells the others nothing until all are in.

Two tables that differ only in what some seats have chosen, and in who has chosen, must look the same to the byte to
everybody else: in views, move lists, sentences, texts, scenes, pictures, reasons and errors.
"""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from tests.games.setups import Setup, random_game

from recif.games import GAMES
from recif.games.core.contract import SPECTATOR, Refused
from recif.games.core.luck import below, seeded
from recif.games.core.position import Position
from recif.games.kroc.options import BITING, COUNTS, SPARE_COUNTS

KROC = GAMES["kroc"]
TEXTS = ("1", "3", "2+3", "3+2", "7", "", "trident", "0:salad")
setups = st.builds(
    lambda seats, biting, deck: Setup(KROC, seats, {"biting": biting, "deck": deck}),
    st.sampled_from(KROC.seats),
    st.lists(st.sampled_from(BITING), unique=True),
    st.sampled_from([COUNTS, SPARE_COUNTS]),
)


def choosing(setup: Setup, seed: int, nth: int) -> Position:
    """A position of a random game in which nobody has chosen yet: the nth, or the last before it ends."""
    found = setup.start()
    for position, _ in random_game(setup, seed):
        if len(position.waiting) == setup.seats:
            found, nth = position.copy(), nth - 1
            if nth < 0:
                break
    return found


def chosen(position: Position, seats: set[int], seed: int) -> Position:
    """The same table after these seats have chosen something."""
    twin, rng = position.copy(), seeded(seed)
    for seat in sorted(seats):
        moves = list(twin.moves(seat))
        twin.play(seat, moves[below(rng, len(moves))])
    return twin


def looks(position: Position, viewer: int) -> list[Any]:
    """Everything that a viewer can get hold of."""
    words, view = KROC.words, position.view(viewer)
    return [
        bytes(view),
        str(view),
        view.waiting,
        [view.moves(seat) for seat in range(view.seats)],
        view.luck(),
        view.scores,
        words.scene(position.state, viewer),
        words.scene(view.state, viewer),
        words.picture(position.state, viewer),
        [position.why(viewer, text) for text in TEXTS],
        [error(position, viewer, text) for text in TEXTS],
    ]


def error(position: Position, seat: int, text: str) -> tuple[str, Any] | None:
    try:
        position.copy().play(seat, text)
    except Refused as refused:
        return refused.code, refused.text
    return None


@given(setups, st.integers(0, 10**6), st.integers(0, 12), st.data())
def test_choices_of_others_show_nowhere(setup: Setup, seed: int, nth: int, data: st.DataObject) -> None:
    table = choosing(setup, seed, nth)
    seats = set(range(setup.seats))
    viewer = data.draw(st.sampled_from([SPECTATOR, *seats]))
    others = seats - {viewer}
    own = chosen(table, {viewer} & seats, seed) if data.draw(st.booleans()) else table
    some = st.sets(st.sampled_from(sorted(others)), max_size=len(others) - 1)  # somebody is still to choose
    one, two = (chosen(own, data.draw(some), data.draw(st.integers(0, 99))) for _ in range(2))
    assert looks(one, viewer) == looks(two, viewer)


@given(setups, st.integers(0, 10**6), st.integers(0, 12), st.data())
def test_the_news_of_a_choice_is_the_same_whatever_it_is(
    setup: Setup, seed: int, nth: int, data: st.DataObject
) -> None:
    table = choosing(setup, seed, nth)
    seat = data.draw(st.sampled_from(range(setup.seats)))
    moves, words, rules = table.numbers(seat), KROC.words, KROC.rules
    for viewer in {SPECTATOR, *range(setup.seats)} - {seat}:
        assert len({words.text(table.state, seat, move, viewer) for move in moves}) == 1
        assert len({words.sentence(table.state, seat, move, viewer) for move in moves}) == 1
        assert len({int(rules.seen(table.state, seat, move, viewer)) for move in moves}) == 1
    assert len({words.text(table.state, seat, move, seat) for move in moves}) == len(moves)
    assert len({words.sentence(table.state, seat, move, seat) for move in moves}) == len(moves)
    assert len({int(rules.seen(table.state, seat, move, seat)) for move in moves}) == len(moves)


@given(setups, st.integers(0, 10**6), st.integers(0, 12))
def test_the_last_choice_shows_them_all(setup: Setup, seed: int, nth: int) -> None:
    table, last = choosing(setup, seed, nth), setup.seats - 1
    shown = {}
    for choices in range(30):
        almost = chosen(table, set(range(last)), choices)
        for move in almost.numbers(last):
            told = tuple(int(choice) for choice in almost.state.choices[:last]), move
            shown[told] = {int(KROC.rules.seen(almost.state, last, move, viewer)) for viewer in range(-1, setup.seats)}
    assert all(len(numbers) == 1 for numbers in shown.values())
    assert len(set.union(*shown.values())) == len(shown)


@given(setups, st.integers(0, 10**6))
def test_everything_but_a_pending_choice_is_public(setup: Setup, seed: int) -> None:
    for position, (seat, move) in random_game(setup, seed):
        if KROC.words.scene(position.state)["phase"] != "choosing":
            assert bytes(position.view(SPECTATOR)) == bytes(position)
            assert KROC.rules.seen(position.state, seat, move, SPECTATOR) == move
