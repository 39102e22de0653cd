"""Writes web/src/wire.ts: the messages and bodies as TypeScript. `python -m recif.server.api.typescript`."""

import sys
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import inspect

from recif.games.core.contract import Bilingual
from recif.match.frame import Frame, Line, Passage
from recif.match.moves import Move
from recif.match.record import Ending
from recif.school.study import StudyFile, StudyMove
from recif.server.messages import shapes, wire
from recif.server.messages.bodies import (
    clubs,
    events,
    games,
    matches,
    notices,
    parties,
    people,
    school,
    studies,
    tables,
)

TARGET = Path(__file__).parents[4] / "web" / "src" / "wire.ts"
HEAD = """// Written by `python -m recif.server.api.typescript` from src/recif/server/messages/. Do not edit.
"""


def structs() -> list[type[msgspec.Struct]]:
    """Every message, body and shape, in the order of the files."""
    return [
        Bilingual,
        Ending,
        StudyMove,
        StudyFile,
        Line,
        Move,
        Frame,
        Passage,
        *(
            value
            for module in (
                shapes,
                wire,
                games,
                school,
                tables,
                matches,
                studies,
                people,
                notices,
                parties,
                events,
                clubs,
            )
            for value in vars(module).values()
            if isinstance(value, type)
            and issubclass(value, msgspec.Struct)
            and value.__module__ == module.__name__
            and value not in (wire.Message, parties.PartyAct, events.EventAct, clubs.ClubAct)
        ),
    ]


def typescript() -> str:
    """The whole file."""
    blocks = [HEAD, f"export const EMOTES = {list(shapes.EMOTES)} as const\n".replace("'", '"')]
    blocks += [_interface(struct) for struct in structs()]
    unions = {"FromClient": wire.FromClient, "FromServer": wire.FromServer}
    unions |= {"AnyPartyAct": parties.AnyPartyAct, "AnyEventAct": events.AnyEventAct}
    unions |= {"AnyClubAct": clubs.AnyClubAct}
    for name, members in unions.items():
        union = " | ".join(member.__name__ for member in get_args(members))
        blocks.append(f"export type {name} = {union}\n")
    return "\n".join(blocks)


def _interface(struct: type[msgspec.Struct]) -> str:
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)
    from_client = struct in get_args(wire.FromClient) or struct.__name__.endswith("Body") or struct in _SENT
    may_lack = from_client or struct.__struct_config__.omit_defaults
    lines = [
        f"/** {' '.join((struct.__doc__ or struct.__name__).split())} */",
        f"export interface {struct.__name__} {{",
    ]
    if info.tag is not None:
        lines.append(f'  {info.tag_field}: "{info.tag}"')
    for one in info.fields:
        optional = "?" if not one.required and may_lack else ""  # else the server always sends every field
        lines.append(f"  {one.encode_name}{optional}: {_type(one.type)}")
    return "\n".join([*lines, "}", ""])


_SENT = (
    *(tables.NewTable, tables.SeatWish, studies.Study, studies.Evaluate, shapes.Pace),
    *(events.EventPlan, events.EventGame),
    *get_args(parties.AnyPartyAct),
    *get_args(events.AnyEventAct),
    *get_args(clubs.AnyClubAct),
    *(matches.AskSteps, studies.AskFrames, studies.ReadStudy, studies.SaveStudy, studies.Explore, StudyFile, StudyMove),
)
_PLAIN: dict[Any, str] = {
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
    inspect.AnyType: "any",
}


def _type(info: Any) -> str:
    if type(info) in _PLAIN:
        return _PLAIN[type(info)]
    match info:
        case inspect.StructType():
            return str(info.cls.__name__)
        case inspect.ListType() | inspect.VarTupleType():
            return f"{_grouped(info.item_type)}[]"
        case inspect.TupleType():
            return f"[{', '.join(_type(item) for item in info.item_types)}]"
        case inspect.DictType():
            return f"Record<string, {_type(info.value_type)}>"
        case inspect.LiteralType():
            return " | ".join(f'"{value}"' for value in info.values)
        case inspect.UnionType():
            return " | ".join(_type(kind) for kind in info.types)
        case inspect.Metadata():
            return _type(info.type)
    raise TypeError(f"no TypeScript for {info}")


def _grouped(info: Any) -> str:
    words = _type(info)
    return f"({words})" if " | " in words else words


if __name__ == "__main__":
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(typescript())
    sys.stdout.write(f"{TARGET}\n")
