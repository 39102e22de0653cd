"""`recif verify` of an event repeats everything, and no entry can be changed unnoticed."""

from typing import Any

import msgspec
import pytest

from recif.events import entries as of
from recif.events.live_event import fold
from recif.events.pairing import lots_of
from recif.events.record import EventRecord, is_event, read_event, record_of, to_json
from recif.events.standings import standings
from recif.events.verification import verify_event
from recif.games.core.text import Refused
from recif.match.provable import commit
from recif.match.signing import Signer, new_secret
from tests.events.evenings import LUCK, MEDLEY, XOK, Evening

FORMS: dict[str, dict[str, Any]] = {
    "swiss": {"rounds": 3},
    "round-robin": {},
    "knock-out": {"has_consolation": True},
    "arena": {},
    "tables": {"games": MEDLEY, "rounds": 3, "seats": 4, "is_drawn": True},
}


def ended(form: str) -> EventRecord:
    evening = Evening(form, 7, **{"games": XOK, **FORMS[form]})
    evening.rounds(3)
    return read_event(to_json(record_of(evening.end())).encode())


def verdicts(record: EventRecord, key: str = "") -> dict[str, str]:
    return {check.what.en: check.verdict for check in verify_event(record, key)}


@pytest.mark.parametrize("form", FORMS)
def test_an_event_that_was_held_honestly_holds(form: str) -> None:
    record = ended(form)
    assert {*verdicts(record, record.key).values()} == {"holds"}
    assert verdicts(record, "00" * 32)["key"] == "fails"


@pytest.mark.parametrize("form", FORMS)
def test_another_pairing_is_found_whoever_signed_it(form: str) -> None:
    """The forger has a key of their own, and computes the table that their pairings lead to."""
    record = ended(form)
    first = next(i for i, entry in enumerate(record.entries) if isinstance(entry, of.RoundPaired))
    paired = record.entries[first]
    assert isinstance(paired, of.RoundPaired)
    people = [person for board in paired.boards for person in board]
    turned = iter([*people[1:], people[0]])
    boards = tuple(tuple(next(turned) for _ in board) for board in paired.boards)
    entries = [*record.entries]
    entries[first] = msgspec.structs.replace(paired, boards=boards)
    assert verdicts(forged(record, entries))["rounds"] == "fails"


def forged(record: EventRecord, entries: list[of.AnyEntry]) -> EventRecord:
    """Entries after the first pairing that no longer fit are left out."""
    kept = entries[:1]
    for entry in entries[1:]:
        try:
            fold([*kept, entry])
        except Refused:
            continue
        kept.append(entry)
    event = fold(kept)
    assert record.luck
    table = standings(event, lots_of(event, record.luck))
    return Signer(new_secret()).sign(EventRecord(1, kept, record.luck, table))


def test_a_secret_that_was_not_promised_is_found() -> None:
    record = ended("swiss")
    other = commit(LUCK.match, "6" * 64)
    assert verdicts(msgspec.structs.replace(record, luck=other))["commitment"] == "fails"


def test_a_table_that_the_results_do_not_give_is_found() -> None:
    record = ended("swiss")
    table = [record.table[1], record.table[0], *record.table[2:]]
    forged_ = Signer(new_secret()).sign(msgspec.structs.replace(record, table=table))
    assert verdicts(forged_)["table"] == "fails"
    assert verdicts(forged_)["signature"] == "holds"


@pytest.mark.parametrize("form", FORMS)
def test_any_change_to_any_entry_is_noticed(form: str) -> None:
    """Left out, given twice, or any of its values changed."""
    record = ended(form)
    changed = 0
    for index, entry in enumerate(record.entries):
        before, after = record.entries[:index], record.entries[index + 1 :]
        for entries in ([*before, *after], [*before, entry, entry, *after], *others(before, entry, after)):
            verdict = verdicts_quickly(msgspec.structs.replace(record, entries=entries))
            assert verdict == "fails", entry
            changed += 1
    assert changed > 3 * len(record.entries)


def others(before: list[of.AnyEntry], entry: of.AnyEntry, after: list[of.AnyEntry]) -> list[list[of.AnyEntry]]:
    replaced = []
    for name, value in msgspec.structs.asdict(entry).items():
        if isinstance(value, str | int) and not isinstance(value, bool):
            other = f"{value}?" if isinstance(value, str) else value + 1
            replaced.append([*before, msgspec.structs.replace(entry, **{name: other}), *after])
    return replaced


def verdicts_quickly(record: EventRecord) -> str:
    """The signature alone: the other checks are tried above."""
    from recif.match.signing import check_signature

    try:
        check_signature(record)
    except Refused:
        return "fails"
    return "holds"


def test_while_it_goes_on_nothing_secret_is_given_away() -> None:
    evening = Evening("swiss", 6, rounds=3)
    evening.rounds(1)
    from recif.events.record import VERSION, EventFile

    file = EventFile(VERSION, LUCK, "7" * 64, evening.log)
    written = to_json(record_of(file))
    assert LUCK.secret not in written
    assert "7" * 64 not in written
    assert verdicts(read_event(written.encode())) == {"log": "holds", "rounds": "unsigned", "signature": "unsigned"}
    assert is_event(written.encode())
    with pytest.raises(Refused, match="director's file"):
        is_event(to_json(file).encode())


def test_a_log_without_its_end_or_signature_does_not_pass_for_one_that_ended() -> None:
    record = ended("swiss")
    bare = msgspec.structs.replace(record, signature="", key="")
    assert verdicts(bare)["signature"] == "fails"
    assert "fails" in verdicts(msgspec.structs.replace(record, luck=None)).values()
    with pytest.raises(Refused, match="not an event"):
        read_event(b'{"recif_event": 1}')
    with pytest.raises(Refused, match="update"):
        read_event(b'{"recif_event": 9, "entries": []}')
