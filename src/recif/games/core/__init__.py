"""What all games share: the contract, compiled code, bits and hexagons, luck, positions."""
