"""A board of a round: who sits there, and how it ended."""

from collections.abc import Sequence

from msgspec import Struct, field

from recif.events.refusals import no

MOST_EXTRA = 3  # games that a tied knock-out board goes on for, shorter ones
# In the last of them the lower seed chooses the side, and a draw serves the higher one.


A_MINUTE = 60_000
MEETING_MS = 10 * A_MINUTE  # for which somebody who came is taken to be there


class BoardResult(Struct, frozen=True):
    """One game of a board."""

    places: tuple[int, ...]
    scores: tuple[int, ...] = ()
    wagers: tuple[int, ...] = ()
    is_short: bool = False
    version: int = 0  # of the entry: streaks follow the order in which games ended


class Board(Struct):
    round: int
    number: int
    game: str
    people: tuple[str, ...]
    results: list[BoardResult] = field(default_factory=list)
    forfeits: list[str] = field(default_factory=list)
    is_void: bool = False
    replays: int = 0  # how often it was begun again
    times: dict[str, tuple[int, ...]] = field(default_factory=dict)  # when each could play
    came: dict[str, int] = field(default_factory=dict)  # when each said that they are there
    side: int | None = None  # the seat that the lower seed has chosen, for the last game after a tie

    @property
    def plays(self) -> int:
        """Which match of this board comes next, or goes on."""
        return len(self.results) + self.replays

    @property
    def there(self) -> list[str]:
        """Who has not given up."""
        return [person for person in self.people if person not in self.forfeits]

    def is_decided(self, best_of: int = 1) -> bool:
        if self.is_void or len(self.there) < 2:
            return True
        return bool(self.winner(best_of)) if self._is_duel(best_of) else bool(self.results)

    @property
    def was_played(self) -> bool:
        """It counts as a meeting: somebody else than a no-show decided it."""
        return bool(self.results) and not self.is_void

    def places(self) -> tuple[int, ...]:
        """The place of each seat; empty while nobody knows."""
        if self.is_void:
            return ()
        if self.results:
            return self.results[-1].places
        if len(self.there) >= 2:
            return ()
        return tuple(1 if person in self.there else len(self.people) for person in self.people)

    def winner(self, best_of: int = 1) -> str:
        """Who goes on from a board of two; the higher seed sits first. Empty while it is open."""
        if len(self.there) == 1:
            return self.there[0]
        if not self.there:
            return ""
        won = [sum(result.places[seat] < result.places[1 - seat] for result in self.results) for seat in (0, 1)]
        left = max(best_of - len(self.results), 0)
        if abs(won[0] - won[1]) > left:
            return self.people[0] if won[0] > won[1] else self.people[1]
        return self.people[0] if len(self.results) >= best_of + MOST_EXTRA else ""

    def extra(self, best_of: int) -> int:
        """Which of the games after a tie comes next, or goes on; 0: there is no tie."""
        return max(len(self.results) - best_of + 1, 0) if self._is_duel(best_of) else 0

    def chooser(self, best_of: int) -> str:
        """Who has to choose the side of the last game after a tie: the lower seed. Empty where nobody has to."""
        is_last = self.extra(best_of) == MOST_EXTRA and self.side is None
        return self.people[1] if is_last and not self.is_decided(best_of) else ""

    def seating(self) -> tuple[str, ...]:
        """Who sits where in the next game: seats are exchanged after each, unless somebody has chosen."""
        if self.side is not None:
            return self.people if self.side else self.people[::-1]
        turn = len(self.results) % len(self.people)
        return self.people[turn:] + self.people[:turn]

    def leads(self) -> str:
        """Who has the first seat in the next game."""
        return self.seating()[0]

    def begin_again(self, is_void: bool = False) -> None:
        """What was played there counts for nothing."""
        self.replays += len(self.results) + 1
        self.results, self.forfeits, self.side, self.is_void = [], [], None, is_void
        self.times, self.came = {}, {}

    @property
    def appointment(self) -> int:
        """The first instant that everybody proposed, within a minute of each other; 0: there is none."""
        mine, *others = (self.times.get(person, ()) for person in self.people)
        near = ([one for times in others for one in times if abs(one - at) <= A_MINUTE] for at in mine)
        return min((max(at, *found) for at, found in zip(mine, near, strict=True) if found), default=0)

    @property
    def is_met(self) -> bool:
        """Everybody is there: nobody has to wait for who came long ago."""
        came = [self.came[person] for person in self.there if person in self.came]
        return len(came) == len(self.people) and max(came) - min(came) <= MEETING_MS

    def _is_duel(self, best_of: int) -> bool:
        return len(self.people) == 2 and best_of > 0


def check_places(board: Board, places: Sequence[int]) -> None:
    """Refused unless everybody has a place, ties share the better one, and who gave up comes last."""
    count = len(board.people)
    if len(places) != count:
        raise no(
            "bad-places",
            f"il faut une place pour chacun : {count}, pas {len(places)}",
            f"everybody needs a place: {count} of them, not {len(places)}",
        )
    if any(place != 1 + sum(other < place for other in places) for place in places):
        raise no(
            "bad-places",
            f"ces places ne vont pas ensemble : {list(places)} ; après deux premiers vient un troisième",
            f"these places do not fit together: {list(places)}; after two firsts comes a third",
        )
    pairs = list(zip(board.people, places, strict=True))
    worst = max((place for person, place in pairs if person not in board.forfeits), default=0)
    if any(place <= worst for person, place in pairs if person in board.forfeits):
        raise no("bad-places", "une personne qui abandonne finit dernière", "those who gave up come last")
