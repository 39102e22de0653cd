"""Other names for the things of a game, so that what a model remembers of a rulebook does not help it.

Invented words stand for every noun in the game's title, its seats' names and the names of its things, the same word
everywhere in a match: in rules, pictures, the log, moves' sentences and refusals. Moves keep their notation.
"""

import random
import re

from recif.match.match import Match

SHORTEST = 3  # letters of a word that names something
COMMON = re.compile(  # words that tell a thing apart from others, or join two
    r"and|apart|aux|avec|bar|big|black|blanc|blanche|bleu|bleue|blue|cachée|card|carte|contre|côte"
    r"|des|deux|for|from|grand|grande|green|gueules|hidden|jaune|les|mouths|noir|noire|opposite"
    r"|opposées|over|par|party|pas|petit|petite|pile|pool|pour|red|reserve|rouge|réserve|side|small"
    r"|sur|séparées|the|two|une|vert|verte|white|with|yellow"
)
CONSONANTS, VOWELS = "bdfgklmnprtvz", "aeiou"


class Disguise:
    """A game in other words; the same seed invents the same."""

    def __init__(self, match: Match, seed: int) -> None:
        rng = random.Random(seed)
        taken: set[str] = set()
        self.words = {word: _invented(rng, taken) for word in sorted(_names(match))}
        listed = sorted(self.words, key=len, reverse=True)
        self._found = (
            re.compile(rf"\b({'|'.join(map(re.escape, listed))})(e?s|x)?\b", re.IGNORECASE) if listed else None
        )

    def __call__(self, text: str) -> str:
        return self._found.sub(self._other, text) if self._found else text

    def _other(self, found: re.Match[str]) -> str:
        word = self.words[found[1].casefold()] + ("s" if found[2] else "")
        return word.capitalize() if found[1][0].isupper() else word


def _names(match: Match) -> set[str]:
    game, state = match.game, match.position.state
    texts = [game.title, *(game.words.seat_name(state, seat) for seat in range(match.seats))]
    texts += [thing.name for thing in game.things(state).values()]
    names = [game.id, *(said.partition(":")[0] for text in texts for said in text)]  # after a colon: what it does
    words = {word.casefold() for name in names for word in re.findall(r"[^\W\d_]+", name)}
    return {_singular(word) for word in words if len(word) >= SHORTEST and not COMMON.fullmatch(word)}


def _singular(word: str) -> str:
    return word[:-1] if word.endswith(("s", "x")) and len(word) > SHORTEST + 1 else word


def _invented(rng: random.Random, taken: set[str]) -> str:
    while True:
        word = "".join(rng.choice(CONSONANTS) + rng.choice(VOWELS) for _ in range(2)) + rng.choice(CONSONANTS)
        if word not in taken:
            taken.add(word)
            return word
