"""One search for all games, and what is built on it: levels, coach, arena. It is handed views and nothing else."""
