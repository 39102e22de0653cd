"""Luck that can be checked.

Before the match the server shows the SHA-256 of a secret; each player then adds a number of their own. Every draw
follows from both: HMAC-SHA256(secret, match, players' numbers, place in the log). Neither side alone can steer it. When
the match is over the secret is shown, and anybody can draw the whole game again.
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence

import msgspec

from recif.games.core.contract import LUCK, Refused, Text
from recif.match.match import Event, Match, Source

LONGEST_NUMBER = 64  # characters that a player may add
DIGEST = 1 << 256


class Luck(msgspec.Struct, frozen=True):
    """What it takes to draw, and to draw again. `secret` is empty until it may be shown."""

    match: str
    commitment: str  # SHA-256 of the secret, in hexadecimal
    numbers: tuple[str, ...] = ()  # what each seat added
    secret: str = ""

    def source(self, index: int, cuts: Sequence[int]) -> Source:
        """Where the luck of event `index` comes from."""
        return lambda n: below(self, place(index, cuts), n)

    def hidden(self) -> "Luck":
        """What may be shown while the match goes on."""
        return msgspec.structs.replace(self, secret="")


def commit(match: str, secret: str | None = None) -> Luck:
    """A fresh secret, or a given one, with its commitment."""
    secret = secret or secrets.token_hex(32)
    return Luck(match, hashlib.sha256(secret.encode()).hexdigest(), (), secret)


def add(luck: Luck, numbers: Sequence[str]) -> Luck:
    """The players' numbers, in seat order; fixed before the first draw."""
    return msgspec.structs.replace(luck, numbers=tuple(number[:LONGEST_NUMBER] for number in numbers))


def place(index: int, cuts: Sequence[int]) -> str:
    """Where in the match a draw stands: moves taken back across luck do not bring the same luck again."""
    return f"{index}.{sum(cut <= index for cut in cuts)}"


def below(luck: Luck, where: str, n: int) -> int:
    """A uniform whole number below n: the digest modulo n, drawn again in the uneven rest of the range."""
    attempt = 0
    while True:
        told = "\0".join([luck.match, *luck.numbers, where, str(attempt)])
        value = int.from_bytes(hmac.digest(luck.secret.encode(), told.encode(), "sha256"), "big")
        if value < DIGEST - DIGEST % n:
            return value % n
        attempt += 1


def verify(luck: Luck, match: Match) -> int:
    """Draw the match again; returns the number of draws, or raises Refused at the first that differs."""
    if hashlib.sha256(luck.secret.encode()).hexdigest() != luck.commitment:
        raise Refused(
            "wrong-secret",
            Text(
                "le secret ne correspond pas à l'engagement montré au début",
                "the secret does not match the commitment shown at the start",
            ),
        )
    draws = 0
    again = Match(match.game, match.seats, match.options, match.version)
    for index, event in enumerate(match.log):
        if event.seat == LUCK:
            _compare(index, event, again.draw(luck.source(index, match.cuts)))
            draws += 1
        else:
            again.play(*event)
    return draws


def _compare(index: int, told: Event, drawn: Event) -> None:
    if told != drawn:
        raise Refused(
            "wrong-draw",
            Text(
                f"événement {index + 1} : le tirage aurait dû être {drawn.text!r}, la partie dit {told.text!r}",
                f"event {index + 1}: the draw should have been {drawn.text!r}, the record says {told.text!r}",
            ),
        )
