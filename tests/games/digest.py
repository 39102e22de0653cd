"""A digest of random games for every set-up of a game, and what nets say: all ways to run the code must agree on it."""

import hashlib
import sys
from collections.abc import Iterator

from tests.games.setups import SETUPS, random_game
from tests.mind.numbers import numbers

from recif.games import GAMES


def digests(game: str, most_events: int) -> Iterator[str]:
    for setup in (setup for setup in SETUPS if setup.game.id == game):
        digest = hashlib.sha256()
        events = 0
        for position, event in random_game(setup, seed=47):
            digest.update(f"{event} {position.luck()} {[position.numbers(s) for s in position.waiting]}".encode())
            digest.update(bytes(position))
            events += 1
            if events == most_events:
                break
        yield f"{setup} {events} {digest.hexdigest()}"


def lines(game: str, most_events: int) -> Iterator[str]:
    yield from digests(game, most_events)
    if GAMES[game].features:
        yield from numbers(game)


if __name__ == "__main__":
    print(*lines(sys.argv[1], int(sys.argv[2])), sep="\n")
