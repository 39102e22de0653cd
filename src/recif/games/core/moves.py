"""The legal moves of a seat, by their texts."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property


class Moves(Mapping[str, int]):
    """Texts to numbers, sorted by text. Read-only: what a seat could play when it was asked for.

    The texts are sorted when somebody goes through them, and looked up in a table once somebody looks one up.

    >>> moves = Moves(["b2", "a1"], [7, 9])
    >>> list(moves), moves["b2"], "c3" in moves, len(moves)
    (['a1', 'b2'], 7, False, 2)
    >>> moves
    {'a1': 9, 'b2': 7}
    """

    def __init__(self, texts: Sequence[str], numbers: Sequence[int]) -> None:
        self._texts, self._numbers = texts, numbers

    @cached_property
    def _sorted(self) -> list[str]:
        return sorted(self._texts)

    @cached_property
    def _table(self) -> dict[str, int]:
        return dict(zip(self._texts, self._numbers, strict=True))

    def __len__(self) -> int:
        return len(self._texts)

    def __iter__(self) -> Iterator[str]:
        return iter(self._sorted)

    def __getitem__(self, text: str) -> int:
        return self._table[text]

    def __repr__(self) -> str:
        return repr(dict(self))


class Remembered(dict[int, str]):
    """How moves read, each written out once: for games where a number says it all, or nearly.

    >>> texts = Remembered("move {}".format)
    >>> texts[3], texts.all([3, 4])
    ('move 3', ['move 3', 'move 4'])
    """

    def __init__(self, write: Callable[[int], str]) -> None:
        super().__init__()
        self.write = write

    def __missing__(self, move: int) -> str:
        self[move] = text = self.write(move)
        return text

    def all(self, moves: Iterable[int]) -> list[str]:
        return list(map(self.__getitem__, moves))
