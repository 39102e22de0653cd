"""Print a digest of random games for every set-up: the three ways to run the rules must agree on it."""

import hashlib
import sys

from tests.games.setups import SETUPS, random_game


def main(most_events: int) -> None:
    for setup in SETUPS:
        digest = hashlib.sha256()
        events = 0
        for position, event in random_game(setup, seed=47):
            digest.update(f"{event} {position.luck()} {[position.numbers(s) for s in position.waiting]}".encode())
            digest.update(bytes(position))
            events += 1
            if events == most_events:
                break
        print(setup, events, digest.hexdigest())


if __name__ == "__main__":
    main(int(sys.argv[1]))
