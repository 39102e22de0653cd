"""Everything that can be checked in a record, one after the other, each with its verdict.

A record that claims nothing, neither a signature nor a key nor a secret, is one's own: it is `unsigned`, which is no
fault. Where one of the three is there, the others must be, too.
"""

from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple

from recif.games.core.contract import Game, Refused, Text
from recif.match import provable
from recif.match.match import Match
from recif.match.record import MatchRecord
from recif.match.signing import check_signature

Verdict = Literal["holds", "fails", "unsigned"]


class Check(NamedTuple):
    """What was looked at, whether it is as it should be, and what was found."""

    what: Text
    verdict: Verdict
    found: Text

    @property
    def is_good(self) -> bool:
        return self.verdict == "holds"


RULES = Text("règles", "rules")
RESULT = Text("résultat", "result")
COMMITMENT = Text("engagement", "commitment")
DRAWS = Text("tirages", "draws")
SIGNATURE = Text("signature", "signature")
KEY = Text("clé", "key")
UNSIGNED = Text("aucune : personne ne garantit noms, date et tirages", "none: nobody vouches for names, date and draws")


def is_own(told: MatchRecord) -> bool:
    """Whether a record comes from no server, or says nothing of one."""
    return not told.signature and not told.key and told.luck is None


def verify(told: MatchRecord, games: Mapping[str, Game], key: str = "") -> list[Check]:
    """What holds and what does not; `key` is the public key of the server that must have signed, if it is known."""
    checks: list[Check] = []
    matches: list[Match] = []

    def look(what: Text, find: Callable[[], Text]) -> None:
        try:
            checks.append(Check(what, "holds", find()))
        except Refused as refused:
            checks.append(Check(what, "fails", refused.text))

    look(RULES, lambda: _rules(told, games, matches))
    if matches:
        look(RESULT, lambda: _result(told, matches[0]))
        if matches[0].game.rules.OUTCOMES >= 2 and not is_own(told):
            look(COMMITMENT, lambda: _commitment(told))
            look(DRAWS, lambda: _draws(told, matches[0]))
    if is_own(told):
        checks.append(Check(SIGNATURE, "unsigned", UNSIGNED))
    else:
        look(SIGNATURE, lambda: _signature(told))
    if key:
        look(KEY, lambda: _key(told, key))
    return checks


def _rules(told: MatchRecord, games: Mapping[str, Game], matches: list[Match]) -> Text:
    matches.append(told.replay(games))
    count = len(told.events)
    return Text(f"événements : {count}, tous permis", f"events: {count}, all of them legal")


def _result(told: MatchRecord, match: Match) -> Text:
    if told.result is None:
        raise Refused(
            "no-result",
            Text("il n’y en a pas : la fin manque", "there is none: the end is missing"),
        )
    if match.choices:
        raise Refused(
            "cut-off", Text("la partie s’arrête au milieu d’un tour", "the match stops in the middle of a turn")
        )
    return Text("celui de la partie", "that of the match")


def _luck(told: MatchRecord) -> provable.Luck:
    if told.luck is None:
        raise Refused(
            "no-secret",
            Text("cette partie ne contient aucun secret à vérifier", "this record holds no secret to check"),
        )
    return told.luck


def _commitment(told: MatchRecord) -> Text:
    provable.check_commitment(_luck(told))
    return Text("le secret est celui qui fut promis", "the secret is the one that was promised")


def _draws(told: MatchRecord, match: Match) -> Text:
    draws = provable.verify(_luck(told), match)
    return Text(f"{draws}, tous conformes à l’engagement", f"{draws}, all as committed")


def _signature(told: MatchRecord) -> Text:
    if not told.signature:
        raise Refused("not-signed", Text("aucune : personne ne garantit cette partie", "none: nobody vouches for this"))
    check_signature(told)
    return Text(
        f"de la clé {told.key} (la comparer à celle du serveur, /api/key) : noms, cadence, résultat et tout le reste",
        f"by the key {told.key} (compare it with the server's, /api/key): names, pace, result and all the rest",
    )


def _key(told: MatchRecord, key: str) -> Text:
    if told.key.casefold() != key.strip().casefold():
        raise Refused("wrong-key", Text("ce n’est pas celle que vous attendez", "it is not the one that you expect"))
    return Text("celle que vous attendez", "the one that you expect")
