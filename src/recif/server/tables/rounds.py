"""Rounds that end at an hour: what is chosen for a seat that has not chosen."""

from recif.games.core.contract import Game
from recif.games.core.position import Position
from recif.server.live.table import LiveTable
from recif.server.store.entries import Missed, Played


def missed(live: LiveTable, seat: int) -> Played | Missed:
    """Its own standing choice, if that can be played now; else as the table's option says."""
    standing = live.days.prepared.get(seat, "")
    if standing and live.match.number(seat, standing) is not None:
        return Played(seat, standing)
    if live.row.flag == "first":
        return Played(seat, quietest(live.game, live.match.position.view(seat), seat))
    return Missed(seat)


def quietest(game: Game, view: Position, seat: int) -> str:
    """To pass, where the rules have that; else the first move that they list."""
    moves = view.moves(seat)
    kinds = ((text, game.words.parts(view.state, seat, number)["kind"]) for text, number in moves.items())
    return next((text for text, kind in kinds if kind == "pass"), next(iter(moves)))
