"""Puzzles: positions of machine games with one clearly best decision, found, checked, kept, judged."""
