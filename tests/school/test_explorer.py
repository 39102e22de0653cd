"""The explorer: what was played in a position, and how it scored; and the bases of machine matches."""

from pathlib import Path

import pytest

from recif.games import GAMES, start
from recif.games.core.contract import Refused
from recif.match.match import Match, replay
from recif.school import base
from recif.school.base import LARGEST, Plan, grow
from recif.school.explorer import Book, Tried, tried

SHORT = {"side": 4}


def resigned(events: list[tuple[int, str]], winner: int) -> Match:
    match = replay(GAMES["xok"], 2, SHORT, events)
    match.end("resigned", [winner], 1 - winner)
    return match


def test_moves_are_counted_with_their_share_of_wins() -> None:
    book = Book([resigned([(0, "d4d5")], 0), resigned([(0, "d4d5")], 1), resigned([(0, "c3c4")], 0)])
    found = tried([book], start("xok", **SHORT), 0)
    assert found == [Tried("d4d5", 2, 0.5), Tried("c3c4", 1, 1.0)]
    assert book.matches == 3


def test_two_ways_to_one_position_count_together_and_so_do_two_books() -> None:
    one = [(0, "d4d5"), (1, "a1a2"), (0, "c3c4"), (1, "b1b2")]
    other = [(0, "c3c4"), (1, "a1a2"), (0, "d4d5"), (1, "b1b2")]
    at = replay(GAMES["xok"], 2, SHORT, one[:3]).position
    books = [Book([resigned(one, 1)]), Book([resigned(other, 0)])]
    assert tried(books, at, 1) == [Tried("b1b2", 2, 0.5)]


def test_a_match_without_a_winner_tells_nothing() -> None:
    match = replay(GAMES["xok"], 2, SHORT, [(0, "d4d5")])
    match.end("aborted")
    book = Book([match, replay(GAMES["xok"], 2, SHORT, [(0, "d4d5")])])
    assert book.matches == 0
    assert tried([book], start("xok", **SHORT), 0) == []


@pytest.mark.parametrize("game", ["xok", "kroc"])
def test_a_base_that_was_interrupted_goes_on_as_if_it_had_not_been(game: str, tmp_path: Path) -> None:
    part, whole = tmp_path / "part.npz", tmp_path / "whole.npz"
    grow(GAMES[game], Plan(1), 2, part)
    assert grow(GAMES[game], Plan(1), 4, part) == grow(GAMES[game], Plan(1), 4, whole) == base.read(part)
    assert all(match.is_over for match in base.read(part).matches(GAMES[game]))


def test_a_base_made_otherwise_is_made_anew(tmp_path: Path) -> None:
    path = tmp_path / "base.npz"
    grow(GAMES["xok"], Plan(1, seed=1), 2, path)
    assert len(grow(GAMES["xok"], Plan(1, seed=2), 1, path).events) == 1


def test_a_file_that_is_no_base_is_refused(tmp_path: Path) -> None:
    (tmp_path / "base.npz").write_text("no base")
    with pytest.raises(Refused, match="make it again with recif explorer"):
        base.read(tmp_path / "base.npz")


@pytest.mark.parametrize("game", GAMES)
def test_the_base_of_every_game_is_small_and_its_matches_can_have_happened(game: str) -> None:
    path = base.path_of(GAMES[game])
    assert path.stat().st_size <= LARGEST
    known = base.read(path)
    assert known.rules == GAMES[game].version
    assert len(known.events) >= 200
    first = next(known.matches(GAMES[game]))
    assert first.is_over
    assert list(first.numbers) == known.events[0]
