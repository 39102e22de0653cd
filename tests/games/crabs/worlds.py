"""What a seat of Crabe vs Poulpe can believe, the slow way: every world that agrees with what it saw, with its weight.

A world is, for one back, the other hand and the deck, as counts by rank; the backs do not tell of each other. Events
come in as the seat reads them, and nothing else does. Luck has its true chances; the other seat chooses blindly.
"""

from collections.abc import Callable, Iterable

from recif.games.core.position import Position
from recif.games.crabs.notation import RANK_TEXTS, card_text, cards_in

Counts = tuple[int, ...]  # by rank
World = tuple[Counts, Counts]  # the other hand, the deck
Worlds = dict[World, float]
Branches = Iterable[tuple[World, float]]

HAND, DECK = 0, 1


def counts(cards: Iterable[str], back: str) -> Counts:
    found = [card[:-1] for card in cards if card.endswith(back)]
    return tuple(found.count(rank) for rank in RANK_TEXTS)


def changed(world: World, place: int, rank: int, by: int) -> World:
    new = [list(world[HAND]), list(world[DECK])]
    new[place][rank] += by
    return tuple(new[HAND]), tuple(new[DECK])


class Belief:
    """The worlds of one back in the eyes of one seat."""

    def __init__(self, worlds: Worlds, viewer: int, back: str) -> None:
        self.worlds, self.viewer, self.back = worlds, viewer, back

    def each(self, follow: Callable[[World], Branches]) -> None:
        new: Worlds = {}
        for world, weight in self.worlds.items():
            for after, chance in follow(world):
                new[after] = new.get(after, 0.0) + weight * chance
        total = sum(new.values())
        self.worlds = {world: weight / total for world, weight in new.items()}

    def unseen(self, start: int, end: int | None) -> None:
        """Some card goes from a place to another, or for good."""

        def follow(world: World) -> Branches:
            for rank, copies in enumerate(world[start]):
                if copies:
                    after = changed(world, start, rank, -1)
                    yield after if end is None else changed(after, end, rank, 1), copies / sum(world[start])

        self.each(follow)

    def out(self, start: int, rank: int) -> None:
        """A card is seen to leave a place."""

        def follow(world: World) -> Branches:
            if world[start][rank]:
                yield changed(world, start, rank, -1), world[start][rank] / sum(world[start])

        self.each(follow)

    def into(self, end: int, rank: int) -> None:
        """A card is seen to come to a place."""
        self.each(lambda world: [(changed(world, end, rank, 1), 1.0)])

    def look(self, hand: Counts) -> None:
        """The whole hand is seen."""
        self.each(lambda world: [(world, 1.0)] if world[HAND] == hand else [])

    def hear(self, actor: int, text: str) -> None:
        """An event as this seat reads it."""
        word, _, card = text.rpartition(":")
        if text in ("pass", "stop", "accept") or not card.endswith(self.back):
            return
        word = word or "play"
        if card == self.back:
            start, end = {"draw": (DECK, HAND), "drop": (HAND, None), "mix": (HAND, DECK)}[word]
            self.unseen(start, end)
        else:
            self.hear_card(actor == self.viewer, word, RANK_TEXTS.index(card[:-1]))

    def hear_card(self, is_mine: bool, word: str, rank: int) -> None:
        if word == "draw":
            self.out(DECK, rank)
        elif word == "mix":
            self.into(DECK, rank)
        elif word == "play" and not is_mine:
            self.out(HAND, rank)
        elif word in ("give", "steal"):
            if (word == "give") == is_mine:
                self.into(HAND, rank)
            else:
                self.out(HAND, rank)
        elif word == "pinch":
            if is_mine:
                self.each(lambda world: [(changed(world, HAND, rank, -1), 1.0)])
            self.into(DECK, rank)


def first_belief(game: Position, viewer: int, back: str) -> Belief:
    """At a moment when the seat has seen every card that is gone, and each card of its back in the other hand."""
    shown = game.game.words.scene(game.state, viewer)["seats"]
    known = counts(shown[1 - viewer]["known"], back)
    size = shown[1 - viewer]["backs"][back] - sum(known)
    everything = [counts([*seat["hand"], *deck_of(game)], back) for seat in game.game.words.scene(game.state)["seats"]]
    seen = counts(shown[viewer]["hand"], back)
    hidden = tuple(
        a + b - d - s - k for a, b, d, s, k in zip(*everything, counts(deck_of(game), back), seen, known, strict=True)
    )
    belief = Belief({(known, hidden): 1.0}, viewer, back)
    for _ in range(size):
        belief.unseen(DECK, HAND)
    return belief


def deck_of(game: Position) -> list[str]:
    """All cards of the decks, for the referee's eyes only."""
    return [card_text(card) for card in cards_in(int(game.state.deck))]
