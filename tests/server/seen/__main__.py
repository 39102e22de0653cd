"""Write down what viewers are sent today."""

import tempfile
from pathlib import Path

import uvloop

from recif.games import GAMES
from tests.server.live import serving, visiting
from tests.server.seen import at_a_table, by_rest, path_of, written


async def asked(folder: Path) -> None:
    async with serving(folder) as server, visiting(server) as visitor:
        for game in GAMES:
            path_of(game).write_text(written(await by_rest(visitor, game) | TABLES[game]))


with tempfile.TemporaryDirectory() as folder:
    TABLES = {game: at_a_table(Path(folder) / game, game) for game in GAMES}
    uvloop.run(asked(Path(folder)))
