"""Machines as players and advisers: a pool of threads, moves, advice."""
