"""XOK, two seats: fish, sharks and a chain of ten on a hexagon of hexagons."""
