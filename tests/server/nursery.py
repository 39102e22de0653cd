"""Where servers for tests are born: `python -m tests.server.nursery SOCKET`, until nobody holds its standard input.

A server in a process of its own loads for seconds what the last one has loaded too, and so does each one that thinks
for it. Here everything is loaded once, and whoever asks gets a process that was forked from this one: a server
(`bare.py`) or a thinker (`machines/apart.py`), with the same code, the same arguments and nothing shared.

Each connection is one process: a line with what it is to be and its arguments, as JSON, and for a thinker the pipe. The
answer is a line with its number; then a server speaks and listens here. The connection ends when the process has ended.
"""

import gc
import json
import os
import selectors
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NoReturn

from recif.games import GAMES
from recif.server.machines import apart, thoughts
from recif.server.machines.thinker import Thinker
from recif.server.readiness import LOADS
from tests.server import bare

LONGEST = 64 * 1024  # bytes of what is asked


def load() -> None:
    """All that servers and thinkers load when they first need it."""
    assert thoughts
    for game in GAMES.values():
        for uses in LOADS.values():
            for use in uses:
                use(game)


class Ward:
    """A thinker that was born here, as the server sees its process."""

    def __init__(self, nursery: str, pipe: int, *arguments: int) -> None:
        self._line = socket.socket(socket.AF_UNIX)
        self._line.connect(nursery)
        socket.send_fds(self._line, [asked("apart", *map(str, arguments))], [pipe])
        self.pid = int(self._line.makefile().readline())

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)

    def wait(self) -> None:
        with self._line:
            while self._line.recv(LONGEST):
                pass


def asked(what: str, *arguments: str) -> bytes:
    return json.dumps([what, *arguments]).encode() + b"\n"


class Nursery:
    """One thread, and nothing open but these connections: whatever is forked begins clean."""

    def __init__(self, place: str) -> None:
        self.place = place
        self.door = socket.socket(socket.AF_UNIX)
        self.door.bind(place)
        self.door.listen(64)
        self.lines: dict[int, socket.socket] = {}  # by the number of a process
        self.looking = selectors.DefaultSelector()
        self.bell, bell = socket.socketpair()
        bell.setblocking(False)
        signal.set_wakeup_fd(bell.fileno(), warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        self.own = (self.door, self.bell, bell)
        for heard in (self.door, self.bell, sys.stdin):
            self.looking.register(heard, selectors.EVENT_READ)

    def work(self) -> None:
        while True:
            ready = [key.fileobj for key, _ in self.looking.select()]
            if self.bell in ready:
                self.bell.recv(LONGEST)
                self.bury()
            if self.door in ready:
                self.bear()
            if sys.stdin in ready:
                return

    def bear(self) -> None:
        line, _ = self.door.accept()
        told, pipes, _, _ = socket.recv_fds(line, LONGEST, 1)
        if not told:  # whoever knocked has gone
            line.close()
            return
        what, *arguments = json.loads(told)
        number = os.fork()
        if not number:
            self.forget()
            run(BORN[what], self.place, line, pipes, arguments)
        for pipe in pipes:
            os.close(pipe)
        self.lines[number] = line

    def forget(self) -> None:
        """In the child: nothing of this one's."""
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        self.looking.close()
        for one in (*self.own, *self.lines.values()):
            one.close()

    def bury(self) -> None:
        """Whoever waits for a process hears that it has ended, though others may still hold its line."""
        while self.lines:
            number, _ = os.waitpid(-1, os.WNOHANG)
            if not number:
                return
            with self.lines.pop(number) as line, suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        for number in self.lines:
            os.kill(number, signal.SIGKILL)
        os.unlink(self.place)


def run(born: Callable[..., Any], place: str, line: socket.socket, pipes: list[int], arguments: list[str]) -> NoReturn:
    """In the child, to its end."""
    code = 1
    try:
        line.sendall(f"{os.getpid()}\n".encode())
        born(place, line, pipes, arguments)
        code = 0
    except SystemExit as left:
        code = left.code if isinstance(left.code, int) else 1
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        sys.stderr.flush()
        os._exit(code)


def server(place: str, line: socket.socket, _: list[int], arguments: list[str]) -> None:
    for standard in (0, 1, 2):
        os.dup2(line.fileno(), standard)
    line.close()
    Thinker._started = lambda _, pipe, is_modest, memory: Ward(place, pipe, int(is_modest), memory)  # type: ignore[assignment, method-assign]
    bare.main(arguments)


def thinker(_: str, line: socket.socket, pipes: list[int], arguments: list[str]) -> None:
    """Its line is held by nobody but whoever waits for it and the nursery."""
    line.close()
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1):
        os.dup2(nothing, standard)
    os.setpgid(0, 0)
    apart.main(pipes[0], *map(int, arguments))


BORN = {"bare": server, "apart": thinker}


if __name__ == "__main__":
    load()
    gc.collect()
    gc.freeze()
    nursery = Nursery(sys.argv[1])
    print("ready", flush=True)
    try:
        nursery.work()
    finally:
        nursery.close()
