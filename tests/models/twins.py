"""Two matches that a viewer cannot tell apart."""

from recif.games import GAMES
from recif.games.core.contract import LUCK
from recif.match.match import Match


class Twins:
    """Two matches that a viewer cannot tell apart: whatever happens in one, something that looks the same happens in
    the other."""

    def __init__(self, game: str, viewer: int) -> None:
        self.one, self.two = Match(GAMES[game]), Match(GAMES[game])
        self.viewer, self.turn = viewer, 0

    def seen(self, match: Match, seat: int, number: int) -> int:
        return int(match.game.rules.seen(match.position.state, seat, number, self.viewer))

    def lead(self, weights: int) -> int:
        """Luck of the first match: as it comes, by a number that is the same in every run."""
        self.turn += 1
        return (self.turn * 7919) % weights

    def alike(self, seat: int, look: int) -> str:
        """An event of the second match that looks like one of the first; of several, the last."""
        position = self.two.position
        texts = position.moves(seat) if seat != LUCK else {t: n for t, (n, _) in position.luck().items()}
        return [text for text, number in texts.items() if self.seen(self.two, seat, number) == look][-1]

    def draw(self) -> None:
        text = self.one.pick(self.lead)
        look = self.seen(self.one, LUCK, self.one.position.luck()[text][0])
        other = self.alike(LUCK, look)
        self.one.befall(text)
        self.two.befall(other)

    def decide(self, seat: int) -> None:
        if len(self.one.position.waiting) > 1:
            self.choose_at_once(seat)
            return
        moves = self.one.position.moves(seat)
        text = next(iter(moves))
        other = self.alike(seat, self.seen(self.one, seat, moves[text]))
        self.one.play(seat, text)
        self.two.play(seat, other)

    def choose_at_once(self, seat: int) -> None:
        """Until the viewer has chosen too, a choice shows nowhere, and may be another; then it is made equal."""
        moves = list(self.one.position.moves(seat))
        if seat == self.viewer:
            for chooser, text in self.one.choices.items():
                self.two.play(chooser, text)
        self.one.play(seat, moves[0])
        self.two.play(seat, moves[0 if seat == self.viewer else -1])

    @property
    def are_apart(self) -> bool:
        """Whether something differs that the viewer does not see."""
        return bytes(self.one.position) != bytes(self.two.position) or self.one.choices != self.two.choices

    def step(self) -> bool:
        """One event in both; False when they are over or cannot go on alike."""
        if self.one.is_over or self.one.waiting != self.two.waiting:
            return False
        try:
            self.draw() if self.one.is_luck_due else self.decide(self.one.waiting[-1])
        except IndexError:  # nothing in the second looks like it
            return False
        return True
