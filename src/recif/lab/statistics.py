"""How sure a result is: Wilson interval, Elo, and a sequential test that stops a match when it is decided."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf, log, log10, sqrt

Z95 = 1.959964
BOUND = log(0.95 / 0.05)  # of the sequential test: one error in twenty, either way


@dataclass(frozen=True)
class Duel:
    """Games between two players, counted for the first; a shared win is half a point."""

    games: int = 0
    points: float = 0.0
    squares: float = 0.0  # sum of squared points, for the variance
    wins: int = 0
    losses: int = 0

    def add(self, points: float) -> "Duel":
        return Duel(
            self.games + 1,
            self.points + points,
            self.squares + points * points,
            self.wins + (points > 0.5),
            self.losses + (points < 0.5),
        )

    @property
    def rate(self) -> float:
        return self.points / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of the rate."""
        return wilson(self.rate, self.games)

    def evidence(self, weaker: float, stronger: float) -> float:
        """Log-likelihood ratio that the first player is `stronger` rather than `weaker`, both in Elo."""
        variance = self.squares / self.games - self.rate**2 if self.games else 0.0
        variance = max(variance, 0.01)
        low, high = expected(weaker), expected(stronger)
        return self.games * (high - low) * (2 * self.rate - low - high) / (2 * variance)

    def verdict(self, weaker: float, stronger: float) -> str:
        """`stronger`, `not stronger` or `open`."""
        evidence = self.evidence(weaker, stronger)
        return "stronger" if evidence > BOUND else "not stronger" if evidence < -BOUND else "open"


def wilson(rate: float, n: float) -> tuple[float, float]:
    """The 95 % interval of a rate that was found in so many games."""
    if n <= 0:
        return 0.0, 1.0
    middle = rate + Z95**2 / (2 * n)
    reach = Z95 * sqrt(rate * (1 - rate) / n + Z95**2 / (4 * n * n))
    scale = 1 + Z95**2 / n
    return max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale)


def independent(copies: Iterable[int]) -> float:
    """How many games tell as much as these, of which some came several times (Kish's effective size)."""
    counts = list(copies)
    return sum(counts) ** 2 / sum(count * count for count in counts) if counts else 0.0


def expected(elo: float) -> float:
    """The rate that a difference in Elo foretells."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def elo(rate: float) -> float:
    """The difference in Elo that a rate tells of."""
    if rate <= 0 or rate >= 1:
        return -inf if rate <= 0 else inf
    return -400 * log10(1 / rate - 1)
