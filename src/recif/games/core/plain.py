"""The rules as plain Python: for the debugger, for coverage, and wherever there is no compiler.

What a processor does in one instruction is written out here. `core/native` compiles all of it, and nothing but what
is written here has other code there.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

F = TypeVar("F", bound=Callable[..., Any])
BITS = 64


def rule(function: F) -> F:
    """A function of the rules: compiled for each type of argument it is called with; no GIL, cached on disk."""
    return function


def bare(function: F) -> F:
    """A rule that makes no array: nobody counts who holds those it is handed, which took a fifth of a search's time."""
    return function


def part(function: F) -> F:
    """A bare rule that becomes a part of whoever calls it, for small ones and for those with a single caller.

    Each function that is compiled for itself takes a tenth of a second, and is optimised again with all its callers.
    """
    return function


def twin(function: Callable[..., Any]) -> Callable[[F], F]:
    """What is compiled in the place of a function: chosen by the types of its arguments, of modules too."""
    return lambda choose: choose


def settings() -> str:
    """What beside the text decides which machine code comes out."""
    return "plain"


def scratch(n: int) -> Any:
    """Room for a constant number of whole numbers until the function returns: never hand it to a caller."""
    return np.empty(n, np.int64)


def assign(target: Any, source: Any) -> None:
    """Overwrite one record with another; in plain Python and in compiled code alike."""
    target.setfield(source, target.dtype)


def popcount(x: int) -> int:
    """How many bits are set."""
    return int(x).bit_count()


def lowest(x: int) -> int:
    """The index of the lowest set bit; `x` is not 0."""
    x = int(x)
    return (x & -x).bit_length() - 1


def nth_by_halves(x, k):
    """The index of the k-th set bit, from 0, by halving the word."""
    place = 0
    for width in (32, 16, 8, 4, 2, 1):
        below = popcount(x & ((1 << width) - 1))
        if k >= below:
            k -= below
            x >>= width
            place += width
    return place


def nth_bit(x: int, k: int) -> int:
    """The index of the k-th set bit, from 0; `x` has more than `k`."""
    return nth_by_halves(x, k)


def put_bits(out, at, bits):
    """Sixty-four bytes at once, wherever they lie: a 1 for each bit, the lowest first."""
    for place in range(BITS):
        out[at + place] = bits >> place & 1


def add_rows(rows, chosen, count, bias, most, out):
    """Fill `out`: the bias and the chosen rows added up, kept between 0 and `most`."""
    total = rows[chosen[:count]].sum(axis=0, dtype=np.int16) + bias
    out[:] = np.minimum(np.maximum(total, 0), most)


def products(numbers, rows, chosen, first, last):
    """The sum of the products of some numbers with those of the chosen rows, the first of these to before the last."""
    return int(np.asarray(rows[chosen[first:last]], np.int32).sum(axis=0) @ np.asarray(numbers, np.int32))


def product(numbers, row):
    """The sum of the products of numbers with those of a row as long."""
    return int(np.asarray(row, np.int32) @ np.asarray(numbers, np.int32))
