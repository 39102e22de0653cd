"""How long players think, in CPU time, so that matches can be fair on any machine."""

import time

from recif.games.core.contract import Game
from recif.games.core.luck import below, seeded
from recif.games.core.position import Position
from recif.lab.players import player
from recif.mind.search.think import View


def cpu_seconds(game: Game, words: str) -> float:
    """Mean CPU time of a player over the first decisions of a random game, without the first, which compiles."""
    plays, rng, total, counted = player(words), seeded(7), 0.0, 0
    position = Position(game, game.new())
    for turn in range(24):
        if position.is_over:
            break
        if not position.waiting:
            position.draw(rng)
            continue
        seat = position.waiting[0]
        begin = time.thread_time()
        plays(View(position, seat), turn)
        total += time.thread_time() - begin if turn else 0.0
        counted += turn > 0
        moves = position.numbers(seat)
        position.go(seat, moves[below(rng, len(moves))])
    return total / max(counted, 1)
