"""Figures for Prometheus, in its text format."""

import resource
from collections.abc import Iterable, Mapping

from recif.server.tables.registry import Registry

HELP = {
    "recif_sockets": "WebSockets that are open.",
    "recif_connections": "Connections that are open.",
    "recif_connections_refused_total": "Connections that were refused because there were too many.",
    "recif_connections_late_total": "Connections that were closed because they took too long to ask.",
    "recif_bad_requests_total": "Requests that were no HTTP.",
    "recif_loop_lag_milliseconds": "How late the loop came round, within the last second.",
    "recif_tables_loaded": "Tables in memory.",
    "recif_tables_playing": "Tables in memory whose match goes on.",
    "recif_moves_total": "Moves played since the start.",
    "recif_writes_pending": "Writes that wait for the disk.",
    "recif_commits_total": "Commits since the start.",
    "recif_machines_busy": "Machines that think now.",
    "recif_thoughts_total": "Thoughts that the machines here were asked for since the start.",
    "recif_thoughts_lent_total": "Thoughts that devices of those who asked have done since the start.",
    "recif_machines_queued": "Machines that wait for their turn to think.",
    "process_cpu_seconds_total": "Processor time of this process, user and system.",
    "process_resident_memory_bytes": "Memory of this process that is in use.",
}


def figures(registry: Registry, transport: Mapping[str, float]) -> Iterable[tuple[str, str, float]]:
    """Name, kind, value."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    playing = sum(audience.live.is_playing for audience in registry.audiences.values())
    for name, value in transport.items():
        yield f"recif_{name}", "counter" if name.endswith("_total") else "gauge", value
    yield "recif_tables_loaded", "gauge", len(registry.audiences)
    yield "recif_tables_playing", "gauge", playing
    yield "recif_moves_total", "counter", registry.committing.moves
    yield "recif_writes_pending", "gauge", registry.store.pending
    yield "recif_commits_total", "counter", registry.store.commits
    yield "recif_machines_busy", "gauge", registry.machines.busy
    yield "recif_thoughts_total", "counter", registry.thoughts
    yield "recif_thoughts_lent_total", "counter", registry.lending.done
    yield "recif_machines_queued", "gauge", registry.machines.queued
    yield "process_cpu_seconds_total", "counter", usage.ru_utime + usage.ru_stime
    yield "process_resident_memory_bytes", "gauge", resident_bytes()


def resident_bytes() -> int:
    try:
        with open("/proc/self/statm") as statm:
            return int(statm.read().split()[1]) * resource.getpagesize()
    except OSError:  # not Linux: the most it ever was
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def text(registry: Registry, transport: Mapping[str, float]) -> str:
    lines = []
    for name, kind, value in figures(registry, transport):
        lines += [f"# HELP {name} {HELP[name]}", f"# TYPE {name} {kind}", f"{name} {value}"]
    return "\n".join(lines) + "\n"
