"""Mining: machine games one after the other, on all cores or on a cluster, until there are puzzles enough.

Each game is a small file in the folder of the run, written whole or not at all, so that a run that was stopped goes on
where it was. What is kept is chosen from the games in their order: the same seed gives the same puzzles, however many
processes look for them.
"""

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil
from pathlib import Path

import joblib
from joblib.parallel import get_active_backend

from recif.console.language import Announce
from recif.games import GAMES
from recif.games.core.contract import Game, Text
from recif.school.puzzles.clear import CONFIRMING
from recif.school.puzzles.files import read_file
from recif.school.puzzles.finding import puzzles_in_game
from recif.school.puzzles.puzzle import GRADES, Puzzle, read_puzzle
from recif.school.puzzles.whole import judged, with_themes

MOST_OF_A_GRADE = 60  # hundredths of all puzzles of a game
MOST_OBVIOUS = 50  # the same for the first grade, which needs no thought
AT_ONCE = 4  # games for each process between two looks at what has been found


@dataclass(frozen=True)
class Mine:
    """What to look for."""

    game: str
    count: int
    seed: int = 1
    most: int = MOST_OF_A_GRADE

    @property
    def command(self) -> str:
        usual = f"recif puzzles {self.game} --count {self.count} --seed {self.seed}"
        return usual if self.most == MOST_OF_A_GRADE else f"{usual} --most {self.most}"

    def room(self, grade: int) -> int:
        """How many puzzles of a grade are kept."""
        most = min(self.most, MOST_OBVIOUS) if grade == GRADES[0] else self.most
        return ceil(self.count * most / 100)


def dig(mine: Mine, folder: Path, jobs: int = 1, say: Announce = lambda _: None) -> list[Puzzle]:
    """Play games until there are puzzles enough, and return them. Work goes where joblib is told to send it."""
    folder.mkdir(parents=True, exist_ok=True)
    processes = joblib.effective_n_jobs(jobs)
    begin, played, number = time.monotonic(), 0, 0
    while len(chosen := choose(mine, _found(mine, folder))) < mine.count:
        numbers = range(number, number := number + AT_ONCE * processes)
        missing = [n for n in numbers if not _path(folder, n).exists()]
        for n, lines in _played(mine, missing, jobs):
            _keep(_path(folder, n), lines)
            played += 1
        if missing:
            say(_progress(mine, len(chosen), number, (time.monotonic() - begin) / played))
    return chosen


def _played(mine: Mine, numbers: list[int], jobs: int) -> Iterator[tuple[int, str]]:
    work = (joblib.delayed(play_one)(mine, number) for number in numbers)
    streams = get_active_backend()[0].supports_return_generator  # Ray brings all of it at once
    yield from joblib.Parallel(n_jobs=jobs, return_as="generator_unordered" if streams else "list")(work)


def play_one(mine: Mine, number: int) -> tuple[int, str]:
    """The puzzles of one machine game as lines; the number goes with them, since games end in any order."""
    return number, "".join(f"{puzzle}\n" for puzzle in puzzles_in_game(GAMES[mine.game], mine.seed, number))


def _path(folder: Path, number: int) -> Path:
    return folder / f"game-{number:06}.txt"


def _keep(path: Path, lines: str) -> None:
    half = path.with_suffix(".half")
    half.write_text(lines, encoding="utf-8")
    half.replace(path)


def _found(mine: Mine, folder: Path) -> Iterator[Puzzle]:
    """The puzzles of the games played so far, in the order of the games, up to the first that is missing."""
    number, game = 0, GAMES[mine.game]
    while (path := _path(folder, number)).exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            yield read_puzzle(game, line)
        number += 1


def choose(mine: Mine, found: Iterator[Puzzle]) -> list[Puzzle]:
    """The first ones, none twice, and not too many as hard as each other; the easiest first."""
    kept: dict[str, Puzzle] = {}
    grades: Counter[int] = Counter()
    for puzzle in found:
        if len(kept) < mine.count and puzzle.id not in kept and grades[puzzle.grade] < mine.room(puzzle.grade):
            kept[puzzle.id] = puzzle
            grades[puzzle.grade] += 1
    return sorted(kept.values(), key=_easiest_first)


def _easiest_first(puzzle: Puzzle) -> tuple[int, int, str]:
    return puzzle.grade, puzzle.decisions, puzzle.id


def written(mine: Mine, puzzles: list[Puzzle]) -> str:
    """The file of a game's puzzles."""
    game: Game = GAMES[mine.game]
    head = f"# {game.title.en}: {len(puzzles)} puzzles, a line each (school/puzzles/puzzle.py says how to read one)\n"
    return f"{head}# {mine.command}\n" + "".join(f"{puzzle}\n" for puzzle in puzzles)


def graded_again(game: Game, path: Path) -> str:
    """A file of puzzles, graded by the levels of today; its remarks stay, with one more."""
    remark = f"# graded again: recif puzzles {game.id} --again"
    remarks = [line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("# ")]
    puzzles = sorted((judged(puzzle, CONFIRMING) for puzzle in read_file(game, path).values()), key=_easiest_first)
    return "".join(f"{line}\n" for line in (*dict.fromkeys([*remarks, remark]), *puzzles))


def named_again(game: Game, path: Path) -> str:
    """A file of puzzles with the ideas that each turns on, as the game sees them today; all else stays."""
    puzzles = read_file(game, path)
    lines = path.read_text(encoding="utf-8").splitlines()
    kept = iter(puzzles.values())
    return "".join(f"{line if line.startswith('# ') else with_themes(next(kept))}\n" for line in lines)


def _progress(mine: Mine, chosen: int, games: int, seconds: float) -> Text:
    return Text(
        f"{chosen}/{mine.count} problèmes après {games} parties, {seconds:.1f} s par partie",
        f"{chosen}/{mine.count} puzzles after {games} games, {seconds:.1f} s per game",
    )
