"""What `import recif` offers: positions with a past, the mind by one call, records. See docs/python.md."""
