"""The level 8 of an earlier commit as a player of today's arena: its own program, in a process of its own.

    python -m bench.predecessor xok 8 --games 40
    python -m bench.predecessor kroc 8 --seats 3 --games 99      (today's sits alone among the others)

Every game is kept (bench/matches.py): a run that was broken off goes on. The earlier program is unpacked from the
repository's history; it is sent a position as text and answers with a move as text, so that nothing of it but what it
plays meets today's code. Where its rules allow what ours do not, it plays the best of its ideas that ours allow.

For games in which nothing is hidden; kroc included, whose choices are asked one seat at a time, each before it can
know the others'.
"""

import argparse
import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile
from functools import cache
from pathlib import Path
from typing import IO, Any

from bench.matches import played, told
from recif.games import GAMES
from recif.lab import players
from recif.lab.arena import Bout
from recif.mind.search.think import View
from recif.mind.selfplay import Chooser

BEFORE_NETS = "a72d0ba"
ROOT = Path(__file__).parent.parent
DRIVER = """
import json, sys
from recif.games import position
from recif.mind.levels import choose, hunch_of, level_of
from recif.mind.think import Budget, View, think
for line in sys.stdin:
    told = json.loads(line)
    at = position(told["game"], told["text"])
    view = View(at, told["seat"])
    level = level_of(view.game, told["level"])
    name = lambda move: view.game.words.text(view.state, told["seat"], move)
    move = choose(view, level, told["seed"])
    if name(move) not in told["legal"]:
        ideas = think(view, Budget(level.nodes), told["seed"], hunch_of(view.game)).ideas
        move = next(idea.move for idea in ideas if name(idea.move) in told["legal"])
    print(json.dumps(name(move)), flush=True)
"""


class Predecessor:
    """The program of a commit, started once, asked again and again."""

    def __init__(self, commit: str) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="recif-predecessor-")
        packed = subprocess.run(["git", "archive", commit, "src"], cwd=ROOT, check=True, capture_output=True).stdout
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            archive.extractall(self.folder.name, filter="data")
        self.process = subprocess.Popen(
            [sys.executable, "-c", DRIVER],
            env={**os.environ, "PYTHONPATH": str(Path(self.folder.name) / "src")},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, view: View, level: int, seed: int) -> int:
        told: dict[str, Any] = {"game": view.game.id, "text": str(view.position), "seat": view.seat}
        told |= {"level": level, "seed": seed, "legal": [*view.position.moves(view.seat)]}
        into, out = _pipes(self.process)
        into.write(json.dumps(told) + "\n")
        into.flush()
        answer = out.readline()
        if not answer:
            raise SystemExit(f"the earlier program did not understand {told}")
        return int(view.position.moves(view.seat)[json.loads(answer)])


def _pipes(process: "subprocess.Popen[str]") -> tuple[IO[str], IO[str]]:
    assert process.stdin is not None
    assert process.stdout is not None
    return process.stdin, process.stdout


@cache
def predecessor(commit: str) -> Predecessor:
    return Predecessor(commit)


def old_player(commit: str, level: int) -> Chooser:
    def play(view: View, seed: int) -> int:
        moves = view.position.numbers(view.seat)
        return moves[0] if len(moves) == 1 else predecessor(commit).ask(view, level, seed)

    return play


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("player", help="of today: a level, nodes:5000 …")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seats", type=int)
    parser.add_argument("--commit", default=BEFORE_NETS)
    parser.add_argument("--opening", type=int, help="random moves at the beginning, at most; else as in training")
    asked = parser.parse_args()
    features: Any = GAMES[asked.game].features
    most = asked.opening if asked.opening is not None else features.OPENING[1] if features else 0
    kind = f"old-{asked.commit}"
    players.KINDS[kind] = lambda words: old_player(asked.commit, int(words))
    alone = asked.seats is not None and asked.seats > 2
    bout = Bout(
        asked.game, asked.player, f"{kind}:8", asked.seats, games=asked.games, early=False, opening=most, alone=alone
    )
    tally = played(bout)
    share = f", {tally.rate * bout.table:.2f} times a fair share" if alone else ""
    print(f"{asked.game}: {asked.player} against level 8 of {asked.commit}: {told(tally)}{share}")


if __name__ == "__main__":
    main()
