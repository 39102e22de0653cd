"""How a server is set up: `recif serve --help` says it in words."""

from dataclasses import dataclass, field
from pathlib import Path

from recif.server.limits import Limits
from recif.server.reach import Reach

STATIC = Path(__file__).parent / "static"


@dataclass(frozen=True)
class Smtp:
    """The mail server that takes mails, and whom they are from."""

    sender: str
    host: str
    port: int
    user: str = ""
    password: str = ""
    is_tls: bool = False  # from the first byte; else as soon as the server offers it


@dataclass(frozen=True)
class Settings:
    database: Path | str = "recif.db"
    host: str = "127.0.0.1"
    port: int = 8787
    origins: tuple[str, ...] = ()  # besides the one that the Host header tells
    is_behind_proxy: bool = False  # believe X-Forwarded-For and X-Forwarded-Proto
    is_inviting: bool = False  # open to the local network from the start
    workers: int = 2  # processes that think, besides the one that is kept for players
    patience: float = 1.0  # how human-like slow low levels are; 0: at once
    static: Path = STATIC
    limits: Limits = field(default_factory=Limits)
    contact: str = ""  # whom push services may write to: a mailto: or https: address
    smtp: Smtp | None = None  # none: no mails
    reach: Reach = field(default_factory=Reach)  # where notices may be sent
