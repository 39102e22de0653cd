"""Sets of cells as whole numbers: compiled or not, by one instruction of the processor or without it, the same."""

import os
import subprocess
import sys

import numba
import pytest
from hypothesis import given
from hypothesis import strategies as st

from recif.games.core import bits
from recif.games.core.native import instructions

WORDS = st.integers(1, (1 << 63) - 1)
EDGES = [1, 2, 3, 1 << 31, 1 << 32, 1 << 62, (1 << 63) - 1, 0x5555_5555_5555_5555, 0x7FFF_0000_0000_0001]


def places(word: int) -> list[int]:
    return [place for place in range(63) if word >> place & 1]


def looked_up(word: int, k: int) -> tuple[int, int, int, int]:
    return bits.popcount(word), bits.lowest(word), bits.nth_bit(word, k), bits.nth_by_halves(word, k)


compiled = numba.njit(looked_up)


@given(WORDS)
def test_bits_are_counted_and_found(word: int) -> None:
    found = places(word)
    assert (bits.popcount(word), bits.lowest(word)) == (len(found), found[0])
    assert [bits.nth_bit(word, k) for k in range(len(found))] == found


@given(WORDS)
def test_what_is_compiled_finds_the_same(word: int) -> None:
    found = places(word)
    for k, place in enumerate(found):
        assert compiled(word, k) == (len(found), found[0], place, place)


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
@pytest.mark.parametrize("word", EDGES)
@pytest.mark.parametrize("has_it", [True, False])
def test_processors_without_the_instruction_find_the_same(
    word: int, has_it: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if has_it and not instructions.HAS_DEPOSIT:
        pytest.skip("this processor has no such instruction")
    monkeypatch.setattr(instructions, "HAS_DEPOSIT", has_it)
    find = numba.njit(instructions._nth_bit(numba.int64, numba.int64))
    assert [find(word, k) for k in range(bits.popcount(word))] == places(word)
    made = "\n".join(find.inspect_asm().values())
    assert ("pdep" in made) is has_it


def test_code_for_any_processor_does_without_the_instruction() -> None:
    """As whoever compiles for machines of several kinds asks for."""
    code = f"""
import numba
from recif.games.core import bits
from recif.games.core.native import instructions
assert not instructions.HAS_DEPOSIT
find = numba.njit(lambda word, k: bits.nth_bit(word, k))
for word in {EDGES}:
    assert [find(word, k) for k in range(bits.popcount(word))] == [p for p in range(63) if word >> p & 1], word
"""
    subprocess.run([sys.executable, "-c", code], check=True, env=os.environ | {"NUMBA_CPU_NAME": "generic"})
