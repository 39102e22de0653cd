"""Machines that think: processes, whose turn it is, what they are asked."""
