"""WebAssembly's bytes: numbers of as many bytes as they need, texts, vectors, sections."""

from collections.abc import Iterator


class ByteReader:
    """A place in some bytes, which moves on."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = bytes(data), 0

    @property
    def is_done(self) -> bool:
        return self.at >= len(self.data)

    def take(self, count: int) -> bytes:
        self.at += count
        return self.data[self.at - count : self.at]

    def byte(self) -> int:
        return self.take(1)[0]

    def unsigned(self) -> int:
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def signed(self) -> int:
        start = self.at
        value = self.unsigned()
        bits = 7 * (self.at - start)
        return value - (1 << bits) if value >> (bits - 1) & 1 else value

    def text(self) -> str:
        return self.take(self.unsigned()).decode()

    def each(self) -> Iterator["ByteReader"]:
        """The elements of a vector: the reader itself, each time before the next."""
        for _ in range(self.unsigned()):
            yield self


def unsigned(value: int) -> bytes:
    made = bytearray()
    while True:
        made.append(value & 0x7F | (0x80 if value > 0x7F else 0))
        value >>= 7
        if not value:
            return bytes(made)


def signed(value: int, width: int = 0) -> bytes:
    """A number that may be negative; with `width`, in exactly so many bytes."""
    made = bytearray()
    while True:
        byte, value = value & 0x7F, value >> 7
        is_last = (value == 0 and not byte & 0x40) or (value == -1 and byte & 0x40)
        if is_last and len(made) + 1 >= width:
            return bytes([*made, byte])
        made.append(byte | 0x80)


def text(given: str) -> bytes:
    data = given.encode()
    return unsigned(len(data)) + data


def vector(parts: list[bytes]) -> bytes:
    return unsigned(len(parts)) + b"".join(parts)


def section(number: int, content: bytes) -> bytes:
    return bytes([number]) + unsigned(len(content)) + content
