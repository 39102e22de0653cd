"""Measure the levels: each against the one below, the strongest against random play and against plain UCT.

The first meets somebody who takes the first good thing in sight, as a child does: it should lose half of these games.

Where a net plays, level 8 and a net with few nodes meet the hunches that were level 8 before; games of these matches
begin with random moves, and all of them are played.

    python -m bench.strength [game ...]      play what is missing; results go to docs/strength/<game>.json
    python -m bench.strength --write         write the tables of docs/strength.md and of its notebook
    python -m bench.strength --times         how long each level thinks, in CPU time
    python -m bench.strength --nodes GAME    four times the nodes against a quarter of them, from few to many

All games of a match are played, but for those against plain UCT, which stop once the sequential test and the interval
agree. Delete a line of a JSON file to have it played again.
"""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import msgspec

from bench import is_open
from bench.matches import played, told
from recif.games import GAMES
from recif.games.core.contract import LevelRows
from recif.lab.arena import Bout, Outcome, hold
from recif.lab.pace import cpu_seconds
from recif.mind.levels import level_name
from recif.mind.net.files import net_of
from recif.school.machines import machines

FOLDER = Path(__file__).parent.parent / "docs" / "strength"
NOTEBOOK = Path(__file__).parent / "results" / "strength.md"
STEP, LONG_STEP = 60, 200  # games of a level against the one below; the longer match where a short one leaves it open,
QUICK = 6  # and up to this level, where a game takes a moment
SHORT = 40  # against those who think as long as level 8
LOST = 50  # against random play
CHILD = 100  # of somebody who takes the first good thing in sight, against level 1
VARIED = 6  # random moves, at most, with which a match of two levels begins
FEW = 1_000  # nodes of a net against the hunch of level 8
GROWTH = ((400, 100, 40), (1_600, 400, 40), (6_400, 1_600, 20), (25_600, 6_400, 12), (100_000, 25_600, 8))
FEELINGS = (  # of levels 1 to 9
    "takes what is right in front of it; whoever always takes the first good thing in sight beats it in 54 to 79 games"
    " out of 100",
    "sees one step ahead, often forgets to look",
    "forgets less often",
    "punishes plain mistakes, and still overlooks things now and then",
    "overlooks little",
    "seldom errs",
    "looks before every move; you need a plan",
    "the strongest that answers at once (within half a second)",
    "the same mind, with five seconds per move: as strong as your computer is fast",
)
BEGIN, END = "<!-- measured -->", "<!-- end of measured -->"


def bouts(game: str) -> list[Bout]:
    """The cheap ones first, so that a table grows early."""
    opening = opening_of(game)
    pairs = [
        Bout(game, str(n), str(n - 1), games=LONG_STEP if n <= QUICK else STEP, early=False, opening=opening)
        for n in range(2, 9)
    ]
    child = Bout(game, "obvious", "1", games=CHILD, early=False, opening=opening)
    return [child, *pairs, *against_others(game), Bout(game, "8", "random", games=LOST, early=False)]


def opening_of(game: str) -> int:
    """Random moves, at most, where games would else begin alike and players who seldom err play the same ones again."""
    features: Any = GAMES[game].features
    return min(VARIED, features.OPENING[1]) if features and features.OPENING[0] else 0


def against_others(game: str) -> list[Bout]:
    """A net against the hunches with the nodes of their own level 8; hunches against plain UCT with as many nodes."""
    features: Any = GAMES[game].features
    if net_of(GAMES[game]):
        hunch, opening = f"hunch:{GAMES[game].levels[7][0]}", features.OPENING[1]
        few, top = f"nodes:{FEW}", "8"
        return [Bout(game, first, hunch, games=SHORT, early=False, opening=opening) for first in (few, top)]
    return [Bout(game, "8", f"uct:{rows_of(game)[7][0]}", games=SHORT)] if is_open(game) else []


def rows_of(game: str) -> LevelRows:
    return GAMES[game].net_levels if net_of(GAMES[game]) else GAMES[game].levels


def path_of(game: str) -> Path:
    return FOLDER / f"{game}.json"


def known(game: str) -> list[Outcome]:
    path = path_of(game)
    return msgspec.json.decode(path.read_bytes(), type=list[Outcome]) if path.exists() else []


def save(game: str, outcomes: list[Outcome]) -> None:
    FOLDER.mkdir(exist_ok=True)
    lines = ",\n".join(msgspec.json.encode(outcome).decode() for outcome in outcomes)
    path_of(game).write_text(f"[\n{lines}\n]\n")


