"""What strangers may send: position texts, move texts, options. Each is refused with a sentence, or it is good."""

import json
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.setups import SETUPS, random_event, random_game

from recif.games import GAMES, position
from recif.games.core.contract import LUCK, Refused, Text
from recif.games.core.luck import seeded
from recif.games.core.position import Position

every_game = pytest.mark.parametrize("name", GAMES)


@cache
def texts_of(name: str) -> list[str]:
    """Position texts from random games, over the options and the numbers of seats."""
    setups = [setup for setup in SETUPS if setup.game.id == name]
    chosen = setups[:: max(1, len(setups) // 5)]
    return [str(p) for setup in chosen for i, (p, _) in enumerate(random_game(setup, 3)) if i % 9 == 0]


def patched(draw: Any, text: str, other: str) -> str:
    """A few signs of one text in the place of a few of another."""
    at, start = draw(st.integers(0, len(text))), draw(st.integers(0, len(other)))
    cut, size = draw(st.integers(0, 3)), draw(st.integers(0, 3))
    return text[:at] + other[start : start + size] + text[at + cut :]


def crossed(draw: Any, text: str, other: str) -> str:
    """A whole field of one text in the place of that field of another."""
    fields, strange = text.split(" "), other.split(" ")
    at = draw(st.integers(0, min(len(fields), len(strange)) - 1))
    return " ".join([*fields[:at], strange[at], *fields[at + 1 :]])


def miscounted(draw: Any, text: str, other: str) -> str:
    """A digit that is another one."""
    digits = [i for i, sign in enumerate(text) if sign.isdigit()]
    at = draw(st.sampled_from(digits)) if digits else 0
    return text[:at] + str(draw(st.integers(0, 9))) + text[at + 1 :]


@st.composite
def spoilt_positions(draw: Any, name: str) -> str:
    text = draw(st.sampled_from(texts_of(name)))
    for slip in draw(st.lists(st.sampled_from([patched, crossed, miscounted]), min_size=1, max_size=3)):
        text = slip(draw, text, draw(st.sampled_from(texts_of(name))))
    return str(text)


def assert_said(text: Text) -> None:
    assert text.fr.strip()
    assert text.en.strip()


def assert_parses_back(game: Position) -> None:
    assert position(game.game.id, str(game)) == game, str(game)


def play_to_the_end(game: Position, seed: int) -> None:
    """Random play, with something due at every step and a text that leads back."""
    rng, rules = seeded(seed), game.game.rules
    for i in range(10_000):
        if i % 60 == 0 or game.is_over:
            assert_parses_back(game)
        if game.is_over:
            assert game.winners
            return
        assert bool(game.waiting) != bool(game.luck()), str(game)
        seat, number = random_event(game, rng)
        if seat == LUCK:
            rules.befall(game.state, number)
        else:
            rules.play(game.state, seat, number)
    raise AssertionError("this game does not end")


@every_game
@settings(max_examples=60)
@given(data=st.data(), seed=st.integers(0, 1000))
def test_a_spoilt_position_is_refused_or_plays_to_its_end(name: str, data: st.DataObject, seed: int) -> None:
    text = data.draw(spoilt_positions(name))
    try:
        game = position(name, text)
    except Refused as refused:
        assert_said(refused.text)
        return
    play_to_the_end(game, seed)


@every_game
@settings(max_examples=40)
@given(text=st.text(max_size=80))
def test_no_text_breaks_the_reader_of_positions(name: str, text: str) -> None:
    with pytest.raises(Refused):
        position(name, text)


@st.composite
def strange_moves(draw: Any, name: str, game: Position) -> str:
    """Any text, or a legal text of this game or of another with a slip."""
    seen = [text for seat in game.waiting for text in game.moves(seat)] or ["-"]
    text, other = draw(st.sampled_from(seen)), draw(st.sampled_from([*seen, "e5*ne+e", ">a1", "d13-bar", "1:trident"]))
    return str(draw(st.text(max_size=12) | st.just(other) | st.just(patched(draw, text, other))))


@every_game
@settings(max_examples=60)
@given(data=st.data())
def test_every_move_text_is_legal_or_refused_with_a_reason(name: str, data: st.DataObject) -> None:
    game = position(name, data.draw(st.sampled_from(texts_of(name))))
    text, before = data.draw(strange_moves(name, game)), bytes(game)
    for seat in range(game.seats):
        why = game.why(seat, text)
        assert (why is None) == (text in game.moves(seat))
        if why is not None:
            assert why.code
            assert_said(why.text)
            assert json.loads(json.dumps(why.cells)) == list(why.cells)
    assert bytes(game) == before


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**30), 10**30) | st.floats() | st.text(max_size=5),
    lambda junk: st.lists(junk, max_size=9) | st.dictionaries(st.text(max_size=3), junk, max_size=3),
    max_leaves=12,
)
SEATS = [0, -1, 1, 6, True, False, 2.0, 2.5, "2", [2], {}, 10**30]


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if game.options])
@settings(max_examples=60)
@given(data=st.data())
def test_no_option_breaks_a_game(name: str, data: st.DataObject) -> None:
    game = GAMES[name]
    option = data.draw(st.sampled_from(game.options))
    value = data.draw(JUNK | st.sampled_from(option.samples()) | st.lists(st.integers(-1, 21), min_size=9, max_size=9))
    try:
        checked = option.check(value)
    except Refused as refused:
        assert_said(refused.text)
        return
    assert option.check(checked) == checked
    assert json.loads(json.dumps(checked)) == checked
    assert len(option.numbers(checked)) == len(option.numbers(option.check(option.default)))
    play_to_the_end(Position(game, game.new(None, {option.name: value})), 1)


@pytest.mark.parametrize(
    ("name", "seats"),
    [(name, n) for name, game in GAMES.items() for n in SEATS if type(n) is not int or n not in game.seats],
    ids=repr,
)
def test_an_impossible_number_of_seats_is_refused(name: str, seats: Any) -> None:
    with pytest.raises(Refused, match="seats"):
        GAMES[name].new(seats)


@pytest.mark.parametrize(("name", "option", "value"), [("xok", "side", 5.0), ("urchins", "size", 6.0)])
def test_an_option_is_of_its_own_type(name: str, option: str, value: Any) -> None:
    with pytest.raises(Refused, match=option):
        GAMES[name].new(2, {option: value})


@pytest.mark.parametrize("words", ["1" * 5000, "[" * 100_000, "{", "NaN", "-", ""], ids=lambda words: words[:3])
@every_game
def test_no_words_of_a_command_line_break_an_option(name: str, words: str) -> None:
    for option in GAMES[name].options:
        try:
            value = option.read(words)
        except Refused as refused:
            assert_said(refused.text)
        else:
            assert option.check(value) == value
