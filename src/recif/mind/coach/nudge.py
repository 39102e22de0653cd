"""The softer hint: where to look or what kind of move to think of, never the whole move.

A nudge is the most telling clue that still leaves several legal moves.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from recif.games.core.contract import Text
from recif.mind.search.think import Thought, View

ENOUGH = 3  # moves that a clue should leave open

# What a kind of move asks of the player; a kind that is not here gives no clue.
KINDS = {
    "accept": Text("laissez faire", "let it happen"),
    "add": Text("ajoutez une pièce", "add a piece"),
    "again": Text("rejouez une carte", "play another card"),
    "answer": Text("répondez", "answer"),
    "bank": Text("mettez une pièce à l'abri", "bring a piece home"),
    "bite": Text("mordez", "bite"),
    "decline": Text("renoncez à cette étape", "skip this step"),
    "drop": Text("défaussez-vous", "discard"),
    "eat": Text("mangez", "eat"),
    "fish": Text("posez des poissons", "lay fish"),
    "flip": Text("retournez une pièce", "turn a piece over"),
    "give": Text("offrez une carte", "give a card"),
    "lead": Text("ouvrez la manche", "lead the round"),
    "mix": Text("remettez une carte dans sa pioche", "shuffle a card into its deck"),
    "move": Text("déplacez une pièce", "move a piece"),
    "pass": Text("passez votre tour", "pass"),
    "pawn": Text("posez votre pion", "place your pawn"),
    "pinch": Text("pincez une carte", "pinch a card"),
    "place": Text("placez une pièce", "set a piece"),
    "play": Text("jouez une carte", "play a card"),
    "shark": Text("posez un requin", "set down a shark"),
    "steal": Text("volez une carte", "steal a card"),
    "stop": Text("arrêtez-vous là", "stop there"),
    "swim": Text("faites nager une pièce", "let a piece swim"),
}


class Clue(NamedTuple):
    says: Text
    leaves: int  # legal moves that it fits


def nudge(view: View, thought: Thought) -> Text:
    """A sentence that points at the best move without giving it away."""
    position, parts = view.position, view.game.words.parts
    moves = [parts(position.state, view.seat, move) for move in position.numbers(view.seat)]
    if len(moves) == 1:
        return Text("Vous n'avez qu'un coup possible.", "You have only one legal move.")
    best = parts(position.state, view.seat, thought.best.move)
    told = [clue for clue in clues(best, moves) if 2 <= clue.leaves < len(moves)]
    wide = [clue for clue in told if clue.leaves >= ENOUGH]
    return min(wide or told, key=lambda clue: clue.leaves).says if told else either(view, thought)


def clues(best: dict[str, Any], moves: list[dict[str, Any]]) -> Iterator[Clue]:
    """By its kind, by one of its cells, by both, and by its taking something."""
    alike = [move for move in moves if move["kind"] == best["kind"]]
    asks = KINDS.get(best["kind"])
    if asks:
        yield Clue(Text(f"{capital(asks.fr)}.", f"{capital(asks.en)}."), len(alike))
    if best.get("eats"):
        yield Clue(
            Text("Il y a quelque chose à prendre.", "There is something to take."),
            sum(bool(move.get("eats")) for move in moves),
        )
    for cell in best["cells"]:
        there = Text(f"du côté de {cell}", f"around {cell}")
        yield Clue(Text(f"Regardez {there.fr}.", f"Look {there.en}."), touching(moves, cell))
        if asks:
            both = Text(f"{capital(asks.fr)}, {there.fr}.", f"{capital(asks.en)}, {there.en}.")
            yield Clue(both, touching(alike, cell))


def touching(moves: list[dict[str, Any]], cell: str) -> int:
    return sum(cell in move["cells"] for move in moves)


def either(view: View, thought: Thought) -> Text:
    """Two moves, in an order that tells nothing."""
    others = [move for move in view.position.numbers(view.seat) if move != thought.best.move]
    second = thought.ideas[1].move if len(thought.ideas) > 1 else others[0]
    one, two = sorted(view.game.words.text(view.state, view.seat, move) for move in (thought.best.move, second))
    return Text(f"Hésitez entre {one} et {two}.", f"Choose between {one} and {two}.")


def capital(words: str) -> str:
    return words[:1].upper() + words[1:]
