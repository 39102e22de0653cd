"""REST: what an account has learned, wherever it did. Guests keep that on their device."""

from recif.server.api.endpoints import Call, Page
from recif.server.messages.bodies.school import LearnBody, Schooling
from recif.server.messages.refusals import refuse
from recif.server.people import schooling

MOST_BYTES = 1024 * 1024


async def learn(call: Call) -> Schooling:
    """What a device knows is added, and all that is known told: nothing is lost, whoever comes first."""
    if not call.me.password:
        raise refuse("no-account")
    store, person = call.registry.store, call.me.id
    new = list(schooling.rows(call.body, call.registry.games, call.now))
    if new:
        await call.durable(lambda then: store.learn(person, new, then))
    return schooling.told(await store.learned(person))


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
