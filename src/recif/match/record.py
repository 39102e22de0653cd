"""The record of a match, as JSON and as text; both read back, and a record that cannot have happened is refused.

The text form is a header and the moves, in the manner of chess files:

    [Game "xok"]
    [Seats 2]
    [Options {"side": 4}]
    [Names ["Ana", "Théo"]]

    0:d4d5 1:c3c4 *:draw:4c
"""

import json
import re
import textwrap
from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from recif.games.core.contract import LUCK, Game, Refused, Text
from recif.match.match import Match, Result, replay
from recif.match.provable import Luck

VERSION = 1
LONGEST = 2_000_000  # characters of a record from outside
ENDINGS = ("over", "resigned", "time", "agreed", "aborted")


class Ending(msgspec.Struct, frozen=True):
    """How the match ended; `reason` is one of ENDINGS."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str = "over"
    seat: int | None = None


class MatchRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match on disk."""

    purpose: ClassVar[str] = "recif record 1"  # of its signature

    game: str
    seats: int
    options: dict[str, Any]
    events: list[tuple[int, str]]
    recif: int = VERSION
    rules: int = 1  # the version of the game's rules; records from before they had one were played by the first
    names: list[str] = []
    date: str = ""  # the day it began, YYYY-MM-DD
    pace: str = ""
    result: Ending | None = None
    cuts: list[int] = []  # length of the log after each taking back: draws depend on it
    luck: Luck | None = None
    players: list[dict[str, Any]] = []  # of programs and models, by seat: how they were asked, what they took
    key: str = ""  # the public key of the server that signed it
    signature: str = ""

    def replay(self, games: Mapping[str, Game]) -> Match:
        """The match it tells, or Refused."""
        if self.game not in games:
            raise _refused(
                f"jeu inconnu : {self.game!r} ; jeux : {', '.join(games)}",
                f"unknown game {self.game!r}; games: {', '.join(games)}",
            )
        match = replay(games[self.game], self.seats, self.options, self.events, self.rules)
        match.cuts = list(self.cuts)
        self._check_result(match)
        return match

    def _check_result(self, match: Match) -> None:
        if self.result is None:
            return
        told, seats = Result(**msgspec.structs.asdict(self.result)), set(range(match.seats))
        if told.reason not in ENDINGS or not {*told.winners, *([] if told.seat is None else [told.seat])} <= seats:
            raise _refused("fin de partie impossible", "an impossible ending")
        if told.reason != "over" and not match.is_over:
            match.end(told.reason, told.winners, told.seat)
        elif match.result is None:
            raise _refused(
                "il y a un résultat, mais la partie n’est pas finie", "there is a result, but the match is not over"
            )
        elif match.result != told:
            winners, scores = match.result[:2]
            raise _refused(
                f"le résultat annoncé n’est pas celui de la partie : gagnants {winners}, scores {scores}",
                f"the result told is not that of the match: winners {winners}, scores {scores}",
            )


def record(match: Match, luck: Luck | None = None, **told: Any) -> MatchRecord:
    """The record of a match. Hidden things are in it: it is for those who may know them."""
    if match.begins_at:
        raise _refused(
            "une partie commencée au milieu n’a pas d’histoire", "a match begun in the middle has no history to tell"
        )
    result = match.result
    return MatchRecord(
        match.game.id,
        match.seats,
        match.options,
        [(event.seat, event.text) for event in match.log],
        rules=match.version,
        result=Ending(*result) if result else None,
        cuts=list(match.cuts),
        luck=luck,
        **told,
    )


def to_json(told: MatchRecord) -> str:
    return msgspec.json.format(msgspec.json.encode(told), indent=1).decode()


def to_text(told: MatchRecord) -> str:
    """The header, an empty line, the moves."""
    values = msgspec.to_builtins(told)
    events = values.pop("events")
    order = ["game", "seats", "options", *(name for name in values if name not in ("game", "seats", "options"))]
    header = [f"[{name.capitalize()} {json.dumps(values[name], ensure_ascii=False)}]" for name in order]
    moves = " ".join(f"{'*' if seat == LUCK else seat}:{text}" for seat, text in events)
    body = textwrap.wrap(moves, 100, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*header, "", *body]) + "\n"


def read(data: str | bytes) -> MatchRecord:
    """A record from JSON or from text; Refused with what is wrong."""
    if len(data) > LONGEST:
        raise _refused("ce fichier est trop long", "this file is too long")
    try:
        words = data.decode() if isinstance(data, bytes) else data
        made = _from_json(words) if words.lstrip().startswith("{") else msgspec.convert(_parse(words), MatchRecord)
    except (UnicodeError, RecursionError, msgspec.MsgspecError) as error:
        raise _refused(f"fichier illisible : {error}", f"cannot be read: {error}") from error
    if made.recif != VERSION:
        raise _refused(
            f"version {made.recif} inconnue ; celle-ci lit la version {VERSION}",
            f"unknown version {made.recif}; this program reads version {VERSION}",
        )
    return made


_from_json = msgspec.json.Decoder(MatchRecord).decode


def _parse(words: str) -> dict[str, Any]:
    told: dict[str, Any] = {"events": []}
    for number, line in enumerate(words.split("\n"), 1):
        if tag := re.fullmatch(r"\s*\[(\w+) (.*)\]\s*", line):
            name = tag[1].lower()
            if name in told:
                raise _refused(
                    f"ligne {number} : [{tag[1]}] est de trop ; les événements s’écrivent sous l’en-tête",
                    f"line {number}: [{tag[1]}] is one too many; events are written below the header",
                )
            told[name] = msgspec.json.decode(tag[2])
        elif line.strip().startswith("["):
            raise _refused(f"ligne {number} : en-tête mal formé", f"line {number}: a malformed header")
        else:
            told["events"] += [_event(token, number) for token in line.split()]
    return told


def _event(token: str, line: int) -> tuple[int, str]:
    parts = re.fullmatch(r"(\*|\d{1,2}):(.+)", token)
    if not parts:
        raise _refused(
            f"ligne {line} : {token!r} n’est pas un événement ; on attend place:coup ou *:tirage",
            f"line {line}: {token!r} is not an event; expected seat:move or *:luck",
        )
    return (LUCK if parts[1] == "*" else int(parts[1]), parts[2])


def _refused(fr: str, en: str) -> Refused:
    return Refused("bad-record", Text(fr, en))
