"""Crocodile Pool Party, two seats: swimmers who may turn out to be crocodiles race to a bar."""
