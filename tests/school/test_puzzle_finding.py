"""How puzzles are found and graded; a sample of those that come with the games is searched again."""

from datetime import date, timedelta
from pathlib import Path

import pytest

from recif.games import GAMES, position, start
from recif.games.core.contract import Game, Text
from recif.mind import minds
from recif.mind.coach.prospects import ponder
from recif.mind.levels import level_of
from recif.mind.search.think import Budget, View
from recif.school.puzzles import clear, judging
from recif.school.puzzles.alike import are_alike
from recif.school.puzzles.daily import daily
from recif.school.puzzles.files import all_puzzles, puzzles_of
from recif.school.puzzles.grading import finds, grade_of, how_often, looks_best
from recif.school.puzzles.mining import Mine, choose, dig, graded_again, named_again, written
from recif.school.puzzles.puzzle import check, read_puzzle
from recif.school.puzzles.whole import whole

SAMPLE = 4  # puzzles of each game that are searched again
NODES = 20_000
PARRY = position(
    "xok",
    "5 w a5,d2,i8,c3*se+sw,e6*ne+sw,e7*ne,e8*nw+e,h8*e d3,d4,g8,b4*se+w,b5*sw+w,c4*se,e4*e+w,e5*sw,g7*nw",
)
TRIDENT = position("kroc", "2 - 6,6,6,6,6,4,5,4,7 4,5,5,6,4,3,3,3,3 4 choosing:1 T?/T/G/R? PPBSS/YTT - 2/3 -/-")


