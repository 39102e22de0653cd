"""Where people learn: lessons, puzzles, what was played before, ratings."""
