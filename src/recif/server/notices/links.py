"""Links that only their owner has: to confirm an address, to stop mails, to read a calendar. Nothing is kept of them:
what a link is for, and whose it is, is signed with a key of the server's own."""

import base64
import hashlib
import hmac
from typing import Literal, NamedTuple

Purpose = Literal["confirm", "stop", "calendar"]


class LinkClaim(NamedTuple):
    """What a link says; whether it is true is found out with what is known of the person (`SecretLinks.holds`)."""

    purpose: str
    person: str
    signature: str


class SecretLinks:
    def __init__(self, secret: str) -> None:
        self._key = secret.encode()

    def token(self, purpose: Purpose, person: str, *known: object) -> str:
        """`known`: what must still be so when the link is used, such as the address that it was sent to."""
        return f"{purpose}-{person}-{self._sign(purpose, person, known)}"

    def read(self, token: str) -> LinkClaim:
        purpose, _, rest = token.partition("-")
        person, _, signature = rest.partition("-")
        return LinkClaim(purpose, person, signature)

    def holds(self, claim: LinkClaim, *known: object) -> bool:
        expected = self._sign(claim.purpose, claim.person, known)
        return claim.signature.isascii() and hmac.compare_digest(claim.signature, expected)

    def _sign(self, purpose: str, person: str, known: tuple[object, ...]) -> str:
        said = "\n".join([purpose, person, *map(str, known)])
        made = hmac.new(self._key, said.encode(), hashlib.sha256).digest()
        return base64.b32encode(made[:20]).decode().lower()
