"""All that both databases keep, told in the same SQL."""

from recif.server.store.of_clubs import OfClubs
from recif.server.store.of_events import OfEvents
from recif.server.store.of_explorer import OfExplorer
from recif.server.store.of_ladders import OfLadders
from recif.server.store.of_notices import OfNotices
from recif.server.store.of_parties import OfParties
from recif.server.store.of_people import OfPeople
from recif.server.store.of_ratings import OfRatings
from recif.server.store.of_records import OfRecords
from recif.server.store.of_school import OfSchool
from recif.server.store.of_sums import OfSums
from recif.server.store.of_tables import OfTables
from recif.server.store.of_ways import OfWays
from recif.server.store.of_whereabouts import OfWhereabouts


class OfBoth(
    OfTables,
    OfRecords,
    OfPeople,
    OfRatings,
    OfSums,
    OfSchool,
    OfExplorer,
    OfWhereabouts,
    OfNotices,
    OfWays,
    OfParties,
    OfEvents,
    OfClubs,
    OfLadders,
):
    """A mixin per room of the store: `interface.py` says what each must do."""
