"""A server as a version to come might speak to the database, in a process of its own: prints its port.

It brings the database one step further, appends by a function of that step, and tells other servers more than those of
today understand. All that two versions have in common is the database: this is what one sees of the other.
"""

from recif.server.store import group_commit, postgres_schema
from recif.server.store.postgres_append import APPEND_2

STEP = max(postgres_schema.STEPS) + 1
APPEND = APPEND_2.replace("recif_append_2", "recif_append_3").replace("recif_news_2", "recif_news_3")
COLUMNS = """
    ALTER TABLE entries ADD COLUMN weight INTEGER;
    ALTER TABLE tables ADD COLUMN season TEXT DEFAULT 'spring';
    CREATE TABLE seasons (name TEXT PRIMARY KEY);
"""


def be_newer() -> None:
    postgres_schema.STEPS[STEP] = COLUMNS + APPEND.replace('{"from":', '{"mood":"calm","from":')
    group_commit.APPEND = group_commit.APPEND.replace("recif_append_2", "recif_append_3")


if __name__ == "__main__":
    import sys

    from recif.cli.serve import run
    from recif.server.settings import Settings
    from tests.server.live import GENEROUS

    be_newer()
    run(Settings(sys.argv[1], port=0, limits=GENEROUS), lambda server: print(server.port, flush=True))
