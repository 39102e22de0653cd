"""Who meets whom when everybody meets everybody: the circle method, in pools where they are many."""

from collections.abc import Sequence

from recif.events.starting import MOST_AT_ROUND_ROBIN


def circle(people: Sequence[str], cycles: int = 1) -> list[list[tuple[str, str]]]:
    """The rounds; who has no opponent in one is in no pair of it. The first seat changes from round to round.

    >>> circle("abcd")
    [[('a', 'd'), ('b', 'c')], [('d', 'b'), ('c', 'a')], [('c', 'd'), ('a', 'b')]]
    """
    ring = [*people] + [""] * (len(people) % 2)
    rounds = []
    for number in range(len(ring) - 1):
        pairs = [(ring[i], ring[-1 - i]) for i in range(len(ring) // 2)]
        pairs[0] = pairs[0][::-1] if number % 2 else pairs[0]
        rounds.append([(a, b) for a, b in pairs if a and b])
        ring = [*ring[1:-1], ring[0], ring[-1]]
    back = [[(b, a) for a, b in pairs] for pairs in rounds]
    return [one for cycle in range(cycles) for one in (back if cycle % 2 else rounds)]


def pools(people: Sequence[str]) -> list[list[str]]:
    """Sixteen at most in each, the strong ones spread: people in order of strength are dealt out to and fro."""
    count = -(-len(people) // MOST_AT_ROUND_ROBIN) or 1
    dealt: list[list[str]] = [[] for _ in range(count)]
    for place, person in enumerate(people):
        lap, pool = divmod(place, count)
        dealt[pool if lap % 2 == 0 else count - 1 - pool].append(person)
    return dealt


def rounds_of(people: int, cycles: int = 1) -> int:
    """How many rounds it takes, with the largest pool."""
    count = -(-people // MOST_AT_ROUND_ROBIN) or 1
    largest = -(-people // count)
    return max(largest - 1 + largest % 2, 0) * cycles
