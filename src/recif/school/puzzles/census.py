"""How many puzzles there are: `python -m recif.school.puzzles.census` writes the tables of bench/results/puzzles.md."""

from collections import Counter
from pathlib import Path

from recif.games import GAMES
from recif.games.core.contract import Game
from recif.school.puzzles.files import puzzles_of
from recif.school.puzzles.puzzle import GRADES, ideas_named

PAGE = Path(__file__).parents[4] / "bench" / "results" / "puzzles.md"
BEGIN, END = "<!-- census -->\n", "<!-- end of the census -->\n"


def census() -> str:
    """By game and level, then by game and theme."""
    games = [game for game in GAMES.values() if puzzles_of(game)]
    levels = " | ".join(str(grade) for grade in GRADES)
    rows = [f"| game | puzzles | {levels} | of several decisions |", f"|---|---|{'---|' * len(GRADES)}---|"]
    rows += [_by_grade(game) for game in games]
    rows += ["", "| game | ideas |", "|---|---|", *(_by_theme(game) for game in games)]
    return "\n".join([*rows, ""])


def _by_grade(game: Game) -> str:
    puzzles = puzzles_of(game).values()
    grades = Counter(puzzle.grade for puzzle in puzzles)
    several = sum(puzzle.decisions > 1 for puzzle in puzzles)
    counts = " | ".join(str(grades[grade]) for grade in GRADES)
    return f"| {game.title.fr} | {len(puzzles)} | {counts} | {several} |"


def _by_theme(game: Game) -> str:
    counts = Counter(theme for puzzle in puzzles_of(game).values() for theme in puzzle.themes)
    themes = ideas_named(game)
    found = [f"{name.en} {counts[theme]}" for theme, name in themes.items() if counts[theme]]
    return f"| {game.title.fr} | {', '.join(found)} |"


def with_census(page: str) -> str:
    """A page with its tables as they should be."""
    head, _, rest = page.partition(BEGIN)
    return head + BEGIN + census() + END + rest.partition(END)[2]


if __name__ == "__main__":
    PAGE.write_text(with_census(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
