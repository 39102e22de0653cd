"""What a signed record vouches for: no change of it passes, whatever is changed, dropped, cut or regrouped."""

import copy
import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from recif.games.core.contract import Refused
from recif.match import provable
from recif.match.match import Match
from recif.match.record import MatchRecord, read, record, to_json, to_text
from recif.match.signing import Signer, covered, new_secret
from recif.match.verification import verify
from tests.match.shells import SHELLS

GAMES = {"shells": SHELLS}
SIGNER = Signer("07" * 32)


def honest_match(luck: provable.Luck) -> Match:
    """Two rounds, one of them taken back on the way, and somebody gives up."""
    match, turn = Match(SHELLS, 2), 0
    while not match.is_over:
        if len(match.log) == 6:
            match.end("resigned", [0], 1)
            break
        if match.is_luck_due:
            match.draw(luck.source(len(match.log), match.cuts))
            if len(match.log) == 3 and not match.cuts:
                match.undo(3)
        else:
            match.play(match.waiting[0], str(turn % 3 + 1))
            turn += 1
    return match


def honest_record() -> MatchRecord:
    luck = provable.add(provable.commit("m1", "s"), ["ana's", "théo's"])
    asked = [{"model": "one", "temperature": 0.5}, {"model": "two", "tokens": [7, 9]}]
    told = record(honest_match(luck), luck, names=["Ana", "Théo"], date="2026-11-17", pace="300+5", players=asked)
    return SIGNER.sign(told)


HONEST: dict[str, Any] = json.loads(to_json(honest_record()))


def passes(told: Any, key: str = "") -> bool:
    """Whether a file of this passes; what cannot be read does not."""
    try:
        checks = verify(read(json.dumps(told)), GAMES, key)
    except Refused:
        return False
    return all(check.is_good for check in checks)


def other(value: Any) -> Any:
    """Something else of the same kind."""
    if isinstance(value, bool) or value is None:
        return 1
    if isinstance(value, int | float):
        return value + 1
    if isinstance(value, str):
        return (chr(ord(value[0]) ^ 1) + value[1:]) if value else "x"
    return value


def mutations(value: Any, where: str = "") -> Iterator[tuple[str, Any]]:
    """Every change of one thing in a tree of JSON."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield f"{where}.{name} dropped", {key: other for key, other in value.items() if key != name}
            for what, changed in mutations(inner, f"{where}.{name}"):
                yield what, value | {name: changed}
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield f"{where}[{index}] dropped", value[:index] + value[index + 1 :]
            yield f"{where}[{index}] twice", [*value[:index], inner, *value[index:]]
            yield f"{where} cut at {index}", value[:index]
            for what, changed in mutations(inner, f"{where}[{index}]"):
                yield what, [*value[:index], changed, *value[index + 1 :]]
        if len(value) > 1 and all(isinstance(inner, str) for inner in value):
            yield f"{where} regrouped", [value[0] + value[1][0], value[1][1:], *value[2:]]
            yield f"{where} joined", ["\0".join(value[:2]), *value[2:]]
        if len(value) > 1 and value[0] != value[1]:
            yield f"{where} exchanged", [value[1], value[0], *value[2:]]
    else:
        yield f"{where} changed", other(value)


MUTATIONS = dict(mutations(HONEST))


def test_the_honest_record_passes_as_json_and_as_text() -> None:
    told = honest_record()
    for again in (read(to_json(told)), read(to_text(told))):
        assert again == told
        assert all(check.is_good for check in verify(again, GAMES, SIGNER.public))
    assert [check.what.en for check in verify(told, GAMES)] == ["rules", "result", "commitment", "draws", "signature"]


def test_every_field_is_among_the_mutations() -> None:
    assert set(HONEST) == set(MatchRecord.__struct_fields__) - {"recif", "rules"}, "those are as by default"
    assert len(MUTATIONS) > 100


@pytest.mark.parametrize("what", MUTATIONS)
def test_no_mutation_passes(what: str) -> None:
    assert not passes(MUTATIONS[what])


@pytest.mark.parametrize("field", ["recif", "rules"])
def test_no_other_version_passes(field: str) -> None:
    assert not passes(HONEST | {field: 2})


def test_the_end_cannot_be_cut_and_another_result_invented() -> None:
    cut = HONEST | {
        "events": HONEST["events"][:-3],
        "result": {"winners": [1], "scores": HONEST["result"]["scores"], "reason": "resigned", "seat": 0},
    }
    assert not passes(cut)


def test_a_record_signed_by_somebody_else_is_told_from_the_server_s() -> None:
    forged = copy.deepcopy(HONEST) | {"names": ["Eve", "Théo"]}
    forged.pop("signature")
    told = msgspec.to_builtins(Signer(new_secret()).sign(msgspec.convert(forged, MatchRecord)))
    assert passes(told), "nobody said whose key it should be"
    assert not passes(told, SIGNER.public)


def test_luck_drawn_in_an_unknown_way_is_refused_in_words() -> None:
    luck = msgspec.structs.replace(provable.commit("m", "s"), scheme=provable.SCHEME + 1)
    with pytest.raises(Refused, match="update Récif") as refused:
        provable.check_commitment(luck)
    assert refused.value.code == "unknown-scheme"


def test_neither_the_match_nor_the_grouping_of_numbers_can_be_exchanged() -> None:
    told = {
        (name, numbers): provable.below(provable.add(provable.commit(name, "s"), numbers), "0.0", 1 << 60)
        for name in ("m", "n")
        for numbers in (("ab", "c"), ("a", "bc"), ("a\0b", "c"), ("a", "b\0c"), ("abc",))
    }
    assert len(set(told.values())) == len(told)
    assert provable.commit("m", "s").commitment != provable.commit("n", "s").commitment


def test_what_is_signed_does_not_depend_on_how_it_is_written() -> None:
    told = honest_record()
    shuffled = json.dumps(dict(reversed(HONEST.items())))
    assert covered(read(shuffled)) == covered(told)
