"""Pairs that cost least in all, among those that leave as few people over as possible."""

from collections.abc import Callable, Sequence

AT_ONCE = 100  # people; more are matched in groups of neighbours
FORBIDDEN = None
PairPrice = Callable[[str, str], int | None]  # None: these two must not meet


def cheapest_pairs(people: Sequence[str], price: PairPrice, lots: Callable[[str], int]) -> list[tuple[str, str]]:
    """Of equally cheap ones the lots choose, not the library: they are part of the price, below its last digit.

    So whoever matches the same people again, with any program, finds the same pairs.
    """
    pairs: list[tuple[str, str]] = []
    for group in groups(people):
        pairs += _match(group, price, {person: lots(person) for person in group})
    return pairs


def groups(people: Sequence[str], most: int = AT_ONCE) -> list[Sequence[str]]:
    """Neighbours together, as even as can be, with an even number in each but the last."""
    count = -(-len(people) // most) or 1
    size = -(-len(people) // count)
    size += size % 2
    return [people[start : start + size] for start in range(0, len(people), size)]


def _match(group: Sequence[str], price: PairPrice, lots: dict[str, int]) -> list[tuple[str, str]]:
    import rustworkx  # here: whoever only looks at standings does not wait for it

    graph = rustworkx.PyGraph()
    graph.add_nodes_from(range(len(group)))
    edges = []
    for j, second in enumerate(group):
        for i, first in enumerate(group[:j]):
            cost = price(first, second)
            if cost is not None:
                edges.append((i, j, (cost << 32) + _of_both(lots[first], lots[second])))
    graph.add_edges_from(edges)
    most = 1 + max((weight for _, _, weight in edges), default=0)
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=lambda weight: most - weight)
    return sorted((group[min(pair)], group[max(pair)]) for pair in found)


def _of_both(first: int, second: int) -> int:
    """Another number for each pair: sums of lots would leave some sets of pairs equal."""
    return (first * second) % ((1 << 24) - 3)
