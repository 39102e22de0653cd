"""Luck that can be checked.

Before the match the server shows the SHA-256 of a secret and of the match's name, which is fixed by that; each player
then adds a number of their own. Every draw follows from all of it: HMAC-SHA256(secret, match, players' numbers, place
in the log). Neither side alone can steer it. When the match is over the secret is shown, and anybody can draw the
whole game again; `web/src/lib/luck.ts` does so in the browser.
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
SCHEME = 2  # how luck is drawn; whoever draws otherwise says so by another number


class Luck(msgspec.Struct, frozen=True, omit_defaults=True):
    """What it takes to draw, and to draw again. `secret` is empty until it may be shown."""

    match: str
    commitment: str  # in hexadecimal
    numbers: tuple[str, ...] = ()  # what each seat added
    secret: str = ""
    scheme: int = 0

    def source(self, index: int, cuts: Sequence[int]) -> Source:
        """Where the luck of event `index` comes from."""
        return lambda n: below(self, place(index, cuts), n)

    def hidden(self) -> "Luck":
        """What may be shown while the match goes on."""
        return msgspec.structs.replace(self, secret="")


class Draw(msgspec.Struct, frozen=True):
    """What could have come at a place in the log: with it, and without knowing any rule, a draw can be done again."""

    index: int  # of the event
    place: str
    outcomes: list[tuple[str, int]]  # each with its weight, in the order in which the number drawn counts them off


def commit(match: str, secret: str | None = None) -> Luck:
    """A fresh secret, or a given one, with its commitment."""
    luck = Luck(match, "", (), secret or secrets.token_hex(32), SCHEME)
    return msgspec.structs.replace(luck, commitment=fingerprint(luck))


def fingerprint(luck: Luck) -> str:
    """What the commitment to this match and secret must be."""
    return hashlib.sha256(packed("recif-commitment", luck.match, luck.secret)).hexdigest()


def packed(*fields: str) -> bytes:
    """Each with its length before it, so that no two lists of fields make the same bytes."""
    return b"".join(len(field.encode()).to_bytes(4, "big") + field.encode() for field in fields)


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
        message = packed("recif-draw", luck.match, *luck.numbers, where, str(attempt))
        value = int.from_bytes(hmac.digest(luck.secret.encode(), message, "sha256"), "big")
        if value < DIGEST - DIGEST % n:
            return value % n
        attempt += 1


def check_commitment(luck: Luck) -> None:
    """Refused unless the secret is the one that was committed to."""
    if not luck.secret:
        raise Refused(
            "no-secret",
            Text("cette partie ne contient aucun secret à vérifier", "this record holds no secret to check"),
        )
    if luck.scheme != SCHEME:
        raise Refused(
            "unknown-scheme",
            Text(
                f"tirages d’une façon inconnue ({luck.scheme}) : mettez Récif à jour",
                f"luck is drawn in an unknown way ({luck.scheme}): update Récif",
            ),
        )
    if fingerprint(luck) != luck.commitment:
        raise Refused(
            "wrong-secret",
            Text(
                "le secret ne correspond pas à l’engagement montré au début",
                "the secret does not match the commitment shown at the start",
            ),
        )


def verify(luck: Luck, match: Match) -> int:
    """Draw the match again; returns the number of draws, or raises Refused at the first that differs."""
    check_commitment(luck)
    draws = 0
    again = Match(match.game, match.seats, match.options, match.version)
    for index, event in enumerate(match.log):
        if event.seat == LUCK:
            _compare(index, event, again.draw(luck.source(index, match.cuts)))
            draws += 1
        else:
            again.play(*event)
    return draws


def draws_of(match: Match) -> list[Draw]:
    """What could have come at each draw of a match."""
    again, draws = Match(match.game, match.seats, match.options, match.version), []
    for index, event in enumerate(match.log):
        if event.seat == LUCK:
            outcomes = [(text, weight) for text, (_, weight) in again.position.luck().items()]
            draws.append(Draw(index, place(index, match.cuts), outcomes))
        again.happen(*event)
    return draws


def _compare(index: int, recorded: Event, drawn: Event) -> None:
    if recorded != drawn:
        raise Refused(
            "wrong-draw",
            Text(
                f"événement {index + 1} : le tirage aurait dû être {drawn.text!r}, la partie dit {recorded.text!r}",
                f"event {index + 1}: the draw should have been {drawn.text!r}, the record says {recorded.text!r}",
            ),
        )
