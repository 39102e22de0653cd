"""Advice to people: what the machine is asked, what was played before."""
