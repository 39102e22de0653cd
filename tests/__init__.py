"""Tests, named like the rooms."""
