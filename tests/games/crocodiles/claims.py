"""Whether what the coach says of a move is so, by a second reading: the slow pool of `reference`."""

from collections.abc import Callable
from typing import Any

from tests.games.crocodiles.reference import BARS, Cell, Pool, cell_named, name

from recif.games.core.contract import Text
from recif.games.core.ideas import Seen
from recif.games.core.position import Position

Scene = dict[str, Any]
FIGURES: set[int] = set()


def advises(at: Position, seat: int, move: int, said: Text) -> bool:
    text = at.game.words.text(at.state, seat, move)
    if text.startswith("@"):
        return said.en == "Put a swimmer here."
    if text.endswith("!"):
        return said.en == "Flip this swimmer."
    if "x" in text:
        return said.en == "Eat with this crocodile."
    start = text.partition("-")[0]
    pile = next(pile for pile in at.game.words.scene(at.state)["piles"] if pile["cell"] == start)
    who = "crocodile" if pile["tiles"][-1]["number"] else "swimmer"
    return said.en == (f"Bring this {who} to the bar." if text.endswith("-bar") else f"Move this {who} here.")


def holds(before: Position, seat: int, move: int, one: Seen) -> bool:
    after = before.copy()
    text = before.game.words.text(before.state, seat, move)
    after.game.rules.play(after.state, seat, move)
    return CLAIMS[one.idea](Case(before, after, seat, text), one)


class Case:
    """A move, before and after, in slow pools."""

    def __init__(self, before: Position, after: Position, seat: int, text: str) -> None:
        self.positions, self.seat, self.text = (before, after), seat, text
        self.scenes = tuple(at.game.words.scene(at.state) for at in self.positions)
        self.before, self.after = (pool(scene) for scene in self.scenes)
        cells = text.removeprefix("@").replace("x", "-").rstrip("!").split("-")
        self.start = cell_named(cells[0])
        self.target = self.start if cells[-1] == "bar" else cell_named(cells[-1])


def pool(scene: Scene) -> Pool:
    made = Pool()
    made.is_placing = False
    for pile in scene["piles"]:
        made.piles[cell_named(pile["cell"])] = [[tile["seat"], tile["number"] or 0] for tile in pile["tiles"]]
    for seat in range(2):
        made.bars[seat].extend([tile["seat"], tile["number"] or 0] for tile in scene["bars"][seat]["tiles"])
    return made


def prey(water: Pool, hunter: int) -> set[Cell]:
    """What a seat could eat, were it its turn."""
    return {cell_named(text.partition("x")[2]) for text in water.actions(hunter) if "x" in text}


def tiles(water: Pool, cell: Cell) -> int:
    return len(water.piles.get(cell, []))


def spots(one: Seen) -> set[Cell]:
    return {cell_named(spot) for spot in one.spots}


def can_bank(water: Pool, seat: int, cell: Cell) -> bool:
    return f"{name(cell)}-bar" in water.actions(seat)


def eats_with(case: Case, number: int) -> bool:
    water = pool(case.scenes[0])
    water.piles[case.start][-1][1] = number
    return any("x" in text for text in water.actions_of(case.seat, case.start))


def is_lucky(case: Case, one: Seen) -> bool:
    numbers = case.scenes[0]["unseen"][case.seat]
    eating = [number for number in numbers if eats_with(case, number)]
    return (len(eating), len(numbers)) == (one.facts["eating"], one.facts["numbers"])


def banked(case: Case) -> int:
    return len(case.after.bars[case.seat]) - len(case.before.bars[case.seat])


def is_won(case: Case) -> bool:
    return case.positions[1].is_over and case.positions[1].winners == (case.seat,)


def lead(case: Case) -> int:
    return len(case.after.bars[case.seat]) - len(case.after.bars[1 - case.seat])


def home(cell: Cell, seat: int) -> int:
    return min(abs(cell[0] - column) + abs(cell[1] - row) for column, row in BARS[seat])


def is_at_the(case: Case, end: Callable[[set[int]], int]) -> bool:
    rows = {room["row"] for room in case.scenes[0]["room"] if room["left"]}
    return bool(case.start[1] + 1 == end(rows))


CLAIMS: dict[str, Callable[[Case, Seen], bool]] = {
    "last": lambda case, one: is_won(case),
    "safe-bar": lambda case, one: case.text.endswith("-bar") and banked(case) == one.facts["tiles"],
    "double-meal": lambda case, one: "x" in case.text and tiles(case.before, case.target) == one.facts["prey"] > 1,
    "meal": lambda case, one: "x" in case.text and tiles(case.before, case.target) == 1,
    "escape": lambda case, one: (
        not spots(one) & prey(case.after, 1 - case.seat)
        and ({case.start} if spots(one) == {case.target} else spots(one)) <= prey(case.before, 1 - case.seat)
    ),
    "lucky-flip": is_lucky,
    "flip-away": lambda case, one: case.start in prey(case.before, 1 - case.seat),
    "flip": lambda case, one: case.text.endswith("!") and case.before.piles[case.start][-1][1] == 0,
    "ladder": lambda case, one: can_bank(case.after, case.seat, case.target),
    "fork": lambda case, one: spots(one) <= prey(case.after, case.seat) and len(one.spots) > 1,
    "hunt": lambda case, one: spots(one) <= prey(case.after, case.seat) - prey(case.before, case.seat),
    "open-bars": lambda case, one: not any(case.before.bars) and any(case.after.bars),
    "secret": lambda case, one: case.after.piles[case.target][-1][1] == 0,
    "closer": lambda case, one: home(case.target, case.seat) < home(case.start, case.seat),
    "front": lambda case, one: is_at_the(case, max if case.seat == 0 else min),
    "rear": lambda case, one: is_at_the(case, min if case.seat == 0 else max),
    "wall": lambda case, one: case.start[0] in (0, 5),
    "middle": lambda case, one: 0 < case.start[0] < 5,
    "safe": lambda case, one: case.target not in prey(case.after, 1 - case.seat),
    "quiet-end": lambda case, one: case.scenes[1]["quiet"] + one.facts["left"] == 40 and lead(case) > 0,
}
