"""Nets as files: whole numbers, zipped, with what they belong to. A net that does not fit is refused, never ignored."""

from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

from recif.games.core.contract import Game, Meaning, Refused, Text
from recif.games.core.features import Features
from recif.mind.net.net import Net, Policy

FILE = "net.npz"  # in the folder of a game


class Origin(msgspec.Struct):
    """What a net belongs to, and how it was made."""

    game: str
    rules: int  # versions
    features: int
    setups: list[str]  # that it was trained on; it plays no others
    generation: int = 0
    games: int = 0
    positions: int = 0
    meanings: dict[int, Meaning] = {}  # what chances mean that its search says, by seats; see mind/meaning.py


class Stored(NamedTuple):
    net: Net
    origin: Origin


def write_net(path: Path, stored: Stored) -> None:
    """Write all of it or nothing."""
    origin = np.frombuffer(msgspec.json.encode(stored.origin), np.uint8)
    parts = {name: part for name, part in stored.net._asdict().items() if name != "policy"}
    policy = stored.net.policy._asdict() if stored.net.policy else {}
    half = path.with_suffix(".half")
    with half.open("wb") as file:
        np.savez_compressed(file, origin=origin, **parts, **{f"policy_{name}": part for name, part in policy.items()})
    half.replace(path)


def read_net(path: Path, game: Game, eyes: Any = None) -> Stored:
    """The net of a file, or Refused if it is none, or of another game, other rules or other features.

    It sees what the game's features are, or what `eyes` tell: another module of features.
    """
    try:
        with np.load(path) as found:
            parts = {name: np.ascontiguousarray(found[name]) for name in found.files}
        origin = msgspec.json.decode(parts.pop("origin").tobytes(), type=Origin)
        policy = Policy(**_named(parts, "policy_")) if "policy_layer" in parts else None
        net = Net(**_named(parts, ""), policy=policy)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise Refused(
            "bad-net",
            Text(f"{path} n’est pas un réseau lisible : {error}", f"{path} is not a net that can be read: {error}"),
        ) from None
    check_fits(path, game, origin, net, eyes)
    return Stored(net, origin)


def _named(parts: dict[str, Any], prefix: str) -> dict[str, Any]:
    names = Policy._fields if prefix else [name for name in Net._fields if name != "policy"]
    return {name: parts[prefix + name] for name in names}


def check_fits(path: Path, game: Game, origin: Origin, net: Net, eyes: Any = None) -> None:
    features: Features | None = eyes or game.features
    here = (game.id, game.version, features.FEATURES_VERSION, features.FEATURES) if features else (game.id, 0, 0, 0)
    there = (origin.game, origin.rules, origin.features, len(net.first))
    if here != there:
        raise Refused(
            "net-does-not-fit",
            Text(
                f"le réseau {path} est fait pour (jeu, règles, caractéristiques, entrées) {there}, mais ce programme a"
                f" {here} ; entraînez-en un autre : recif train {game.id}",
                f"the net {path} is for (game, rules, features, inputs) {there}, but this program has {here};"
                f" train another one: recif train {game.id}",
            ),
        )


_OWN: dict[str, Stored | None] = {}


def net_of(game: Game) -> Stored | None:
    """The net that comes with a game, if one does."""
    if game.id not in _OWN:
        path = Path(str(game.features.__file__)).with_name(FILE) if game.features else None
        _OWN[game.id] = read_net(path, game) if path and path.exists() else None
    return _OWN[game.id]
