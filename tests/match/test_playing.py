"""A position, one with a past and a match are played alike: one event, texts alone, or a list of events."""

from collections.abc import Callable

import pytest

from recif.games.core.contract import LUCK, Game, Refused
from recif.games.core.playing import CanPlay, Event
from recif.games.core.position import start
from recif.library.position import begun
from recif.match.match import Match
from tests.match.shells import SHELLS

ROUND = [Event(0, "1"), Event(1, "3"), Event(LUCK, "shell:6")]

every_kind = pytest.mark.parametrize("begin", [start, begun, Match], ids=["position", "with a past", "match"])
Begin = Callable[[Game], CanPlay]


@every_kind
def test_whoever_is_due_comes_next(begin: Begin) -> None:
    game = begin(SHELLS)
    for seat, text in 3 * ROUND:
        assert (game.due, game.is_luck_due) == (seat, seat == LUCK)
        game.happen(seat, text)
    assert game.is_over
    assert not game.is_luck_due


@every_kind
def test_events_told_by_their_texts_alone_are_of_whoever_is_due(begin: Begin) -> None:
    game = begin(SHELLS).follow(text for _, text in 2 * ROUND)
    assert (game.due, game.waiting) == (0, (0, 1))


@every_kind
def test_an_event_that_cannot_happen_is_refused_with_its_number(begin: Begin) -> None:
    game = begin(SHELLS)
    with pytest.raises(Refused, match=r"event 3 \(0, '2'\)") as refused:
        game.play_on([*ROUND[:2], Event(0, "2")])
    assert refused.value.code == "not-your-turn"
    assert game.is_luck_due, "what came before it has happened"


@every_kind
def test_nothing_follows_the_end(begin: Begin) -> None:
    game = begin(SHELLS).play_on(3 * ROUND)
    with pytest.raises(Refused, match="The game is over") as refused:
        game.follow(["1"])
    assert refused.value.code == "game-over"


def test_a_position_after_a_move_is_another_one() -> None:
    first = begun(SHELLS)
    after = first.after(0, 3).after(1, 2)
    assert (first.log, first.waiting, after.is_luck_due) == ((), (0, 1), True)


def test_a_move_by_its_number_is_in_the_log_as_its_text() -> None:
    game = begun(SHELLS).go(0, 3).go(1, 2).go(LUCK, 5)
    assert game.log == (Event(0, "3"), Event(1, "2"), Event(LUCK, "shell:6"))
    assert game.undo(3) == begun(SHELLS)


def test_a_position_hides_nothing_where_every_seat_knows_all() -> None:
    first = start(SHELLS)
    assert first.hides_nothing
    assert not first.after(0, 3).hides_nothing, "the others do not know what seat 0 has named"
