"""A linker for one object: LLVM's output as a library that Emscripten's programs open (a "dylink.0").

All code is in one module before LLVM writes it, so nothing is left to be found elsewhere: data is laid out, places that
depend on it are filled in, and what only linkers read is left out. A linker of LLVM's own would be hundreds of
megabytes to install for this. Numbers in capitals are those of the formats: WebAssembly's, and those of its
tool conventions for linking and for dynamic linking.
"""

from dataclasses import dataclass, field

from recif.page.wasm.binary import ByteReader, section, signed, text, unsigned, vector

CUSTOM, TYPES, IMPORTS, FUNCTIONS, ELEMENTS, CODE, DATA = 0, 1, 2, 3, 9, 10, 11
EXPORTS, DATA_COUNT = 7, 12
FUNCTION, TABLE, MEMORY, GLOBAL = 0, 1, 2, 3  # kinds of imports and of exports
SYMBOLS, SEGMENTS = 8, 5  # parts of the section "linking"
UNDEFINED, EXPLICIT_NAME = 0x10, 0x40
INDICES = {0, 6, 7, 13, 20}  # relocations of functions, types, globals, tables: their numbers stay as they are
DATA_ADDRESS, DATA_OFFSET, TABLE_OFFSET = 5, 11, 12  # in data; in code, from where the library's data or table begins
I32_CONST, I32_ADD, I32_STORE, GLOBAL_GET, END, I32, FUNCREF = 0x41, 0x6A, 0x36, 0x23, 0x0B, 0x7F, 0x70
PADDED = 5  # bytes of a number that a linker fills in
RELOCATE = "__wasm_apply_data_relocs"  # the loader calls it: addresses in data, once it is known where that lies


class CannotLink(Exception):
    """The object has something that one module of compiled rules does not need."""


@dataclass
class Symbol:
    kind: int
    flags: int
    index: int  # of a function, a global, a table; of a segment
    name: str
    offset: int = 0  # in a segment


@dataclass
class Segment:
    data: bytearray
    place: int  # in the section, for relocations
    at: int = 0  # where it will lie
    alignment: int = 0  # a power of two


@dataclass
class Relocation:
    kind: int
    offset: int
    index: int
    addend: int


@dataclass
class Object:
    """What an object file holds."""

    types: bytes = b""
    imports: list[tuple[str, str, int, bytes]] = field(default_factory=list)
    functions: bytes = b""
    taken: list[int] = field(default_factory=list)  # functions whose addresses are taken
    code: bytearray = field(default_factory=bytearray)
    segments: list[Segment] = field(default_factory=list)
    symbols: list[Symbol] = field(default_factory=list)
    relocations: dict[str, list[Relocation]] = field(default_factory=dict)

    def imported(self, kind: int) -> list[tuple[str, str, int, bytes]]:
        return [one for one in self.imports if one[2] == kind]


def read_object(data: bytes) -> Object:
    found, reader = Object(), ByteReader(data)
    if reader.take(8) != b"\0asm\1\0\0\0":
        raise CannotLink("this is no WebAssembly")
    while not reader.is_done:
        number = reader.byte()
        content = reader.take(reader.unsigned())
        if number == CUSTOM:
            _read_custom(found, ByteReader(content))
        elif number == TYPES:
            found.types = content
        elif number == IMPORTS:
            found.imports = [_read_import(part) for part in ByteReader(content).each()]
        elif number == FUNCTIONS:
            found.functions = content
        elif number == ELEMENTS:
            found.taken = _read_elements(ByteReader(content))
        elif number == CODE:
            found.code = bytearray(content)
        elif number == DATA:
            found.segments = _read_segments(ByteReader(content))
        elif number != DATA_COUNT:
            raise CannotLink(f"a section of kind {number}")
    return found


def _read_import(reader: ByteReader) -> tuple[str, str, int, bytes]:
    module, name, kind = reader.text(), reader.text(), reader.byte()
    start = reader.at
    if kind == FUNCTION:
        reader.unsigned()
    elif kind == GLOBAL:
        reader.take(2)
    else:
        reader.take(kind == TABLE)
        for _ in range(1 + (reader.byte() & 1)):
            reader.unsigned()
    return module, name, kind, reader.data[start : reader.at]


