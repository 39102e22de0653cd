"""Récif's games for the tools of others: Gymnasium, PettingZoo, OpenSpiel. Each is an extra. See docs/arrays.md."""
