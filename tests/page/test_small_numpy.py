"""The small NumPy of a page answers what NumPy answers, or refuses."""

import operator
import zipfile
from io import BytesIO
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from recif.games import GAMES
from recif.page.site import numpy as small_numpy
from tests.games.copies import ROOT, python
from tests.games.digest import digests

small: Any = small_numpy  # whose classes have their attributes by other ways than a type checker sees
WHOLE = ["i8", "i4", "i2", "i1", "u1", "u2", "u4"]
KINDS = [*WHOLE, "f8", "f4", "b1"]
STEPS = [
    "add",
    "sub",
    "mul",
    "truediv",
    "floordiv",
    "mod",
    "and_",
    "or_",
    "xor",
    "lshift",
    "rshift",
    "eq",
    "ne",
    "lt",
    "le",
    "gt",
    "ge",
]
EVENTS = 40

shapes = some.lists(some.integers(0, 4), min_size=1, max_size=3).map(tuple)
bounds = some.none() | some.integers(-5, 5)
slices = some.builds(slice, bounds, bounds, bounds.filter(lambda step: step != 0))
keys = some.lists(some.integers(-4, 3) | slices | some.just(...), min_size=1, max_size=3).map(tuple)
layouts = some.lists(some.tuples(some.sampled_from(KINDS), some.none() | shapes), min_size=1, max_size=5)


def both(kind: str, shape: tuple[int, ...], seed: int) -> tuple[Any, Any]:
    """An array of either NumPy, with the same numbers."""
    rng = np.random.default_rng(seed)
    real = rng.integers(0 if kind[0] in "ub" else -9, 2 if kind == "b1" else 9, shape).astype(kind)
    if kind[0] == "f":
        real /= np.float32(8)
    return real, small.frombuffer(bytearray(real.tobytes()), kind).reshape(shape)


def outcome(work: Any, *told: Any) -> Any:
    """What comes of it: bytes with kind and shape, a number, or which error."""
    try:
        with np.errstate(all="ignore"):
            found = work(*told)
    except small.Unknown:
        return small.Unknown
    except (IndexError, OverflowError, TypeError, ValueError, ZeroDivisionError) as error:
        return type(error)
    if hasattr(found, "shape") and hasattr(found, "dtype") and (found.shape or isinstance(found, small.ndarray)):
        return found.dtype.name, tuple(found.shape), found.tobytes()
    return found


def agree(real: Any, ours: Any) -> bool:
    return bool(ours is small.Unknown or ours is ZeroDivisionError or real == ours)


@given(layouts, some.booleans())
def test_records_have_their_fields_where_numpy_has_them(told: Any, is_aligned: bool) -> None:
    rows = [(f"f{i}", kind) if shape is None else (f"f{i}", kind, shape) for i, (kind, shape) in enumerate(told)]
    real, ours = np.dtype(rows, align=is_aligned), small.dtype(rows, align=is_aligned)
    assert real.fields
    assert (ours.itemsize, ours.names) == (real.itemsize, real.names)
    for name in real.names or ():
        assert ours.fields[name][1] == real.fields[name][1]
        assert (ours[name].shape, ours[name].base.name) == (real[name].shape, real[name].base.name)


@given(some.sampled_from(KINDS), shapes, keys, some.integers(0, 99))
def test_parts_of_arrays_are_views_of_the_same_numbers(kind: str, shape: Any, key: Any, seed: int) -> None:
    real, ours = both(kind, shape, seed)
    key = tuple(one for i, one in enumerate(key) if one is not ... or ... not in key[:i])
    assert agree(outcome(operator.getitem, real, key), outcome(operator.getitem, ours, key))
    told = [outcome(operator.setitem, one, key, True) for one in (real, ours)]
    assert told[0] == told[1]
    assert ours.tobytes() == real.tobytes()
    assert ours.tolist() == real.tolist()


@given(some.sampled_from(KINDS), some.lists(some.integers(-4, 3), max_size=5), some.integers(0, 99))
def test_choices_are_copies_of_the_same_numbers(kind: str, chosen: list[int], seed: int) -> None:
    real, ours = both(kind, (4, 2), seed)
    for key in (chosen, np.array(chosen, np.int64)):
        theirs = key if isinstance(key, list) else small.array(chosen, small.int64)
        if chosen:
            assert outcome(operator.getitem, ours, theirs) == outcome(operator.getitem, real, key)
    truths = [i % 2 == seed % 2 for i in range(4)]
    assert outcome(operator.getitem, ours, truths) == outcome(operator.getitem, real, truths)


@pytest.mark.parametrize("step", STEPS)
def test_what_comes_of_two_arrays_is_the_same_or_refused(step: str) -> None:
    work, known = getattr(operator, step), 0
    for left, right, (a, b) in product(KINDS, KINDS, [((3,), (3,)), ((2, 3), (3,)), ((3,), ()), ((2, 3), (2, 1))]):
        (real, ours), (other, theirs) = both(left, a, 1), both(right, b or (1,), 2)
        if not b:
            other, theirs = other[0].item(), theirs[0]
            theirs = float(theirs) if isinstance(theirs, float) else theirs
        told = outcome(work, ours, theirs)
        assert agree(outcome(work, real, other), told), (left, right, a, b)
        known += told is not small.Unknown
    assert known > 20


