"""`python -m recif`."""

from recif.cli import main

main()
