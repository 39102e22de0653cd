"""Which games can be played yet.

The server opens at once. Games are compiled behind it, each by a process of its own since compiling holds the lock that
threads share, and loaded here when that is done. The game that somebody asks for comes before all others.
"""

import asyncio
import logging
import os
import sys
import time
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, suppress
from typing import Literal, cast

from recif.games.core import warmup as rules_warmup
from recif.games.core.contract import Game
from recif.match.warmup import play_once
from recif.mind import warmup as mind_warmup

# nothing yet; people can play each other; machines that do not look ahead can play; all of them
Stage = Literal["cold", "rules", "feel", "ready"]
STAGES: tuple[Stage, ...] = ("cold", "rules", "feel", "ready")
GENTLE, HARDLY = 5, 19  # how far a process steps back; and if others are wanted more
USUAL = {"rules": 8.0, "feel": 2.0, "ready": 15.0}  # seconds that a stage takes on a free processor
log = logging.getLogger("recif.server")

Compile = Callable[[Game, Callable[[int], None]], AsyncGenerator[Stage]]
Use = Callable[[Game], None]
LOADS: dict[Stage, tuple[Use, ...]] = {
    "rules": (rules_warmup.use_everything, play_once),
    "feel": (mind_warmup.feel_once,),
    "ready": (mind_warmup.think_once,),
}


def is_warm(game: Game) -> bool:
    return rules_warmup.is_warm(game) and mind_warmup.is_warm(game)


async def compile_apart(game: Game, began: Callable[[int], None]) -> AsyncGenerator[Stage]:
    """Compile a game in another process, which is told by its number; yields each stage when it is on disk."""
    if is_warm(game):
        return
    command = [sys.executable, "-m", "recif.mind.warmup", "--stages", game.id]
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    began(process.pid)
    assert process.stdout
    try:
        async for line in process.stdout:
            yield cast(Stage, line.decode().strip())
        if await process.wait():
            log.error("compiling %s failed; it is done here, and everybody waits a little", game.id)
    finally:
        with suppress(ProcessLookupError):
            process.kill()


def step_back(process: int, how_far: int) -> None:
    if hasattr(os, "setpriority"):
        with suppress(OSError):  # it has ended already, or this system does not let us
            os.setpriority(os.PRIO_PROCESS, process, how_far)


