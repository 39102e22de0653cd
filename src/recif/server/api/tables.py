"""REST: tables, moves without a socket."""

from datetime import UTC, datetime

from recif.match.provable import draws_of
from recif.match.record import MatchRecord, record, to_json, to_text
from recif.server.api.calls import Call, Page, WrittenOut, called_back
from recif.server.live.table import LiveTable
from recif.server.messages import wire
from recif.server.messages.bodies.tables import (
    Commitment,
    Done,
    Draws,
    MoveBody,
    NewTable,
    PossibleDraw,
    PublicKey,
    Tables,
)
from recif.server.messages.refusals import refuse
from recif.server.messages.shapes import TableInfo
from recif.server.tables import creation
from recif.server.tables.registry import Registry


async def tables(call: Call) -> Tables:
    listing = await call.registry.lobby.listing()
    return Tables(listing.open, listing.playing)


async def commitment(call: Call) -> Commitment:
    """Those who wait are bounded: nobody may push out those of others."""
    await call.check((call.office.commitments, call.me.id))
    luck = await call.registry.commitments.new()
    return Commitment(luck.commitment, luck.match)


async def key(call: Call) -> PublicKey:
    return PublicKey("Ed25519", call.registry.signer.public)


async def draws(call: Call) -> Draws:
    """Who does not know the rules can draw again with this. It tells what was hidden, so not before the end."""
    live = (await call.registry.audience(call.path("table"))).live
    if live.row.status != "over":
        raise refuse("hidden-until-over")
    made = await call.errand(draws_of, live.match)
    return Draws(
        live.row.id,
        [PossibleDraw(draw.index, draw.place, live.match.log[draw.index].text, draw.outcomes) for draw in made],
    )


async def make(call: Call) -> TableInfo:
    await call.check((call.office.address_tables, call.address))
    if call.body.rated and call.is_bot:
        raise refuse("rated-no-bots")
    if call.body.challenge:
        await call.check((call.office.challenges, call.me.id))
    audience = await call.durably(lambda then: call.registry.make(call.me.id, call.body, then, call.address))
    return audience.info()


async def decline(call: Call) -> None:
    """Somebody challenged me to a match, and I would rather not."""
    await called_back(lambda then: call.registry.decline(call.me.id, call.path("table"), then), int)


async def table(call: Call) -> TableInfo:
    return (await call.registry.audience(call.path("table"))).info()


async def move(call: Call) -> Done:
    body: MoveBody = call.body
    asked = wire.Play(call.path("table"), body.id, body.seat, body.move)
    how = (call.came, call.is_bot, call.address)
    return Done(await called_back(lambda then: call.registry.request(call.me.id, asked, then, *how), int))


async def tell(call: Call) -> WrittenOut:
    """The record of a finished match: it tells what was hidden, so not before the end."""
    audience = await call.registry.audience(call.path("table"))
    form = call.query("form", ("json", "text"))
    if audience.live.row.status != "over":
        raise refuse("hidden-until-over")
    live = audience.live
    made, name = await signed(call.registry, live), f"{live.game.id}-{live.row.id}"
    return written(made, form, name)


async def signed(registry: Registry, live: LiveTable) -> MatchRecord:
    """What this server has seen it signs."""
    return registry.signer.sign(record_of(live, await registry.lists.info(live.row)))


def record_of(live: LiveTable, info: TableInfo) -> MatchRecord:
    day = datetime.fromtimestamp(live.row.made / 1000, UTC).strftime("%Y-%m-%d")
    return record(live.match, live.luck, names=names_of(info), date=day, pace=creation.pace_text(live.row.pace))


def names_of(info: TableInfo) -> list[str]:
    return [seat.person.name if seat.person else f"machine {seat.level}" if seat.level else "" for seat in info.seats]


def written(made: MatchRecord, form: str, name: str) -> WrittenOut:
    if form == "json":
        return WrittenOut(to_json(made).encode(), "application/json", f"{name}.json")
    return WrittenOut(to_text(made).encode(), "text/plain", f"{name}.txt")


PAGES = [
    Page("GET", "/api/tables", tables, "Open tables, and those one may watch.", None, Tables),
    Page(
        "POST",
        "/api/tables",
        make,
        "Make a table; it begins when no seat is open.",
        NewTable,
        TableInfo,
        201,
        needs_person=True,
        cost=3,
    ),
    Page(
        "POST",
        "/api/commitments",
        commitment,
        "A secret to be used once, as its hash.",
        None,
        Commitment,
        needs_person=True,
    ),
    Page("GET", "/api/tables/{table}", table, "One table.", None, TableInfo),
    Page(
        "POST",
        "/api/tables/{table}/decline",
        decline,
        "Decline a challenge: the table is called off.",
        status=204,
        needs_person=True,
    ),
    Page("GET", "/api/key", key, "The key with which this server signs records.", None, PublicKey),
    Page("GET", "/api/tables/{table}/draws", draws, "What could have come at each draw.", None, Draws, cost=3),
    Page(
        "GET",
        "/api/tables/{table}/record",
        tell,
        "The record of a finished match.",
        None,
        MatchRecord,
        query=(("form", ("json", "text")),),
        cost=3,
    ),
    Page(
        "POST",
        "/api/tables/{table}/moves",
        move,
        "A move; the same id again is harmless.",
        MoveBody,
        Done,
        needs_person=True,
        is_timed=True,
    ),
]
