"""Mass self-play of a plan: games from a file or played now, the same whatever the workers."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from recif.lab.bulk import do_all
from recif.lab.ledger import Ledger
from recif.lab.players import player
from recif.lab.stories import Story, StoryPlan, tell


def stories_of(
    plan: StoryPlan, jobs: int = 1, path: Path | None = None, heed: Callable[[int], None] = lambda done: None
) -> list[Story]:
    """Every game of the plan, in order; a file keeps them, and a longer plan goes on with those of a shorter one."""
    for words in (plan.player, plan.strong, plan.weak):
        player(words)
    return do_all(partial(tell, plan), plan.games, Ledger(path, {"lab": plan.asked}, Story), jobs, heed)
