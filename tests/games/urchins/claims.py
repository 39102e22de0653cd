"""Whether what the coach says of a step of Oursins is so, by a second reading: squares one by one."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

from recif.games.core.contract import Text
from recif.games.core.ideas import Seen
from recif.games.core.position import Position

Scene = dict[str, Any]
Square = frozenset[str]
OTHER = {"yellow": "red", "red": "yellow"}
FIGURES: set[int] = set()
ADVICE = {
    ">": "Put your pawn here.",
    "-": "Move nothing.",
    "+y": "Add a yellow urchin here.",
    "+r": "Add a red urchin here.",
}


def advises(at: Position, seat: int, move: int, said: Text) -> bool:
    text = at.game.words.text(at.state, seat, move)
    return said.en == (ADVICE.get(text[:1]) or ADVICE.get(text[:2]) or "Move this urchin here.")


def holds(before: Position, seat: int, move: int, one: Seen) -> bool:
    after = before.copy()
    after.game.rules.play(after.state, seat, move)
    return CLAIMS[one.idea](Case(before, after, seat, before.game.words.text(before.state, seat, move)), one)


class Case:
    def __init__(self, before: Position, after: Position, seat: int, text: str) -> None:
        self.end, self.seat, self.text = after, seat, text
        self.before, self.after = (at.game.words.scene(at.state) for at in (before, after))


def corners(scene: Scene) -> Iterator[tuple[str, str, str, str]]:
    """Every 2×2 square: a corner, the one across from it, the other two."""
    files = "abcdef"[: scene["size"]]
    for file, right in pairwise(files):
        for rank in range(1, scene["size"]):
            yield f"{file}{rank}", f"{right}{rank + 1}", f"{file}{rank + 1}", f"{right}{rank}"


def fished(scene: Scene, seat: int, cell: str) -> list[Square]:
    """The squares that a seat's pawn would fish from a cell."""
    enemies = {pawn for other, pawn in enumerate(scene["pawns"]) if other != seat and pawn}
    top = {where: colours[-1] for where, colours in scene["urchins"].items()}
    found = []
    for a, across, b, beside in corners(scene):
        cells = (a, across, b, beside)
        if cell not in cells or not all(one in top for one in cells):
            continue
        own = {a, across} if cell in (a, across) else {b, beside}
        if top[a] == top[across] and top[b] == top[beside] and not own & enemies:
            found.append(frozenset(cells))
    return found


def catch(scene: Scene, seat: int, cell: str) -> int:
    enemies = {pawn for other, pawn in enumerate(scene["pawns"]) if other != seat and pawn}
    return sum(len(scene["urchins"][one]) for one in frozenset().union(*fished(scene, seat, cell)) - enemies)


def could(scene: Scene, seat: int) -> int:
    free = set(scene["urchins"]) - set(scene["pawns"])
    return max((catch(scene, seat, cell) for cell in free), default=0)


def apart(scene: Scene, seat: int) -> bool:
    squares = [square for cell in set(scene["urchins"]) - set(scene["pawns"]) for square in fished(scene, seat, cell)]
    return any(not one & other for one in squares for other in squares)


def caught(case: Case) -> int:
    return int(case.after["taken"][case.seat] - case.before["taken"][case.seat])


def is_ready(case: Case, one: Seen) -> bool:
    """An urchin on any of these cells makes a square around the pawn."""
    pawn = case.after["pawns"][case.seat]
    for cell in one.spots:
        made = [
            {**case.after, "urchins": {**case.after["urchins"], cell: [colour]}}
            for colour in OTHER
            if case.after["reserve"][colour]
        ]
        if cell in case.after["urchins"] or not any(fished(scene, case.seat, pawn) for scene in made):
            return False
    return True


def is_begun(case: Case, one: Seen) -> bool:
    """On each of these empty cells some urchin of the reserve makes a square, among pawns or not."""
    bare = {**case.after, "pawns": [None] * len(case.after["pawns"])}
    for cell in one.spots:
        made = [{**bare, "urchins": {**bare["urchins"], cell: [colour]}} for colour in OTHER if bare["reserve"][colour]]
        if cell in bare["urchins"] or not any(fished(scene, case.seat, cell) for scene in made):
            return False
    return True


def before_and_after(case: Case, seat: int, one: Seen) -> bool:
    return (could(case.before, seat), could(case.after, seat)) == (one.facts["could"], one.facts["can"])


def leads(scene: Scene, case: Case) -> bool:
    taken = scene["taken"]
    return all(taken[case.seat] > count for seat, count in enumerate(taken) if seat != case.seat)


def is_made(case: Case, one: Seen) -> bool:
    return could(case.before, case.seat) < could(case.after, case.seat) == one.facts["can"]


def colours(case: Case, one: Seen) -> set[str]:
    return {case.after["urchins"][cell][-1] for cell in one.spots}


CLAIMS: dict[str, Callable[[Case, Seen], bool]] = {
    "last": lambda case, one: case.end.is_over and case.end.winners == (case.seat,),
    "feast": lambda case, one: (
        caught(case) == one.facts["caught"] > 0 and len(fished(case.before, case.seat, case.text[1:])) > 1
    ),
    "catch": lambda case, one: caught(case) == one.facts["caught"] > 0,
    "deny": lambda case, one: before_and_after(case, one.facts["other"], one) and one.facts["could"] > one.facts["can"],
    "nose": lambda case, one: (
        caught(case) == one.facts["caught"] > 0 and case.before["pawns"][one.facts["other"]] in one.spots
    ),
    "overtake": lambda case, one: not leads(case.before, case) and leads(case.after, case),
    "one-colour": lambda case, one: is_made(case, one) and len(colours(case, one)) == 1,
    "two-colours": lambda case, one: is_made(case, one) and len(colours(case, one)) == 2,
    "bigger": lambda case, one: before_and_after(case, case.seat, one) and one.facts["could"] < one.facts["can"],
    "twin": lambda case, one: apart(case.after, case.seat),
    "ready": is_ready,
    "waiting": lambda case, one: could(case.after, case.seat) == one.facts["could"] > 0,
    "hurry": lambda case, one: (
        case.after["reserve"][("yellow", "red")[one.facts["colour"]]] == one.facts["left"]
        and ("was the last" in one.says.en) == (one.facts["left"] == 0)
        and leads(case.before, case)
    ),
    "slow": lambda case, one: (
        case.before["reserve"] == case.after["reserve"] and max(case.before["taken"]) > case.before["taken"][case.seat]
    ),
    "pile": lambda case, one: all(len(case.after["urchins"][cell]) == 2 for cell in one.spots),
    "slide": lambda case, one: len(case.before["urchins"][case.text[:2]]) == 2 and one.facts["far"] > 1,
    "pin": lambda case, one: (
        case.after["pawns"][case.seat] == one.spots[0]
        and not any(text.startswith(f"{one.spots[0]}-") for seat in case.end.waiting for text in case.end.moves(seat))
    ),
    "three": is_begun,
    "safe": lambda case, one: (
        not any(could(case.after, other) for other in range(len(case.after["pawns"])) if other != case.seat)
    ),
}
