"""Knock-out: who loses goes home, or on to the consolation, which those enter who lose their first match.

Boards of two are a bracket by seeds, filled up with byes; of tables of more the best two go on. A board lists its
people by seed, so that the log alone tells who goes on.
"""

from collections.abc import Callable

from recif.events.boards import Board
from recif.events.live_event import EventRound, LiveEvent

GO_ON = 2  # from a table of three and more
UNBEATEN = 1 << 20


def bracket(size: int) -> list[int]:
    """Seeds from 0 in the order of the bracket: the two best can meet in the final only.

    >>> bracket(8)
    [0, 7, 3, 4, 1, 6, 2, 5]
    """
    order = [0]
    while len(order) < size:
        order = [seed for one in order for seed in (one, 2 * len(order) - 1 - one)]
    return order


def first_slots(seeds: list[str]) -> list[str]:
    """The bracket, with byes to the next power of two for the best; an empty slot is nobody."""
    size = 1 << max(len(seeds) - 1, 0).bit_length()
    return [seeds[seed] if seed < len(seeds) else "" for seed in bracket(size)]


def slots_of(event: LiveEvent, seeds: list[str]) -> list[str]:
    """Who is where in the bracket after all rounds so far."""
    slots = first_slots(seeds)
    for one in event.rounds:
        if len(slots) > 1:
            slots = [_goes_on(event, one, a, b) for a, b in zip(slots[::2], slots[1::2], strict=True)]
    return slots


def _goes_on(event: LiveEvent, one: EventRound, a: str, b: str) -> str:
    for board in one.boards:
        if {a, b} == {*board.people}:
            return board.winner(event.best_of)
    return next((person for person in (a, b) if person in one.byes), "")


def pair_bracket(event: LiveEvent, seeds: list[str]) -> tuple[list[tuple[str, ...]], list[str]]:
    """The boards of the next round, and who goes on without one; both empty when the winner is known."""
    order = {person: place for place, person in enumerate(seeds)}
    slots = [person if person and _plays_on(event, person) else "" for person in slots_of(event, seeds)]
    boards: list[tuple[str, ...]] = []
    byes: list[str] = []
    if len(slots) > 1:
        for pair in zip(slots[::2], slots[1::2], strict=True):
            there = sorted((person for person in pair if person), key=order.__getitem__)
            boards += [tuple(there)] * (len(there) == 2)
            byes += there * (len(there) == 1)
    if event.settings.has_consolation:
        more, free = _pair_consolation(event, seeds)
        boards, byes = boards + more, byes + free * bool(more or len(slots) > 1)
    return (boards, byes) if boards or len(slots) > 2 else ([], [])


def _plays_on(event: LiveEvent, person: str) -> bool:
    return event.people[person].left_after is None


def _pair_consolation(event: LiveEvent, seeds: list[str]) -> tuple[list[tuple[str, ...]], list[str]]:
    """The best with the weakest of those who lost their first match and none since; a bye for whoever had fewest."""
    byes = {person: sum(person in one.byes for one in event.rounds) for person in seeds}
    pool = [person for person in seeds if _is_in_consolation(event, person) and _plays_on(event, person)]
    free = [min(pool, key=byes.__getitem__)] if len(pool) % 2 else []
    pool = [person for person in pool if person not in free]
    return [(pool[i], pool[-1 - i]) for i in range(len(pool) // 2)], free


def _is_in_consolation(event: LiveEvent, person: str) -> bool:
    played = _outcomes(event, person)
    return played.count(False) == 1 and not played[0]


def _outcomes(event: LiveEvent, person: str) -> list[bool]:
    """Of the boards that are decided: whether they won."""
    mine = [board for board in event.boards if person in board.people and event.is_decided(board)]
    return [board.winner(event.best_of) == person for board in mine if not board.is_void]


def table_pool(event: LiveEvent, seeds: list[str]) -> list[str]:
    """Who is still in, where tables have three seats and more, by seed."""
    if not event.rounds:
        return seeds
    last = event.rounds[-1]
    going = {person for board in last.boards for person in best_of_table(board)} | {*last.byes}
    return [person for person in seeds if person in going and _plays_on(event, person)]


def best_of_table(board: Board) -> list[str]:
    """The two best who have not given up; of equals the higher seed, who is named first."""
    places = dict(zip(board.people, board.places(), strict=False))
    return sorted((person for person in board.there if person in places), key=places.__getitem__)[:GO_ON]


def is_final(event: LiveEvent) -> bool:
    """One table of three and more: it is the last."""
    last = event.rounds[-1] if event.rounds else None
    return last is not None and len(last.boards) == 1 and not last.byes


def exit_of(event: LiveEvent) -> Callable[[str], tuple[int, ...]]:
    """What people are ranked by: how far they came, then how they did there or in the consolation."""
    return _exit_from_tables(event) if event.settings.seats > 2 else _exit_from_bracket(event)


def _exit_from_bracket(event: LiveEvent) -> Callable[[str], tuple[int, ...]]:
    def key(person: str) -> tuple[int, ...]:
        left = event.people[person].left_after
        won, lost_in = 0, UNBEATEN if left is None else left
        for board in event.boards:
            if person in board.people and event.is_decided(board) and not board.is_void:
                is_win = board.winner(event.best_of) == person
                won += is_win and lost_in <= board.round
                lost_in = min(lost_in, board.round) if not is_win else lost_in
        return (lost_in, won)

    return key


def _exit_from_tables(event: LiveEvent) -> Callable[[str], tuple[int, ...]]:
    def key(person: str) -> tuple[int, ...]:
        for one in reversed(event.rounds):
            for board in one.boards:
                if person in board.people:
                    places = dict(zip(board.people, board.places(), strict=False))
                    goes_on = person in best_of_table(board) and not is_final(event)
                    return (one.number + goes_on, -places.get(person, 0))
            if person in one.byes:
                return (one.number + 1, 0)
        return (0, 0)

    return key
