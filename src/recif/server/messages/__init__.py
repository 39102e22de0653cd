"""What is said on the wire, both ways."""
