"""Write `machines.json` of each game from the matches in docs/strength/. `python -m bench.machines`"""

import msgspec

from bench.strength import known
from recif.games import GAMES
from recif.school.machines import Tally, file_of, placed
from recif.school.ratings import Standing


def tallies(game: str) -> list[Tally]:
    """Matches of a level against the one below, two seats, usual options."""
    return [
        Tally(int(one.first), one.games, sum(one.points))
        for one in known(game)
        if one.first.isdigit() and one.second.isdigit() and int(one.first) == int(one.second) + 1
    ]


def table(game: str) -> dict[int, Standing]:
    whole = lambda one: Standing(round(one.rating), round(one.deviation), 0)  # noqa: E731
    return {level: whole(one) for level, one in sorted(placed(tallies(game)).items())}


def written(game: str) -> bytes:
    return msgspec.json.format(msgspec.json.encode(table(game)), indent=0) + b"\n"


if __name__ == "__main__":
    for name in GAMES:
        file_of(name).write_bytes(written(name))
