"""Numba's own compiler, told that its machine is WebAssembly: rules go in as they are, LLVM's modules come out.

Numba reads, types and lowers as always. What it writes says `wasm32` from the first line on (text that is turned
afterwards keeps the host's alignments), nothing is optimised before all of it is in one module (optimised host code has
offsets of 8-byte pointers in it), and nothing is loaded into this process. So a process that has imported this can call
no compiled function: it only builds. All private names of Numba that this takes are in this file; each has its reason.
"""

import os
from typing import Any

os.environ["NUMBA_CPU_NAME"] = "generic"  # before Numba: core/native/instructions.py asks what the processor can do

import llvmlite.binding as llvm
from llvmlite import ir
from numba.core import cgutils
from numba.core.codegen import CPUCodeLibrary
from numba.core.compiler_lock import global_compiler_lock as compiler_lock
from numba.core.cpu import CPUContext
from numba.core.registry import cpu_target

from recif.games.core.native.cache import Cache
from recif.games.core.native.vectors import Pairs

__all__ = ["codegen", "compiler_lock", "context", "linked", "object_of"]

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+simd128,+bulk-memory,+bulk-memory-opt,+nontrapping-fptoint,+sign-ext,+mutable-globals"

llvm.initialize_all_targets()
llvm.initialize_all_asmprinters()


def target_machine() -> Any:
    """Position-independent: a library that lies wherever its program has room."""
    target = llvm.Target.from_triple(TRIPLE)
    return target.create_target_machine(cpu="generic", features=FEATURES, opt=3, reloc="pic", codemodel="default")


LAYOUT = str(target_machine().target_data)
context = cpu_target.target_context
codegen = context.codegen()


def empty_module(name: str) -> ir.Module:
    module = ir.Module(cgutils.normalize_ir_text(name))
    module.triple, module.data_layout = TRIPLE, LAYOUT
    return module


def _finish(library: Any) -> None:
    library._finalized = True


def _no_address(_: Any, builder: Any, __: int, info: str) -> Any:
    """Functions that are handed around are addresses that nobody reads; other objects have no place in a page."""
    if "Dispatcher" not in info:
        raise TypeError(f"compiled code for a page holds an object of Python: {info}")
    return ir.Constant(cgutils.voidptr_t, None)


codegen._create_empty_module = empty_module  # sizes and alignments are wasm32's from the start
codegen._data_layout = LAYOUT
codegen._target_data = llvm.create_target_data(LAYOUT)
CPUContext.allow_dynamic_globals = (
    False  # tables become constants, however large; else they are addresses of this process
)
CPUContext.add_dynamic_addr = _no_address
CPUContext.get_executable = lambda *_: [].append  # built in, and another one each time: functions are filed under it
CPUContext.create_cpython_wrapper = lambda *_, **__: None  # it would pull in the whole Python API
CPUContext.create_cfunc_wrapper = lambda *_, **__: None
CPUCodeLibrary._optimize_functions = lambda *_: None  # all at once, in `linked`
CPUCodeLibrary._optimize_final_module = lambda *_: None
CPUCodeLibrary._finalize_final_module = _finish  # nothing is loaded here
Pairs.name = "llvm.wasm.dot"
Cache.load_overload = Cache.save_overload = lambda *_: None  # type: ignore[method-assign] # what is kept is machine code
context.refresh()


def linked(name: str, libraries: list[Any], wanted: set[str]) -> Any:
    """All libraries as one optimised module, in which nothing but what is wanted can be seen from outside."""
    module = llvm.parse_assembly(str(empty_module(name)))
    for library in libraries:
        module.link_in(library._final_module, preserve=True)  # the module itself: a copy's functions would be dropped
    for thing in [*module.functions, *module.global_variables]:
        if not thing.is_declaration and not thing.name.startswith("llvm."):
            thing.linkage = "external" if thing.name in wanted else "internal"
    machine = target_machine()
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = options.slp_vectorization = True
    for _ in range(2):  # once to bring counts of references together, and again when they are gone
        builder = llvm.create_pass_builder(machine, options)
        builder.getModulePassManager().run(module, builder)
        prune = llvm.create_new_module_pass_manager()
        prune.add_refprune_pass()
        prune.add_global_dead_code_eliminate_pass()
        prune.run(module, builder)
    module.verify()
    return module


def object_of(module: Any) -> bytes:
    """A module as LLVM writes it for a linker."""
    found: bytes = target_machine().emit_object(module)
    return found
