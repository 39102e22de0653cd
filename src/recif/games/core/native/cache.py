"""Machine code on disk, kept by what it was compiled from.

Numba's own cache looks at the file of a function and at nothing else: an edit in an imported file leaves stale code,
and a folder of another name compiles everything again. Here the key is a hash of all the text that the code can depend
on: the modules that a function's file imports, and the modules that are handed to it, a game's rules for one.

Each function and signature has a file of its own, so that two processes that compile at once do not spoil one index.
"""

import itertools
import os
import pickle
import platform
import secrets
import tempfile
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numba
from llvmlite import binding
from numba import types
from numba.core.bytecode import FunctionIdentity
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
from numba.core.serialize import dumps

from recif.games.core.keeping import ROOT, complain, note_use
from recif.games.core.sources import content_hash, digest


def name_apart() -> None:
    """Let this process number its functions from a place of its own.

    Numba names machine code by a running number and by numbers of types, which begin at 1 in every process. Code of
    two processes could bear one name; whoever loads both would run the one in the place of the other.
    """
    FunctionIdentity._unique_ids = itertools.count(secrets.randbits(48))


name_apart()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=name_apart)


def settings() -> str:
    """What beside the text decides which machine code comes out."""
    return _settings()


@cache
def _settings() -> str:
    config = numba.config
    cpu = config.CPU_NAME or binding.get_host_cpu_name()
    return f"{platform.python_version()} {numba.__version__} {cpu} {config.BOUNDSCHECK} {config.OPT}"


@cache
def hash_of(file: Path) -> str:
    return content_hash([file])


class Locator(_CacheLocator):  # type: ignore[misc]
    """A folder for each version of a file's code."""

    def __init__(self, function: Any, file: str) -> None:
        self._py_file = file
        self._line = function.__code__.co_firstlineno
        self._folder = ROOT / f"{function.__module__}-{hash_of(Path(file))}"

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return ""  # it is in the folder's name

    def get_disambiguator(self) -> str:
        return str(self._line)

    @classmethod
    def from_function(cls, function: Any, file: str) -> "Locator":
        return cls(function, file)


class Implementation(CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = (Locator,)


class Files:
    """In the place of Numba's index and its numbered files."""

    def __init__(self, stem: Path) -> None:
        self.stem = stem

    def load(self, key: str) -> Any:
        try:
            data = self._path(key).read_bytes()
        except OSError:
            return None
        note_use(self._path(key))
        return pickle.loads(data)

    def save(self, key: str, data: Any) -> None:
        """Whole or not at all."""
        self.stem.parent.mkdir(parents=True, exist_ok=True)  # it was there a moment ago, and empty: it may be pruned
        with tempfile.NamedTemporaryFile(dir=self.stem.parent, delete=False) as made:
            made.write(dumps(data))
        os.replace(made.name, self._path(key))

    def _path(self, key: str) -> Path:
        return self.stem.with_name(f"{self.stem.name}-{key}.nbc")


class Cache(FunctionCache):  # type: ignore[misc]
    """The machine code of one function."""

    _impl_class = Implementation

    def __init__(self, function: Any) -> None:
        super().__init__(function)
        self._cache_file = Files(Path(self.cache_path) / self._impl.filename_base)

    def save_overload(self, signature: Any, data: Any) -> None:
        try:
            super().save_overload(signature, data)
        except OSError as error:
            complain(error)

    def _index_key(self, signature: Any, codegen: Any) -> str:
        arguments = signature if isinstance(signature, tuple) else signature.args
        around = [cell.cell_contents for cell in self._py_func.__closure__ or ()]
        told = [_told(thing) for thing in (*arguments, *around)]
        return digest(settings(), str(codegen.magic_tuple()), *told)


def _told(thing: Any) -> str:
    """An argument's type, or what a function closes over, in words that are the same in every process."""
    if isinstance(thing, types.Module):
        return _told(thing.pymod)
    if isinstance(thing, ModuleType):
        return f"{thing.__name__} {hash_of(Path(str(thing.__file__)))}"
    if isinstance(thing, types.Type):
        return str(thing)
    if function := getattr(thing, "py_func", None):
        around = [_told(cell.cell_contents) for cell in function.__closure__ or ()]
        return f"{function.__qualname__} {hash_of(Path(function.__code__.co_filename))} {around}"
    return bytes(dumps(thing)).hex()
