"""Whether chances mean what they say: of positions said to be won by 70 %, about 70 % should be won.

    python -m bench.calibration kroc [--games 200] [--seats 3 4] [--kept folder] [--keep]
    python -m bench.calibration crabs --as-kept [--setups "asymmetric, crabs first"]

Level 7 plays itself, from random openings that no training has seen; of one decision in EVERY the mover's chances are
kept, as a table would search for them, and how the game ended. What is proven is certain, and not asked about. For each
number of seats the games of one half tell what the chances of the other half mean (`mind/meaning.py`), and the table is
about all of them, each with its chances as games that it is not one of would have them said. `--keep` writes what all
games together tell into the net of the game. `--as-kept` learns nothing: it holds all games against the meaning that
the net has. With `--kept`, games are written down as they end, and a run that was broken off goes on from there.

Decisions of one game end alike, so an interval counts what they tell as if each game had decided but once.
"""

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple, cast

import msgspec
import numpy as np

from bench.reasons import LEVEL, nodes_of
from recif.games import GAMES
from recif.games.core.contract import Game, Meaning
from recif.games.core.features import Table
from recif.games.core.luck import below, seeded
from recif.games.core.position import Position
from recif.lab.statistics import independent, wilson
from recif.mind.coach.prospects import outlook
from recif.mind.levels import choose
from recif.mind.meaning import logit, meant
from recif.mind.minds import meaning_of, ponder
from recif.mind.net.files import FILE, net_of, write_net
from recif.mind.search.think import Budget, View

Floats = np.ndarray[Any, np.dtype[np.float64]]
TENTHS = 10
OPENING = 6
EVERY = 4  # neighbours are said much the same
SEED = 90_000_001  # far from the seeds of training


class Said(NamedTuple):
    chance: float
    outcome: float
    game: int


def play(game: Game, number: int, table: Table) -> list[Said]:
    """What the mover's chances were said to be at decisions of a game, and what came of them."""
    position, rng = Position(game, game.new(table.seats, table.options)), seeded(SEED + number)
    told: list[tuple[int, float]] = []
    turn, opening = 0, below(rng, OPENING) + 1
    while not position.is_over:
        if not position.waiting:
            position.draw(rng)
            continue
        view, seed = View(position, position.waiting[0]), SEED + number * 1_000 + turn
        moves = position.numbers(view.seat)
        if turn >= opening and len(moves) > 1 and below(rng, EVERY) == 0:
            thought = ponder(view, Budget(nodes_of(view)), seed)
            if not (thought.proven or thought.best.proven):
                told.append((view.seat, outlook(thought)[view.seat]))
        move = choose(view, LEVEL, seed) if turn >= opening else moves[below(rng, len(moves))]
        game.rules.play(position.state, view.seat, move)
        turn += 1
    share = 1 / len(position.winners)
    return [Said(chance, share if seat in position.winners else 0.0, number) for seat, chance in told]


def played(game: Game, table: Table, games: int, kept: Path | None) -> list[Said]:
    """What was said in so many games, those of a run that was broken off among them."""
    if kept is None:
        return list(chain.from_iterable(play(game, number, table) for number in range(games)))
    path = kept / f"{game.id}-{_name_of(game, table)}.jsonl"
    done = path.read_bytes().splitlines() if path.exists() else []
    with path.open("ab") as file:
        for number in range(len(done), games):
            done.append(msgspec.json.encode(play(game, number, table)))
            file.write(done[-1] + b"\n")
            file.flush()
    return list(chain.from_iterable(msgspec.json.decode(line, type=list[Said]) for line in done[:games]))


def setups_of(game: Game) -> dict[str, Table]:
    """Those that the game's net was trained on."""
    return dict(cast(Any, game.features).SETUPS)


def _name_of(game: Game, table: Table) -> str:
    return next(name for name, one in setups_of(game).items() if one == table)


def fitted(said: Iterable[Said], seats: int) -> Meaning:
    """The shift, stretch and bend under which the outcomes are likeliest: logistic regression, by Newton's method."""
    told, fair = list(said), logit(1 / seats)
    x = np.array([logit(one.chance) - fair for one in told])
    won = np.array([one.outcome for one in told])
    for powers in ((0, 1, 3), (0, 1)):  # without the bend, where it would make chances fall as they should grow
        fit = _likeliest(np.stack([x**power for power in powers], 1), won, fair)
        if fit[1] > 0 and fit[-1] >= 0:
            break
    shift, stretch, *rest = (round(float(number), 3) for number in fit)
    return shift, stretch, rest[0] if rest else 0.0


