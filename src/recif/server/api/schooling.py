"""REST: what an account has learned, wherever it did. Guests keep that on their device."""

import asyncio
from functools import partial

from recif.server.api.calls import Call, Page
from recif.server.messages.bodies.school import LearnBody, Schooling
from recif.server.messages.refusals import refuse
from recif.server.people import schooling
from recif.server.store import of_school

MOST_BYTES = 256 * 1024
READ_A_REQUEST, WRITTEN_A_REQUEST = 200, 50  # rows that are as much work as a small request
SLICE = 200  # rows written between two looks at what others want


async def learn(call: Call) -> Schooling:
    """What a device knows is added, and all that is known told: nothing is lost, whoever comes first."""
    if not call.me.password:
        raise refuse("no-account")
    store, person = call.registry.store, call.me.id
    known = await store.learned(person)
    await asyncio.sleep(0)  # thousands of rows: others are looked at between
    known_there = list(schooling.rows(call.body, call.registry.games, call.now))
    await asyncio.sleep(0)
    new = of_school.news(known, known_there)
    call.charge((len(known) + len(known_there)) / READ_A_REQUEST + len(new) / WRITTEN_A_REQUEST)
    for start in range(0, len(new), SLICE):
        await call.durable(partial(store.learn, person, new[start : start + SLICE]))
    known = await store.learned(person) if new else known
    await asyncio.sleep(0)
    return schooling.schooling_of(known)


PAGES = [
    Page(
        "POST",
        "/api/me/learned",
        learn,
        "Add what a device knows that I have learned, and be told all of it.",
        LearnBody,
        Schooling,
        needs_person=True,
        cost=3,
        most_bytes=MOST_BYTES,
        is_private=True,
    )
]
