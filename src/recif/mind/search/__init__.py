"""One search for all games: a tree, regrets, and the thought that comes out."""