def measure(game: str) -> None:
    """Play the matches of a game that have no result yet."""
    outcomes = known(game)
    done = {(outcome.first, outcome.second) for outcome in outcomes}
    for bout in bouts(game):
        if (bout.first, bout.second) in done:
            continue
        outcome = hold(bout)
        if bout.games == STEP and outcome.low <= 0.5:
            outcome = hold(replace(bout, games=LONG_STEP))
        print(f"{game} {bout.first} v {bout.second}: {line(outcome)}", flush=True)
        outcomes.append(outcome)
        save(game, outcomes)


def line(outcome: Outcome) -> str:
    return f"{outcome.rate:.1%} [{outcome.low:.1%}, {outcome.high:.1%}] of {outcome.games} games"


def command(outcome: Outcome) -> str:
    """What plays the same match again, to the same points."""
    words = f"recif arena {outcome.game} {outcome.first} {outcome.second}"
    is_step = outcome.second.isdigit() and outcome.games in (STEP, LONG_STEP)
    opening = f" --opening {outcome.opening}" if outcome.opening else ""
    if outcome.second == "random" or outcome.first == "obvious" or is_step:
        return f"{words} --games {outcome.games} --all{opening}"
    if outcome.second.startswith("hunch:"):
        most = cast(Any, GAMES[outcome.game].features).OPENING[1]
        return f"{words} --games {outcome.games} --all --opening {most}"
    return words if outcome.second.isdigit() else f"{words} --games {SHORT}"


def row(outcome: Outcome) -> str:
    strength = "—" if outcome.elo is None else f"{outcome.elo:+.0f}"
    rate = f"{outcome.rate:.1%} | {outcome.low:.1%} – {outcome.high:.1%}"
    return f"| {outcome.first} – {outcome.second} | {rate} | {strength} | {outcome.games} | `{command(outcome)}` |"


def chapter(game: str) -> str:
    head = "| players | rate of the first | 95 % interval | Elo | games | command |\n|---|---|---|---|---|---|"
    outcomes = sorted(known(game), key=lambda outcome: (not outcome.second.isdigit(), outcome.first, outcome.second))
    levels = ", ".join(f"{nodes:,}" + (f" (haste {haste})" if haste else "") for nodes, haste in rows_of(game))
    rows = "\n".join(row(outcome) for outcome in outcomes) or "| not measured yet | | | | | |"
    return f"### {GAMES[game].title.fr}\n\nNodes of levels 1 to 8: {levels}.\n\n{head}\n{rows}\n"


def ladder() -> str:
    """How far every level of every game is above the first, and what that feels like, for docs/strength.md."""
    titles = " | ".join(game.title.fr for game in GAMES.values())
    head = f"| level | {titles} | what it feels like |\n|---|{'---|' * len(GAMES)}---|"
    rows = [
        f"| {level} {level_name(level).en} | {' | '.join(above(game, level) for game in GAMES)} | {feeling} |"
        for level, feeling in enumerate(FEELINGS, 1)
    ]
    return "\n".join([head, *rows]) + "\n"


def above(game: str, level: int) -> str:
    """Elo from level 1."""
    standings = machines()[game]
    if level not in standings:
        return "—"  # the Abyss looks at the clock
    return f"{standings[level].rating - standings[1].rating:,.0f}"


def write() -> None:
    """Put the tables between the marks of docs/strength.md and of its notebook."""
    between_marks(FOLDER.with_suffix(".md"), ladder())
    between_marks(NOTEBOOK, "\n".join(map(chapter, GAMES)))


def between_marks(page: Path, tables: str) -> None:
    before, _, rest = page.read_text().partition(BEGIN)
    _, _, after = rest.partition(END)
    page.write_text(f"{before}{BEGIN}\n\n{tables}\n{END}{after}")


def print_times() -> None:
    """Milliseconds of CPU time a decision, over the first decisions of a random game."""
    print("| game |", " | ".join(map(str, range(1, 9))), "|\n|---|" + "---|" * 8)
    for game in GAMES.values():
        each = [f"{1_000 * cpu_seconds(game, str(level)):.1f}" for level in range(1, 9)]
        print(f"| {game.title.fr} | {' | '.join(each)} |", flush=True)


def print_growth(game: str) -> None:
    """Whether more nodes are worth something, up to a hundred thousand; a run that was broken off goes on."""
    features: Any = GAMES[game].features
    for many, few, games in GROWTH:
        opening = features.OPENING[1] if features else 0
        bout = Bout(game, f"nodes:{many}", f"nodes:{few}", games=games, early=False, opening=opening)
        print(f"| {many:,} – {few:,} | {told(played(bout))} |", flush=True)


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        write()
    elif sys.argv[1:] == ["--times"]:
        print_times()
    elif sys.argv[1:2] == ["--nodes"]:
        print_growth(sys.argv[2])
    else:
        for name in sys.argv[1:] or GAMES:
            measure(name)
