"""Web push: a message enciphered for one browser (RFC 8291, aes128gcm of RFC 8188), and the server's word that it sends
it (RFC 8292, VAPID).

Over `cryptography`, which is here anyway: it is shorter than the way through a library that sends by threads.
"""

import base64
import json
import os
import struct
from dataclasses import dataclass, field

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
KEY_BYTES, SECRET_BYTES, SALT_BYTES, NONCE_BYTES = 65, 16, 16, 12
RECORD = 4096  # bytes of the one record that a message is
MOST = 3_000  # bytes of a message: some services take no more
WORD_SECONDS = 12 * 60 * 60  # a day is the most that services allow
LAST_RECORD = b"\x02"


def b64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unb64(text: str) -> bytes:
    """ValueError where it is none."""
    return base64.b64decode(text.replace("-", "+").replace("_", "/") + "=" * (-len(text) % 4), validate=True)


def check_keys(agreed: str, secret: str) -> None:
    """ValueError unless a browser could have given them."""
    ec.EllipticCurvePublicKey.from_encoded_point(CURVE, unb64(agreed))
    if len(unb64(secret)) != SECRET_BYTES:
        raise ValueError("the secret of a subscription has 16 bytes")


def encipher(message: bytes, agreed: str, secret: str) -> bytes:
    """The body of a push. A new pair of keys for every message: who learns one reads no other."""
    if len(message) > MOST:
        raise ValueError(f"a push has at most {MOST} bytes")
    theirs = unb64(agreed)
    pair, salt = ec.generate_private_key(CURVE), os.urandom(SALT_BYTES)
    ours = pair.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    shared = pair.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))
    mixed = _derived(shared, unb64(secret), b"WebPush: info\0" + theirs + ours, 32)
    key = _derived(mixed, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(mixed, salt, b"Content-Encoding: nonce\0", NONCE_BYTES)
    head = salt + struct.pack("!IB", RECORD, KEY_BYTES) + ours
    return head + AESGCM(key).encrypt(nonce, message + LAST_RECORD, None)


def _derived(material: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(material)


def new_key() -> str:
    """A private key, in hexadecimal."""
    return format(ec.generate_private_key(CURVE).private_numbers().private_value, "064x")


@dataclass
class Vouching:
    """The server's word to push services: the same pair of keys for ever, since subscriptions are bound to it."""

    secret: str
    contact: str  # whom a service writes to when something is wrong: a mailto: or https: address
    _words: dict[str, tuple[int, str]] = field(default_factory=dict)  # by origin: until when, and the word

    def __post_init__(self) -> None:
        self._pair = ec.derive_private_key(int(self.secret, 16), CURVE)
        point = self._pair.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.public = b64(point)

    def word(self, origin: str, now: int) -> str:
        """The heading for messages to this origin, by the clock in seconds; good for half a day, made once."""
        until, said = self._words.get(origin, (0, ""))
        if until < now + WORD_SECONDS // 2:
            until = now + WORD_SECONDS
            said = f"vapid t={self._token(origin, until)}, k={self.public}"
            self._words = {one: kept for one, kept in self._words.items() if kept[0] > now} | {origin: (until, said)}
        return said

    def _token(self, origin: str, until: int) -> str:
        head = {"typ": "JWT", "alg": "ES256"}
        claims = {"aud": origin, "exp": until, "sub": self.contact}
        signed = ".".join(b64(json.dumps(part, separators=(",", ":")).encode()) for part in (head, claims))
        r, s = decode_dss_signature(self._pair.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        return f"{signed}.{b64(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"
