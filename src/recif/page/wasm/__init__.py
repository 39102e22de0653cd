"""From Numba to WebAssembly: what a page's libraries are made by. Nothing of it runs in a page."""
