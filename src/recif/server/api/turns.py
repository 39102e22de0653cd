"""REST: the matches that wait for me, the most urgent first."""

import asyncio

from recif.games.core.contract import Refused
from recif.server.api.calls import Call, Page
from recif.server.live.table import LiveTable
from recif.server.messages.bodies.tables import AwaitedMatch, AwaitedMatches

FAR = 1 << 62  # after everything that ends


async def turns(call: Call) -> AwaitedMatches:
    """Those with other people at which I must decide now; one without a clock comes last."""
    registry, found = call.registry, []
    for row in await registry.store.running_of(call.me.id, registry.limits.tables):
        await asyncio.sleep(0)  # others are looked at between two tables
        if not registry.readiness.has(row.game, "rules"):
            continue
        try:
            live = (await registry.audience(row.id)).live
        except Refused:  # it cannot be read, and was set aside
            continue
        found += _turn(live, call.me.id)
    return AwaitedMatches(sorted(found, key=lambda one: one.due or FAR))


def _turn(live: LiveTable, person: str) -> list[AwaitedMatch]:
    mine = [seat for seat in live.seats_of(person) if seat in live.waiting]
    if not mine:
        return []
    dues = [live.clock.falls(seat) for seat in mine if seat in live.clock.running]
    return [AwaitedMatch(live.row.id, live.row.game, min(dues, default=0))]


PAGES = [
    Page("GET", "/api/turns", turns, "The matches that wait for me.", None, AwaitedMatches, needs_person=True, cost=5)
]
