"""Crocodile Pool Party by feel: bank a pile, eat what is tall, swim towards the bar, and bank before the last meal."""

from recif.games.core.compiled import rule, table
from recif.games.core.curves import exp
from recif.games.core.hunch import Knobs
from recif.games.core.hunch import moves as moves
from recif.games.crocodiles.pool import BAR, BARS, CELLS, WIDTH
from recif.games.crocodiles.rules import PLACING
from recif.games.crocodiles.tiles import height, kind_of, owner

KNOBS = Knobs(explore=0.0, trust=1.0, hope=-0.05, stir=0.1, ripe=2)
HORIZON = 40
TRIES = 4  # moves looked at in a playout


def steps(cell: int, bar: tuple[int, int]) -> int:
    """How far a cell is from a bar."""
    return min(abs(cell % WIDTH - b % WIDTH) + abs(cell // WIDTH - b // WIDTH) for b in bar)


WAY = table([steps(cell, bar) for cell in range(CELLS)] for bar in BARS)  # [seat, cell]


@rule
def appeal(state, seat, move):
    """How tempting a move is: tiles banked, tiles eaten, steps made towards the bar."""
    start, target = move >> 7, move & 127
    if state.phase == PLACING:
        return 10
    pile = state.pile[start]
    if target >= BAR:
        return 60 + 40 * height(pile)
    if start == target:
        return 14
    if state.pile[target]:
        return 30 + 25 * height(state.pile[target])
    tall = height(pile) if kind_of(pile) else 0
    return 10 + (1 + 2 * max(tall - 1, 0)) * max(WAY[seat, start] - WAY[seat, target], -3) // 2


@rule
def weigh(rules, state, seat, moves, count, weights):
    for i in range(count):
        weights[i] = max(1, appeal(state, seat, moves[i]))


@rule
def playout_move(rules, state, seat, rng):
    """The most tempting of a few."""
    best = rules.random_move(state, seat, rng)
    if state.phase != PLACING:
        for _ in range(TRIES - 1):
            move = rules.random_move(state, seat, rng)
            if appeal(state, seat, move) > appeal(state, seat, best):
                best = move
    return best


@rule
def value(rules, state, values):
    """Tiles banked, and a part of those on their way."""
    worth = 0.0
    for cell in range(CELLS):
        pile = state.pile[cell]
        if pile:
            seat = owner(pile)
            part = height(pile) * (0.25 + 0.4 * (20 - WAY[seat, cell]) / 20 if height(pile) > 1 else 0.2)
            worth += part if seat == 0 else -part
    worth += height(state.bar[0]) - height(state.bar[1])
    values[0] = 1 / (1 + exp(-worth / 2))
    values[1] = 1 - values[0]
