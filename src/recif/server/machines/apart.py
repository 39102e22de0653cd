"""A process that thinks: `python -m recif.server.machines.apart`, started by `thinker.py`, which talks to it by a pipe.

It holds no lock of whoever serves, so it may step back as far as it likes. It ends with the server, however that ends:
a thread reads the pipe all the time, and its end is the end of both.
"""

import os
import signal
import sys
import traceback
from _thread import interrupt_main
from contextlib import suppress
from importlib import import_module
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Thread
from typing import Any

from recif.server.machines.parcels import MOST_BYTES, is_bare, number_of, packed, unpacked

OUT_OF_MEMORY = 71  # the exit code, as sysexits.h has it for a system that gives no more
GENTLY = 5  # how nice one is who does not step back
THOUGHTS = "recif.server.machines.thoughts"  # what is mostly asked: loaded before anybody asks


class Forsaken(BaseException):
    """Nobody waits for this thought any more."""


class Desk:
    """The thought under way, and those that come after it."""

    def __init__(self, pipe: Connection) -> None:
        self.pipe = pipe
        self.number = self.forsaken = 0
        self.is_thinking = False
        self.questions: SimpleQueue[bytes] = SimpleQueue()

    def read(self) -> None:
        """In a thread of its own."""
        try:
            while True:
                question = self.pipe.recv_bytes(MOST_BYTES)
                if is_bare(question):
                    self.forsaken = number_of(question)
                    interrupt_main(signal.SIGUSR1)
                else:
                    self.questions.put(question)
        except (EOFError, OSError):
            os._exit(0)

    def heed(self, *_: Any) -> None:
        """In the thread that thinks, between two pieces of machine code."""
        if self.is_thinking and self.forsaken == self.number:
            raise Forsaken

    def work(self) -> None:
        while True:
            question = self.questions.get()
            self.number = number_of(question)
            self.pipe.send_bytes(self._answer(question))

    def _answer(self, question: bytes) -> bytes:
        """Whether it went well, and what came of it or what went wrong."""
        try:
            self.is_thinking = True
            self.heed()
            answer = packed(self.number, (True, unpacked(question)()))
            self.is_thinking = False
        except Forsaken:
            return packed(self.number, (False, "nobody waits for it"))
        except MemoryError:
            os._exit(OUT_OF_MEMORY)
        except Exception:
            self.is_thinking = False
            return packed(self.number, (False, traceback.format_exc()[-MOST_BYTES // 8 :]))
        return answer


def step_back(is_modest: bool) -> None:
    """Let this thread think only when nobody else wants the processor, and give it up the moment somebody does; or
    share it gently, where that would mean never.

    A low priority alone is not enough: whoever has it still keeps the processor for milliseconds.
    """
    if not is_modest:
        os.nice(GENTLY)
    elif hasattr(os, "SCHED_IDLE"):
        with suppress(OSError):  # in a container that forbids it, machines think like everybody else
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def bound_memory(most: int) -> None:
    import resource

    with suppress(ValueError, OSError):  # it is bounded to less already
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def main(pipe: int, is_modest: int, memory: int) -> None:
    desk = Desk(Connection(pipe))
    bound_memory(memory)
    signal.signal(signal.SIGUSR1, desk.heed)
    Thread(target=desk.read, daemon=True).start()
    import_module(THOUGHTS)
    step_back(bool(is_modest))
    desk.work()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
