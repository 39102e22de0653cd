"""Small plots as SVG text, for pages: colours are the page's own, words in both languages."""

from collections.abc import Sequence
from html import escape
from math import ceil, floor, log10

from recif.games.core.contract import Text
from recif.lab.balance import Estimate, Share

WIDE, EDGE = 480, 14
MOST = 5  # steps of a scale
ROW = 46


def both(text: Text, tag: str = "span") -> str:
    """A text in both languages; the page shows one."""
    if text.fr == text.en:
        return escape(text.fr)
    return f'<{tag} lang="fr">{escape(text.fr)}</{tag}><{tag} lang="en">{escape(text.en)}</{tag}>'


def frame(body: str, high: float, label: Text) -> str:
    """The title is what a reader who cannot see the plot is told."""
    name = escape(f"{label.fr} / {label.en}")
    return f'<svg viewBox="0 0 {WIDE} {high:g}" role="img" aria-label="{name}">{body}</svg>'


def words(x: float, y: float, text: Text, anchor: str = "start", kind: str = "") -> str:
    shown = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{shown}>{both(text, "tspan")}</text>'


def percent(value: float, digits: int = 0) -> Text:
    return figure(100 * value, digits, True)


def figure(value: float, digits: int, is_percent: bool = False, sign: str = "") -> Text:
    """A number as each language writes it."""
    en = f"{value:{sign}.{digits}f}".replace("-", "−")
    fr = en.replace(".", ",")
    return Text(f"{fr} %", f"{en}%") if is_percent else Text(fr, en)


def step_of(span: float) -> float:
    """A round number, 1, 2 or 5 of some unit, that goes into a span at most so often."""
    unit = 10.0 ** floor(log10(span / MOST))
    return next(unit * part for part in (1, 2, 5, 10) if unit * part * MOST > span * 0.999)


def ticks(low: float, high: float) -> list[float]:
    """The round numbers between two ends by which people count."""
    step = step_of(high - low)
    return [step * number for number in range(ceil(low / step - 1e-9), floor(high / step + 1e-9) + 1)]


def top_of(value: float) -> float:
    """The first round number that is no less: where a scale from 0 ends."""
    step = step_of(value)
    return step * ceil(value / step - 1e-9)


def digits_of(marks: Sequence[float]) -> int:
    """As many as tell neighbours apart."""
    return max(0, -floor(log10(marks[1] - marks[0]) + 1e-9)) if len(marks) > 1 else 0


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def intervals(rows: Sequence[tuple[Text, Estimate]], even: float, label: Text) -> str:
    """A dot and its interval for each row, above a scale that holds all ends; a line where all are equal."""
    low = min([even, *(one.low for _, one in rows)]) - 0.02
    high = max([even, *(one.high for _, one in rows)]) + 0.02

    def at(value: float) -> float:
        return EDGE + (WIDE - 2 * EDGE) * (value - low) / (high - low)

    bottom = ROW * len(rows) + 6
    marks = ticks(low, high)
    parts = [line(at(mark), 6, at(mark), bottom, "grid") for mark in marks]
    parts += [
        words(at(mark), bottom + 18, percent(mark, digits_of([100 * one for one in marks])), "middle", "faint")
        for mark in marks
    ]
    parts.append(line(at(even), 6, at(even), bottom, "even"))
    for number, (name, one) in enumerate(rows):
        y = ROW * number + 34
        parts.append(words(EDGE, y - 13, name, kind="over"))
        parts.append(words(WIDE - EDGE, y - 13, percent(one.value, 1), "end", "over"))
        parts.append(line(at(one.low), y, at(one.high), y, "reach"))
        parts.append(f'<circle cx="{at(one.value):.1f}" cy="{y:.1f}" r="5.5" class="dot"/>')
    return frame("".join(parts), bottom + 26, label)


