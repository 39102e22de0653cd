"""The log: what is refused, and with which words; standings are its fold and nothing else."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest

from recif.events import entries as of
from recif.events.live_event import fold
from recif.events.pairing import lots_of, pair_next
from recif.events.standings import standings
from recif.games.core.text import Refused
from tests.events.evenings import KROC, LUCK, MEDLEY, XOK, Evening


@contextmanager
def refused(code: str) -> Iterator[None]:
    """A refusal with this code, which says something in both languages."""
    with pytest.raises(Refused) as caught:
        yield
    assert caught.value.code == code
    assert caught.value.text.fr != caught.value.text.en


@pytest.mark.parametrize(
    ("form", "games", "settings", "code"),
    [
        ("swiss", XOK, {"rounds": 0}, "bad-rounds"),
        ("swiss", XOK, {"rounds": 51}, "bad-rounds"),
        ("swiss", KROC, {"rounds": 3, "seats": 4}, "bad-seats"),
        ("tables", XOK, {"rounds": 3, "seats": 4}, "bad-seats"),
        ("tables", (("quartet", (4,)),), {"rounds": 3, "seats": 3}, "bad-seats"),
        ("swiss", (), {"rounds": 3}, "no-game"),
        ("knock-out", XOK, {"best_of": 2}, "bad-numbers"),
        ("swiss", XOK, {"rounds": 3, "tie_breaks": ("luck",)}, "bad-tie-break"),
    ],
)
def test_settings_that_no_event_can_come_of_are_refused(form: str, games: Any, settings: Any, code: str) -> None:
    with refused(code):
        Evening(form, 0, games, **settings)


@pytest.mark.parametrize("form", ["swiss", "round-robin", "knock-out", "arena", "tables"])
@pytest.mark.parametrize("people", [0, 1])
def test_nobody_or_one_person_is_too_few(form: str, people: int) -> None:
    evening = Evening(form, people, KROC, rounds=2)
    with refused("too-few-people"):
        evening.pair()


@pytest.mark.parametrize("form", ["swiss", "round-robin", "knock-out", "arena", "tables"])
@pytest.mark.parametrize("people", [2, 3])
def test_two_or_three_people_can_hold_an_event(form: str, people: int) -> None:
    evening = Evening(form, people, KROC, rounds=1)
    evening.pair()
    evening.play()
    assert len(standings(evening.event, lots_of(evening.event, LUCK))) == people


def test_rounds_that_cannot_be_paired_are_told_of_before_the_first() -> None:
    evening = Evening("swiss", 4, rounds=4)
    with refused("too-many-rounds"):
        evening.pair()
    evening.add(of.EventCorrected(at=0, by="Lou", reason="we are four", rounds=3))
    assert evening.rounds(3) == 3


def test_when_everybody_has_left_the_director_is_told_what_to_do() -> None:
    evening = Evening("swiss", 4, rounds=3)
    evening.rounds(1)
    for person in list(evening.event.people):
        evening.add(of.PersonWithdrew(at=0, by="Lou", person=person))
    with refused("nobody-left"):
        evening.pair()
    evening.end()
    assert evening.event.is_over


def test_of_two_directors_the_slower_one_is_told_to_read_again() -> None:
    evening = Evening("swiss", 4, rounds=3)
    seen = evening.event.version
    evening.event.add(of.DirectorSaid(at=0, by="Lou", text="hello"), seen)
    with refused("event-changed"):
        evening.event.add(of.DirectorSaid(at=0, by="Sam", text="hello"), seen)


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        (of.DirectorSaid(at=0, by="p1", text="I direct"), "not-a-director"),
        (of.BoardAnnulled(at=0, by="Lou", round=1, board=1, reason=" "), "no-reason"),
        (of.EventCorrected(at=0, by="Lou", reason="", rounds=3), "no-reason"),
        (of.EventCorrected(at=0, by="Lou", reason="hm"), "nothing-to-correct"),
        (of.PersonJoined(at=0, by="Lou", person="p1", name="p1"), "already-here"),
        (of.PersonJoined(at=0, by="Lou", person="x", name="x" * 81), "too-long"),
        (of.PersonBack(at=0, by="Lou", person="p1"), "not-paused"),
        (of.PersonWithdrew(at=0, by="Lou", person="nobody"), "unknown-person"),
        (of.BoardFinished(at=0, by="Lou", round=1, board=9, places=(1, 2)), "unknown-board"),
        (of.BoardFinished(at=0, by="Lou", round=1, board=1, places=(1, 3)), "bad-places"),
        (of.BoardFinished(at=0, by="Lou", round=1, board=1, places=(1, 2, 3)), "bad-places"),
        (of.RoundPaired(at=0, by="Lou", round=2, game="xok", boards=(("p0", "p0"),)), "seated-twice"),
        (of.RoundPaired(at=0, by="Lou", round=7, game="xok", boards=()), "wrong-round"),
        (of.SeatForfeited(at=0, by="Lou", round=1, board=1, person="nobody"), "cannot-forfeit"),
        (of.EventEnded(at=0, by="Lou"), "still-playing"),
    ],
)
def test_an_entry_that_cannot_be_changes_nothing(entry: of.AnyEntry, code: str) -> None:
    evening = Evening("swiss", 4, rounds=3)
    evening.pair()
    version = evening.event.version
    with refused(code):
        evening.add(entry)
    assert evening.event.version == version
    assert len(evening.event.open_boards) == 2


def test_who_has_gone_on_in_a_knock_out_is_not_called_back() -> None:
    evening = Evening("knock-out", 4)
    evening.rounds(1)
    evening.pair()
    with refused("too-late"):
        evening.add(of.EventCorrected(at=0, by="Lou", reason="misread", round=1, board=1, places=(2, 1)))
    with refused("too-late"):
        evening.add(of.BoardAnnulled(at=0, by="Lou", round=1, board=1, reason="misread"))


def test_an_event_that_has_ended_stays_as_it_is() -> None:
    evening = Evening("swiss", 4, rounds=3)
    evening.end()
    with refused("event-over"):
        evening.join("late")
    with refused("event-over"):
        evening.pair()


def test_the_next_round_waits_for_the_results_of_this_one() -> None:
    evening = Evening("swiss", 4, rounds=3)
    evening.pair()
    with refused("still-playing"):
        evening.pair()


def test_half_a_point_is_for_one_round_asked_for_once_and_not_the_last() -> None:
    evening = Evening("swiss", 6, rounds=3)
    evening.add(of.PersonPaused(at=0, by="Lou", person="p1", half=True))
    assert evening.pair().halves == ("p1",)
    evening.play()
    second = evening.pair()
    assert "p1" in {*second.byes, *(person for board in second.boards for person in board)}
    with refused("no-half-byes"):
        evening.add(of.PersonPaused(at=0, by="Lou", person="p1", half=True))
    with refused("no-half-byes"):
        evening.add(of.PersonPaused(at=0, by="Lou", person="p2", half=True))


def test_who_comes_late_has_half_a_point_once_and_after_half_of_the_rounds_nobody_comes() -> None:
    evening = Evening("swiss", 8, rounds=5)
    evening.rounds(2)
    evening.join("late")
    (line,) = (line for line in standings(evening.event) if line.person == "late")
    assert line.points == 12
    evening.rounds(1)
    with refused("too-late"):
        evening.join("later")


def test_annulled_boards_count_for_nothing_and_may_be_played_again() -> None:
    evening = Evening("swiss", 2, rounds=1)
    evening.pair()
    evening.finish(evening.event.board(1, 1), (1, 2))
    evening.add(of.BoardAnnulled(at=0, by="Sam", round=1, board=1, reason="wrong board", replay=True))
    assert [line.points for line in standings(evening.event)] == [0, 0]
    evening.finish(evening.event.board(1, 1), (1, 1))
    evening.add(of.EventCorrected(at=0, by="Sam", reason="misread", round=1, board=1, places=(2, 1)))
    assert [line.points for line in standings(evening.event)] == [24, 0]
    evening.add(of.BoardAnnulled(at=0, by="Sam", round=1, board=1, reason="never mind"))
    assert not evening.event.open_boards
    assert [line.points for line in standings(evening.event)] == [0, 0]


@pytest.mark.parametrize(
    ("form", "games", "settings"),
    [
        ("swiss", XOK, {"rounds": 4}),
        ("round-robin", XOK, {}),
        ("knock-out", XOK, {"has_consolation": True, "best_of": 3}),
        ("arena", XOK, {"has_streaks": True}),
        ("tables", MEDLEY, {"rounds": 5, "seats": 4, "is_drawn": True}),
    ],
)
def test_the_fold_of_every_prefix_is_what_it_was_then(form: str, games: Any, settings: Any) -> None:
    """Written to a file and read again, too: nothing is known that is not in the entries."""
    evening = Evening(form, 9, games, **settings)
    event, seen = fold(evening.log), []
    evening.rounds(4)
    for entry in evening.log[10:]:
        if isinstance(entry, of.RoundPaired):
            assert pair_next(event, LUCK, 0, "Lou") == entry
        event.add(entry)
        seen.append(standings(event, lots_of(event, LUCK)))
    data = msgspec.json.encode(evening.log)
    read = msgspec.json.decode(data, type=list[of.AnyEntry])
    for count, table in enumerate(seen[::5]):
        event = fold(read[: 11 + 5 * count])
        assert standings(event, lots_of(event, LUCK)) == table
