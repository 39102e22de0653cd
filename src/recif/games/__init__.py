"""The rules of five sea-side games, compiled. GAMES is the one list of them."""
