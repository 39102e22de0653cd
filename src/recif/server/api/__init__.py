"""The REST pages, and their description for people and programs."""
