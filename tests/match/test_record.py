"""Records go out and come back, as JSON and as text; verifiable luck draws them again."""

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from recif.games.core.contract import Refused
from recif.match import provable
from recif.match.match import Match
from recif.match.record import LONGEST, MatchRecord, read, record, to_json, to_text
from tests.match import vectors
from tests.match.shells import SHELLS

GAMES = {"shells": SHELLS}
WHOLE = [(0, "1"), (1, "2"), (-1, "shell:1")]  # one round: seat 1 wins it
A_MATCH = '{"game": "shells", "seats": 2, "options": {}, "events": [[0, "1"], [1, "2"], [-1, "shell:1"]]}'


def fair_match(numbers: list[int], undo: int = 0, secret: str = "s") -> tuple[Match, provable.Luck]:
    """A match with luck that can be checked; `undo` events are taken back on the way."""
    luck = provable.add(provable.commit("m1", secret), ["ana", "théo"])
    match = Match(SHELLS, 2)
    for turn, number in enumerate(numbers):
        if turn == 5 and undo:
            match.undo(undo)
        while match.is_luck_due:
            match.draw(luck.source(len(match.log), match.cuts))
        if not match.is_over:
            match.play(match.waiting[0], str(number))
    while match.is_luck_due:
        match.draw(luck.source(len(match.log), match.cuts))
    return match, luck


@pytest.mark.parametrize("write", [to_json, to_text])
@given(numbers=st.lists(st.integers(1, 3), max_size=8), names=st.lists(st.text(max_size=9), max_size=2))
def test_a_record_comes_back_as_it_went(write: object, numbers: list[int], names: list[str]) -> None:
    match, luck = fair_match(numbers)
    told = record(match, luck, names=names, date="2026-11-15")
    again = read(write(told))  # type: ignore[operator]
    assert again == told
    assert bytes(again.replay(GAMES).position) == bytes(match.position)


def test_a_resignation_is_kept() -> None:
    match, _ = fair_match([1, 2])
    match.end("resigned", [1], 0)
    assert read(to_text(record(match))).replay(GAMES).result == match.result


def test_the_text_form_reads_like_a_game() -> None:
    match = Match(SHELLS, 2)
    match.play(0, "1")
    match.play(1, "3")
    match.befall("shell:6")
    assert to_text(record(match, names=["Ana", "Théo"])).splitlines() == [
        '[Game "shells"]',
        "[Seats 2]",
        '[Options {"rounds": 3}]',
        '[Names ["Ana", "Théo"]]',
        "",
        "0:1 1:3 *:shell:6",
    ]


@pytest.mark.parametrize(
    ("told", "says"),
    [
        ("", "missing required field"),
        ("{", "cannot be read"),
        (b"\xff", "cannot be read"),
        ('[Game "shells"]\n[Seats "2"]\n[Options {}]', "Expected `int`"),
        ('[Game "shells"', "malformed header"),
        ("[Game shells]", "cannot be read"),
        ('[Game "shells"]\n[Seats 2]\n[Options {}]\n\ne4', "line 5: 'e4' is not an event"),
        ('{"game": "shells", "seats": 2, "options": {}, "events": [], "recif": 9}', "unknown version 9"),
        ('{"game": "shells", "seats": %s, "options": {}, "events": []}' % ("9" * 5_000), "cannot be read"),
        ('{"game": "shells", "seats": 2, "options": {}, "events": [], "names": ["\\ud800"]}', "cannot be read"),
        ('{"game": "shells", "seats": 2, "options": {}, "events": [[0, "1", "2"]]}', "cannot be read"),
        ('[Game "shells"]\n[Events 5]\n\n0:1', r"line 2: \[Events\] is one too many; events are written below"),
        ('[Game "shells"]\n[Game "shells"]', r"line 2: \[Game\] is one too many"),
        ("x" * (LONGEST + 1), "too long"),
        ("[" * 100_000, "malformed header"),
        ('{"a":' * 100_000, "cannot be read"),
    ],
)
def test_a_bad_file_is_refused_with_what_is_wrong(told: str, says: str) -> None:
    with pytest.raises(Refused, match=says):
        read(told)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"game": "chess"}, "unknown game"),
        ({"seats": 9}, "not played by 9"),
        ({"options": {"rounds": 8}}, "cannot be 8"),
        ({"events": [(0, "7")]}, "event 1"),
        ({"result": {"winners": [0], "scores": [9, 0]}}, "the match is not over"),
        ({"events": WHOLE, "result": {"winners": [0], "scores": [9, 0]}}, r"winners \(1,\), scores \(0, 1\)"),
        ({"events": WHOLE, "result": {"winners": [1], "scores": [0, 1], "reason": "time"}}, "is not that of the match"),
        ({"events": [*WHOLE, (0, "1")]}, "event 4"),
        ({"result": {"winners": [7], "scores": [], "reason": "resigned"}}, "impossible ending"),
        ({"result": {"winners": [0], "scores": [], "reason": "magic"}}, "impossible ending"),
        ({"result": {"winners": [0], "scores": [], "reason": "time", "seat": 7}}, "impossible ending"),
    ],
)
def test_a_match_that_cannot_have_happened_is_refused(changes: dict[str, object], says: str) -> None:
    told = {"game": "shells", "seats": 2, "options": {"rounds": 1}, "events": [], **changes}
    with pytest.raises(Refused, match=says):
        read(json.dumps(told)).replay(GAMES)


