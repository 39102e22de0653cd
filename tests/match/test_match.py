"""A match is its log: choices made at once, luck from any source, taking back, endings."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recif.bots.program import Fault
from recif.games import GAMES
from recif.games.core.contract import LUCK, Refused, Text
from recif.match.match import Event, Match, Refusal, replay
from tests.match.shells import SHELLS


def lowest(n: int) -> int:
    return 0


def test_choices_made_at_once_stay_out_of_the_log_until_the_last_is_in() -> None:
    match = Match(SHELLS, 3)
    before = bytes(match.position)
    assert match.play(2, "3") == []
    assert match.play(0, "1") == []
    assert (match.waiting, match.log, bytes(match.position)) == ((1,), [], before)
    assert match.play(1, "2") == [Event(0, "1"), Event(1, "2"), Event(2, "3")]
    assert match.is_luck_due


def test_taking_back_starts_with_the_choice_that_was_made_or_changed_last() -> None:
    match = Match(SHELLS, 3)
    match.play(0, "1")
    match.play(1, "2")
    match.play(0, "3")
    match.undo()
    assert match.choices == {1: "2"}


def test_a_choice_can_be_changed_while_others_think() -> None:
    match = Match(SHELLS, 2)
    match.play(0, "1")
    match.play(0, "3")
    assert match.play(1, "2")[0] == Event(0, "3")


def test_a_refused_move_changes_nothing_and_says_why() -> None:
    match = Match(SHELLS, 2)
    with pytest.raises(Refused, match="Say 1, 2 or 3") as refused:
        match.play(0, "4")
    assert refused.value.code == "not-a-number"
    assert not match.choices
    assert match.waiting == (0, 1)


def test_a_move_that_could_be_played_is_refused_once_the_match_has_ended() -> None:
    match, text = Match(SHELLS, 2), "1"
    assert match.why(0, text) is None
    match.end("aborted")
    with pytest.raises(Refused, match="over"):
        match.play(0, text)
    assert match.log == []


@pytest.mark.parametrize("seat", [-1, 2, 99, True, None, "0"])
def test_only_seats_of_the_match_play(seat: int) -> None:
    with pytest.raises(Refused) as refused:
        Match(SHELLS, 2).play(seat, "1")
    assert refused.value.code == "no-such-seat"


def test_luck_is_weighted_and_drawn_from_the_source_given() -> None:
    drawn = []
    for k in range(10):
        match = Match(SHELLS, 2)
        match.play(0, "1")
        match.play(1, "2")
        drawn.append(match.draw(lambda n, k=k: k).text)  # type: ignore[misc]
    assert drawn == [f"shell:{worth}" for worth in (1, 2, 3, 4, 5, 6, 6, 6, 6, 6)]


def test_luck_is_refused_when_it_is_not_due() -> None:
    match = Match(SHELLS, 2)
    with pytest.raises(Refused):
        match.draw(lowest)
    with pytest.raises(Refused):
        match.befall("shell:1")
    assert match.log == []


def test_taking_back_one_of_two_choices_made_at_once_leaves_the_other_pending() -> None:
    match = Match(SHELLS, 2)
    match.play(0, "1")
    match.play(1, "2")
    match.undo()
    assert (match.choices, match.waiting, match.log) == ({0: "1"}, (1,), [])
    match.undo()
    assert (match.choices, match.waiting) == ({}, (0, 1))
    with pytest.raises(Refused):
        match.undo()


def test_resigning_ends_a_match_and_taking_back_reopens_it() -> None:
    match = played([1, 2, 3, 1])
    match.end("resigned", [1], 0)
    assert match.result is not None
    assert (match.result.winners, match.result.reason, match.waiting) == ((1,), "resigned", ())
    with pytest.raises(Refused) as refused:
        match.play(0, "1")
    assert refused.value.code == "game-over"
    match.undo()
    assert match.result is None


def played(numbers: list[int], seats: int = 2) -> Match:
    """A match in which the waiting seats say these numbers in turn, and luck is the lowest."""
    match = Match(SHELLS, seats)
    for number in numbers:
        while match.is_luck_due:
            match.draw(lowest)
        if match.is_over:
            break
        match.play(match.waiting[0], str(number))
    return match


@given(st.lists(st.integers(1, 3), max_size=12), st.sampled_from([2, 3]))
def test_the_position_is_the_fold_of_the_log(numbers: list[int], seats: int) -> None:
    match = played(numbers, seats)
    again = replay(SHELLS, seats, None, match.log)
    assert (bytes(again.position), again.log) == (bytes(match.position), match.log)


@given(st.lists(st.integers(1, 3), min_size=1, max_size=12), st.data())
def test_taking_back_gives_the_match_as_it_was(numbers: list[int], data: st.DataObject) -> None:
    match = played(numbers)
    events = match.log + [Event(*choice) for choice in match.choices.items()]
    count = data.draw(st.integers(1, len(events)))
    match.undo(count)
    again = replay(SHELLS, 2, None, events[: len(events) - count])
    assert (bytes(again.position), again.log, again.choices) == (bytes(match.position), match.log, match.choices)


def test_choices_made_at_once_are_told_to_everybody_once_all_are_in() -> None:
    match = played([3, 1])
    assert [match.told(0, viewer)[0] for viewer in (0, 1, -1)] == ["3", "3", "3"]
    match.draw(lowest)
    assert match.log[-1] == Event(LUCK, "shell:1")


def test_a_log_that_cannot_have_happened_names_the_event() -> None:
    with pytest.raises(Refused, match=r"event 3 \(-1, 'shell:9'\)"):
        replay(SHELLS, 2, None, [(0, "1"), (1, "1"), (LUCK, "shell:9")])


def test_a_refusal_comes_back_whole_from_another_process() -> None:
    with pytest.raises(Refusal) as raised:
        Match(GAMES["xok"]).play(0, "a1a3")
    there = raised.value
    here = pickle.loads(pickle.dumps(there))
    assert (type(here), str(here), here.code, here.text, here.why) == (
        Refusal,
        str(there),
        there.code,
        there.text,
        there.why,
    )
    fault = Fault("silent", Text("silence", "silence"))
    fault.seat = 1
    assert pickle.loads(pickle.dumps(fault)).seat == 1
