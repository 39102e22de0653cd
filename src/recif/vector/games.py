"""A batch of games of one setup, stepped together."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from recif.games import start
from recif.games.core.compiled import Numbers, boxed
from recif.games.core.contract import Refused, Text
from recif.games.core.folder import arrays_of
from recif.games.core.luck import seeded
from recif.games.core.position import Position
from recif.library import position as library
from recif.vector import stepping
from recif.vector.numbering import Numbering

SHARE = 256  # games that are worth a thread of their own
CHUNK = 5_000  # random games of one seed: the same whatever the number of threads


class Stepped(NamedTuple):
    """What came of a step. The arrays are the batch's own, and the next step writes over them: copy what you keep."""

    observation: NDArray[np.int8]  # [game, …] as `seat` knows it
    mask: NDArray[np.bool_]  # [game, action] what `seat` may do
    seat: Numbers  # [game] who decides now
    reward: NDArray[np.float32]  # [game, seat] of this step: not 0 where a game has ended
    done: NDArray[np.bool_]  # [game] whether it has ended; it is begun again already


class Games:
    """Games that are begun again when they end. Seats that choose at once are asked one after the other."""

    def __init__(
        self,
        first: Position,
        batch: int,
        illegal: Literal["raise", "lose"] = "raise",
        observe: bool = True,
        masks: bool = True,
        threads: int | None = None,
    ) -> None:
        if not isinstance(batch, int) or batch < 1:
            raise Refused("bad-batch", _bad("batch", batch, "1, 2, 3…"))
        if illegal not in ("raise", "lose"):
            raise Refused("bad-illegal", _bad("illegal", illegal, "'raise', 'lose'"))
        self.game, self.seats, self.batch, self.illegal = first.game, first.seats, batch, illegal
        self.numbering = Numbering(first)
        arrays = arrays_of(first.game)
        self._loops = stepping.loops_of(first.game.id)
        self._first = boxed(first.state, first.game.rules.State)
        self.parts = arrays.parts(first.state)
        self.shape: tuple[int, ...] = arrays.shape(first.state) if observe else (0,)
        self._states = np.zeros(batch, first.game.rules.State)
        self._rngs = np.zeros((batch, 2), np.int64)
        self._observation = np.zeros((batch, int(np.prod(self.shape))), np.int8)
        self.last = Stepped(  # what the last step, or the reset, left
            self._observation.reshape(batch, *self.shape),
            np.zeros((batch, len(self.numbering) if masks else 0), np.bool_),
            np.zeros(batch, np.int64),
            np.zeros((batch, first.seats), np.float32),
            np.zeros(batch, np.bool_),
        )
        self._legal = np.ones(batch, np.bool_)
        count = min(threads or os.cpu_count() or 1, max(1, batch // SHARE))
        self._shares = [(batch * i // count, batch * (i + 1) // count) for i in range(count)]
        self._pool = ThreadPoolExecutor(count) if count > 1 else None
        self.reset()

    @property
    def actions(self) -> int:
        """How many different actions there are."""
        return len(self.numbering)

    def reset(self, seed: int = 0) -> Stepped:
        """Begin all games; the same seed brings the same luck."""
        self._rngs[:] = [seeded(seed << 32 | number) for number in range(self.batch)]
        self.last.reward[:], self.last.done[:] = 0, False
        step, common = self.last, (self._states, self._first, self._rngs, self.numbering.dense)
        self._share(lambda a, b: self._loops.reset(*common, self._observation, step.mask, step.seat, a, b))
        return self.last

    def step(self, actions: Any = None) -> Stepped:
        """One decision in each game, of the seat that `seat` names; without actions, those of `random_actions`.

        An illegal action is Refused, with the rule's sentence, before anything has changed; with `illegal="lose"` its
        seat loses the game.
        """
        chosen = np.empty(0, np.int64) if actions is None else self._checked(actions)
        step, numbering = self.last, self.numbering
        common = (self._states, self._first, self._rngs, numbering.numbers, numbering.dense)
        shown = (self._observation, step.mask, step.seat, step.reward, step.done)
        self._share(lambda a, b: self._loops.step(*common, chosen, self._legal, *shown, a, b))
        return step

    def random_actions(self) -> Numbers:
        """A legal action of each game, drawn evenly from its own luck."""
        out = np.empty(self.batch, np.int64)
        common = (self._states, self._rngs, self.numbering.dense, self.last.seat, out)
        self._share(lambda a, b: self._loops.random_actions(*common, a, b))
        return out

    def position(self, number: int) -> library.Position:
        """One of the games as it stands, to look at and to play on; its log is empty, for a batch keeps no past."""
        return library.Position(self.game, self._states[number])

    def _checked(self, actions: Any) -> Numbers:
        chosen = np.asarray(actions)
        if chosen.shape != (self.batch,) or chosen.dtype.kind not in "iu":
            shape = f"{chosen.dtype} {chosen.shape}"
            raise Refused("bad-actions", _bad("actions", shape, f"int64 ({self.batch},)"))
        chosen = np.ascontiguousarray(chosen, np.int64)
        common = (self._states, self.numbering.numbers, self.last.mask, self.last.seat, chosen, self._legal)
        self._share(lambda a, b: self._loops.check(*common, a, b))
        for at in np.flatnonzero(~self._legal).tolist():
            if self.illegal == "raise" or not 0 <= chosen[at] < self.actions:
                self.numbering.check(self.position(at), int(self.last.seat[at]), int(chosen[at]))
        return chosen

    def _share(self, work: Callable[[int, int], None]) -> None:
        """All games, in threads."""
        if self._pool is None:
            work(0, self.batch)
        else:
            list(self._pool.map(lambda share: work(*share), self._shares))


def make(
    game: str,
    batch: int,
    seats: int | None = None,
    *,
    illegal: Literal["raise", "lose"] = "raise",
    observe: bool = True,
    masks: bool = True,
    threads: int | None = None,
    **options: Any,
) -> Games:
    """A batch of games: how many, how many seats (the fewest, if left out), the game's options.

    `observe=False` leaves observations out, `masks=False` masks, for those who do without: what is not asked for is not
    computed. `threads` is all cores if left out.
    """
    return Games(start(game, seats, **options), batch, illegal, observe, masks, threads)


def playouts(
    game: str, count: int, seats: int | None = None, *, seed: int = 0, threads: int | None = None, **options: Any
) -> tuple[Numbers, Numbers]:
    """Random games to their end, with nothing in between: winners, as bits of seats, and decisions of each.

    >>> winners, lengths = playouts("xok", 1000, side=4)
    >>> len(winners), 0.4 < float((winners == 1).mean()) < 0.6, int(lengths.min()) > 8
    (1000, True, True)
    """
    first = start(game, seats, **options)
    winners, lengths = np.zeros((2, count), np.int64)

    def play(number: int) -> None:
        part = slice(number * CHUNK, (number + 1) * CHUNK)
        stepping.play_out(first.game.rules, first.state, seeded(seed << 32 | number), winners[part], lengths[part])

    with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
        list(pool.map(play, range(-(-count // CHUNK))))
    return winners, lengths


def _bad(name: str, value: Any, right: str) -> Text:
    return Text(f"{name} ne peut pas valoir {value!r} ; attendu : {right}", f"{name} cannot be {value!r}; use {right}")
