"""Luck over the wire: promised before any number is known, and everything it takes to draw again once it is over."""

import json

import pytest

from recif.games import GAMES
from recif.match import provable
from recif.match.match import Match
from recif.match.record import read, record, to_json
from recif.match.verification import verify
from recif.server.app import Server
from recif.server.messages import wire
from tests.server.hall import MACHINE, ME, Hall
from tests.server.live import Line, Visitor, live, visiting


async def finished(ana: Visitor) -> tuple[str, str]:
    """A table with luck that is over, and the commitment that was shown before it was made."""
    promised = await ana.call("POST", "/api/commitments")
    told = {"number": "seven", "commitment": promised["commitment"]}
    table = await ana.table("crocodiles", "me", "me", **told)
    assert table == promised["table"]
    async with ana.connect() as socket:
        line = Line(socket)
        await line.send(wire.Follow(table, detail="texts"))
        seen = await line.next(wire.Table)
        while not any(row.seat < 0 for row in seen.log):
            (seat,) = seen.now.waiting
            await line.send(wire.Play(table, str(seen.now.version), seat, seen.now.moves[str(seat)][0].text))
            seen = await line.next(wire.Changed)
        await line.send(wire.Resign(table, "r", 0))
        await line.next(wire.Ack)
    return table, str(promised["commitment"])


@live
async def test_the_name_of_a_table_is_fixed_with_the_commitment_and_every_draw_can_be_done_again(
    server: Server,
) -> None:
    async with visiting(server, "Ana") as ana:
        table, commitment = await finished(ana)
        told = (await ana.call("GET", f"/api/tables/{table}/draws"))["draws"]
        live = (await server.registry.audience(table)).live
    assert provable.fingerprint(live.luck) == commitment
    assert told
    for draw in told:
        number = provable.below(live.luck, draw["place"], sum(weight for _, weight in draw["outcomes"]))
        counted = [text for text, weight in draw["outcomes"] for _ in range(weight)]
        assert counted[number] == draw["text"] == live.match.log[draw["index"]].text


@live
async def test_what_could_be_drawn_is_not_told_before_the_end(server: Server) -> None:
    async with visiting(server, "Ana") as ana:
        table = await ana.table("crocodiles", "me", "me")
        status, told = await ana.ask("GET", f"/api/tables/{table}/draws")
    assert (status, told["code"]) == (403, "hidden-until-over")


@live
async def test_records_are_signed_with_the_key_that_is_shown(server: Server) -> None:
    async with visiting(server, "Ana") as ana:
        table, _ = await finished(ana)
        key = (await ana.call("GET", "/api/key"))["key"]
        for form in ("json", "text"):
            told = await ana.call("GET", f"/api/tables/{table}/record?form={form}")
            words = json.dumps(told) if form == "json" else told.decode()
            checks = verify(read(words), GAMES, key)
            assert all(check.is_good for check in checks), checks


@live
async def test_a_record_from_outside_goes_out_as_it_came_and_not_under_our_name(server: Server) -> None:
    match = Match(GAMES["xok"], 2)
    match.play(0, "e5e6")
    match.end("resigned", [1], 0)
    came = record(match, names=["Eve", "Théo"])
    async with visiting(server, "Ana") as ana:
        match = (await ana.call("POST", "/api/records", data=to_json(came)))["match"]
        went = await ana.call("GET", f"/api/records/{match}?form=json")
    assert read(json.dumps(went)) == came


@pytest.mark.parametrize("number", ["", "7"])
def test_the_number_of_the_owner_changes_nothing_about_the_name(hall: Hall, number: str) -> None:
    promised = hall.wait(hall.registry.commitments.new())
    audience = hall.table(hall.person("ana"), "kroc", ME, MACHINE, number=number, commitment=promised.commitment)
    assert audience.live.row.id == promised.match
