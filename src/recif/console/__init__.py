"""What everything at a command line shares: files that people name, their language, options in words."""
