"""What runs the rules, chosen once: machine code by Numba, plain Python with NUMBA_DISABLE_JIT=1, or WebAssembly in a
page.

Whatever is compiled asks here, and knows nothing else of the compiler.
"""

import os
import sys

IS_PAGE = sys.platform == "emscripten"
IS_COMPILED = not IS_PAGE and os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")
MOST_MEMORY = 150_000_000 if IS_PAGE else 500_000_000  # bytes for one thought: phones end pages of some hundred million

if IS_COMPILED:
    from recif.games.core.native.cache import settings
    from recif.games.core.native.compiling import bare, part, rule, scratch, twin
    from recif.games.core.native.instructions import assign, lowest, nth_bit, nth_by_halves, popcount, put_bits
    from recif.games.core.native.vectors import add_rows, product, products
else:
    from recif.games.core.plain import (
        add_rows,
        assign,
        lowest,
        nth_bit,
        nth_by_halves,
        part,
        popcount,
        product,
        products,
        put_bits,
        scratch,
        settings,
        twin,
    )

    if IS_PAGE:
        from recif.games.core.page.twins import bare, rule
    else:
        from recif.games.core.plain import bare, rule

__all__ = [
    "IS_COMPILED",
    "IS_PAGE",
    "MOST_MEMORY",
    "add_rows",
    "assign",
    "bare",
    "lowest",
    "nth_bit",
    "nth_by_halves",
    "part",
    "popcount",
    "product",
    "products",
    "put_bits",
    "rule",
    "scratch",
    "settings",
    "twin",
]
