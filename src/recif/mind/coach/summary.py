"""What the judgements of a match come to: the moves that mattered most, accuracies, luck, what was missed."""

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from recif.mind.coach.judgement import Judgement

MOMENTS = 3  # moves that are told first
LEAST_STAKE = 0.1  # of the chances, over a match: below that nobody showed anything


class Summary(Struct, frozen=True, kw_only=True):
    """`accuracies` are percentages, None for a seat that never had a choice that mattered."""

    turning_points: list[int]  # indices of events, the costliest first
    moments: list[int]  # indices of the decisions that mattered most, in the order of play
    missed: list[str]  # ideas of better moves, by their short names, the costliest to miss first
    accuracies: list[float | None]
    luck: list[float]  # what draws brought each seat; nothing where there are none


def summed(judged: Sequence[Judgement], seats: int, of: Sequence[int] = ()) -> Summary:
    """The whole match; its moments and what was missed are those of some seats, if they are named."""
    own = [one for one in judged if not of or one.seat in of]
    turning = sorted((one for one in judged if one.is_turning_point), key=lambda one: (-one.loss, one.index))
    return Summary(
        turning_points=[one.index for one in turning],
        moments=moments(own),
        missed=missed(own),
        accuracies=[accuracy(judged, seat) for seat in range(seats)],
        luck=[round(sum(column), 4) for column in zip(*(one.luck for one in judged if one.luck), strict=True)],
    )


def accuracy(judged: Sequence[Judgement], seat: int) -> float | None:
    """What the seat kept of all that was at stake: 100 for the best moves, about 0 for clicking at random."""
    own = [one for one in judged if one.seat == seat]
    stake = sum(one.stake for one in own)
    return round(100 * max(0.0, 1 - sum(one.loss for one in own) / stake), 1) if stake >= LEAST_STAKE else None


def moments(judged: Sequence[Judgement]) -> list[int]:
    """The costliest decisions; where fewer than MOMENTS cost anything, those where most could have been lost."""
    chosen = sorted((one for one in judged if not one.is_forced), key=_matters, reverse=True)[:MOMENTS]
    return sorted(one.index for one in chosen)


def _matters(one: Judgement) -> tuple[float, float, int]:
    return one.loss, one.stake, -one.index


def missed(judged: Sequence[Judgement]) -> list[str]:
    """The ideas of the moves that were better than a marked one, by what missing them cost."""
    cost: Counter[str] = Counter()
    for one in judged:
        if one.mark and one.why:
            cost[one.why.idea] += round(1000 * one.loss)
    return [idea for idea, _ in cost.most_common()]
