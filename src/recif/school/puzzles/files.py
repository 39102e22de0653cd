"""The puzzles that come with a game: `puzzles.txt` in its folder, a line each. A game without the file has none."""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from recif.games import GAMES
from recif.games.core.contract import Game, Refused, Text
from recif.school.puzzles.puzzle import Puzzle, check, read_puzzle

FILE = "puzzles.txt"


def file_of(game: Game) -> Path:
    return Path(str(game.rules.__file__)).parent / FILE


def puzzles_of(game: Game) -> Mapping[str, Puzzle]:
    """The puzzles of a game by their short names, each line looked at; Refused, with its number, at a broken one."""
    return _read(game.id)


@cache
def _read(game: str) -> Mapping[str, Puzzle]:
    path = file_of(GAMES[game])
    return read_file(GAMES[game], path) if path.exists() else {}


def checked_puzzles(game: Game) -> Mapping[str, Puzzle]:
    """The same once the rules have played every one of them."""
    return _checked(game.id)


@cache
def _checked(game: str) -> Mapping[str, Puzzle]:
    found = _read(game)
    if found:
        check_file(GAMES[game], file_of(GAMES[game]))
    return found


def check_file(game: Game, path: Path) -> None:
    """Let the rules play every puzzle of a file; Refused, with the number of the line, where they cannot."""
    _each_line(path, lambda line: check(read_puzzle(game, line)))


@cache
def all_puzzles() -> Mapping[str, Puzzle]:
    """The puzzles of all games by their full names."""
    return {puzzle.name: puzzle for game in GAMES.values() for puzzle in puzzles_of(game).values()}


def read_file(game: Game, path: Path) -> dict[str, Puzzle]:
    """The puzzles of a file by their short names."""
    found: dict[str, Puzzle] = {}

    def read(line: str) -> None:
        puzzle = read_puzzle(game, line)
        if puzzle.id in found:
            raise Refused("bad-puzzle", Text("ce problème y est déjà", "this puzzle is there already"))
        found[puzzle.id] = puzzle

    _each_line(path, read)
    return found


def _each_line(path: Path, use: Callable[[str], object]) -> None:
    """Every line that is no remark; what is wrong with one is told with its number."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line or line.startswith("# "):
            continue
        try:
            use(line)
        except Refused as refused:
            wrong = refused.text
            where = Text(f"{path}, ligne {number} : {wrong.fr}", f"{path}, line {number}: {wrong.en}")
            raise Refused("bad-puzzle", where) from refused


def puzzle_named(name: str) -> Puzzle:
    """The puzzle of a full name, `xok-abcde`, played by the rules; Refused if there is none."""
    game, _, short = name.rpartition("-")
    found = checked_puzzles(GAMES[game]).get(short) if game in GAMES else None
    if found is None:
        raise Refused("no-such-puzzle", Text("Ce problème n’existe pas.", "There is no such puzzle."))
    return found
