"""An event of machines and programs: paired by the same engine as people's, kept in a folder, verified by anybody."""

import sys
from datetime import datetime
from pathlib import Path

import pytest

from recif.cli.leagues import next_time
from recif.cli.main import parser
from recif.events import entries as of
from recif.events.forms import Form
from recif.events.record import read_event
from recif.events.verification import verify_event
from recif.games import GAMES
from recif.games.core.contract import Refused
from recif.lab.league import League, LeagueHeld
from recif.match import record

SMALL = {"side": 4}
FOUR = ("random", "first", "nodes:5", "nodes:10")


def hold(folder: Path, league: League) -> LeagueHeld:
    league.check()
    held = LeagueHeld(league, folder, lambda: 1)
    held.hold()
    return held


def check(folder: Path) -> None:
    """What anybody can repeat."""
    told = read_event((folder / "event.json").read_bytes())
    assert [one.verdict for one in verify_event(told)] == ["holds"] * 5
    kept = [*(folder / "records").iterdir()]
    finished = [entry for entry in told.entries if isinstance(entry, of.BoardFinished)]
    assert len(kept) == len(finished) > 0
    for path in kept:
        assert record.read(path.read_bytes()).replay(GAMES).is_over


@pytest.mark.parametrize(("form", "rounds"), [("arena", 3), ("swiss", 2), ("round-robin", 0), ("knock-out", 0)])
def test_every_match_is_kept_and_the_whole_can_be_verified(tmp_path: Path, form: Form, rounds: int) -> None:
    held = hold(tmp_path, League("day", form, "xok", FOUR, rounds, 2, SMALL))
    assert held.event.is_over
    check(tmp_path)
    assert (tmp_path / "table.csv").read_text().count("\n") == 5


def test_one_that_was_interrupted_goes_on_where_it_stopped(tmp_path: Path) -> None:
    class Interrupted(Exception):
        """Control-C."""

    def stop(event: object) -> None:
        raise Interrupted

    league = League("day", "arena", "xok", FOUR, 3, 2, SMALL)
    with pytest.raises(Interrupted):
        LeagueHeld(league, tmp_path, lambda: 1).hold(1, stop)
    assert not (tmp_path / "event.json").exists()
    again = LeagueHeld(league, tmp_path, lambda: 2)
    assert len(again.event.rounds) == 1
    again.hold()
    check(tmp_path)
    version = again.event.version
    assert hold(tmp_path, league).event.version == version  # there is nothing left to do


def test_a_program_that_plays_what_it_may_not_loses_the_board(tmp_path: Path) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text("import sys\nfor line in sys.stdin: print('nonsense', flush=True)")
    held = hold(
        tmp_path / "day", League("day", "arena", "xok", ("random", f"program:{sys.executable} {bad}"), 1, 2, SMALL)
    )
    (board,) = held.event.boards
    assert [person.split(":")[0] for person in board.forfeits] == ["program"]


def test_one_command_holds_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = [
        "ladder",
        "xok",
        "random",
        "first",
        "--option",
        "side=4",
        "--form",
        "arena",
        "--rounds",
        "2",
        "--jobs",
        "1",
    ]
    with pytest.raises(Refused, match="--into"):
        run(*words)
    assert run(*words, "--into", str(tmp_path / "bots")) == 0
    said = capsys.readouterr().out
    assert "random" in said
    assert str(tmp_path / "bots" / "event.json") in said
    check(tmp_path / "bots")


def run(*words: str) -> int:
    args = parser("en").parse_args(words)
    return int(args.run(args, "en"))


@pytest.mark.parametrize(
    ("now", "at"),
    [
        (datetime(2026, 3, 1, 19, 59), datetime(2026, 3, 1, 20, 0)),
        (datetime(2026, 3, 1, 20, 0), datetime(2026, 3, 2, 20, 0)),
        (datetime(2026, 12, 31, 23, 0), datetime(2027, 1, 1, 20, 0)),
    ],
)
def test_each_day_has_its_hour(now: datetime, at: datetime) -> None:
    assert next_time(now, "20:00") == at


@pytest.mark.parametrize("words", ["24:00", "20", "8pm", "20:61"])
def test_an_hour_that_no_clock_shows_is_refused(words: str) -> None:
    with pytest.raises(SystemExit):
        parser("en").parse_args(["ladder", "xok", "1", "2", "--daily", words])
