"""Events on a server: people join by themselves, tables are made for them, and results come from those tables."""
