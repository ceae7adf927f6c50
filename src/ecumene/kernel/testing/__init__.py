"""The kit for authors of titles and bots: play a title and check every promise that the kernel makes for it.

report = check_title(BAZAAR, seeds=range(5), seats=(2, 4))
"""

from __future__ import annotations

from ecumene.kernel.testing.counting import Count, check_counts, count, distinct
from ecumene.kernel.testing.golden import check_golden, golden, write_golden
from ecumene.kernel.testing.mutate import mutated, mutated_bytes
from ecumene.kernel.testing.play import Policy, default_policy, play_out, random_policy, seed_of, start
from ecumene.kernel.testing.position import position
from ecumene.kernel.testing.promises import BrokenPromise, Report, check_title

__all__ = [
    "BrokenPromise",
    "Count",
    "Policy",
    "Report",
    "check_counts",
    "check_golden",
    "check_title",
    "count",
    "default_policy",
    "distinct",
    "golden",
    "mutated",
    "mutated_bytes",
    "play_out",
    "position",
    "random_policy",
    "seed_of",
    "start",
    "write_golden",
]
