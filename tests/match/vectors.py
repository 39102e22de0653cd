"""Examples of luck for the browser's own check: `python -m tests.match.vectors` writes them for its tests."""

import json
from pathlib import Path
from typing import Any

from recif.match import provable
from tests.match.shells import SHELLS
from tests.match.test_verification import honest_match

FILE = Path(__file__).parents[2] / "web/tests/unit/luck.json"
NUMBERS: tuple[list[str], ...] = (["ana's", "théo's"], ["a", "bc"], ["ab", "c"], ["", "🦀\0"], [])
BOUNDS = (1, 2, 6, 52, 10**9 + 7, (1 << 255) + 1)  # the last is drawn again as often as not


def vectors() -> dict[str, Any]:
    return {
        "commitments": [
            {"table": table, "secret": secret, "commitment": provable.commit(table, secret).commitment}
            for table in ("m1", "k3v9xq2m7d", "é")
            for secret in ("s", "0f" * 32)
        ],
        "draws": [
            {"table": "m1", "numbers": numbers, "secret": "s", "place": place, "below": str(n), "drawn": str(drawn)}
            for numbers in NUMBERS
            for place in ("0.0", "17.2")
            for n in BOUNDS
            for drawn in [provable.below(provable.add(provable.commit("m1", "s"), numbers), place, n)]
        ],
        "match": a_match(),
    }


def a_match() -> dict[str, Any]:
    """A whole match as the server tells it when it is over."""
    luck = provable.add(provable.commit("m1", "s"), ["ana's", "théo's"])
    match = honest_match(luck)
    assert match.game is SHELLS
    return {
        "luck": {
            "commitment": luck.commitment,
            "numbers": list(luck.numbers),
            "secret": luck.secret,
            "next": "",
            "next_table": "",
            "scheme": luck.scheme,
            "match": luck.match,
        },
        "log": [{"seat": event.seat, "text": event.text, "fr": "", "en": ""} for event in match.log],
        "draws": [
            {"index": draw.index, "place": draw.place, "text": match.log[draw.index].text, "outcomes": draw.outcomes}
            for draw in provable.draws_of(match)
        ],
    }


def written() -> str:
    return json.dumps(vectors(), ensure_ascii=True, indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(written())
