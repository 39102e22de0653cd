"""Legal moves for browsers: no sentences, equal parts once, and what never changes in a table that is fetched once.

A game whose lists are long says which moves it can ever have (`every` of its words), and packs those of a turn itself
(`pack`). Then a turn sends numbers, and what never changes is in the game's table of moves, `Catalogue`.
"""

import gzip
import hashlib
from dataclasses import dataclass

import msgspec

from recif.games.core.compiled import Numbers, Record
from recif.games.core.contract import Game, Packing
from recif.match.listing import legal
from recif.match.packing import columns, places
from recif.server.live.table import LiveTable, TableSetup
from recif.server.messages.shapes import Packed

_encode = msgspec.json.Encoder(order="deterministic").encode


@dataclass(frozen=True)
class Catalogue:
    """Every move of a setup. Its name is that of its contents, so that it can be kept for good."""

    name: str
    data: bytes
    zipped: bytes
    places: Numbers  # by move, where it stands


def packed(live: LiveTable, seat: int, state: Record) -> Packed:
    """The legal moves of a seat, from what it knows."""
    catalogue, packing = catalogue_of(live), live.game.packing
    if catalogue is None or packing is None:
        return _listed(live.game, state, seat, legal(live.game, state, seat).tolist())
    steps, parts = packing.pack(state, seat, catalogue.places)
    return Packed(catalogue.name, steps, [], parts)


def _listed(game: Game, state: Record, seat: int, moves: list[int]) -> Packed:
    words = game.words
    texts = game.texts(state, seat, moves)
    return Packed("", [], texts, columns([words.parts(state, seat, move) for move in moves]))


def catalogue_of(live: LiveTable) -> Catalogue | None:
    """That of the table's setup, if the game has one."""
    packing = live.game.packing
    if packing is None:
        return None
    if (known := _SETUPS.get(live.setup)) is not None:
        return known
    if len(_SETUPS) >= MOST:
        _SETUPS.clear()
    row = live.row
    made = _SETUPS[live.setup] = _catalogue(live.game, packing, live.game.new(len(row.chairs), row.options, row.rules))
    _NAMED[live.game.id, made.name] = made
    return made


def named(game: str, name: str) -> Catalogue | None:
    """One that a turn has referred to."""
    return _NAMED.get((game, name))


def _catalogue(game: Game, packing: Packing, first: Record) -> Catalogue:
    moves = packing.every(first)
    listed = _listed(game, first, 0, moves)
    data = _encode(listed)
    name = hashlib.sha256(data).hexdigest()[:12]
    return Catalogue(name, data, gzip.compress(data, mtime=0), places(moves))


MOST = 1000
_SETUPS: dict[TableSetup, Catalogue] = {}
_NAMED: dict[tuple[str, str], Catalogue] = {}  # few: setups with the same moves have the same one
