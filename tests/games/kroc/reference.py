"""Cric Crac Kroc once more, slowly: lists of cards, and a whole game as one generator."""

from collections import Counter
from collections.abc import Generator, Sequence

CARDS = ("platter", "yellow", "blue", "lollipop", "salad", "bottle", "bone", "treasure", "trident")
Due = tuple[str, int]  # ("luck", -1), ("choose", -1) or ("steal", seat)
Answer = str | list[list[int]]  # a card, "seat:card", or the piles of every seat
Game = Generator[Due, Answer, None]


class Table:
    """Cards that nobody has seen are a heap; a face-down card is None until it is seen."""

    def __init__(self, seats: int, biting: Sequence[str], deck: Sequence[int]) -> None:
        self.seats, self.biting = seats, set(biting)
        self.unseen = Counter(dict(zip(CARDS, deck, strict=True)))
        self.piles: list[list[str | None]] = [[] for _ in range(max(4, seats + 1))]
        self.kept: list[list[str]] = [[] for _ in range(seats)]
        self.hungry: set[int] = set()
        self.winners: set[int] = set()

    def deck(self) -> int:
        return self.unseen.total() - sum(pile.count(None) for pile in self.piles)

    def game(self) -> Game:
        if self.biting == {"random"}:
            drawn = yield "luck", -1
            assert isinstance(drawn, str)
            self.biting = {drawn.removeprefix("bite:")}
        for number, pile in enumerate(self.piles, 1):
            yield from self.lay(pile, face_up=number % 2 == 1)
        while True:
            bites = yield "choose", -1
            assert isinstance(bites, list)
            yield from self.fight(bites)
            if self.winners:
                return
            if self.deck() < len(self.piles):
                self.count()
                return
            for pile in self.piles:
                yield from self.lay(pile, face_up=not pile or pile[-1] is None)

    def lay(self, pile: list[str | None], face_up: bool) -> Game:
        if not face_up and "wave" not in self.biting:
            pile.append(None)
            return
        pile.append((yield from self.name()))

    def name(self) -> Generator[Due, Answer, str]:
        card = yield "luck", -1
        assert isinstance(card, str)
        self.unseen[card] -= 1
        return card

    def fight(self, bites: list[list[int]]) -> Game:
        self.hungry = set()
        for number, pile in enumerate(self.piles, 1):
            jaws = sorted((bite.count(number), seat) for seat, bite in enumerate(bites))
            if jaws[-1][0] > jaws[-2][0]:
                while pile and not self.winners:
                    card = pile[0] if pile[0] is not None else (yield from self.name())
                    pile.pop(0)
                    yield from self.resolve(jaws[-1][1], card)
            if self.winners:
                return

    def resolve(self, seat: int, card: str) -> Game:
        if card == "bottle":
            self.hungry.add(seat)
        elif card == "treasure" and "heist" in self.biting:
            if any(kept for other, kept in enumerate(self.kept) if other != seat):
                theft = yield "steal", seat
                assert isinstance(theft, str)
                victim, stolen = theft.split(":")
                self.kept[int(victim)].remove(stolen)
                self.keep(seat, stolen)
        elif card == "treasure":
            if self.deck() > 0:
                yield from self.resolve(seat, (yield from self.name()))
        elif card != "bone" or "bones" in self.biting:
            self.keep(seat, card)

    def keep(self, seat: int, card: str) -> None:
        self.kept[seat].append(card)
        if self.kept[seat].count("trident") == 5:
            self.winners = {seat}

    def points(self) -> list[int]:
        return [self.points_of(kept) for kept in self.kept]

    def points_of(self, kept: list[str]) -> int:
        total = 0
        most_bones = max(other.count("bone") for other in self.kept)
        for index, card in enumerate(kept):
            nth = kept[: index + 1].count(card)  # the how-manieth of its kind
            if card == "platter" and nth <= (2 if "appetite" in self.biting else 1):
                total += 3
            if card in ("yellow", "blue"):
                total += [0, 3, 1][min(nth, 3) - 1]
            total += {"lollipop": 1, "salad": 2}.get(card, 0)
            if card == "bone" and nth == most_bones:
                total += 5
        return total

    def count(self) -> None:
        points = self.points()
        leaders = {seat for seat in range(self.seats) if points[seat] == max(points)}
        self.winners = leaders & self.hungry or leaders
