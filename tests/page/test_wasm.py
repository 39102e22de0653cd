"""A game compiled to WebAssembly is the game, bit for bit."""

from pathlib import Path

import pytest

from recif.games import GAMES
from recif.page.wasm.binary import ByteReader, signed, unsigned
from recif.page.wasm.linker import CannotLink, link
from tests.games.copies import ROOT, python
from tests.page.facts import SIZES, facts
from tests.page.pages import compare


@pytest.mark.parametrize("game", GAMES)
def test_a_page_plays_sees_guesses_searches_and_chooses_as_native_code_does(game: str, tmp_path: Path) -> None:
    fewest = 40 if game == "kroc" else 12  # it has most setups, and seats that choose at once
    assert compare(tmp_path, GAMES[game], "short") > fewest
    assert {file.name for file in tmp_path.iterdir()} == {f"{game}.wasm", f"{game}.json"}


@pytest.mark.parametrize("game", GAMES)
def test_plain_rules_agree_with_native_code_on_what_is_seen_and_guessed(game: str) -> None:
    plain = python(ROOT, "-m", "tests.page.facts", game, "rules", NUMBA_DISABLE_JIT="1")
    assert plain.returncode == 0, plain.stderr
    assert plain.stdout.splitlines() == list(facts(GAMES[game], SIZES["rules"]))


@pytest.mark.parametrize("number", [0, 1, 63, 64, 127, 128, 16_383, 16_384, 2**31, 2**32 - 1])
def test_numbers_of_webassembly_are_read_as_they_were_written(number: int) -> None:
    assert ByteReader(unsigned(number)).unsigned() == number
    for told in (number, -number):
        assert ByteReader(signed(told)).signed() == told
    assert len(signed(number >> 1, 5)) == 5
    assert ByteReader(signed(-(number >> 1), 5)).signed() == -(number >> 1)


@pytest.mark.parametrize("data", [b"", b"\0asm\2\0\0\0", b"\0asm\1\0\0\0\x06\0"])
def test_what_cannot_be_linked_is_refused(data: bytes) -> None:
    with pytest.raises(CannotLink):
        link(data, [])


def test_what_is_wanted_and_not_there_is_named() -> None:
    with pytest.raises(CannotLink, match="no play, waiting"):
        link(b"\0asm\1\0\0\0", ["waiting", "play"])
