"""Reading `lessons.toml`: what is wrong is told with the file, the line and what to do."""

import re
import tomllib
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from recif.games.core.contract import Refused, Text

T = TypeVar("T")
LONGEST = 240  # letters of a sentence: a step is read at a glance
STEP, HINT = re.compile(r"\s*\[\[\s*step\s*\]\]"), re.compile(r"\s*\[\[\s*step\.hint\s*\]\]")


class SourceFile:
    """A file, and the lines on which its steps and their keys stand."""

    def __init__(self, file: Path, text: str) -> None:
        self.file = file
        self._lines = text.splitlines()

    def line(self, step: int | None = None, key: str = "", hint: int | None = None) -> int:
        """The line of a key, else of its step; lines count from 1."""
        start, end = 0, len(self._lines)
        for head, number in ((STEP, step), (HINT, hint)):
            if number is None:
                continue
            heads = [at for at in range(start, end) if head.match(self._lines[at])]
            if number < len(heads):
                start, end = heads[number], heads[number + 1] if number + 1 < len(heads) else end
        named = re.compile(rf"\s*{re.escape(key)}\s*[=.]")
        return next((at + 1 for at in range(start, end) if key and named.match(self._lines[at])), start + 1)

    def broken(self, step: int, key: str, why: Text, hint: int | None = None) -> Refused:
        return refused(self.file, self.line(step, key, hint), why, f" {step + 1}")


def read(file: Path, form: type[T]) -> tuple[T, SourceFile]:
    """What the file tells, in its form, or Refused."""
    try:
        text = file.read_bytes().decode()
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise refused(file, line, Text("écrivez le fichier en UTF-8", "write the file in UTF-8")) from error
    place = SourceFile(file, text)
    try:
        return msgspec.convert(tomllib.loads(text), form), place
    except tomllib.TOMLDecodeError as error:
        raise refused(file, _toml_line(error, text), Text(f"TOML : {error}", f"TOML: {error}")) from error
    except msgspec.ValidationError as error:
        raise _misshapen(place, str(error)) from error


def refused(file: Path, line: int, why: Text, step: str = "") -> Refused:
    return Refused(
        "bad-lesson",
        Text(
            f"{file}, ligne {line} : {f'étape{step} : ' if step else ''}{why.fr} (docs/lessons.md dit comment écrire"
            " une leçon)",
            f"{file}, line {line}: {f'step{step}: ' if step else ''}{why.en} (docs/lessons.md says how to write a"
            " lesson)",
        ),
    )


def _toml_line(error: tomllib.TOMLDecodeError, text: str) -> int:
    found = re.search(r"line (\d+)", str(error))
    return int(found[1]) if found else max(1, len(text.splitlines()))


def _misshapen(place: SourceFile, error: str) -> Refused:
    """msgspec says where by a path: `$.step[2].hint[0].fr`."""
    path = re.search(r"`\$(.*)`$", error)
    where = path[1] if path else ""
    numbers: dict[str, Any] = {name: int(number) for name, number in re.findall(r"\.(step|hint)\[(\d+)\]", where)}
    unknown = re.search(r"unknown field `(\w+)`", error)
    keys = re.findall(r"\.(\w+)", where)
    key = unknown[1] if unknown and not _is_inner(keys) else next((k for k in keys if k not in ("step", "hint")), "")
    line = place.line(numbers.get("step"), key, numbers.get("hint"))
    step = f" {numbers['step'] + 1}" if "step" in numbers else ""
    return refused(place.file, line, Text(f"mal écrit : {error}", f"badly written: {error}"), step)


def _is_inner(keys: list[str]) -> bool:
    """An unknown word inside `goal` or `praise` stands on their line."""
    return any(key not in ("step", "hint") for key in keys)
