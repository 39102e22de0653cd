"""`exp` and `log` by plain arithmetic: the same to the last bit on every machine.

Those of the machine differ in their last bit from one C library to the next, and a search that meets another last bit
grows another tree. Addition, multiplication and division are exact to the last bit wherever there are floating-point
numbers, so what is made of them alone, in a fixed order, is the same everywhere.
"""

from recif.games.core.compiled import part, table

LOG_2 = 0.6931471805599453
LOG_2_HIGH = float.fromhex("0x1.62e42feep-1")  # its first 33 bits: multiples of it by small whole numbers are exact
LOG_2_LOW = float.fromhex("0x1.a39ef35793c76p-33")  # and the rest
FURTHEST = 60  # powers of two in the table: arguments of `exp` lie between -41 and 41
POWERS = table((2.0**power for power in range(-FURTHEST, FURTHEST + 1)), float)
ROOT_2 = 1.4142135623730951


@part
def exp(x):
    """e to the power of x, which is cut off at 41 on either side: whole powers of two, and a series for the rest."""
    x = min(max(float(x), -41.0), 41.0)
    power = int(x / LOG_2 + (0.5 if x >= 0 else -0.5))
    rest = (x - power * LOG_2_HIGH) - power * LOG_2_LOW
    total = 1.0
    for n in range(13, 0, -1):
        total = 1.0 + rest * total / n
    return total * POWERS[power + FURTHEST]


@part
def log_count(n):
    """The logarithm of a whole number from 1 on: its power of two, and a series for what is left."""
    power = 0
    while n >> power > 1:
        power += 1
    left = n / (1 << power)
    if left > ROOT_2:
        power += 1
        left /= 2
    small = (left - 1.0) / (left + 1.0)
    square = small * small
    total = 0.0
    for odd in range(23, 0, -2):
        total = total * square + 1.0 / odd
    return power * LOG_2 + 2.0 * small * total
