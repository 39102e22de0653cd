"""Short jobs beside the loop: everybody gets a turn, whoever has gone is passed over, nobody takes all of it."""

import ast
import asyncio
import json
import threading
import time
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import recif.server
from recif.games import GAMES
from recif.games.core.contract import Refused
from recif.match.match import Match
from recif.school import base
from recif.school.puzzles import judging
from recif.school.puzzles.files import all_puzzles
from recif.server.app import Server
from recif.server.errands import MOST_WAITING, OURS, Errands
from recif.server.limits import Limits
from recif.server.machines.tasks import Task
from tests.patience import until
from tests.server.live import MUCH, live, serving, visiting

SERVER = Path(recif.server.__file__).parent


class Gate:
    """A job that holds a thread until it is let go."""

    def __init__(self) -> None:
        self.is_open, self.is_reached = threading.Event(), threading.Event()

    def __call__(self) -> None:
        self.is_reached.set()
        self.is_open.wait()


def tell(story: Callable[[Errands], Coroutine[Any, Any, None]], share: tuple[float, float] = MUCH) -> None:
    """With one thread, so that the order is seen; time stands still."""

    async def run() -> None:
        errands = Errands(1, "test", lambda: 1, share)
        try:
            await story(errands)
        finally:
            errands.close()

    asyncio.run(run())


def test_addresses_take_turns_and_within_an_address_its_people() -> None:
    async def story(errands: Errands) -> None:
        gate, done = Gate(), list[str]()
        asked: list[tuple[str, str, Callable[[], None]]] = [("first", "", gate)]
        asked += [("eve", "eve", lambda: done.append("eve"))] * 3 + [("eve", "zoe", lambda: done.append("zoe"))]
        asked += [("ana", "ana", lambda: done.append("ana"))]
        tasks = [asyncio.create_task(errands.run(*one)) for one in asked]
        await until(lambda: errands.waiting == 5)
        gate.is_open.set()
        await asyncio.gather(*tasks)
        assert done == ["eve", "ana", "zoe", "eve", "eve"]

    tell(story)


def test_what_somebody_asked_who_has_gone_is_not_done() -> None:
    async def story(errands: Errands) -> None:
        gate, done = Gate(), list[str]()
        first = asyncio.create_task(errands.run("first", "", gate))
        gone = asyncio.create_task(errands.run("eve", "", done.append, "eve"))
        stays = asyncio.create_task(errands.run("ana", "", done.append, "ana"))
        await until(lambda: errands.waiting == 2)
        gone.cancel()
        await until(lambda: errands.waiting == 1)
        gate.is_open.set()
        await asyncio.gather(first, stays)
        assert done == ["ana"]

    tell(story)


def test_an_address_that_has_used_its_share_waits_and_others_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(1_000_000))
    monkeypatch.setattr(time, "thread_time", lambda: next(clock))  # each job takes a second

    async def story(errands: Errands) -> None:
        await errands.run("eve", "", lambda: None)
        more = asyncio.create_task(errands.run("eve", "", lambda: None))
        for _ in range(3):
            await errands.run(OURS, "", lambda: None)
        await errands.run("ana", "", lambda: None)
        assert not more.done()
        assert errands.waiting == 1
        more.cancel()

    tell(story, (1e-9, 0.5))


def test_an_address_may_have_only_so_many_jobs_in_the_line() -> None:
    async def story(errands: Errands) -> None:
        gate = Gate()
        tasks = [asyncio.create_task(errands.run("eve", "", gate)) for _ in range(MOST_WAITING + 1)]
        await until(lambda: errands.waiting == MOST_WAITING)
        with pytest.raises(Refused, match="Slow down"):
            await errands.run("eve", "", gate)
        gate.is_open.set()
        await asyncio.gather(*tasks)

    tell(story)


def test_what_a_job_raises_reaches_whoever_asked() -> None:
    async def story(errands: Errands) -> None:
        with pytest.raises(ZeroDivisionError):
            await errands.run("ana", "", lambda: 1 / 0)
        assert await errands.run("ana", "", lambda: 1) == 1

    tell(story)


