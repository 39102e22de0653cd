"""`recif page`: Récif without a server, shown as a static host would."""

import argparse
from pathlib import Path

from recif.console.options import at_least
from recif.games.core.text import Text

SAYS = {
    "serve": Text("le dossier à montrer, construit par « make page »", "the folder to show, built by `make page`"),
    "port": Text("port ; 0 : n’importe lequel", "port; 0: any"),
}
SHOWN = Text("La page est là : http://localhost:{port}/", "The page is here: http://localhost:{port}/")


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", language: str) -> None:
    """Add the command to the command line."""
    says = Text(
        "montrer Récif sans serveur, comme le ferait n’importe quel hébergeur",
        "show Récif without a server, as any web host would",
    ).say(language)
    command = commands.add_parser("page", help=says, description=says)
    helps = {name: text.say(language) for name, text in SAYS.items()}
    command.add_argument(
        "--serve", type=Path, metavar="FOLDER", nargs="?", default="dist/page", const="dist/page", help=helps["serve"]
    )
    command.add_argument("--port", type=at_least(0, language), default=8080, help=helps["port"])
    command.set_defaults(run=page)


def page(args: argparse.Namespace, language: str) -> int:
    from recif.page.host import host  # other commands should not wait for it

    with host(Path(args.serve), args.port) as server:
        print(SHOWN.say(language).format(port=server.server_address[1]), flush=True)
        server.serve_forever()
    return 0
