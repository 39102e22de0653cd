"""Matches between machines, how sure their results are, and pictures of them."""
