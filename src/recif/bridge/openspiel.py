"""Récif's games for OpenSpiel: importing this registers them by names such as "recif_xok".

>>> import pyspiel
>>> import recif.bridge.openspiel
>>> game = pyspiel.load_game("recif_xok(side=4)")
>>> state = game.new_initial_state()
>>> state.apply_action(state.string_to_action("d4d5"))
>>> state.current_player(), len(state.legal_actions()) > 80
(1, True)
>>> state.action_to_struct(state.legal_actions()[0]).to_dict(), state.to_dict()["position"]
({'player': 1, 'text': 'd6e7'}, '4 b d4,d5 -')
>>> game.new_initial_state(state.to_struct()).current_player()
1

Parameters are `players` and the game's options: whole numbers and words as they are, others as JSON text. `position`
begins in the middle, at the position that a text tells. A comma within a parameter is written `;` (see `written`).
Seats that choose at once choose in order, and none sees what others chose. A game is worth 1 to a sole winner,
together 0.
"""

import json
from copy import deepcopy
from itertools import pairwise
from typing import Any

import numpy as np
import pyspiel

from recif.bridge.past import Recollection, player_in
from recif.bridge.play import first_position, worth
from recif.games import GAMES
from recif.games.core import open_game
from recif.games.core.compiled import blank
from recif.games.core.contract import LUCK, REFEREE, SPECTATOR, Game, Option, Refused, Text
from recif.games.core.folder import arrays_of
from recif.games.core.luck import seeded
from recif.games.core.position import Position
from recif.library import drawing
from recif.library import position as library
from recif.vector.numbering import Numbering

MOST_OUTCOMES = 256  # outcomes are numbered as the rules number them
PREFIX = "recif_"


def hides_nothing(game: Game) -> bool:
    """Whether every seat always knows all there is to know: its view is the shared one that takes nothing away."""
    return game.rules.view is open_game.view


def has_luck(game: Game) -> bool:
    return game.rules.draw is not open_game.draw


def parameter(option: Option) -> Any:
    """An option's default as OpenSpiel's parameters can hold it."""
    return option.default if isinstance(option.default, int) else written(option.default)


def written(value: Any) -> str:
    """A value as a parameter: JSON, but for bare words. A comma would end it in the name of a game, so it is `;`."""
    words = value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))
    return words.replace(",", ";")


def read(words: str) -> str:
    return words.replace(";", ",")


def given(game: Game, params: dict[str, Any]) -> dict[str, Any]:
    """The options among the parameters."""
    options = {option.name: option for option in game.options if option.name in params}
    return {
        name: option.read(read(params[name])) if isinstance(params[name], str) else params[name]
        for name, option in options.items()
    }


def type_of(game: Game) -> Any:
    """What OpenSpiel wants to know of a game before it is loaded."""
    kinds = pyspiel.GameType
    return kinds(
        short_name=f"{PREFIX}{game.id}",
        long_name=game.title.en,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if has_luck(game) else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.PERFECT_INFORMATION
        if hides_nothing(game)
        else kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(game.seats),
        min_num_players=min(game.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": game.seats[0],
            "position": "",
            **{option.name: parameter(option) for option in game.options},
        },
    )


TYPES = {game.id: type_of(game) for game in GAMES.values()}


class RecifGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its options."""

    def __init__(self, name: str, params: dict[str, Any] | None = None) -> None:
        wishes = params or {}
        self.first = first_position(
            name, wishes.get("players"), given(GAMES[name], wishes), read(wishes.get("position", ""))
        )
        self.numbering = Numbering(self.first)
        seats = self.first.seats
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.numbering),
            max_chance_outcomes=MOST_OUTCOMES if has_luck(GAMES[name]) else 0,
            num_players=seats,
            min_utility=-1.0 / (seats - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=arrays_of(GAMES[name]).log(self.first.state).most,
        )
        super().__init__(TYPES[name], info, wishes)

    def new_initial_state(self, state: Any = None) -> "RecifState":
        """At the start; or where a struct, its dict or the text of a position says: nobody recalls what was before."""
        made = RecifState(self)
        if state is not None:
            struct = state.to_dict() if isinstance(state, pyspiel.StateStruct) else state
            text = struct if isinstance(struct, str) else struct["position"]
            made.past = begun_at(first_position(self.first.game.id, None, None, text), self.first)
        return made

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        return Observer(self, iig_obs_type)


class RecifState(pyspiel.State):  # type: ignore[misc]
    """A position of such a game."""

    def __init__(self, game: RecifGame) -> None:
        super().__init__(game)
        self.past = fresh_past(game.first.copy())

    @property
    def position(self) -> Position:
        return self.past.position

    def _numbering(self) -> Numbering:
        numbering: Numbering = self.get_game().numbering
        return numbering

    def current_player(self) -> int:
        return self.past.player

    def is_terminal(self) -> bool:
        return self.past.player == int(pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        winners = self.position.winners
        return worth(winners, self.position.seats) if winners else [0.0] * self.position.seats

    def _legal_actions(self, player: int) -> list[int]:
        return self._numbering().legal(self.position, player) if player == self.current_player() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes = sorted(self.position.luck().values())
        total = sum(weight for _, weight in outcomes)
        return [(number, weight / total) for number, weight in outcomes]

    def _apply_action(self, action: int) -> None:
        player = self.current_player()
        if player < 0:
            self.past.happen(LUCK, action)
        else:
            if action not in self._legal_actions(player):
                self._numbering().check(self.position, player, action)
            self.past.happen(player, self._numbering().move(action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.position.game.words.text(self.position.state, LUCK, action)
        return self._numbering().text(self.position, player, action)

    def __str__(self) -> str:
        return str(self.position)

    def resample_from_infostate(self, player: int, sampler: Any) -> "RecifState":
        """Another world that this player thinks possible. What others have seen in it is unknown, and left blank."""
        rng = seeded(int(sampler() * (1 << 53)))
        world = self.position.view(player)
        world.game.rules.guess(world.state, player, rng)
        seen = [sights if seat == player else [] for seat, sights in enumerate(deepcopy(self.past).seen)]
        made: RecifState = self.get_game().new_initial_state()
        while player in world.waiting and world.waiting[0] != player:  # they have chosen at once: nobody knows what
            seat = world.waiting[0]
            world.go(seat, world.game.rules.random_move(world.state, seat, rng))
        made.past = Recollection(world, seen)
        return made

    # Structs: what a state, a sight of it and an action say, in names and texts. OpenSpiel wraps these dicts.

    def _to_struct(self) -> dict[str, Any]:
        """All of it; `position` alone tells where to begin again."""
        return {"game": self.position.game.id, "position": str(self.position), **seen_by(self.position, REFEREE)}

    def _to_observation_struct(self, player: int) -> dict[str, Any]:
        """What a player sees; of no player, what anybody does."""
        viewer = player if player >= 0 else SPECTATOR
        return {"player": viewer, **seen_by(self.position.view(viewer), viewer)}

    def _action_to_struct(self, player: int, action: int) -> dict[str, Any]:
        return {"player": player, "text": self._action_to_string(player, action)}

    def _struct_to_actions(self, struct: dict[str, Any]) -> list[int]:
        """The action of a text, whether it is legal now or not; Refused where it is no move at all."""
        player, text = self.current_player(), struct["text"]
        others = range(len(self._numbering()) if player >= 0 else 0)
        for action in (*self.legal_actions(), *others):
            if self._action_to_string(player, action) == text:
                return [action]
        raise Refused("not-an-action", Text(f"{text!r} n’est pas un coup.", f"{text!r} is not a move."))

    def svg(self, player: int | None = None, language: str = "en") -> str:
        """A drawing of what a player sees, or of everything."""
        viewer = REFEREE if player is None else player
        view = self.position if player is None else self.position.view(player)
        return drawing.svg(library.Position(view.game, bytes(view), viewer=viewer), language)


def seen_by(position: Position, viewer: int) -> dict[str, Any]:
    """A scene, and what OpenSpiel wants to know beside it."""
    return {
        "current_player": player_in(position),
        "scene": position.game.words.scene(position.state, viewer),
        "winners": list(position.winners),
    }


def begun_at(position: Position, first: Position) -> Recollection:
    """A position of which nobody has seen anything happen; Refused without the seats and actions of a game."""
    if position.seats != first.seats or not np.array_equal(Numbering(position).numbers, Numbering(first).numbers):
        raise Refused(
            "other-setup",
            Text("cette position est d’un jeu à d’autres options", "this position is of a game with other options"),
        )
    return fresh_past(position)


def fresh_past(position: Position) -> Recollection:
    return Recollection(position, [[] for _ in range(position.seats)])


class Observer:
    """What a player knows, as numbers (docs/arrays.md) and as a text; with all it has seen where recall is asked for.

    With recall, numbers or texts are the same if and only if the player has seen the same.
    """

    def __init__(self, game: RecifGame, asked: Any) -> None:
        kind = asked or pyspiel.IIGObservationType(perfect_recall=False)
        self.has_recall = kind.perfect_recall
        self.is_whole = kind.public_info and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.arrays, self.known = arrays_of(game.first.game), blank(game.first.game.rules.State)
        self.log = self.arrays.log(game.first.state)
        shapes = self._shapes(game) if self.is_whole else {}
        ends = np.cumsum([0, *(int(np.prod(shape)) for shape in shapes.values())])
        self.tensor = np.zeros(int(ends[-1]), np.float32)
        self.dict = {
            name: self.tensor[start:end].reshape(shape)
            for (name, shape), (start, end) in zip(shapes.items(), pairwise(ends), strict=True)
        }
        self.numbers = np.zeros(self.dict["observation"].size if shapes else 0, np.int8)

    def _shapes(self, game: RecifGame) -> dict[str, tuple[int, ...]]:
        observation = {"observation": tuple(self.arrays.shape(game.first.state))}
        if not self.has_recall:
            return observation
        return {"player": (game.first.seats,), **observation, "log": (self.log.most, 1 + self.log.digits)}

    def set_from(self, state: RecifState, player: int) -> None:
        if not self.is_whole:
            return
        self.numbers[:] = 0
        state.position.game.rules.view(state.position.state, player, self.known)
        self.arrays.observe(self.known, player, self.numbers)
        self.dict["observation"].ravel()[:] = self.numbers
        if self.has_recall:
            self.dict["player"][:] = np.arange(state.position.seats) == player
            state.past.write(player, self.log, self.dict["log"])

    def string_from(self, state: RecifState, player: int) -> str | None:
        if not self.is_whole:
            return None
        view = state.position.view(player)
        if self.has_recall:
            return f"{player} {state.past.text(player)} {view}"
        return f"{player} {json.dumps(view.game.words.scene(view.state, player), sort_keys=True)}"


def class_of(game: Game) -> type[RecifGame]:
    """OpenSpiel wants a class a game."""

    def begin(self: RecifGame, params: dict[str, Any] | None = None) -> None:
        RecifGame.__init__(self, game.id, params)

    return type(f"Recif{game.id.capitalize()}", (RecifGame,), {"__init__": begin})


CLASSES = {game.id: class_of(game) for game in GAMES.values()}
for _id, _class in CLASSES.items():
    pyspiel.register_game(TYPES[_id], _class)
