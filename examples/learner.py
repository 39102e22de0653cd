"""A learner of its own: it plays XOK against itself in `recif.vector`, and learns from what came of it.

    python examples/learner.py                    # eight minutes of one core; on the way it meets levels 1 and 2
    python examples/learner.py --rounds 40        # a first look

NumPy alone: proximal policy optimisation with masks, 256 games at once on the small board. The net looks at each cell
with its six neighbours, three times over. It is kept in runs/learner.npz, and its curve in runs/learner.csv; a run that
was cut short goes on by the same command.

What made it learn: each decision is judged from the side of its mover (what is good for one seat is bad for the other);
what is not allowed is masked before chances are made; and a net that treats all cells alike learns from every one.
"""

import argparse
import time
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium
import numpy as np

import recif.bridge.gymnasium
import recif.vector

SIDE, GAMES, STEPS, ROWS, PASSES = 4, 256, 32, 512, 2
WIDE, PLANES, RESERVE = 32, 14, 14  # what is told of a cell, and of what is left
KINDS = 24  # of moves: 64 × kind + cell is a move's number (docs/arrays.md)
TRUST, CLIP = 0.95, 0.2  # how far ahead it looks, and how far odds move at once
RATE, MAGNET = (2e-3, 2e-4), (0.04, 0.004)  # both fall from the first to the second
SOME, LAST = 40, 200  # games against each level, on the way and at the end
OFTEN = 5  # rounds between two times that it is kept
HEAD = "round,cpu seconds,decisions,entropy,won against level 1,won against level 2"
WAYS = ((0, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1), (1, 0))  # a cell and its neighbours: row, number
BACK = [0, 4, 5, 6, 1, 2, 3]  # the way back from each

Array = np.ndarray[Any, Any]
Weights = dict[str, Array]


def board() -> tuple[Array, Array]:
    """The cells of the board by row and number, and the neighbours of each; the last number is no cell."""
    span = range(2 * SIDE - 1)
    cells = [(row, n) for row in span for n in span if abs(row - n) < SIDE]
    number = {cell: at for at, cell in enumerate(cells)}
    beside = [[number.get((row + up, n + on), len(cells)) for up, on in WAYS] for row, n in cells]
    return np.array(cells), np.array(beside)


CELLS, BESIDE = board()
COUNT = len(CELLS)


def places(games: Any) -> Array:
    """Where the net says what it thinks of each action: its cell and its kind."""
    start, numbering = games.position(0), games.numbering
    where = {tuple(cell): number for number, cell in enumerate(CELLS.tolist())}
    texts = [numbering.text(start, 0, action) for action in range(games.actions)]
    cells = [where[ord(text[0]) - ord("a"), int(text[1]) - 1] for text in texts]
    kinds = [numbering.move(action) >> 6 for action in range(games.actions)]
    return np.asarray(np.array(cells) * KINDS + np.array(kinds))


def fresh(seed: int) -> Weights:
    rng = np.random.default_rng(seed)

    def room(*shape: int, scale: float = 1.4) -> Array:
        return np.asarray(rng.normal(0, scale / shape[0] ** 0.5, shape), np.float32)

    made = {"look0": room(7 * PLANES, WIDE), "all0": room(RESERVE, WIDE, scale=0.5)}
    for layer in (1, 2):
        made |= {f"look{layer}": room(7 * WIDE, WIDE, scale=0.7), f"all{layer}": room(WIDE, WIDE, scale=0.5)}
    made |= {f"bias{layer}": np.zeros(WIDE, np.float32) for layer in range(3)}
    made |= {"policy": room(WIDE, KINDS, scale=0.1), "kinds": np.zeros(KINDS, np.float32)}
    made |= {
        "judge": room(WIDE + RESERVE, WIDE),
        "judged": np.zeros(WIDE, np.float32),
        "value": room(WIDE, 1, scale=0.3),
    }
    return made


class Seen(NamedTuple):
    """What is told of positions: cells, and what is left of both reserves."""

    cells: Array
    reserve: Array


