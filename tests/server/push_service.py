"""A push service of our own on loopback, over TLS: it deciphers what comes with another implementation (`http_ece`)
and answers what it is told to."""

import asyncio
import base64
import json
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import http_ece
from aiohttp import web
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)
from cryptography.x509.oid import NameOID

from recif.server.reach import Reach

SILENCE = 0


def b64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


@dataclass
class Browser:
    """Who subscribes: a pair of keys and a secret."""

    name: str
    pair: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    secret: bytes = b"0123456789abcdef"

    @property
    def public(self) -> bytes:
        return self.pair.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def read(self, body: bytes) -> Any:
        said = http_ece.decrypt(body, private_key=self.pair, auth_secret=self.secret, version="aes128gcm")
        return json.loads(said)


@dataclass
class PushService:
    """`answers`: by the last part of the address, what is answered, one after the other; the last one for good."""

    origin: str = ""
    reach: Reach = field(default_factory=Reach)
    answers: dict[str, list[int]] = field(default_factory=dict)
    came: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    arrival: asyncio.Event = field(default_factory=asyncio.Event)
    on_taken: Callable[[str], None] = lambda name: None  # before anything is answered

    def subscription(self, browser: Browser) -> dict[str, str]:
        endpoint = f"{self.origin}/push/{browser.name}"
        return {"endpoint": endpoint, "p256dh": b64(browser.public), "auth": b64(browser.secret), "language": "en"}

    async def take(self, request: web.Request) -> web.Response:
        name = request.match_info["name"]
        self.came.append((name, dict(request.headers), await request.read()))
        self.arrival.set()
        self.on_taken(name)
        left = self.answers.get(name, [201])
        status = left.pop(0) if len(left) > 1 else left[0]
        if status == SILENCE:
            await asyncio.Event().wait()
        return web.Response(status=status, headers={"Retry-After": "7"} if status == 429 else {})

    def messages(self, browser: Browser) -> list[Any]:
        return [browser.read(body) for name, _, body in self.came if name == browser.name]


def certificate(folder: Path) -> tuple[Path, Path]:
    """For localhost, good for a day; certificate and key: the same for all services of a folder."""
    paths = folder / "push.crt", folder / "push.key"
    if paths[1].exists():
        return paths
    pair, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "push")])
    now = datetime.now(UTC)
    names = x509.SubjectAlternativeName([x509.DNSName("localhost"), x509.IPAddress(ip_address("127.0.0.1"))])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(pair.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(names, critical=False)
        .sign(pair, hashes.SHA256())
    )
    paths[0].write_bytes(made.public_bytes(Encoding.PEM))
    paths[1].write_bytes(pair.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return paths


@asynccontextmanager
async def push_service(folder: Path) -> AsyncIterator[PushService]:
    service, (shown, key) = PushService(), certificate(folder)
    ours = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    ours.load_cert_chain(shown, key)
    app = web.Application()
    app.router.add_post("/push/{name}", service.take)
    runner = web.AppRunner(app, handler_cancellation=True, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0, ssl_context=ours)
    await site.start()
    port = runner.addresses[0][1]
    service.origin = f"https://localhost:{port}"
    trusting = ssl.create_default_context(cafile=str(shown))
    service.reach = Reach(lambda address: address == "127.0.0.1", (port,), trusting)
    try:
        yield service
    finally:
        await runner.cleanup()
