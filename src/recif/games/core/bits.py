"""Sets of up to 63 cells as whole numbers: plain Python bodies, single instructions when compiled."""

from recif.games.core.machine import lowest, nth_bit, nth_by_halves, popcount

__all__ = ["lowest", "nth_bit", "nth_by_halves", "popcount"]
