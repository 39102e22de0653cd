"""What runs the rules, chosen once: machine code by Numba, or plain Python with NUMBA_DISABLE_JIT=1.

Whatever is compiled asks here, and knows nothing else of the compiler.
"""

import os
import sys

IS_COMPILED = sys.platform != "emscripten" and os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")

if IS_COMPILED:
    from recif.games.core.native.cache import settings
    from recif.games.core.native.compiling import bare, part, rule, scratch, twin
    from recif.games.core.native.instructions import assign, lowest, nth_bit, nth_by_halves, popcount, put_bits
    from recif.games.core.native.vectors import add_rows, products
else:
    from recif.games.core.plain import (
        add_rows,
        assign,
        bare,
        lowest,
        nth_bit,
        nth_by_halves,
        part,
        popcount,
        products,
        put_bits,
        rule,
        scratch,
        settings,
        twin,
    )

__all__ = [
    "IS_COMPILED",
    "add_rows",
    "assign",
    "bare",
    "lowest",
    "nth_bit",
    "nth_by_halves",
    "part",
    "popcount",
    "products",
    "put_bits",
    "rule",
    "scratch",
    "settings",
    "twin",
]
