"""Oursins, two to four seats: urchins in two colours, squares to fish, a pawn that pins."""
