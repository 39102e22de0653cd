"""Exported games (docs/data.md) as traces of OpenSpiel: `python -m recif.bridge.traces games.jsonl.gz traces.jsonl.gz`.

A trace is a game by its OpenSpiel name, all actions in order (luck is player −1), and what it was worth to each. What
follows from them, OpenSpiel finds by applying them:

    state = pyspiel.load_game(trace["game"]).new_initial_state()
    for action in trace["actions"]:
        state.apply_action(action)
"""

import gzip
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pyspiel

from recif.bridge.openspiel import PREFIX, parameter, written
from recif.bridge.play import worth
from recif.console.files import trouble
from recif.console.language import spoken
from recif.games import GAMES, game_named
from recif.games.core.contract import LUCK, Refused, Text


def trace(row: dict[str, Any]) -> dict[str, Any]:
    """An exported game as a trace; Refused where it cannot be one."""
    game = game_named(row["game"])
    if row["rules"] != game.version:
        raise Refused("other-rules", _other_rules(row["rules"], game.version))
    options = row["options"] if isinstance(row["options"], dict) else json.loads(row["options"])
    params = {"players": row["seats"], **_parameters(row["game"], options)}
    state = pyspiel.load_game(f"{PREFIX}{game.id}", params).new_initial_state()
    players: list[int] = []
    actions: list[int] = []
    for event in row["events"]:
        player = state.current_player()
        if player != (event["seat"] if event["seat"] != LUCK else int(pyspiel.PlayerId.CHANCE)):
            raise Refused("bad-trace", _out_of_turn(len(actions) + 1))
        action = int(state.string_to_action(player, event["text"]))
        players.append(player)
        actions.append(action)
        state.apply_action(action)
    return {
        "game": str(state.get_game()),
        "players": players,
        "actions": actions,
        "seconds": [event.get("seconds") for event in row["events"]],
        "is_terminal": bool(state.is_terminal()),
        "returns": worth(tuple(row["winners"]), row["seats"]) if row["winners"] else [0.0] * row["seats"],
        "reason": row["reason"],
    }


def _parameters(game: str, options: dict[str, Any]) -> dict[str, Any]:
    """Options in the form of OpenSpiel's parameters; those as by default are left out."""
    usual = {option.name: parameter(option) for option in GAMES[game].options}
    given = {name: value if isinstance(value, int) else written(value) for name, value in options.items()}
    return {name: value for name, value in given.items() if usual.get(name) != value}


def traces(rows: Iterable[dict[str, Any]], language: str) -> Iterator[dict[str, Any]]:
    """One at a time; a game that cannot be a trace is told of, and left out."""
    for number, row in enumerate(rows, 1):
        try:
            yield trace(row)
        except Refused as refused:
            print(f"{number}: {refused.text.say(language)}", file=sys.stderr)


def main(source: str, target: str, language: str) -> int:
    """Convert a file; how many traces it made."""
    count = 0
    try:
        with gzip.open(source, "rt", encoding="utf-8") as lines, gzip.GzipFile(target, "wb", mtime=0) as file:
            for one in traces(map(json.loads, lines), language):
                file.write(json.dumps(one).encode() + b"\n")
                count += 1
    except OSError as error:
        raise trouble(Path(error.filename or source), error) from error
    return count


def _other_rules(rules: int, version: int) -> Text:
    return Text(
        f"jouée selon les règles {rules} ; OpenSpiel joue celles de la version {version}",
        f"played by rules {rules}; OpenSpiel plays those of version {version}",
    )


def _out_of_turn(number: int) -> Text:
    return Text(f"événement {number} : ce n’est pas son tour", f"event {number}: it is not its turn")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("python -m recif.bridge.traces games.jsonl.gz traces.jsonl.gz")
    try:
        print(main(sys.argv[1], sys.argv[2], spoken()))
    except Refused as found:
        sys.exit(found.text.say(spoken()))
