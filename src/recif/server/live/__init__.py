"""A table while it is in use: the fold of its entries, and the offers made there."""
