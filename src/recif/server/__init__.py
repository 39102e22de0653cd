"""The server: people, tables, sockets, store, machines. Knows the rules of no particular game."""
