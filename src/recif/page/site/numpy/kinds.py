"""What lies in memory: kinds of numbers, and the layouts of records."""

from math import prod
from struct import Struct

from . import scalars
from .records import record, record_class, void
from .scalars import refuse

_CODES = {"i8": "q", "i4": "i", "i2": "h", "i1": "b", "u8": "Q", "u4": "I", "u2": "H", "u1": "B"}
_CODES |= {"f8": "d", "f4": "f", "b1": "?"}
_NAMES = {"i": "int", "u": "uint", "f": "float"}


class dtype:
    """The kind of a number, a layout of fields, or a kind with a shape (as a field has it)."""

    def __new__(cls, given, align=False):
        if isinstance(given, dtype):
            return given
        if isinstance(given, str):
            return _named(given)
        if isinstance(given, type):
            return _of_type(given)
        if isinstance(given, list):
            return _layout(given, align)
        if isinstance(given, tuple) and len(given) == 2:
            return _pair(*given)
        return refuse(f"the kind {given!r}")

    def __class_getitem__(cls, _):
        return cls

    def __getitem__(self, name):
        return self.fields[name][0]

    def __eq__(self, other):
        if self is other:
            return True
        try:
            other = dtype(other)
        except (scalars.Unknown, TypeError):
            return False
        return self._identity() == other._identity()

    def __hash__(self):
        return hash(self._identity())

    def __repr__(self):
        return f"dtype({self.name!r})" if not self.fields else f"dtype({list(self.fields)})"

    def _identity(self):
        """What makes a kind this one, worked out once: records are compared whenever one is copied."""
        if self.identity is None:
            self.identity = self._parts()
        return self.identity

    def _parts(self):
        if self.base is not self:
            return self.base._identity(), self.shape
        if self.fields is None:
            return self.name
        return self.itemsize, tuple((name, kind._identity(), at) for name, (kind, at) in self.fields.items())


def _bare():
    made = object.__new__(dtype)
    made.fields = made.names = made.char = made.wrap = made.made = made.identity = None
    made.shape, made.base = (), made
    made.layout = None  # a text for it, kept by who asks for one (games/core/page/libraries.py)
    return made


def _number(short):
    made = _bare()
    made.kind, made.itemsize = short[0], int(short[1])
    made.name = "bool" if short == "b1" else f"{_NAMES[made.kind]}{8 * made.itemsize}"
    made.type = scalars.bool_ if short == "b1" else getattr(scalars, made.name)
    made.alignment, made.char = made.itemsize, _CODES[short]
    made.str = ("|" if made.itemsize == 1 else "<") + short
    made.wrap = made.type if made.kind == "f" else None  # what a number that was read becomes
    made.struct = Struct("=" + made.char)
    return made


_NUMBERS = {short: _number(short) for short in _CODES}
_TYPES = {made.type: made for made in _NUMBERS.values()}
_TYPES |= {int: _NUMBERS["i8"], float: _NUMBERS["f8"], bool: _NUMBERS["b1"]}
_LONG_NAMES = {made.name: made for made in _NUMBERS.values()}


def _named(given):
    return _NUMBERS.get(given.lstrip("<|=")) or _LONG_NAMES.get(given) or refuse(f"the kind {given!r}")


def _of_type(given):
    return _TYPES.get(given) or refuse(f"the kind {given.__name__}")


def _shaped(base, shape):
    made = _bare()
    made.kind, made.name, made.type, made.str = "V", f"{base.name}{list(shape)}", void, "|V"
    made.base, made.shape = base, shape
    made.itemsize, made.alignment = base.itemsize * prod(shape), base.alignment
    return made


def _layout(rows, align):
    """Fields one behind the other; with `align` each at a multiple of its width, and the end at one of the widest."""
    fields, at, widest = {}, 0, 1
    for name, given, *shape in rows:
        kind = dtype(given)
        if kind.fields:
            refuse("a record in a record")
        if shape:
            kind = _shaped(kind, (shape[0],) if isinstance(shape[0], int) else tuple(shape[0]))
        if align:
            at += -at % kind.alignment
            widest = max(widest, kind.alignment)
        if name in fields:
            raise ValueError(f"field {name!r} occurs more than once")
        fields[name] = kind, at
        at += kind.itemsize
    return _records(void, fields, at + -at % widest, widest)


def _records(kind, fields, size, alignment):
    made = _bare()
    made.kind, made.name, made.type, made.str = "V", f"void{8 * size}", kind, f"|V{size}"
    made.fields, made.names, made.itemsize, made.alignment = fields, tuple(fields), size, alignment
    made.made = record_class(kind, made)
    return made


def _pair(first, second):
    if isinstance(first, type) and issubclass(first, void):
        layout = dtype(second)
        return _records(first, layout.fields, layout.itemsize, layout.alignment)
    shape = (second,) if isinstance(second, int) else tuple(second)
    return _shaped(dtype(first), shape)


__all__ = ["dtype", "record", "void"]
