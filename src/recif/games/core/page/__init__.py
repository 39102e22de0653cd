"""The rules in a page: compiled twins from a game's WebAssembly where there is one, plain Python elsewhere.

`core/machine.py` offers what is here, by the names of `core/plain.py`. `recif/page/wasm` makes the libraries.
"""
