"""Records of the last program before 0.1.0 still open, replay and verify, by older rules too (`tests/old`)."""

from pathlib import Path

import msgspec
import pytest

from recif.games import GAMES, position
from recif.games.core.contract import LUCK, Refused
from recif.games.core.position import Position
from recif.match import provable
from recif.match.match import Match
from recif.match.record import MatchRecord, read, record, to_json, to_text
from recif.match.verification import verify

OLD = sorted((Path(__file__).parents[1] / "old").glob("*.txt"))


def told_in(path: Path) -> MatchRecord:
    return read(path.read_text())


def is_by_first_rules(path: Path) -> bool:
    """Of a game whose rules have changed since."""
    return path.stem.endswith("by-first-rules")


@pytest.mark.parametrize("path", OLD, ids=lambda path: path.stem)
def test_an_old_record_opens_replays_and_verifies(path: Path) -> None:
    told = told_in(path)
    match = told.replay(GAMES)
    assert told.rules == match.version == (1 if is_by_first_rules(path) else match.game.version)
    assert match.is_over
    assert told.luck is not None
    assert provable.verify(told.luck, match) == sum(seat == LUCK for seat, _ in told.events)
    assert all(check.is_good for check in verify(told, GAMES, told.key))


@pytest.mark.parametrize("path", OLD, ids=lambda path: path.stem)
def test_it_goes_out_again_as_it_came(path: Path) -> None:
    told = told_in(path)
    again = record(told.replay(GAMES), told.luck, names=told.names, date=told.date, pace=told.pace)
    again = msgspec.structs.replace(again, key=told.key, signature=told.signature)
    assert to_text(again) == path.read_text()


def test_a_game_that_todays_rules_forbid_is_refused_when_it_claims_them() -> None:
    (path,) = [path for path in OLD if path.stem == "xok-by-first-rules"]
    with pytest.raises(Refused, match="looks off the board"):
        msgspec.structs.replace(told_in(path), rules=2).replay(GAMES)


@pytest.mark.parametrize("write", [to_json, to_text])
@pytest.mark.parametrize("game", [game for game in GAMES.values() if game.version > 1], ids=lambda game: game.id)
def test_a_record_says_by_which_rules_it_was_played(game: object, write: object) -> None:
    for version in (1, 2):
        match = Match(game, version=version)  # type: ignore[arg-type]
        again = read(write(record(match)))  # type: ignore[operator]
        assert again.rules == version
        assert again.replay(GAMES).position == match.position


def test_rules_that_are_not_known_yet_are_refused_with_what_to_do() -> None:
    told = MatchRecord("xok", 2, {}, [], rules=9)
    with pytest.raises(Refused, match="unknown version 9 of the rules; this program knows 1 to 2, update"):
        told.replay(GAMES)


@pytest.mark.parametrize("path", OLD, ids=lambda path: path.stem)
def test_positions_by_old_rules_say_so_and_parse_back(path: Path) -> None:
    match = told_in(path).replay(GAMES)
    for state in match.before:
        old = Position(match.game, state)
        assert str(old).endswith(" @1") == is_by_first_rules(path)
        assert position(match.game.id, str(old)) == old
