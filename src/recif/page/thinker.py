"""Machines that think in a worker of their own: what `minds.py` asks goes there and comes back as bytes."""

import logging
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

from recif.games import start
from recif.page.minds import Think, think_here
from recif.server.machines import thoughts
from recif.server.machines.lending import thought_of
from recif.server.machines.parcels import packed, unpacked
from recif.server.machines.thoughts import Sighting

log = logging.getLogger("recif.machines")

SHORT = 1_500  # nodes: some milliseconds
ThinkApart = Callable[[Any], Awaitable[Any]]  # bytes there, bytes back; None where nobody can think apart


def open_libraries(folder: Path) -> None:
    """Games that were compiled run so from now on; the others are played by plain Python."""
    for library in sorted(folder.glob("*.wasm")):
        from recif.games.core.page.libraries import open_library

        open_library(library)


def open_mind(folder: str) -> Callable[[Any], bytes]:
    """In the worker that thinks: what answers a question."""
    open_libraries(Path(folder))
    return lambda question: answer(_bytes(question))


def lend_mind(folder: str) -> Callable[[str, str], str]:
    """In a page that a server serves, whose device was lent: what answers the server's questions, as text."""
    open_libraries(Path(folder))
    return thought_of


def trial() -> None:
    """A hint, as a device that may be slow is asked for first."""
    thoughts.advise(Sighting.of(start("xok"), 0), 7, 1)


def _bytes(data: Any) -> bytes:
    """What comes from a browser is an array of its own."""
    return bytes(data.to_py() if hasattr(data, "to_py") else data)


def answer(question: bytes) -> bytes:
    """Whether it went well, and what came of it."""
    try:
        return packed(0, (True, unpacked(question)()))
    except Exception:
        log.exception("a machine failed")
        return packed(0, (False, None))


def is_short(job: "partial[Any]") -> bool:
    """Done sooner than a second Python would start: whoever plays a low level never needs one."""
    if job.func is not thoughts.choose:
        return False
    seen, level, _ = job.args
    return thoughts.nodes_of(seen.view, level) <= SHORT


def think_apart(ask: ThinkApart) -> Think:
    """In the server's worker: a long job is done there. Where nobody can think apart, it is done here."""

    async def think(job: "partial[Any]") -> Any:
        came = None if is_short(job) else await ask(packed(0, job))
        return await think_here(job) if came is None else unpacked(_bytes(came))[1]

    return think
