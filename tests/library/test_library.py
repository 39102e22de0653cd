"""`import recif`: what the guide docs/python.md promises."""

import doctest
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import recif
from recif.games.core import position as core_position
from recif.games.core.contract import LUCK, Refused
from recif.games.core.luck import seeded
from recif.library import playing, position, record
from tests.games.setups import SETUPS, Setup, random_game

GUIDE = Path(__file__).parents[2] / "docs" / "python.md"
README = Path(__file__).parents[2] / "README.md"
every_setup = pytest.mark.parametrize("setup", SETUPS[::9], ids=str)


def played(setup: Setup, events: int) -> recif.Position:
    """A game with this many events, all of them by text."""
    game = recif.start(setup.game.id, setup.seats, **setup.options)
    for at, (seat, number) in random_game(setup, 5):
        if len(game.log) == events:
            break
        text = setup.game.words.text(at.state, seat, number)
        if seat == LUCK:
            game.befall(text)
        else:
            game.play(seat, text)
    return game


MODULES = [(recif, 3), (position, 3), (record, 3), (playing, 3), (core_position, 0)]


@pytest.mark.parametrize(("module", "many"), MODULES, ids=[module.__name__ for module, _ in MODULES])
def test_what_the_docstrings_show_happens(module: ModuleType, many: int) -> None:
    found = doctest.testmod(module)
    assert found.attempted > many
    assert not found.failed


@pytest.mark.parametrize(("page", "many"), [(GUIDE, 20), (README, 6)], ids=("guide", "README"))
def test_what_the_pages_show_happens(page: Path, many: int) -> None:
    found = doctest.testfile(str(page), module_relative=False)
    assert found.attempted > many
    assert not found.failed


def test_the_bot_of_the_guide_has_at_most_twenty_lines() -> None:
    section = GUIDE.read_text().split("## Write a bot in 20 lines")[1].split("## ")[0]
    assert 10 < len(re.findall(r"^    (>>>|\.\.\.)", section, re.MULTILINE)) <= 20


def test_every_public_name_is_there_and_documented() -> None:
    for name in recif.__all__:
        assert getattr(recif, name) is not None
        assert name in dir(recif)
        assert f"`recif.{name}" in GUIDE.read_text(), name
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        recif.chess  # noqa: B018


def test_importing_recif_loads_no_compiler() -> None:
    code = "import sys, recif; sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@every_setup
def test_undoing_goes_back_event_by_event(setup: Setup) -> None:
    game = played(setup, 25)
    states = [played(setup, n) for n in range(0, 25, 6)]
    log = game.log
    for before in reversed(states):
        game.undo(len(game.log) - len(before.log))
        assert game == before
        assert game.log == log[: len(before.log)]


@every_setup
def test_a_record_brings_the_game_back(setup: Setup) -> None:
    game = played(setup, 100_000)
    assert game.is_over
    names = ("Ana", "Théo", "Zoé", "Lou", "Max")[: game.seats]
    told = recif.Record.of(game, names=names)
    for again in (recif.Record.read(str(told)), recif.Record.read(told.json.encode())):
        assert again.position() == game
        assert again.events == told.events
        assert again.names == names
        assert again.result is not None
        assert again.result.winners == game.winners
    assert told.position(0) == recif.start(setup.game.id, setup.seats, **setup.options)
    with pytest.raises(Refused, match=f"the game has {len(told)}"):
        told.position(len(told) + 1)


def test_records_go_to_files_and_back(tmp_path: Path) -> None:
    told = recif.Record.of(recif.start("xok").play(0, "e5e6"))
    for name in ("game.txt", "game.json"):
        told.write(tmp_path / name)
        assert recif.Record.read(tmp_path / name) == told
    assert (tmp_path / "game.json").read_text().startswith("{")
    told.write(str(tmp_path / "named.txt"))
    assert recif.Record.read(tmp_path / "named.txt") == told


def test_a_record_that_cannot_have_happened_is_refused() -> None:
    told = str(recif.Record.of(recif.start("xok").play(0, "e5e6")))
    with pytest.raises(Refused, match="event 2"):
        recif.Record.read(told.rstrip() + " 1:e5e6")


def test_a_position_from_the_middle_has_no_record() -> None:
    with pytest.raises(Refused, match=r"begin with recif\.start"):
        recif.Record.of(recif.position("xok", "5 w e5,e6 e7,f7"))


def test_a_refused_move_changes_nothing() -> None:
    game = recif.start("xok").play(0, "e5e6")
    before = bytes(game), game.log
    for seat, text in ((0, "a1a2"), (1, "e5e6"), (1, "x"), (7, "a1a2")):
        with pytest.raises(Refused):
            game.play(seat, text)
    with pytest.raises(Refused, match="No luck is due"):
        game.draw(1)
    assert (bytes(game), game.log) == before


def test_a_copy_goes_its_own_way_with_its_past() -> None:
    game = recif.start("xok").play(0, "e5e6")
    twin = game.copy().play(1, "e7f7")
    assert [event.text for event in twin.log] == ["e5e6", "e7f7"]
    assert twin.undo() == game


def test_the_same_seed_draws_the_same_luck_and_each_draw_its_own() -> None:
    one, two = recif.start("kroc", 5), recif.start("kroc", 5)
    while not one.waiting:
        assert one.draw(7) == two.draw(7)
    assert len({recif.start("kroc", 5).draw(seed) for seed in range(40)}) > 3


def test_a_level_plays_by_the_view_alone() -> None:
    """Two worlds that look the same to a seat get the same move from it."""
    game = recif.start("crabs")
    while not game.waiting:
        game.draw(3)
    seat = game.waiting[0]
    other = game.view(seat)
    other.game.rules.guess(other.state, seat, seeded(99))
    assert bytes(other) != bytes(game)
    for seed in range(3):
        assert recif.choose(game, seat, level=3, seed=seed) == recif.choose(other, seat, level=3, seed=seed)


def test_a_search_tells_texts_shares_and_chances() -> None:
    game = recif.start("kroc", 3)
    while not game.waiting:
        game.draw(1)
    found = recif.search(game, 1, nodes=300, seed=2)
    assert found == recif.search(game, 1, nodes=300, seed=2)
    assert {idea.text for idea in found.ideas} == set(game.moves(1))
    assert sum(idea.share for idea in found.ideas) == pytest.approx(1)
    assert found.is_mixed
    assert len(found.chances) == 3


def test_who_has_nothing_to_decide_is_told_so() -> None:
    game = recif.start("xok")
    for ask in (recif.choose, recif.search):
        with pytest.raises(Refused, match="whose turn it is: 0"):
            ask(game, 1)
    levels: list[Any] = [12, 0, "3", None]
    for level in levels:
        with pytest.raises(Refused, match=f"there is no level {level!r}; levels are the numbers from 1 to 9"):
            recif.choose(game, level=level)


def test_nobody_decides_when_luck_is_due_or_the_game_is_over() -> None:
    dealt = recif.start("crabs")
    won = recif.position("xok", "5 w e1,e2,e3,e4,e5,e6,e7,e8 a1,a2,b1,b2")
    won.play(0, "e9f9")
    for ask in (recif.choose, recif.search):
        for seat in (None, 0):
            with pytest.raises(Refused, match="Luck is due"):
                ask(dealt, seat)
            with pytest.raises(Refused, match="The game is over"):
                ask(won, seat)


@pytest.mark.parametrize(
    "budget", [{"nodes": 0}, {"nodes": -1}, {"nodes": 1.5}, {"seconds": 0}, {"seconds": -1.0}, {"threads": 0}]
)
def test_a_search_without_a_budget_is_refused(budget: dict[str, Any]) -> None:
    with pytest.raises(Refused, match="not " + re.escape(str(*budget.values()))):
        recif.search(recif.start("xok"), **budget)


@pytest.mark.parametrize("seat", [2, -3, 9, "0", None])
def test_nobody_sees_from_a_seat_that_is_not_there(seat: Any) -> None:
    with pytest.raises(Refused, match="There is no seat"):
        recif.start("xok").view(seat)


@pytest.mark.parametrize("names", [["Ana"], ["Ana", "Théo", "Zoé"], "ab"])
def test_a_record_has_a_name_for_each_seat_or_none(names: Any) -> None:
    with pytest.raises(Refused, match="one for each seat"):
        recif.Record.of(recif.start("xok"), names=names)
    assert recif.Record.of(recif.start("xok"), names=["Ana", "Théo"]).names == ("Ana", "Théo")


def test_a_file_that_is_named_by_a_text_is_told_apart_from_a_record() -> None:
    with pytest.raises(Refused, match=re.escape("to read a file: Record.read(Path('nofile.txt'))")):
        recif.Record.read("nofile.txt")
    with pytest.raises(Refused, match=r"x{60}…"):
        recif.Record.read("x" * 10_000)


@pytest.mark.parametrize("seat", [2, 5, -1, "0", None, True])
def test_a_seat_that_is_not_there_has_no_moves_to_list(seat: Any) -> None:
    game = recif.start("xok")
    for ask in (game.moves, game.numbers, game.random_move):
        with pytest.raises(Refused, match="There is no seat"):
            ask(seat)


def test_who_does_not_wait_has_no_move() -> None:
    game = recif.start("xok")
    assert dict(game.moves(1)) == {}
    with pytest.raises(Refused, match="It is not your turn"):
        game.random_move(1)


@every_setup
def test_moves_read_like_each_of_them_and_stay_what_they_were(setup: Setup) -> None:
    for at, (seat, _) in random_game(setup, 8):
        for asked in at.waiting:
            state, numbers = at.state, at.numbers(asked)
            texts = {setup.game.words.text(state, asked, number): number for number in numbers}
            moves = at.moves(asked)
            assert list(moves) == sorted(texts)
            assert moves == texts
            assert len(moves) == len(numbers)
            assert all(at.number(asked, text) == number for text, number in texts.items())
        if seat >= 0:
            moves = at.moves(seat)
            at.copy().play(seat, next(iter(moves)))
            assert moves == at.moves(seat)


@every_setup
def test_random_moves_are_legal_and_all_come_up(setup: Setup) -> None:
    game = recif.start(setup.game.id, setup.seats, **setup.options)
    while not game.waiting:
        game.draw(2)
    seat, rng = game.waiting[0], seeded(4)
    drawn = {game.random_move(seat, rng) for _ in range(30 * len(game.moves(seat)))}
    assert drawn == set(game.moves(seat))
    assert game.random_move(seat, 7) == game.random_move(seat, 7)


def test_a_search_is_shown_in_a_line() -> None:
    found = recif.search(recif.start("xok"), nodes=300)
    assert len(repr(found)) < 120
    assert repr(found.best) in repr(found)


def test_every_room_of_the_library_is_listed() -> None:
    for name, room in recif._HOMES.items():
        assert getattr(import_module(room), name) is getattr(recif, name)
    assert sorted(recif._HOMES) == sorted(recif.__all__)
