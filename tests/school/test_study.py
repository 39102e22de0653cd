"""Studies: read from any text, walked by the rules, told as a viewer may know, and written again."""

import json

import pytest

from recif.games import GAMES
from recif.games.core.contract import LUCK, REFEREE, Refused
from recif.games.core.position import Position
from recif.match.match import Match
from recif.match.record import Ending, MatchRecord, record, to_json, to_text
from recif.mind.selfplay import by_level, played
from recif.school import study as studies
from recif.school import study_walk
from recif.school.study import StudyFile, StudyMove, read
from recif.school.study_walk import WalkedStudy

BRANCHED = StudyFile(
    "xok",
    [
        StudyMove(0, 0, "e5e6"),
        StudyMove(1, 1, "c3c4"),
        StudyMove(2, 0, "g7g8", "rather here?", ["g7", "g7>g8"]),
        StudyMove(1, 1, "e7f7"),
        StudyMove(4, 0, "c3c4"),
        StudyMove(0, 0, "a1a2"),
    ],
    title="Two ways",
    names=["Ana", "Théo"],
)


def walk(study: StudyFile, viewer: int = REFEREE, source: str = "") -> WalkedStudy:
    return study_walk.walk(study, studies.begin(study, GAMES), viewer, source)


def text_of(study: StudyFile) -> str:
    return studies.to_text(study, studies.begin(study, GAMES), walk(study).is_over)


def match_of(game: str, seed: int = 1) -> Match:
    return played(GAMES[game], lambda _: by_level(1), seed)


@pytest.mark.parametrize("game", GAMES)
def test_a_record_of_any_game_becomes_a_study_by_json_and_by_text(game: str) -> None:
    match = match_of(game)
    told = record(match, names=["Ana", "Théo"])
    for source in (to_json(told), to_text(told)):
        study = read(source)
        assert [(move.seat, move.text) for move in studies.main_line(study)] == told.events
        lines = walk(study).moves
        assert [line.text for line in lines] == [event.text for event in match.log]
        assert read(text_of(study)).moves == study.moves
        assert read(studies.to_json(study)) == study


def test_a_match_that_was_given_up_stays_so_until_its_main_line_is_played_to_the_end() -> None:
    match = match_of("xok")
    whole = record(match)
    short = MatchRecord("xok", 2, {}, whole.events[:3], rules=2, result=Ending((0,), (0, 0), "resigned", 1))
    study = read(to_text(short))
    assert study.result == short.result
    assert read(studies.to_json(study)) == study
    assert read(text_of(study)).result == short.result
    study.moves += [StudyMove(index, seat, text) for index, (seat, text) in enumerate(whole.events)][3:]
    assert read(text_of(study)).result is None
    assert read(to_text(whole)).result is None  # the rules tell it


def test_every_branch_is_played_from_where_it_leaves() -> None:
    told = walk(BRANCHED).moves
    assert [line.sentence.en for line in told][3:] == [
        "Black lays two fish on e7 and f7.",
        "White lays two fish on c3 and c4.",
        "White lays two fish on a1 and a2.",
    ]
    assert [move.text for move in studies.main_line(BRANCHED)] == ["e5e6", "c3c4", "g7g8"]
    assert read(studies.to_json(BRANCHED)) == BRANCHED


def test_branches_may_fork_between_choices_that_are_made_at_once() -> None:
    match = match_of("kroc", 3)
    first = next(index for index, at_once in enumerate(match.at_once) if at_once)
    study = studies.of_record(record(match))
    other = next(iter(Position(match.game, match.before[first]).moves(1)))
    study.moves.append(StudyMove(first + 1, match.log[first + 1].seat, other))
    assert len(walk(study).moves) == len(study.moves)


def test_one_seat_is_told_what_it_knew_and_no_more() -> None:
    study = studies.of_record(record(match_of("crabs")))
    all_of_it, own = walk(study).moves, walk(study, viewer=0).moves
    dealt = [index for index, move in enumerate(study.moves) if move.seat == LUCK][:10]
    assert any(all_of_it[index] != own[index] for index in dealt)
    assert any(all_of_it[index] == own[index] for index in dealt)
    assert walk(study).hides
    assert not walk(BRANCHED).hides


def test_a_position_is_a_study_too_and_its_text_opens_again() -> None:
    study = read("xok 5 w e5,e6 e7,f7")
    study.moves.append(StudyMove(0, 0, "c3c4"))
    assert walk(study).moves[0].sentence.en == "White lays two fish on c3 and c4."
    again = read(text_of(study))
    assert (again.position, again.moves) == (study.position, study.moves)


def lines(*moves: dict[str, object]) -> str:
    return '{"game": "xok",\n"moves": [\n' + ",\n".join(json.dumps(move) for move in moves) + "\n]}"


E5: dict[str, object] = {"parent": 0, "seat": 0, "text": "e5e6"}


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("", "paste a match or a position"),
        ("x" * 300_000, "256 KB at most"),
        (lines(E5, {"parent": 5, "seat": 1, "text": "c3c4"}), "line 4: move 2 follows move 5"),
        (lines(E5, {"parent": 1, "seat": "x", "text": "c3c4"}), "line 4: .*fix it"),
        (lines(E5, {"parent": 1, "seat": 1, "text": "c3c4", "marks": ["<script>"]}), "line 4: a mark"),
        (lines(E5, {"parent": 1, "seat": 1, "text": "c3c4", "note": "x" * 2001}), "line 4: the note is too long"),
        ('{"game": "xok",\n"moves": [}', "line 2: this is not JSON"),
        ('{"game": "xok",\n"events": [}', "line 2: this is not JSON"),
        ('{"game": "xok", "study": 9, "moves": []}', "version 9"),
        (json.dumps({"game": "xok", "moves": [E5] * 1501}), "1500 at most"),
        ('[Game "xok"]\n[Seats 2]\n[Options {}]\n\nnonsense', "line 5"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(source: str, says: str) -> None:
    with pytest.raises(Refused, match=says):
        read(source)


def test_a_move_that_cannot_be_played_is_refused_with_its_line() -> None:
    source = lines(E5, {"parent": 1, "seat": 1, "text": "e5c3"})
    with pytest.raises(Refused, match=r"line 4, move 2 \(e5c3\)"):
        walk(read(source), source=source)
    with pytest.raises(Refused, match="unknown game 'chess'"):
        walk(read("chess e4"))
