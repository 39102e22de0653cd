"""Cases of RFC 6455, in the order in which the Autobahn test suite goes through it: bytes in, what comes back."""

import os
import struct
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from recif.server.limits import Limits
from recif.server.transport.frames import MOST_FRAGMENTS
from tests.server.live import framed

MOST = Limits().message_bytes
MORE, LAST, BEGIN, WHOLE, BINARY = 0x00, 0x80, 0x01, 0x81, 0x82  # first bytes of frames
CLOSE, PING, PONG = 0x88, 0x89, 0x8A
ASKED = b'{"type":"ping","t":1}'
HELLO = "Hello-µ@ßöäüàá-UTF-8!!".encode()
KOSME = "κόσμε".encode()


class Case(NamedTuple):
    name: str
    sent: list[bytes]  # one write each
    told: list[str]


def masked(data: bytes, head: int = WHOLE) -> bytes:
    return framed(data, head, os.urandom(4))


def saying(text: bytes) -> bytes:
    """A message that is answered, with a field that nobody reads."""
    return ASKED[:-1] + b',"x":"' + text + b'"}'


def padded(size: int) -> bytes:
    return ASKED.ljust(size)


def long(size: int) -> bytes:
    """The heading of a text frame whose size takes eight bytes."""
    return struct.pack("!BBQ4s", WHOLE, 0xFF, size, b"mask")


def closing(code: int, reason: bytes = b"") -> bytes:
    return masked(struct.pack("!H", code) + reason, CLOSE)


def pieces(data: bytes, size: int = 1) -> list[bytes]:
    return [data[at : at + size] for at in range(0, len(data), size)]


def fragments(parts: Iterable[bytes]) -> bytes:
    first, *others = parts
    return masked(first, BEGIN) + b"".join(masked(part, MORE) for part in others) + masked(b"", LAST)


def failing(code: int, reason: str) -> list[str]:
    return [f"bye {reason}", f"close {code}"]


def framing() -> Iterator[Case]:
    yield Case("1.1.1 an empty text", [masked(b"")], ["refusal bad-message"])
    for size in (125, 126, 127, 128, MOST):
        yield Case(f"1.1 a text of {size}", [masked(padded(size))], ["pong"])
        yield Case(f"1.1 a text of {size} in pieces", pieces(masked(padded(size)), 97), ["pong"])
    for size in (MOST + 1, 65_535):
        yield Case(f"1.1 a text of {size}", [masked(padded(size))[:8]], failing(1009, "too-large"))
    for size in (65_536, 2**31, 2**63, 2**64 - 1):
        yield Case(f"1.1 a text of {size}", [long(size)], failing(1009, "too-large"))
    for size in (0, 125, 126):
        yield Case(f"1.2 a binary of {size}", [masked(b"\xfe" * size, BINARY)], failing(1003, "text-only"))
    yield Case("a size in more bytes than it takes", [b"\x81\xfe\0\x15mask"], failing(1002, "length"))
    yield Case("a size in many more bytes", [long(8_000)], failing(1002, "length"))
    yield Case("no mask", [b"\x81\x15" + ASKED], failing(1002, "unmasked"))


def signs() -> Iterator[Case]:
    for number, data in enumerate((b"", b"Hello", b"\0\xff\xfe\xfd\xfc\xfb\0\xff", b"\xfe" * 125), start=1):
        yield Case(f"2.{number} a ping", [masked(data, PING)], [f"PONG {data.hex()}"])
    yield Case("2.5 a ping of 126", [masked(b"\xfe" * 126, PING)], failing(1002, "control"))
    data = b"\xfe" * 125
    yield Case("2.6 a ping octet by octet", pieces(masked(data, PING)), [f"PONG {data.hex()}"])
    yield Case("2.7 a pong", [masked(b"", PONG)], [])
    yield Case("2.8 a pong that says something", [masked(b"unasked", PONG)], [])
    yield Case("2.9 a pong, then a ping", [masked(b"unasked", PONG), masked(b"x", PING)], ["PONG 78"])
    ten = [masked(bytes([number]), PING) for number in range(10)]
    yield Case("2.10 ten pings", ten, [f"PONG {number:02x}" for number in range(10)])
    yield Case("2.11 ten pings octet by octet", pieces(b"".join(ten)), [f"PONG {number:02x}" for number in range(10)])


def reserved() -> Iterator[Case]:
    text = masked(ASKED)
    for bits in range(1, 8):
        bad = masked(ASKED, WHOLE | bits << 4)
        yield Case(f"3.{bits} reserved bits", [bad], failing(1002, "reserved"))
        yield Case(f"3.{bits} after a text", [text + bad], ["pong", *failing(1002, "reserved")])
        yield Case(f"3.{bits} octet by octet", pieces(text + bad[:2]), ["pong", *failing(1002, "reserved")])
        yield Case(f"3.{bits} in a ping", [masked(b"", PING | bits << 4)], failing(1002, "reserved"))
        yield Case(f"3.{bits} in a close", [masked(b"", CLOSE | bits << 4)], failing(1002, "reserved"))


