"""Run in Pyodide by scripts/pack.mjs: Récif as bytecode, and the part of the standard library that it uses."""

import ast
import importlib
import importlib.util
import json
import marshal
import pathlib
import shutil
import sys
import types
import zipfile

ROOM = pathlib.Path("/room")
MADE = pathlib.Path("/made")
HEAD = importlib.util.MAGIC_NUMBER + bytes(12)  # of bytecode that is held against no source
START = ["recif.page.worker", "recif.page.thinker"]
# of the standard library, besides what importing Récif brings: what Python or a page asks for by itself later
BESIDES = [
    "_pyodide",
    "_strptime",
    "annotationlib",
    "ast",
    "pickle",
    "pyodide",
    "stringprep",
    "traceback",
    "unicodedata",
]
# which it would use if they were there: nothing here is compressed in these ways
COMPRESSORS = {"bz2", "lzma", "_bz2", "_lzma", "_zstd", "compression.zstd"}
# of text encodings: those that files, zips and names are in
ENCODINGS = ["__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "punycode", "utf_8", "utf_8_sig"]


def gather() -> None:
    """What is not data is bytecode."""
    zipfile.ZipFile("/msgspec.zip").extractall(ROOM)
    for one in ROOM.glob("*.dist-info"):
        shutil.rmtree(one)
    shutil.copytree("/sources/recif", ROOM / "recif", ignore=shutil.ignore_patterns("__pycache__", "static", "*.pyi"))
    shutil.move(ROOM / "recif/page/site/numpy", ROOM / "numpy")


class Unhinted(ast.NodeTransformer):
    """Without the types of arguments, results and variables, which nobody asks for while it runs; those of fields, in
    the bodies of classes, are what records and messages are made of."""

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        for one in node.body:
            if not isinstance(one, ast.AnnAssign):
                self.visit(one)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        return self.generic_visit(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        node.returns = None
        return self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        self.generic_visit(node)
        if node.value is None:
            return ast.Pass()
        return ast.Assign([node.target], node.value)


def compiled(place: pathlib.Path) -> None:
    """Every source as bytecode beside it, bare of what is only for those who read it."""
    for path in place.rglob("*.py"):
        tree = ast.fix_missing_locations(Unhinted().visit(ast.parse(path.read_bytes())))
        code = bare(compile(tree, str(path.relative_to(place)), "exec", dont_inherit=True, optimize=2))
        path.with_suffix(".pyc").write_bytes(HEAD + marshal.dumps(code))


def asked_for(module: str) -> set[str]:
    path = getattr(sys.modules[module], "__file__", None)
    return imported(pathlib.Path(path).with_suffix(".py")) if path and path.startswith(str(ROOM)) else set()


def imported(source: pathlib.Path) -> set[str]:
    """What a module imports, at its top or when it comes to it."""
    found = set()
    for node in ast.walk(ast.parse(source.read_bytes())):
        if isinstance(node, ast.Import):
            found |= {one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found |= {node.module} | {f"{node.module}.{one.name}" for one in node.names}
    return found


def reach(modules: list[str]) -> None:
    """Import these, and all that they will ever ask for. What cannot be imported here cannot be used here either."""
    done: set[str] = set()
    while modules:
        module = modules.pop()
        if module in done:
            continue
        done.add(module)
        try:
            importlib.import_module(module)
        except ImportError:
            continue
        modules += asked_for(module)
        modules += [one for one in sys.modules if one not in done and one.startswith("recif")]


def bare(code: types.CodeType) -> types.CodeType:
    """Without the lines it came from: a third of what bytecode weighs on its way."""
    inner = tuple(bare(one) if isinstance(one, types.CodeType) else one for one in code.co_consts)
    whole, rest = divmod(len(code.co_code) // 2, 8)  # an entry of the table is about eight instructions at most
    nowhere = b"\xff" * whole + (bytes([0xF8 | (rest - 1)]) if rest else b"")
    return code.replace(co_linetable=nowhere, co_consts=inner)


def lighten(place: pathlib.Path) -> None:
    for path in place.rglob("*.npz"):  # stored, as all that is compressed on its way
        with zipfile.ZipFile(path) as packed:
            inside = [(name, packed.read(name)) for name in packed.namelist()]
        with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as out:
            for name, content in inside:
                out.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), content)


def zipped(name: str, files: list[tuple[pathlib.Path, str]]) -> None:
    """Stored: whoever serves it compresses all of it at once, and better."""
    with zipfile.ZipFile(MADE / name, "w", zipfile.ZIP_STORED) as out:
        for path, inside in sorted(files, key=lambda one: one[1]):
            info = zipfile.ZipInfo(inside, (2020, 1, 1, 0, 0, 0))  # the same bytes from the same sources
            out.writestr(info, path.read_bytes())


def is_ours(path: pathlib.Path) -> bool:
    """Games find their parts by name: they go along whole. Of all else, what was reached, and data."""
    parts = path.relative_to(ROOM).with_suffix("").parts
    module = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    return path.suffix not in (".py", ".pyi") and (
        path.suffix != ".pyc" or parts[1] == "games" or module in sys.modules
    )


def is_used(name: str) -> bool:
    """Of the standard library: a module that was imported by now, or is asked for by name later."""
    module = name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    if module.startswith("encodings."):
        return module.removeprefix("encodings.") in ENCODINGS
    if any(f"{module}.".startswith(f"{one}.") for one in COMPRESSORS):
        return False
    if getattr(getattr(sys.modules.get(module), "__spec__", None), "origin", None) == "frozen":
        return False  # it lies in Python itself
    return module in sys.modules or module.split(".")[0] in BESIDES


def trimmed_library() -> None:
    """As bytecode too: its sources took most of the time that Python needs to start."""
    place = pathlib.Path("/library")
    with zipfile.ZipFile("/python_stdlib.zip") as whole:
        whole.extractall(place, [name for name in whole.namelist() if name.endswith(".py") and is_used(name)])
    left_out(place)
    compiled(place)
    zipped("python_stdlib.zip", [(path, str(path.relative_to(place))) for path in place.rglob("*.pyc")])


def left_out(library: pathlib.Path) -> None:
    """The modules inside Python itself that nobody asks for: see scripts/trim."""
    used = set(sys.modules).union(*map(imported, library.rglob("*.py"))) - COMPRESSORS
    names = [name for name in sys.builtin_module_names if name not in used]
    (MADE / "left_out.json").write_text(json.dumps(names))


MADE.mkdir()
gather()
compiled(ROOM)
sys.path.insert(0, str(ROOM))
reach(START)
trimmed_library()
lighten(ROOM)
shutil.move(next(ROOM.glob("msgspec/_core*.so")), MADE / "msgspec.so")  # loaded before Python is: see python.mjs
files = [path for path in ROOM.rglob("*") if path.is_file() and is_ours(path)]
zipped("recif.zip", [(path, str(path.relative_to(ROOM))) for path in files])
