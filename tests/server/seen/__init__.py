"""What viewers are sent, written down: every kind of frame of every game. `python -m tests.server.seen` writes it.

Scenes are written as digests, long lists and texts are cut and followed by one: the files stay small, and no byte goes
unseen. After a deliberate change, write the files again and read the difference.
"""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from recif.games import GAMES
from recif.school.puzzles.files import puzzles_of
from recif.school.puzzles.puzzle import Puzzle
from recif.server.messages.shapes import Detail
from tests.games.setups import random_game, setups_of
from tests.server.hall import Hall, Screen, known_row
from tests.server.live import Visitor

FOLDER = Path(__file__).parent
FEW, SHORT = 4, 160
SEALED = ("scene", "parts", "packed", "study", "json")
TURNS = 3
DETAILS: tuple[Detail, ...] = ("full", "lean", "texts")


def path_of(game: str) -> Path:
    return FOLDER / f"{game}.json"


def written(seen: dict[str, Any]) -> str:
    return json.dumps(cut(seen), ensure_ascii=False, indent=1) + "\n"


def cut(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: digest(part) if name in SEALED else cut(part) for name, part in value.items()}
    if isinstance(value, list) and len(value) > FEW:
        return [cut(value[0]), cut(value[-1]), f"{len(value)}: {digest(value)}"]
    if isinstance(value, list):
        return [cut(part) for part in value]
    if isinstance(value, str) and len(value) > SHORT:
        return f"{value[:SHORT]}… {digest(value)}"
    return value


def digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value).encode()).hexdigest()[:12]


async def by_rest(visitor: Visitor, game: str) -> dict[str, Any]:
    """The answers of all pages that show a position, by what was asked."""
    seen = {}
    for name, method, path, body in asked(game):
        status, answer = await visitor.ask(method, path, body)
        seen[name] = answer if status == 200 else [status, answer]
    return seen


def asked(game: str) -> Iterator[tuple[str, str, str, Any]]:
    yield "rules", "GET", f"/api/games/{game}/rules?language=fr", None
    yield "lesson", "GET", f"/api/lessons/{game}?language=en", None
    yield "lesson, shown", "POST", f"/api/lessons/{game}/2", {"moves": [], "show": True, "language": "en"}
    puzzle = most_asked(game)
    path = f"/api/puzzles/{puzzle.name}"
    found = [event.text for event in puzzle.line if event.is_asked]
    yield "puzzle", "GET", f"{path}?language=en", None
    for number, move in enumerate(found):
        yield f"puzzle, try {number}", "POST", f"{path}/tries", {"found": number, "move": move, "language": "en"}
    yield "puzzle, solution", "POST", f"{path}/solution", {"found": 0}
    for seat in (None, 0, -1):
        study = {"game": game, "events": played(game), "viewer": seat}
        yield f"position, seat {seat}", "POST", "/api/positions", study
        yield f"frames, seat {seat}", "POST", "/api/frames", study | {"since": 2}
        yield f"study, seat {seat}", "POST", "/api/studies/read", {"source": study_of(game), "viewer": seat}


def most_asked(game: str) -> Puzzle:
    return max(puzzles_of(GAMES[game]).values(), key=lambda puzzle: (puzzle.decisions, puzzle.id))


def played(game: str) -> list[tuple[int, str]]:
    """A match of which the last event that is told is followed by a decision."""
    setup = next(setups_of(GAMES[game]))
    events: list[tuple[int, str]] = []
    for position, (seat, number) in random_game(setup, seed=53):
        if len(events) >= 30 and position.waiting:
            break
        events.append((seat, setup.game.words.text(position.state, seat, number)))
    return events


def study_of(game: str) -> str:
    events = played(game)
    setup = next(setups_of(GAMES[game]))
    moves = [{"parent": at, "seat": seat, "text": text} for at, (seat, text) in enumerate(events)]
    return json.dumps({"game": game, "seats": setup.seats, "options": setup.options, "moves": moves})


def at_a_table(folder: Path, game: str) -> dict[str, Any]:
    """What two who play and one who looks on hear of a match, in each detail."""
    seen: dict[str, Any] = {}
    for detail in DETAILS:
        (folder / detail).mkdir(parents=True)
        seen |= in_detail(Hall(folder / detail), game, detail)
    return seen


def in_detail(hall: Hall, game: str, detail: Detail) -> dict[str, Any]:
    screens = [hall.person(name) for name in ("ana", "theo", "eve")]
    row = known_row(game, ["ana", "theo"])
    audience = hall.do(lambda: hall.registry.committing.start(row))
    for screen in screens:
        screen.follow(audience, detail=detail, language="fr")
    match = audience.live.match
    for _ in range(TURNS):
        for seat in match.deciding:
            number = match.position.numbers(seat)[0]
            screens[seat].play(audience, seat, match.game.words.text(match.position.state, seat, number))
    hall.close()
    return {f"table, {detail}, {screen.person}": heard(screen) for screen in screens}


def heard(screen: Screen) -> list[Any]:
    told = [json.loads(data) for data in screen.data]
    return [{name: one[name] for name in ("now", "log", "log_from")} for one in told if "now" in one]
