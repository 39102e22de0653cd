"""Messages in turn: stamped when they are read, handled a little at a time, paid for by whoever sent them."""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import uvloop

from recif.server.app import Server
from recif.server.limits import Limits
from recif.server.messages import wire
from recif.server.messages.shapes import Pace
from recif.server.transport.queues import LONG, SLICE, SocketTurns, Work
from tests.patience import in_the_end
from tests.server.hall import Hall
from tests.server.live import GENEROUS, Line, Wire, serving, stand_still, visiting

pytestmark = pytest.mark.one_database("sqlite")


class Loop:
    """A loop by hand, and a clock that runs only while somebody works."""

    def __init__(self) -> None:
        self.seconds = 1000.0
        self.ready: deque[tuple[Callable[..., object], tuple[Any, ...]]] = deque()
        self.waiting: list[tuple[float, Callable[..., object], tuple[Any, ...]]] = []

    def now(self) -> int:
        return int(self.seconds * 1000)

    def soon(self, call: Callable[..., object], *args: Any) -> None:
        self.ready.append((call, args))

    def later(self, seconds: float, call: Callable[..., object], *args: Any) -> None:
        self.waiting.append((self.seconds + seconds, call, args))

    def round(self) -> None:
        """What is ready now; what that makes ready comes in the next round."""
        for _ in range(len(self.ready)):
            call, args = self.ready.popleft()
            call(*args)

    def sleep(self, seconds: float) -> None:
        self.seconds += seconds
        due = [timer for timer in self.waiting if timer[0] <= self.seconds]
        self.waiting = [timer for timer in self.waiting if timer[0] > self.seconds]
        for _, call, args in due:
            call(*args)


class Sender:
    """A socket whose messages cost `cost` seconds each."""

    def __init__(self, loop: Loop, turns: SocketTurns, person: str, address: str, cost: float) -> None:
        self.person, self.keys = person, (person, address)
        self.waiting: deque[tuple[int, bytes]] = deque()
        self.handled: list[tuple[int, bytes]] = []
        self.loop, self.turns, self.cost = loop, turns, cost

    def sends(self, *messages: bytes) -> None:
        was_waiting = bool(self.waiting)
        self.waiting += [(self.loop.now(), message) for message in messages]
        if not was_waiting:
            self.turns.add(self)

    def handle(self, data: bytes) -> None:
        self.loop.seconds += self.cost
        self.handled.append((self.turns.heard(), data))

    def read_on(self) -> None: ...


def made(limits: Limits = GENEROUS) -> tuple[Loop, SocketTurns]:
    loop = Loop()
    return loop, SocketTurns(Work(limits), loop.now, loop.soon, loop.later, lambda: loop.seconds)


def test_a_message_is_handled_as_of_the_instant_at_which_it_was_read() -> None:
    loop, turns = made()
    slow, quick = Sender(loop, turns, "eve", "there", 2.0), Sender(loop, turns, "ana", "here", 0.0)
    slow.sends(b"look")
    quick.sends(b"play")
    for _ in range(3):
        loop.round()
    assert (slow.handled, quick.handled) == ([(1_000_000, b"look")], [(1_000_000, b"play")])
    assert loop.now() == 1_002_000


def test_after_a_slice_of_work_the_network_is_looked_at() -> None:
    loop, turns = made()
    eve = Sender(loop, turns, "eve", "there", SLICE * 0.6)
    eve.sends(*[b"x"] * 10)
    loop.round()
    assert len(eve.handled) == 2


def test_the_messages_of_one_do_not_hold_up_those_of_another() -> None:
    loop, turns = made()
    eve, ana = Sender(loop, turns, "eve", "there", SLICE), Sender(loop, turns, "ana", "here", 0.0)
    eve.sends(*[b"x"] * 50)
    ana.sends(b"play")
    loop.round()
    loop.round()
    assert (len(eve.handled), len(ana.handled)) == (2, 1)


def handled_in(seconds: int, senders: list[Sender], loop: Loop) -> float:
    """How much of the loop they get, as a part of the time."""
    began = loop.seconds
    while loop.seconds - began < seconds:
        for sender in senders:
            if not sender.waiting:
                sender.sends(b"look")
        loop.round()
        loop.sleep(0.001)
    return sum(len(sender.handled) * sender.cost for sender in senders) / (loop.seconds - began)


