"""REST: my matches that go on, by who they wait for, the most urgent first."""

import asyncio
from collections.abc import Iterable

from recif.games.core.contract import Refused
from recif.server.api.calls import Call, Page
from recif.server.live.table import LiveTable
from recif.server.messages.bodies.tables import AwaitedMatch, AwaitedMatches

FAR = 1 << 62  # after everything that ends


async def turns(call: Call) -> AwaitedMatches:
    """Those with other people; one in which no time runs comes last."""
    registry, mine, others = call.registry, list[AwaitedMatch](), list[AwaitedMatch]()
    for row in await registry.store.running_of(call.me.id, registry.limits.tables):
        await asyncio.sleep(0)  # others are looked at between two tables
        if not registry.readiness.has(row.game, "rules"):
            continue
        try:
            live = (await registry.audience(row.id)).live
        except Refused:  # it cannot be read, and was set aside
            continue
        awaited = [seat for seat in live.seats_of(call.me.id) if seat in live.waiting]
        (mine if awaited else others).append(_awaited(live, awaited or live.waiting, call.me.id, call.now))
    for found in (mine, others):
        found.sort(key=lambda one: one.due or FAR)
    return AwaitedMatches(mine, others, call.now)


def _awaited(live: LiveTable, seats: Iterable[int], person: str, now: int) -> AwaitedMatch:
    """A match that waits for these seats. Who has run out of time, and may still play, had better do it now."""
    clock, mine, gone = live.clock, set(live.seats_of(person)), live.days.vanished
    dues = [now if seat in gone & mine else clock.falls(seat) for seat in seats if seat in clock.running | gone & mine]
    away = max((clock.excused[seat] for seat in set(seats) - mine), default=0)
    awaited = AwaitedMatch(live.row.id, live.row.game, min(dues, default=0), away if away > now else 0)
    awaited.paused, awaited.vanished = live.days.is_adjourned, bool(gone - mine)
    return awaited


PAGES = [
    Page(
        "GET",
        "/api/turns",
        turns,
        "My matches that go on with other people, by who they wait for.",
        None,
        AwaitedMatches,
        needs_person=True,
        cost=5,
    )
]