def sampled(game: Game) -> list[str]:
    names = sorted(puzzles_of(game))
    return names[:: max(1, len(names) // SAMPLE)][:SAMPLE]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_a_longer_search_from_another_seed_finds_the_same_decision(game: Game) -> None:
    for name in sampled(game):
        asked = judging.decision(puzzles_of(game)[name], 0)
        found = ponder(View(asked.position, asked.seat), NODES, seed=4321)
        assert are_alike(asked.position, asked.seat, asked.number, found.best.move), name


def test_the_only_parry_is_clearly_best() -> None:
    found = clear.clearly_best(PARRY, 0, seed=5)
    assert found
    assert PARRY.game.words.text(PARRY.state, 0, found.move) == "f5f6"
    assert found.gap > 0.5


def test_a_decision_that_a_longer_search_does_not_prefer_is_not_confirmed() -> None:
    assert clear.confirmed(PARRY, 0, PARRY.moves(0)["f5f6"])
    assert clear.confirmed(PARRY, 0, PARRY.moves(0)["e3f3"]) is None


def test_a_choice_that_is_best_only_if_the_others_keep_to_theirs_is_not_confirmed() -> None:
    """Two of three sharks want the treasure and the platter: who takes which is settled either way."""
    line = "3 - 6,6,6,6,6,4,5,4,7 4,2,1,0,1,1,1,0,5 9 choosing:1 L?O/T?/G?B/P? PYYBBLLL/LLSSS/YYBBSST - 3/3/3 -/-/-"
    sharks = position("kroc", line)
    best = {ponder(View(sharks, 2), 3_000, seed).best.move for seed in range(6)}
    assert len(best) == 2
    assert all(clear.confirmed(sharks, 2, move) is None for move in best)


def test_the_steps_of_one_idea_are_all_asked() -> None:
    line = "..y1.../.y.r../....../....[yr]./....../....y. 1 1 8,14 8,4 0/6 | #d5-c5 +rb6 >b5 e3-b3 +ra2 >e1"
    puzzle = whole(read_puzzle(GAMES["urchins"], f"3 | - | 1 | 50-35 | {line}"))
    assert [str(event) for event in puzzle.line][:4] == ["#d5-c5", "#+rb6", "#>b5", "e3-b3"]
    assert puzzle.themes == ("two-colours",), "not that a catch follows, nor that three of four came first"


def test_nothing_is_clearly_best_at_the_start() -> None:
    assert clear.clearly_best(start("xok"), 0, seed=5) is None


def test_a_decision_without_a_choice_is_no_puzzle() -> None:
    thought = ponder(View(PARRY, 0), clear.GLANCE, 1)
    assert clear.from_ideas(PARRY, 0, thought, noticed=1 << 30) is None


def test_a_grade_is_the_level_that_finds_it() -> None:
    move = PARRY.moves(0)["f5f6"]
    grade = grade_of(PARRY, 0, move, seed=3)
    assert all(finds(PARRY, 0, move, level, seed=3) for level in range(grade, 8))
    assert grade == 1 or not finds(PARRY, 0, move, grade - 1, seed=3)
    meal = position("crocodiles", "y 2 e1:r2,c5:y1,d5:r6 yyyr5r4 ry5r3y4")
    assert grade_of(meal, 1, meal.moves(1)["c5xd5"], seed=3) == 1


def test_where_levels_look_equally_far_the_one_that_plays_it_more_often_than_not_finds_it() -> None:
    bite, low, high = TRIDENT.moves(0)["1"], *(level_of(View(TRIDENT, 0), level) for level in (2, 4))
    assert low.nodes == high.nodes
    thoughts = [minds.ponder(View(TRIDENT, 0), Budget(low.nodes), seed) for seed in (3, 4)]
    assert all(thought.best.move == bite for thought in thoughts)
    assert not looks_best(TRIDENT, 0, bite)
    assert how_often(TRIDENT, 0, bite, low, thoughts) < 0.5 < how_often(TRIDENT, 0, bite, high, thoughts)
    assert not finds(TRIDENT, 0, bite, 2, seed=3)
    assert finds(TRIDENT, 0, bite, 4, seed=3)


def test_how_often_a_level_plays_each_move_makes_up_the_whole() -> None:
    thoughts = [minds.ponder(View(TRIDENT, 0), Budget(200), seed) for seed in (3, 4)]
    for level in (level_of(View(TRIDENT, 0), number) for number in range(1, 9)):
        parts = [how_often(TRIDENT, 0, move, level, thoughts) for move in TRIDENT.numbers(0)]
        assert sum(parts) == pytest.approx(1)


def test_mining_finds_what_the_rules_can_play_and_goes_on_where_it_was(tmp_path: Path) -> None:
    mine, told = Mine("kroc", 2, seed=3), list[Text]()
    found = dig(mine, tmp_path, 1, told.append)
    assert len(found) == 2
    assert told
    for puzzle in found:
        check(puzzle)
    games = sorted(tmp_path.glob("game-*.txt"))
    times = [path.stat().st_mtime_ns for path in games]
    lost = next(path for path in games if path.stat().st_size)
    lost.unlink()
    assert dig(mine, tmp_path) == found  # that game is played again, the others are read
    assert [path for path, time in zip(games, times, strict=True) if path.stat().st_mtime_ns != time] == [lost]
    assert "# recif puzzles kroc --count 2 --seed 3\n" in written(mine, found)


def test_no_puzzle_is_kept_twice_and_no_grade_has_all_the_room() -> None:
    crocodiles, line = GAMES["crocodiles"], "{} | meal | 1 | 100-6 | y {} e1:r2,c5:y1,d5:r6 yyyr5r4 ry5r3y4 | #c5xd5"
    many = [read_puzzle(crocodiles, line.format(1 + (n % 10 == 0), n % 30)) for n in range(60)]
    kept = choose(Mine("crocodiles", 10), iter(many))
    assert len({puzzle.id for puzzle in kept}) == len(kept)
    assert sum(puzzle.grade == 1 for puzzle in kept) == 5
    assert (len(kept), Mine("crocodiles", 10).room(2)) == (8, 6)  # three of the second are there


def test_whoever_wants_a_wider_spread_is_given_fewer_of_each_grade() -> None:
    mine = Mine("kroc", 120, most=30)
    assert [mine.room(grade) for grade in (1, 2, 8)] == [36, 36, 36]
    assert mine.command == "recif puzzles kroc --count 120 --seed 1 --most 30"
    assert [Mine("kroc", 10, most=100).room(grade) for grade in (1, 2)] == [5, 10]  # the obvious are never all


def test_a_file_is_graded_again_by_the_levels_of_today(tmp_path: Path) -> None:
    crocodiles, path = GAMES["crocodiles"], tmp_path / "puzzles.txt"
    line = "{} | meal | 1 | 100-6 | y 2 e1:r2,c5:y1,d5:r6 yyyr5r4 ry5r3y4 | #c5xd5"
    path.write_text(f"# what made it\n{line.format(7)}\n")
    for _ in range(2):  # the second time changes nothing
        path.write_text(graded_again(crocodiles, path))
        remark = "# graded again: recif puzzles crocodiles --again"
        assert path.read_text() == f"# what made it\n{remark}\n{line.format(1)}\n"


def test_the_ideas_of_a_file_are_named_again_and_nothing_else_changes(tmp_path: Path) -> None:
    path, line = tmp_path / "puzzles.txt", "7 | {} | 1 | 100-6 | y 2 e1:r2,c5:y1,d5:r6 yyyr5r4 ry5r3y4 | #c5xd5"
    path.write_text(f"# what made it\n{line.format('hunt safe')}\n")
    assert named_again(GAMES["crocodiles"], path) == f"# what made it\n{line.format('meal')}\n"


def test_the_puzzle_of_the_day_is_the_same_for_everybody_and_another_one_tomorrow() -> None:
    today, puzzles = date(2026, 11, 17), all_puzzles()
    week = [daily(puzzles, today + timedelta(days)) for days in range(10)]
    assert week == [daily(dict(reversed(list(puzzles.items()))), today + timedelta(days)) for days in range(10)]
    names = [puzzle.name for puzzle in week if puzzle]
    assert len(set(names)) == 10
    assert len({puzzle.game.id for puzzle in week if puzzle}) == len(GAMES)
    assert all_puzzles() is puzzles


def test_without_puzzles_there_is_none_of_the_day() -> None:
    assert daily({}, date(2026, 11, 17)) is None
