"""The moves of XOK worth a thought: every pair of fish, and of the sharks that eat the same the cheapest."""

from recif.games.core.bits import lowest
from recif.games.core.compiled import rule, scratch, table
from recif.games.core.hexes import step
from recif.games.xok.rules import APART, KINDS, PAIRS, SWAP, WAYS, can_lay, can_swap, empty_cells, facing, pairs

MOUTHS = table([(1 << way % 6 | 1 << (way + APART[kind]) % 6) for way in range(6)] for kind in range(KINDS))


@rule
def around(cells):
    """All cells that touch `cells`."""
    near = 0
    for direction in range(6):
        near |= step(cells, direction)
    return near


@rule
def fill_ahead(cells, ahead):
    """Cells from which a mouth in each direction reaches one of `cells`; then the cells themselves."""
    for direction in range(6):
        ahead[direction] = step(cells, (direction + 3) % 6)
    ahead[6] = cells


@rule
def hits(ahead, cell):
    """The directions in which a mouth on a cell bites, as bits."""
    found = 0
    for direction in range(6):
        found |= (ahead[direction] >> cell & 1) << direction
    return found


@rule
def moves(rules, state, seat, out):
    """Every pair of fish; of the sharks that eat the same fish from the same cell, only the cheapest."""
    empty = empty_cells(state)
    count = 0
    for plane in range(PAIRS if can_lay(state) else 0):
        cells = pairs(empty, plane)
        while cells:
            out[count] = plane * 64 + lowest(cells)
            count += 1
            cells &= cells - 1
    if can_swap(state):
        out[count] = SWAP
        count += 1
    prey = state.fish[1 - seat]
    if prey == 0:
        return count
    ahead = scratch(7)
    fill_ahead(prey, ahead)
    cells = (empty | prey) & (prey | around(prey))
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        count = strikes_from(state, seat, cell, hits(ahead, cell), prey >> cell & 1, out, count)
    return count


@rule
def strikes_from(state, seat, cell, bites, is_landing, out, count):
    """The sharks worth setting on a cell: one for each set of fish that it eats."""
    known = 0 if is_landing else 1  # sets of directions, as bits; to eat from none is something on a fish only
    for kind in range(KINDS):
        if state.sharks_left[seat, kind] == 0:
            continue
        for way in range(WAYS[kind]):
            eaten = bites & MOUTHS[kind, way]
            if known >> eaten & 1 == 0 and facing(state, kind, way) >> cell & 1:
                known |= 1 << eaten
                out[count] = (PAIRS + 6 * kind + way) * 64 + cell
                count += 1
    return count
