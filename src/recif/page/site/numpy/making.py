"""New arrays."""

import ctypes
from math import prod

from .arrays import ndarray, strides_of
from .kinds import dtype as kind_of
from .records import void
from .scalars import floating, refuse

LARGE = 1 << 16  # bytes from which it matters that nobody clears them
_unclear = ctypes.pythonapi.PyByteArray_FromStringAndSize
_unclear.restype, _unclear.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_ssize_t)


def _made(memory, shape, kind):
    return ndarray(memoryview(memory), 0, shape, strides_of(shape, kind.itemsize), kind)


def _shape(given):
    shape = tuple(given) if isinstance(given, (tuple, list)) else (given,)
    if any(isinstance(length, bool) or not isinstance(length, int) or length < 0 for length in shape):
        refuse(f"the shape {given!r}")
    return shape


def zeros(shape, dtype=float):
    shape, kind = _shape(shape), kind_of(dtype)
    return _made(bytearray(prod(shape) * kind.itemsize), shape, kind)


def empty(shape, dtype=float):
    """Whatever lay in memory: a search's tree is large, and most of it is never touched."""
    shape, kind = _shape(shape), kind_of(dtype)
    size = prod(shape) * kind.itemsize
    return _made(_unclear(None, size) if size >= LARGE else bytearray(size), shape, kind)


def full(shape, fill_value, dtype=None):
    kind = kind_of(dtype) if dtype is not None else _kind_of_numbers([fill_value])
    one = zeros(1, kind)
    one[0] = fill_value
    shape = _shape(shape)
    return _made(bytearray(one.tobytes()) * prod(shape), shape, kind)


def ones(shape, dtype=float):
    return full(shape, 1, dtype)


def array(value, dtype=None):
    kind = kind_of(dtype) if dtype is not None else None
    if isinstance(value, ndarray):
        return value.copy() if kind is None or kind == value.dtype else value.astype(kind)
    if isinstance(value, void):
        refuse("an array of a record: see np.frombuffer")
    if isinstance(value, range):
        value = list(value)
    if not isinstance(value, (list, tuple)):
        if not isinstance(value, (int, float)):
            refuse(f"an array of {type(value).__name__}")
        made = zeros((), kind or _kind_of_numbers([value]))
        made[...] = value
        return made
    shape, numbers = _listed(value)
    kind = kind or (_common(value) if numbers else kind_of(float))
    if kind.fields:
        refuse("records from a list")
    made = zeros(shape, kind)
    for at, number in zip(made.offsets(), numbers, strict=True):
        made.put_at(at, number)
    return made


def _listed(value):
    """The shape of nested lists, and all their numbers in order."""
    if isinstance(value, ndarray):
        return value.shape, value.flat_list()
    if isinstance(value, (list, tuple, range)):
        parts = [_listed(one) for one in value]
        shapes = {shape for shape, _ in parts}
        if len(shapes) > 1:
            raise ValueError("setting an array element with a sequence: the lists have several lengths")
        inner = next(iter(shapes), ())
        return (len(parts), *inner), [number for _, numbers in parts for number in numbers]
    if not isinstance(value, (int, float)):
        refuse(f"{type(value).__name__} in an array")
    return (), [value]


def _common(value):
    """The kind of what is listed: arrays keep theirs if they agree, numbers of Python say theirs."""
    kinds = {one.dtype for one in value if isinstance(one, ndarray)}
    if kinds:
        return kinds.pop() if len(kinds) == 1 else refuse("arrays of several kinds in one")
    return _kind_of_numbers(_listed(value)[1])


def _kind_of_numbers(numbers):
    if any(isinstance(number, floating) for number in numbers):
        types = {type(number) for number in numbers}
        return kind_of(types.pop()) if len(types) == 1 else refuse("numbers of several kinds in one array")
    if all(isinstance(number, bool) for number in numbers):
        return kind_of(bool)
    if any(isinstance(number, float) for number in numbers):
        return kind_of(float)
    return kind_of(int)


def asarray(value, dtype=None):
    if isinstance(value, ndarray) and (dtype is None or kind_of(dtype) == value.dtype):
        return value
    return array(value, dtype)


def ascontiguousarray(value, dtype=None):
    made = asarray(value, dtype)
    return made if made.is_dense else made.copy()


def frombuffer(buffer, dtype=float):
    """An array over memory that somebody else holds; never a copy."""
    kind = kind_of(dtype)
    if isinstance(buffer, void):
        memory = buffer._memory
    elif isinstance(buffer, ndarray):
        memory = buffer.__buffer__(0)
    else:
        memory = memoryview(buffer).cast("B")
    if len(memory) % kind.itemsize:
        raise ValueError("buffer size must be a multiple of element size")
    return ndarray(memory, 0, (len(memory) // kind.itemsize,), (kind.itemsize,), kind)


def arange(*given, dtype=int):
    if len(given) > 3 or any(isinstance(one, bool) or not isinstance(one, int) for one in given):
        refuse("a range of anything but whole numbers")
    return array(list(range(*given)), dtype)
