"""Records signed by the server that kept them (Ed25519): whoever has its public key knows that nothing was changed.

What is signed is the record itself, not the bytes of a file: as JSON or as text, it is the same.
"""

import json
import secrets
from typing import Any, ClassVar, Protocol, TypeVar, cast

import msgspec

from recif.games.core.contract import Refused, Text


class Signable(Protocol):
    """A record of something, which names the key that signed it."""

    purpose: ClassVar[str]  # the same key must not sign anything else by the same bytes

    @property
    def key(self) -> str: ...

    @property
    def signature(self) -> str: ...


Signed = TypeVar("Signed", bound=Signable)


class Signer:
    """Who signs. `secret` is the private key, in hexadecimal."""

    def __init__(self, secret: str) -> None:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        self._key = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(secret))
        self.public = self._key.public_key().public_bytes_raw().hex()

    def sign(self, record: Signed) -> Signed:
        """The same record with the key and the signature."""
        named: Any = msgspec.structs.replace(cast(Any, record), key=self.public)
        signed: Signed = msgspec.structs.replace(named, signature=self._key.sign(covered(named)).hex())
        return signed


class Unsigned:
    """Nobody signs: whoever plays at home has nothing to prove, and needs no cryptography."""

    public = ""

    def sign(self, record: Signed) -> Signed:
        return record


def new_secret() -> str:
    """A private key of Ed25519 is any 32 bytes that nobody can guess."""
    return secrets.token_hex(32)


def covered(record: Signable) -> bytes:
    """Everything but the signature, written in one way only. What is as by default is left out, as in files."""
    values: dict[str, Any] = msgspec.to_builtins(record)
    values.pop("signature", None)
    return (
        f"{record.purpose}\n".encode()
        + json.dumps(values, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    )


def check_signature(record: Signable) -> None:
    """Refused unless the holder of the key that the record names has signed all of it."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(record.key))
        key.verify(bytes.fromhex(record.signature), covered(record))
    except (InvalidSignature, ValueError) as error:
        raise Refused(
            "bad-signature",
            Text(
                "la signature ne convient pas : quelque chose a été changé depuis",
                "the signature does not fit: something was changed since",
            ),
        ) from error
