"""Small nets in whole numbers: what a position is worth, and which moves look promising."""
