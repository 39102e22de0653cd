"""A study: a match or a position, with other moves tried from any point, notes, arrows and marks.

    read(text)          from a study's own file, a record (JSON or text), or a line such as `xok 5 w e5,e6 e7,f7`
    main_match(study)   the main line, played by the rules; study_walk.py walks the whole tree
    to_json, to_text    the file again; the text has the main line only

What is wrong is refused with its line.
"""

import json
import re
from collections.abc import Mapping
from typing import Any

import msgspec

from recif.games.core.contract import Game, Refused, Text
from recif.match import record
from recif.match.match import Match
from recif.match.record import Ending, MatchRecord

VERSION = 1
LONGEST = 256 * 1024  # bytes
MOST_MOVES = 1_500
LONGEST_NOTE = 2_000  # characters
LONGEST_NAME = 100
MOST_MARKS = 40  # of a move
MARK = re.compile(r"[^\s<>]{1,40}(>[^\s<>]{1,40})?")


class StudyMove(msgspec.Struct, omit_defaults=True):
    """A move of the tree: `parent` is the number of the one before it, 0 for the start; moves are numbered from 1.

    A mark is a spot of the board (`d4`), an arrow two of them (`d4>d6`). The first child of a move is the main line.
    """

    parent: int
    seat: int  # −1: luck
    text: str
    note: str = ""
    marks: list[str] = []


class StudyFile(msgspec.Struct, omit_defaults=True):
    """A study as it is kept and handed on. `position` is the text of the position it begins with, if not the start."""

    game: str
    moves: list[StudyMove]
    study: int = VERSION
    title: str = ""
    seats: int | None = None
    options: dict[str, Any] = {}
    rules: int | None = None
    position: str = ""
    names: list[str] = []
    note: str = ""  # at the start
    marks: list[str] = []
    result: Ending | None = (
        None  # of the main line, where the rules do not tell it: somebody gave up, or ran out of time
    )


def read(source: str) -> StudyFile:
    """A study from a text that somebody has pasted or opened, or Refused with its line and what to do."""
    words = source.strip().removeprefix("\ufeff")
    if not words:
        raise _refused(
            "rien à lire : collez une partie ou une position", "nothing to read: paste a match or a position"
        )
    if len(source.encode()) > LONGEST:
        raise _refused("c’est trop long : 256 Ko au plus", "that is too long: 256 KB at most")
    if is_study(words):
        return check(_from_json(source), source)
    if words.startswith(("{", "[")):
        return check(_begun_at(of_record(_record(source)), source), source)
    game, _, position = words.partition(" ")
    return check(StudyFile(game, [], position=position.strip()), source)


def is_study(words: str) -> bool:
    """Whether a text is meant as a study's own file: records have events, not moves."""
    return words.lstrip("\ufeff \n\r\t").startswith("{") and '"moves"' in words


def main_match(study: StudyFile, games: Mapping[str, Game]) -> Match:
    """The main line, played."""
    return begin(study, games).play_on((move.seat, move.text) for move in main_line(study))


def _from_json(source: str) -> StudyFile:
    try:
        return msgspec.json.decode(source.encode(), type=StudyFile)
    except msgspec.ValidationError as error:
        line = line_of(source, str(error))
        raise _refused(
            f"ligne {line} : {error} ; corrigez-la, ou reprenez le fichier téléchargé",
            f"line {line}: {error}; fix it, or use the file as it was downloaded",
        ) from error
    except (msgspec.DecodeError, UnicodeError) as error:
        line = _broken_line(source)
        raise _refused(
            f"ligne {line} : ce n’est pas du JSON ; corrigez-la, ou reprenez le fichier téléchargé",
            f"line {line}: this is not JSON; fix it, or use the file as it was downloaded",
        ) from error


def _broken_line(source: str) -> int:
    """Where JSON stops making sense; the standard library counts lines."""
    try:
        json.loads(source)
    except json.JSONDecodeError as error:
        return error.lineno
    except (ValueError, RecursionError):
        pass
    return 1


def _record(source: str) -> MatchRecord:
    if source.lstrip().startswith("{"):
        try:
            json.loads(source)
        except json.JSONDecodeError as error:
            raise _refused(
                f"ligne {error.lineno} : ce n’est pas du JSON ; copiez le fichier en entier",
                f"line {error.lineno}: this is not JSON; copy the whole file",
            ) from error
        except (ValueError, RecursionError) as error:
            raise _refused("ce fichier ne se lit pas", "this file cannot be read") from error
    return record.read(source)


def _begun_at(study: StudyFile, source: str) -> StudyFile:
    """A text from the middle of a match names its position: such a study has no start to be played from."""
    if found := re.search(r'^\[Position (".*")\]$', source, re.MULTILINE):
        study.position = json.loads(found[1])
    return study


def line_of(source: str, path: str) -> int:
    """The line of the move that an error names (`$.moves[3].seat`); the first, if it names none."""
    found = re.search(r"\$\.moves\[(\d+)\]", path)
    return line_of_move(source, int(found[1]) + 1) if found else 1


