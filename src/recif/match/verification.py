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


def is_own(record: MatchRecord) -> bool:
    """Whether a record comes from no server, or says nothing of one."""
    return not record.signature and not record.key and record.luck is None


def verify(record: MatchRecord, games: Mapping[str, Game], key: str = "") -> list[Check]:
    """What holds and what does not; `key` is the public key of the server that must have signed, if it is known."""
    checks: list[Check] = []
    matches: list[Match] = []

    def look(what: Text, find: Callable[[], Text]) -> None:
        try:
            checks.append(Check(what, "holds", find()))
        except Refused as refused:
            checks.append(Check(what, "fails", refused.text))

    look(RULES, lambda: _rules(record, games, matches))
    if matches:
        look(RESULT, lambda: _result(record, matches[0]))
        if matches[0].game.rules.OUTCOMES >= 2 and not is_own(record):
            look(COMMITMENT, lambda: _commitment(record))
            look(DRAWS, lambda: _draws(record, matches[0]))
    if is_own(record):
        checks.append(Check(SIGNATURE, "unsigned", UNSIGNED))
    else:
        look(SIGNATURE, lambda: _signature(record))
    if key:
        look(KEY, lambda: _key(record, key))
    return checks


def _rules(record: MatchRecord, games: Mapping[str, Game], matches: list[Match]) -> Text:
    matches.append(record.replay(games))
    count = len(record.events)
    return Text(f"événements : {count}, tous permis", f"events: {count}, all of them legal")


def _result(record: MatchRecord, match: Match) -> Text:
    if record.result is None:
        raise Refused(
            "no-result",
            Text("il n’y en a pas : la fin manque", "there is none: the end is missing"),
        )
    if match.choices:
        raise Refused(
            "cut-off", Text("la partie s’arrête au milieu d’un tour", "the match stops in the middle of a turn")
        )
    return Text("celui de la partie", "that of the match")


def _luck(record: MatchRecord) -> provable.Luck:
    if record.luck is None:
        raise Refused(
            "no-secret",
            Text("cette partie ne contient aucun secret à vérifier", "this record holds no secret to check"),
        )
    return record.luck


def _commitment(record: MatchRecord) -> Text:
    provable.check_commitment(_luck(record))
    return Text("le secret est celui qui fut promis", "the secret is the one that was promised")


def _draws(record: MatchRecord, match: Match) -> Text:
    draws = provable.verify(_luck(record), match)
    return Text(f"{draws}, tous conformes à l’engagement", f"{draws}, all as committed")


def _signature(record: MatchRecord) -> Text:
    if not record.signature:
        raise Refused("not-signed", Text("aucune : personne ne garantit cette partie", "none: nobody vouches for this"))
    check_signature(record)
    return Text(
        f"de la clé {record.key} (la comparer à celle du serveur, /api/key) : noms, pendule, résultat et tout le reste",
        f"by the key {record.key} (compare it with the server's, /api/key): names, pace, result and all the rest",
    )


def _key(record: MatchRecord, key: str) -> Text:
    if record.key.casefold() != key.strip().casefold():
        raise Refused("wrong-key", Text("ce n’est pas celle que vous attendez", "it is not the one that you expect"))
    return Text("celle que vous attendez", "the one that you expect")