def test_ten_sockets_of_one_person_get_one_persons_share_of_the_loop() -> None:
    loop, turns = made(Limits(person_work=(0.1, 0.1), address_work=(0.3, 0.3)))
    eves = [Sender(loop, turns, "eve", "there", 0.008) for _ in range(10)]
    assert 0.05 < handled_in(20, eves, loop) < 0.12


def test_one_message_that_took_long_does_not_silence_somebody_for_long() -> None:
    loop, turns = made(Limits(person_work=(0.1, 0.1)))
    ana = Sender(loop, turns, "ana", "here", 5.0)
    ana.sends(b"follow", b"play")
    loop.round()
    loop.sleep(1.1)
    loop.round()
    loop.round()
    assert len(ana.handled) == 2


def test_many_guests_of_one_address_get_one_addresss_share() -> None:
    loop, turns = made(Limits(person_work=(0.1, 0.1), address_work=(0.3, 0.3)))
    eves = [Sender(loop, turns, f"eve {number}", "there", 0.008) for number in range(20)]
    assert 0.2 < handled_in(20, eves, loop) < 0.35


def test_what_is_read_after_long_work_may_have_come_when_it_began() -> None:
    loop, turns = made()
    eve = Sender(loop, turns, "eve", "there", 3.0)
    eve.sends(b"look")
    loop.round()
    assert loop.now() == 1_003_000
    assert turns.heard() == 1_000_000  # this is when nobody listened any more
    loop.round()
    loop.round()
    assert turns.heard() == 1_003_000


def test_a_flag_does_not_fall_on_somebody_whose_move_waits_to_be_handled(tmp_path: Path) -> None:
    hall = Hall(tmp_path)
    audience, ana, theo = hall.pair("shells", Pace("increment", 5_000, 0))
    seat = audience.live.waiting[0]
    mover = (ana, theo)[seat]
    waiting: dict[str, int] = {mover.person: hall.world.now + 2_000}
    hall.registry.outside.oldest = lambda people: min((waiting[p] for p in people if p in waiting), default=None)
    hall.run(10_000)
    assert audience.live.is_playing
    waiting.clear()
    hall.run(1_000)
    assert audience.live.row.reason == "time"


def test_a_move_sent_in_time_counts_however_busy_the_server_is(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as server, visiting(server, "Ana") as ana, visiting(server, "Eve") as eve:
            table = await ana.table("xok", "me", "me", pace={"kind": "increment", "start": 60_000, "bonus": 0})
            line, on_message = await Wire.open(ana), server.dispatcher.on_message
            await line.receive()

            def slowly(connection: Any, data: bytes) -> None:
                line.write_at_once(wire.encode(wire.Play(table, "m", 0, some_move(server, table))))
                time.sleep(2 * LONG)
                stand_still(server, table, 120_000)  # longer than the clock has
                on_message(connection, data)

            server.dispatcher.on_message = slowly  # type: ignore[assignment, method-assign]
            async with eve.connect() as other:
                await other.send_json({"type": "ping", "t": 1})
                assert isinstance(wire.decode_server(await in_the_end(line.receive())), wire.Ack)
            line.close()

    uvloop.run(story())


def some_move(server: Server, table: str) -> str:
    position = server.registry.audiences[table].live.match.position
    return position.game.words.text(position.state, 0, position.numbers(0)[0])


def test_a_person_over_their_share_is_slowed_and_the_others_are_answered(tmp_path: Path) -> None:
    async def story() -> None:
        limits = replace(GENEROUS, person_work=(1e-6, 0.002))
        async with (
            serving(tmp_path, limits) as server,
            visiting(server, "Ana") as ana,
            visiting(server, "Eve") as eve,
            ana.connect() as calm,
            eve.connect() as flood,
        ):
            table = await ana.table("xok", "me", "me")
            for _ in range(300):
                await flood.send_str(wire.encode(wire.Follow(table)).decode())
            await flood.send_json({"type": "ping", "t": 1})
            await calm.send_json({"type": "ping", "t": 2})
            assert (await Line(calm).next(wire.Pong)).t == 2
            eves = [socket for socket in server.sockets if server.registry.people.row(socket.person).name == "Eve"]
            assert server.turns.oldest([eves[0].person])  # hers still wait

    uvloop.run(story())
