"""What the boards draw with: a sheet of SVG. A thing on it says what it is (`data-thing`), for tests and styles."""

from html import escape

WATER, DEEP, SAND, INK = "#bfe3e6", "#7fbcc4", "#f3e3bf", "#16323a"
SEATS = ("#f7f4ea", "#24404a", "#e2725b", "#f2c14e", "#6aa84f")  # a number or a shape always says the same
INKS = (INK, "#f7f4ea", INK, INK, INK)  # what can be read on them
FONT = "font-family='system-ui, sans-serif'"


class Sheet:
    """A drawing in the making; the corner is at (0, 0)."""

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        self.parts: list[str] = []

    def __str__(self) -> str:
        size = f"viewBox='0 0 {self.width:g} {self.height:g}' width='{self.width:g}' height='{self.height:g}'"
        paper = f"<rect width='{self.width:g}' height='{self.height:g}' rx='14' fill='{SAND}'/>"
        return f"<svg xmlns='http://www.w3.org/2000/svg' {size} {FONT}>{paper}{''.join(self.parts)}</svg>"

    def thing(self, what: str, x: float, y: float, *shapes: str) -> None:
        """Something that lies at a place; its shapes are drawn around (0, 0)."""
        self.parts.append(
            f"<g data-thing='{escape(what, quote=True)}' transform='translate({x:g} {y:g})'>{''.join(shapes)}</g>"
        )

    def words(self, x: float, y: float, text: str, size: float = 14, anchor: str = "start") -> None:
        self.parts.append(words(text, size, x=x, y=y, anchor=anchor))


def disc(radius: float, fill: str, stroke: str = INK, width: float = 1.5) -> str:
    return f"<circle r='{radius:g}' fill='{fill}' stroke='{stroke}' stroke-width='{width:g}'/>"


def box(width: float, height: float, fill: str, round_: float = 4, stroke: str = INK) -> str:
    place = f"x='{-width / 2:g}' y='{-height / 2:g}' width='{width:g}' height='{height:g}'"
    return f"<rect {place} rx='{round_:g}' fill='{fill}' stroke='{stroke}'/>"


def shape(points: list[tuple[float, float]], fill: str, stroke: str = INK) -> str:
    told = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f"<polygon points='{told}' fill='{fill}' stroke='{stroke}'/>"


def words(text: str, size: float = 14, fill: str = INK, x: float = 0, y: float = 0, anchor: str = "middle") -> str:
    """A line of text; its middle is at y."""
    place = f"x='{x:g}' y='{y:g}' font-size='{size:g}' text-anchor='{anchor}' dominant-baseline='central'"
    return f"<text {place} fill='{fill}' xml:space='preserve'>{escape(text)}</text>"
