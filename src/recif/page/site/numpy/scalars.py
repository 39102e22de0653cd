"""Single numbers, and the error for all that this NumPy does not know.

Whole numbers and truths that are read from an array are Python's own: exact where NumPy's would overflow. Fractions
keep their width, since a search that rounds elsewhere grows another tree.
"""

import operator
import struct
from math import isnan


class Unknown(NotImplementedError):
    """The real NumPy may know an answer; this one does not guess."""

    def __init__(self, what):
        super().__init__(f"the page's small NumPy does not know {what}: see recif/page/site/numpy")


def refuse(what):
    raise Unknown(what)


class number:
    """What all kinds of numbers have in common: nothing but their name."""


class integer(number):
    """Whole numbers: calling a kind checks the range, and what comes out is a number of Python."""

    low = high = 0

    def __new__(cls, value=0):
        value = int(value)
        if not cls.low <= value <= cls.high:
            raise OverflowError(f"Python integer {value} out of bounds for {cls.__name__}")
        return value


def _whole(name, bits, is_signed):
    low = -(1 << (bits - 1)) if is_signed else 0
    return type(name, (integer,), {"low": low, "high": low + (1 << bits) - 1})


int8, int16, int32, int64 = (_whole(f"int{bits}", bits, True) for bits in (8, 16, 32, 64))
uint8, uint16, uint32, uint64 = (_whole(f"uint{bits}", bits, False) for bits in (8, 16, 32, 64))


class bool_(number):
    """A truth."""

    def __new__(cls, value=False):
        return bool(value)


class floating(float, number):
    """A fraction that knows its width."""

    __slots__ = ()
    __hash__ = float.__hash__

    def item(self):
        return float(self)


class float64(floating):
    """As wide as Python's: all that meets it becomes as wide."""

    __slots__ = ()

    def view(self, kind):
        if kind is not int64:
            refuse("a float64 seen as anything but an int64")
        return struct.unpack("=q", struct.pack("=d", self))[0]


class float32(floating):
    """Rounded after every step. It meets its like and float64 only: what comes of others depends on their kind, which
    Python's numbers do not tell."""

    __slots__ = ()

    def __new__(cls, value=0.0):
        return super().__new__(cls, rounded(value))


def rounded(value):
    """The nearest number of 32 bits; what is too large is infinite."""
    try:
        return struct.unpack("=f", struct.pack("=f", value))[0]
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")


def _wide(work, is_turned):
    def step(self, other):
        if not isinstance(other, (int, float)):
            return NotImplemented
        return float64(work(float(other), float(self)) if is_turned else work(float(self), float(other)))

    return step


def _narrow(work, is_turned):
    def step(self, other):
        if isinstance(other, float64):
            return float64(work(float(other), float(self)) if is_turned else work(float(self), float(other)))
        if not isinstance(other, float32):
            refuse(f"a float32 that meets {type(other).__name__}: say np.float32(…) or float(…)")
        return float32(work(float(other), float(self)) if is_turned else work(float(self), float(other)))

    return step


def _compared(work):
    def step(self, other):
        if type(other) is float and rounded(other) != other and not isnan(other):
            refuse(f"a float32 compared with {other!r}, which is none: say np.float32(…) or float(…)")
        return work(float(self), other)

    return step


for _name in ("add", "sub", "mul", "truediv"):
    _work = getattr(operator, _name)
    for _turned in (False, True):
        _method = f"__{'r' * _turned}{_name}__"
        setattr(float64, _method, _wide(_work, _turned))
        setattr(float32, _method, _narrow(_work, _turned))
for _name in ("eq", "ne", "lt", "le", "gt", "ge"):
    setattr(float32, f"__{_name}__", _compared(getattr(operator, _name)))
for _name in ("floordiv", "mod", "pow", "divmod"):
    for _kind in (float32, float64):
        for _turned in ("", "r"):
            setattr(_kind, f"__{_turned}{_name}__", lambda self, *_: refuse("this operation on a float"))
for _kind in (float32, float64):
    _kind.__neg__ = lambda self: type(self)(-float(self))
    _kind.__pos__ = lambda self: self
    _kind.__abs__ = lambda self: type(self)(abs(float(self)))
float32.__hash__ = float64.__hash__ = float.__hash__
