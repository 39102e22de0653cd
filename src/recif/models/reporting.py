"""What a harness found, for people: ratings with intervals, what models took, how many games were really different."""

import msgspec

from recif.games.core.contract import Text
from recif.lab import standings
from recif.models.harness import HarnessReport
from recif.models.playing import Spent

HEADS = (
    Text("modèle", "model"),
    Text("tours", "turns"),
    Text("appels", "calls"),
    Text("coups refusés", "refused moves"),
    Text("sans coup", "without a move"),
    Text("lus", "read"),
    Text("écrits", "written"),
    Text("secondes", "seconds"),
    Text("prix", "price"),
)


def row_of(name: str, spent: Spent) -> list[str]:
    counts = [spent.turns, spent.calls, spent.refused, spent.unread, spent.read, spent.written]
    return [name, *map(str, counts), f"{spent.seconds:.1f}", f"{spent.cost:.4f}"]


def distinct_games(report: HarnessReport) -> Text:
    """Intervals take games for independent: whoever reads them should know how many there really were."""
    games, distinct = report.games, report.distinct
    if distinct == games:
        return Text(f"{games} parties, toutes différentes", f"{games} games, all different")
    return Text(
        f"{games} parties, {distinct} différentes : les intervalles sont trop étroits ; essayez --opening ou "
        "--temperature",
        f"{games} games, {distinct} different ones: the intervals are too narrow; try --opening or --temperature",
    )


def spent_text(report: HarnessReport, language: str) -> str:
    rows = [row_of(name, spent) for name, spent in report.spent.items()]
    lines = [", ".join(f"{head.say(language)} {cell}" for head, cell in zip(HEADS, row, strict=True)) for row in rows]
    return "\n".join([*lines, distinct_games(report).say(language)])


def as_markdown(report: HarnessReport, language: str) -> str:
    rows = [row_of(name, spent) for name, spent in report.spent.items()]
    spent = standings.table([head.say(language) for head in HEADS], rows)
    return f"{standings.as_markdown(report.standings, language)}\n{spent}\n{distinct_games(report).say(language)}\n"


def as_json(report: HarnessReport) -> str:
    return msgspec.json.format(msgspec.json.encode(report), indent=1).decode() + "\n"
