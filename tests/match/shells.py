"""A game small enough to see through: all seats name 1 to 3 at once, a shell worth 1 to 6 falls, three rounds.

Whoever named the highest number alone wins the shell. What a seat named is told to the others once all have named.
"""

from types import SimpleNamespace
from typing import Any

import numpy as np

from recif.games.core.compiled import Numbers, Record, assign, blank, record
from recif.games.core.contract import LUCK, REFEREE, Game, Option, Text, Why

State = record(named=("i8", 3), points=("i8", 3), rounds="i8", seats="i8")


def new(state: Record, seats: int, options: Numbers) -> None:
    assign(state, blank(State))
    state.seats = seats
    state.rounds = options[0]


def waiting(state: Record) -> int:
    if state.rounds == 0:
        return 0
    return sum(1 << seat for seat in range(state.seats) if state.named[seat] == 0)


def moves(state: Record, seat: int, out: Numbers) -> int:
    out[:3] = (1, 2, 3)
    return 3


def play(state: Record, seat: int, move: int) -> None:
    state.named[seat] = move


def random_move(state: Record, seat: int, rng: Numbers) -> int:
    return int(rng[0]) % 3 + 1


def luck(state: Record, out: Numbers, weights: Numbers) -> int:
    out[:6] = range(6)
    weights[:6] = (1, 1, 1, 1, 1, 5)
    return 6 if state.rounds and not waiting(state) else 0


def befall(state: Record, outcome: int) -> None:
    best = [seat for seat in range(state.seats) if state.named[seat] == state.named.max()]
    if len(best) == 1:
        state.points[best[0]] += outcome + 1
    state.named[:] = 0
    state.rounds -= 1


def draw(state: Record, rng: Numbers) -> int:
    befall(state, int(rng[0]) % 6)
    return int(rng[0]) % 6


def over(state: Record) -> bool:
    return bool(state.rounds == 0)


def winners(state: Record) -> int:
    return sum(1 << seat for seat in range(state.seats) if state.points[seat] == state.points.max())


def scores(state: Record, out: Numbers) -> None:
    out[:3] = state.points


def view(state: Record, seat: int, out: Record) -> None:
    assign(out, state)
    for other in range(3):
        if other != seat:
            out.named[other] = min(1, state.named[other])


def guess(state: Record, seat: int, rng: Numbers) -> None:
    pass


def seen(state: Record, seat: int, move: int, viewer: int) -> int:
    return move if seat in (LUCK, viewer) else 0


def text(state: Record, seat: int, move: int, viewer: int = REFEREE) -> str:
    if seat == LUCK:
        return f"shell:{move + 1}"
    return str(move) if viewer in (seat, REFEREE) else "?"


def sentence(state: Record, seat: int, move: int, viewer: int = REFEREE) -> Text:
    said = text(state, seat, move, viewer)
    return Text(f"La place {seat} dit {said}.", f"Seat {seat} says {said}.")


def why(state: Record, seat: int, text: str) -> Why:
    return Why("not-a-number", Text("Dites 1, 2 ou 3.", "Say 1, 2 or 3."), "1")


def scene(state: Record, viewer: int = REFEREE) -> dict[str, Any]:
    return {"named": state.named.tolist(), "points": state.points.tolist(), "rounds": int(state.rounds)}


rules: Any = SimpleNamespace(
    State=State,
    SEATS=3,
    MOVES=3,
    OUTCOMES=6,
    new=new,
    waiting=waiting,
    moves=moves,
    play=play,
    random_move=random_move,
    luck=luck,
    befall=befall,
    draw=draw,
    over=over,
    winners=winners,
    scores=scores,
    view=view,
    guess=guess,
    seen=seen,
)
words: Any = SimpleNamespace(
    text=text,
    sentence=sentence,
    why=why,
    picture=lambda state, viewer=REFEREE: Text("", ""),
    position=lambda state: bytes(state).hex(),
    parse=lambda text: np.frombuffer(bytes.fromhex(text), State)[0],
    scene=scene,
    parts=lambda state, seat, move: {"kind": "say", "number": move},
    seat_name=lambda state, seat: Text(f"Place {seat}", f"Seat {seat}"),
    ended=lambda state: Text("Tout est dit.", "All is said."),
)
SHELLS = Game(
    "shells",
    Text("Coquillages", "Shells"),
    Text("Dites un nombre.", "Say a number."),
    (2, 3),
    1,
    rules,
    words,
    (Option("rounds", Text("Tours", "Rounds"), 3, (1, 2, 3)),),
)
