"""A finished match judged, one decision after the other, from what its seat could know then."""

from collections.abc import Callable
from functools import partial

from recif.games.core.contract import LUCK
from recif.mind.coach.judgement import Judgement
from recif.mind.coach.review import with_luck
from recif.server.advice.asking import Asker, think_for
from recif.server.machines import players, thoughts
from recif.server.machines.thoughts import Sighting
from recif.server.messages import wire
from recif.server.tables.archive import Finished
from recif.server.tables.registry import Registry
from recif.server.views.rendering import as_texts


class Reviewing:
    """What somebody asked for, as long as it `is_wanted`; `tell` gets what is known so far."""

    def __init__(
        self,
        registry: Registry,
        found: Finished,
        asker: Asker,
        asked: wire.Ask,
        tell: Callable[[wire.Told], None],
        is_wanted: Callable[[], bool],
    ) -> None:
        self._registry = registry
        self._found = found
        self._asker = asker
        self._asked = asked
        self._tell = tell
        self._is_wanted = is_wanted
        self._left = [index for index, event in enumerate(found.match.log) if event.seat != LUCK]
        self._done: list[Judgement] = []

    def go_on(self) -> None:
        """One decision a job, told at once: a long match keeps no process from others, nor its reader waiting."""
        if not self._left:
            self._tell(wire.Told(self._asked.table, self._asked.id, "review"))
            return
        match, index = self._found.match, self._left.pop(0)
        seen = Sighting.of(match.position_at(index), match.log[index].seat)
        names = as_texts(self._found.naming)
        job = partial(thoughts.judge, seen, index, match.numbers[index], match.at_once[index], names)
        think_for(self._registry, self._asker[0].person, match.game, job, self._judged, asker=self._asker)

    def _judged(self, judgement: Judgement | None) -> None:
        if judgement is None:
            return
        found, done = self._found, self._done
        done.append(with_luck(found.match, judgement, done))
        judged = [players.judged(done[-1])]
        news = wire.Told(self._asked.table, self._asked.id, "review", judged=judged, done=not self._left)
        if not self._left:
            own = found.seats_of(self._asker[0].person)
            news.summed = players.summed(found.match.game, done, found.match.seats, own)
        self._tell(news)
        if self._left and self._is_wanted():
            self.go_on()
