"""`recif cluster`: several servers, a PostgreSQL and a balancer in one terminal, to see how they go on together."""

import argparse
import asyncio
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from recif.console.files import trouble
from recif.games.core.contract import Refused, Text
from recif.server.cluster.balancer import Balancer
from recif.server.cluster.postgres import LocalPostgres, free_port

STARTING = 120.0  # seconds for servers to answer
GOODBYE = 10.0


def cluster(args: argparse.Namespace, language: str) -> int:
    check_free(args.port)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # whatever has been started by then is stopped
    with ExitStack() as stack, suppress(KeyboardInterrupt):
        folder = args.folder or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="recif-cluster-")))
        postgres = stack.enter_context(running(folder / "postgres"))
        ports = [free_port() for _ in range(args.nodes)]
        servers = [start(postgres.address, port, args) for port in ports]
        stack.callback(stop, servers)
        asyncio.run(watch(args, postgres, ports, servers, language))
    return 0


def check_free(port: int) -> None:
    """Refused before anything is started for nothing."""
    with socket.socket() as found:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind(("127.0.0.1", port))
        except OSError as error:
            raise Refused(
                "no-place", Text(f"le port {port} est déjà pris : --port", f"port {port} is in use: --port")
            ) from error


@contextmanager
def running(folder: Path) -> Iterator[LocalPostgres]:
    """A PostgreSQL in a folder, made the first time and found again the next."""
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        if os.getuid() == 0:  # PostgreSQL runs as somebody else, who must get there
            folder.parent.chmod(0o755)
    except OSError as error:
        raise trouble(folder, error) from error
    postgres = LocalPostgres(folder)
    if not (folder / "PG_VERSION").exists():
        postgres.make()
    postgres.start()
    try:
        yield postgres
    finally:
        postgres.stop()


def start(address: str, port: int, args: argparse.Namespace) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "recif", "serve", "--database", address, "--port", str(port), "--behind-proxy"]
    command += ["--workers", str(args.workers)]
    for host in ("localhost", "127.0.0.1"):  # pages come from the balancer
        command += ["--origin", f"http://{host}:{args.port}"]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)


def stop(servers: "list[subprocess.Popen[bytes]]") -> None:
    for server in servers:
        if server.poll() is None:
            server.send_signal(signal.SIGTERM)
    for server in servers:
        with suppress(subprocess.TimeoutExpired):
            server.wait(GOODBYE)
        server.kill()


async def watch(
    args: argparse.Namespace,
    postgres: LocalPostgres,
    ports: list[int],
    servers: "list[subprocess.Popen[bytes]]",
    language: str,
) -> None:
    await asyncio.gather(*(answering(port, server) for port, server in zip(ports, servers, strict=True)))
    balancer = Balancer(ports)
    port = await balancer.open("127.0.0.1", args.port)
    for line in greeting(port, ports, [server.pid for server in servers], postgres.address, language):
        print(line, flush=True)
    gone = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, gone.set)
    await gone.wait()
    await balancer.close()


async def answering(port: int, server: "subprocess.Popen[bytes]") -> None:
    async with asyncio.timeout(STARTING):
        while server.poll() is None:
            with suppress(OSError):
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.close()
                return
            await asyncio.sleep(0.1)
    raise Refused("no-server", Text("un serveur s’est arrêté aussitôt", "a server stopped at once"))


def greeting(port: int, ports: list[int], processes: list[int], address: str, language: str) -> list[str]:
    each = [
        Text(
            f"  serveur {n} : http://localhost:{at}/ (processus {p})",
            f"  server {n}: http://localhost:{at}/ (process {p})",
        )
        for n, (at, p) in enumerate(zip(ports, processes, strict=True), 1)
    ]
    lines = [
        Text(
            f"Récif : http://localhost:{port}/ (un serveur, puis le suivant)",
            f"Récif: http://localhost:{port}/ (one server after the other)",
        ),
        *each,
        Text(f"  base : {address}", f"  database: {address}"),
        Text(
            f"Arrêtez-en un (kill -9 {processes[0]}) : les parties continuent chez les autres. Ctrl+C arrête tout.",
            f"Stop one of them (kill -9 {processes[0]}): matches go on at the others. Ctrl+C stops everything.",
        ),
    ]
    return [line.say(language) for line in lines]
