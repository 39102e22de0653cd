"""The life of a table against a model of it: anything people do, in any order, with restarts in between."""

import tempfile
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from recif.server.messages import wire
from recif.server.messages.shapes import Pace
from tests.server.hall import ME, OPEN, Hall, Screen

PEOPLE = ("ana", "theo", "eve")
ROUNDS, THINKING = 3, 100_000
people, players = st.sampled_from(PEOPLE), st.sampled_from(PEOPLE[:2])
kinds = st.sampled_from(["draw", "undo", "abort", "rematch"])


class Life(RuleBasedStateMachine):
    """The game is Shells: both name a number at once, then luck brings a shell; three rounds."""

    @initialize()
    def open_a_table(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.hall = Hall(Path(self.folder.name))
        self.screens: dict[str, Screen] = {name: self.hall.person(name) for name in PEOPLE}
        self.audience = self.hall.table(self.screens["ana"], "shells", ME, OPEN, pace=Pace("increment", THINKING))
        self.table = self.audience.live.row.id
        for screen in self.screens.values():
            screen.follow(self.audience)
        # The model:
        self.status, self.other = "open", ""  # who took seat 1
        self.rounds, self.choices = 0, dict[int, str]()
        self.offers = dict[str, str]()
        self.acked = dict[str, tuple[str, Any, Any]]()
        self.ids = 0

    def ask(self, person: str, message: Any) -> Any:
        """What comes of a request: an Ack, or the code of the refusal."""
        told = self.screens[person].says(message)
        answer = next(m for m in told if isinstance(m, (wire.Ack, wire.Refusal)))
        if isinstance(answer, wire.Ack):
            self.acked[message.id] = (person, message, answer)
            return "ack"
        return answer.code

    def id(self) -> str:
        self.ids += 1
        return f"i{self.ids}"

    @rule(person=people, seat=st.integers(0, 2))
    def sit(self, person: str, seat: int) -> None:
        told = self.ask(person, wire.Sit(self.table, self.id(), seat))
        if self.status == "open" and seat == 1 and person != "ana":
            assert told == "ack"
            self.other = person
            self.status = "playing"
        else:
            assert told != "ack"

    def seat_of(self, person: str) -> int | None:
        if person == "ana":
            return 0
        return 1 if person == self.other else None

    @rule(person=people, seat=st.integers(0, 2), move=st.sampled_from("12340"))
    def play(self, person: str, seat: int, move: str) -> None:
        told = self.ask(person, wire.Play(self.table, self.id(), seat, move))
        if self.status != "playing" or self.seat_of(person) != seat or move not in "123":
            assert told != "ack"
            return
        assert told == "ack"
        self.choices[seat] = move
        if len(self.choices) == 2:
            self.choices, self.offers, self.rounds = {}, {}, self.rounds + 1
            self.status = "over" if self.rounds == ROUNDS else "playing"

    @precondition(lambda self: self.acked)
    @rule(data=st.data())
    def send_again(self, data: st.DataObject) -> None:
        """Whatever was acknowledged is acknowledged again, and not done again."""
        person, message, answer = self.acked[data.draw(st.sampled_from(sorted(self.acked)))]
        version = self.audience.live.version
        told = [m for m in self.screens[person].says(message) if isinstance(m, (wire.Ack, wire.Refusal))]
        assert told == [answer]
        assert self.audience.live.version == version

    @rule(person=people)
    def resign(self, person: str) -> None:
        seat = self.seat_of(person)
        told = self.ask(person, wire.Resign(self.table, self.id(), seat or 0))
        if self.status == "playing" and seat is not None:
            assert told == "ack"
            self.close()
        else:
            assert told != "ack"

    def close(self) -> None:
        self.status, self.choices, self.offers = "over", {}, {}

    @rule(person=players, kind=kinds, sure=st.booleans())
    def propose(self, person: str, kind: Any, sure: bool) -> None:
        seat = self.seat_of(person)
        told = self.ask(person, wire.Propose(self.table, self.id(), seat or 0, kind, sure))
        can = {
            "rematch": self.status == "over" and not self.audience.live.row.next,
            "draw": self.status == "playing",
            "abort": self.status == "playing",
            "undo": self.status == "playing" and (seat in self.choices or (self.rounds > 0 and sure)),
        }[kind]
        if seat is None or not can:
            assert told != "ack"
            return
        assert told == "ack"
        self.offers[kind] = person
        if kind == "abort" and self.rounds == 0:
            self.close()

    @rule(person=players, kind=kinds, yes=st.booleans())
    def reply(self, person: str, kind: Any, yes: bool) -> None:
        seat, offered = self.seat_of(person), self.offers.get(kind)
        count = self.audience.live.offers[kind].count if offered else 0
        told = self.ask(person, wire.Reply(self.table, self.id(), seat or 0, kind, yes))
        if seat is None or offered is None or (yes and offered == person):
            assert told != "ack"
            return
        assert told == "ack"
        del self.offers[kind]
        if yes:
            self.carry_out(kind, count)

    def carry_out(self, kind: str, count: int) -> None:
        if kind in ("draw", "abort"):
            self.close()
        if kind == "undo":
            self.offers = {}
            done = [0, 1, -1] * self.rounds + list(self.choices)
            kept = done[: len(done) - count]
            self.rounds = len(kept) // 3
            pending = kept[self.rounds * 3 :]
            before = dict(self.choices)
            self.choices = {seat: before.get(seat, "?") for seat in pending}

    @rule(ms=st.integers(0, THINKING // 3))
    def wait(self, ms: int) -> None:
        self.hall.run(ms)
        if self.status == "playing" and not self.audience.live.is_playing:
            assert self.audience.live.row.reason == "time"
            self.close()

    @rule()
    def restart(self) -> None:
        """Everybody sees what they saw before; a pause and a resumption are all that is new."""
        self.hall.tick()
        before = {name: screen.follow(self.audience) for name, screen in self.screens.items()}
        self.hall = self.hall.again(down_ms=50_000)
        self.audience = self.hall.audience(self.audience)
        self.screens = {name: self.hall.person(name) for name in PEOPLE}
        for screen in self.screens.values():
            screen.follow(self.audience)
        after = {name: screen.follow(self.audience) for name, screen in self.screens.items()}
        for name in PEOPLE:
            after[name].now.version = before[name].now.version
        assert after == before

    @invariant()
    def table_and_model_agree(self) -> None:
        if not hasattr(self, "audience"):
            return
        live = self.audience.live
        assert live.row.status == self.status
        assert sorted(live.match.choices) == sorted(self.choices)
        assert set(live.offers) == set(self.offers)
        if self.status == "playing":
            assert len(live.match.log) == 3 * self.rounds

    @invariant()
    def versions_have_no_gaps(self) -> None:
        if hasattr(self, "audience"):
            versions = [entry.version for entry in self.hall.wait(self.hall.store.entries(self.table))]
            assert versions == list(range(1, self.audience.live.version + 1))

    def teardown(self) -> None:
        if hasattr(self, "hall"):
            self.hall.close()
            self.folder.cleanup()


def test_a_table_and_its_model_agree_whatever_people_do(tmp_path: Path, database: str) -> None:
    examples = 25 if database == "sqlite" else 6  # a database that others share takes its time
    run_state_machine_as_test(Life, settings=settings(max_examples=examples, stateful_step_count=30, deadline=None))
