"""What the coach says of a move is so: the rules are asked a second time, in another way, and sentences are short."""

import re
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from itertools import cycle, islice

import pytest
from tests.games.setups import random_game, setups_of

from recif.games import GAMES
from recif.games.core.contract import Game, Text
from recif.games.core.ideas import MOST_WORDS, Common, named
from recif.games.core.position import Position

POSITIONS = 2_000
EVERY = 3  # one decision of three: neighbours are much alike
COORDINATE = re.compile(r"\b[a-i]\d{1,2}\b")
NAMES = [Text("Maximilienne", "Maximilienne")] * 5
COACHED = [game for game in GAMES.values() if game.ideas]
every_game = pytest.mark.parametrize("game", COACHED, ids=lambda game: game.id)


def decisions(game: Game) -> Iterator[tuple[Position, int, int]]:
    """Decisions of random games, with every number of seats and every option, as the mover knows the position."""
    for seed, setup in enumerate(cycle(list(setups_of(game)))):
        for index, (at, (seat, move)) in enumerate(random_game(setup, seed)):
            if seat >= 0 and (seed + index) % EVERY == 0:
                yield at.view(seat), seat, move


@every_game
def test_the_rules_contradict_nothing_that_is_said(game: Game) -> None:
    """Nearly every idea is met on the way, each has a name, and every sentence is as short as it should be."""
    assert game.ideas
    claims = import_module(f"tests.games.{game.id}.claims")
    met: Counter[str] = Counter()
    for at, seat, move in islice(decisions(game), POSITIONS):
        advice = game.ideas.advice(at.state, seat, move)
        assert claims.advises(at, seat, move, advice), f"{at} {seat} {game.words.text(at.state, seat, move)}: {advice}"
        check_words(named(advice, NAMES))
        for one in game.ideas.seen(at.state, seat, move):
            assert claims.holds(at, seat, move, one), f"{at} {seat} {game.words.text(at.state, seat, move)}: {one}"
            check_words(named(one.says, NAMES))
            assert figures(one.says) <= {*one.facts.values(), *claims.FIGURES}, one
            met[one.idea] += 1
    known = game.ideas.IDEAS
    assert set(met) <= set(known)
    assert 10 <= len(known) <= 20
    assert not isinstance(game.ideas, Common) or set(game.ideas.PLAIN) < set(known)
    assert len(met) >= 0.7 * len(known), set(known) - set(met)


@every_game
def test_whatever_can_be_played_first_is_advised_as_it_is(game: Game) -> None:
    """A move that random games hardly choose too, such as a swap."""
    assert game.ideas
    claims = import_module(f"tests.games.{game.id}.claims")
    for setup in setups_of(game):
        met = set[int]()
        for at, (seat, _) in islice(random_game(setup, 1), 12):
            if seat < 0 or seat in met:
                continue
            met.add(seat)
            for move in at.numbers(seat):
                advice = game.ideas.advice(at.state, seat, move)
                assert claims.advises(at, seat, move, advice), f"{at} {seat} {move}: {advice}"
                check_words(named(advice, NAMES))


def figures(said: Text) -> set[int]:
    """The numbers of a sentence: each is a fact that was checked, or the name of a card."""
    return {int(number) for words in said for number in re.findall(r"(?<!@)\b\d+", words)}


def check_words(said: Text) -> None:
    """Short, whole, to the mover, and without a cell that the board does not show."""
    for words in said:
        assert len(words.split()) <= MOST_WORDS, words
        assert words[-1] in ".!", words
        assert "@" not in words, words
        assert not COORDINATE.search(words), words


@every_game
def test_what_a_seat_may_not_know_changes_no_sentence(game: Game) -> None:
    """Ideas are seen in a view, where nothing hidden is left."""
    assert game.ideas
    for at, seat, move in islice(decisions(game), 0, 400, 20):
        assert game.ideas.seen(at.view(seat).state, seat, move) == game.ideas.seen(at.state, seat, move)


def test_names_are_elided_as_french_wants() -> None:
    text = Text("La chaîne de @0 tombe parce que @1 mord ; @0 perd.", "@0's chain falls because @1 bites; @0 loses.")
    fr, en = named(text, [Text("Anne", "Anne"), Text("Zoé", "Zoé")])
    assert fr == Text("La chaîne d’Anne tombe parce que Zoé mord ; Anne perd.", "").fr
    assert en == "Anne's chain falls because Zoé bites; Anne loses."