def _read_elements(reader: ByteReader) -> list[int]:
    if reader.unsigned() != 1 or reader.unsigned() != 0:
        raise CannotLink("tables of several parts")
    if reader.byte() != I32_CONST or reader.signed() != 1 or reader.byte() != END:
        raise CannotLink("a table that does not begin at 1")
    return [reader.unsigned() for _ in range(reader.unsigned())]


def _read_segments(reader: ByteReader) -> list[Segment]:
    found = []
    for part in reader.each():
        if part.unsigned() != 0 or part.byte() != I32_CONST:
            raise CannotLink("data that is not laid out at once")
        part.signed()
        part.byte()
        size = part.unsigned()
        found.append(Segment(bytearray(part.data[part.at : part.at + size]), part.at))
        part.take(size)
    return found


def _read_custom(found: Object, reader: ByteReader) -> None:
    name = reader.text()
    if name == "linking":
        if reader.unsigned() != 2:
            raise CannotLink("another version of linking")
        while not reader.is_done:
            kind = reader.byte()
            part = ByteReader(reader.take(reader.unsigned()))
            if kind == SYMBOLS:
                found.symbols = [_read_symbol(one, found) for one in part.each()]
            elif kind == SEGMENTS:
                for segment, one in zip(found.segments, part.each(), strict=True):
                    one.text()
                    segment.alignment = one.unsigned()
                    one.unsigned()
    elif name.startswith("reloc."):
        reader.unsigned()
        found.relocations[name.removeprefix("reloc.")] = [_read_relocation(one) for one in reader.each()]


def _read_symbol(reader: ByteReader, found: Object) -> Symbol:
    kind, flags = reader.byte(), reader.unsigned()
    if kind == 1:  # data
        name = reader.text()
        if flags & UNDEFINED:
            return Symbol(kind, flags, -1, name)
        index, offset = reader.unsigned(), reader.unsigned()
        reader.unsigned()
        return Symbol(kind, flags, index, name, offset)
    index = reader.unsigned()
    named = kind != 3 and (not flags & UNDEFINED or flags & EXPLICIT_NAME)
    return Symbol(kind, flags, index, reader.text() if named else "")


def _read_relocation(reader: ByteReader) -> Relocation:
    kind, offset, index = reader.byte(), reader.unsigned(), reader.unsigned()
    has_addend = kind in (3, 4, 5, 8, 9, 11, 14, 15, 16, 17, 21, 22, 23)
    return Relocation(kind, offset, index, reader.signed() if has_addend else 0)


def link(data: bytes, wanted: list[str]) -> bytes:
    """A library of what is wanted."""
    found = read_object(data)
    size = _lay_out(found)
    for name in ("__memory_base", "__table_base"):  # imports are complete before they are written
        _base(found, name)
    _fill_in_code(found)
    addresses = _addresses_in_data(found)
    exports = {one.name: one.index for one in found.symbols if one.kind == FUNCTION and one.name in wanted}
    if missing := sorted(set(wanted) - set(exports)):
        raise CannotLink(f"the object has no {', '.join(missing)}")
    functions, code = found.functions, bytes(found.code)
    if addresses:
        exports[RELOCATE] = len(found.imported(FUNCTION)) + ByteReader(functions).unsigned()
        found.types, kind = _with_type(found.types, b"\x60\0\0")
        functions, code = _one_more(functions, unsigned(kind)), _one_more(code, _relocating(addresses, found))
    alignment = max((segment.alignment for segment in found.segments), default=0)
    needs = unsigned(size) + unsigned(alignment) + unsigned(len(found.taken)) + unsigned(0)
    parts = [
        section(CUSTOM, text("dylink.0") + section(1, needs)),
        section(TYPES, found.types),
        section(IMPORTS, vector([_import(one) for one in found.imports])),
        section(FUNCTIONS, functions),
        section(EXPORTS, vector([text(name) + bytes([FUNCTION]) + unsigned(at) for name, at in exports.items()])),
        section(ELEMENTS, vector([_elements(found)])) if found.taken else b"",
        section(CODE, code),
        section(DATA, vector([b"\0" + _base(found, "__memory_base") + bytes([END]) + _bytes_of(found, size)])),
    ]
    return b"\0asm\1\0\0\0" + b"".join(parts)


