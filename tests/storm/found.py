"""What a part of the storm has found, and the table of all of them."""

import subprocess
from collections.abc import Iterable
from typing import Any, NamedTuple

HEAD = ("part", "seconds", "what was done", "acknowledged", "lost", "exits", "besides")


class Lost(AssertionError):
    """Something that somebody was told is not so."""


class WentBack(AssertionError):
    """Somebody was shown an older table than before."""


class Exited(AssertionError):
    """A server has stopped by itself."""


class Found(NamedTuple):
    """A part that went well: nothing was lost, and no server stopped by itself that was not to."""

    done: str
    acknowledged: int
    besides: str = ""
    exits: int = 0  # that were wanted
    lost: str = "0"

    def cells(self) -> tuple[str, ...]:
        return self.done, f"{self.acknowledged:,}", self.lost, str(self.exits), self.besides


class Failed(NamedTuple):
    error: BaseException

    def cells(self) -> tuple[str, ...]:
        lost = "≥ 1" if isinstance(self.error, Lost) else "?"
        exits = "≥ 1" if isinstance(self.error, Exited) else "?"
        return f"FAILED: {type(self.error).__name__}: {self.error}", "?", lost, exits, ""


def check_up(servers: "Iterable[subprocess.Popen[Any]]") -> None:
    """Exited if one is gone that nobody has stopped."""
    if codes := [code for server in servers if (code := server.poll()) is not None]:
        raise Exited(f"a server has stopped by itself: exit {', '.join(map(str, codes))}")


def table(rows: Iterable[tuple[str, float, Found | Failed]]) -> str:
    """In Markdown."""
    lines = [HEAD, ("---",) * len(HEAD)]
    lines += [(name, f"{seconds:.0f}", *map(in_a_cell, found.cells())) for name, seconds, found in rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def in_a_cell(text: str) -> str:
    return " ".join(text.replace("|", "/").split())
