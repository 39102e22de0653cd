"""`recif train` on the command line."""

from dataclasses import replace
from pathlib import Path

import pytest

from recif.cli.main import parser
from recif.games import GAMES
from recif.games.core.contract import Refused


def run(*words: str, language: str = "en") -> int:
    arguments = parser(language).parse_args(words)
    return int(arguments.run(arguments, language))


def test_a_training_leaves_a_net_and_a_picture_and_goes_on_by_the_same_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, drawn = tmp_path / "run", tmp_path / "run.svg"
    words = ["train", "xok", "--folder", str(folder), "--generations", "1", "--games", "20", "--nodes", "10"]
    assert run(*words, "--jobs", "1", "--plot", str(drawn), language="fr") == 0
    told = capsys.readouterr()
    assert "génération 1\u00a0: 1/1 lots" in told.err
    assert "contre hunch:" in told.err
    assert (folder / "generation-1" / "net.npz").exists()
    assert "<svg" in drawn.read_text()
    assert run(*words, "--jobs", "1") == 0
    assert "generation 1" not in capsys.readouterr().err


def test_a_game_without_features_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "xok", replace(GAMES["xok"], features=None))
    with pytest.raises(Refused, match="no features to learn from"):
        run("train", "xok", "--folder", str(tmp_path))


def test_a_file_that_is_no_net_is_no_start(tmp_path: Path) -> None:
    bad = tmp_path / "bad.npz"
    bad.write_bytes(b"no net")
    with pytest.raises(Refused, match="is not a net"):
        run("train", "xok", "--folder", str(tmp_path / "run"), "--from", str(bad))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--policy", "--generations", "3"), "--generations and --policy do not go together"),
        (("--policy", "--from", "some.npz"), "--from and --policy do not go together"),
        (("--rounds", "9"), "--rounds goes only with --policy"),
    ],
)
def test_options_of_the_other_kind_of_training_are_refused(tmp_path: Path, words: tuple[str, ...], told: str) -> None:
    with pytest.raises(Refused, match=told):
        run("train", "kroc", "--folder", str(tmp_path / "run"), *words)
    assert not (tmp_path / "run").exists()
