"""What grows with use stays small: loaded tables, what is written out again and again, lists of tables."""

import gc
import random
import tracemalloc

import pytest

from recif.games import GAMES
from recif.match.match import Match
from recif.server.messages import wire
from recif.server.tables import creation
from recif.server.views.audience import Audience
from tests.server.hall import FREE, Hall, Screen

LONG = 110  # events
KB = 1024


def long_match(hall: Hall, game: str, events: int = LONG) -> tuple[Audience, Screen, Screen]:
    """A match that has gone on for a while."""
    audience, ana, theo = hall.pair(game)
    chance, live = random.Random(3), audience.live
    while live.is_playing and len(live.match.log) < events:
        seat = live.waiting[0]
        move = chance.choice(list(live.match.position.moves(seat)))
        answer = (ana, theo)[seat].play(audience, seat, move, id=f"a move of {seat}, number {live.version}")
        assert isinstance(answer, wire.Ack)
    return audience, ana, theo


@pytest.mark.parametrize("game", GAMES)
def test_a_loaded_table_weighs_at_most_60_kb(hall: Hall, game: str) -> None:
    table = long_match(hall, game)[0].live.row.id

    def load() -> object:
        row = hall.store.table(table)
        assert row is not None
        return creation.load(row, GAMES[game], hall.store.entries(table))

    load()
    gc.collect()
    tracemalloc.start()
    loaded = [load() for _ in range(20)]
    gc.collect()
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert used / len(loaded) <= 60 * KB


def test_whoever_reads_the_log_whole_reads_what_was_written_out_before(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    audience, *_ = long_match(hall, "crabs")
    watcher = hall.person("zoe")
    first = watcher.follow(audience)
    monkeypatch.setattr(Match, "told", lambda *_: pytest.fail("rendered again"))
    again = watcher.follow(audience)
    assert len(again.log) == len(audience.live.match.log)
    assert again.log == first.log


def test_lines_that_were_taken_back_are_not_read_again(hall: Hall) -> None:
    audience, ana, theo = long_match(hall, "xok", 12)
    watcher, live = hall.person("zoe"), audience.live
    watcher.follow(audience)
    ana.says(wire.Propose(live.row.id, "undo", 0, "undo", True))
    theo.says(wire.Reply(live.row.id, "yes", 1, "undo", True))
    assert live.match.cuts
    move = list(live.match.position.moves(0))[-1]
    assert isinstance(ana.play(audience, 0, move, id="another way"), wire.Ack)
    lines = watcher.follow(audience).log
    assert [line.text for line in lines] == [event.text for event in live.match.log]
    fresh = Hall(hall.folder, FREE, hall.world)
    assert fresh.person("zoe").follow(fresh.registry.audience(live.row.id)).log == lines
    fresh.store.close()


def test_nobody_reads_lines_that_were_written_out_for_other_eyes(hall: Hall) -> None:
    audience, ana, theo = long_match(hall, "crabs", 12)
    logs = [screen.follow(audience).log for screen in (ana, theo, hall.person("zoe"), ana, theo)]
    fresh = Hall(hall.folder, FREE, hall.world)
    again = fresh.registry.audience(audience.live.row.id)
    for name, log in (("zoe", logs[2]), ("theo", logs[4]), ("ana", logs[3])):
        assert fresh.person(name).follow(again).log == log
    assert logs[0] == logs[3] != logs[2] != logs[4]
    fresh.store.close()
