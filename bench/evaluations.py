"""How long a net takes for one position: its value, and the promise of every move. `python -m bench.evaluations`

CPU time on positions of a random game, the best of several rounds, medians over positions. The hidden layer is read
once for both, as in the search, which keeps it for when a position is given its moves.
"""

import statistics
import time
from typing import Any

from recif.games import GAMES
from recif.games.core.compiled import rule
from recif.games.core.features import SURE
from recif.games.core.luck import below, seeded
from recif.games.core.position import Position
from recif.mind.minds import ponder
from recif.mind.net import net as nets
from recif.mind.net.files import net_of
from recif.mind.search import search
from recif.mind.search.think import Budget, Mind, View

TIMES, ROUNDS = 2_000, 10
NODES = 5_000
EVERY = 4  # decisions of the game between two positions


@rule
def values(rules: Any, hunch: Any, net: Any, state: Any, seat: int, desk: Any, times: int) -> None:
    for _ in range(times):
        nets.value(hunch, net, state, seat, desk)


@rule
def evaluations(rules: Any, hunch: Any, net: Any, state: Any, seat: int, desk: Any, times: int) -> None:
    count = hunch.moves(rules, state, seat, desk.moves)
    for _ in range(times):
        if nets.value_of_two(hunch, net, state, seat, desk) == SURE:
            hunch.weigh(rules, state, seat, desk.moves, count, desk.weights)
        else:
            nets.promise(hunch, net.policy, state, seat, count, desk)


def positions(game: str) -> list[Position]:
    at, rng, found, turn = Position(GAMES[game], GAMES[game].new()), seeded(2), [], 0
    while not at.is_over:
        if not at.waiting:
            at.draw(rng)
            continue
        moves = at.numbers(at.waiting[0])
        if turn % EVERY == EVERY - 1 and len(moves) > 1:
            found.append(at.copy())
        at.game.rules.play(at.state, at.waiting[0], moves[below(rng, len(moves))])
        turn += 1
    return found


def microseconds(run: Any, *arguments: Any) -> float:
    run(*arguments, 1)
    rounds = []
    for _ in range(ROUNDS):
        begin = time.thread_time()
        run(*arguments, TIMES)
        rounds.append((time.thread_time() - begin) / TIMES * 1e6)
    return min(rounds)


def pace(view: View, mind: Mind) -> float:
    ponder(view, Budget(10), mind=mind)
    begin = time.thread_time()
    return ponder(view, Budget(NODES), mind=mind).nodes / (time.thread_time() - begin)


def main() -> None:
    print(
        "| game | value, µs | value and promise of all moves, µs | moves | nodes/s by net | by hunch |\n"
        "|---|---|---|---|---|---|"
    )
    for name, game in GAMES.items():
        stored = net_of(game)
        if stored is None or game.features is None:
            continue
        found = positions(name)
        desk = search.new_desk(game.rules, game.features, stored.net)
        told = [(game.rules, game.features, stored.net, at.state, at.waiting[0], desk) for at in found]
        views = [View(at, at.waiting[0]) for at in found]
        each = [
            f"{statistics.median(microseconds(values, *one) for one in told):.2f}",
            f"{statistics.median(microseconds(evaluations, *one) for one in told):.2f}" if stored.net.policy else "—",
            f"{statistics.median(len(at.numbers(at.waiting[0])) for at in found):.0f}",
            f"{statistics.median(pace(view, Mind(game.features, stored.net)) for view in views):,.0f}",
            f"{statistics.median(pace(view, Mind(game.hunch)) for view in views):,.0f}",
        ]
        print(f"| {game.title.en} | {' | '.join(each)} |", flush=True)


if __name__ == "__main__":
    main()
