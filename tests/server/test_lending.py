"""A person's own device thinks for them where they lend it: sent no more than they may know, read by the rules, and
never waited for in vain."""

import asyncio
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from recif.games import GAMES
from recif.games.core.contract import Refused
from recif.mind.warmup import first_decision
from recif.school.puzzles import judging
from recif.school.puzzles.files import all_puzzles
from recif.server.app import Server
from recif.server.machines import thoughts
from recif.server.machines.lending import KINDS, MOST, SOON, Lending, Lent, thought_of
from recif.server.machines.tasks import Task
from recif.server.machines.thoughts import Sighting
from recif.server.messages import wire
from recif.server.views.audience import Audience
from tests.server.hall import MACHINE, ME, Hall, Screen
from tests.server.live import Line, Visitor, live, visiting

pytestmark = pytest.mark.one_database("sqlite")


def at_table(hall: Hall) -> tuple[Screen, Audience]:
    ana = hall.person("ana")
    audience = hall.table(ana, "xok", ME, MACHINE)
    ana.follow(audience)
    return ana, audience


def asked(ana: Screen, audience: Audience) -> list[wire.Ponder]:
    heard = ana.says(wire.Ask(audience.live.row.id, "1", "hint", 0))
    return [message for message in heard if isinstance(message, wire.Ponder)]


def answer(hall: Hall, question: wire.Ponder, text: str) -> None:
    """As the REST page does it."""
    lent = hall.registry.lending.lent("ana", question.number)
    hall.do(lambda: hall.registry.lending.settle(question.number, lent.read(text)))


def test_a_hint_comes_from_the_device_that_was_lent(tmp_path: Path) -> None:
    hall = Hall(tmp_path)
    ana, audience = at_table(hall)
    assert asked(ana, audience) == [], "nobody has lent anything"
    before = hall.registry.thoughts
    ana.says(wire.Lend())
    (question,) = asked(ana, audience)
    seen = msgspec.convert(msgspec.json.decode(question.given)[0], Sighting)
    assert seen.state == bytes(audience.live.match.position.view(0)), "what her seat may know"
    answer(hall, question, thought_of(question.what, question.given))
    told = ana.last(wire.Told)
    assert told.hints[0].text in audience.live.match.position.moves(0)
    assert (hall.registry.thoughts, hall.registry.lending.done) == (before, 1)
    with pytest.raises(Refused, match="any more"):
        hall.registry.lending.lent("ana", question.number)


@pytest.mark.parametrize(
    "nonsense", ["", "null", "[]", "{}", "[" * 60_000, '{"seat":0}', "illegal", "of another seat", "of too many seats"]
)
def test_what_cannot_be_is_not_believed(tmp_path: Path, nonsense: str) -> None:
    hall = Hall(tmp_path)
    ana, audience = at_table(hall)
    ana.says(wire.Lend())
    (question,) = asked(ana, audience)
    good = thought_of(question.what, question.given)
    spoilt = {
        "illegal": good.replace(msgspec.json.decode(good)["text"], "z9z9"),
        "of another seat": good.replace('"seat":0', '"seat":1', 1),
        "of too many seats": good.replace('"chances":[', '"chances":[0.5,'),
    }
    before = hall.registry.thoughts
    answer(hall, question, spoilt.get(nonsense, nonsense))
    assert hall.registry.thoughts == before + 1, "a machine here thinks"
    assert asked(ana, audience) == [], "the device is asked no more"


def test_nobody_waits_for_a_device_in_vain(tmp_path: Path) -> None:
    hall = Hall(tmp_path)
    ana, audience = at_table(hall)
    for leave in (lambda: hall.run(int(SOON * 1000)), lambda: ana.says(wire.Lend(on=False))):
        ana.says(wire.Lend())
        assert asked(ana, audience)
        before = hall.registry.thoughts
        leave()
        assert hall.registry.thoughts == before + 1
    ana.says(wire.Lend())
    assert asked(ana, audience)
    before = hall.registry.thoughts
    ana.says(wire.Leave(audience.live.row.id))
    hall.run(int(SOON * 1000))
    assert hall.registry.thoughts == before, "who has gone is not thought for"


def test_a_device_answers_for_its_person_alone(tmp_path: Path) -> None:
    hall = Hall(tmp_path)
    ana, audience = at_table(hall)
    eve = hall.person("eve")
    eve.says(wire.Lend())
    assert asked(ana, audience) == []
    ana.says(wire.Lend())
    (question,) = asked(ana, audience)
    with pytest.raises(Refused):
        hall.registry.lending.lent("eve", question.number)


