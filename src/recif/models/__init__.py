"""Language models at the table: what a seat is told in words, tools that they call, matches that they play."""
