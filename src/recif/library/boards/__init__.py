"""A file a board: `draw(scene, language)` makes a drawing of a scene. A game without one is drawn as text."""
