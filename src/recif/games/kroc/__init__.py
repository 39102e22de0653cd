"""Cric Crac Kroc, two to five seats: all sharks bite at once."""