def kinds() -> Iterator[Case]:
    for kind in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15):
        for data in (b"", b"payload"):
            bad = masked(data, 0x80 | kind)
            yield Case(f"4 kind {kind} of {len(data)}", [bad], failing(1002, "kind"))
            yield Case(
                f"4 kind {kind} of {len(data)} after a text",
                [masked(ASKED) + bad + masked(b"", PING)],
                ["pong", *failing(1002, "kind")],
            )


def fragmentation() -> Iterator[Case]:
    begin, last, ping = masked(ASKED[:9], BEGIN), masked(ASKED[9:], LAST), masked(b"x", PING)
    yield Case("5.1 a ping in two", [masked(b"a", 0x09) + masked(b"b", LAST)], failing(1002, "control"))
    yield Case("5.2 a pong in two", [masked(b"a", 0x0A) + masked(b"b", LAST)], failing(1002, "control"))
    yield Case("5.3 a text in two", [begin + last], ["pong"])
    yield Case("5.4 in two writes", [begin, last], ["pong"])
    yield Case("5.5 octet by octet", pieces(begin + last), ["pong"])
    yield Case("5.6 a ping between", [begin + ping + last], ["PONG 78", "pong"])
    yield Case("5.7 in three writes", [begin, ping, last], ["PONG 78", "pong"])
    yield Case("5.8 octet by octet", pieces(begin + ping + last), ["PONG 78", "pong"])
    for number, head in ((9, LAST), (12, MORE)):
        bad = masked(b"non-continuation", head)
        yield Case(f"5.{number} goes on with nothing", [bad + masked(ASKED)], failing(1002, "fragments"))
        yield Case(f"5.{number + 1} alone", [bad], failing(1002, "fragments"))
        yield Case(f"5.{number + 2} octet by octet", pieces(bad[:2]), failing(1002, "fragments"))
    yield Case("5.15 goes on after the end", [begin + last + masked(b"x", MORE)], ["pong", *failing(1002, "fragments")])
    yield Case("5.16 begins with going on", [masked(b"x", MORE)], failing(1002, "fragments"))
    yield Case("5.18 begins twice", [begin + begin], failing(1002, "fragments"))
    yield Case("a binary within a text", [begin + masked(b"x", BINARY)], failing(1002, "fragments"))
    five = [masked(ASKED[:4], BEGIN), masked(ASKED[4:8], MORE), ping, masked(ASKED[8:9], MORE), ping, last]
    yield Case("5.19 pings between five", [b"".join(five)], ["PONG 78", "PONG 78", "pong"])
    yield Case("5.20 in as many writes", five, ["PONG 78", "PONG 78", "pong"])
    yield Case("as many fragments as may be", [fragments([*pieces(padded(MOST_FRAGMENTS - 1))])], ["pong"])
    many = masked(ASKED, BEGIN) + masked(b"", MORE) * MOST_FRAGMENTS
    yield Case("one more", [many], failing(1008, "fragments"))
    yield Case("one more, empty ones, after a text", [masked(ASKED) + many], ["pong", *failing(1008, "fragments")])
    near, full = [masked(padded(MOST - 10), BEGIN), masked(b"x" * 125, PING)], "PONG " + "78" * 125
    yield Case("a ping near the limit", [*near, masked(b" " * 10, LAST)], [full, "pong"])
    yield Case("beyond the limit", [*near, masked(b" " * 11, LAST)], [full, *failing(1009, "too-large")])


VALID = {
    "6.2 letters": HELLO,
    "6.5 kosme": KOSME,
    "6.7 the first of two bytes": b"\xc2\x80",
    "6.7 of three": b"\xe0\xa0\x80",
    "6.7 of four": b"\xf0\x90\x80\x80",
    "6.9 the last of one byte": b"\x7f",
    "6.9 of two": b"\xdf\xbf",
    "6.9 of three": b"\xef\xbf\xbf",
    "6.9 of all": b"\xf4\x8f\xbf\xbf",
    "6.11 before the surrogates": b"\xed\x9f\xbf",
    "6.11 after them": b"\xee\x80\x80",
    "6.11 the replacement": b"\xef\xbf\xbd",
    "6.22 no letter of the first plane": b"\xef\xbf\xbe",
    "6.22 nor of the second": b"\xf0\x9f\xbf\xbe",
    "6.23 specials": b"\xef\xbf\xb9\xef\xbf\xbc",
}
INVALID = {
    "6.3 a surrogate among letters": KOSME + b"\xed\xa0\x80" + b"edited",
    "6.6 a letter cut off": KOSME[:-1],
    "6.8 of five bytes": b"\xf8\x88\x80\x80\x80",
    "6.8 of six": b"\xfc\x84\x80\x80\x80\x80",
    "6.10 beyond the last": b"\xf7\xbf\xbf\xbf",
    "6.11 just beyond the last": b"\xf4\x90\x80\x80",
    "6.12 only the middle of a letter": b"\x80",
    "6.12 all middles": bytes(range(0x80, 0xC0)),
    "6.13 beginnings alone": b"\xc3 \xe4 \xf1 ",
    "6.14 the end is missing": b"\xe0\xa0",
    "6.15 ends missing one after the other": b"\xc3\xe0\xa0\xf0\x90\x80",
    "6.16 never in any text": b"\xfe",
    "6.16 nor this": b"\xff",
    "6.17 too long a slash of two": b"\xc0\xaf",
    "6.17 of three": b"\xe0\x80\xaf",
    "6.17 of four": b"\xf0\x80\x80\xaf",
    "6.18 the longest of them": b"\xc1\xbf",
    "6.19 too long a nothing": b"\xc0\x80",
    "6.20 a high surrogate": b"\xed\xa0\x80",
    "6.20 a low one": b"\xed\xbf\xbf",
    "6.21 a pair of them": b"\xed\xa0\x80\xed\xb0\x80",
}  # fmt: skip


