"""Crabe vs Poulpe, two seats: two decks, hidden hands, a card that answers and many that bite."""
