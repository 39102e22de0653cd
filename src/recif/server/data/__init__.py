"""Finished public games as data, for those who study them: without names, but for those who agreed."""
