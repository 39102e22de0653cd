"""Ratings from games of everybody against everybody (Bradley and Terry), with intervals, as text, Markdown and JSON."""

from collections.abc import Sequence
from math import log
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from recif.games.core.contract import Text
from recif.lab.statistics import Z95

ELO = 400 / log(10)
Matrix = NDArray[np.float64]


class Meeting(NamedTuple):
    """A game between two: the first one's points, and who forfeited it (1, 2 or nobody)."""

    first: int
    second: int
    points: float
    forfeit: int = 0


class Strength(msgspec.Struct, frozen=True):
    """One player; the average player has Elo 0."""

    name: str
    elo: float
    low: float
    high: float
    points: float
    games: int
    forfeits: int


class Standings(msgspec.Struct, frozen=True):
    """The best first; `rates[i][j]`: the part of the points that the i-th took from the j-th."""

    game: str
    rows: list[Strength]
    rates: list[list[float | None]]


def standings_of(game: str, players: Sequence[str], meetings: Sequence[Meeting]) -> Standings:
    points = np.zeros((len(players), len(players)))
    forfeits = np.zeros(len(players), int)
    for one in meetings:
        points[one.first, one.second] += one.points
        points[one.second, one.first] += 1 - one.points
        if one.forfeit:
            forfeits[one.first if one.forfeit == 1 else one.second] += 1
    strength, reach = rated(points)
    games = points + points.T
    order = sorted(range(len(players)), key=lambda i: -strength[i])
    rows = [
        Strength(
            players[i],
            float(strength[i]),
            float(strength[i] - reach[i]),
            float(strength[i] + reach[i]),
            float(points[i].sum()),
            int(games[i].sum()),
            int(forfeits[i]),
        )
        for i in order
    ]
    rates = [[float(points[i, j] / games[i, j]) if games[i, j] else None for j in order] for i in order]
    return Standings(game, rows, rates)


def rated(points: Matrix) -> tuple[Matrix, Matrix]:
    """Elo of each player and the reach of its 95 % interval, both about the average.

    Everybody has also drawn one game with an average player: else who won all games would have no rating.
    """
    count = len(points)
    games = points + points.T
    theta = np.zeros(count)
    for _ in range(100):
        chance = 1 / (1 + np.exp(theta[None, :] - theta[:, None]))
        alone = 1 / (1 + np.exp(-theta))
        slope = (points - games * chance).sum(axis=1) + 0.5 - alone
        bend = games * chance * (1 - chance)
        curve = np.diag(bend.sum(axis=1) + alone * (1 - alone)) - bend
        step = np.linalg.solve(curve, slope)
        theta += np.clip(step, -2, 2)
        if np.abs(step).max() < 1e-9:
            break
    centre = np.eye(count) - 1 / count
    spread = centre @ np.linalg.inv(curve) @ centre
    return ELO * (centre @ theta), ELO * Z95 * np.sqrt(np.diag(spread))


HEADS = (
    Text("joueur", "player"),
    Text("Elo", "Elo"),
    Text("95 %", "95%"),
    Text("points", "points"),
    Text("parties", "games"),
    Text("forfaits", "forfeits"),
)


def cells(row: Strength) -> list[str]:
    return [
        row.name,
        f"{row.elo:+.0f}",
        f"{row.low:+.0f} … {row.high:+.0f}",
        f"{row.points:g}",
        str(row.games),
        str(row.forfeits),
    ]


def as_text(standings: Standings, language: str) -> str:
    rows = [[head.say(language) for head in HEADS], *(cells(row) for row in standings.rows)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(HEADS))]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
    return "\n".join(line.rstrip() for line in lines)


def as_markdown(standings: Standings, language: str) -> str:
    """The ratings, then who took how much from whom, in per cent."""
    names = [row.name for row in standings.rows]
    rated_rows = [cells(row) for row in standings.rows]
    shares = [
        [name, *("–" if rate is None else f"{100 * rate:.0f}" for rate in rates)]
        for name, rates in zip(names, standings.rates, strict=True)
    ]
    share = Text("% des points contre", "% of the points against").say(language)
    return f"{table([h.say(language) for h in HEADS], rated_rows)}\n{table([share, *names], shares)}"


def table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(cell.replace("|", r"\|") for cell in line) + " |\n" for line in lines)


def as_json(standings: Standings) -> str:
    return msgspec.json.format(msgspec.json.encode(standings), indent=1).decode() + "\n"
