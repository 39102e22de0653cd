"""Programs of other people, in any language: what they are told, the process that runs one, a seat at a table."""
