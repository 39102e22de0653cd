"""All that is known of Numba and LLVM: `core/machine.py` offers what is here, by the names of `core/plain.py`."""
