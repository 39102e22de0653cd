"""Power cuts: every write and every fsync of the store is traced, and the disk is put into states that a cut leaves.

What was synced is there. What was written since may be there, or not, sector by sector, in any order.
"""

import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from recif.server.store.entries import Played
from recif.server.store.sqlite import SqliteStore
from recif.server.tasks import at_once

SECTOR = 512
CALL = re.compile(r"^\d+\s+(\w+)\((.*)\)\s+= (-?\d+)")
TRACED = "openat,close,write,pwrite64,fsync,fdatasync,ftruncate,unlink"


@dataclass
class Disk:
    """A file: what is safe, and what was written since the last fsync."""

    safe: bytearray = field(default_factory=bytearray)
    loose: list[tuple[int, bytes]] = field(default_factory=list)  # offset and data; offset -1: cut to a length

    def sync(self) -> None:
        for offset, data in self.loose:
            _put(self.safe, offset, data)
        self.loose.clear()

    def after_a_cut(self, chance: random.Random) -> bytes:
        left = bytearray(self.safe)
        for offset, data in self.loose:
            if offset < 0:
                if chance.random() < 0.5:
                    _put(left, offset, data)
                continue
            for start in range(0, len(data), SECTOR):
                if chance.random() < 0.5:
                    _put(left, offset + start, data[start : start + SECTOR])
        return bytes(left)


def _put(file: bytearray, offset: int, data: bytes) -> None:
    if offset < 0:
        length = int.from_bytes(data, "big")
        del file[length:]
        file.extend(bytes(length - len(file)))
        return
    file.extend(bytes(max(0, offset + len(data) - len(file))))
    file[offset : offset + len(data)] = data


def can_trace() -> bool:
    if not shutil.which("strace"):
        return False
    return subprocess.run(["strace", "-qq", "-o", "/dev/null", "true"], capture_output=True).returncode == 0


def trace(folder: Path) -> list[str]:
    """What the writer asked of the system, call by call."""
    lines = folder / "trace"
    command = ["strace", "-f", "-qq", "-xx", "-s", "100000", "-e", f"trace={TRACED}", "-o", str(lines)]
    writer = [sys.executable, "-m", "tests.storm.writer", str(folder / "s.db")]
    subprocess.run([*command, *writer], check=True, stdout=subprocess.DEVNULL)
    return lines.read_text().splitlines()


def cuts(lines: list[str], database: Path) -> Iterator[tuple[dict[str, Disk], dict[str, int]]]:
    """The disk after each call that changes it, and what had been said to be kept by then."""
    disks: dict[str, Disk] = {}
    files: dict[int, str] = {}
    kept: dict[str, int] = {}
    for line in lines:
        if not (call := CALL.match(line)):
            continue
        name, told, answer = call[1], call[2], int(call[3])
        if name == "openat":
            path = Path(_bytes(told.split('"')[1]).decode(errors="replace"))
            if answer >= 0:
                files.pop(answer, None)
                if path.name in (database.name, f"{database.name}-wal", f"{database.name}-journal"):
                    files[answer] = path.name
                    disks.setdefault(path.name, Disk())
            continue
        if name == "unlink":
            disks.pop(Path(_bytes(told.split('"')[1]).decode()).name, None)
            continue
        number = int(told.split(",")[0])
        if name == "write" and number == 1:
            if (words := _bytes(told.split('"')[1]).split())[0] == b"done":
                return
            kept[words[1].decode()] = int(words[2])
        elif name == "close":
            files.pop(number, None)
        elif number in files:
            _change(disks[files[number]], name, told)
            yield disks, kept


def _change(disk: Disk, name: str, told: str) -> None:
    if name in ("fsync", "fdatasync"):
        disk.sync()
    elif name == "ftruncate":
        disk.loose.append((-1, int(told.split(",")[1]).to_bytes(8, "big")))
    elif name == "pwrite64":
        disk.loose.append((int(told.rsplit(",", 1)[1]), _bytes(told.split('"')[1])))


def _bytes(hexadecimal: str) -> bytes:
    return bytes.fromhex(hexadecimal.replace("\\x", ""))


def run(folder: Path, most: int, seed: int = 1) -> tuple[int, int]:
    """Check up to so many states; how many there were, and how many things had been said to be kept in the last."""
    chance, lines = random.Random(seed), trace(folder)
    points = [n for n, (_, kept) in enumerate(cuts(lines, folder / "s.db")) if kept]
    chosen = set(points if most >= len(points) else chance.sample(points, most))
    said = 0
    for number, (disks, kept) in enumerate(cuts(lines, folder / "s.db")):
        if number in chosen:
            _check(folder / "cut", {name: disk.after_a_cut(chance) for name, disk in disks.items()}, kept)
            said = sum(kept.values())
    return len(chosen), said


def _check(folder: Path, files: dict[str, bytes], kept: dict[str, int]) -> None:
    """After the power is back: all that was said to be kept is there, in order, and nothing else is broken."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, data in files.items():
        (folder / name).write_bytes(data)
    store = SqliteStore(folder / "s.db")
    assert at_once(store.rows("PRAGMA integrity_check")) == [("ok",)]
    for table, number in kept.items():
        entries = at_once(store.entries(f"t{table}"))
        assert [entry.version for entry in entries] == list(range(1, len(entries) + 1)), "a gap"
        assert len(entries) >= number, "something acknowledged is lost"
        assert all(entry.what == Played(0, f"move{entry.version}") for entry in entries)
    store.close()
