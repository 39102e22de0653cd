"""Tie-breaks in whole numbers. Rounds that were not played count as in FIDE's C.07, article 16.

An opponent's absences at the end count as draws; one's own unplayed rounds are played against a dummy with one's own
points, but with no more than half of the points there were, nor than the opponent who did not come.
"""

from collections.abc import Callable, Sequence

from recif.events.explained import MEAN, SHARE
from recif.events.forms import HALF
from recif.events.live_event import LiveEvent
from recif.events.scores import UNPLAYED_BY_CHOICE, RoundScore, totals


class Comparing:
    """Everybody's rounds, as tie-breaks look at them."""

    def __init__(self, event: LiveEvent, scores: dict[str, list[RoundScore]]) -> None:
        self.scores = scores
        self.points = totals(scores)
        self._rounds = len(event.rounds)
        self._is_round_robin = event.settings.form == "round-robin"
        self._adjusted: dict[str, int] = {}

    def adjusted(self, person: str) -> int:
        """The points of somebody as their opponents count them."""
        if person not in self._adjusted:
            self._adjusted[person] = sum(self._awarded(person))
        return self._adjusted[person]

    def _awarded(self, person: str) -> list[int]:
        awarded, is_last = [], True
        for score in reversed(self.scores[person]):
            is_last = is_last and score.kind in UNPLAYED_BY_CHOICE and not self._is_round_robin
            awarded.append(HALF if is_last and score.kind in ("half", "absent") else score.points)
        return awarded

    def met(self, person: str, score: RoundScore) -> int:
        """The points of whom they played in a round, or of the dummy."""
        if score.kind == "played" or (self._is_round_robin and score.rivals):
            return sum(map(self.adjusted, score.rivals))
        cap = sum(map(self.adjusted, score.rivals)) if score.rivals else HALF * self._rounds
        return min(self.points[person], cap)

    def counted(self, person: str) -> list[RoundScore]:
        rounds = self.scores[person]
        return [score for score in rounds if score.rivals and score.kind != "void"] if self._is_round_robin else rounds


def buchholz(all_: Comparing, person: str, _: Sequence[str]) -> int:
    return sum(all_.met(person, score) for score in all_.counted(person))


def buchholz_cut_1(all_: Comparing, person: str, _: Sequence[str]) -> int:
    """Without the lowest; rounds that somebody chose not to play are cut first (16.5)."""
    rounds = all_.counted(person)
    chosen = sorted(all_.met(person, score) for score in rounds if score.kind in UNPLAYED_BY_CHOICE)
    others = sorted(all_.met(person, score) for score in rounds if score.kind not in UNPLAYED_BY_CHOICE)
    return sum([*chosen, *others][1:])


def sonneborn_berger(all_: Comparing, person: str, _: Sequence[str]) -> int:
    return sum(all_.met(person, score) * score.points // HALF for score in all_.counted(person))


def direct(all_: Comparing, person: str, tied: Sequence[str]) -> int:
    """Nothing unless all who are tied have met."""
    others = {*tied} - {person}
    for one in tied:
        met = {rival for score in all_.scores[one] if score.kind == "played" for rival in score.rivals}
        if {*tied} - {one} - met:
            return 0
    return sum(score.points for score in all_.scores[person] if others & {*score.rivals})


def wins(all_: Comparing, person: str, _: Sequence[str]) -> int:
    return sum(score.is_win for score in all_.scores[person])


def opponents(all_: Comparing, person: str, _: Sequence[str]) -> int:
    met = [all_.points[rival] for score in all_.scores[person] if score.kind == "played" for rival in score.rivals]
    return sum(met) * MEAN // len(met) if met else 0


def share(all_: Comparing, person: str, _: Sequence[str]) -> int:
    mine = sum(score.share[0] for score in all_.scores[person])
    return mine * 100 * SHARE // max(1, sum(score.share[1] for score in all_.scores[person]))


def followed(all_: Comparing, person: str, _: Sequence[str]) -> int:
    return sum(score.kind == "played" and score.seat > 0 for score in all_.scores[person])


VALUES: dict[str, Callable[[Comparing, str, Sequence[str]], int]] = {
    "buchholz-cut-1": buchholz_cut_1,
    "buchholz": buchholz,
    "sonneborn-berger": sonneborn_berger,
    "direct": direct,
    "wins": wins,
    "opponents": opponents,
    "share": share,
    "followed": followed,
}
