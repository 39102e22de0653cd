"""XOK by feel: finish a chain of ten, bite a chain of eight, grow what is long, spend small sharks first."""

from recif.games.core.bits import nth_bit, popcount
from recif.games.core.compiled import rule
from recif.games.core.hexes import group, step
from recif.games.core.hunch import Knobs
from recif.games.core.hunch import value as value
from recif.games.core.luck import below
from recif.games.xok.rules import APART, KINDS, LONG_ENOUGH, PAIRS, SWAP, WAYS, empty_cells, facing, reach
from recif.games.xok.strikes import around
from recif.games.xok.strikes import moves as moves

KNOBS = Knobs(explore=0.0, trust=1.0, hope=-0.1, stir=0.1, ripe=4)
WIDE = KNOBS._replace(explore=0.3)  # a long search that follows its hunches alone is beaten by one that has none
HORIZON = 1_000_000
NEARLY = LONG_ENOUGH - 2  # two fish more and it is done
EVEN = 1_000  # of a swap: about as much as all else together
TRIES = 6  # sharks looked at before one is set down in a playout


@rule
def eaten_by(prey, move):
    plane = (move >> 6) - PAIRS
    return prey & reach(plane // 6, plane % 6, 1 << (move & 63))


@rule
def biggest(own):
    """The largest group."""
    best = 0
    while own:
        joined = group(own & -own, own)
        own &= ~joined
        if popcount(joined) > popcount(best):
            best = joined
    return best


@rule
def weigh(rules, state, seat, moves, count, weights):
    """By the chain it makes, by the chain it bites."""
    own = state.fish[seat] | state.sharks[seat]
    prey = state.fish[1 - seat]
    enemy = prey | state.sharks[1 - seat]
    theirs = biggest(enemy)
    danger = popcount(theirs) >= NEARLY
    for i in range(count):
        cell = 1 << (moves[i] & 63)
        plane = moves[i] >> 6
        if moves[i] == SWAP:
            weights[i] = EVEN
            continue
        if plane < PAIRS:
            laid = cell | step(cell, plane)
            chain = popcount(group(laid, own | laid))
            weights[i] = 1 if danger else 2 + chain * chain
        else:
            eaten = eaten_by(prey, moves[i])
            chain = popcount(group(cell, own | cell))
            left = popcount(biggest(enemy & ~eaten)) if eaten & theirs else popcount(theirs)
            cut = popcount(theirs) - left
            weights[i] = 2 + chain + 8 * cut * cut + 2 * popcount(eaten)
            if danger and left < NEARLY:
                weights[i] *= 20
        if chain >= LONG_ENOUGH:
            weights[i] = 100_000


@rule
def playout_move(rules, state, seat, rng):
    empty = empty_cells(state)
    mine = biggest(state.fish[seat] | state.sharks[seat])
    size = popcount(mine)
    if size >= NEARLY:
        move = grow_by_two(state, seat, mine, empty, rng)
        if move >= 0:
            return move
    theirs = biggest(state.fish[1 - seat] | state.sharks[1 - seat])
    if popcount(theirs) >= NEARLY:
        move = bite(state, seat, theirs & state.fish[1 - seat], empty, rng)
        if move >= 0:
            return move
    return rules.random_move(state, seat, rng)


@rule
def grow_by_two(state, seat, mine, empty, rng):
    """A pair of fish that lengthens a group by two; -1 if there is none."""
    if state.fish_left[seat] < 2:
        return -1
    near = around(mine) & empty
    near &= around(empty)
    if near == 0:
        return -1
    cell = nth_bit(near, below(rng, popcount(near)))
    beside = around(1 << cell) & empty
    other = nth_bit(beside, below(rng, popcount(beside)))
    for plane in range(PAIRS):
        if step(1 << cell, plane) == 1 << other:
            return plane * 64 + cell
        if step(1 << other, plane) == 1 << cell:
            return plane * 64 + other
    return -1


@rule
def bite(state, seat, prey, empty, rng):
    """The best of a few sharks that eat from a group; -1 if there is none."""
    best, most = -1, 0
    if prey == 0:
        return best
    for _ in range(TRIES):
        kind = below(rng, KINDS)
        if state.sharks_left[seat, kind] == 0:
            continue
        way = below(rng, WAYS[kind])
        ahead = step(prey, (way + 3) % 6) | step(prey, (way + APART[kind] + 3) % 6)
        cells = prey & facing(state, kind, way) | ahead & empty
        if cells == 0:
            continue
        move = (PAIRS + 6 * kind + way) * 64 + nth_bit(cells, below(rng, popcount(cells)))
        meal = popcount(eaten_by(prey, move))
        if meal > most:
            best, most = move, meal
    return best
