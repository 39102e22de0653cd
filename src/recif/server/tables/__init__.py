"""What happens at tables: the registry of them, requests, how they come to be."""