@pytest.mark.parametrize("kind", KINDS)
def test_what_an_array_comes_to_is_the_same_or_refused(kind: str) -> None:
    for shape in [(5,), (2, 3), (0,), (1, 4), (40,)]:
        real, ours = both(kind, shape, 3)
        for name in ["sum", "max", "min", "argmax", "any", "all", "ravel", "flatten", "copy", "tobytes", "tolist"]:
            assert agree(outcome(getattr(real, name)), outcome(getattr(ours, name))), (kind, shape, name)
        for name in ["cumsum", "flatnonzero"]:
            assert agree(outcome(getattr(np, name), real), outcome(getattr(small, name), ours)), (kind, shape, name)
        for other in KINDS:
            assert agree(outcome(real.astype, other), outcome(ours.astype, other)), (kind, shape, other)
        assert agree(outcome(lambda one: one.T, real), outcome(lambda one: one.T, ours))
        assert (ours.ndim, ours.size, ours.nbytes) == (real.ndim, prod(shape), real.nbytes)


@settings(max_examples=300)
@given(
    some.floats(width=32, allow_nan=False, allow_infinity=False, min_value=-1e9, max_value=1e9),
    some.floats(allow_nan=False, allow_infinity=False, min_value=-1e9, max_value=1e9),
    some.sampled_from(["add", "sub", "mul", "truediv", "lt", "eq", "ge"]),
)
def test_fractions_are_rounded_where_numpy_rounds_them(a: float, b: float, step: str) -> None:
    work = getattr(operator, step)
    numbers = lambda numpy: [numpy.float32(a), numpy.float32(b), numpy.float64(b), b, 3]  # noqa: E731
    for (x, y), (u, v) in zip(product(numbers(np), repeat=2), product(numbers(small), repeat=2), strict=True):
        if type(x) in (int, float) and type(y) in (int, float):
            continue
        ours = outcome(work, u, v)
        if ours in (small.Unknown, ZeroDivisionError):
            continue
        real = outcome(work, x, y)
        assert ours == real
        assert type(ours).__name__ == type(real).__name__.rstrip("_")
    assert small.sqrt(small.float32(abs(a))) == np.sqrt(np.float32(abs(a)))
    assert small.float64(b).view(small.int64) == np.float64(b).view(np.int64)


def test_records_share_their_memory_and_say_where_it_lies() -> None:
    layout = small.dtype(
        (small.record, small.dtype([("turn", "i8"), ("fish", "i4", (2, 2)), ("worth", "f4")], align=True))
    )
    boxes = small.zeros(3, layout)
    one = boxes[1]
    one.turn, one.fish[1, 0], one.worth = -5, 7, 0.1
    assert (boxes["turn"].tolist(), boxes["fish"][1].tolist()) == ([0, -5, 0], [[0, 0], [7, 0]])
    assert float(one.worth) == float(np.float32(0.1))
    assert one.address == boxes.address + layout.itemsize
    other = small.frombuffer(one, layout)[0]
    other.turn = 8
    assert one.turn == 8
    boxes[2].setfield(one, layout)
    assert boxes[2] == one
    assert boxes[2].tobytes() == one.tobytes() != boxes[0].tobytes()


def test_numbers_that_do_not_fit_are_refused_as_numpy_does() -> None:
    for kind in WHOLE:
        for numpy in (np, small):
            array = numpy.zeros(2, kind)
            with pytest.raises(OverflowError):
                array[0] = 1 << 63
            array.setflags(write=False)
            with pytest.raises(ValueError, match="read-only"):
                array[0] = 1


@pytest.mark.parametrize("name", ["random", "einsum", "linalg", "concatenate", "exp", "mean"])
def test_what_it_has_not_is_said(name: str) -> None:
    with pytest.raises(small.Unknown, match=f"small NumPy does not know np.{name}"):
        getattr(small, name)


def test_it_refuses_to_guess() -> None:
    row = small.arange(9)
    for guess in (
        lambda: row[True],
        lambda: row[1.0],
        lambda: row[None],
        lambda: (row / 2).sum(),
        lambda: row.__setitem__(0, 0.5),
        lambda: small.float32(1) + 0.1,
        lambda: small.array(["a"]),
        lambda: small.zeros(2, "c16"),
        lambda: row @ row.reshape(9, 1),
    ):
        with pytest.raises(small.Unknown):
            guess()


def test_nets_are_read_as_they_are(tmp_path: Path) -> None:
    net = next(ROOT.glob("src/recif/games/*/net.npz"))
    with np.load(net) as real, small.load(net) as ours:
        assert ours.files == real.files
        for name in real.files:
            assert outcome(ours.__getitem__, name) == outcome(real.__getitem__, name)
    with pytest.raises(ValueError, match=r"no \.npz"):
        small.load(BytesIO(b"no zip"))
    with zipfile.ZipFile(tmp_path / "odd.npz", "w") as file:
        file.writestr("a.npy", b"\x93NUMPY\x02\x00")
    with pytest.raises(small.Unknown):
        small.load(tmp_path / "odd.npz")["a"]


@pytest.mark.parametrize("game", GAMES)
def test_plain_rules_play_the_same_on_it(game: str) -> None:
    other = python(
        ROOT, "-c", f"import tests.page.on_small_numpy as it; it.main({game!r}, {EVENTS})", NUMBA_DISABLE_JIT="1"
    )
    assert other.returncode == 0, other.stderr
    assert other.stdout.splitlines() == [*digests(game, EVENTS), "the small NumPy"]
