"""REST: what a person's own device has thought, which they lent (`machines/lending.py`)."""

from recif.server.api.calls import Call, Page
from recif.server.messages.refusals import refuse


async def answer(call: Call) -> None:
    """Read beside the loop, by the rules."""
    lending, number = call.registry.lending, call.path("number")
    if not (number.isascii() and number.isdigit() and len(number) < 16):
        raise refuse("not-asked")
    lent = lending.lent(call.me.id, int(number))
    lending.settle(int(number), await call.errand(lent.read, call.body))


PAGES = [
    Page(
        "POST",
        "/api/thoughts/{number}",
        answer,
        "The answer of my device, which I lent, to a thought that it was asked for (`ponder` on the socket), as JSON.",
        str,
        None,
        204,
        needs_person=True,
        is_private=True,
    )
]
