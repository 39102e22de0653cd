"""Files that say, once they are there, that all code of a kind has been compiled."""

from pathlib import Path

from recif.games.core.keeping import MARK, ROOT
from recif.games.core.machine import settings
from recif.games.core.sources import content_hash, digest, has_rules, reach


def mark_of(name: str, *files: str | None) -> Path:
    """The mark of all code that these files lead to."""
    told = content_hash(filter(has_rules, reach(Path(file) for file in files if file)))
    return ROOT / f"{MARK}{name}-{digest(settings(), told)}"
