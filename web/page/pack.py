"""Run in Pyodide by scripts/pack.mjs: Récif as bytecode, and the part of the standard library that it uses."""

import compileall
import pathlib
import shutil
import sys
import zipfile

ROOM = pathlib.Path("/room")
MADE = pathlib.Path("/made")
# rooms that a page has no use for
LEFT = [
    "__pycache__",
    "static",
    "cli",
    "terminal",
    "lab",
    "bots",
    "bridge",
    "vector",
    "cluster",
    "client",
    "console",
    "native",
    "wasm",
    "*.pyi",
]
# of the standard library, besides what importing Récif brings: what Python or a page asks for by itself later
BESIDES = [
    "_compat_pickle",
    "_pyodide",
    "_strptime",
    "annotationlib",
    "ast",
    "asyncio",
    "base64",
    "calendar",
    "codecs",
    "collections",
    "concurrent",
    "contextlib",
    "copyreg",
    "ctypes",
    "email",
    "encodings",
    "gzip",
    "html",
    "http",
    "importlib",
    "inspect",
    "io",
    "json",
    "linecache",
    "logging",
    "pickle",
    "pyodide",
    "pyodide_js",
    "re",
    "shutil",
    "site",
    "sqlite3",
    "string",
    "stringprep",
    "sysconfig",
    "tarfile",
    "tempfile",
    "textwrap",
    "tokenize",
    "traceback",
    "unicodedata",
    "urllib",
    "webbrowser",
    "zipfile",
    "zipimport",
]


def gather() -> None:
    """What is not data is bytecode."""
    zipfile.ZipFile("/msgspec.zip").extractall(ROOM)
    for one in ROOM.glob("*.dist-info"):
        shutil.rmtree(one)
    shutil.copytree("/sources/recif", ROOM / "recif", ignore=shutil.ignore_patterns(*LEFT))
    shutil.move(ROOM / "recif/page/site/numpy", ROOM / "numpy")
    compileall.compile_dir(ROOM, quiet=2, legacy=True, stripdir=str(ROOM), optimize=2)


def zipped(name: str, files: list[tuple[pathlib.Path, str]]) -> None:
    """Stored: whoever serves it compresses all of it at once, and better."""
    with zipfile.ZipFile(MADE / name, "w", zipfile.ZIP_STORED) as out:
        for path, inside in sorted(files, key=lambda one: one[1]):
            info = zipfile.ZipInfo(inside, (2020, 1, 1, 0, 0, 0))  # the same bytes from the same sources
            out.writestr(info, path.read_bytes())


def trimmed_library() -> None:
    """The modules that were imported by now, and what is asked for by name later."""
    kept = {module.split(".")[0] for module in sys.modules} | set(BESIDES)
    with zipfile.ZipFile("/python_stdlib.zip") as whole, zipfile.ZipFile(MADE / "python_stdlib.zip", "w") as out:
        for info in whole.infolist():
            top = info.filename.split("/")[0].split(".")[0]
            if top in kept or top.startswith("_sysconfigdata"):
                out.writestr(zipfile.ZipInfo(info.filename, (2020, 1, 1, 0, 0, 0)), whole.read(info))


MADE.mkdir()
gather()
sys.path.insert(0, str(ROOM))
import recif.page.worker  # noqa: E402
import recif.server.machines.thoughts  # noqa: E402, F401

trimmed_library()
files = [path for path in ROOM.rglob("*") if path.is_file() and path.suffix != ".py"]
zipped("recif.zip", [(path, str(path.relative_to(ROOM))) for path in files])
