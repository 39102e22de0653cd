"""One person says things nobody needs, as fast as they go: `python -m tests.storm.flood PORT SECONDS` prints how many.

In a process of its own: beside those who play, in one loop, it would hold them up itself, whatever the server did.
"""

import asyncio
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import aiohttp

from recif.client import Client, new_session

SCREENS = 4


@asynccontextmanager
async def visiting(port: int, name: str = "Ana") -> AsyncIterator[Client]:
    async with new_session() as session:
        yield await Client(f"http://127.0.0.1:{port}", session).named(name)


async def flood(port: int, until: float) -> int:
    """On as many sockets as are opened, one after the other; how many messages that was."""
    said = 0
    async with visiting(port, "Eve") as eve:
        table = await eve.table("xok", "me", "me")
        while time.monotonic() < until:
            with suppress(aiohttp.ClientError, ConnectionError):
                async with eve.connect() as socket:
                    while time.monotonic() < until and not socket.closed:
                        await socket.send_json({"type": "follow", "table": table, "detail": "full"})
                        await socket.send_str('{"type": "nonsense"}')
                        await socket.ping()
                        said += 3
            await asyncio.sleep(0.01)
    return said


async def floods(port: int, seconds: float) -> int:
    until = time.monotonic() + seconds
    return sum(await asyncio.gather(*(flood(port, until) for _ in range(SCREENS))))


async def apart(port: int, seconds: float) -> int:
    """The same in a process of its own."""
    command = [sys.executable, "-m", "tests.storm.flood", str(port), str(seconds)]
    process = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE)
    said, _ = await process.communicate()
    assert process.returncode == 0, process.returncode
    return int(said)


if __name__ == "__main__":
    print(asyncio.run(floods(int(sys.argv[1]), float(sys.argv[2]))))
