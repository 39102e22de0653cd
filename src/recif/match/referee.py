"""The referee: JSON lines in, JSON lines out, for bots in any language, other front ends and tests.

One request a line, one answer a line; an error changes nothing. The protocol: docs/referee.md.
"""

import secrets
from collections.abc import Callable
from typing import Any, BinaryIO

import msgspec

from recif.games import NAMES, game_named
from recif.games.core.contract import SPECTATOR, Game, Refused, Text, Why
from recif.games.core.luck import below, seeded
from recif.match.match import Match, Refusal, Source

LONGEST_LINE = 1_000_000  # bytes
Json = dict[str, Any]


class Referee:
    """One game at a time; `answer` takes a request line and gives the answer line."""

    def __init__(self, on_game: Callable[[str], None] = lambda game: None) -> None:
        self.match: Match | None = None
        self.source: Source = secrets.randbelow
        self.on_game = on_game  # told the game's id before its rules are first used
        self.requests: dict[str, Callable[[Any], Json]] = {
            "new": self.new,
            "play": self.play,
            "luck": self.luck,
            "view": self.view,
            "why": self.why,
            "undo": self.undo,
        }

    def answer(self, line: bytes) -> bytes:
        try:
            return msgspec.json.encode(self.handle(line))
        except Refusal as refusal:
            why = reason(refusal.why)
            return msgspec.json.encode({"error": {**why, "code": "illegal", "why": why["code"]}})
        except Refused as refused:
            return msgspec.json.encode({"error": {"code": refused.code, **refused.text._asdict()}})

    def handle(self, line: bytes) -> Json:
        if len(line) > LONGEST_LINE:
            raise _too_long()
        try:
            request = msgspec.json.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise _not_json(error) from error
        if not isinstance(request, dict) or len(request) != 1 or not set(request) <= set(self.requests):
            raise _bad_request(self.requests)
        [(name, body)] = request.items()
        return self.requests[name](body)

    def new(self, body: Any) -> Json:
        """{"game": "xok", "seats": 2, "options": {…}, "seed": 7}; all but the game may be left out.

        {"game": "xok", "position": "5 w e5,e6 f7,f8"} begins in the middle; the position has seats and options in it.
        """
        setup = _fields(body, "new", needed={"game"}, allowed={"game", "seats", "options", "seed", "position"})
        game = game_named(setup["game"])
        self.on_game(game.id)
        source = _source(setup.get("seed"))
        self.match, self.source = _begun(game, setup), source
        return self.phase()

    def play(self, body: Any) -> Json:
        """{"seat": 0, "move": "e5e6"}"""
        move = _fields(body, "play", needed={"seat", "move"})
        self.current.play(move["seat"], move["move"])
        return self.phase()

    def luck(self, body: Any) -> Json:
        """An outcome's text, or null to have it drawn."""
        if body is None:
            self.current.draw(self.source)
        else:
            self.current.befall(body if isinstance(body, str) else repr(body))
        return self.phase()

    def view(self, body: Any) -> Json:
        """A seat, or null for a spectator: what it may know, as the web client gets it."""
        viewer = SPECTATOR if body is None else _whole(body, "view")
        match = self.current
        if viewer >= match.seats or viewer < SPECTATOR:
            raise _no_such_seat(viewer, match.seats)
        return {"view": match.game.words.scene(match.position.view(viewer).state, viewer)}

    def why(self, body: Any) -> Json:
        """{"seat": 0, "move": "e5*ne"}: why it is refused, or null if it is legal."""
        move = _fields(body, "why", needed={"seat", "move"})
        refusal = self.current.why(move["seat"], move["move"])
        return {"why": reason(refusal) if refusal else None}

    def undo(self, body: Any) -> Json:
        """Take back the last events, as many as it says."""
        self.current.undo(body)
        return self.phase()

    @property
    def current(self) -> Match:
        if self.match is None:
            raise _no_game()
        return self.match

    def phase(self) -> Json:
        """Where the game stands."""
        match = self.current
        if match.is_over:
            return {"phase": "over", "winners": match.position.winners, "scores": match.position.scores}
        if match.is_luck_due:
            outcomes = match.position.luck()
            total = sum(weight for _, weight in outcomes.values())
            return {"phase": "luck", "outcomes": {text: weight / total for text, (_, weight) in outcomes.items()}}
        moves = {str(seat): list(match.position.moves(seat)) for seat in match.waiting}
        return {"phase": "choice", "waiting": match.waiting, "moves": moves}