class Readiness:
    """The stage of each game; every one is taken to be ready until `start` is called."""

    def __init__(self, games: Mapping[str, Game], compiling: Compile = compile_apart) -> None:
        self.games = games
        self.compiling = compiling
        self._stages: dict[str, Stage] = dict.fromkeys(games, "ready")
        self.is_all_ready = True
        self.heed: Callable[[str, Stage], object] = lambda game, stage: None  # told of each stage that is reached
        self._waiting: list[tuple[str, Stage, Callable[[], object]]] = []
        self._queue: list[str] = []
        self._lanes: set[asyncio.Task[None]] = set()
        self._loading = ThreadPoolExecutor(1, "loading")  # one thread: Numba's types and LLVM are shared
        self._processes: dict[str, int] = {}
        self._began: dict[str, float] = {}  # the stage under way
        self._pace = 1.0  # how much longer than usual the last stage took

    def stage(self, game: str) -> Stage:
        return self._stages[game]

    def has(self, game: str, stage: Stage) -> bool:
        return STAGES.index(self._stages.get(game, "ready")) >= STAGES.index(stage)

    def when(self, game: str, stage: Stage, call: Callable[[], object]) -> None:
        """Call at once, or as soon as the game has come so far; it comes first from now on."""
        if self.has(game, stage):
            call()
        else:
            self._waiting.append((game, stage, call))
            self.prefer(game)

    async def reached(self, game: str, stage: Stage) -> None:
        if not self.has(game, stage):
            there: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self.when(game, stage, lambda: None if there.done() else there.set_result(None))
            await there

    def prefer(self, game: str) -> None:
        """Somebody wants this game: it is begun now, and the others give way to it."""
        if self.has(game, "ready"):
            return
        for other, process in self._processes.items():
            if other != game and not self._is_wanted(other):
                step_back(process, HARDLY)
        if game in self._queue:
            self._queue.remove(game)
            self._open_lane([game])

    def _is_wanted(self, game: str) -> bool:
        return any(game == one for one, _, _ in self._waiting)

    def seconds(self, game: str) -> int:
        """About how long until the next stage; 0: any moment."""
        stages = STAGES[STAGES.index(self._stages[game]) + 1 :]
        if not stages:
            return 0
        if game in self._queue:
            before = self._queue.index(game) / (os.cpu_count() or 1)
            return round(self._pace * (before * sum(USUAL.values()) + USUAL[stages[0]]))
        gone = time.monotonic() - self._began.get(game, time.monotonic())
        return max(0, round(self._pace * USUAL[stages[0]] - gone))

    def cold(self) -> int:
        """How many games are not on disk yet."""
        return sum(not is_warm(game) for game in self.games.values())

    def start(self) -> None:
        """Nothing is ready yet: make it so, on all cores. What is on disk already comes first."""
        self._stages = dict.fromkeys(self.games, "cold")
        self.is_all_ready = False
        self._queue = sorted(self.games, key=lambda game: not is_warm(self.games[game]))
        for _ in range(os.cpu_count() or 1):
            self._open_lane(self._queue)

    async def finished(self) -> None:
        while self._lanes:
            await asyncio.gather(*self._lanes)

    def stop(self) -> None:
        for lane in self._lanes:
            lane.cancel()

    def _open_lane(self, queue: list[str]) -> None:
        lane = asyncio.create_task(self._drive(queue))
        self._lanes.add(lane)
        lane.add_done_callback(self._lanes.discard)

    async def _drive(self, queue: list[str]) -> None:
        while queue:
            game = self.games[queue.pop(0)]
            self._began[game.id] = time.monotonic()
            try:
                await self._prepare(game)
            except Exception:
                log.exception("%s could not be made ready; it is compiled when somebody plays it", game.id)
                self._reach(game.id, STAGES[1:])

    async def _prepare(self, game: Game) -> None:
        async with aclosing(self.compiling(game, lambda process: self._compiles(game.id, process))) as stages:
            async for stage in stages:
                self._note_pace(game.id, stage)
                if stage != "ready":
                    await self._load_until(game, stage)
        self._processes.pop(game.id, None)
        await self._load_until(game, "ready")

    def _compiles(self, game: str, process: int) -> None:
        self._processes[game] = process
        is_another_wanted = any(one != game for one, _, _ in self._waiting)
        step_back(process, HARDLY if is_another_wanted and not self._is_wanted(game) else GENTLE)

    async def _load_until(self, game: Game, last: Stage) -> None:
        """What is on disk comes into this process, a stage after the other."""
        for stage in STAGES[1 : STAGES.index(last) + 1]:
            if not self.has(game.id, stage):
                for use in LOADS[stage]:
                    await self._load(use, game)
                self._reach(game.id, (stage,))

    async def _load(self, use: Use, game: Game) -> None:
        """One at a time."""
        await asyncio.get_running_loop().run_in_executor(self._loading, use, game)

    def _note_pace(self, game: str, stage: Stage) -> None:
        now = time.monotonic()
        self._pace = max(1.0, (now - self._began[game]) / USUAL[stage])
        self._began[game] = now

    def _reach(self, game: str, stages: Iterable[Stage]) -> None:
        for stage in stages:
            self._stages[game] = stage
            self.heed(game, stage)
        self.is_all_ready = all(stage == "ready" for stage in self._stages.values())
        due = [one for one in self._waiting if one[0] == game and self.has(game, one[1])]
        self._waiting = [one for one in self._waiting if one not in due]
        for _, _, call in due:
            try:
                call()
            except Exception:
                log.exception("what waited for %s failed", game)
