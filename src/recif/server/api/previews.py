"""What a link shows before anybody opens it: title, sentence and picture, in the page's head (Open Graph)."""

from collections.abc import Container
from html import escape

from aiohttp import web

from recif.games.core.contract import Game, Language, Text
from recif.server.store.rows import TableRow
from recif.server.tables.registry import Registry

HOME = Text("Récif, des jeux au bord de la mer", "Récif, sea-side board games")
HOME_MORE = Text(
    "Cinq jeux de société à jouer entre amis ou contre la machine, sans compte.",
    "Five board games to play with friends or against the machine, without an account.",
)


Subject = tuple[TableRow | None, Game | None]  # the table and the game that a page is of, if it is


def language_of(request: web.Request) -> Language:
    return "en" if request.headers.get("Accept-Language", "fr")[:2].lower() != "fr" else "fr"


async def tags(request: web.Request, about: Subject, registry: Registry, origin: str, files: Container[str]) -> str:
    """For the page that is asked for, in the language that the asker prefers. One question to the store at most."""
    language, (row, game) = language_of(request), about
    title, more = await _words(registry, row, game)
    picture = game.id if game and f"previews/{game.id}.png" in files else "recif"
    properties = {
        "og:type": "website",
        "og:site_name": "Récif",
        "og:locale": {"fr": "fr_FR", "en": "en_GB"}[language],
        "og:title": title.say(language),
        "og:description": more.say(language),
        "og:url": f"{origin}{request.path}",
        "og:image": f"{origin}/previews/{picture}.png",
        "og:image:width": "1200",
        "og:image:height": "630",
    }
    head = [f'<meta property="{name}" content="{escape(value)}" />' for name, value in properties.items()]
    return "\n    ".join([*head, '<meta name="twitter:card" content="summary_large_image" />'])


async def about(path: str, registry: Registry) -> Subject:
    """One question to the store at most."""
    page, _, name = path.strip("/").partition("/")
    row = await registry.store.table(name) if page in ("t", "review") and len(name) < 64 else None
    return row, registry.games.get(row.game if row else name)


async def _words(registry: Registry, row: TableRow | None, game: Game | None) -> tuple[Text, Text]:
    if not game:
        return HOME, HOME_MORE
    owner = (await registry.people.known(row.owner)).name if row else ""
    if row and row.status == "open" and owner:
        title = Text(f"{owner} vous invite à jouer : {game.title.fr}", f"{owner} invites you to play {game.title.en}")
        return title, game.pitch
    return Text(f"{game.title.fr} · Récif", f"{game.title.en} · Récif"), game.pitch
