"""Matches between two players."""

import pytest

from recif.games import GAMES, start
from recif.games.core.contract import Refused
from recif.lab.arena import Bout, hold, is_decided, play_game, play_turn
from recif.lab.players import KINDS, player
from recif.lab.statistics import Duel
from recif.mind.search.think import View
from recif.mind.selfplay import Chooser

SMALL = {"side": 4}


def test_a_game_of_a_bout_can_be_played_again() -> None:
    bout = Bout("xok", "nodes:20", "random", options=SMALL)
    assert [play_game(bout, n) for n in range(4)] == [play_game(bout, n) for n in range(4)]


@pytest.fixture
def sat(monkeypatch: pytest.MonkeyPatch) -> set[tuple[str, int]]:
    """Players `watched:NAME`, of whom each seat has a habit of its own, leave behind who sat where."""
    seats: set[tuple[str, int]] = set()

    def watched(name: str) -> Chooser:
        def play(view: View, seed: int) -> int:
            seats.add((name, view.seat))
            return view.position.numbers(view.seat)[view.seat]

        return play

    monkeypatch.setitem(KINDS, "watched", watched)
    return seats


def test_seats_are_swapped_in_the_second_game_of_a_pair(sat: set[tuple[str, int]]) -> None:
    bout = Bout("xok", "watched:a", "watched:b", options=SMALL)
    for number, seats in enumerate([{("a", 0), ("b", 1)}, {("a", 1), ("b", 0)}, {("a", 0), ("b", 1)}]):
        sat.clear()
        play_game(bout, number)
        assert sat == seats


def test_the_games_of_a_pair_share_their_luck(sat: set[tuple[str, int]]) -> None:
    """Two who play alike: what one wins from a seat, the other wins from it in the next game, but for no longer."""
    bout = Bout("kroc", "watched:a", "watched:b")
    points = [play_game(bout, number) for number in range(20)]
    assert [one + two for one, two in zip(points[::2], points[1::2], strict=True)] == [1.0] * 10
    assert len(set(points[::2])) > 1


def test_one_who_sits_alone_sits_everywhere_in_turn_with_the_same_luck(sat: set[tuple[str, int]]) -> None:
    bout = Bout("kroc", "watched:a", "watched:b", seats=3, alone=True)
    points = []
    for number in range(30):
        sat.clear()
        points.append(play_game(bout, number))
        assert sat == {("a" if seat == number % 3 else "b", seat) for seat in range(3)}
    assert [sum(points[at : at + 3]) for at in range(0, 30, 3)] == pytest.approx([1.0] * 10)


def test_a_fair_share_of_one_who_sits_alone_is_one_of_as_many_as_sit_there() -> None:
    """Nor does a match stop early that only half of the points would decide."""
    outcome = hold(Bout("kroc", "random", "random", seats=4, games=40, alone=True))
    assert (outcome.fair, outcome.games, outcome.elo) == (0.25, 40, None)
    assert hold(Bout("kroc", "nodes:300", "random", seats=4, games=40, alone=True)).verdict == "stronger"


def test_a_bout_counts_its_games() -> None:
    outcome = hold(Bout("xok", "nodes:30", "random", options=SMALL, games=6, early=False))
    assert outcome.games == len(outcome.points) == 6
    assert outcome.low <= outcome.rate <= outcome.high


def test_a_bout_ends_early_once_it_is_decided() -> None:
    tally = Duel()
    for _ in range(20):
        tally = tally.add(1.0)
    assert is_decided(tally, Bout("xok", "2", "1"))
    assert not is_decided(tally.add(1.0), Bout("xok", "2", "1"))  # half a pair


def test_no_game_is_played_after_the_decision() -> None:
    outcome = hold(Bout("xok", "nodes:60", "random", options=SMALL, games=200))
    assert outcome.verdict == "stronger"
    assert 20 <= outcome.games < 200


def test_all_waiting_seats_are_asked_before_anything_is_played() -> None:
    at = start("kroc", 3)
    while not at.waiting:
        at.befall(min(at.luck()))
    asked: list[tuple[int, tuple[int, ...]]] = []

    def watching(view: View, seed: int) -> int:
        asked.append((view.seat, view.position.waiting))
        return view.position.numbers(view.seat)[0]

    play_turn(at, lambda _: watching, seed=1)
    assert asked == [(0, (0, 1, 2)), (1, (0, 1, 2)), (2, (0, 1, 2))]


@pytest.mark.parametrize("words", ["", "9x", "uct:", "nodes:many", "clairvoyant:3"])
def test_a_player_nobody_knows_is_refused(words: str) -> None:
    with pytest.raises(Refused, match="unknown player"):
        player(words)


def test_the_games_of_a_pair_share_their_opening(monkeypatch: pytest.MonkeyPatch) -> None:
    first_seen: list[bytes] = []

    def watched(_: str) -> Chooser:
        seen: list[bytes] = []

        def play(view: View, seed: int) -> int:
            if not seen:
                seen.append(view.state.tobytes())
                first_seen.append(seen[0])
            return view.position.numbers(view.seat)[0]

        return play

    monkeypatch.setitem(KINDS, "watched", watched)
    bout = Bout("xok", "watched:a", "watched:b", options=SMALL, opening=6)
    for number in range(8):
        play_game(bout, number)
    starts = [min(first_seen[i : i + 2], key=first_seen.index) for i in range(0, len(first_seen), 2)]
    assert starts[::2] == starts[1::2]
    assert len(set(starts)) > 1


@pytest.mark.parametrize("words", ["net:nowhere.npz:100", "hunch:50"])
def test_players_with_and_without_a_net_have_names(words: str) -> None:
    assert callable(player(words))


def test_a_net_that_is_not_there_is_refused() -> None:
    with pytest.raises(Refused, match=r"nowhere\.npz is not a net"):
        player("net:nowhere.npz:100")(View(start("xok", side=4), 0), 1)


@pytest.mark.parametrize("game", GAMES)
def test_whoever_takes_the_first_good_thing_in_sight_beats_level_1_half_of_the_time(game: str) -> None:
    assert hold(Bout(game, "obvious", "1", games=40, early=False)).rate >= 0.5
