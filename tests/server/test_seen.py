"""What viewers are sent stays as it was written down (`tests/server/seen`)."""

import json
from pathlib import Path

import pytest

from recif.games import GAMES
from recif.server.app import Server
from tests.server.live import live, visiting
from tests.server.seen import at_a_table, by_rest, cut, path_of

pytestmark = pytest.mark.one_database("sqlite")


@live
async def test_pages_show_what_was_written_down(server: Server) -> None:
    async with visiting(server) as visitor:
        for game in GAMES:
            seen, known = cut(await by_rest(visitor, game)), json.loads(path_of(game).read_text())
            for asked, answer in seen.items():
                assert answer == known[asked], (game, asked)


@pytest.mark.parametrize("game", GAMES)
def test_a_table_tells_what_was_written_down(game: str, tmp_path: Path) -> None:
    seen, known = cut(at_a_table(tmp_path, game)), json.loads(path_of(game).read_text())
    for viewer, messages in seen.items():
        assert messages == known[viewer], viewer
