"""The softer hint: where to look or what kind of move to think of, never the whole move.

A nudge is the most telling clue that still leaves several legal moves.
"""

from collections.abc import Iterator
from typing import NamedTuple

from recif.games.core.contract import Game, Parts, Text
from recif.games.core.ideas import Placing
from recif.mind.search.think import Thought, View

ENOUGH = 3  # moves that a clue should leave open


class Clue(NamedTuple):
    """What is said, where the board points, and how many legal moves it fits."""

    says: Text
    leaves: int
    spots: tuple[str, ...] = ()


def nudge(view: View, thought: Thought) -> Clue:
    """A sentence that points at the best move without giving it away."""
    position, parts = view.position, view.game.words.parts
    moves = [parts(position.state, view.seat, move) for move in position.numbers(view.seat)]
    if len(moves) == 1:
        return Clue(Text("Vous n’avez qu’un coup possible.", "You have only one legal move."), 1)
    best = parts(position.state, view.seat, thought.best.move)
    told = [clue for clue in clues(view.game, best, moves) if 2 <= clue.leaves < len(moves)]
    wide = [clue for clue in told if clue.leaves >= ENOUGH]
    return min(wide or told, key=lambda clue: clue.leaves) if told else either(view, thought, best)


def clues(game: Game, best: Parts, moves: list[Parts]) -> Iterator[Clue]:
    """By its kind, if there are words for what that asks, by one of its cells, by both, and by its taking something."""
    asks = game.kinds.get(best["kind"])
    alike = [move for move in moves if move["kind"] == best["kind"]]
    if asks:
        yield Clue(Text(f"{capital(asks.fr)}.", f"{capital(asks.en)}."), len(alike))
    if best.get("eats"):
        yield Clue(
            Text("Il y a quelque chose à prendre.", "There is something to take."),
            sum(bool(move.get("eats")) for move in moves),
        )
    for cell in cells_of(best):
        there = place(game, cell)
        yield Clue(Text(f"Regardez {there.fr}.", f"Look {there.en}."), touching(moves, cell), (cell,))
        if asks:
            both = Text(f"{capital(asks.fr)}, {there.fr}.", f"{capital(asks.en)}, {there.en}.")
            yield Clue(both, touching(alike, cell), (cell,))


def place(game: Game, cell: str) -> Text:
    """Where, while the board points at it; by name, where the board shows one."""
    ideas: object = game.ideas
    return ideas.place(cell) if isinstance(ideas, Placing) else Text("par ici", "around here")


def cells_of(move: Parts) -> list[str]:
    """None where a game forgets them, which is for its tests to tell: who asks for a hint gets one."""
    return move.get("cells", [])


def touching(moves: list[Parts], cell: str) -> int:
    return sum(cell in cells_of(move) for move in moves)


def either(view: View, thought: Thought, best: Parts) -> Clue:
    """The places of two moves, in an order that tells nothing; how close they are is not told, nor known."""
    others = [move for move in view.position.numbers(view.seat) if move != thought.best.move]
    second = thought.ideas[1].move if len(thought.ideas) > 1 else others[0]
    one, other = set(cells_of(best)), set(cells_of(view.game.words.parts(view.state, view.seat, second)))
    return Clue(comparing(one, other), 2, tuple(sorted(one | other)))


def comparing(one: set[str], other: set[str]) -> Text:
    """Two moves to compare, as the cells tell that the board points at."""
    if not one and not other:
        return Text("Comparez deux coups avant de choisir.", "Compare two moves before you choose.")
    if one == other:
        return Text("Comparez deux façons de jouer ici.", "Compare two ways to play here.")
    if not one or not other:
        return Text("Comparez : jouer ici, ou non.", "Compare: to play here, or not.")
    return Text("Comparez deux coups, aux endroits entourés.", "Compare two moves, at the places that are marked.")


def capital(words: str) -> str:
    return words[:1].upper() + words[1:]
