"""The puzzles that come with the games, and files that are broken."""

from collections import Counter
from pathlib import Path

import pytest

from recif.cli.main import parser
from recif.games import GAMES
from recif.games.core.contract import Game, Refused
from recif.games.core.ideas import MOST_WORDS
from recif.mind.coach.reasons import ideas_of
from recif.mind.search.think import View
from recif.school.puzzles import files, judging
from recif.school.puzzles.census import PAGE, with_census
from recif.school.puzzles.puzzle import GRADES, Puzzle, check, read_puzzle

WITH_PUZZLES = [game for game in GAMES.values() if files.puzzles_of(game)]
every_game = pytest.mark.parametrize("game", WITH_PUZZLES, ids=lambda game: game.id)
CROCODILES = GAMES["crocodiles"]
GOOD = "1 | meal | 1 | 100-6 | y 2 e1:r2,c5:y1,d5:r6 yyyr5r4 ry5r3y4 | #c5xd5 e1-e3"


def test_the_games_have_puzzles() -> None:
    assert len(WITH_PUZZLES) == len(GAMES)


@every_game
def test_the_rules_play_every_puzzle(game: Game) -> None:
    files.check_file(game, files.file_of(game))


@every_game
def test_every_line_reads_as_it_is_written(game: Game) -> None:
    lines = [line for line in files.file_of(game).read_text().splitlines() if not line.startswith("# ")]
    assert [str(puzzle) for puzzle in files.puzzles_of(game).values()] == lines


@every_game
def test_every_theme_is_an_idea_that_the_rules_see_in_a_decision_of_the_puzzle(game: Game) -> None:
    for puzzle in files.puzzles_of(game).values():
        asked = [moment for moment in puzzle.moments() if moment.event.is_asked]
        seen = {one.idea for moment in asked for one in ideas_of(View(moment.position, moment.seat), moment.number)}
        assert set(puzzle.themes) <= seen, puzzle.name


@every_game
def test_a_theme_tells_puzzles_apart(game: Game) -> None:
    """Each puzzle has one to three, and none fits nearly all of them."""
    themes = [puzzle.themes for puzzle in files.puzzles_of(game).values()]
    assert {len(some) for some in themes} <= {1, 2, 3}
    assert max(Counter(theme for some in themes for theme in some).values()) <= 0.56 * len(themes)


@every_game
def test_nearly_every_decision_says_why_it_is_right_in_one_breath(game: Game) -> None:
    puzzles = files.puzzles_of(game).values()
    told = [judging.why(puzzle, at) for puzzle in puzzles for at in range(puzzle.decisions)]
    said = [reason.says for reason in told if reason]
    assert len(said) >= 0.9 * len(told)
    assert all(len(words.split()) <= MOST_WORDS for one in said for words in (one.fr, one.en))
    assert not any("@" in words for one in said for words in (one.fr, one.en))


@every_game
def test_the_right_decision_is_far_better_than_the_next(game: Game) -> None:
    for puzzle in files.puzzles_of(game).values():
        best, other = puzzle.chances
        chooses_alone = len(puzzle.start.view(puzzle.seat).waiting) == 1
        assert best - other >= (19 if chooses_alone and puzzle.decisions == 1 else 7), puzzle.name


@every_game
def test_there_are_easy_and_hard_ones_and_the_file_says_what_made_it(game: Game) -> None:
    grades = [puzzle.grade for puzzle in files.puzzles_of(game).values()]
    assert set(grades) <= set(GRADES)
    assert len(grades) >= 100
    assert sum(grade >= 3 for grade in grades) >= len(grades) / 5
    assert max(grades.count(grade) for grade in GRADES) <= len(grades) * 0.6
    assert f"# recif puzzles {game.id} --count " in files.file_of(game).read_text()


def test_a_name_outlives_a_change_of_grade_and_order() -> None:
    one = read_puzzle(CROCODILES, GOOD)
    assert one.name == read_puzzle(CROCODILES, GOOD.replace("1 | meal", "4 | -")).name
    assert one.name != read_puzzle(CROCODILES, GOOD.replace("e1-e3", "e1-e2")).name


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("1 | meal | 1", "3 fields instead of 6"),
        (GOOD.replace("1 | meal", "9 | meal"), "'9' is not a number from 1 to 8"),
        (GOOD.replace("meal", "picnic"), "unknown theme 'picnic'"),
        (GOOD.replace("#c5xd5", "c5xd5"), "a line begins with a decision to find (#)"),
        (GOOD.replace("y 2 e1", "y 2 z9"), "z9"),
        (GOOD.replace("meal | 1", "meal | 0"), "seat 0 has nothing to decide"),
        (GOOD.replace("c5xd5", "c5xd6"), "'#c5xd6' cannot happen"),
        (GOOD.replace("e1-e3", "e1-e9"), "'e1-e9' cannot happen"),
        (GOOD.replace("e1:r2,c5:y1", "c5:y1,e1:r2"), "the position is written y 2 e1:r2,c5:y1"),
    ],
)
def test_a_broken_line_is_refused_with_its_number(line: str, says: str, tmp_path: Path) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_text(f"# a remark\n{GOOD}\n{line}\n")
    with pytest.raises(Refused, match=r"puzzles\.txt, line 3: ") as refused:
        files.check_file(CROCODILES, path)
    assert says in refused.value.text.en
    assert "ligne 3" in refused.value.text.fr


def test_a_puzzle_that_is_there_twice_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_text(f"{GOOD}\n{GOOD}\n")
    with pytest.raises(Refused, match="line 2: this puzzle is there already"):
        files.read_file(CROCODILES, path)


def forget() -> None:
    """What was read of the files."""
    files._read.cache_clear()
    files.all_puzzles.cache_clear()


def test_a_server_with_a_broken_file_does_not_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_text(f"{GOOD}\n{GOOD.replace('meal', 'picnic')}\n")
    monkeypatch.setattr(files, "file_of", lambda game: path)
    forget()
    args = parser("en").parse_args(["serve", "--database", str(tmp_path / "r.sqlite"), "--port", "0"])
    try:
        with pytest.raises(Refused, match="line"):
            args.run(args, "en")
    finally:
        forget()


def test_a_game_without_a_file_has_no_puzzles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "file_of", lambda game: tmp_path / "nothing.txt")
    forget()
    try:
        assert files.puzzles_of(CROCODILES) == {}
        assert files.all_puzzles() == {}
    finally:
        forget()


def test_a_name_that_is_none_is_refused() -> None:
    for name in ("xok-zzzzz", "chess-abcde", "", "xok"):
        with pytest.raises(Refused, match="no such puzzle"):
            files.puzzle_named(name)


def test_the_good_line_of_these_tests_is_one() -> None:
    puzzle: Puzzle = read_puzzle(CROCODILES, GOOD)
    check(puzzle)
    assert (puzzle.grade, puzzle.decisions, puzzle.seat) == (1, 1, 1)


def test_the_page_on_puzzles_counts_them_as_they_are() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == with_census(page), "python -m recif.school.puzzles.census"
    many = len(files.all_puzzles())
    assert f"There are {many}:" in (PAGE.parents[2] / "docs" / "puzzles.md").read_text(encoding="utf-8")


def test_the_table_of_all_puzzles_is_made_once() -> None:
    """Every try at a puzzle looks into it."""
    assert files.all_puzzles() is files.all_puzzles()
