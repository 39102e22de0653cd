"""What happens at tables: the registry of them, a live table, requests, offers."""
