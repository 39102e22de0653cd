"""As much of NumPy as Récif's plain Python asks for: arrays and records over memory that compiled rules share.

A page puts this folder's parent on its path. What it answers, NumPy answers too; what it does not know it refuses
(`Unknown`). Nothing here is fast: what must be is compiled.
"""

from .arithmetic import maximum, minimum
from .arrays import ndarray, recarray
from .files import load
from .kinds import dtype
from .making import arange, array, asarray, ascontiguousarray, empty, frombuffer, full, ones, zeros
from .records import record, void
from .reductions import cumsum, flatnonzero, split, sqrt
from .scalars import (
    Unknown,
    bool_,
    float32,
    float64,
    floating,
    int8,
    int16,
    int32,
    int64,
    integer,
    number,
    refuse,
    uint8,
    uint16,
    uint32,
    uint64,
)

__all__ = [
    "Unknown",
    "arange",
    "array",
    "asarray",
    "ascontiguousarray",
    "bool_",
    "cumsum",
    "dtype",
    "empty",
    "flatnonzero",
    "float32",
    "float64",
    "floating",
    "frombuffer",
    "full",
    "int8",
    "int16",
    "int32",
    "int64",
    "integer",
    "load",
    "maximum",
    "minimum",
    "ndarray",
    "number",
    "ones",
    "recarray",
    "record",
    "split",
    "sqrt",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "void",
    "zeros",
]


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError(name)
    return refuse(f"np.{name}")
