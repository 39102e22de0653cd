"""Guesses of hidden cards in Crabe vs Poulpe, beside every world that a seat can believe in, with its weight."""

from collections import Counter
from collections.abc import Callable
from random import Random

import numpy as np
import pytest
from scipy.stats import chisquare
from tests.games.crabs.stories import ALL_CARDS, ending, scene
from tests.games.crabs.test_reference import random_effects
from tests.games.crabs.worlds import Belief, World, counts, first_belief

from recif.games import position, start
from recif.games.core.compiled import Numbers, Record, assign, blank, rule
from recif.games.core.contract import LUCK, SPECTATOR
from recif.games.core.luck import seeded
from recif.games.core.position import Position
from recif.games.crabs import rules
from recif.games.crabs.arrangements import draw_path
from recif.games.crabs.cards import BACK
from recif.games.crabs.notation import card_text, cards_in
from recif.games.crabs.past import act
from recif.games.crabs.script import Script, write

GUESSES = 2000
DOUBTFUL = 1e-5  # of some hundred comparisons, none may be less likely than this

TABLES = (
    ("symmetric", "-"),
    ("asymmetric", "-"),
    ("symmetric", "3=mix,4=give,5=drop+mix,6=steal,7=draw+mix,9=mix+give,10=steal+mix"),
    ("asymmetric", "3=give+drop,4=pinch+draw,6=give+mix,7=draw+draw+give,8=pinch,9=mix+drop"),
)


Drawn = Callable[[Record, int, Numbers, Record, Numbers, Numbers], None]


@rule
def guess_often(view: Record, seat: int, rng: Numbers, world: Record, hands: Numbers, decks: Numbers) -> None:
    for i in range(hands.size):
        assign(world, view)
        rules.guess(world, seat, rng)
        hands[i] = world.hand[1 - seat]
        decks[i] = world.deck


@rule
def imagine_often(view: Record, seat: int, rng: Numbers, world: Record, hands: Numbers, decks: Numbers) -> None:
    """As a search does."""
    recalled = rules.recall(view, seat)
    for i in range(hands.size):
        assign(world, view)
        rules.imagine(recalled, world, seat, rng)
        hands[i] = world.hand[1 - seat]
        decks[i] = world.deck


def guesses(view: Position, seat: int, rng: Numbers, draw: Drawn = guess_often) -> list[tuple[int, int]]:
    hands, decks = np.zeros((2, GUESSES), np.int64)
    draw(view.state, seat, rng, blank(rules.State), hands, decks)
    return [(int(hand), int(deck)) for hand, deck in zip(hands, decks, strict=True)]


def as_world(hand: int, deck: int, back: str) -> World:
    return counts(map(card_text, cards_in(hand)), back), counts(map(card_text, cards_in(deck)), back)


def compare(belief: Belief, drawn: list[tuple[int, int]]) -> float:
    """How likely such a sample is, if guesses have the weights of the belief; no guess may be outside it."""
    found: Counter[World] = Counter()
    for (hand, deck), times in Counter(drawn).items():
        found[as_world(hand, deck, belief.back)] += times
    assert set(found) <= set(belief.worlds), "a guess that contradicts what was seen"
    worlds = sorted(belief.worlds, key=lambda world: belief.worlds[world])
    bins: list[tuple[float, int]] = [(0.0, 0)]
    for world in worlds:
        if bins[-1][0] >= 8:
            bins.append((0.0, 0))
        bins[-1] = (bins[-1][0] + belief.worlds[world] * GUESSES, bins[-1][1] + found[world])
    if len(bins) < 2:
        return 1.0
    expected, observed = zip(*bins, strict=True)
    return float(chisquare(observed, expected).pvalue)


def small_game(mode: str, effects: str, random: Random) -> Position:
    """Six or seven cards a back are left: four in hand, one of them the other side's, and the rest in the deck."""
    hands, deck = [[], []], []  # type: tuple[list[list[str]], list[str]]
    for seat, back in enumerate("cp"):
        own = [card for card in ALL_CARDS.elements() if card.endswith(back)]
        left = random.sample(own, 8)
        hands[seat] += left[:4]
        hands[1 - seat] += left[4:5]
        deck += left[5:]
    return ending("/".join(" ".join(hand) for hand in hands), " ".join(deck), mode=mode, effects=effects)


