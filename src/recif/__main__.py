"""`python -m recif`."""

from recif.cli.main import main

main()