def test_a_device_is_asked_for_few_thoughts_at_a_time() -> None:
    sent: list[Any] = []

    class Page:
        person = "ana"

        def send(self, data: bytes) -> None:
            sent.append(wire.decode_server(data))

    lending = Lending(lambda seconds, then: None)
    lending.offer(Page(), True)
    job = partial(thoughts.advise, Sighting("xok", b"", 0), 1, 1)
    lent = [lending.lend(Task("", job, lambda _: None, holder="ana"), lambda: None) for _ in range(MOST + 2)]
    assert lent == [True] * MOST + [False] * 2
    assert len(sent) == MOST
    moves = Task("", partial(thoughts.choose, Sighting("xok", b"", 0), 1, 1), lambda _: None, holder="ana")
    assert not lending.lend(moves, lambda: None), "machines at the table play for themselves"


@pytest.mark.parametrize("game", GAMES)
def test_a_device_thinks_as_a_machine_does(game: str) -> None:
    """Told as JSON, answered as JSON: the same thought."""
    view = first_decision(GAMES[game])
    seen, at = Sighting.of(view.position, view.seat), view.position
    move = at.numbers(view.seat)[-1]
    names = tuple(at.game.words.seat_name(at.state, seat) for seat in range(at.seats))
    jobs: list[partial[Any]] = [
        partial(thoughts.advise, seen, 1, 1),
        partial(thoughts.judge, seen, 5, move, False, names),
        partial(thoughts.reply, game, bytes(at), view.seat, move),
    ]
    for job in jobs if at.hides_nothing else jobs[:2]:
        what = job.func.__name__
        told = thought_of(what, msgspec.json.encode(job.args).decode())
        lent = Lent(None, Task("", job, lambda _: None), lambda: None)  # type: ignore[arg-type]
        assert msgspec.json.decode(told, type=KINDS[what].answer) == job()
        assert lent.read(told) == job()


@pytest.mark.parametrize("name", [next(name for name in all_puzzles() if name.startswith(game)) for game in GAMES])
def test_a_reply_to_a_try_is_read_by_the_rules(name: str) -> None:
    puzzle = all_puzzles()[name]
    asked, text = judging.decision(puzzle, 0), puzzle.line[0].text
    move = asked.position.moves(asked.seat)[text]
    fits = partial(KINDS["reply"].fits, game=puzzle.game.id, state=bytes(asked.position), seat=asked.seat, move=move)
    told = judging.MachineReply([puzzle.line[0]], 0.5)
    assert fits(told)
    assert not fits(told._replace(chances=2.0))
    assert not fits(told._replace(events=[]))
    assert not fits(told._replace(events=[puzzle.line[0]._replace(text="z9z9")]))
    assert not fits(told._replace(events=[puzzle.line[0]] * 100))


def wrong_try(game: str) -> tuple[str, str]:
    """A puzzle and a move that is not right."""
    found = next(one for one in all_puzzles().values() if one.game.id == game)
    asked = judging.decision(found, 0)
    moves = asked.position.moves(asked.seat)
    return found.name, next(text for text in moves if not judging.is_right(found, 0, text))


async def tried(visitor: Visitor, game: str) -> Any:
    name, move = wrong_try(game)
    return await visitor.call("POST", f"/api/puzzles/{name}/tries", {"found": 0, "move": move})


@live
async def test_a_device_answers_by_a_page_and_is_sent_nothing_hidden(server: Server) -> None:
    async with visiting(server, "Ana") as ana, visiting(server, "Eve") as eve, ana.connect() as socket:
        line, registry = Line(socket), server.registry
        await line.send(wire.Lend())
        trying = asyncio.create_task(tried(ana, "xok"))
        question = await line.next(wire.Ponder)
        path, text = f"/api/thoughts/{question.number}", thought_of(question.what, question.given)
        assert (await eve.ask("POST", path, data=text))[0] == 404
        assert (await ana.ask("POST", "/api/thoughts/x", data=text))[0] == 404
        await ana.call("POST", path, data=text)
        assert (await trying)["right"] is False
        assert (await ana.ask("POST", path, data=text))[1]["code"] == "not-asked"
        assert (registry.thoughts, registry.lending.done) == (0, 1)
        assert (await tried(ana, "crabs"))["right"] is False, "cards are hidden there: the server thinks itself"
        assert (registry.thoughts, registry.lending.done) == (1, 1)