def seen(observation: Array) -> Seen:
    cells = observation[:, :PLANES, CELLS[:, 0], CELLS[:, 1]].transpose(0, 2, 1)
    reserve = observation[:, PLANES, :2, :].reshape(len(observation), RESERVE)
    return Seen(cells.astype(np.float32), reserve.astype(np.float32) / 5)


def around(cells: Array) -> Array:
    """Each cell with its neighbours, in a row."""
    padded = np.concatenate([cells, np.zeros_like(cells[:, :1])], 1)
    return np.asarray(padded.take(BESIDE.reshape(-1), 1).reshape(len(cells) * COUNT, -1))


def think(w: Weights, told: Seen) -> tuple[Array, Array, dict[str, Any]]:
    """What each cell and kind of move promises, what the mover may expect (-1 to 1), and all that was thought."""
    kept: dict[str, Any] = {"told": told}
    cells, whole = told.cells, told.reserve
    for layer in range(3):
        kept[f"in{layer}"], kept[f"whole{layer}"] = around(cells), whole
        raw = (kept[f"in{layer}"] @ w[f"look{layer}"]).reshape(len(cells), COUNT, WIDE)
        raw += (whole @ w[f"all{layer}"] + w[f"bias{layer}"])[:, None]
        kept[f"on{layer}"] = raw > 0
        grown = np.maximum(raw, 0)
        cells = grown + cells if layer else grown
        whole = cells.mean(1)
    kept["last"], kept["sum"] = cells, np.concatenate([whole, told.reserve], 1)
    kept["judged"] = np.maximum(kept["sum"] @ w["judge"] + w["judged"], 0)
    kept["worth"] = np.tanh(kept["judged"] @ w["value"])[:, 0]
    return (cells @ w["policy"] + w["kinds"]).reshape(len(cells), -1), kept["worth"], kept


def learn(w: Weights, kept: dict[str, Any], promise: Array, worth: Array) -> Weights:
    """The slopes of all weights, from those of the promises and of the worths."""
    slopes: Weights = {}
    count, cells = len(worth), kept["last"]
    last = worth[:, None] * (1 - kept["worth"][:, None] ** 2)
    slopes["value"] = kept["judged"].T @ last
    back = (last @ w["value"].T) * (kept["judged"] > 0)
    slopes["judge"], slopes["judged"] = kept["sum"].T @ back, back.sum(0)
    whole = (back @ w["judge"].T)[:, :WIDE]
    moves = promise.reshape(count, COUNT, KINDS)
    slopes["policy"] = cells.reshape(-1, WIDE).T @ moves.reshape(-1, KINDS)
    slopes["kinds"] = moves.sum((0, 1))
    down = moves @ w["policy"].T
    for layer in (2, 1, 0):
        down = down + whole[:, None] / COUNT
        raw = down * kept[f"on{layer}"]
        slopes[f"look{layer}"] = kept[f"in{layer}"].T @ raw.reshape(-1, WIDE)
        of_all = raw.sum(1)
        slopes[f"bias{layer}"], slopes[f"all{layer}"] = of_all.sum(0), kept[f"whole{layer}"].T @ of_all
        if layer:
            parts = (raw.reshape(-1, WIDE) @ w[f"look{layer}"].T).reshape(count, COUNT, 7, WIDE)
            parts = np.concatenate([parts, np.zeros_like(parts[:, :1])], 1)
            for way in range(7):
                down = down + parts[:, BESIDE[:, BACK[way]], way]
            whole = of_all @ w[f"all{layer}"].T
    return slopes


def chances(promise: Array, mask: Array) -> Array:
    """Of the actions that are allowed."""
    power = np.where(mask, promise, -1e9)
    power = np.exp(power - power.max(1, keepdims=True))
    return np.asarray(power / power.sum(1, keepdims=True))


