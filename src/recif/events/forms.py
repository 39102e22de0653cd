"""The forms of an event, and the points. With nothing else here, `recif --help` need not wait for Numba."""

from typing import Literal

Form = Literal["swiss", "round-robin", "knock-out", "arena", "tables"]
FORMS: tuple[Form, ...] = ("swiss", "round-robin", "knock-out", "arena", "tables")
WHOLE = 24  # a point: tables of two to five share it in whole numbers
HALF = WHOLE // 2
