"""A program in a process of its own, which is told its turns and answers with its moves, a JSON line each."""

import contextlib
import queue
import shlex
import subprocess
import threading
from typing import IO, Any

import msgspec

from recif.bots.questions import Turn
from recif.games import game_named
from recif.games.core.contract import Refused, Text
from recif.games.core.position import Position
from recif.match.referee import LONGEST_LINE, reason

PATIENCE = 60.0  # seconds for a turn
ERRORS = 3  # moves in one turn that are none, before the program is given up
REQUESTS = 1_000  # in one turn


class Chosen(msgspec.Struct, forbid_unknown_fields=True):
    """A move of a seat."""

    seat: int
    move: str


class Request(msgspec.Struct, forbid_unknown_fields=True):
    """What a program may say in its turn: one of the three."""

    play: Chosen | None = None
    why: Chosen | None = None
    view: int | msgspec.UnsetType | None = msgspec.UNSET


class Fault(Refused):
    """The program is to blame: it has gone, keeps silent, or plays what it may not."""

    seat: int | None = None  # whose turn it was


class Program:
    """One program. It stays for the next game; `close` ends it."""

    def __init__(self, command: str, seconds: float = PATIENCE) -> None:
        self.command, self.seconds = command, seconds
        self._lines: queue.Queue[bytes] = queue.Queue()
        try:
            self.process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except (OSError, ValueError, IndexError) as error:
            raise Refused(
                "no-program",
                Text(f"impossible de lancer « {command} » : {error}", f"cannot start “{command}”: {error}"),
            ) from error
        threading.Thread(target=_read, args=(self.process.stdout, self._lines), daemon=True).start()

    def choose(self, turn: Turn) -> str:
        """The move that the program plays in this turn, or Fault."""
        self.tell(turn)
        errors = 0
        for _ in range(REQUESTS):
            chosen, answer = answer_to(self.next_line(), turn)
            if chosen is not None:
                return chosen
            self.tell(answer)
            errors += "error" in answer
            if errors == ERRORS:
                raise Fault("program-illegal", _illegal(self.command, answer["error"]))
        raise Fault("program-slow", _slow(self.command, self.seconds))

    def tell(self, line: Any) -> None:
        assert self.process.stdin
        try:
            self.process.stdin.write(msgspec.json.encode(line) + b"\n")
            self.process.stdin.flush()
        except OSError:
            raise Fault("program-gone", self._gone()) from None

    def next_line(self) -> bytes:
        """What it says next, or Fault."""
        try:
            line = self._lines.get(timeout=self.seconds)
        except queue.Empty:
            raise Fault("program-slow", _slow(self.command, self.seconds)) from None
        if not line:
            raise Fault("program-gone", self._gone())
        return line

    def _gone(self) -> Text:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(1)
        code = self.process.poll()
        return Text(f"« {self.command} » s’est arrêté (code {code})", f"“{self.command}” has stopped (code {code})")

    def close(self) -> None:
        """It may say good-bye: its input ends first."""
        with contextlib.suppress(OSError):
            if self.process.stdin:
                self.process.stdin.close()
        try:
            self.process.wait(1)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def _read(lines: IO[bytes], out: "queue.Queue[bytes]") -> None:
    """Every line as it comes, then an empty one."""
    with lines:
        while line := lines.readline(LONGEST_LINE):
            if line.strip():
                out.put(line)
    out.put(b"")


def answer_to(line: bytes, turn: Turn) -> tuple[str | None, dict[str, Any]]:
    """The move that a line plays, if it is one of the turn's; else what to answer."""
    try:
        request = msgspec.json.decode(line, type=Request)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        quoted = line.decode(errors="replace").strip()[:200]
        return None, _error("bad-request", Text(f"demande incomprise ({error}) : {quoted}", f"{error}: {quoted}"))
    if request.play is not None:
        why = why_not(request.play, turn)
        return (request.play.move, {}) if why is None else (None, {"error": {**why, "code": "illegal"}})
    if request.why is not None:
        return None, {"why": why_not(request.why, turn)}
    if request.view == turn["seat"]:
        return None, {"view": turn["view"]}
    seat = turn["seat"]
    return None, _error(
        "bad-request", Text(f"seule la place {seat} est la vôtre", f"you may look through seat {seat} only")
    )


def why_not(chosen: Chosen, turn: Turn) -> dict[str, Any] | None:
    """Why a move is none of this turn's; by the rule where the position is known."""
    if chosen.move in turn["moves"].get(str(chosen.seat), []):
        return None
    if turn["position"] is not None:
        game = game_named(turn["game"])
        why = Position(game, game.parse(turn["position"])).why(chosen.seat, chosen.move)
        if why is not None:
            return reason(why)
    said = Text("ce coup n’est pas dans la liste", "that move is not in the list")
    return {"code": "not-a-move", "rule": "", **said._asdict(), "cells": ()}


def _error(code: str, text: Text) -> dict[str, Any]:
    return {"error": {"code": code, **text._asdict()}}


def _illegal(command: str, error: dict[str, Any]) -> Text:
    return Text(
        f"« {command} » n’a joué aucun coup permis ; la dernière erreur : {error['fr']}",
        f"“{command}” has played no legal move; the last error: {error['en']}",
    )


def _slow(command: str, seconds: float) -> Text:
    return Text(
        f"« {command} » n’a pas joué en {seconds:g} secondes",
        f"“{command}” has not played within {seconds:g} seconds",
    )