def bins_of(values: Sequence[float], most: int) -> tuple[float, float, list[int]]:
    """Where whole-number bins begin, how wide they are, and what falls into each."""
    low, high = int(min(values)), int(max(values))
    step = max(1, -(-(high - low + 1) // most))
    counts = [0] * ((high - low) // step + 1)
    for value in values:
        counts[int(value - low) // step] += 1
    return low, step, counts


def histogram(values: Sequence[float], most: int, label: Text, axis: Text) -> str:
    """How often each range comes up."""
    low, step, counts = bins_of(values, most)
    marks = [figure(low + step * number, 0) for number in range(len(counts))]
    return bars(counts, marks, label, axis)


def bars(counts: Sequence[int], marks: Sequence[Text], label: Text, axis: Text) -> str:
    tall, left, total = 130.0, 62.0, sum(counts)
    wide, top = (WIDE - EDGE - left) / len(counts), top_of(max(counts) / total)
    parts = up_the_side(tall, top, left, 10.0, is_share=True)
    every = -(-len(counts) // 6)
    for number, (count, mark) in enumerate(zip(counts, marks, strict=True)):
        high, x = tall * count / total / top, left + wide * number
        parts.append(
            f'<rect x="{x + 1:.1f}" y="{10 + tall - high:.1f}" width="{max(1.0, wide - 2):.1f}"'
            f' height="{high:.1f}" class="bar"><title>{100 * count / total:.1f} %</title></rect>'
        )
        if number % every == 0:
            parts.append(words(x + wide / 2, 30 + tall, mark, "middle", "faint"))
    parts.append(line(left, 10 + tall, WIDE - EDGE, 10 + tall, "axis"))
    parts.append(words((left + WIDE - EDGE) / 2, 54 + tall, axis, "middle", "faint"))
    return frame("".join(parts), 64 + tall, label)


def up_the_side(tall: float, top: float, left: float, above: float, is_share: bool) -> list[str]:
    """A scale from 0 at the left of a plot, with a line across it at each round number."""
    marks, parts = ticks(0, top), []
    for mark in marks:
        y = above + tall * (1 - mark / top)
        digits = digits_of([100 * one for one in marks] if is_share else marks)
        shown = percent(mark, digits) if is_share else figure(mark, digits)
        parts += [line(left, y, WIDE - EDGE, y, "grid"), words(left - 8, y + 5, shown, "end", "faint")]
    return parts


def band(rows: Sequence[tuple[float, float, float]], top: float, label: Text, is_share: bool) -> str:
    """A line over the course of a game, in the middle of a band."""
    tall, left = 150.0, 62.0
    wide = WIDE - left - EDGE

    def point(number: int, value: float) -> str:
        return f"{left + wide * number / (len(rows) - 1):.1f},{12 + tall * (1 - value / top):.1f}"

    lower, middle, upper = ([point(number, row[part]) for number, row in enumerate(rows)] for part in range(3))
    parts = up_the_side(tall, top, left, 12.0, is_share)
    parts.append(f'<polygon points="{" ".join(upper + lower[::-1])}" class="band"/>')
    parts.append(f'<polyline points="{" ".join(middle)}" class="line"/>')
    parts.append(words(left, 36 + tall, Text("début", "start"), "start", "faint"))
    parts.append(words(WIDE - EDGE, 36 + tall, Text("9/10 de la partie", "9/10 of the game"), "end", "faint"))
    return frame("".join(parts), 46 + tall, label)


def split(value: float, first: Text, second: Text, label: Text) -> str:
    """One bar in two parts, each named."""
    x, (part, rest) = (WIDE - 2 * EDGE) * value, (percent(value), percent(1 - value))
    parts = [
        f'<rect x="{EDGE}" y="6" width="{x:.1f}" height="30" class="bar"/>',
        f'<rect x="{EDGE + x:.1f}" y="6" width="{WIDE - 2 * EDGE - x:.1f}" height="30" class="rest"/>',
        words(EDGE, 62, Text(f"{first.fr} {part.fr}", f"{first.en} {part.en}")),
        words(WIDE - EDGE, 62, Text(f"{second.fr} {rest.fr}", f"{second.en} {rest.en}"), "end"),
    ]
    return frame("".join(parts), 74, label)


def wins_of(shares: Sequence[Share]) -> list[tuple[Text, Estimate]]:
    return [(share.name, share.wins) for share in shares if share.wins.games]
