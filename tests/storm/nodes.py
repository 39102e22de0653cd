"""A server of several, in a process of its own, behind a link to each database."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

from tests.storm.found import check_up
from tests.storm.proxy import Proxy


class Node:
    def __init__(self, proxies: list[Proxy]) -> None:
        self.proxies = proxies
        self.port = 0
        self.is_up = False
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        hosts = ",".join(f"127.0.0.1:{proxy.port}" for proxy in self.proxies)
        return f"postgresql://recif@{hosts}/postgres"

    async def start(self) -> None:
        command = [sys.executable, "-m", "tests.server.bare", self.address]
        path = os.pathsep.join([str(Path("src").resolve()), str(Path.cwd())])
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, env=os.environ | {"PYTHONPATH": path})
        assert self._process.stdout
        self.port = int(await asyncio.to_thread(self._process.stdout.readline))
        self.is_up = True

    def check(self) -> None:
        """Exited if it is gone and nobody has killed it."""
        if self.is_up and self._process:
            check_up([self._process])

    def signal(self, number: int) -> None:
        assert self._process
        self._process.send_signal(number)

    def kill(self) -> None:
        self.is_up = False
        if self._process:
            self._process.kill()
            self._process.wait()
            assert self._process.stdout
            self._process.stdout.close()
            self._process = None
