"""What nets of random weights say of positions, line by line."""

from collections.abc import Iterator

from recif.games import GAMES
from recif.mind.net import net as nets
from recif.mind.search import search
from tests.games.setups import Setup, random_game
from tests.mind.nets import random_net


def numbers(game: str) -> Iterator[str]:
    rules, notes = GAMES[game].rules, GAMES[game].features
    net = random_net(game)
    assert notes
    desk = search.new_desk(rules, notes, net)
    for at, _ in random_game(Setup(GAMES[game], 2, {}), 6):
        if at.waiting:
            seat = at.waiting[0]
            count = notes.moves(rules, at.state, seat, desk.moves)
            nets.value(notes, net, at.state, seat, desk)
            told = f"{desk.values[seat]:.6f}"
            if net.policy:
                nets.weigh(rules, notes, net, net.policy, at.state, seat, count, desk)
            else:
                notes.weigh(rules, at.state, seat, desk.moves, count, desk.weights)
            yield f"{told} {desk.weights[:count].tolist()}"
