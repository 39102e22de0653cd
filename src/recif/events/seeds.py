"""What every form asks of people: the order in which they begin, how often they led, who must not meet whom."""

from collections.abc import Iterable

from recif.events.live_event import LiveEvent
from recif.events.lots import Lots


def seeded(event: LiveEvent, people: Iterable[str], lots: Lots) -> list[str]:
    """The strongest first."""
    return sorted(people, key=lambda person: (-event.people[person].rating, lots.of(person)))


def times_led(event: LiveEvent) -> dict[str, int]:
    """How often each had the first seat."""
    return {person: sum(board.people[0] == person for board in boards) for person, boards in event.boards_of.items()}


def last_met(event: LiveEvent, person: str) -> tuple[str, ...]:
    """Who sat at their latest board."""
    boards = event.boards_of[person]
    return boards[-1].people if boards else ()


def must_stay_apart(event: LiveEvent, first: str, second: str) -> bool:
    """By the director's word, or because they are of one club."""
    if frozenset((first, second)) in event.apart:
        return True
    club = event.people[first].club
    return bool(event.settings.clubs_apart and club and club == event.people[second].club)