def line_of_move(source: str, number: int) -> int:
    """Where move `number` is written: each has one `parent`."""
    starts = [match.start() for match in re.finditer(r'"parent"\s*:', source)]
    return source.count("\n", 0, starts[number - 1]) + 1 if 0 < number <= len(starts) else 1


def of_record(written: MatchRecord, title: str = "") -> StudyFile:
    """A match as a study without branches."""
    return StudyFile(
        written.game,
        [StudyMove(index, seat, text) for index, (seat, text) in enumerate(written.events)],
        title=title,
        seats=written.seats,
        options=written.options,
        rules=written.rules,
        names=list(written.names),
        result=written.result if written.result and written.result.reason != "over" else None,
    )


def check(study: StudyFile, source: str = "") -> StudyFile:
    """Refused where it holds more than a study may, or hangs together badly."""
    if study.study != VERSION:
        raise _refused(
            f"étude de version {study.study} ; ce programme lit la version {VERSION}, mettez Récif à jour",
            f"a study of version {study.study}; this program reads version {VERSION}, update Récif",
        )
    if len(study.moves) > MOST_MOVES:
        raise _refused(f"trop de coups : {MOST_MOVES} au plus", f"too many moves: {MOST_MOVES} at most")
    short = [study.game, study.title, *study.names]
    if any(len(text) > LONGEST_NAME for text in short) or len(study.names) > 16 or len(study.position) > 4096:
        raise _refused("titre, noms ou position trop longs", "title, names or position are too long")
    _check_words(study.note, study.marks, source, 0)
    for number, move in enumerate(study.moves, 1):
        _check_move(number, move, source)
    return study


def _check_move(number: int, move: StudyMove, source: str) -> None:
    if not 0 <= move.parent < number:
        line = line_of_move(source, number)
        raise _refused(
            f"ligne {line} : le coup {number} suit le coup {move.parent}, qui n’est pas avant lui",
            f"line {line}: move {number} follows move {move.parent}, which is not before it",
        )
    if len(move.text) > LONGEST_NAME:
        line = line_of_move(source, number)
        raise _refused(f"ligne {line} : coup trop long", f"line {line}: the move is too long")
    _check_words(move.note, move.marks, source, number)


def _check_words(note: str, marks: list[str], source: str, number: int) -> None:
    if len(note) > LONGEST_NOTE:
        line = line_of_move(source, number)
        raise _refused(
            f"ligne {line} : note trop longue ; {LONGEST_NOTE} signes au plus",
            f"line {line}: the note is too long; {LONGEST_NOTE} characters at most",
        )
    if len(marks) > MOST_MARKS or not all(MARK.fullmatch(mark) for mark in marks):
        line = line_of_move(source, number)
        raise _refused(
            f"ligne {line} : repère illisible ; on attend d4 ou d4>d6, {MOST_MARKS} au plus",
            f"line {line}: a mark that cannot be read; expected d4 or d4>d6, {MOST_MARKS} at most",
        )


def begin(study: StudyFile, games: Mapping[str, Game]) -> Match:
    """The match as it stands before the first move."""
    if study.game not in games:
        names = ", ".join(games)
        raise _refused(f"jeu inconnu : {study.game!r} ; jeux : {names}", f"unknown game {study.game!r}; games: {names}")
    game = games[study.game]
    if study.position:
        return Match.at(game, study.position)
    return Match(game, study.seats, study.options, study.rules)


def main_line(study: StudyFile) -> list[StudyMove]:
    """From the start, the first child of each move."""
    first: dict[int, int] = {}
    for number, move in enumerate(study.moves, 1):
        first.setdefault(move.parent, number)
    line, at = [], 0
    while at in first:
        at = first[at]
        line.append(study.moves[at - 1])
    return line


def to_json(study: StudyFile) -> str:
    """A move a line, so that a refusal can name it."""
    values = msgspec.to_builtins(study)
    moves = values.pop("moves")
    head = [f"{json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}," for name, value in values.items()]
    lines = ",\n  ".join(json.dumps(move, ensure_ascii=False) for move in moves)
    return "\n".join(["{", f'"study": {VERSION},', *head, f'"moves": [\n  {lines}\n]', "}"]) + "\n"


def to_text(study: StudyFile, match: Match, is_over: bool) -> str:
    """The main line as the text of a record; `match` is how it began, `is_over` whether the rules end it. One from the
    middle names its position."""
    events = [(move.seat, move.text) for move in main_line(study)]
    written = MatchRecord(
        study.game,
        match.seats,
        match.options,
        events,
        rules=match.version,
        names=list(study.names),
        result=None if is_over else study.result,
    )
    place = f"[Position {json.dumps(study.position)}]\n" if study.position else ""
    return place + record.to_text(written)


def _refused(fr: str, en: str) -> Refused:
    return Refused("bad-study", Text(fr, en))
