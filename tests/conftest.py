"""Hypothesis without deadlines: the first call of a rule compiles it."""

from hypothesis import settings

settings.register_profile("recif", deadline=None)
settings.load_profile("recif")
