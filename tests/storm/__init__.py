"""Everything that can go wrong with a machine: kills, power cuts, full, slow and failing disks, floods, a long life.

`make storm` runs all of it and prints a table; a short part runs with the other tests.
"""
