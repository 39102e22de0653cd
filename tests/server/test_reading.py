"""What a socket writes is read in turns and paid for: no flood of frames is free, and none is read in one go."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from itertools import cycle, pairwise
from pathlib import Path

import pytest
import uvloop

from recif.server.limits import Limits
from recif.server.messages import wire
from recif.server.transport.queues import A_FRAME, A_READ, SLICE, SocketTurns, Work
from recif.server.transport.sockets import MOST_FRAMES, MOST_WAITING, Outbox, Reading, Socket
from tests.patience import in_the_end, until
from tests.server.live import GENEROUS, Line, Wire, framed, serving, visiting
from tests.server.test_queues import Loop

pytestmark = pytest.mark.one_database("sqlite")

PERSON, ADDRESS = "eve", "there"
BEGIN, MORE, LAST = framed(b"", 0x01), framed(b"", 0x00), framed(b"", 0x80)
MESSAGE = BEGIN + MORE * 20 + LAST  # of frames that say nothing


class Pipe(asyncio.Transport):
    """The end of a connection that remembers what was done to it."""

    def __init__(self) -> None:
        super().__init__()
        self.is_paused = self.is_over = False
        self.written = b""

    def pause_reading(self) -> None:
        assert not self.is_paused
        self.is_paused = True

    def resume_reading(self) -> None:
        assert self.is_paused
        self.is_paused = False

    def is_closing(self) -> bool:
        return self.is_over

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += bytes(data)

    def get_write_buffer_size(self) -> int:
        return 0

    def close(self) -> None:
        self.is_over = True

    abort = close


class Writer:
    """Somebody at the other end of a pipe, whose messages cost so many seconds each."""

    def __init__(self, loop: Loop, limits: Limits, cost: float = 0) -> None:
        self.loop, self.pipe, self.cost = loop, Pipe(), cost
        self.heard: list[bytes] = []
        self.lost = 0
        self.turns = SocketTurns(Work(limits), loop.now, loop.soon, loop.later, lambda: loop.seconds)
        socket = Socket(PERSON, "", ADDRESS, self.pipe, Outbox(loop.soon), limits, loop.now())
        self.reading = Reading(socket, self.pipe, self.turns, limits, self._on_text, self._on_lost, self._when_told)

    def _on_text(self, _: Socket, data: bytes) -> None:
        self.loop.seconds += self.cost
        self.heard.append(data)

    def _on_lost(self, _: BaseException | None) -> None:
        self.lost += 1

    def _when_told(self, call: Callable[[], None]) -> None:
        call()

    def writes(self, data: bytes) -> None:
        assert not self.pipe.is_paused
        self.reading.data_received(data)

    @property
    def frames_left(self) -> int:
        frames = self.reading._frames
        return (len(frames._data) - frames._at) // len(MORE)

    @property
    def spent(self) -> float:
        bucket = self.turns.work._people._buckets[PERSON]
        return bucket.burst - bucket.left


def test_of_many_frames_that_come_at_once_a_few_are_read_in_each_turn() -> None:
    writer = Writer(Loop(), GENEROUS, cost=2 * SLICE)
    writer.writes(MESSAGE * 50)
    left = [22 * 50]
    while len(writer.heard) < 50:
        left.append(writer.frames_left)
        writer.loop.round()
    assert max(before - after for before, after in pairwise(left)) <= MOST_FRAMES
    assert (left[-1], writer.pipe.is_paused) == (0, False)


def test_every_frame_and_every_read_is_charged_to_person_and_address() -> None:
    writer = Writer(Loop(), replace(GENEROUS, person_work=(1, 1), address_work=(1, 1)))
    writer.writes(BEGIN + MORE * 9)
    assert writer.spent == pytest.approx(A_READ + 10 * A_FRAME)
    writer.writes(MORE[:3])
    assert writer.spent == pytest.approx(2 * A_READ + 10 * A_FRAME)
    assert writer.turns.work._addresses._buckets[ADDRESS].left == writer.turns.work._people._buckets[PERSON].left


def test_a_message_in_too_many_fragments_ends_the_socket_whatever_is_in_them() -> None:
    writer = Writer(Loop(), replace(GENEROUS, person_work=(1, 1)))
    writer.writes(BEGIN + MORE * 60_000)
    while not writer.pipe.is_over:
        writer.loop.round()
    assert (1008).to_bytes(2) + b"fragments" in writer.pipe.written
    assert writer.spent < 4 * A_READ + 100 * A_FRAME  # what came after was not even looked at


def test_who_has_used_up_their_share_is_read_again_when_something_is_left_of_it() -> None:
    limits = replace(GENEROUS, person_work=(0.1, 0.001), reads=(1, 5))
    writer = Writer(Loop(), limits)
    reads = 0
    while not writer.pipe.is_paused:  # a frame of which no end comes
        writer.writes(framed(b"x" * 8000)[reads : reads + 1])
        reads += 1
    assert reads == pytest.approx(0.001 / A_READ, abs=2)
    writer.loop.round()
    assert writer.pipe.is_paused
    writer.loop.sleep(0.01)
    assert not writer.pipe.is_paused


def test_who_writes_little_is_read_at_once_though_others_at_the_address_have_used_up_its_share() -> None:
    limits = replace(GENEROUS, address_work=(0.1, 0.001))
    writer = Writer(Loop(), limits)
    writer.turns.work.charge(("somebody", ADDRESS), 5, writer.loop.now())
    for _ in range(int(limits.reads[1])):
        writer.writes(framed(b"hi"))
        writer.loop.sleep(0.06)
    assert not writer.pipe.is_paused
    assert len(writer.reading.waiting) == int(limits.reads[1]) < MOST_WAITING  # each with the time at which it came
    assert len({came for came, _ in writer.reading.waiting}) == int(limits.reads[1])


def test_who_is_cut_while_they_wait_for_their_turn_is_lost_once() -> None:
    writer = Writer(Loop(), GENEROUS)
    writer.writes(framed(b"x", 0x01) + MORE * 80)
    assert writer.pipe.is_paused
    writer.pipe.abort()
    writer.reading.connection_lost(None)
    writer.loop.round()
    writer.loop.round()
    assert writer.lost == 1


def test_what_comes_after_a_goodbye_is_not_kept() -> None:
    writer = Writer(Loop(), replace(GENEROUS, person_work=(0.1, 0.001)))
    writer.turns.work.charge((PERSON, ADDRESS), 1, writer.loop.now())
    writer.writes(framed(b"last words") + framed(b"\x03\xe8", 0x88))
    for _ in range(3):
        writer.reading.data_received(b"x" * 100_000)
    assert len(writer.reading._frames._data) < 100
    while not writer.pipe.is_over:
        writer.loop.round()
        writer.loop.sleep(1)
    assert writer.heard == [b"last words"]
    assert writer.pipe.written == b"\x88\x02\x03\xe8"


FLOODS = {
    "empty fragments": BEGIN + MORE * 60_000,
    "messages of empty fragments": MESSAGE * 3_000,
    "pings": framed(b"", 0x89) * 60_000,
    "pongs": framed(b"", 0x8A) * 60_000,
    "empty texts": framed(b"") * 60_000,
}


@pytest.mark.parametrize("flood", FLOODS.values(), ids=FLOODS)
@pytest.mark.parametrize("size", [6, 60_000])
def test_a_flood_of_frames_ends_its_socket_and_others_are_answered(flood: bytes, size: int, tmp_path: Path) -> None:
    async def story() -> None:
        async with (
            serving(tmp_path, Limits()) as server,
            visiting(server, "Ana") as ana,
            visiting(server, "Eve") as eve,
            ana.connect() as calm,
        ):
            line = await Wire.open(eve)
            writing = asyncio.create_task(write_until_cut(line))
            await calm.send_json({"type": "ping", "t": 2})
            assert (await Line(calm).next(wire.Pong)).t == 2
            await until(lambda: len(server.sockets) == 1)
            await writing
            line.close()

    async def write_until_cut(line: Wire) -> None:
        with suppress(ConnectionError):
            for at in cycle(range(0, len(flood), size)):
                line.writer.write(flood[at : at + size])
                await line.writer.drain()
                await asyncio.sleep(0)

    uvloop.run(in_the_end(story()))
