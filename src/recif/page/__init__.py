"""Récif in a page: the same Python without a server, and the games compiled to WebAssembly."""
