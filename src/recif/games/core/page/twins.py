"""Functions of the rules in a page: each looks for its compiled twin when it is called, and else runs as it is written.

So libraries can come later than the rules, one after the other, and what nobody compiled still works.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from recif.games.core.page.naming import ModuleNames, around, modules_in, name_of

F = TypeVar("F", bound=Callable[..., Any])
TWINS: dict[str, dict[ModuleNames, list[Callable[..., Any]]]] = {}  # by name, and by the modules compiled for; several
# where games share a rule, each with its own state


class Unfit(Exception):
    """What is handed over is not what the twin was compiled for: plain Python takes it."""


def rule(function: F) -> F:
    name, own = name_of(function), around(function)

    @wraps(function)
    def called(*arguments: Any) -> Any:
        if twins := TWINS.get(name):
            for twin in twins.get(own + modules_in(arguments), ()):
                try:
                    return twin(*arguments)
                except Unfit:
                    continue
        return function(*arguments)

    made: Any = called
    found: F = made
    return found


bare = rule