class Adam:
    def __init__(self, weights: Weights) -> None:
        self.means, self.squares = ({name: np.zeros_like(part) for name, part in weights.items()} for _ in range(2))
        self.steps = 0

    def step(self, weights: Weights, slopes: Weights, rate: float) -> None:
        self.steps += 1
        norm = sum(float((slope**2).sum()) for slope in slopes.values()) ** 0.5
        for name, slope in slopes.items():
            slope = slope * min(1.0, 0.5 / (norm + 1e-9))
            self.means[name] += 0.1 * (slope - self.means[name])
            self.squares[name] += 0.001 * (slope**2 - self.squares[name])
            mean, square = self.means[name] / (1 - 0.9**self.steps), self.squares[name] / (1 - 0.999**self.steps)
            weights[name] -= (rate * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)


class Round(NamedTuple):
    """A round of self-play, decision by decision."""

    told: Seen
    masks: Array
    actions: Array
    odds: Array
    came: Array  # what came of it for the mover
    gains: Array  # and how much more that was than expected


def play(w: Weights, games: Any, where: Array, rng: np.random.Generator) -> Round:
    """So many steps of all games; what comes after a decision is told back to it, from the side of its mover."""
    told, masks, actions, odds, expected, sides, rewards, ends = ([] for _ in range(8))
    step = games.last
    for _ in range(STEPS):
        told.append(seen(step.observation))
        promise, worth, _ = think(w, told[-1])
        masks.append(step.mask.copy())
        odd = chances(promise[:, where], masks[-1])
        actions.append(np.minimum((odd.cumsum(1) < rng.random((GAMES, 1))).sum(1), games.actions - 1))
        actions[-1] = np.where(masks[-1][range(GAMES), actions[-1]], actions[-1], odd.argmax(1))
        odds.append(odd[range(GAMES), actions[-1]])
        sides.append(np.where(step.seat == 0, 1.0, -1.0))
        expected.append(worth * sides[-1])
        step = games.step(actions[-1])
        rewards.append(step.reward[:, 0].copy())
        ends.append(step.done.copy())
    after = think(w, seen(step.observation))[1] * np.where(step.seat == 0, 1.0, -1.0)
    carried, came, gains = np.zeros(GAMES), [], []
    for at in reversed(range(STEPS)):
        goes_on = ~ends[at]
        carried = rewards[at] + goes_on * after - expected[at] + TRUST * goes_on * carried
        after = expected[at]
        gains.append(carried * sides[at])
        came.append((expected[at] + carried) * sides[at])
    stacked = [np.concatenate(part) for part in (masks, actions, odds, came[::-1], gains[::-1])]
    return Round(Seen(*(np.concatenate(part) for part in zip(*told, strict=True))), *stacked)


