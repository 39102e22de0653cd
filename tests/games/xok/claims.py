"""Whether what the coach says of a move of XOK is so, by a second reading: scenes, position texts and brute force."""

from collections.abc import Callable, Iterator

from tests.games.xok.reference import STEPS

from recif.games import position
from recif.games.core.contract import Text
from recif.games.core.ideas import Seen
from recif.games.core.position import Position

Cells = frozenset[str]
FIGURES: set[int] = set()


def holds(before: Position, seat: int, move: int, one: Seen) -> bool:
    after = before.copy()
    after.game.rules.play(after.state, seat, move)
    return CLAIMS[one.idea](before, after, seat, one)


def advises(at: Position, seat: int, move: int, said: Text) -> bool:
    """A shark of several mouths is a big one."""
    text = at.game.words.text(at.state, seat, move)
    if text == "swap":
        after = at.copy()
        after.game.rules.play(after.state, seat, move)
        theirs, ours = fish(at, 1 - seat), fish(after, seat)
        return said.en == "Swap: @0’s two fish become yours." and len(theirs) == 2 and theirs == ours
    if "*" not in text:
        return said.en == "Lay two fish here."
    return said.en == f"Put a {'big' if '+' in text else 'small'} shark here."


def costs(after: Position, seat: int, answer: int, one: Seen) -> bool:
    """What the other pays who eats what was just laid."""
    foe, then = 1 - seat, after.copy()
    then.game.rules.play(then.state, foe, answer)
    left = sharks_left(then, foe)
    kinds = [at.game.words.scene(at.state)["reserve"][foe]["sharks"] for at in (after, then)]
    spent = next(kind for kind in kinds[0] if kinds[0][kind] > kinds[1].get(kind, 0))
    return (
        bool(eaten(after, then, foe))
        and left == one.facts["left"] == sharks_left(after, foe) - 1
        and ("last shark" in one.says.en) == (left == 0)
        and ("small shark" not in one.says.en or spent == "small")
        and ("big shark" not in one.says.en or spent != "small")
    )


def pieces(at: Position, seat: int) -> Cells:
    scene = at.game.words.scene(at.state)
    return frozenset(scene["fish"][seat]) | {shark["cell"] for shark in scene["sharks"] if shark["seat"] == seat}


def fish(at: Position, seat: int) -> Cells:
    return frozenset(at.game.words.scene(at.state)["fish"][seat])


def neighbours(cell: str) -> Iterator[str]:
    row, number = ord(cell[0]), int(cell[1:])
    return (f"{chr(row + up)}{number + along}" for up, along in STEPS.values())


def schools(cells: Cells) -> list[Cells]:
    found, left = [], set(cells)
    while left:
        reached, edge = set[str](), {left.pop()}
        while edge:
            reached |= edge
            edge = {near for cell in edge for near in neighbours(cell)} & left
            left -= edge
        found.append(frozenset(reached))
    return found


def longest(at: Position, seat: int) -> int:
    return max(map(len, schools(pieces(at, seat))), default=0)


def turned(at: Position, seat: int) -> Position:
    """The same position, were it the turn of this seat."""
    side, _, *rest = str(at).split(" ")
    return position("xok", " ".join([side, "wb"[seat], *rest]))


def answers(at: Position, seat: int) -> Iterator[Position]:
    """What a seat could make of the position, were it its turn."""
    start = turned(at, seat)
    for move in start.numbers(seat):
        after = start.copy()
        start.game.rules.play(after.state, seat, move)
        yield after


def can_finish(at: Position, seat: int) -> bool:
    return any(longest(after, seat) >= 10 for after in answers(at, seat))


def ways_to_finish(at: Position, seat: int) -> list[Cells]:
    """The cells of each move that would make ten, were it the turn of this seat."""
    return [laid(at, after, seat) for after in answers(at, seat) if longest(after, seat) >= 10]


def is_parried(before: Position, after: Position, seat: int) -> bool:
    return can_finish(before, 1 - seat) and not can_finish(after, 1 - seat)


