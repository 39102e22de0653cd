"""The command `recif`: a file a family of commands. It is imported by nothing else."""
