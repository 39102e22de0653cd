"""Who can sit in the arena, by a short text: `3`, `abyss`, `nodes:5000`, `uct:5000`, `time:0.5`, `random`,
`obvious` (who takes the first good thing in sight), `first` (who plays the first legal move).

`hunch:5000` searches without a net, `net:runs/xok/net.npz:5000` with the net of a file, `policy:runs/crabs/policy.npz`
plays by what its seat knows, without a search; `program:python my_bot.py` is any program that speaks as docs/referee.md
says.
"""

import atexit
from collections.abc import Callable
from functools import cache
from math import inf
from pathlib import Path
from typing import TypeVar

from recif.bots.program import Fault, Program
from recif.bots.questions import turn_of
from recif.games import game_named
from recif.games.core.contract import Refused, Text
from recif.games.core.folder import eyes_of
from recif.games.core.luck import below, seeded
from recif.mind.levels import ABYSS, NUMBERS, chance, obvious
from recif.mind.minds import mind_of, ponder
from recif.mind.net.files import Stored, read_net
from recif.mind.net.policy import by_policy
from recif.mind.search.search import new_desk
from recif.mind.search.think import Budget, Mind, View
from recif.mind.selfplay import Chooser, by_level

N = TypeVar("N", int, float)
PROGRAM, POLICY = "program:", "policy:"


def random_player(view: View, seed: int) -> int:
    moves = view.position.numbers(view.seat)
    return moves[below(seeded(seed), len(moves))]


def first_player(view: View, seed: int) -> int:
    """Whoever is no better than this has not understood the game."""
    return view.position.numbers(view.seat)[0]


Minds = Callable[[View], Mind]


def search_player(budget: Budget, minds: Minds = mind_of) -> Chooser:
    """The search with all its knowledge, or with what `minds` gives it."""
    return lambda view, seed: ponder(view, budget, seed, minds(view)).draw(chance(seed)).move


def net_player(path: str, nodes: int) -> Chooser:
    return search_player(Budget(nodes), lambda view: mind_of(view, stored_net(path, view.game.id)))


def policy_player(path: str) -> Chooser:
    """Draws a move as the policy of a file likes each."""

    def play(view: View, seed: int) -> int:
        eyes, rules = eyes_of(view.game), view.game.rules
        policy = stored_net(path, view.game.id, is_policy=True).net
        desk = new_desk(rules, eyes, policy)
        return int(by_policy(rules, eyes, policy, desk, view.state, view.seat, seeded(seed)))

    return play


@cache
def stored_net(path: str, game: str, is_policy: bool = False) -> Stored:
    found = game_named(game)
    return read_net(Path(path), found, eyes_of(found) if is_policy else None)


def program_player(command: str) -> Chooser:
    """A program, started when it must first decide in this process, and again when it is gone."""

    def play(view: View, seed: int) -> int:
        position = view.position
        try:
            return position.moves(view.seat)[running(command).choose(turn_of(position, view.seat))]
        except Fault as fault:
            PROGRAMS.pop(command).close()
            fault.seat = view.seat
            raise

    return play


PROGRAMS: dict[str, Program] = {}  # those of this process, from game to game


@atexit.register
def close_programs() -> None:
    """They end with this process; where it is killed, the end of their input ends them."""
    while PROGRAMS:
        PROGRAMS.popitem()[1].close()


def running(command: str) -> Program:
    if command not in PROGRAMS:
        PROGRAMS[command] = Program(command)
    return PROGRAMS[command]


KINDS: dict[str, Callable[[str], Chooser]] = {
    "level": lambda words: by_level(NUMBERS[NUMBERS.index(int(words))]),
    "nodes": lambda words: search_player(Budget(_above_zero(int(words)))),
    "uct": lambda words: search_player(Budget(_above_zero(int(words))), lambda _: Mind()),
    "hunch": lambda words: search_player(Budget(_above_zero(int(words))), lambda view: Mind(view.game.hunch)),
    "time": lambda words: search_player(Budget(seconds=_above_zero(float(words)))),
}


NAMED: dict[str, Chooser] = {
    "random": random_player,
    "first": first_player,
    "obvious": obvious,
    "abyss": by_level(ABYSS),
}


def _above_zero(number: N) -> N:
    if not 0 < number < inf:
        raise ValueError(number)
    return number


def player(words: str) -> Chooser:
    """The player that a text stands for, or Refused."""
    if words in NAMED:
        return NAMED[words]
    if words.startswith(PROGRAM) and words.removeprefix(PROGRAM).strip():
        return program_player(words.removeprefix(PROGRAM))
    if words.startswith(POLICY) and words.removeprefix(POLICY):
        return policy_player(words.removeprefix(POLICY))
    kind, _, rest = words.rpartition(":")
    try:
        if kind.startswith("net:"):
            return net_player(kind.removeprefix("net:"), _above_zero(int(rest)))
        return KINDS[kind or "level"](rest)
    except (KeyError, ValueError):
        raise Refused(
            "bad-player",
            Text(
                f"joueur inconnu : {words!r} ; on attend 1 à 8, abyss, nodes:N, hunch:N, net:FICHIER:N,"
                " policy:FICHIER, uct:N, time:S, obvious, first, random ou program:COMMANDE",
                f"unknown player {words!r}; expected 1 to 8, abyss, nodes:N, hunch:N, net:FILE:N,"
                " policy:FILE, uct:N, time:S, obvious, first, random or program:COMMAND",
            ),
        ) from None