def letters() -> Iterator[Case]:
    yield Case("6.1 three empty fragments", [fragments([b"", b""])], ["refusal bad-message"])
    yield Case("6.1 text between empty ones", [fragments([b"", ASKED, b""])], ["pong"])
    for name, text in VALID.items():
        whole = saying(text)
        yield Case(name, [masked(whole)], ["pong"])
        yield Case(f"{name}, long", [masked(saying(b"x" * 150 + text))], ["pong"])
        yield Case(f"{name}, in fragments", [fragments(pieces(whole))], ["pong"])
        yield Case(f"{name}, octet by octet", pieces(masked(whole)), ["pong"])
    for name, text in INVALID.items():
        whole = saying(text)
        yield Case(name, [masked(whole)], failing(1007, "utf-8"))
        yield Case(f"{name}, long", [masked(saying(b"x" * 150 + text))], failing(1007, "utf-8"))
        yield Case(f"{name}, in fragments", [fragments(pieces(whole, 2))], failing(1007, "utf-8"))
        yield Case(f"{name}, after a text", [masked(ASKED) + masked(whole)], ["pong", *failing(1007, "utf-8")])
    yield Case("6.4.1 fails at the fragment", [masked(KOSME + b"\xf4\x90", BEGIN)], failing(1007, "utf-8"))
    yield Case(
        "6.4.2 across fragments", [masked(KOSME + b"\xf4", BEGIN) + masked(b"\x90", MORE)], failing(1007, "utf-8")
    )
    early = masked(KOSME + b"\xf4\x90" + b"x" * 40)
    yield Case("6.4.3 fails before the frame is whole", [early[: 6 + len(KOSME) + 2]], failing(1007, "utf-8"))
    yield Case("6.4.4 octet by octet", pieces(early[: 6 + len(KOSME) + 2]), failing(1007, "utf-8"))


def ends() -> Iterator[Case]:
    yield Case("7.1.1 a text, then a close", [masked(ASKED) + closing(1000)], ["pong", "close 1000"])
    yield Case("7.1.2 two closes", [closing(1000) * 2], ["close 1000"])
    yield Case("7.1.3 a ping after it", [closing(1000) + masked(b"x", PING)], ["close 1000"])
    yield Case("7.1.4 a text after it", [closing(1000) + masked(ASKED)], ["close 1000"])
    yield Case("7.1.5 a close between fragments", [masked(ASKED, BEGIN) + closing(1000)], ["close 1000"])
    yield Case("7.1.6 as much as may be, then a close", [masked(padded(MOST)) + closing(1000)], ["pong", "close 1000"])
    yield Case("7.3.1 nothing in it", [masked(b"", CLOSE)], ["close"])
    yield Case("7.3.2 one byte in it", [masked(b"\x03", CLOSE)], ["close 1002"])
    yield Case("7.3.3 a code", [closing(1000)], ["close 1000"])
    yield Case("7.3.4 a reason", [closing(1000, b"Hello")], ["close 1000"])
    yield Case("7.3.5 the longest", [closing(1000, b"x" * 123)], ["close 1000"])
    yield Case("7.3.6 too long", [closing(1000, b"x" * 124)], failing(1002, "control"))
    yield Case("in fragments", [masked(b"\x03\xe8", 0x08)], failing(1002, "control"))
    yield Case("7.5.1 no text for a reason", [closing(1000, KOSME + b"\xed\xa0\x80")], ["close 1007"])
    for code in (*range(1000, 1004), *range(1007, 1015), 3000, 3999, 4000, 4999):
        yield Case(f"7.7 code {code}", [closing(code)], [f"close {code}"])
    for code in (0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535):
        yield Case(f"7.9 code {code}", [closing(code)], ["close 1002"])
        yield Case(f"7.9 code {code}, after a text", [masked(ASKED) + closing(code)], ["pong", "close 1002"])


CASES = [
    case
    for section in (framing, signs, reserved, kinds, fragmentation, letters, ends)
    for case in section()
]  # fmt: skip
