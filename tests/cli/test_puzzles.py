"""`recif puzzles`: looking for more, wherever the work is done."""

from pathlib import Path

import pytest

from recif.cli.main import parser
from recif.games.core.contract import Refused
from recif.school.puzzles.mining import Mine, dig, written


def run(*words: str, language: str = "en") -> None:
    args = parser(language).parse_args(["puzzles", *words])
    assert args.run(args, language) == 0


def test_two_processes_find_what_one_process_finds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Clusters do the same work: `tests/lab/test_bulk.py`."""
    into, mine = tmp_path / "puzzles.txt", Mine("kroc", 1, seed=3)
    words = ("--count", "1", "--seed", "3", "--jobs", "2", "--cluster", "local", "--into", str(into))
    run("kroc", *words, "--folder", str(tmp_path / "run"))
    assert into.read_text(encoding="utf-8") == written(mine, dig(mine, tmp_path / "alone"))
    assert "puzzles after" in capsys.readouterr().err


def test_an_unknown_game_and_cluster_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="no game is called 'chess'"):
        run("chess")
    with pytest.raises(Refused, match="--cluster takes local, dask"):
        run("kroc", "--cluster", "moon", "--folder", str(tmp_path))
