"""Guests, accounts, sessions."""
