"""What many games say about a game: each measure with its 95 % interval."""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from itertools import pairwise
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from recif.games import GAMES
from recif.games.core.contract import Text
from recif.lab.statistics import Z95, Duel, independent, wilson
from recif.lab.stories import POINTS, Story, StoryPlan

SURE = 800  # thousandths: a game is decided once its winner has had such chances to the end
Values = NDArray[np.float64]


class Estimate(NamedTuple):
    """A number and its 95 % interval."""

    value: float
    low: float
    high: float
    games: int  # that it was asked of; 0 where there is nothing to ask

    def of_fewer(self, part: float, is_rate: bool = False) -> "Estimate":
        """The same value, as sure as so small a part of the games makes it."""
        if part >= 1 or not self.games:
            return self
        if is_rate:
            return Estimate(self.value, *wilson(self.value, part * self.games), self.games)
        low, high = (self.value + (end - self.value) / sqrt(part) for end in (self.low, self.high))
        return Estimate(self.value, low, high, self.games)

    @property
    def error(self) -> float:
        """The standard error, by the width of the interval."""
        return (self.high - self.low) / (2 * Z95)


class Share(NamedTuple):
    """Something that wins: a seat, a side, or who used a thing."""

    name: Text
    wins: Estimate
    uses: float = 0.0  # a game
    gain: Estimate | None = None  # what it changes in its user's chances

    def of_fewer(self, part: float) -> "Share":
        gain = self.gain.of_fewer(part) if self.gain else None
        return self._replace(wins=self.wins.of_fewer(part, True), gain=gain)


class Balance(NamedTuple):
    """The whole report of one set of options."""

    plan: StoryPlan
    games: int
    measures: dict[str, Estimate]
    seats: list[Share]
    sides: list[Share]
    things: list[Share]
    lengths: list[int]
    decided: list[float]  # part of the game after which each was decided
    widths: list[Estimate]  # legal moves at each point
    winner: list[tuple[float, float, float]]  # at each point, the later winner's chances: a tenth, half, nine tenths
    distinct: int  # games that differ from all others in at least one event


def mean(values: Sequence[float]) -> Estimate:
    if not values:
        return Estimate(0.0, 0.0, 0.0, 0)
    data = np.asarray(values, np.float64)
    reach = Z95 * float(data.std(ddof=1)) / sqrt(len(data)) if len(data) > 1 else 0.0
    return Estimate(float(data.mean()), float(data.mean()) - reach, float(data.mean()) + reach, len(data))


def rate(values: Sequence[float]) -> Estimate:
    """Of wins, shared ones counting in part: Wilson's interval."""
    tally = Duel()
    for value in values:
        tally = tally.add(value)
    return Estimate(tally.rate, *tally.interval, tally.games)


def luck_share(stories: Sequence[Story]) -> Estimate:
    """How much of what moves the chances is luck; the interval is a jackknife's."""
    luck = np.array([story.swings[0] for story in stories])
    all_ = luck + np.array([story.swings[1] for story in stories])
    total = all_.sum()
    if not any(story.luck for story in stories):
        return Estimate(0.0, 0.0, 0.0, 0)
    if len(stories) < 2 or total <= 0:
        return Estimate(0.0, 0.0, 1.0, len(stories))
    value = luck.sum() / total
    left_out = (luck.sum() - luck) / (total - all_)
    count = len(stories)
    reach = Z95 * float(np.sqrt((count - 1) / count * ((left_out - left_out.mean()) ** 2).sum()))
    low, high = (min(1.0, max(0.0, end)) for end in (value - reach, value + reach))
    return Estimate(min(1.0, max(0.0, float(value))), low, high, count)


def won(story: Story, seat: int) -> float:
    """The seat's part of the win."""
    return (story.winners >> seat & 1) / story.winners.bit_count()


def winner_curve(story: Story) -> list[int]:
    """The chances of the later winner (of several, the first) at each point."""
    seat = (story.winners & -story.winners).bit_length() - 1
    return [chances[seat] for chances in story.curve]


def decided_at(story: Story) -> float:
    """The part of the game after which its winner was never in doubt."""
    curve = winner_curve(story)
    at = POINTS
    while at > 0 and curve[at - 1] >= SURE:
        at -= 1
    return at / POINTS


def is_comeback(story: Story) -> bool:
    """Whether the winner had at some point less than half of an even chance."""
    return min(winner_curve(story)) < 500 / len(story.sides)


def lead_changes(story: Story) -> int:
    leaders = [max(range(len(chances)), key=chances.__getitem__) for chances in story.curve]
    return sum(a != b for a, b in pairwise(leaders))