def test_nothing_of_the_server_uses_the_threads_that_everybody_shares() -> None:
    """`asyncio.to_thread` and `run_in_executor(None, …)`: a few threads for all, without turns."""
    for path in SERVER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute):
                assert node.attr != "to_thread", path
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "run_in_executor":
                assert not (isinstance(node.args[0], ast.Constant) and node.args[0].value is None), path


@live
async def test_signing_in_does_not_wait_for_studies(server: Server) -> None:
    """All threads that read studies are taken; passwords have their own."""
    async with visiting(server, "Ana") as ana:
        await ana.call("POST", "/api/account", {"name": "Ana", "password": "correct horse"})
        gates = [Gate() for _ in range(4)]
        held = [asyncio.create_task(server.reception.errands.run(f"eve {n}", "", gate)) for n, gate in enumerate(gates)]
        await until(lambda: server.reception.errands.waiting == 2)
        await ana.call("POST", "/api/session", {"name": "Ana", "password": "correct horse"})
        for gate in gates:
            gate.is_open.set()
        await asyncio.gather(*held)


def test_a_study_is_charged_by_its_moves(tmp_path: Path) -> None:
    async def story() -> None:
        limits = Limits(requests=(1e-9, 40), person_requests=MUCH, errands=MUCH)
        async with serving(tmp_path, limits) as server, visiting(server) as eve:
            moves = [{"parent": 0, "seat": 0, "text": "e5e6"}] * 1_000
            body = {"source": json.dumps({"game": "xok", "moves": moves})}
            assert (await eve.ask("POST", "/api/studies/read", body))[0] == 200
            assert (await eve.ask("GET", "/api/games"))[0] == 200
            assert (await eve.ask("POST", "/api/studies/read", body))[0] == 200
            assert (await eve.ask("GET", "/api/games"))[0] == 429

    asyncio.run(story())


@live
async def test_a_study_is_played_once_however_much_is_told_of_it(server: Server) -> None:
    """Its lines, its text, and whether it hides anything."""
    played, apply = list[str](), Match._apply

    def counted(match: Match, seat: int, text: str, *rest: Any) -> Any:
        played.append(text)
        return apply(match, seat, text, *rest)

    moves = [{"parent": n, "seat": n % 2, "text": text} for n, text in enumerate(("e5e6", "c3c4", "g7g8"))]
    async with visiting(server) as nobody:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Match, "_apply", counted)
            body = {"source": json.dumps({"game": "xok", "moves": [*moves, {"parent": 0, "seat": 0, "text": "a1a2"}]})}
            await nobody.call("POST", "/api/studies/read", body)
    assert played == ["e5e6", "c3c4", "g7g8", "a1a2"]


@live
async def test_tries_at_puzzles_of_an_address_are_thought_about_one_by_one_and_not_for_those_who_have_gone(
    server: Server,
) -> None:
    thoughts: list[Task[Any]] = []
    puzzle = next(iter(all_puzzles().values()))
    right = judging.decision(puzzle, 0)
    wrong = next(m for m in right.position.moves(right.seat) if not judging.is_right(puzzle, 0, m))
    async with visiting(server) as nobody:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(server.registry.machines, "submit", thoughts.append)
            ask = partial(nobody.ask, "POST", f"/api/puzzles/{puzzle.name}/tries", {"found": 0, "move": wrong})
            asked = [asyncio.create_task(ask()) for _ in range(3)]
            await until(lambda: len(thoughts) == 1 and len(server.reception.thoughts) == 3)
            for task in asked:
                task.cancel()
            await until(lambda: len(server.reception.thoughts) == 0)
        assert len(thoughts) == 1
        assert thoughts[0].is_dropped  # nobody is there any more
        status, told = await ask()
        assert (status, told["right"]) == (200, False)


@live
async def test_a_base_of_matches_that_could_not_be_read_is_read_again(server: Server) -> None:
    start, books = Match(GAMES["xok"]).position, server.reception.books
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(base, "read", lambda path: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            await books.machines(start, 0)
    assert (await books.machines(start, 0)).matches >= 200
