"""XOK once more, slowly and with nothing but dictionaries, to check the bitboards against."""

from itertools import product

Cell = tuple[int, int]  # row, number
STEPS: dict[str, Cell] = {"ne": (1, 1), "e": (0, 1), "se": (-1, 0), "sw": (-1, -1), "w": (0, -1), "nw": (1, 0)}
CLOCK = list(STEPS)


class Board:
    def __init__(self, side: int, version: int = 2, pie: bool = False) -> None:
        self.version = version
        self.pie = pie
        span = range(1, 2 * side)
        self.cells = {(row, n) for row, n in product(span, span) if abs(row - n) < side}
        self.pieces: dict[Cell, tuple[int, str]] = {}  # seat, "fish" or "shark"
        self.fish = [14, 14]
        self.sharks = [{0: 3, 1: 1, 2: 1, 3: 1}, {0: 3, 1: 1, 2: 1, 3: 1}]
        self.turn = 0
        self.winners: set[int] = set()

    def name(self, cell: Cell) -> str:
        return f"{chr(96 + cell[0])}{cell[1]}"

    def ahead(self, cell: Cell, direction: str) -> Cell:
        return cell[0] + STEPS[direction][0], cell[1] + STEPS[direction][1]

    def is_prey(self, cell: Cell) -> bool:
        return self.pieces.get(cell) == (1 - self.turn, "fish")

    def moves(self) -> dict[str, tuple[str, list[Cell], list[Cell], int]]:
        """Text to (piece, cells laid, cells eaten, kind of shark)."""
        if self.winners:
            return {}
        found = {**self.fish_moves(), **self.shark_moves()}
        if self.pie and self.turn == 1:
            found["swap"] = "swap", [], [], 0
        return found

    def fish_moves(self) -> dict[str, tuple[str, list[Cell], list[Cell], int]]:
        found: dict[str, tuple[str, list[Cell], list[Cell], int]] = {}
        if self.fish[self.turn] >= 2:
            for a in self.cells:
                for b in (self.ahead(a, d) for d in STEPS):
                    if b in self.cells and a < b and a not in self.pieces and b not in self.pieces:
                        found[self.name(a) + self.name(b)] = "fish", [a, b], [], 0
        return found

    def shark_moves(self) -> dict[str, tuple[str, list[Cell], list[Cell], int]]:
        found: dict[str, tuple[str, list[Cell], list[Cell], int]] = {}
        for kind, left in self.sharks[self.turn].items():
            for cell, way in product(self.cells, range(3 if kind == 3 else 6)):
                mouths = [CLOCK[way]] + ([CLOCK[(way + kind) % 6]] if kind else [])
                eaten = [c for c in [cell, *(self.ahead(cell, m) for m in mouths)] if self.is_prey(c)]
                faces = self.version == 1 or any(self.ahead(cell, m) in self.cells for m in mouths)
                if left and eaten and faces and (cell not in self.pieces or self.is_prey(cell)):
                    found[f"{self.name(cell)}*{'+'.join(mouths)}"] = "shark", [cell], eaten, kind
        return found

    def play(self, text: str) -> None:
        piece, laid, eaten, kind = self.moves()[text]
        me = self.turn
        self.pie = self.pie and me == 0
        if piece == "swap":
            self.pieces = dict.fromkeys(self.pieces, (1, "fish"))
            self.fish, self.turn = [14, 12], 0
            return
        for cell in eaten:
            del self.pieces[cell]
            self.fish[1 - me] += 1
        for cell in laid:
            self.pieces[cell] = me, piece
        if piece == "fish":
            self.fish[me] -= 2
        else:
            self.sharks[me][kind] -= 1
        if max(size for size, _ in self.groups(me)) >= 10:
            self.winners = {me}
            return
        self.turn = 1 - me
        if not self.moves():
            best = [max(self.groups(seat), default=(0, 0)) for seat in (0, 1)]
            self.winners = {seat for seat in (0, 1) if best[seat] == max(best)}

    def groups(self, seat: int) -> list[tuple[int, int]]:
        """(size, sharks) of each group of a seat."""
        rest = {cell for cell, (owner, _) in self.pieces.items() if owner == seat}
        found = []
        while rest:
            group, todo = set(), [rest.pop()]
            while todo:
                cell = todo.pop()
                group.add(cell)
                near = {self.ahead(cell, d) for d in STEPS} & rest
                rest -= near
                todo += near
            found.append((len(group), sum(self.pieces[cell][1] == "shark" for cell in group)))
        return found
