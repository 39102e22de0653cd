"""An event on a server without a network: people join, play at the tables that are made for them, and time passes."""

from typing import Any

import msgspec
import pytest

from recif.events.boards import Board
from recif.games.core.contract import Refused
from recif.server.events.open_event import OpenEvent
from recif.server.events.showing import Showing
from recif.server.messages import wire
from recif.server.messages.bodies import events as bodies
from recif.server.messages.bodies.events import EventGame, EventInfo, EventPlan
from recif.server.store.rows import PersonRow
from tests.server.hall import Hall, Screen

SECOND = 1000


def plan_of(form: str = "swiss", *games: str, **told: Any) -> EventPlan:
    fields: dict[str, Any] = {
        "name": "Friday",
        "form": form,
        "games": [EventGame(game) for game in games or ("xok",)],
        "pause": 0,
    }
    fields |= {"rounds": 3} if form in ("swiss", "tables") else {}
    return EventPlan(**(fields | told))


class Evening:
    """Ana directs."""

    def __init__(self, hall: Hall, plan: EventPlan, *people: str) -> None:
        self.hall = hall
        self.screens: dict[str, Screen] = {}
        self.person("ana")
        event = hall.wait(hall.dispatcher.events.make(self.row("ana"), plan))
        self.id = event.id
        for name in people:
            self.does(name, bodies.JoinEvent())

    def person(self, name: str) -> Screen:
        if name not in self.screens:
            self.screens[name] = self.hall.person(name)
        return self.screens[name]

    def row(self, name: str) -> PersonRow:
        self.person(name)
        return self.hall.wait(self.hall.registry.people.known(name))

    def does(self, name: str, act: bodies.AnyEventAct, is_bot: bool = False) -> OpenEvent:
        event = self.hall.wait(self.hall.dispatcher.leading.act(self.id, self.row(name), act, is_bot))
        self.hall.run()
        return event

    def refused(self, name: str, act: bodies.AnyEventAct, is_bot: bool = False) -> str:
        with pytest.raises(Refused) as refused:
            self.does(name, act, is_bot)
        return refused.value.code

    @property
    def event(self) -> OpenEvent:
        return self.hall.wait(self.hall.dispatcher.events.opened(self.id))

    def info(self, name: str = "", **told: Any) -> EventInfo:
        """As it arrives."""
        shown = self.hall.wait(Showing(self.hall.dispatcher.events).info(self.id, name, **told))
        return msgspec.json.decode(msgspec.json.encode(shown), type=EventInfo)

    def tick(self, seconds: int = 1) -> None:
        for _ in range(seconds):
            self.hall.run(SECOND)
            self.hall.do(self.hall.dispatcher.leading.tick)
            self.hall.run()

    def again(self) -> None:
        """The server is killed, and another one started."""
        self.hall = self.hall.again()
        self.screens = {}

    @property
    def open_boards(self) -> list[Board]:
        return self.event.live.open_boards

    def move(self, name: str) -> None:
        """Any move, where it is the person's turn."""
        event = self.event
        (board,) = event.boards_of(name)
        audience = self.hall.at(event.table_of(board))
        (seat,) = audience.live.seats_of(name)
        if seat in audience.live.waiting:
            move = next(iter(audience.live.match.position.moves(seat)))
            self.person(name).play(audience, seat, move)

    def loses(self, name: str) -> str:
        """The person resigns; the table at which they did."""
        event = self.event
        (board,) = event.boards_of(name)
        table = event.table_of(board)
        self.resigns(table, name)
        return table

    def resigns(self, table: str, name: str) -> None:
        (seat,) = self.hall.at(table).live.seats_of(name)
        self.person(name).says(wire.Resign(table, "resign", seat))

    def play_round(self) -> None:
        """Of those at a board the last by name gives up."""
        for board in self.open_boards:
            self.loses(max(person for person in board.people if person != "machine"))