def _lay_out(found: Object) -> int:
    """Give each segment its place; return how much all of them take."""
    at = 0
    for segment in found.segments:
        at += -at % (1 << segment.alignment)
        segment.at = at
        at += len(segment.data)
    return at


def _address(found: Object, one: Relocation) -> int:
    symbol = found.symbols[one.index]
    if symbol.kind != 1 or symbol.flags & UNDEFINED:
        raise CannotLink(f"data of others: {symbol.name}")
    return found.segments[symbol.index].at + symbol.offset + one.addend


def _fill_in_code(found: Object) -> None:
    for one in found.relocations.get("CODE", []):
        if one.kind in INDICES:
            continue
        if one.kind == DATA_OFFSET:
            value = _address(found, one)
        elif one.kind == TABLE_OFFSET:
            value = found.taken.index(found.symbols[one.index].index)
        else:
            raise CannotLink(f"a relocation of kind {one.kind} in code")
        found.code[one.offset : one.offset + PADDED] = signed(value, PADDED)


def _addresses_in_data(found: Object) -> list[tuple[int, int]]:
    """Where data holds addresses of data, and which: both from where the data begins."""
    made = []
    for one in found.relocations.get("DATA", []):
        if one.kind != DATA_ADDRESS:
            raise CannotLink(f"a relocation of kind {one.kind} in data")
        segment = next(part for part in found.segments if 0 <= one.offset - part.place < len(part.data))
        made.append((segment.at + one.offset - segment.place, _address(found, one)))
    return made


def _relocating(addresses: list[tuple[int, int]], found: Object) -> bytes:
    """The function that writes addresses into data."""
    base = _base(found, "__memory_base")
    steps = [
        base + bytes([I32_CONST]) + signed(at) + bytes([I32_ADD])
        + base + bytes([I32_CONST]) + signed(value) + bytes([I32_ADD, I32_STORE, 2, 0])
        for at, value in addresses
    ]  # fmt: skip
    body = b"\0" + b"".join(steps) + bytes([END])
    return unsigned(len(body)) + body


def _base(found: Object, name: str) -> bytes:
    names = [one[1] for one in found.imported(GLOBAL)]
    if name not in names:
        found.imports.append(("env", name, GLOBAL, bytes([I32, 0])))
        names.append(name)
    return bytes([GLOBAL_GET]) + unsigned(names.index(name))


def _import(one: tuple[str, str, int, bytes]) -> bytes:
    module, name, kind, given = one
    if module != "env":
        raise CannotLink(f"an import from {module}: {name}")
    if kind == MEMORY:
        name, given = "memory", b"\0\0"
    elif kind == TABLE:
        given = bytes([FUNCREF]) + b"\0\0"
    return text(module) + text(name) + bytes([kind]) + given


def _with_type(types: bytes, wanted: bytes) -> tuple[bytes, int]:
    count = ByteReader(types).unsigned()
    return _one_more(types, wanted), count


def _one_more(content: bytes, last: bytes) -> bytes:
    """A vector with one more element."""
    reader = ByteReader(content)
    count = reader.unsigned()
    return unsigned(count + 1) + content[reader.at :] + last


def _elements(found: Object) -> bytes:
    listed = vector([unsigned(index) for index in found.taken])
    return b"\0" + _base(found, "__table_base") + bytes([END]) + listed


def _bytes_of(found: Object, size: int) -> bytes:
    whole = bytearray(size)
    for segment in found.segments:
        whole[segment.at : segment.at + len(segment.data)] = segment.data
    return unsigned(size) + bytes(whole)
