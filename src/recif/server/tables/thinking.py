"""Machines at a table: each thinks when it is its turn, and moves unless the match has gone on without it."""

import random
from collections.abc import Callable
from functools import partial
from typing import Any

from recif.games.core.contract import Game
from recif.server.live.open_table import Pondering
from recif.server.machines import players, thoughts
from recif.server.machines.tasks import Task, Urgency
from recif.server.machines.thoughts import Sighting
from recif.server.readiness import Stage
from recif.server.store.entries import Played
from recif.server.tables.commit import Commits
from recif.server.tables.memory import Memory
from recif.server.tables.outside import Outside
from recif.server.tasks import begin
from recif.server.views.audience import Audience

PATIENCE = {1: 1.4, 2: 1.2, 3: 1.0, 4: 0.8}  # seconds that machines of low levels take at least


class Thinking:
    """`think` hands a task to the machines, `forsake` takes it back."""

    def __init__(
        self,
        outside: Outside,
        memory: Memory,
        commits: Commits,
        think: Callable[[Game, Task[str], Stage], object],
        forsake: Callable[[Task[Any]], None],
    ) -> None:
        self._outside = outside
        self._memory = memory
        self._commits = commits
        self._submit = think
        self._forsake = forsake

    def wake(self, audience: Audience) -> None:
        """The machines that are to move and do not think yet; what others think about is over, or taken back."""
        for seat, thought in list(audience.table.thinking.items()):
            if not _is_current(audience, seat, thought.here):
                del audience.table.thinking[seat]
                self._forsake(thought.task)
        for seat in audience.live.waiting_machines if audience.table.is_thinker else ():
            if seat not in audience.table.thinking:
                self._think(audience, seat)

    def _think(self, audience: Audience, seat: int) -> None:
        live, level = audience.live, audience.live.level_of(seat)
        view, seed, asked_at = live.match.position.view(seat), players.new_seed(), self._outside.now()

        def answer(move: str | None) -> None:
            move = move or players.any_move(view, seat, seed)
            slow = PATIENCE.get(level, 0.4) * random.uniform(0.7, 1.3) * self._outside.patience
            wait = slow - (self._outside.now() - asked_at) / 1000
            if wait > 0:
                self._outside.later(wait, lambda: begin(self._move(audience, seat, thought, move)))
            else:
                begin(self._move(audience, seat, thought, move))

        key, urgency = (min(live.people), Urgency.PLAY) if live.people else (live.row.owner, Urgency.SHOW)
        job = partial(thoughts.choose, Sighting(live.game.id, bytes(view), seat), level, seed)
        thought = audience.table.thinking[seat] = Pondering(_place(audience), Task(key, job, answer, urgency))
        self._submit(live.game, thought.task, players.stage_of(live.game, level))

    async def _move(self, audience: Audience, seat: int, thought: Pondering, move: str) -> None:
        """The machine's answer, unless the match has moved on without it."""
        if audience.table.thinking.get(seat) is not thought:
            return
        del audience.table.thinking[seat]
        if not await self._memory.is_here(audience):
            return
        live = audience.live
        if _is_current(audience, seat, thought.here):
            now = self._outside.now()
            self._commits.commit(audience, live.entry(Played(seat, move), now), now)
        else:
            self._commits.wake(audience)


def _place(audience: Audience) -> tuple[int, int]:
    """Where a match stands: a thought about another place is of no use."""
    return len(audience.live.match.log), len(audience.live.match.cuts)


def _is_current(audience: Audience, seat: int, here: tuple[int, int]) -> bool:
    return here == _place(audience) and seat in audience.live.waiting_machines