def improve(w: Weights, adam: Adam, done: Round, where: Array, rate: float, magnet: float, rng: Any) -> float:
    """Decisions that brought more than expected become likelier; the mean entropy of what is played."""
    entropy = []
    for _ in range(PASSES):
        for rows in rng.permutation(len(done.actions)).reshape(-1, ROWS):
            promise, worth, kept = think(w, Seen(done.told.cells[rows], done.told.reserve[rows]))
            odd = chances(promise[:, where], done.masks[rows])
            at, gains = (np.arange(ROWS), done.actions[rows]), done.gains[rows]
            ratio = odd[at] / done.odds[rows]
            is_free = np.where(gains > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
            push = (gains * ratio * is_free)[:, None]
            logs = np.log(np.maximum(odd, 1e-9))
            spread = -(odd * logs).sum(1, keepdims=True)
            slope = push * odd + magnet * odd * (logs + spread)
            slope[at] -= push[:, 0]
            back = np.zeros_like(promise)
            back[:, where] = slope / ROWS
            adam.step(w, learn(w, kept, back, ((worth - done.came[rows]) / ROWS).astype(np.float32)), rate)
            entropy.append(float(spread.mean()))
    return float(np.mean(entropy))


def meet(w: Weights, where: Array, level: int, games: int, seed: int) -> float:
    """The share of games won against a level, each seat in turn."""
    tables = [gymnasium.make("recif/Xok-v0", side=SIDE, seat=seat, level=level) for seat in range(2)]
    won, rng = 0.0, np.random.default_rng(seed)
    for number in range(games):
        table, reward, is_over = tables[number % 2], 0.0, False
        told, _ = table.reset(seed=seed + number)
        while not is_over:
            promise = think(w, seen(told["observation"][None]))[0][:, where]
            odd = chances(2 * promise, told["action_mask"][None].astype(bool))[0]  # a little surer than when it learns
            told, came, is_over, _, _ = table.step(int(rng.choice(len(odd), p=odd / odd.sum())))
            reward = float(came)
        won += (1 + reward) / 2
    return won / games


def between(ends: tuple[float, float], done: float) -> float:
    return float(ends[0] * (ends[1] / ends[0]) ** done)


class Learner:
    """A run, kept in a file: one that was cut short goes on from there, with games begun anew."""

    def __init__(self, path: Path, seed: int) -> None:
        self.path, self.games = path, recif.vector.make("xok", GAMES, side=SIDE, threads=1)
        self.w, self.rng, self.where = fresh(seed), np.random.default_rng(seed), places(self.games)
        self.adam, self.rounds, self.seconds, self.lines = Adam(self.w), 0, 0.0, [HEAD]
        if path.exists():
            self.take_up()
        self.games.reset(seed + self.rounds)

    def round(self, of: int) -> float:
        """Play, learn; the mean entropy."""
        began, far = time.process_time(), self.rounds / max(of - 1, 1)
        done = play(self.w, self.games, self.where, self.rng)
        entropy = improve(self.w, self.adam, done, self.where, between(RATE, far), between(MAGNET, far), self.rng)
        self.rounds, self.seconds = self.rounds + 1, self.seconds + time.process_time() - began
        return entropy

    def look(self, entropy: float, games: int) -> None:
        """How it does against levels 1 and 2 by now."""
        rates = [meet(self.w, self.where, level, games, 1000 * self.rounds) for level in (1, 2)]
        decisions = self.rounds * GAMES * STEPS
        self.lines.append(f"{self.rounds},{self.seconds:.0f},{decisions},{entropy:.2f},{rates[0]:.3f},{rates[1]:.3f}")
        print(self.lines[-1], flush=True)
        self.path.with_suffix(".csv").write_text("\n".join(self.lines) + "\n")

    def keep(self) -> None:
        parts: dict[str, Any] = {"steps": self.adam.steps, "rounds": self.rounds, "seconds": self.seconds}
        for kind, known in (("weight", self.w), ("mean", self.adam.means), ("square", self.adam.squares)):
            parts |= {f"{kind} {name}": part for name, part in known.items()}
        half = self.path.with_suffix(".half.npz")
        np.savez(half, lines=np.array(self.lines), **parts)
        half.replace(self.path)

    def take_up(self) -> None:
        with np.load(self.path) as kept:
            self.adam.steps, self.rounds, self.seconds = int(kept["steps"]), int(kept["rounds"]), float(kept["seconds"])
            self.lines = kept["lines"].tolist()
            for kind, known in (("weight", self.w), ("mean", self.adam.means), ("square", self.adam.squares)):
                known.update({name: kept[f"{kind} {name}"] for name in known})
        self.rng = np.random.default_rng(self.rounds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=240)
    parser.add_argument("--every", type=int, default=20, help="rounds between two looks at levels 1 and 2")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", type=Path, default=Path("runs/learner.npz"))
    told = parser.parse_args()
    told.file.parent.mkdir(exist_ok=True)
    learner = Learner(told.file, told.seed)
    print("\n".join(learner.lines), flush=True)
    while learner.rounds < told.rounds:
        entropy = learner.round(told.rounds)
        is_last = learner.rounds == told.rounds
        if is_last or learner.rounds % told.every == 0:
            learner.look(entropy, LAST if is_last else SOME)
        if is_last or learner.rounds % OFTEN == 0:
            learner.keep()


if __name__ == "__main__":
    main()