def follow(game: Position, beliefs: list[Belief], random: Random, rng: Numbers) -> None:
    """One random event, told to everybody."""
    words = game.game.words
    if game.waiting:
        seat = game.waiting[0]
        number = random.choice(game.numbers(seat))
    else:
        twin = game.copy()
        seat, number = LUCK, int(rules.draw(twin.state, rng))
    actor = int(game.state.turn)
    for belief in beliefs:
        belief.hear(actor, words.text(game.state, seat, number, belief.viewer))
    if seat == LUCK:
        rules.befall(game.state, number)
    else:
        rules.play(game.state, seat, number)
    shown = scene(game)
    if shown["phase"] == "pinch":
        for belief in beliefs:
            if belief.viewer == shown["turn"]:
                belief.look(counts(shown["seats"][1 - belief.viewer]["hand"], belief.back))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("mode", "effects"), TABLES)
@pytest.mark.parametrize("draw", [guess_often, imagine_often])
def test_guesses_have_the_weights_of_all_worlds_that_agree_with_what_was_seen(
    draw: Drawn, mode: str, effects: str, seed: int
) -> None:
    random, rng = Random(seed), seeded(seed)
    game = small_game(mode, effects, random)
    beliefs = [first_belief(game, viewer, back) for viewer in range(2) for back in "cp"]
    for event in range(60):
        if game.is_over:
            break
        follow(game, beliefs, random, rng)
        if event % 4 == 3:
            for seat in range(2):
                drawn = guesses(game.view(seat), seat, rng, draw)
                for belief in beliefs[2 * seat : 2 * seat + 2]:
                    likelihood = compare(belief, drawn)
                    assert likelihood > DOUBTFUL, (str(game), seat, belief.back, len(belief.worlds))


@pytest.mark.parametrize("seed", range(25))
def test_a_guess_is_a_whole_past_that_could_have_been(seed: int) -> None:
    """Its log can be replayed card by card, and gives its hands and decks; any viewer's guess, any table of effects."""
    random, rng = Random(seed), seeded(seed)
    game = start("crabs", mode=random.choice(["symmetric", "asymmetric"]), effects=random_effects(random))
    while not game.is_over:
        follow(game, [], random, rng)
        if random.random() < 0.05:
            for viewer in (0, 1, SPECTATOR):
                view = game.view(viewer)
                world = view.copy()
                rules.guess(world.state, viewer, rng)
                assert position("crabs", str(world)) == world
                assert world.view(viewer) == view


@pytest.mark.parametrize("seed", range(6))
def test_a_search_imagines_hands_and_decks_of_the_right_size(seed: int) -> None:
    """Any viewer, any table of effects; every card is in one place, and what the viewer holds stays."""
    random, rng = Random(seed), seeded(seed)
    game = start("crabs", mode=random.choice(["symmetric", "asymmetric"]), effects=random_effects(random))
    while not game.is_over:
        follow(game, [], random, rng)
        if random.random() < 0.05:
            for viewer in (0, 1, SPECTATOR):
                view = game.view(viewer)
                world = view.copy()
                rules.imagine(rules.recall(view.state, viewer), world.state, viewer, rng)
                state, seen = world.state, Counter(cards_in(int(world.state.deck)))
                for seat in range(2):
                    hand = int(state.hand[seat])
                    assert [(hand & int(BACK[back])).bit_count() for back in range(2)] == state.held[seat].tolist()
                    seen.update(cards_in(hand))
                    assert seat != viewer or hand == view.state.hand[seat]
                decks = [(int(state.deck) & int(BACK[back])).bit_count() for back in range(2)]
                assert decks == state.stock.tolist()
                assert max(seen.values(), default=0) <= 2


def test_guesses_differ_where_nothing_is_known() -> None:
    game = ending("4c 2c/3p 6p 7p", decks="8p 9p", due="deal:1")
    assert len({hand for hand, _ in guesses(game.view(0), 0, seeded(1))}) == 10, "three of five cards"


def test_a_past_drawn_from_a_thinned_out_table_still_agrees_with_everything() -> None:
    rng, script = seeded(2), blank(Script)
    for seed in range(12):
        game = small_game(*TABLES[3], Random(seed))
        for _ in range(30):
            if not game.is_over:
                follow(game, [], Random(seed), rng)
        view = game.view(0)
        world = view.copy()
        world.state.deck, world.state.hand[1] = 0, 0
        for back in range(2):
            write(script, view.state, back, 0)
            path = np.zeros(script.count + 1, np.int64)
            while not draw_path(script, 2, rng, path):
                pass
            act(script, path, world.state, rng)
        assert position("crabs", str(world)) == world
        assert world.view(0) == view
