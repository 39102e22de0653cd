"""REST: everything kept about a person, and its end. In slices: a long life here must not keep the others waiting."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

import msgspec
from aiohttp import web

from recif.games.core.contract import Refused
from recif.server.api.calls import called_back
from recif.server.api.endpoints import WebCall
from recif.server.api.tables import signed
from recif.server.clubs.succession import leave_clubs
from recif.server.messages import wire
from recif.server.people import schooling
from recif.server.people.accounts import new_id
from recif.server.people.profile import standings
from recif.server.store import studies
from recif.server.store.durability import durable
from recif.server.store.of_ratings import LATEST
from recif.server.store.rows import TalkRow
from recif.server.tables.registry import Registry
from recif.server.views import rendering

MOST_NOTICES = 1_000  # the latest
PAGE = 200  # rows read, or deleted, at a time
LONGEST_REST = 0.05  # seconds between two records


async def export(call: WebCall) -> web.StreamResponse:
    """Written as it is read: thousands of matches are never in memory together."""
    row, registry = call.me, call.registry
    ratings = standings(await registry.store.standings_of(row.id), call.now)
    learned = await registry.store.learned(row.id)
    await asyncio.sleep(0)  # thousands of rows: others are looked at between
    head: dict[str, Any] = {"person": rendering.person(row), "language": row.language, "since": row.made}
    head |= {"named": row.named, "holidays": row.holidays, "rests": row.rests}
    head |= {"ratings": ratings, "learned": schooling.schooling_of(learned)}
    head |= await _ways(registry, row.id)
    await asyncio.sleep(0)
    head |= await _doors(registry, row.id)
    head |= await _clubs(registry, row.id)
    response = web.StreamResponse(headers={"Cache-Control": "no-store"})
    response.content_type = "application/json"
    await response.prepare(call.request)
    await response.write(_json(head)[:-1])
    await _write_list(response, "records", _records(registry, row.id))
    await _write_list(response, "plans", _plans(registry, row.id))
    await _write_list(response, "imported", _brought(registry, row.id))
    await _write_list(response, "talks", _talks(registry, row.id))
    await _write_list(response, "results", _results(registry, row.id))
    await _write_list(response, "studies", _studies(registry, row.id))
    await _write_list(response, "events", _events(registry, row.id))
    await response.write(b"}")
    await response.write_eof()
    return response


async def _ways(registry: Registry, person: str) -> dict[str, Any]:
    """How the person is told what, and what they were told. The ends of endpoints, and secrets, are as good as keys:
    whoever gets hold of the file must not have them."""
    store = registry.store
    box = await store.letterbox_of(person)
    hours = {"zone": box.zone, "hour": box.hour, "confirmed": bool(box.confirmed)} if box else None
    devices = [{"host": urlsplit(one.endpoint).hostname, "made": one.made} for one in await store.devices_of(person)]
    notices = await store.notices_of(person, registry.outside.now(), MOST_NOTICES)
    return {
        "mail": box.address if box else "",
        "mail_hours": hours,
        "hooks": [hook.url for hook in await store.hooks_of(person)],
        "devices": devices,
        "wishes": [wish._asdict() for wish in await store.wishes_of(person)],
        "calendar": bool(await store.calendar_of(person)),
        "notices": [{"kind": one.kind, "table": one.about, "at": one.at, "seen": bool(one.seen)} for one in notices],
    }


async def _doors(registry: Registry, person: str) -> dict[str, Any]:
    """By what the person is let in, and whom they do not hear."""
    muted = await registry.people.know(await registry.people.muted(person))
    tokens = [{"label": one.label, "made": one.made} for one in await registry.store.tokens(person)]
    sessions = await registry.store.sessions_of(person)
    return {"muted": [rendering.person(one) for one in muted], "tokens": tokens, "sessions": sessions}


async def _clubs(registry: Registry, person: str) -> dict[str, Any]:
    """Where the person is a member or on the way in, what they wrote there, and the places they play for."""
    store, clubs = registry.store, []
    for one in await store.memberships_of(person):
        if row := await store.club(one.club):
            clubs.append({"name": row.name, "since": one.since, "kind": one.kind, "roles": one.roles.split()})
            clubs[-1]["hidden"] = bool(one.hidden)
    news = [{"at": one.at, "text": one.text} for one in await store.news_by(person, MOST_NOTICES)]
    duels = [{"table": one.table, "game": one.game, "made": one.made} for one in await store.duels_of(person)]
    return {"clubs": clubs, "club_news": news, "duels": duels}


async def _plans(registry: Registry, person: str) -> AsyncIterator[Any]:
    """What the person had planned in matches that are over; while one goes on, no file has it."""
    async for table in _tables_of(registry, person):
        for entry in await registry.store.plans_of(person, table):
            yield {"table": table, "at": entry.at, "plan": entry.what}
        await asyncio.sleep(0)  # most tables have none: nothing else would let others be looked at


async def _write_list(response: web.StreamResponse, name: str, items: AsyncIterator[Any]) -> None:
    await response.write(f',"{name}":['.encode())
    comma = b""
    async for item in items:
        await response.write(comma + _json(item))
        comma = b","
    await response.write(b"]")


_json = msgspec.json.Encoder().encode


async def _records(registry: Registry, person: str) -> AsyncIterator[Any]:
    async for table in _tables_of(registry, person):
        row = await registry.store.table(table)
        if row and row.status == "over":
            await registry.readiness.reached(row.game, "rules")
            began = perf_counter()
            try:
                record = await signed(registry, await registry.on_disk.read(table))
            except Refused:  # set aside
                continue
            took = perf_counter() - began
            yield record
            await rest(min(took, LONGEST_REST))  # half of the loop is for others, between any two records


async def _brought(registry: Registry, person: str) -> AsyncIterator[Any]:
    for row in await registry.store.records_of(person, registry.limits.records):
        if kept := await registry.store.record(row.id):
            yield kept[1]


async def rest(seconds: float) -> None:
    await asyncio.sleep(seconds)


async def _tables_of(registry: Registry, person: str) -> AsyncIterator[str]:
    last = ""
    while page := await registry.store.played_by(person, last, PAGE):
        for table in page:
            yield table
        last = page[-1]


async def _talks(registry: Registry, person: str) -> AsyncIterator[Any]:
    last = 0
    while page := await registry.store.talks_of(person, last, PAGE):
        for _, talk in page:
            yield TalkRow._asdict(talk)
        last = page[-1][0]
        await asyncio.sleep(0)


async def _results(registry: Registry, person: str) -> AsyncIterator[Any]:
    last = LATEST
    while page := await registry.store.results_of(person, PAGE, last):
        for one in page:
            yield {name: value for name, value in one._asdict().items() if name != "met"}
        last = (page[-1].at, page[-1].table)
        await asyncio.sleep(0)


async def _studies(registry: Registry, person: str) -> AsyncIterator[Any]:
    for row in await studies.of_person(registry.store, person):
        yield row.study


async def _events(registry: Registry, person: str) -> AsyncIterator[Any]:
    """Which ones, and what is in their logs of the person."""
    for row in await registry.store.events_of(person, MOST_NOTICES):
        bodies = await registry.store.event_entries(row.id)
        log = [msgspec.Raw(body.encode()) for body in bodies if person in body]
        yield {"event": row.id, "name": row.plan.name, "at": row.begins, "entries": log}
        await asyncio.sleep(0)


async def leave_tables(registry: Registry, person: str) -> None:
    """Nobody is left waiting for a move that will not come."""
    for table in await registry.store.unfinished_of(person):
        if row := await registry.store.table(table):
            await registry.readiness.reached(row.game, "rules")
        try:
            live = (await registry.audience(table)).live
        except Refused:  # set aside
            continue
        for seat in live.seats_of(person):
            if live.row.status != "over":
                leave = wire.Stand if live.row.status == "open" else wire.Resign
                await called_back(partial(registry.request, person, leave(table, new_id(), seat)), int)
        await asyncio.sleep(0)


async def forget(registry: Registry, person: str) -> None:
    """What there may be thousands of goes first: should the server stop meanwhile, one can ask again."""
    await leave_clubs(registry, person)
    for row in await studies.of_person(registry.store, person):
        await durable(registry.store, partial(studies.remove, registry.store, row))
    for forgotten in registry.when_forgotten:
        await forgotten(person)
    while await registry.store.has_traces(person):
        await durable(registry.store, lambda then: registry.store.forget_some(person, PAGE, then))
    registry.ratings.forget(person)
    await durable(registry.store, lambda then: registry.people.forget(person, then))
