"""What a compiled function is called, by those who make a library and by those who look into it."""

from collections.abc import Iterator
from types import ModuleType
from typing import Any

ModuleNames = tuple[str, ...]  # names of modules


def name_of(function: Any) -> str:
    return f"{function.__module__}:{function.__qualname__}"


def around(function: Any) -> ModuleNames:
    """The modules that a function closes over, by itself or by the functions it closes over: a game's rules."""
    return tuple(dict.fromkeys(_modules(function)))


def _modules(function: Any) -> Iterator[str]:
    for cell in getattr(plain_body(function), "__closure__", None) or ():
        if isinstance(cell.cell_contents, ModuleType):
            yield cell.cell_contents.__name__
        elif callable(cell.cell_contents):
            yield from _modules(cell.cell_contents)


def plain_body(function: Any) -> Any:
    """The function as it was written: Numba and a page each keep it under a name of theirs."""
    return getattr(function, "py_func", None) or getattr(function, "__wrapped__", function)


def modules_in(arguments: tuple[Any, ...]) -> ModuleNames:
    """Those handed to a function: it is compiled for each."""
    return tuple(thing.__name__ for thing in arguments if isinstance(thing, ModuleType))


def layout_of(kind: Any) -> str:
    """A number's kind, or all fields of a record and where they lie: the same text from any NumPy."""
    if kind.names is None:
        return str(kind.name)
    fields = [(name, *kind.fields[name][:2]) for name in kind.names]
    given = [f"{name} {part.base.name}{list(part.shape)} {at}" for name, part, at in fields]
    return f"{kind.itemsize}: {', '.join(given)}"
