"""A table in the terminal: hot-seat or against machines, moves by text."""