def serve(lines: BinaryIO, answers: BinaryIO, referee: Referee) -> None:
    """Answer request lines until there are no more."""
    while line := lines.readline(LONGEST_LINE + 1):
        whole = line
        while whole and not whole.endswith(b"\n"):  # the rest of a line that is too long is read and dropped
            whole = lines.readline(LONGEST_LINE)
        if line.strip():
            answers.write(referee.answer(line) + b"\n")
            answers.flush()


def reason(why: Why) -> dict[str, Any]:
    return {"code": why.code, "rule": why.rule, **why.text._asdict(), "cells": why.cells}


def _begun(game: Game, setup: dict[str, Any]) -> Match:
    """A match from the start, or from a position."""
    position = setup.get("position")
    if position is None:
        seats = game.seats[0] if setup.get("seats") is None else game.check_seats(setup["seats"])
        return Match(game, seats, setup.get("options"))
    if not isinstance(position, str) or {"seats", "options"} & set(setup):
        raise Refused(
            "bad-request",
            Text(
                "position est un texte, qui dit déjà les places et les options : ne les donnez pas à part",
                "position is a text that has the seats and the options in it: do not give them separately",
            ),
        )
    return Match.at(game, position)


def _source(seed: Any) -> Source:
    if seed is None:
        return secrets.randbelow
    rng = seeded(_whole(seed, "seed"))
    return lambda n: int(below(rng, n))


def _whole(value: Any, name: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise Refused(
            "bad-request",
            Text(f"{name} doit être un nombre entier, pas {value!r}", f"{name} must be a whole number, not {value!r}"),
        )
    return value


def _fields(body: Any, name: str, needed: set[str], allowed: set[str] | None = None) -> dict[str, Any]:
    allowed = allowed or needed
    if not isinstance(body, dict) or not needed <= set(body) <= allowed:
        must, may = ", ".join(sorted(needed)), ", ".join(sorted(allowed))
        raise Refused(
            "bad-request",
            Text(
                f"{name} attend un objet avec {must} (champs permis : {may})",
                f"{name} takes an object with {must} (fields allowed: {may})",
            ),
        )
    return body


def _bad_request(known: dict[str, Any]) -> Refused:
    names = ", ".join(known)
    return Refused(
        "bad-request",
        Text(
            f"une demande est un objet à une seule clé, parmi : {names}",
            f"a request is an object with a single key, one of: {names}",
        ),
    )


def _not_json(error: Exception) -> Refused:
    return Refused("not-json", Text(f"cette ligne n’est pas du JSON : {error}", f"this line is not JSON: {error}"))


def _too_long() -> Refused:
    return Refused(
        "too-long",
        Text(
            f"ligne trop longue : {LONGEST_LINE} octets au plus",
            f"line too long: {LONGEST_LINE} bytes at most",
        ),
    )


def _no_such_seat(seat: int, seats: int) -> Refused:
    return Refused(
        "no-such-seat",
        Text(
            f"il n’y a pas de place {seat} : de 0 à {seats - 1}, ou null pour le public",
            f"there is no seat {seat}: 0 to {seats - 1}, or null for a spectator",
        ),
    )


def _no_game() -> Refused:
    return Refused(
        "no-game",
        Text(
            f'aucune partie en cours ; commencez par {{"new": {{"game": "{NAMES[0]}"}}}}',
            f'no match is on; begin with {{"new": {{"game": "{NAMES[0]}"}}}}',
        ),
    )
