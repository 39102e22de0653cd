"""Events: people who meet for several rounds, from the first pairing to the final table. No clock, no network."""
