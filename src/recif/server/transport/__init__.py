"""Bytes: sockets, frames, the client's files, and who may ask."""
