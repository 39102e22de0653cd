"""Golden playthroughs: whole random games written out, event by event, with every position.

`python -m tests.games.golden` writes those that are missing; to accept a change of notation or rules,
delete the files it changes first, and read the difference before committing it.
"""

import json
from collections.abc import Iterator
from pathlib import Path

from tests.games.setups import Setup, random_game, setups_of

from recif.games import GAMES
from recif.games.core.contract import LUCK

FOLDER = Path(__file__).parent / "golden"


def golden_setups() -> list[Setup]:
    """Each game with each number of seats: once as it comes out of the box, once with its options turned."""
    chosen = []
    for game in GAMES.values():
        of_game = list(setups_of(game))
        for seats in game.seats:
            with_seats = [setup for setup in of_game if setup.seats == seats]
            default = game.check_options({})
            chosen += [next(s for s in with_seats if game.check_options(s.options) == default), with_seats[-1]]
    return chosen


def path_of(setup: Setup) -> Path:
    which = "default" if setup.game.check_options({}) == setup.game.check_options(setup.options) else "turned"
    return FOLDER / f"{setup.game.id}-{setup.seats}-{which}.txt"


def lines_of(setup: Setup) -> Iterator[str]:
    words = setup.game.words
    yield json.dumps({"game": setup.game.id, "seats": setup.seats, "options": setup.options})
    for position, (seat, number) in random_game(setup, seed=53):
        who = "luck" if seat == LUCK else str(seat)
        yield f"{who} {words.text(position.state, seat, number)} | {position}"
        last = position
    yield f"won by {list(last.winners)}, scores {list(last.scores)} | {last}"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for setup in golden_setups():
        if not path_of(setup).exists():
            path_of(setup).write_text("\n".join(lines_of(setup)) + "\n")
            print("wrote", path_of(setup).name)