def _likeliest(terms: Floats, won: Floats, fair: float) -> Floats:
    """Steps that would go too far are halved until they lead downhill."""

    def loss(fit: Floats) -> float:
        z = fair + terms @ fit
        return float(np.sum(np.logaddexp(0, z) - won * z))

    fit = np.zeros(terms.shape[1])
    for _ in range(30):
        chance = np.exp(-np.logaddexp(0, -(fair + terms @ fit)))
        bend = (terms.T * (chance * (1 - chance))) @ terms + 1e-3 * np.eye(len(fit))
        step = np.linalg.solve(bend, terms.T @ (won - chance))
        while loss(fit + step) > loss(fit) and np.abs(step).max() > 1e-6:
            step /= 2
        fit = fit + step
    return fit


def by_the_others(said: list[Said], seats: int) -> Iterator[Said]:
    """Each as games of the other half would have it said."""
    halves = [[one for one in said if one.game % 2 == half] for half in (0, 1)]
    for own, others in (halves, halves[::-1]):
        meaning = fitted(others, seats)
        yield from _said_by(meaning, own, seats)


def _said_by(meaning: Meaning, said: Iterable[Said], seats: int) -> Iterator[Said]:
    return (one._replace(chance=meant(one.chance, meaning, seats)) for one in said)


def keep(game: Game, meanings: dict[int, Meaning]) -> None:
    """Write them into the net that comes with a game, beside those of other numbers of seats."""
    stored = net_of(game)
    if stored is None:
        raise SystemExit(f"{game.id} has no net: write the meaning into its Game")
    told = dict(sorted({**stored.origin.meanings, **meanings}.items()))
    origin = msgspec.structs.replace(stored.origin, meanings=told)
    write_net(Path(str(cast(Any, game.features).__file__)).with_name(FILE), stored._replace(origin=origin))


def print_table(told: Iterable[Said]) -> None:
    print("\n| said | won | 95 % interval | decisions | games |\n|---|---|---|---|---|")
    bands: dict[int, list[Said]] = {}
    for one in told:
        bands.setdefault(min(int(one.chance * TENTHS), TENTHS - 1), []).append(one)
    for _, part in sorted(bands.items()):
        print(band(part), flush=True)


def band(part: list[Said]) -> str:
    """A line of a table: what was said, what came of it, and how sure that is."""
    said, won = (sum(each) / len(part) for each in ([one.chance for one in part], [one.outcome for one in part]))
    games = Counter(one.game for one in part)
    low, high = wilson(won, independent(games.values()))
    return f"| {said:.0%} | {won:.0%} | {low:.0%} – {high:.0%} | {len(part)} | {len(games)} |"


def learn(game: Game, tables: Iterable[Table], games: int, kept: Path | None) -> dict[int, Meaning]:
    """Fit what chances mean for each number of seats, and hold every game against what the others tell."""
    found = {}
    for table in tables:
        said, seats = played(game, table, games, kept), table.seats
        found[seats] = fitted(said, seats)
        print(f"\n{game.title.en}, {_name_of(game, table)}: {games} games, meaning {found[seats]}")
        print_table(by_the_others(said, seats))
    return found


def check(game: Game, tables: Iterable[Table], games: int, kept: Path | None) -> None:
    """Hold games against the meaning that the net has."""
    for table in tables:
        said = played(game, table, games, kept)
        meaning = meaning_of(View(Position(game, game.new(table.seats, table.options)), 0))
        print(f"\n{game.title.en}, {_name_of(game, table)}: {games} games, as kept {meaning}")
        print_table(_said_by(meaning, said, table.seats))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seats", type=int, nargs="+", help="all that the game has, if none is given")
    parser.add_argument("--setups", nargs="+", help="the usual one of each number of seats, if none is given")
    parser.add_argument("--kept", type=Path)
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--as-kept", action="store_true")
    asked = parser.parse_args()
    game = GAMES[asked.game]
    setups = setups_of(game)
    usual = [next(one for one in setups.values() if one.seats == seats) for seats in asked.seats or game.seats]
    tables = [setups[name] for name in asked.setups] if asked.setups else usual
    if asked.as_kept:
        check(game, tables, asked.games, asked.kept)
        return
    found = learn(game, tables, asked.games, asked.kept)
    if asked.keep:
        keep(game, found)


if __name__ == "__main__":
    main()
