"""What browsers are sent: moves packed, which read as the same moves written out, and a table of moves fetched once."""

import random
from itertools import accumulate
from typing import Any

import msgspec
import pytest

from recif.games import GAMES, start
from recif.match.packing import column, columns
from recif.server.app import Server
from recif.server.messages import wire
from recif.server.messages.shapes import Packed
from recif.server.views import packs
from recif.vector.numbering import Numbering
from tests.server.hall import Hall
from tests.server.live import Line, live, visiting

SETUPS: list[tuple[str, dict[str, Any]]] = [*((game, {}) for game in GAMES), ("xok", {"side": 4})]


def unpacked(told: Packed, table: list[tuple[str, dict[str, Any]]]) -> list[tuple[str, dict[str, Any]]]:
    """As web/src/lib/unpack.ts reads it."""
    rows = [table[at] for at in accumulate(told.numbers)] if told.table else [(text, {}) for text in told.texts]
    made = [(text, dict(parts)) for text, parts in rows]
    for name, (values, *more) in told.parts.items():
        which, (between,) = (*more, [], [])[0], (*more, [""], [""])[1]
        everywhere = [1] * len(made) if len(values) == 1 else range(1, len(made) + 1)
        for (_, parts), place in zip(made, which or everywhere, strict=True):
            if place:
                parts[name] = values[place - 1].split(between) if between else values[place - 1]
    return made


def table_of(game: str, name: str) -> list[tuple[str, dict[str, Any]]]:
    found = packs.named(game, name)
    assert found is not None
    return unpacked(msgspec.json.decode(found.data, type=Packed), [])


@pytest.mark.parametrize(("game", "options"), SETUPS)
def test_packed_moves_read_as_the_same_moves_written_out(hall: Hall, game: str, options: dict[str, Any]) -> None:
    audience, *players = hall.pair(game, options=options)
    live, chance, compared = audience.live, random.Random(7), 0
    while live.is_playing and len(live.match.log) < 120:
        seat = live.waiting[0]
        full = players[seat].follow(audience, detail="full").now
        lean = players[seat].follow(audience, detail="lean").now
        assert (lean.moves, full.packed) == ({}, {})
        assert list(lean.packed) == list(full.moves) == [str(seat)]
        told = lean.packed[str(seat)]
        table = table_of(game, told.table) if told.table else []
        assert unpacked(told, table) == [(move.text, move.parts) for move in full.moves[str(seat)]]
        compared += len(full.moves[str(seat)])
        players[seat].play(audience, seat, chance.choice(full.moves[str(seat)]).text, id=str(live.version))
    assert compared > 50


def test_columns_say_equal_things_once() -> None:
    assert column(["a", "a"]) == [["a"]]
    assert column(["a", "b", "a"]) == [["a", "b"], [1, 2, 1]]
    assert column([1, True, None]) == [[1, True, None]]
    assert columns([{"kind": "x"}, {"kind": "x", "eats": []}]) == {"kind": [["x"]], "eats": [[[]], [0, 1]]}


def test_lists_of_names_are_written_as_one_text_each() -> None:
    assert column([["a", "b"], ["b"]]) == [["a b", "b"], [], [" "]]
    assert columns([{"to": ["a", "b"]}, {}]) == {"to": [["a b"], [1, 0], [" "]]}
    assert column([["a"], []]) == [[["a"], []]]
    assert column([["a b"], ["c"]]) == [[["a b"], ["c"]]]
    assert column([[1], [2]]) == [[[1], [2]]]


@pytest.mark.parametrize("game", GAMES)
def test_a_turn_takes_three_kilobytes_at_most_on_average(hall: Hall, game: str) -> None:
    """As the pages follow a table."""
    audience, *players = hall.pair(game)
    for player in players:
        player.follow(audience, detail="lean")
        player.data.clear()
    live, chance = audience.live, random.Random(3)
    while live.is_playing and len(live.match.log) < 60:
        seat = live.waiting[0]
        players[seat].play(audience, seat, chance.choice(list(live.match.position.moves(seat))), id=str(live.version))
    sizes = [len(data) for player in players for data in player.data if data.startswith(b'{"type":"changed"')]
    assert sum(sizes) <= 3000 * len(sizes)


def test_a_sentence_is_told_for_the_move_that_is_asked_for(hall: Hall) -> None:
    audience, ana, theo = hall.pair("xok")
    ana.follow(audience, detail="lean", language="en")
    asked = wire.Ask(audience.live.row.id, "q", "moves", 0, move="e5e6")
    (told,) = ana.says(asked)
    assert [(move.text, move.say) for move in told.moves] == [("e5e6", "Ana lays two fish on e5 and e6.")]
    (told,) = ana.says(msgspec.structs.replace(asked, id="r", move="e5*ne"))
    assert told.moves == []
    (refused,) = theo.says(msgspec.structs.replace(asked, id="s"))
    assert refused.code == "not-your-seat"


@live
async def test_the_table_of_moves_is_fetched_once_and_kept(server: Server) -> None:
    async with visiting(server, "Ana") as ana:
        table = await ana.table("xok", "me", "me")
        async with ana.connect() as socket:
            line = Line(socket)
            await line.send(wire.Follow(table, detail="lean"))
            now = (await line.next(wire.Table)).now
        name = now.packed["0"].table
        page = f"/api/games/xok/moves/{name}"
        async with ana.session.get(ana.origin + page) as answer:
            assert answer.headers["Content-Encoding"] == "gzip"
            assert "immutable" in answer.headers["Cache-Control"]
            told = msgspec.json.decode(await answer.read(), type=Packed)
        assert len(told.texts) == len(Numbering(start("xok")))
        async with ana.session.get(ana.origin + page, headers={"Accept-Encoding": "identity"}) as answer:
            assert "Content-Encoding" not in answer.headers
            assert msgspec.json.decode(await answer.read(), type=Packed) == told
        assert (await ana.ask("GET", "/api/games/xok/moves/nothing"))[0] == 404
        assert (await ana.ask("GET", f"/api/games/urchins/moves/{name}"))[0] == 404
