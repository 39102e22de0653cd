"""What arrays come to: number by number, as NumPy has it, or refused.

Whole numbers of an array wrap around at their width.
"""

import operator
from struct import pack

from .arrays import ndarray
from .indexing import spread
from .kinds import dtype as kind_of
from .making import array, asarray, frombuffer
from .scalars import float32, floating, refuse, rounded

TRUTH, WIDE = kind_of(bool), kind_of(float)
STEPS = {"add": "iuf", "sub": "iuf", "mul": "iuf", "truediv": "iuf", "floordiv": "iu", "mod": "iu"}


def _result(a, b):
    """The kind of what comes of two arrays."""
    if a == b:
        return a
    kinds = a.kind + b.kind
    if kinds in ("ii", "uu", "ff"):
        return a if a.itemsize > b.itemsize else b
    if WIDE in (a, b) and set(kinds) <= set("iuf"):
        return WIDE
    return refuse(f"{a.name} with {b.name}")


def _kinds(ours, other):
    """The kind in which an array meets something, and that as an array."""
    if isinstance(other, ndarray):
        return _result(ours, other.dtype), other
    if isinstance(other, floating):
        other = array(other)
        return _result(ours, other.dtype), other
    if isinstance(other, bool) or not isinstance(other, (int, float)):
        refuse(f"an array with {type(other).__name__}")
    if ours.kind == "b":
        refuse("truths with numbers")
    kind = WIDE if isinstance(other, float) and ours.kind in "iu" else ours
    return kind, array(other, kind)


def fitted(kind, number):
    """A number as an array of a kind keeps it: wrapped around, or rounded."""
    if kind.kind == "i":
        half = 1 << (8 * kind.itemsize - 1)
        return (number + half) % (2 * half) - half
    if kind.kind == "u":
        return number % (1 << (8 * kind.itemsize))
    return rounded(number) if kind.type is float32 else number


def _together(ours, other):
    """Two arrays of one shape, as lists of numbers, and the kind and shape of both."""
    kind, theirs = _kinds(ours.dtype, other)
    shape = _shape_of_both(ours.shape, theirs.shape)
    return kind, shape, spread(ours, shape), spread(theirs, shape)


def _shape_of_both(a, b):
    longer, shorter = (a, b) if len(a) >= len(b) else (b, a)
    padded = (1,) * (len(longer) - len(shorter)) + shorter
    if any(m != n and 1 not in (m, n) for m, n in zip(longer, padded, strict=True)):
        raise ValueError(f"operands could not be broadcast together with shapes {a} {b}")
    return tuple(n if m == 1 else m for m, n in zip(longer, padded, strict=True))


def new(kind, shape, numbers):
    """An array of numbers that fit."""
    return frombuffer(bytearray(pack(f"={len(numbers)}{kind.char}", *numbers)), kind).reshape(shape)


def _stepwise(work, kinds, is_turned=False):
    def step(self, other):
        kind, shape, ours, theirs = _together(self, other)
        if kind.kind not in kinds:
            refuse(f"this operation on {kind.name}")
        if is_turned:
            ours, theirs = theirs, ours
        made = kind_of(float) if work is operator.truediv and kind.kind in "iu" else kind
        return new(made, shape, [fitted(made, work(a, b)) for a, b in zip(ours, theirs, strict=True)])

    return step


def _compared(work):
    def step(self, other):
        _, shape, ours, theirs = _together(self, other)
        return new(TRUTH, shape, [work(a, b) for a, b in zip(ours, theirs, strict=True)])

    return step


for _name, _allowed in STEPS.items():
    setattr(ndarray, f"__{_name}__", _stepwise(getattr(operator, _name), _allowed))
    setattr(ndarray, f"__r{_name}__", _stepwise(getattr(operator, _name), _allowed, True))


def _shift(work):
    return lambda a, b: work(a, b) if b >= 0 else refuse("a shift by less than nothing")


for _name, _sign in {"and": "and_", "or": "or_", "xor": "xor"}.items():
    setattr(ndarray, f"__{_name}__", _stepwise(getattr(operator, _sign), "iub"))
    setattr(ndarray, f"__r{_name}__", _stepwise(getattr(operator, _sign), "iub", True))
for _name in ("lshift", "rshift"):
    setattr(ndarray, f"__{_name}__", _stepwise(_shift(getattr(operator, _name)), "iu"))
    setattr(ndarray, f"__r{_name}__", _stepwise(_shift(getattr(operator, _name)), "iu", True))
for _name in ("eq", "ne", "lt", "le", "gt", "ge"):
    setattr(ndarray, f"__{_name}__", _compared(getattr(operator, _name)))


def minimum(a, b):
    return _stepwise(min, "iu")(asarray(a), b)


def maximum(a, b):
    return _stepwise(max, "iu")(asarray(a), b)
