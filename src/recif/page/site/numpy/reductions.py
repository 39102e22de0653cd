"""What an array comes to: sums, the largest, where something is.

Long sums of fractions are refused: NumPy adds them up in an order of its own, and another order has another last bit.
"""

import operator
from itertools import accumulate, pairwise
from math import isnan
from math import sqrt as root

from .arithmetic import TRUTH, fitted, new
from .arrays import ndarray
from .kinds import dtype as kind_of
from .making import array, asarray
from .scalars import float32, float64, refuse

SHORT = 7  # numbers that NumPy adds one after the other
LARGE = 1 << 31


class Reductions:
    """Methods of arrays, in a class since their names are those of Python's own functions."""

    def __invert__(self):
        if self.dtype.kind != "b":
            refuse("the bits of numbers turned over")
        return new(TRUTH, self.shape, [not one for one in self.flat_list()])

    def __neg__(self):
        return 0 - self if self.dtype.kind == "i" else refuse("minus an array of these")

    def __matmul__(self, other):
        """Two rows of whole numbers, multiplied and added."""
        if self.ndim != 1 or other.ndim != 1 or self.dtype != other.dtype or self.dtype.kind != "i":
            refuse("this product of arrays")
        if len(self) != len(other):
            raise ValueError("matmul: the rows have several lengths")
        return fitted(self.dtype, sum(map(operator.mul, self.flat_list(), other.flat_list())))

    def astype(self, kind):
        kind = kind_of(kind)
        if self.dtype.fields or kind.fields:
            refuse("records as another kind")
        numbers = self.flat_list()
        if kind.kind in "iu":
            if self.dtype.kind == "f" and not all(0 <= abs(number) < LARGE for number in numbers):
                refuse("large fractions as whole numbers")
            if self.dtype.kind == "f" and kind.itemsize < 4:
                refuse("fractions as narrow whole numbers")
            numbers = [fitted(kind, int(number)) for number in numbers]
        return new(kind, self.shape, numbers)

    def sum(self, axis=None, dtype=None):
        kind = kind_of(dtype) if dtype is not None else _wide_enough(self.dtype)
        if axis is None:
            total = _total(kind, self.flat_list())
            return kind.wrap(total) if kind.wrap else total
        if axis != 0 or self.ndim != 2:
            refuse("a sum along this axis")
        rows = self.tolist()
        columns = zip(*rows, strict=True) if rows else [()] * self.shape[1]
        return new(kind, self.shape[1:], [_total(kind, list(column)) for column in columns])

    def max(self):
        return _one(self, max(_ordered(self)))

    def min(self):
        return _one(self, min(_ordered(self)))

    def argmax(self):
        numbers = _ordered(self)
        return numbers.index(max(numbers))

    def any(self):
        return any(self.flat_list())

    def all(self):
        return all(self.flat_list())

    def nonzero(self):
        return (flatnonzero(self),) if self.ndim == 1 else refuse("the places in an array of several axes")


for _name, _method in vars(Reductions).items():
    if callable(_method):
        setattr(ndarray, _name, _method)


def _wide_enough(kind):
    return kind if kind.kind == "f" else kind_of("u8" if kind.kind == "u" else "i8")


def _total(kind, numbers):
    if kind.kind == "f" and len(numbers) > SHORT:
        refuse("a long sum of fractions: use math.fsum or a loop")
    total = 0.0 if kind.kind == "f" else 0
    for number in numbers:
        total = fitted(kind, total + number)
    return total


def _ordered(array):
    numbers = array.flat_list()
    if not numbers:
        raise ValueError("zero-size array to reduction operation which has no identity")
    if any(isnan(number) for number in numbers):
        refuse("the order of what is no number")
    return numbers


def _one(array, number):
    return array.dtype.wrap(number) if array.dtype.wrap else number


def flatnonzero(value):
    return array([i for i, number in enumerate(asarray(value).flat_list()) if number], int)


def cumsum(value):
    value = asarray(value)
    if value.dtype.kind == "f" or value.ndim != 1:
        refuse("these sums")
    kind = _wide_enough(value.dtype)
    return new(kind, value.shape, [fitted(kind, number) for number in accumulate(value.flat_list())])


def split(value, ends):
    places = [0, *(asarray(ends).flat_list() if len(ends) else []), len(value)]
    return [value[a:b] for a, b in pairwise(places)]


def sqrt(value):
    """Of one number: rounded once, which is what a processor does too."""
    if isinstance(value, float32):
        return float32(root(value))
    return float64(root(value)) if isinstance(value, float) else refuse("roots of anything but a fraction")
