"""Thousands of games stepped by compiled code, in threads without the GIL, NumPy arrays in and out.

>>> import recif.vector
>>> games = recif.vector.make("xok", batch=256, side=4)
>>> step = games.reset(seed=1)
>>> step.observation.shape, step.mask.shape, step.seat[:3]
((256, 15, 7, 7), (256, 795), array([0, 0, 0]))
>>> step = games.step(games.random_actions())
>>> step.reward.shape, int(step.done.sum()), step.seat[:3]
((256, 2), 0, array([1, 1, 1]))

See docs/arrays.md for what the planes hold.
"""

from recif.vector.games import Games, Stepped, make, playouts

__all__ = ["Games", "Stepped", "make", "playouts"]
