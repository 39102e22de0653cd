"""Arrays: memory, a shape, and how many bytes lie between neighbours. Slices are views, as in NumPy."""

import ctypes
from math import prod

from . import indexing
from .kinds import dtype
from .records import outside, record_at, store, void
from .scalars import refuse


def strides_of(shape, width):
    """Of an array without gaps, the last axis the densest."""
    strides = []
    for length in reversed(shape):
        strides.append(width)
        width *= length
    return tuple(reversed(strides))


class ndarray:
    """What all of NumPy is about. What it works out with others is in `arithmetic.py`."""

    __hash__ = None

    def __init__(self, memory, offset, shape, strides, kind):
        self.memory, self.offset, self.shape, self.strides, self.dtype = memory, offset, shape, strides, kind
        self.is_writeable = not memory.readonly
        self.cells = self._cells() if len(shape) == 1 and kind.char else None
        self.is_row_of_records = len(shape) == 1 and kind.fields is not None

    def __class_getitem__(cls, _):
        return cls

    def _cells(self):
        """The numbers of a row as Python's own view of memory, which is quick; None for uneven steps."""
        (length,), (stride,), width = self.shape, self.strides, self.dtype.itemsize
        if stride % width:
            return None
        ends = sorted((self.offset, self.offset + (length - 1) * stride)) if length else (0, -width)
        found = self.memory[ends[0] : ends[1] + width].cast(self.dtype.char)
        return found if stride == width else found[:: stride // width]

    @property
    def ndim(self):
        return len(self.shape)

    @property
    def size(self):
        return prod(self.shape)

    @property
    def itemsize(self):
        return self.dtype.itemsize

    @property
    def nbytes(self):
        return self.size * self.dtype.itemsize

    @property
    def is_dense(self):
        """Without gaps and in order, as compiled code wants it."""
        return self.size == 0 or all(
            length == 1 or ours == dense
            for length, ours, dense in zip(
                self.shape, self.strides, strides_of(self.shape, self.dtype.itemsize), strict=True
            )
        )

    @property
    def address(self):
        """Where it begins, for compiled code; a table that must not be written to has none."""
        if not self.is_dense or not self.is_writeable:
            refuse("the address of an array with gaps, or of one that must not be written to")
        return ctypes.addressof(ctypes.c_char.from_buffer(self.memory, self.offset)) if self.size else 0

    @property
    def T(self):
        return ndarray(self.memory, self.offset, self.shape[::-1], self.strides[::-1], self.dtype)

    def __len__(self):
        if not self.shape:
            raise TypeError("len() of unsized object")
        return self.shape[0]

    def __iter__(self):
        return (self[i] for i in range(len(self)))

    def __contains__(self, value):
        return value in self.flat_list()

    def __repr__(self):
        return f"array({self.tolist()!r}, dtype={self.dtype.name})"

    def __bool__(self):
        if self.size != 1:
            raise ValueError("The truth value of an array with more than one element is ambiguous")
        return bool(self.flat_list()[0])

    def __getitem__(self, key):
        if self.cells is not None and type(key) is int:
            value = self.cells[key]
            return self.dtype.wrap(value) if self.dtype.wrap else value
        if type(key) is int and self.is_row_of_records:
            return record_at(self.dtype, self.memory, self._record(key))
        return indexing.part(self, key)

    def _record(self, key):
        """Where a record of a row lies: a short way, since ideas are looked for by thousands of copies of states."""
        if not -self.shape[0] <= key < self.shape[0]:
            raise IndexError(f"index {key} is out of bounds for axis 0 with size {self.shape[0]}")
        return self.offset + key % self.shape[0] * self.strides[0]

    def __setitem__(self, key, value):
        if not self.is_writeable:
            raise ValueError("assignment destination is read-only")
        if self.cells is not None and type(key) is int and type(value) is int:
            try:
                self.cells[key] = value
            except ValueError as error:
                raise outside(self.dtype, value) from error
        elif type(key) is int and self.is_row_of_records and isinstance(value, void) and value.dtype == self.dtype:
            at = self._record(key)
            self.memory[at : at + self.dtype.itemsize] = value._memory
        else:
            indexing.put(self, key, value)

    def at(self, offset):
        """The number or record that lies at an offset."""
        if self.dtype.fields:
            return record_at(self.dtype, self.memory, offset)
        (value,) = self.dtype.struct.unpack_from(self.memory, offset)
        return self.dtype.wrap(value) if self.dtype.wrap else value

    def put_at(self, offset, value):
        if self.dtype.fields:
            self.at(offset).setfield(value, self.dtype)
        else:
            store(self.dtype, self.memory, offset, value)

    def offsets(self):
        """Where all its elements lie, in order."""
        found = [self.offset]
        for length, stride in zip(self.shape, self.strides, strict=True):
            found = [at + i * stride for at in found for i in range(length)]
        return found

    def flat_list(self):
        """All its numbers as Python's, in order."""
        if self.dtype.fields:
            refuse("records as a list")
        if self.cells is not None:
            return self.cells.tolist()
        if self.is_dense and self.size:
            return self.memory[self.offset : self.offset + self.nbytes].cast(self.dtype.char).tolist()
        read = self.dtype.struct.unpack_from
        return [read(self.memory, at)[0] for at in self.offsets()]

    def tolist(self):
        if not self.shape:
            return self.flat_list()[0]
        if len(self.shape) == 1:
            return self.flat_list()
        return [one.tolist() for one in self]

    def item(self):
        if self.size != 1:
            raise ValueError("can only convert an array of size 1 to a Python scalar")
        return self.flat_list()[0]

    def tobytes(self):
        if self.is_dense:
            return self.memory[self.offset : self.offset + self.nbytes].tobytes()
        width = self.dtype.itemsize
        return b"".join(self.memory[at : at + width] for at in self.offsets())

    def __bytes__(self):
        return self.tobytes()

    def __buffer__(self, _):
        if not self.is_dense:
            refuse("the bytes of an array with gaps")
        return self.memory[self.offset : self.offset + self.nbytes]

    def copy(self):
        return ndarray(memoryview(bytearray(self.tobytes())), 0, self.shape, self._dense_strides(), self.dtype)

    def _dense_strides(self):
        return strides_of(self.shape, self.dtype.itemsize)

    def view(self, kind):
        if isinstance(kind, type) and issubclass(kind, ndarray):
            return self
        kind = dtype(kind)
        if not self.is_dense or not self.shape or self.shape[-1] * self.dtype.itemsize % kind.itemsize:
            refuse("this view of an array")
        shape = (*self.shape[:-1], self.shape[-1] * self.dtype.itemsize // kind.itemsize)
        return self._seen(ndarray(self.memory, self.offset, shape, strides_of(shape, kind.itemsize), kind))

    def _seen(self, view):
        view.is_writeable = self.is_writeable
        return view

    def setflags(self, write):
        if write:
            refuse("an array that may be written to again")
        self.is_writeable = False

    def fill(self, value):
        self[...] = value

    def reshape(self, *shape):
        shape = tuple(shape[0]) if len(shape) == 1 and isinstance(shape[0], (tuple, list)) else shape
        if -1 in shape:
            rest = prod(length for length in shape if length != -1)
            if shape.count(-1) > 1 or not rest or self.size % rest:
                raise ValueError(f"cannot reshape array of size {self.size} into shape {shape}")
            shape = tuple(self.size // rest if length == -1 else length for length in shape)
        if prod(shape) != self.size:
            raise ValueError(f"cannot reshape array of size {self.size} into shape {shape}")
        source = self if self.is_dense else self.copy()
        strides = strides_of(shape, self.dtype.itemsize)
        return source._seen(ndarray(source.memory, source.offset, shape, strides, self.dtype))

    def ravel(self):
        return self.reshape(-1)

    def flatten(self):
        return self.copy().reshape(-1)


class recarray(ndarray):
    """Arrays of records are these already."""
