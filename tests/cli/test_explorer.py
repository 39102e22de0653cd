"""`recif explorer`: a base of machine matches, made and gone on with."""

from pathlib import Path

import pytest

from recif.cli.main import parser
from recif.games import GAMES
from recif.games.core.contract import Refused
from recif.school import base


def run(*words: str, language: str = "en") -> None:
    args = parser(language).parse_args(["explorer", *words])
    assert args.run(args, language) == 0


def test_a_base_is_made_and_gone_on_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "xok.npz"
    run("xok", "--games", "2", "--level", "1", "--file", str(path))
    run("xok", "--games", "3", "--level", "1", "--file", str(path), language="fr")
    assert "3 parties" in capsys.readouterr().out
    assert len(base.read(path).events) == 3
    assert all(match.is_over for match in base.read(path).matches(GAMES["xok"]))


def test_an_unknown_game_and_a_file_that_is_no_base_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="no game is called 'chess'"):
        run("chess")
    (tmp_path / "xok.npz").write_text("no base")
    with pytest.raises(Refused, match="is not a base of matches"):
        run("xok", "--file", str(tmp_path / "xok.npz"))