MEASURES: dict[str, tuple[Text, Callable[[Story], float]]] = {
    "length": (Text("décisions par partie", "decisions per game"), lambda story: story.decisions),
    "width": (
        Text("coups possibles par décision", "legal moves per decision"),
        lambda story: float(np.mean(story.widths)),
    ),
    "decided": (
        Text("part de la partie avant que tout soit joué", "part of the game before it is decided"),
        decided_at,
    ),
    "leads": (Text("changements de meneur", "changes of the leader"), lambda story: lead_changes(story)),
}
RATES: dict[str, tuple[Text, Callable[[Story], float]]] = {
    "first": (Text("victoires de la première place", "wins of the first seat"), lambda story: won(story, 0)),
    "shared": (Text("victoires partagées", "shared wins"), lambda story: float(story.winners.bit_count() > 1)),
    "comeback": (Text("retournements", "comebacks"), lambda story: float(is_comeback(story))),
}
SKILL = Text("victoires du joueur fort contre le faible", "wins of the strong player over the weak one")
LUCK = Text("part du hasard dans ce qui change les chances", "part of luck in what changes the chances")
NAMES = {name: text for name, (text, _) in (MEASURES | RATES).items()} | {"skill": SKILL, "luck": LUCK}


def balance(plan: StoryPlan, stories: Sequence[Story]) -> Balance:
    """Contests count for skill alone; everything else is asked of games between equals.

    A game that came several times is evidence once: intervals are as wide as what is independent makes them.
    """
    even, contests = [one for one in stories if one.skill < 0], [one for one in stories if one.skill >= 0]
    part = fresh_part(even)
    measures = {name: mean([ask(story) for story in even]).of_fewer(part) for name, (_, ask) in MEASURES.items()}
    measures |= {name: rate([ask(one) for one in even]).of_fewer(part, True) for name, (_, ask) in RATES.items()}
    measures["skill"] = rate([story.skill for story in contests]).of_fewer(fresh_part(contests), True)
    measures["luck"] = luck_share(even).of_fewer(part)
    curves = np.array([winner_curve(story) for story in even]) / 1000
    tenths = np.quantile(curves, (0.1, 0.5, 0.9), axis=0).T
    return Balance(
        plan,
        len(stories),
        measures,
        [share.of_fewer(part) for share in seat_shares(even)],
        [share.of_fewer(part) for share in side_shares(plan, even)],
        [share.of_fewer(part) for share in thing_shares(plan, even)],
        [story.decisions for story in even],
        [decided_at(story) for story in even],
        [mean([story.widths[point] for story in even]) for point in range(POINTS)],
        [(float(low), float(half), float(high)) for low, half, high in tenths],
        len(copies(stories)),
    )


def copies(stories: Sequence[Story]) -> Counter[str]:
    """How often each game came; those without a mark are told apart by their number."""
    return Counter(story.mark or str(number) for number, story in enumerate(stories))


def fresh_part(stories: Sequence[Story]) -> float:
    """What part of the games is independent; 1 where no two are the same."""
    return independent(copies(stories).values()) / len(stories) if stories else 1.0


def seat_shares(stories: Sequence[Story]) -> list[Share]:
    seats = len(stories[0].sides)
    return [
        Share(Text(f"place {seat + 1}", f"seat {seat + 1}"), rate([won(story, seat) for story in stories]))
        for seat in range(seats)
    ]


def side_shares(plan: StoryPlan, stories: Sequence[Story]) -> list[Share]:
    """Sides, where they were turned about the seats; else a side is a seat, and there is nothing more to say."""
    points: dict[str, list[float]] = defaultdict(list)
    for story in stories:
        for seat, side in enumerate(story.sides):
            points[side].append(won(story, seat))
    if len({tuple(story.sides) for story in stories}) == 1:
        return []
    names = side_names(plan)
    return [Share(names.get(side, Text(side, side)), rate(values)) for side, values in points.items()]


def side_names(plan: StoryPlan) -> dict[str, Text]:
    game = GAMES[plan.game]
    names = [game.words.seat_name(game.new(plan.seats, plan.options), seat) for seat in range(plan.seats)]
    return {text.en: text for text in names}


def thing_shares(plan: StoryPlan, stories: Sequence[Story]) -> list[Share]:
    """Of each thing: how often it is used, how often whoever used more of it than others wins, what it changes."""
    counts = GAMES[plan.game].counts
    shares = []
    for name, text in counts.THINGS.items():
        uses = [sum(story.used.get(name, [])) for story in stories]
        ahead = [points for story in stories for points in _ahead(story, name)]
        looks = [(story.gains[name][0], story.gains[name][1]) for story in stories if name in story.gains]
        gain = mean([total / count for count, total in looks]) if len(looks) > 1 else None
        shares.append(Share(text, rate(ahead), float(np.mean(uses)), gain))
    return shares


def _ahead(story: Story, name: str) -> list[float]:
    """The points of the seat that alone used a thing most."""
    counts = story.used.get(name)
    if not counts or counts.count(max(counts)) > 1:
        return []
    return [won(story, counts.index(max(counts)))]
