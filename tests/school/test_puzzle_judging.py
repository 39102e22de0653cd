"""Solving puzzles: what is right, what follows, what nobody is told."""

import pytest

from recif.games import GAMES
from recif.games.core.contract import Refused
from recif.match.frame import Frame
from recif.mind.search.think import View
from recif.school.puzzles import judging
from recif.school.puzzles.files import puzzles_of
from recif.school.puzzles.puzzle import Puzzle, read_puzzle

MEAL = read_puzzle(GAMES["crocodiles"], "1 | meal | 1 | 100-6 | y 2 e1:r2,c5:y1,d5:r6 yyyr5r4 ry5r3y4 | #c5xd5 e1-e3")
TWO = read_puzzle(
    GAMES["xok"],
    "7 | bite-in-time cut threat meal | 0 | 83-2 | 5 w a5,d2,i8,c3*se+sw,e6*ne+sw,e7*ne,e8*nw+e,h8*e"
    " d3,d4,g8,b4*se+w,b5*sw+w,c4*se,e4*e+w,e5*sw,g7*nw | #f5f6 e3f3 #d5*w h7i7",
)
CATCH = read_puzzle(
    GAMES["urchins"], "1 | catch | 0 | 90-20 | ....../....../....../....../yy..../yy...y 0 3 15,20 0,0 0/6 | #>a1"
)


def said(frames: list[Frame]) -> list[str]:
    return [line.en for frame in frames for line in frame.lines]


def test_the_decision_to_find_is_right_and_its_answer_is_played_out() -> None:
    assert judging.is_right(MEAL, 0, "c5xd5")
    steps = judging.played_out(MEAL, 0)
    assert [[line.text for line in step.lines] for step in steps] == [["c5xd5"], ["e1-e3"]]
    assert "eats the red crocodile 6" in said(steps)[0]


def test_another_move_is_not_right_and_is_told_what_would_be_answered() -> None:
    assert not judging.is_right(MEAL, 0, "c5-c4")
    wrong = judging.wrong(MEAL, 0, "c5-c4")
    assert wrong.chances < 0.1
    assert [line.text for line in wrong.frames[0].lines] == ["c5-c4"]
    assert wrong.frames[1].lines[0].seat == 0
    assert "eats the yellow crocodile 1" in said(wrong.frames)[1]


def test_a_move_that_is_not_legal_is_refused_with_the_rule() -> None:
    with pytest.raises(Refused, match="do not touch"):
        judging.is_right(TWO, 0, "a1a3")


def test_decisions_are_asked_one_after_the_other() -> None:
    assert judging.decision(TWO, 0).event.text == "f5f6"
    assert [line.text for step in judging.played_out(TWO, 0) for line in step.lines] == ["f5f6", "e3f3"]
    assert judging.decision(TWO, 1).event.text == "d5*w"
    assert judging.is_right(TWO, 1, "d5*w")
    for at in (-1, 2):
        with pytest.raises(Refused, match="Moves to find in this puzzle: 2"):
            judging.decision(TWO, at)


def test_whoever_gives_up_is_told_all_that_is_left() -> None:
    assert len(judging.solution(TWO, 0)) == 4
    assert len(judging.solution(TWO, 1)) == 2


def test_another_way_to_do_the_same_is_right_too() -> None:
    moves = judging.decision(CATCH, 0).position.moves(0)
    corners = [text for text in moves if judging.is_right(CATCH, 0, text)]
    assert corners == [">a1", ">a2", ">b1", ">b2"]  # all fish the square, and the pawn leaves the board
    assert ">f1" in moves


def test_a_shark_turned_another_way_that_eats_the_same_is_right_too() -> None:
    landing = read_puzzle(GAMES["xok"], "1 | meal | 0 | 90-10 | 5 w e1,e2 e7,e8 | #e7*w a1a2")
    assert judging.is_right(landing, 0, "e7*ne")
    assert not judging.is_right(landing, 0, "e7*e")  # it eats e8 as well
    assert not judging.is_right(landing, 0, "e8*e")


def test_choices_made_at_once_are_told_together() -> None:
    line = "1 | trident | 0 | 74-61 | 2 - 6,6,6,6,6,4,5,4,7 0,3,2,1,1,2,1,1,3 9 choosing:1 L?P/B/T/L?T? "
    puzzle = read_puzzle(GAMES["kroc"], f"{line}PYYBBLLST/PPPPYBLSSSST - 3/2 -/- | #4 4 yellow")
    steps = judging.played_out(puzzle, 0)
    assert [[line.text for line in step.lines] for step in steps] == [["4", "4", "yellow"]]


def hidden_hand(puzzle: Puzzle) -> bool:
    scenes = [frame.scene for frame in judging.solution(puzzle, 0)]
    return all(scene["seats"][1 - puzzle.seat]["hand"] is None for scene in scenes if "pinch" not in scene["phase"])


def test_what_the_solver_may_not_know_is_told_in_no_puzzle_of_hidden_hands() -> None:
    puzzles = list(puzzles_of(GAMES["crabs"]).values())
    assert puzzles
    for puzzle in puzzles:
        assert hidden_hand(puzzle), puzzle.name
        for step in judging.solution(puzzle, 0):
            for line in step.lines:
                is_theirs = line.seat in (-1, 1 - puzzle.seat) and line.text.startswith(("drop:", "mix:"))
                assert not is_theirs or line.text in ("drop:c", "drop:p", "mix:c", "mix:p"), (puzzle.name, line.text)


@pytest.mark.parametrize("name", ["kroc", "crabs"])
def test_a_wrong_choice_is_worth_less_to_whoever_cannot_see_everything(name: str) -> None:
    for puzzle in list(puzzles_of(GAMES[name]).values())[:4]:
        asked = judging.decision(puzzle, 0)
        moves = asked.position.moves(asked.seat)
        values = {text: judging.chances_with(View(asked.position, asked.seat), move) for text, move in moves.items()}
        right = values.pop(asked.event.text)
        assert right > sum(values.values()) / len(values) + 0.05, puzzle.name