def eaten(before: Position, after: Position, seat: int) -> Cells:
    return fish(before, 1 - seat) - fish(after, 1 - seat)


def laid(before: Position, after: Position, seat: int) -> Cells:
    return pieces(after, seat) - pieces(before, seat)


def exposed(at: Position, seat: int) -> Cells:
    return frozenset().union(*(fish(at, seat) - fish(after, seat) for after in answers(at, 1 - seat)))


def joined(before: Position, after: Position, seat: int, one: Seen) -> bool:
    new = laid(before, after, seat)
    school = next(school for school in schools(pieces(after, seat)) if new & school)
    return new <= school and len(school) == one.facts["size"] and len(schools(school - new)) == one.facts["parts"] > 1


def kept(after: Position, seat: int) -> int:
    bitten = [longest(one, seat) for one in answers(after, 1 - seat) if fish(one, seat) != fish(after, seat)]
    return min(bitten, default=longest(after, seat))


def sharks_left(at: Position, seat: int) -> int:
    return sum(at.game.words.scene(at.state)["reserve"][seat]["sharks"].values())


def are_inland(at: Position, cells: Cells) -> bool:
    board = set(at.game.words.scene(at.state)["cells"])
    return all(near in board for cell in cells for near in neighbours(cell))


def touch_the_edge(at: Position, cells: Cells) -> bool:
    board = set(at.game.words.scene(at.state)["cells"])
    return all(any(near not in board for near in neighbours(cell)) for cell in cells)


def is_unstoppable(after: Position, seat: int) -> bool:
    """Every answer leaves a way to finish."""
    return all(not one.is_over and can_finish(one, seat) for one in answers(after, 1 - seat))


Claim = Callable[[Position, Position, int, Seen], bool]
CLAIMS: dict[str, Claim] = {
    "ten": lambda before, after, seat, one: longest(after, seat) == one.facts["size"] >= 10 and seat in after.winners,
    "bite-in-time": lambda before, after, seat, one: (
        is_parried(before, after, seat) and set(one.spots) == eaten(before, after, seat) != set()
    ),
    "block": lambda before, after, seat, one: (
        is_parried(before, after, seat)
        and set(one.spots) == laid(before, after, seat)
        and all(set(one.spots) & way for way in ways_to_finish(before, 1 - seat))
    ),
    "fork": lambda before, after, seat, one: is_unstoppable(after, seat),
    "threat": lambda before, after, seat, one: can_finish(after, seat),
    "cut": lambda before, after, seat, one: (
        (longest(before, 1 - seat), longest(after, 1 - seat)) == (one.facts["was"], one.facts["left"])
        and set(one.spots) == eaten(before, after, seat)
    ),
    "double-meal": lambda before, after, seat, one: len(eaten(before, after, seat)) == one.facts["eaten"] > 1,
    "meal": lambda before, after, seat, one: len(eaten(before, after, seat)) == 1,
    "rescue": lambda before, after, seat, one: (
        set(one.spots) <= exposed(before, seat) and not set(one.spots) & exposed(after, seat)
    ),
    "bridge": joined,
    "grow": lambda before, after, seat, one: (
        (longest(before, seat), longest(after, seat)) == (one.facts["was"], one.facts["now"])
    ),
    "occupy": lambda before, after, seat, one: (
        max(longest(other, 1 - seat) for other in answers(before, 1 - seat)) == one.facts["could"]
        and max((longest(other, 1 - seat) for other in answers(after, 1 - seat)), default=0) < one.facts["could"]
    ),
    "toothless": lambda before, after, seat, one: sharks_left(after, 1 - seat) == 0,
    "sturdy": lambda before, after, seat, one: kept(after, seat) == one.facts["worst"],
    "school": lambda before, after, seat, one: (
        any(school == laid(before, after, seat) for school in schools(pieces(after, seat)))
        and all(fish(other, seat) for other in answers(after, 1 - seat))
    ),
    "open-water": lambda before, after, seat, one: are_inland(after, laid(before, after, seat)),
    "edge": lambda before, after, seat, one: touch_the_edge(after, laid(before, after, seat)),
}
