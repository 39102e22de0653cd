"""Crocodile Pool Party once more, slowly and with nothing but dictionaries, to check the paths and piles against."""

from collections.abc import Iterator

Cell = tuple[int, int]  # column, row
Tile = list[int]  # colour, number; 0 while nobody has seen it
STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))
ROUND = (*STRAIGHT, (1, 1), (1, -1), (-1, 1), (-1, -1))
BARS = ({(4, 13), (5, 13)}, {(0, 0), (1, 0)})
WATER = {(column, row) for column in range(6) for row in range(14)} - BARS[0] - BARS[1]
ROWS = ({1: 1, 2: 2, 3: 2, 4: 1}, {12: 1, 11: 2, 10: 2, 9: 1})


def name(cell: Cell) -> str:
    return f"{'abcdef'[cell[0]]}{cell[1] + 1}"


def cell_named(text: str) -> Cell:
    return "abcdef".index(text[0]), int(text[1:]) - 1


class Pool:
    def __init__(self) -> None:
        self.piles: dict[Cell, list[Tile]] = {}
        self.bars: tuple[list[Tile], list[Tile]] = ([], [])
        self.unseen = [set(range(1, 7)), set(range(1, 7))]
        self.turn = 0
        self.quiet = 0
        self.is_placing = True
        self.due: list[Tile] = []  # the tiles that luck must number, in order
        self.charging: Cell | None = None
        self.is_finished = False

    def set_up(self) -> None:
        for seat, names in enumerate(("d2 b3 e3 c4 f4 a5", "c13 e12 b12 d11 a11 f10")):
            for text in names.split():
                self.piles[cell_named(text)] = [[seat, 0]]
        self.is_placing = False

    def owned(self, seat: int) -> list[Cell]:
        return [cell for cell, pile in self.piles.items() if pile[-1][0] == seat]

    def moves(self) -> set[str]:
        if self.due or self.is_finished:
            return set()
        if self.is_placing:
            return {f"@{name(cell)}" for cell in self.places()}
        return self.actions(self.turn)

    def places(self) -> list[Cell]:
        mine = self.owned(self.turn)
        return [
            cell
            for cell in WATER - self.piles.keys()
            if sum(row == cell[1] for _, row in mine) < ROWS[self.turn].get(cell[1], 0)
        ]

    def actions(self, seat: int) -> set[str]:
        starts = [self.charging] if self.charging else self.owned(seat)
        return {text for start in starts for text in self.actions_of(seat, start)}

    def actions_of(self, seat: int, start: Cell) -> Iterator[str]:
        number = self.piles[start][-1][1]
        if not number:
            yield f"{name(start)}!"
        for end in self.ends(start, number):
            if end in BARS[seat]:
                if len(self.piles[start]) > 1 or any(self.bars):
                    yield f"{name(start)}-bar"
            elif end in WATER and end not in self.piles:
                yield f"{name(start)}-{name(end)}"
            elif end in self.piles and number and self.piles[end][-1][0] != seat:
                yield f"{name(start)}x{name(end)}"

    def ends(self, start: Cell, number: int) -> Iterator[Cell]:
        """Where paths of the right length end, as far as the cells before the end are empty water."""
        if number == 0:
            yield from self.walks([start], None, 1, 1)
            yield from self.walks([start], None, 2, 1)
        elif number == 1:
            for across, along in ROUND:
                end = start[0] + across, start[1] + along
                if (across == 0 or along == 0) or end in WATER:
                    yield end
        else:
            yield from self.walks([start], None, number, 2 if number == 6 else 1)

    def walks(self, path: list[Cell], heading: Cell | None, steps: int, turns: int) -> Iterator[Cell]:
        if steps == 0:
            yield path[-1]
            return
        if len(path) > 1 and (path[-1] not in WATER or path[-1] in self.piles):
            return
        for step in STRAIGHT:
            cell = path[-1][0] + step[0], path[-1][1] + step[1]
            left = turns - (heading is not None and step != heading)
            if cell not in path and left >= 0:
                yield from self.walks([*path, cell], step, steps - 1, left)

    def play(self, text: str) -> None:
        seat = self.turn
        if text[0] == "@":
            self.piles[cell_named(text[1:])] = [[seat, 0]]
            self.turn = 1 - seat
            self.is_placing = len(self.piles) < 12
        elif text[-1] == "!":
            self.charging = cell_named(text[:-1])
            self.due = [self.piles[self.charging][0]]
        else:
            start, end = text.replace("x", "-").split("-")
            self.swim(seat, cell_named(start), end)

    def swim(self, seat: int, start: Cell, end: str) -> None:
        pile = self.piles.pop(start)
        is_quiet = self.charging is None
        if end == "bar":
            self.bars[seat].extend(pile)
            is_quiet = False
        else:
            prey = self.piles.get(cell_named(end), [])
            self.piles[cell_named(end)] = prey + pile
            is_quiet = is_quiet and not prey
        self.end_turn(is_quiet)

    def outcomes(self) -> set[str]:
        return {f"={n}" for n in self.unseen[self.due[0][0]]} if self.due else set()

    def befall(self, text: str) -> None:
        tile = self.due.pop(0)
        tile[1] = int(text[1:])
        self.unseen[tile[0]].remove(tile[1])
        if not self.is_finished and not self.actions(self.turn):
            self.end_turn(is_quiet=False)

    def end_turn(self, is_quiet: bool) -> None:
        self.charging = None
        self.quiet = self.quiet + 1 if is_quiet else 0
        if self.is_at_an_end():
            self.finish()
        elif self.actions(1 - self.turn):
            self.turn = 1 - self.turn
        else:
            self.quiet += 1
            if self.is_at_an_end():
                self.finish()

    def is_at_an_end(self) -> bool:
        is_alone = not self.owned(0) or not self.owned(1)
        return is_alone or self.quiet >= 40 or not (self.actions(0) or self.actions(1))

    def finish(self) -> None:
        self.is_finished = True
        if len(self.bars[0]) == len(self.bars[1]):
            self.due = [tile for bar in self.bars for tile in bar if not tile[1]]

    def winners(self) -> tuple[int, ...]:
        ranks = [(len(bar), sum(number for _, number in bar)) for bar in self.bars]
        if ranks[0][0] != ranks[1][0]:
            ranks = [(count, 0) for count, _ in ranks]
        return tuple(seat for seat in (0, 1) if ranks[seat] == max(ranks))
