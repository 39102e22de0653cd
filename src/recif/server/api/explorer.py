"""REST: what was played in a position before, and how it scored."""

from collections.abc import Sequence

from recif.games.core.position import Position
from recif.school.explorer import Tried, tried
from recif.server.api.endpoints import Call, Page
from recif.server.api.games import LONGEST_STUDY, check_fair, replayed
from recif.server.messages.bodies.studies import Explore, Explored, TriedMove
from recif.server.messages.refusals import refuse

MOST = 12  # moves told


async def explore(call: Call) -> Explored:
    """From what the seat may know; no help against people while the match goes on."""
    body: Explore = call.body
    match = await replayed(call, body)
    if body.seat not in match.waiting:
        raise refuse("no-such-seat")
    await check_fair(call, match, body.seat)
    books = call.reception.books
    machines, here = await books.machines(match.game), await books.here(match.game, call.me.id)
    position = match.position
    return Explored(
        _told(position, body.seat, tried([machines], position, body.seat)),
        _told(position, body.seat, tried(here, position, body.seat)),
        machines.matches,
        sum(book.matches for book in here),
    )


def _told(position: Position, seat: int, found: Sequence[Tried]) -> list[TriedMove]:
    words, numbers = position.game.words, position.moves(seat)
    told = []
    for one in found[:MOST]:
        said = words.sentence(position.state, seat, numbers[one.text])
        told.append(TriedMove(one.text, said.fr, said.en, one.times, round(one.score, 3)))
    return told


PAGES = [
    Page(
        "POST",
        "/api/explorer",
        explore,
        "How often each move of a position was played, and how it scored.",
        Explore,
        Explored,
        needs_person=True,
        cost=5,
        most_bytes=LONGEST_STUDY,
    ),
]
