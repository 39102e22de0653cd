"""REST: what was played in a position before, and how it scored."""

from recif.games.core.position import Position
from recif.school.explorer import chosen
from recif.server.advice.books import Found
from recif.server.api.calls import Call, Page
from recif.server.api.games import LONGEST_STUDY, replayed
from recif.server.messages.bodies.studies import Explore, Explored, TriedMove
from recif.server.messages.refusals import refuse

MOST = 12  # moves told


async def explore(call: Call) -> Explored:
    """From what the seat may know; no help against people while the match goes on."""
    body: Explore = call.body
    match = await replayed(call, body)
    if body.seat not in match.waiting:
        raise refuse("no-such-seat")
    await call.registry.fair_play.check_position(call.me.id, call.address, match)
    books = call.office.books
    machines = await books.machines(match.position, body.seat)
    here = await books.here(match.position, body.seat, call.me.id)
    return await call.errand(_explored, match.position, body.seat, machines, here)


def _explored(position: Position, seat: int, machines: Found, here: Found) -> Explored:
    of_machines, of_people = (_moves(position, seat, found) for found in (machines, here))
    return Explored(of_machines, of_people, machines.matches, here.matches)


def _moves(position: Position, seat: int, found: Found) -> list[TriedMove]:
    words, numbers = position.game.words, position.moves(seat)
    moves = []
    for one in chosen(found.moves, position, seat)[:MOST]:
        said = words.sentence(position.state, seat, numbers[one.text])
        moves.append(TriedMove(one.text, said.fr, said.en, one.times, round(one.score, 3)))
    return moves


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
