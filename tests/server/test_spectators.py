"""A crowd around a table: the players first, the crowd in slices, and nobody is told old things late."""

from collections.abc import Callable

from recif.server.messages import wire
from recif.server.views.spectators import PLAYERS_FIRST, SLICE, SLICES, Spectators
from tests.server.hall import ME, OPEN, Hall


class Listener:
    def __init__(self) -> None:
        self.heard: list[bytes] = []

    def send(self, data: bytes) -> None:
        self.heard.append(data)


class Later:
    """What is to be done later, and how long after."""

    def __init__(self) -> None:
        self.waiting: list[tuple[float, Callable[[], None]]] = []

    def __call__(self, seconds: float, then: Callable[[], None]) -> None:
        self.waiting.append((seconds, then))

    def go_on(self) -> float:
        seconds, then = self.waiting.pop(0)
        then()
        return seconds


def test_a_few_spectators_are_told_at_once() -> None:
    later, few = Later(), [Listener() for _ in range(SLICE)]
    Spectators(later).tell([(few, b"news")])
    assert [one.heard for one in few] == [[b"news"]] * SLICE
    assert later.waiting == []


def test_a_crowd_is_told_after_the_players_and_leaves_the_loop_to_others_in_between() -> None:
    later, crowd = Later(), [Listener() for _ in range(10 * SLICE)]
    Spectators(later).tell([(crowd, b"news")])
    assert not any(one.heard for one in crowd)
    assert later.go_on() == PLAYERS_FIRST
    told = [sum(len(one.heard) for one in crowd)]
    while later.waiting:
        assert later.go_on() > 0  # timers, not the next round: what was read meanwhile is handled, players' screens run
        told.append(sum(len(one.heard) for one in crowd))
    assert told == [*range(SLICE, 10 * SLICE + 1, SLICE)]
    assert [one.heard for one in crowd] == [[b"news"]] * len(crowd)


def test_a_larger_crowd_takes_larger_slices_and_not_more_of_them() -> None:
    later, crowd = Later(), [Listener() for _ in range(100 * SLICES)]
    spectators, rounds = Spectators(later), 0
    spectators.tell([(crowd, b"one")])
    spectators.tell([(crowd, b"two")])
    while later.waiting:
        later.go_on()
        rounds += 1
    assert all(one.heard == [b"one", b"two"] for one in crowd)
    assert rounds < 6 * SLICES  # the last ones are small


def test_who_sits_down_or_asks_anew_is_not_told_later_what_was_before(hall: Hall) -> None:
    ana, crowd = hall.person("ana"), [hall.person(f"person {number}") for number in range(SLICE + 5)]
    audience = hall.table(ana, "xok", ME, OPEN)
    for screen in (ana, *crowd):
        screen.follow(audience)
    hall.run(1_000)
    hall.do(lambda: hall.registry.spectators.tell([(audience.sides()[1], b"old")]))
    crowd[0].says(wire.Sit(audience.live.row.id, "s", 1))
    crowd[1].follow(audience)
    crowd[2].says(wire.Leave(audience.live.row.id))
    hall.run(1_000)
    assert [b"old" in screen.data for screen in crowd] == [False] * 3 + [True] * (SLICE + 2)
    assert all(screen.data.index(b"old") < len(screen.data) - 1 for screen in crowd[3:])  # and then of the seat
