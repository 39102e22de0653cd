"""Draw, undo, rematch, pause, calling off: proposed by one, agreed by every other person. Machines do not mind.

A swap of seats concerns those two alone."""

from recif.games.core.contract import LUCK
from recif.match.match import Match
from recif.server.live.table import LiveTable
from recif.server.messages.refusals import refuse
from recif.server.messages.shapes import Offer
from recif.server.store.entries import Adjourned, Continued, Ended, Entry, Swapped, Undone


def agreed(live: LiveTable) -> Offer | None:
    """An offer that everybody concerned has agreed to."""
    for offer in live.offers.values():
        people = {live.chairs[seat].person for seat in offer.agreed}
        is_free = offer.kind == "resume" or (offer.kind == "abort" and is_early(live))
        if is_free or concerned(live, offer) <= people:
            return offer
    return None


def concerned(live: LiveTable, offer: Offer) -> frozenset[str]:
    """Whose leave it takes."""
    if offer.kind == "swap":
        return frozenset(live.chairs[seat].person for seat in (offer.seat, offer.other)) & live.people
    return live.people


def carry_out(live: LiveTable, offer: Offer, now: int) -> Entry | None:
    """What an agreed offer becomes; a rematch is a table of its own, made by the registry."""
    if offer.kind == "undo":
        return live.entry(Undone(offer.count, offer.seat), now)
    if offer.kind == "draw":
        return live.entry(Ended("agreed"), now)
    if offer.kind == "abort":
        return live.entry(Ended("aborted"), now)
    if offer.kind == "pause":
        return live.entry(Adjourned(), now)
    if offer.kind == "resume":
        return live.entry(Continued(offer.seat), now)
    if offer.kind == "swap":
        return live.entry(Swapped(offer.seat, offer.other), now)
    return None


def is_early(live: LiveTable) -> bool:
    """Before every seat has decided once, anybody may call the match off."""
    decided = {event.seat for event in live.match.log if event.seat != LUCK}
    return len(decided) < len(live.chairs)


def undo_count(match: Match, seat: int) -> int:
    """How many events go back to before the seat's last decision."""
    if seat in match.choices:
        return len(match.choices) - list(match.choices).index(seat)
    for back, event in enumerate(reversed(match.log), 1):
        if event.seat == seat:
            return back + len(match.choices)
    raise refuse("nothing-to-undo")


def crosses_luck(match: Match, count: int) -> bool:
    """Whether luck, a choice made at once with others, or anything hidden then would be taken back."""
    first = len(match.log) + len(match.choices) - count
    return any(
        match.log[index].seat == LUCK or match.at_once[index] or not match.hid_nothing(index)
        for index in range(first, len(match.log))
    )
