"""Records: a few bytes, and what their layout calls the parts of them."""

import ctypes

from .scalars import refuse


class void(ctypes.Structure):
    """A record over memory that it shares; its fields by `record["name"]`. Its class knows its `dtype`."""

    def __getitem__(self, name):
        return read_field(self, *self._field(name))

    def __setitem__(self, name, value):
        write_field(self, *self._field(name), value)

    def _field(self, name):
        if not isinstance(name, str):
            refuse(f"the part {name!r} of a record")
        try:
            return self.dtype.fields[name]
        except KeyError:
            raise ValueError(f"no field of name {name}") from None

    def __eq__(self, other):
        if not isinstance(other, void) or self.dtype != other.dtype:
            refuse("a record compared with something else")
        return self._memory == other._memory

    __hash__ = None

    def __len__(self):
        return len(self.dtype.names)

    def tobytes(self):
        return self._memory.tobytes()

    def copy(self):
        return record_at(self.dtype, memoryview(bytearray(self._memory)), 0)

    def setfield(self, source, kind, offset=0):
        """All of it at once, from another record."""
        if kind != self.dtype or offset or not isinstance(source, void) or source.dtype != self.dtype:
            refuse("a part of a record that is set by its place")
        self._memory[:] = source._memory

    @property
    def address(self):
        """Where it lies, for compiled code."""
        return ctypes.addressof(self)


class record(void):
    """A record whose fields are attributes too."""


def record_class(kind, layout):
    """The class of the records of a layout; a field that `kind` describes itself stays as it is there."""
    parts = {"dtype": layout, "_fields_": [("_bytes", ctypes.c_char * layout.itemsize)]}
    if issubclass(kind, record):
        parts |= {name: _attribute(*field) for name, field in layout.fields.items() if not _describes(kind, name)}
    return type(kind.__name__, (kind,), parts)


def _describes(kind, name):
    """Without asking for it: what a class describes may answer for records only."""
    return any(name in vars(one) for one in kind.__mro__)


def record_at(layout, memory, at):
    """The record that lies there."""
    try:
        made = layout.made.from_buffer(memory, at)
    except TypeError:
        refuse("a record over memory that must not be written to")
    made._memory = memory[at : at + layout.itemsize]
    return made


def read_field(self, kind, at):
    if kind.shape:
        from .arrays import ndarray, strides_of

        return ndarray(self._memory, at, kind.shape, strides_of(kind.shape, kind.base.itemsize), kind.base)
    (value,) = kind.struct.unpack_from(self._memory, at)
    return kind.wrap(value) if kind.wrap else value


def write_field(self, kind, at, value):
    if kind.shape:
        read_field(self, kind, at)[...] = value
    else:
        store(kind, self._memory, at, value)


def store(kind, memory, at, value):
    """Write one number, or refuse what NumPy would cut."""
    if kind.kind in "iu" and isinstance(value, float):
        refuse("a fraction put where whole numbers are: say int(…)")
    value = one_of(value)
    try:
        kind.struct.pack_into(memory, at, value)
    except OverflowError:  # a fraction too large for its width
        kind.struct.pack_into(memory, at, float("inf") if value > 0 else float("-inf"))
    except Exception as error:
        raise outside(kind, value) from error


def outside(kind, value):
    """What is raised for a number that does not fit."""
    if isinstance(value, int):
        return OverflowError(f"Python integer {value} out of bounds for {kind.name}")
    return TypeError(f"{value!r} is no {kind.name}")


def one_of(value):
    """A number; an array without a shape is none here."""
    return value if isinstance(value, (int, float)) else refuse(f"{type(value).__name__} in the place of a number")


def _attribute(kind, at):
    """A field as an attribute: numbers are read in one step, since scenes and words read thousands of them."""
    if kind.shape or kind.wrap:
        return property(lambda self: read_field(self, kind, at), lambda self, value: write_field(self, kind, at, value))
    read = kind.struct.unpack_from
    return property(lambda self: read(self._memory, at)[0], lambda self, value: store(kind, self._memory, at, value))
