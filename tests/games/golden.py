"""Golden playthroughs: whole random games written out, event by event, with every position; and rows of perft.txt.

`python -m tests.games.golden` writes those that are missing, and rows for a game that has none; to accept a change of
notation or rules, delete the files and rows it changes first, and read the difference before committing it.
"""

import json
from collections.abc import Iterator
from pathlib import Path

from tests.games.setups import Setup, random_game, setups_of

from recif.games import GAMES
from recif.games.core.contract import LUCK
from recif.games.core.playouts import perft

FOLDER = Path(__file__).parent / "golden"
PERFT = Path(__file__).parent / "perft.txt"
ENOUGH = 100_000  # ways to go on, for the last column of a row
DEEPEST = 8


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


def perft_row(setup: Setup) -> str:
    """Game, seats, the options that are turned, and how many ways the first events can go."""
    default = {option.name: option.default for option in setup.game.options}
    turned = [f"{name}={_written(value)}" for name, value in setup.options.items() if value != default[name]]
    counts: list[int] = []
    while len(counts) < DEEPEST and (not counts or 0 < counts[-1] < ENOUGH):
        counts.append(int(perft(setup.game.rules, setup.start().state, len(counts) + 1)))
    return " ".join([setup.game.id, str(setup.seats), ";".join(turned) or "-", ",".join(map(str, counts))])


def _written(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))


def missing_rows() -> list[str]:
    counted = {line.split()[0] for line in PERFT.read_text().splitlines() if line}
    rows = [perft_row(setup) for setup in golden_setups() if setup.game.id not in counted]
    return list(dict.fromkeys(rows))


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for setup in golden_setups():
        if not path_of(setup).exists():
            path_of(setup).write_text("\n".join(lines_of(setup)) + "\n")
            print("wrote", path_of(setup).name)
    for row in missing_rows():
        with PERFT.open("a") as table:
            table.write(row + "\n")
        print("counted", row)
