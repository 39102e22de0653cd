"""What equal servers keep in their database for each other: leases, quotas, commitments. By the database's own time.

A lease only spares work: a server that has lost one, or never asked, can do no harm.
"""

from collections.abc import Collection
from datetime import timedelta

from recif.server.store.group_commit import BEAT, LEASE_S, kept
from recif.server.store.interface import Then
from recif.server.store.statements import Statements

TAKEN_S = 30.0  # for a table whose flag is about to fall to be loaded by who took it

TAKE_DUE = """UPDATE dues SET taken = now() + ?5 WHERE "table" IN (
        SELECT "table" FROM dues WHERE due <= ?1 AND (due, "table") > (?2, ?3) AND (taken IS NULL OR taken < now())
        ORDER BY due, "table" LIMIT ?4 FOR UPDATE SKIP LOCKED
    ) RETURNING due, "table\""""
TAKE_THINKING = """UPDATE heads SET thinks_until = now() + ?1 WHERE "table" IN (
        SELECT "table" FROM heads WHERE thinks_until < now() ORDER BY thinks_until LIMIT ?2 FOR UPDATE SKIP LOCKED
    ) RETURNING "table\""""
KEEP_THINKING = 'UPDATE heads SET thinks_until = now() + ?1 WHERE "table" = ANY(?2) AND thinks_until IS NOT NULL'
TAKE_LEASE = """INSERT INTO leases (name, server, until) VALUES (?1, ?2, now() + ?3)
    ON CONFLICT (name) DO UPDATE SET server = excluded.server, until = excluded.until
        WHERE leases.until < now() OR leases.server = excluded.server RETURNING name"""
ADD_OUTAGE = """WITH made AS (
        INSERT INTO outages (stopped, started)
        SELECT ?1, ?2 WHERE NOT EXISTS (SELECT 1 FROM outages WHERE started > ?1) RETURNING 1
    ), reminders AS (
        UPDATE notices SET at = at + ?3, due = due + ?3 WHERE at > ?1 AND slot = 1 AND EXISTS (SELECT 1 FROM made)
    ) UPDATE dues SET due = due + ?3 WHERE EXISTS (SELECT 1 FROM made)"""
TAKE_QUOTA = """INSERT INTO quotas (name, key, remaining, at) VALUES (?1, ?2, ?4::FLOAT8 - 1, ?5::BIGINT)
    ON CONFLICT (name, key) DO UPDATE SET at = ?5::BIGINT,
        remaining = least(?4::FLOAT8, quotas.remaining + greatest(0, ?5::BIGINT - quotas.at) * ?3::FLOAT8 / 1000) - 1
        WHERE least(?4::FLOAT8, quotas.remaining + greatest(0, ?5::BIGINT - quotas.at) * ?3::FLOAT8 / 1000) >= 1
    RETURNING name"""
FORGET_QUOTAS = "DELETE FROM quotas WHERE at < ?1"


class OfServers(Statements):
    id: str  # of this server
    pending: int

    async def due(self, until: int, after: tuple[int, str], limit: int) -> list[tuple[int, str]]:
        """Those that no other server has taken."""
        rows = await self.rows(TAKE_DUE, until, *after, limit, seconds(TAKEN_S))
        return sorted((due, table) for due, table in rows)

    async def take_thinking(self, limit: int) -> list[str]:
        """Tables at which a machine is to move and no server lets it think."""
        return [table for (table,) in await self.rows(TAKE_THINKING, seconds(LEASE_S), limit)]

    def keep_thinking(self, tables: Collection[str]) -> None:
        self.write([(KEEP_THINKING, (seconds(LEASE_S), list(tables)))], lambda: None)

    def end_thinking(self, table: str) -> None:
        self.write([('UPDATE heads SET thinks_until = NULL WHERE "table" = ?1', (table,))], lambda: None)

    def beat(self) -> None:
        if not self.pending:
            self.write([BEAT], lambda: None)

    async def take_lease(self, name: str, for_seconds: float) -> bool:
        return bool(await self.rows(TAKE_LEASE, name, self.id, seconds(for_seconds)))

    async def take_quota(self, name: str, key: str, rate: float, burst: float, now: int) -> bool:
        """A token bucket (limits.py) that all servers take from."""
        return bool(await self.rows(TAKE_QUOTA, name, kept(key), float(rate), float(burst), now))

    async def forget_quotas(self, before: int) -> None:
        await self.rows(FORGET_QUOTAS, before)

    def add_outage(self, stopped: int, started: int, stood: int, then: Then) -> None:
        """Several servers may see the same one: it counts once."""
        lock = "SELECT pg_advisory_xact_lock(hashtext('outages' || current_schema()))"
        self.write([(lock, ()), (ADD_OUTAGE, (stopped, started, stood))], then)

    async def save_commitment(self, commitment: str, body: str) -> None:
        await self.rows("DELETE FROM commitments WHERE made < now() - INTERVAL '1 day'")
        await self.rows("INSERT INTO commitments (commitment, body) VALUES (?1, ?2)", commitment, body)

    async def take_commitment(self, commitment: str) -> str:
        rows = await self.rows("DELETE FROM commitments WHERE commitment = ?1 RETURNING body", commitment)
        return rows[0][0] if rows else ""


def seconds(count: float) -> timedelta:
    return timedelta(seconds=count)
