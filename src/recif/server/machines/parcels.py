"""What goes between the server and a process that thinks: a number, and something pickled that is never long.

Pickling stops as soon as it is too long, so that nobody who serves waits for it, whatever is asked.
"""

import pickle
from struct import Struct
from typing import Any

MOST_BYTES = 64 * 1024
NUMBER = Struct("<q")


class TooLong(Exception):
    """More than `MOST_BYTES`."""


class _Parcel:
    """A file as pickle wants it."""

    def __init__(self, number: int) -> None:
        self.data = bytearray(NUMBER.pack(number))

    def write(self, part: Any) -> int:
        size = memoryview(part).nbytes
        if len(self.data) + size > MOST_BYTES:
            raise TooLong(f"more than {MOST_BYTES} bytes")
        self.data += part
        return size


def packed(number: int, content: Any) -> bytes:
    parcel = _Parcel(number)
    pickle.Pickler(parcel, 5).dump(content)
    return bytes(parcel.data)


def bare(number: int) -> bytes:
    """A number alone."""
    return NUMBER.pack(number)


def number_of(data: bytes) -> int:
    return int(NUMBER.unpack_from(data)[0])


def is_bare(data: bytes) -> bool:
    return len(data) == NUMBER.size


def unpacked(data: bytes) -> Any:
    return pickle.loads(memoryview(data)[NUMBER.size :])
