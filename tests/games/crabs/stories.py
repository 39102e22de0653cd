"""Games of Crabe vs Poulpe told in a line, and ends of games from the hands that are left."""

from collections import Counter
from typing import Any

from recif.games import position, start
from recif.games.core.position import Position
from recif.games.crabs.notation import CARD_TEXTS

ALL_CARDS = Counter(dict.fromkeys(CARD_TEXTS, 2))


def tell(game: Position, events: str) -> Position:
    """Moves of whoever must decide, and luck, as they come."""
    for event in events.split():
        if game.waiting:
            game.play(game.waiting[0], event)
        else:
            game.befall(event)
    return game


def story(hands: str, events: str = "", **options: Any) -> Position:
    """A game from its start: the five cards that seat 0 draws, a slash, those of seat 1, then what happens."""
    first, second = hands.split("/")
    return tell(start("crabs", **options), " ".join(f"draw:{card}" for card in (first + second).split()) + " " + events)


def ending(hands: str, decks: str = "", due: str = "lead:0", mode: str = "symmetric", effects: str = "-") -> Position:
    """Late in a game: the hands, the cards left in the decks; all other cards have been played by their side."""
    sides = [Counter(hand.split()) for hand in hands.split("/")]
    spent = ALL_CARDS - sides[0] - sides[1] - Counter(decks.split())
    drawn = ALL_CARDS - Counter(decks.split())
    seen = [f"{owner(card)}+{card}" for card in drawn.elements()]
    seen += [f"{1 - seat}>{card}" for seat in range(2) for card in sides[seat].elements() if owner(card) != seat]
    seen += [f"{owner(card)}!{card}" for card in spent.elements()]
    return position("crabs", f"{mode} 0 {effects} 9:{due[-1]} {due} - - 0 {','.join(seen)}")


def owner(card: str) -> int:
    return "cp".index(card[-1])


def scene(game: Position) -> dict[str, Any]:
    return game.game.words.scene(game.state)


def hands(game: Position) -> list[list[str]]:
    return [seat["hand"] for seat in scene(game)["seats"]]


def known_to(game: Position, viewer: int) -> list[str]:
    """The cards that a seat can name in the other hand."""
    known: list[str] = game.game.words.scene(game.state, viewer)["seats"][1 - viewer]["known"]
    return known


def phase(game: Position) -> str:
    """What is due, and for whom: `turn:1`."""
    shown = scene(game)
    return f"{shown['phase']}:{shown['turn']}"


def legal(game: Position) -> str:
    """What the seat to decide may do, in one line."""
    return " ".join(game.moves(game.waiting[0]))


def code(game: Position, move: str) -> str:
    refusal = game.why(game.waiting[0], move)
    return refusal.code if refusal else "legal"
