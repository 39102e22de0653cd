"""Rich's console, for whatever is written in colours and tables."""

from rich.console import Console


class Screen(Console):
    """One that leaves it to the command line what to do when nobody listens any more: `recif review … | head`."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError
