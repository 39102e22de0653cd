"""A match: seats, options, moves, luck, clocks, result, and its record. Knows no socket and no database."""
