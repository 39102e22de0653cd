"""What can be played: whose event comes next, how it happens, and how a list of events is played.

Positions and matches, with or without a past, have all this for four things of their own.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple, Protocol, Self

from recif.games.core.contract import LUCK, Refused, Text

GAME_OVER = Text("La partie est finie.", "The game is over.")
NO_LUCK = Text("Aucun tirage n’est attendu.", "No luck is due.")


class Event(NamedTuple):
    """A decision of a seat, or what luck brought (`seat` = LUCK)."""

    seat: int
    text: str


class CanPlay(Protocol):
    """Anything that can be played. What cannot happen raises Refused, and changes nothing."""

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that must decide now."""

    @property
    def is_over(self) -> bool: ...

    def play(self, seat: int, text: str) -> Any:
        """A decision of a seat."""

    def befall(self, text: str) -> Any:
        """What luck brings, named."""

    @property
    def is_luck_due(self) -> bool:
        return not self.is_over and not self.waiting

    @property
    def due(self) -> int:
        """Whose event comes next: LUCK, or the first seat that must decide; once all is over, seat 0, in vain."""
        return LUCK if self.is_luck_due else next(iter(self.waiting), 0)

    def happen(self, seat: int, text: str) -> Self:
        """An event."""
        if seat == LUCK:
            self.befall(text)
        else:
            self.play(seat, text)
        return self

    def follow(self, texts: Iterable[str]) -> Self:
        """Events told by their texts alone: each is of whoever is due."""
        for text in texts:
            self.happen(self.due, text)
        return self

    def play_on(self, events: Iterable[tuple[int, str]]) -> Self:
        """Events, in order; one that cannot happen is refused with its number."""
        for number, (seat, text) in enumerate(events, 1):
            try:
                self.happen(seat, text)
            except Refused as refused:
                raise Refused(refused.code, _at_event(number, seat, text, refused.text)) from refused
        return self


def check_undo(count: Any, events: int) -> None:
    """Refused unless that many of the events can be taken back."""
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= events:
        raise Refused(
            "nothing-to-undo",
            Text(
                f"Impossible d’annuler autant de coups ({count!r}) : il y en a {events}.",
                f"Cannot undo that many moves ({count!r}): there are {events}.",
            ),
        )


def _at_event(number: int, seat: int, text: str, reason: Text) -> Text:
    return Text(
        f"événement {number} ({seat}, {text!r}) : {reason.fr}",
        f"event {number} ({seat}, {text!r}): {reason.en}",
    )
