"""Everything that can be checked in an event, one after the other: `recif verify` for a whole evening."""

from collections.abc import Callable

from recif.events.entries import EventEnded, RoundPaired
from recif.events.live_event import LiveEvent, fold
from recif.events.pairing import lots_of, pair_next
from recif.events.record import EventRecord, promised
from recif.events.refusals import no
from recif.events.standings import standings
from recif.games.core.text import Refused, Text
from recif.match.provable import Luck, check_commitment
from recif.match.signing import check_signature
from recif.match.verification import COMMITMENT, KEY, SIGNATURE, UNSIGNED, Check

LOG = Text("journal", "log")
PAIRINGS = Text("rondes", "rounds")
TABLE = Text("classement", "table")
NOT_YET = Text(
    "pas encore vérifiables : le secret est montré à la fin", "not yet: the secret is shown when the event has ended"
)


def verify_event(record: EventRecord, key: str = "") -> list[Check]:
    """What holds and what does not; `key` is the public key that must have signed, if it is known."""
    checks: list[Check] = []

    def look(what: Text, find: Callable[[], Text]) -> None:
        try:
            checks.append(Check(what, "holds", find()))
        except Refused as refused:
            checks.append(Check(what, "fails", refused.text))

    look(LOG, lambda: _log(record))
    if record.luck is None and not record.table and not record.signature and not _is_over(record):
        return [*checks, Check(PAIRINGS, "unsigned", NOT_YET), Check(SIGNATURE, "unsigned", UNSIGNED)]
    look(COMMITMENT, lambda: _commitment(record))
    look(PAIRINGS, lambda: _pairings(record))
    look(TABLE, lambda: _table(record))
    look(SIGNATURE, lambda: _signature(record))
    if key:
        look(KEY, lambda: _key(record, key))
    return checks


def _is_over(record: EventRecord) -> bool:
    return bool(record.entries) and isinstance(record.entries[-1], EventEnded)


def _log(record: EventRecord) -> Text:
    fold(record.entries)
    count = len(record.entries)
    return Text(f"{count} entrées, toutes permises", f"{count} entries, all of them possible")


def _luck(record: EventRecord) -> Luck:
    if record.luck is None:
        raise no("no-secret", "aucun secret à vérifier", "there is no secret to check")
    return record.luck


def _commitment(record: EventRecord) -> Text:
    luck = _luck(record)
    check_commitment(luck)
    if promised(record) != luck.hidden():
        raise no(
            "wrong-secret",
            "ce n’est pas ce que promettait la première entrée",
            "it is not what the first entry promised",
        )
    return Text("le secret est celui qui fut promis", "the secret is the one that was promised")


def _pairings(record: EventRecord) -> Text:
    """Every round paired again from the entries before it."""
    luck, count = _luck(record), 0
    event = fold(record.entries[:1])
    for entry in record.entries[1:]:
        if isinstance(entry, RoundPaired):
            _repeat(event, entry, luck)
            count += 1
        event.add(entry)
    return Text(f"{count}, appariées de nouveau, toutes pareilles", f"{count}, paired again, all of them the same")


def _repeat(event: LiveEvent, entry: RoundPaired, luck: Luck) -> None:
    fixed = entry.boards[: entry.fixed]
    named = {person for board in entry.boards for person in board} | {*entry.out}
    waiting = [person for person in event.people if person in named] if event.settings.form == "arena" else None
    if pair_next(event, luck, entry.at, entry.by, fixed, entry.reason, waiting) != entry:
        raise no(
            "wrong-pairing",
            f"ronde {entry.round} : les règles et le sort donnent d’autres tables",
            f"round {entry.round}: the rules and the lots give other boards",
        )


def _table(record: EventRecord) -> Text:
    event = fold(record.entries)
    if standings(event, lots_of(event, _luck(record))) != record.table:
        raise no("wrong-table", "les résultats en donnent un autre", "the results give another one")
    count = len(record.table)
    return Text(f"{count} personnes, comme le disent les résultats", f"{count} people, as the results say")


def _signature(record: EventRecord) -> Text:
    if not record.signature:
        raise no("not-signed", "aucune : personne ne garantit ce tournoi", "none: nobody vouches for this event")
    check_signature(record)
    return Text(
        f"de la clé {record.key} (la comparer à celle que l’organisateur a montrée)",
        f"by the key {record.key} (compare it with the one that the organiser showed)",
    )


def _key(record: EventRecord, key: str) -> Text:
    if record.key.casefold() != key.strip().casefold():
        raise no("wrong-key", "ce n’est pas celle que vous attendez", "it is not the one that you expect")
    return Text("celle que vous attendez", "the one that you expect")
