"""What a player of one game feels without counting: see `plain` for what a hunch module must have."""