@given(st.integers(0, len(A_MATCH) - 1))
def test_a_record_cut_short_is_refused(length: int) -> None:
    with pytest.raises(Refused):
        read(A_MATCH[:length])


@given(st.text(alphabet='[]{}":*0123456789ab \n', max_size=60))
def test_no_file_crashes_the_reader(words: str) -> None:
    with suppress(Refused):
        read(words).replay(GAMES)


@given(st.lists(st.integers(1, 3), min_size=6, max_size=9), st.integers(0, 4), st.text(max_size=5))
def test_fair_luck_can_be_drawn_again(numbers: list[int], undo: int, secret: str) -> None:
    match, luck = fair_match(numbers, undo, secret or "x")
    told = read(to_json(record(match, luck)))
    assert told.luck is not None
    assert provable.verify(told.luck, told.replay(GAMES)) == sum(event.seat == -1 for event in match.log)


def test_a_changed_draw_or_secret_is_caught() -> None:
    match, luck = fair_match([1, 2, 3, 1, 2, 3])
    told = record(match, luck)
    forged = [(seat, text if seat != -1 else "shell:2") for seat, text in told.events]
    honest = [event for event in told.events if event[0] == -1]
    assert any(text != "shell:2" for _, text in honest)
    with pytest.raises(Refused, match="the draw should have been"):
        provable.verify(luck, MatchRecord("shells", 2, {}, forged).replay(GAMES))
    with pytest.raises(Refused, match="does not match the commitment"):
        provable.verify(replace(luck, secret="other"), match)


def test_luck_taken_back_does_not_come_again_the_same() -> None:
    """Otherwise a player could look at the luck, take back, and choose knowing it."""
    luck = provable.add(provable.commit("m1", "s"), ["", ""])
    assert len({provable.below(luck, provable.place(2, cuts), 1 << 60) for cuts in ([], [2], [2, 1], [0, 0, 0])}) == 4
    assert provable.place(2, [5, 9]) == provable.place(2, [])


def test_neither_side_alone_decides_the_luck() -> None:
    draws = {
        provable.below(provable.add(provable.commit("m", secret), [number]), "0.0", 1 << 60)
        for secret in "ab"
        for number in ("1", "2")
    }
    assert len(draws) == 4


def test_fair_draws_are_uniform() -> None:
    luck = provable.add(provable.commit("m", "s"), [])
    counts = [0] * 6
    for index in range(6000):
        counts[provable.below(luck, provable.place(index, []), 6)] += 1
    assert sum((count - 1000) ** 2 / 1000 for count in counts) < 20.5  # chi-square, 5 degrees: p = 0.001


def test_the_examples_of_the_browser_s_check_are_what_is_drawn_here() -> None:
    assert vectors.FILE.read_text() == vectors.written(), "run python -m tests.match.vectors"
