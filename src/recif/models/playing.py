"""A model that plays a seat: asked, told why a move is refused, asked again; and everything it costs is counted."""

import time
from dataclasses import dataclass, field
from typing import Any

import msgspec

from recif.bots.program import Fault
from recif.games.core.contract import Text
from recif.match.match import Match
from recif.models.asking import LanguageModel, Messages, ModelReply, Sampling
from recif.models.looks import explained, why_not
from recif.models.prompts import REFUSED, UNREAD, ModelView, Wording, move_in, opening

TRIES = 3  # answers in one turn, before the game is lost


class Spent(msgspec.Struct):
    """What a seat took in one match."""

    turns: int = 0
    calls: int = 0
    refused: int = 0  # moves that a rule forbids
    unread: int = 0  # answers without a move
    read: int = 0  # tokens
    written: int = 0
    seconds: float = 0.0
    cost: float = 0.0

    def add(self, other: "Spent") -> "Spent":
        """Both together."""
        pairs = zip(msgspec.structs.astuple(self), msgspec.structs.astuple(other), strict=True)
        return Spent(*(one + two for one, two in pairs))


class Prices(msgspec.Struct, frozen=True):
    """Of a million tokens, in whatever currency."""

    read: float = 0.0
    written: float = 0.0

    def of(self, reply: ModelReply) -> float:
        return (self.read * reply.read + self.written * reply.written) / 1e6


@dataclass
class ModelPlayer:
    """A model at a seat of one match."""

    model: LanguageModel
    sampling: Sampling
    showing: ModelView
    prices: Prices
    wording: Wording
    tries: int = TRIES
    spent: Spent = field(default_factory=Spent)
    heard: int = 0  # events that it was told

    def choose(self, match: Match, seat: int, seed: int) -> str:
        """A legal move, or Fault when it has found none in so many answers."""
        messages = opening(match, seat, self.showing, self.wording, self.heard)
        self.heard = len(match.log)
        self.spent.turns += 1
        for number in range(self.tries):
            reply = self._asked(messages, seed + number)
            move = move_in(reply.content)
            objection = self._objection(match, seat, move)
            if move is not None and objection is None:
                return move
            assert objection is not None
            messages = [
                *messages,
                {"role": "assistant", "content": reply.content},
                {"role": "user", "content": objection},
            ]
        raise Fault("model-illegal", _illegal(self.tries))

    def _asked(self, messages: Messages, seed: int) -> ModelReply:
        began = time.monotonic()
        try:
            reply = self.model.ask(messages, self.sampling, seed)
        finally:
            self.spent.calls += 1
            self.spent.seconds += time.monotonic() - began
        self.spent.read += reply.read
        self.spent.written += reply.written
        self.spent.cost += self.prices.of(reply)
        return reply

    def _objection(self, match: Match, seat: int, move: str | None) -> str | None:
        """What to answer to a move that cannot be played."""
        language = self.showing.language
        if move is None:
            self.spent.unread += 1
            return UNREAD.say(language)
        why = why_not(match, seat, move)
        if why is None:
            return None
        self.spent.refused += 1
        return REFUSED.say(language).format(move=move, why=self.wording(explained(why, language)))

    def noted(self, name: str, seed: int) -> dict[str, Any]:
        """What the record says of this seat."""
        return {
            "player": name,
            "seed": seed,
            **msgspec.to_builtins(self.sampling),
            **msgspec.to_builtins(self.showing),
            "tries": self.tries,
            "spent": msgspec.to_builtins(self.spent),
        }


def _illegal(tries: int) -> Text:
    return Text(
        f"le modèle n’a trouvé aucun coup permis en {tries} réponses",
        f"the model found no legal move in {tries} answers",
    )
